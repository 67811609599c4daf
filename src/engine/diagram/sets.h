/* sets.h - the reachable markings of which something holds.
 *
 * A result is kept (mdd.h) only where its comment says so; a caller must keep
 * every other set before the next operation of images.h. */
#ifndef SETS_H
#define SETS_H

#include "answer/answer.h"
#include "engine/diagram/images.h"
#include "engine/diagram/select.h"

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
    enum digits_order order;
    uint32_t cost; /* see sets_cost() */
    bool collects; /* see sets_collect_always() */
    bool merges;   /* see sets_split() */
    bool chooses;  /* see sets_start() */
};

/* exclusive may be NULL.  order: the first one that is tried.  merges: are the
 * markings only to be counted (digits.h)? */
void sets_init(struct sets *sets, const struct net *net,
               const struct exclusive *exclusive, enum digits_order order,
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

/* The initial marking.  With `chooses`, which is false at first: the markings
 * at which all choices are made, from which the others are reached; a choice is
 * a place whose token goes to one of several places of its digit at any time,
 * and never comes back.  The terminal components stay the same: all choices are
 * made in them, and a choice changes nothing for other transitions. */
mdd_id sets_start(struct sets *sets);

/* Appends the choices that lead to m, one of sets_start(). */
void sets_make_choices(const struct sets *sets, const bits_word *m,
                       witness_run *run);

/* Is m in the set?  Fills m with one of the set, which is not empty. */
bool sets_has(const struct sets *sets, mdd_id set, const bits_word *m);
void sets_pick(const struct sets *sets, mdd_id set, bits_word *m);

/* Takes a marking out of the set, which is not empty: fills m with it, and
 * returns the set with m alone. */
mdd_id sets_take(struct sets *sets, mdd_id *set, bits_word *m);

/* --- shortest.c: shortest runs into sets of reachable markings ------------ */

/* Appends a shortest run from marking m, which is reachable, into `target`; if
 * m is NULL, the choices of the start and a shortest run behind them. All its
 * markings but the last one are in `within`.  False when the watch stops the
 * search, or when there is none. */
bool shortest_run(struct sets *sets, const bits_word *m, mdd_id target,
                  mdd_id within, witness_run *run);

/* Fires the first transition that leads from m into the set, and returns it;
 * TRANS_NONE: none does. */
trans_id shortest_step(struct sets *sets, bits_word *m, mdd_id set);

/* Hears of a run into set k; takes the run. */
typedef void shortest_listener(void *self, uint32_t k, witness_run *run);

/* Tells of a shortest run from the initial marking into each of n sets of
 * reachable markings, none of which is empty, by increasing length.  at: where
 * in the diagram's `kept` the sets are.  Ends early when the watch stops it.
 *
 * The sets of markings at each distance are found once, for all target sets.
 * For a single target set backward steps, as above, take less time. */
void shortest_runs(struct sets *sets, const uint32_t *at, uint32_t n,
                   void *self, shortest_listener *found);

#endif
