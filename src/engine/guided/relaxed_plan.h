/* relaxed_plan.h - how far it is to a goal if no transition took a token.
 *
 * Then a marked place stays marked.  The cost of a marked place is 0, that of a
 * transition 1 more than the sum of the costs of the places that it needs, and
 * that of an unmarked place the cost of its cheapest producer (Bonet, Geffner
 * 2001).  A plan takes, from the goal backwards, the cheapest producer of each
 * place; its length counts each transition once (Hoffmann, Nebel 2001), which
 * is neither a lower nor an upper bound.
 *
 *     want p3:   p3 <- t2, needs p2;   p2 <- t1, enabled   length 2, t1 helps
 */
#ifndef RELAXED_PLAN_H
#define RELAXED_PLAN_H

#include "base/stamp.h"
#include "net/net.h"

#define RELAXED_PLAN_NONE UINT32_MAX

/* Larger costs are equal. */
enum { RELAXED_PLAN_DEAREST = 4095 };

struct relaxed_plan {
    const struct net *net;
    uint32_t *cost;      /* by place; RELAXED_PLAN_NONE: not reached yet */
    trans_id *producer;  /* by place that is reached and not marked */
    uint32_t *dear;      /* by transition: its cost, when nothing is missing */
    uint32_t *missing;   /* by transition: places that are not reached */
    uint32_t *n_needs;   /* by transition */
    net_place_list *due; /* by cost: places whose users are to be looked at */
    uint32_t dearest;    /* the largest cost with such places */
    struct stamp wanted; /* places that are awaited, or in the plan */
    struct stamp chosen; /* transitions of the plan */
    net_place_list open; /* of the plan */
    uint32_t length;     /* of the plan */
    net_trans_list helpful; /* those of the plan that are enabled */
    uint64_t work;
};

void relaxed_plan_init(struct relaxed_plan *plan, const struct net *net);
void relaxed_plan_finish(struct relaxed_plan *plan);

/* Finds costs at marking m, until each of the n awaited places has its cost. */
void relaxed_plan_spread(struct relaxed_plan *plan, const bits_word *m,
                         const place_id *awaited, uint32_t n);

/* The cost of t, or RELAXED_PLAN_NONE. */
uint32_t relaxed_plan_cost(const struct relaxed_plan *plan, trans_id t);

/* Builds a plan: relaxed_plan_begin(); then relaxed_plan_mark(),
 * relaxed_plan_enable() and relaxed_plan_fire() add to it that p is marked, t
 * is enabled, or t fires, where p and t have a cost; then
 * relaxed_plan_complete(). */
void relaxed_plan_begin(struct relaxed_plan *plan);
void relaxed_plan_mark(struct relaxed_plan *plan, place_id p);
void relaxed_plan_enable(struct relaxed_plan *plan, trans_id t);
void relaxed_plan_fire(struct relaxed_plan *plan, trans_id t);
void relaxed_plan_complete(struct relaxed_plan *plan);

#endif
