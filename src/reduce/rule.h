/* rule.h - what the search for a reduction knows of the rules: how their steps
 * are found, and how runs are lifted over them.
 *
 * A row stands beside that of reduction_rule.c, which says what a step is and
 * when it is allowed.  The functions of a rule are in rule_*.c.  A function
 * that looks for steps takes at most one step, or one for each transition or
 * place, and tells whether it took any.  It is called only where the rule is
 * wanted and suits the questions, and, of a rule whose place a must be hidden,
 * only at hidden places.  A function that looks at a node is called in the
 * order of the rules. */
#ifndef RULE_H
#define RULE_H

#include "proof/reduction/reduction_rule.h"

struct reducer;

/* The nodes that rules must still look at; the first queue that is not empty
 * has the next nodes.  A node is late when the rules of the first look found
 * nothing. */
enum rule_queue {
    RULE_PLACES,
    RULE_TRANSITIONS,
    RULE_LATE_PLACES,
    RULE_LATE_TRANSITIONS,
    RULE_QUEUES,
};

/* Expands transitions, in the order of the run. */
struct rule_lifter {
    const struct reduction *reduction;
    VEC(place_id) at; /* by cycle: where its token is; PLACE_NONE: nowhere */
    witness_run stack;
};

struct rule_row {
    bool (*net)(struct reducer *r); /* looks at the whole net, at first */
    bool again;                     /* and when nothing else is found */
    /* Looks at a node, by the queue that it comes from. */
    bool (*node[RULE_QUEUES])(struct reducer *r, uint32_t id);
    /* Of a rule that makes transitions: puts on the stack what such a
     * transition stands for, the last step first. */
    void (*lift)(struct rule_lifter *l, const struct reduction_made *made);
    /* Steps of the original that it takes before f, at most. */
    uint32_t (*length)(const struct reducer *r,
                       const struct reduction_made *made);
    bool puts_off; /* transition b of a step, which the original may still fire
                      where nothing is enabled in the reduced net */
};

extern const struct rule_row rule_rows[REDUCTION_RULES];

/* --- rule_*.c: the functions of the rules.  reduction.h says what they remove.
 */

bool rule_dead_overflow(struct reducer *r);
bool rule_dead_places(struct reducer *r);            /* all of them */
bool rule_dead_place(struct reducer *r, place_id p); /* p by itself */
bool rule_dead_constant(struct reducer *r, place_id p);
bool rule_neutral_try(struct reducer *r, trans_id t);
bool rule_redundant_sink(struct reducer *r, place_id p);
bool rule_slice_try(struct reducer *r);

/* t, or another transition for t, if the two do the same. */
bool rule_dominated_try(struct reducer *r, trans_id t);

/* p, or a read arc of t, if one other place implies it. */
bool rule_redundant_place(struct reducer *r, place_id p);
bool rule_redundant_read(struct reducer *r, trans_id t);

/* p, implied by a set of places.  The search for the set has a budget. */
bool rule_implied_try(struct reducer *r, place_id p);

bool rule_agglomerate_post(struct reducer *r, place_id p);
bool rule_agglomerate_pre(struct reducer *r, place_id p);
void rule_agglomerate_lift(struct rule_lifter *l,
                           const struct reduction_made *made);
uint32_t rule_agglomerate_length(const struct reducer *r,
                                 const struct reduction_made *made);

/* Merges the places of a cycle of moves with t in it, if t is a move and a
 * short cycle is found. */
bool rule_cycle_try(struct reducer *r, trans_id t);
void rule_cycle_lift(struct rule_lifter *l, const struct reduction_made *made);
uint32_t rule_cycle_length(const struct reducer *r,
                           const struct reduction_made *made);

#endif
