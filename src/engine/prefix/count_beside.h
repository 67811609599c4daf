/* count_beside.h - nodes that one thread counts when it has nothing else to do,
 * while the leader adds events (count_nodes.h).
 *
 *     leader                           the thread that counts
 *       pushes events to `coming`        count_nodes_init(&x.nodes, es)
 *       ...                            in each step of all threads:
 *       alone: it may add conditions     count_beside_fetch()
 *                                        count_beside_some()
 *       count_beside_stop()            while it waits for the next step:
 *       alone: arrays may move           count_beside_idly()
 *
 * The leader never waits for the thread, unless by count_beside_stop() for a
 * few events. */
#ifndef COUNT_BESIDE_H
#define COUNT_BESIDE_H

#include "base/crew.h"
#include "engine/unfolding/count_nodes.h"

struct count_beside {
    struct count_nodes nodes; /* of the thread that counts */
    es_event_list uncounted;  /* its own; during a step it may add events */
    uint32_t n_counted;       /* of the nodes to count, already counted */
    es_event_list coming;     /* of the leader: to be counted, after causes */
    char apart_idle[CREW_APART];
    _Atomic bool is_allowed; /* to count idly; the leader says so */
    char apart_busy[CREW_APART];
    _Atomic bool is_busy;    /* it counts idly */
    _Atomic uint32_t n_left; /* of those taken over */
    char apart[CREW_APART];
};

/* By the thread that counts: makes room for some ten thousands of events,
 * before any is counted. */
void count_beside_expect(struct count_beside *beside);

/* By the thread; `coming` is left to the leader. */
void count_beside_finish(struct count_beside *beside);

/* By the thread, during a step: takes over what the leader has added. */
void count_beside_fetch(struct count_beside *beside);

/* Counts the next n events, or fewer. */
void count_beside_some(struct count_beside *beside, uint32_t n);

/* How many are left, of those taken over.  The leader may ask, too. */
static inline uint32_t count_beside_left(const struct count_beside *beside)
{
    return atomic_load_explicit(&beside->n_left, memory_order_relaxed);
}

/* By the thread, at the end of a step in which it has added events. */
static inline void count_beside_note(struct count_beside *beside)
{
    atomic_store_explicit(&beside->n_left,
                          beside->uncounted.len - beside->n_counted,
                          memory_order_relaxed);
}

/* By the thread, between two steps: counts a few; false: there are none, or the
 * leader does not allow it. */
bool count_beside_idly(struct count_beside *beside);

/* By the leader: from now on, until count_beside_allow(), nothing is counted
 * between steps. */
void count_beside_stop(struct count_beside *beside);

static inline void count_beside_allow(struct count_beside *beside)
{
    if (!atomic_load_explicit(&beside->is_allowed, memory_order_relaxed))
        atomic_store_explicit(&beside->is_allowed, true, memory_order_relaxed);
}

#endif
