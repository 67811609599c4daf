/* api_check.h - are the options of a problem compatible with each other, with
 * its engine and with its questions?  The check runs before the engine. */
#ifndef API_CHECK_H
#define API_CHECK_H

#include "api/run/api_problem.h"

/* What the options make of the input of an engine, for the net as it is. */
struct engine_problem api_check_given(const struct api_problem *problem,
                                      const struct dep *dep);

/* dep is the relation of the options.  False with a report when not. */
bool api_check_problem(const struct api_problem *problem,
                       const struct engine *engine, const struct dep *dep,
                       struct diag *diag);

/* "engine 'a'", "engines 'a', 'b' and 'c'": those of a set, 1 << number in
 * engines_list. */
struct api_check_text {
    char at[256];
};

struct api_check_text api_check_engines(unsigned set);

/* The engines that a race may have: the engines of option `racers`, and with a
 * certificate only engines that certify. */
unsigned api_check_racers(const struct api_problem *problem);

#endif
