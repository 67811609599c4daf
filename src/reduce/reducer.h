/* reducer.h - a reduction under way: the net that is left, the steps so far,
 * and the nodes that the rules must still look at.
 *
 *     reducer_init(&r, net, &keeps, rules);
 *     reducer_run(&r);
 *     ... r.net is what is left, r.reduction how it came about ...
 *     reducer_finish(&r);
 *
 * Every step queues the nodes whose arcs it changes. */
#ifndef REDUCER_H
#define REDUCER_H

#include "base/stop.h"
#include "reduce/change_table.h"
#include "reduce/rule.h"

/* A set of rules: 1u << enum reduction_rule. */
#define REDUCER_ALL ((1u << REDUCTION_RULES) - 1)

/* Steps that a new transition may stand for, at most. */
enum { REDUCER_MOST_LENGTH = 1024 };

/* Nodes that wait, each once, first come, first served. */
struct reducer_queue {
    VEC(uint32_t) ids;
    uint32_t first; /* of the nodes that still wait */
    VEC(bool) waits;
};

struct reducer {
    struct mutable_net net;
    struct reduction reduction;
    const struct reduction_keeps *keeps;
    unsigned rules;
    bool hides; /* may steps hide a second token?  */
    bool check; /* try each step by reduction_rule_check(), which must accept it
                 */
    const struct stop *stop; /* ends the reduction early; NULL: nothing does */
    uint32_t looks;          /* since it was asked */
    struct reducer_queue queues[RULE_QUEUES];
    struct change_table changes;
    uint64_t work;         /* of searches, in arcs looked at */
    VEC(int32_t) sums;     /* scratch of a search, all 0: by transition */
    VEC(bool) in_set;      /* the same, all false: by place */
    VEC(uint32_t) lengths; /* steps of the original that each transition is */
};

void reducer_init(struct reducer *r, const struct net *net,
                  const struct reduction_keeps *keeps, unsigned rules);

/* Continues another reduction, for questions that it keeps
 * (reduction_keeps_include()): the steps of both together are a reduction for
 * these questions.  All rules look at all nodes again. */
void reducer_continue(struct reducer *r, const struct reducer *from,
                      const struct reduction_keeps *keeps);
void reducer_finish(struct reducer *r);

/* Takes steps until no rule finds another one, or r->stop is due; the
 * steps so far are a reduction, too.  A rule looks at one node and takes the
 * step there or not; a node is looked at again when a step changed its arcs.
 * So the time grows with what changes, and the result depends on the net, the
 * questions and the rules alone.  Transitions with a net_overflow() are removed
 * first, whatever the rules are, since no rule knows weights; where they may
 * not be, no step is taken. */
void reducer_run(struct reducer *r);

/* For the rules: takes the step and queues the nodes that it changes.  False,
 * and nothing changes, if the step may hide a second token and must not. */
bool reducer_step(struct reducer *r, struct reduction_step step,
                  const place_id *places);

/* Does the place matter to a question? */
static inline bool reducer_is_visible(const struct reducer *r, place_id p)
{
    return bits_has(r->keeps->visible, p);
}

/* The arcs of a place. */
static inline uint32_t reducer_place_arcs(const struct reducer *r, place_id p)
{
    return mutable_net_degree(&r->net, NET_CONSUMERS, p) +
           mutable_net_degree(&r->net, NET_PRODUCERS, p) +
           mutable_net_degree(&r->net, NET_READERS, p);
}

#endif
