/* conflict.h - causality, conflict and immediate conflict.
 *
 * Engines ask for immediate conflict alone.  Whether an event conflicts with
 * the configuration C is answered by config_admits().
 *
 * For two events a and b of the unfolding ([Rod15] section 2, [Ngu18] app.  A):
 *
 *     a < b     causality: a is in [b], and a != b
 *     a # b     conflict: no configuration contains both
 *     a #i b    immediate conflict: a # b, and both [a) + [b] and [a] + [b) are
 *               configurations
 *
 * Conflict comes from conditions (THEORY, Lemma 8).  Two events are in direct
 * conflict when no event of the two is a cause of the other, and they use a
 * common condition that one of them or both consume.  Then
 *
 *     a # b     iff an event of [a] is in direct conflict with one of [b]
 *     a #i b    iff a and b are in direct conflict, and no other two events of
 *               [a] + [b] are
 *
 * Example: event 1 reads what events 2 and 3 consume; event 3 names it.
 *
 *     event   consumes   reads   names   produces
 *       1        1         0
 *       2        0                          2
 *       3        0                 1        3
 *       4        2
 *
 *     1 < 3     a reader is a cause of the consumer that names it
 *     1 #i 2    2 consumes what 1 reads, and neither is a cause of the other
 *     2 # 3     direct, but not immediate: 1, in [3), conflicts with 2
 *     1 # 4     not direct: 4 inherits it from its cause 2
 *
 * The module answers for an event x whose causes are in the configuration C: x
 * is in C, in D or in ex(C).  When the causes of the other event are in C too,
 * an answer takes a few look-ups in the chains and pasts of C (config.h);
 * otherwise it takes a walk over the part of [u] that is not in [x). */
#ifndef CONFLICT_H
#define CONFLICT_H

#include "base/stamp.h"
#include "engine/unfolding/config.h"
#include "engine/unfolding/es_past.h"

/* The conditions that one event uses: at most one of each place. */
struct conflict_uses {
    event_id of;
    struct stamp places; /* by colour: consumed or read there */
    cond_id *cond;       /* by such a place */
};

struct conflict {
    const struct es *es;
    const struct config *c;
    struct conflict_uses focus; /* see conflict_focus() */
    event_id whole; /* the focus e when |[e)| = |C|: if its causes are in C,
                       these are all of C */
    struct conflict_uses of_x; /* scratch */
    struct es_past_walk walk;  /* scratch */
    uint64_t work;             /* events and readers looked at, in all */
};

/* C must outlive the result. */
void conflict_init(struct conflict *k, const struct config *c);
void conflict_finish(struct conflict *k);

/* Makes e the focus of the calls of conflict_is_immediate() that follow, until
 * C changes. */
void conflict_focus(struct conflict *k, event_id e);

/* Is x #i u?  One of the two is the focus, and all causes of x are in C. */
bool conflict_is_immediate(struct conflict *k, event_id x, event_id u);

#endif
