/* exhaustive.h - depth first over all reachable markings.
 *
 * The search keeps a number and one bit for each marking: whether it was met.
 * For each step of the path to the current marking it keeps a number and a
 * transition.  It goes back over a step by firing the transition backwards, so
 * it never unpacks a marking. layers.h is as fast with one thread, but has no
 * path, which components and a largest depth need.
 *
 * If the question is asked whether the net is live, it also follows the
 * components of the graph. */
#ifndef EXHAUSTIVE_H
#define EXHAUSTIVE_H

#include "engine/state/components.h"
#include "engine/state/marking_goals.h"
#include "marking/marking_set.h"
#include "marking/markings.h"

struct exhaustive_step {
    uint32_t from; /* the number of a marking */
    trans_id trans;
};

struct exhaustive {
    const struct net *net;
    struct marking_goals *goals;
    struct enabled_set *at; /* the current marking */
    struct markings markings;
    struct marking_set met;
    VEC(struct exhaustive_step) path;
    uint32_t max_depth;  /* that of the watch */
    uint32_t n_tokens;   /* of the current marking, on places of the input */
    uint32_t *gains;     /* by transition: the tokens that it adds there, as a
                            difference of unsigned numbers */
    bool too_deep;       /* a marking beyond max_depth was left out */
    bool has_components; /* until the questions about what stays possible have
                            answers; a sign for each transition of the input
                            and, behind these, for each question */
    struct components components;
};

/* The arguments must outlive the struct; `at` is the initial marking.  Sets
 * goals->add_run and goals->self. */
void exhaustive_init(struct exhaustive *exhaustive, struct marking_goals *goals,
                     struct enabled_set *at);
void exhaustive_finish(struct exhaustive *exhaustive);

/* Also answers questions about what stays possible; before exhaustive_run(). */
void exhaustive_seek_components(struct exhaustive *exhaustive);

/* Explores until everything is explored, the questions are answered, or the
 * watch says stop.  work() returns the units of work since its last call. */
void exhaustive_run(struct exhaustive *exhaustive, uint64_t (*work)(void *self),
                    void *self);

size_t exhaustive_bytes(const struct exhaustive *exhaustive);

#endif
