/* mp_candidates.h - what may be the next event: a transition, and a
 * configuration that enables it.
 *
 * When event e is extended, transitions that use its conditions may come next.
 * The tokens that such a transition needs besides are marked after the local
 * configuration of e, or after its union with those of other extended events.
 * Only some local configurations of each event are kept, so these are not all
 * candidates: the solver finds the others (mp_builder.h).  Candidates come by
 * the number of events. */
#ifndef MP_CANDIDATES_H
#define MP_CANDIDATES_H

#include "engine/merged/mp_config.h"

struct mp_candidates_one {
    trans_id trans;
    uint32_t from, len; /* in the pool: events of the configuration, or local
                           configurations that are united */
    bool whole;         /* the former */
};

/* Candidates, of which those before `next` were taken. */
struct mp_candidates_queue {
    mp_process_list at;
    uint32_t next;
};

/* Where the search for the token of a place goes on. */
struct mp_candidates_cursor {
    bool begun; /* the token that the union leaves there was tried */
    uint32_t condition, producer; /* what is tried next */
    uint32_t n_events, n_parts;   /* of the union before */
};

struct mp_candidates {
    const struct mp_process *process;
    VEC(mp_process_list) locals; /* local configurations, in a causal order */
    VEC(mp_process_list) producers; /* by condition: those that end with it */
    mp_process_list n_locals;       /* by event: how many it has */
    uint32_t most_locals;           /* of an event */
    VEC(struct mp_candidates_one) all;
    mp_process_list pool;
    VEC(struct mp_candidates_queue) waiting; /* by number of events */
    uint32_t size;                           /* there are no smaller ones */
    uint32_t sorted; /* 1 + the size that was sorted last */
    /* The union that is being made: its events, and by event and by condition
     * whether it has them, produces and consumes them. */
    mp_process_list events;
    VEC(bool) has, produced, consumed;
    mp_process_list lacking; /* places whose token is to be found */
    mp_process_list parts;   /* whose local configurations are united */
    VEC(struct mp_candidates_cursor) cursors; /* by such a place */
    uint32_t n_unions;                        /* for this event */
    mp_process_list seen; /* by transition: 1 + the local configuration that it
                             was tried for */
};

void mp_candidates_init(struct mp_candidates *candidates,
                        const struct mp_process *process, uint32_t most_locals);
void mp_candidates_finish(struct mp_candidates *candidates);

/* The transitions that are enabled initially. */
void mp_candidates_begin(struct mp_candidates *candidates);

/* The last event of the local configuration is extended.  Nothing happens where
 * it has enough of them. */
void mp_candidates_extend(struct mp_candidates *candidates,
                          const struct mp_config *local);

/* Would another local configuration of e add candidates? */
bool mp_candidates_want(const struct mp_candidates *candidates, uint32_t e);

/* The transition t after these n events, which are extended. */
void mp_candidates_add(struct mp_candidates *candidates, trans_id t,
                       const uint32_t *events, uint32_t n);

/* The size of the smallest configuration; false: there is none. */
bool mp_candidates_wait(struct mp_candidates *candidates, uint32_t *n_events);

/* Takes out a candidate of this size.  Fills in the events, in any order. */
trans_id mp_candidates_take(struct mp_candidates *candidates,
                            mp_process_list *events);

#endif
