/* api_safety.h - does the structure of a net show that it is safe?  By its
 * units, or by place weights.  And if a file claims that units are safe and the
 * structure does not show it: do the runs of an answer refute the claim? */
#ifndef API_SAFETY_H
#define API_SAFETY_H

#include "api/run/api_problem.h"
#include "proof/weights.h"
#include "structure/exclusive.h"

/* What shows that the net is safe, without any engine. */
enum api_safety_shown {
    API_SAFETY_OPEN, /* nothing does */
    API_SAFETY_UNITS,
    API_SAFETY_WEIGHTS,
};

struct api_safety {
    enum api_safety_shown shown;
    bool has_safe_units; /* the structure of the net shows that all reachable
                            markings are unit-safe */
    bool has_weights;    /* these show it, and are kept for certificates */
    struct weights weights;
    struct exclusive exclusive; /* places of the net that exclude each other */
    uint64_t work;              /* (watch.h) that linear programs might take */
};

/* Fills *safety, which is all zero: by what was found out before about the same
 * net, if that suffices (`from` may be NULL), or by a search.  A certificate of
 * safety needs weights. */
void api_safety_prove(const struct api_problem *problem,
                      const struct api_safety *from, struct api_safety *safety);
void api_safety_finish(struct api_safety *safety);

/* Its name among those of the engines. */
const char *api_safety_word(enum api_safety_shown shown);

/* The words of the Model Checking Contest for what has answered instead of a
 * single engine. */
const char *api_safety_techniques(const char *word);

/* The units of the net if the file says that all reachable markings are
 * unit-safe and the structure of the net does not show it; otherwise NULL. */
const struct units *api_safety_open_units(const struct api_problem *problem,
                                          const struct api_safety *safety);

/* A warning that the file is wrong: if one of the runs of the answer, which are
 * runs of the net, leads through a marking that is not unit-safe.  Otherwise
 * NULL.  reduced: answer.breach is one of another net. */
char *api_safety_warning(const struct net *net, const struct answer *answer,
                         bool reduced);

#endif
