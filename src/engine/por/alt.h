/* alt.h - alternatives to D after C ([Rod15] Def. 8; THEORY, Definition 16).
 *
 * An alternative is a configuration J of known events such that C + J is a
 * configuration and each event of D conflicts with an event of C + J. Most of D
 * conflicts with C already; the others are asleep (config.h) and have to be
 * resolved.  The spike of a sleeping event d is the list of events that resolve
 * it: they use a condition of d, conflict with d, and their pasts can be added
 * to C + J. The comb of a search has a spike for each event that has to be
 * resolved (THEORY, Definition 17), for at most k of them if k > 0 (THEORY,
 * Definition 18).  The search takes the shortest spike, adds an event of it
 * with its past to J, continues with the next spike, and backtracks where a
 * spike has no event left. */
#ifndef ALT_H
#define ALT_H

#include "engine/unfolding/config.h"
#include "engine/unfolding/cutoff.h"
#include "engine/unfolding/missing_past.h"
#include "engine/watch.h"

/* Larger than any event, and smaller than LINK_DEAD. */
#define ALT_NO_BOUND (LINK_DEAD - 1)

/* Among the users of the conditions of an event. */
struct alt_cursor {
    uint32_t use, tried; /* which condition, users tried, youngest first */
};

struct alt_level {
    event_id event;       /* the sleeping event to be resolved */
    struct alt_cursor at; /* the event of its spike to be tried next */
    uint32_t n_added;     /* length of alt.added before */
};

struct alt {
    struct es *es;
    struct config *c;
    const struct cutoff *cutoff;
    uint32_t bound;     /* larger events are not admissible; ALT_NO_BOUND */
    uint32_t k;         /* only this many events of D are resolved; 0: all */
    es_event_list comb; /* D in en(C), newest first, or k of it: a spike each */
    es_event_list added; /* J, in an order in which it can be added */
    struct missing_past missing;
    struct watch *watch;
    VEC(struct alt_level) levels;
    VEC(struct es_hint)
    hints;                   /* by event, as far as one was needed: why it
                                could not be added (THEORY, Lemma 21) */
    VEC(uint32_t) needed_by; /* by missing event: index of one that needs it */
    uint64_t work;           /* not counted by the watch yet */
    uint64_t steps;          /* events of spikes tried */
    uint64_t searches;       /* calls of alt_find() */
    uint64_t spikes;         /* of the combs of all searches */
    uint32_t largest_comb;   /* the most spikes of one search */
};

void alt_init(struct alt *a, struct es *es, struct config *c,
              const struct cutoff *cutoff, struct watch *watch);
void alt_finish(struct alt *a);

/* An alternative to the sleeping events, or with k > 0 a k-partial one (THEORY,
 * Definition 18), with which the exploration may be blocked.  The events are in
 * increasing order, so causes come first.  Empty when there is none, or when
 * the watch ended the run.  Valid until the next call. */
struct es_span alt_find(struct alt *a);

/* Events were removed from the store: removes their hints. */
void alt_renumber(struct alt *a);

/* Aborts unless j is an alternative by the definition. */
void alt_check(struct alt *a, struct es_span j);

#endif
