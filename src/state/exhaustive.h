/* exhaustive.h - depth first over all reachable markings.
 *
 * Of each marking its number is kept, and that it was met; of the path to the
 * marking at hand a number and a transition a step.  The way back from a
 * marking is the transition that led to it, fired backwards, so that nothing
 * is unpacked. */
#ifndef EXHAUSTIVE_H
#define EXHAUSTIVE_H

#include "net/markings.h"
#include "state/marking_goals.h"

struct exhaustive_step {
    uint32_t from; /* the number of a marking */
    trans_id trans;
};

struct exhaustive {
    const struct net *net;
    struct marking_goals *goals;
    struct enabled_set *at; /* the marking at hand */
    struct markings markings;
    VEC(bits_word) met; /* by number of a marking */
    VEC(struct exhaustive_step) path;
    uint32_t max_depth; /* steps from the initial marking; 0: no bound */
    bool too_deep;      /* something was left out for it */
};

/* All that is passed outlives the struct; `at` stands on the initial marking.
 * goals->add_run and self are set. */
void exhaustive_init(struct exhaustive *x, struct marking_goals *goals,
                     struct enabled_set *at, uint32_t max_depth);
void exhaustive_finish(struct exhaustive *x);

/* Explores until everything is explored, the questions are answered, or the
 * watch says stop.  work() tells what was done since it was asked last. */
void exhaustive_run(struct exhaustive *x, uint64_t (*work)(void *self),
                    void *self);

size_t exhaustive_bytes(const struct exhaustive *x);

#endif
