/* sets.h - the reachable markings of which something holds.
 *
 * A result is kept (mdd.h) only where its comment says so; a caller must keep
 * every other set before the next operation of images.h. */
#ifndef SETS_H
#define SETS_H

#include "engine/symbolic/select.h"
#include "engine/symbolic/images.h"
#include "question/goal.h"

struct sets {
    const struct net *net;
    const struct exclusive *exclusive;
    struct watch *watch;
    struct digits digits;
    struct mdd diagram;
    struct images steps;
    struct select select;
    mdd_id all;  /* the markings that can be reached: kept */
    mdd_id dead; /* of these, those that enable nothing: kept */
    bool knows_dead;
    uint32_t dead_at; /* where it is kept, if it is known */
    enum digit_order order;
    uint32_t cost; /* see sets_cost() */
    bool collects; /* see sets_collect_always() */
    bool merges;   /* see sets_split() */
};

/* exclusive may be NULL.  order: the first one that is tried.  merges: are the
 * markings only to be counted (digits.h)? */
void sets_init(struct sets *sets, const struct net *net,
               const struct exclusive *exclusive, enum digit_order order,
               bool merges, struct watch *watch);
void sets_finish(struct sets *sets);

/* For tests: collects whenever it can, and the watch hears of all work at once.
 */
void sets_collect_always(struct sets *sets);

/* From now on each unit of work counts `cost` times, so that in a race less
 * work is done. */
void sets_cost(struct sets *sets, uint32_t cost);

/* Begins again, with a value for each place. */
void sets_split(struct sets *sets);

/* Finds all markings, with one order of the digits or another, in longer and
 * longer turns.  False when the watch stops that. */
bool sets_explore(struct sets *sets);

/* sets_keep() keeps a set; sets_drop() drops the sets that were kept last,
 * until n are left. */
void sets_keep(struct sets *sets, mdd_id set);
void sets_drop(struct sets *sets, uint32_t n);

mdd_id sets_not(struct sets *sets, mdd_id set);
mdd_id sets_and(struct sets *sets, mdd_id a, mdd_id b);
mdd_id sets_or(struct sets *sets, mdd_id a, mdd_id b);
mdd_id sets_less(struct sets *sets, mdd_id a, mdd_id b);

/* The reachable markings that enable nothing. */
mdd_id sets_dead(struct sets *sets);

/* The reachable markings at which the formula holds; and the reachable markings
 * that answer the question, which must be one that a marking answers. */
mdd_id sets_formula(struct sets *sets, const struct formula *formula);
mdd_id sets_goal(struct sets *sets, const struct goal *goal);

/* The set with m alone. */
mdd_id sets_word(struct sets *sets, const bits_word *m);

/* Is m in the set?  Fills m with one of the set, which is not empty. */
bool sets_has(const struct sets *sets, mdd_id set, const bits_word *m);
void sets_pick(const struct sets *sets, mdd_id set, bits_word *m);

#endif
