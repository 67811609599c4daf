/* api_request.h - what an exploration goes by. */
#ifndef API_REQUEST_H
#define API_REQUEST_H

#include "api/api_safety.h"

struct api_request {
    const struct api_problem *problem;
    const struct engine *engine;
    const struct dep *dep; /* for the net as it is */
    const struct api_safety *safety;
    bool anew;     /* the reduction begins with the net as it is */
    uint64_t work; /* the limit of a race; 0: none */
    double start;  /* of the run (watch_now()), which has a time limit */
};

#endif
