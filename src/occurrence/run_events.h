/* run_events.h - a run of the net as events of a prefix.
 *
 * At most one event of each transition is enabled at a configuration, so a run
 * is a sequence of events.  An event is enabled at C if C has its causes and no
 * event in immediate conflict with it. */
#ifndef RUN_EVENTS_H
#define RUN_EVENTS_H

#include "base/pool.h"
#include "occurrence/prefix.h"

typedef VEC(uint32_t) run_events_list;

struct run_events {
    const struct prefix *prefix;
    struct pool lists;
    struct pool_list *effects; /* by event: those with it as a maximal cause */
    struct pool_list *rivals;  /* by event: in immediate conflict */
    uint32_t *n_missing;       /* by event: maximal causes outside C */
    uint32_t *n_against;       /* by event: events of C in conflict */
    uint32_t *latest, *previous; /* by transition, by event: a list of those
                                    whose causes C has */
    run_events_list added;       /* C */
};

/* The prefix must have its conflicts. */
void run_events_init(struct run_events *r, const struct prefix *prefix,
                     uint32_t n_trans);
void run_events_finish(struct run_events *r);

/* Bottom, then the events of the run, as far as the prefix has them.  Valid
 * until the next call; takes time in what these events have as effects and
 * conflicts. */
run_events_list *run_events_find(struct run_events *r, const trans_id *run,
                                 uint32_t len);

#endif
