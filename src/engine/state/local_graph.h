/* local_graph.h - the markings that a local search has met, and the steps from
 * the markings that it has expanded.
 *
 * Markings are numbered from 0, the initial one, in the order in which they are
 * met, as in the store.  A step is fired when it is asked for: a search in
 * depth may need few of the steps from a marking. */
#ifndef LOCAL_GRAPH_H
#define LOCAL_GRAPH_H

#include "engine/state/whole_step.h"

/* A step that is not fired yet; markings have smaller numbers. */
#define LOCAL_GRAPH_LATER ((uint32_t)1 << 31)

struct local_graph {
    struct marking_goals *goals;
    struct enabled_set *at;
    struct markings markings;
    struct whole_step step;
    VEC(uint32_t) parent; /* by marking: from where it was met first, */
    VEC(trans_id) by;     /* and by which transition */
    VEC(uint32_t) first;  /* by marking: where its steps begin; 0: unknown */
    VEC(uint32_t)
    steps;            /* of a marking: how many, then where they lead, or
                         LOCAL_GRAPH_LATER + the transition */
    uint32_t current; /* the marking of `at` */
};

/* With the initial marking.  What a step meets is told to the goals.  `at` is
 * moved; all of them are borrowed. */
void local_graph_init(struct local_graph *graph, struct marking_goals *goals,
                      struct enabled_set *at);
void local_graph_finish(struct local_graph *graph);

/* Must be called first, and again when other modules have moved `at`. */
void local_graph_resume(struct local_graph *graph);

/* Makes `at` marking m. */
void local_graph_move(struct local_graph *graph, uint32_t m);

/* Finds the steps from m, unless they are known, in the order of the ranks of
 * their transitions, or of their numbers if ranks is NULL.  False when the
 * watch ends. */
bool local_graph_expand(struct local_graph *graph, uint32_t m,
                        const unsigned char *ranks);

/* The marking that t leads to from m, which enables it; UINT32_MAX when there
 * are too many, and the watch ends.  If steps follow behind transitions, the
 * step was asked about before (whole_step.h). */
uint32_t local_graph_fire(struct local_graph *graph, uint32_t m, trans_id t);

/* How many steps there are from m, which was expanded; several may lead to one
 * marking. */
static inline uint32_t local_graph_count(const struct local_graph *graph,
                                         uint32_t m)
{
    return graph->steps.at[graph->first.at[m]];
}

/* Is step i from m fired? */
static inline bool local_graph_is_fired(const struct local_graph *graph,
                                        uint32_t m, uint32_t i)
{
    return graph->steps.at[graph->first.at[m] + 1 + i] < LOCAL_GRAPH_LATER;
}

/* Where step i from m leads, which is fired if it was not; UINT32_MAX when the
 * watch ends, or the step ends the search. */
uint32_t local_graph_step(struct local_graph *graph, uint32_t m, uint32_t i);

#endif
