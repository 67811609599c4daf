/* reduce.h - structural reductions: a smaller net for the same questions.
 *
 *     reduce_init(&r, net, &keeps, rules);
 *     reduce_run(&r);
 *     ... r.net is what is left, r.reduction how it came about ...
 *     reduce_finish(&r);
 *
 * Each rule is a file of its own, reduce_*.c; reduction.h lists them, and
 * THEORY, "Reductions", proves them.  A rule looks at one node and takes the
 * step there or not.  A node is looked at again when a step changed its arcs.
 * So the time grows with what changes.
 *
 * The result depends on the net, the questions and the rules alone. */
#ifndef REDUCE_H
#define REDUCE_H

#include "answer/reduction.h"
#include "base/stamp.h"

/* A set of rules: 1u << enum reduction_rule. */
#define REDUCE_ALL ((1u << REDUCTION_RULES) - 1)

/* Nodes that wait, each once, first come, first served. */
struct reduce_queue {
    VEC(uint32_t) ids;
    uint32_t first; /* of those that still wait */
    VEC(bool) waits;
};

/* Transitions by the places that they change: chains of a hash table.  An entry
 * whose hash is no longer that of its transition is stale. */
struct reduce_entry {
    trans_id trans;
    uint32_t hash, next;
};

struct reduce_changes {
    uint32_t *heads; /* entry + 1; 0: none */
    uint32_t mask;
    VEC(struct reduce_entry) entries;
    VEC(uint32_t) hashes; /* by transition */
};

struct reduce {
    struct mutable_net net;
    struct reduction reduction;
    const struct reduction_keeps *keeps;
    unsigned rules;
    bool hides; /* may steps hide a second token? */
    bool check; /* try each step by reduction_check(), which must accept it */
    struct reduce_queue places, transitions;
    struct reduce_changes changes;
    VEC(uint32_t) lengths; /* steps of the original that each transition is */
    struct stamp marks;    /* scratch of a rule: places or transitions */
};

void reduce_init(struct reduce *r, const struct net *net,
                 const struct reduction_keeps *keeps, unsigned rules);
void reduce_finish(struct reduce *r);

/* Takes steps until no rule finds another one.  The rule OVERFLOW comes first,
 * whatever the rules are, since no other rule knows weights; if it may not be
 * used, no step is taken. */
void reduce_run(struct reduce *r);

/* For the rules: takes the step, unless it may hide a second token and must
 * not. Did it?  Only reduce_*.c call it. */
bool reduce_step(struct reduce *r, struct reduction_step step,
                 const place_id *places);

static inline bool reduce_may(const struct reduce *r, enum reduction_rule rule)
{
    return r->rules >> rule & 1;
}

/* Does the place matter to a question? */
static inline bool reduce_is_visible(const struct reduce *r, place_id p)
{
    return bits_has(r->keeps->visible, p);
}

#endif
