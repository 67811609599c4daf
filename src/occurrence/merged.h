/* merged.h - the merged process of a prefix.
 *
 * The occurrence depth of a condition on place p is the number of conditions on
 * p in the local configuration of its producer, itself included (THEORY,
 * Definition 65).  Conditions of the same place and depth are merged, and then
 * events with the same transition and the same merged conditions around them.
 *
 *     conditions 3 and 9 on p, each the second one in its past -> p/2
 *     events 4 and 7 of t, which both consume p/2 and produce q/1 -> one
 *
 * Conditions of an engine's own are left out.  An event of the merged process
 * is a cutoff if all its events are.  The time is linear in the size of the
 * prefix and in the number of events that the local configuration of each event
 * adds to that of its base (event_markings.h). */
#ifndef MERGED_H
#define MERGED_H

#include "base/lists.h"
#include "occurrence/prefix.h"

#define MERGED_NONE UINT32_MAX

struct merged_condition {
    place_id place;
    uint32_t depth; /* from 1 */
};

struct merged_event {
    trans_id trans;
    struct prefix_span consumes, reads, produces; /* in merged.pool: merged
                                                     conditions, increasing */
    /* of a process made from a prefix: */
    uint32_t first; /* its event with the smallest number */
    uint32_t n;     /* how many events it stands for, each once for all its
                       histories */
    bool cutoff;
};

/* All zero means: none. */
struct merged {
    VEC(struct merged_condition) conditions; /* by place, then by depth */
    VEC(struct merged_event) events; /* by first event or as found; no bottom */
    VEC(uint32_t) pool;
    /* the merged nodes of the nodes of a prefix, or NULL */
    uint32_t *condition_of; /* by condition; MERGED_NONE: an engine's own */
    uint32_t *event_of;     /* by event; MERGED_NONE: bottom */
    bool from_prefix;       /* it is the merged process of that prefix */
};

void merged_init(struct merged *merged, const struct prefix *prefix,
                 uint32_t n_places);
void merged_finish(struct merged *merged);

/* Leaves out what is said of the prefix. */
void merged_forget_prefix(struct merged *merged);

/* For a process that was built without a prefix: fills condition_of and
 * event_of for this prefix; MERGED_NONE: the process lacks the node. */
void merged_embed(struct merged *merged, const struct prefix *prefix,
                  uint32_t n_places);

/* An index of the events of a process under construction.  All zero: no
 * events. */
struct merged_names {
    struct lists lists;
    VEC(uint32_t) name; /* scratch */
};

void merged_names_finish(struct merged_names *names);

/* Appends the numbers of n conditions, increasing, to the pool, without
 * MERGED_NONE. */
struct prefix_span merged_add_span(struct merged *merged,
                                   const uint32_t *number, const uint32_t *at,
                                   uint32_t n);

/* Adds an event whose spans end the pool, unless the process has one with the
 * same transition and conditions: then the pool loses the spans.  Returns its
 * number; names has the events so far. */
uint32_t merged_intern(struct merged *merged, struct merged_names *names,
                       const struct merged_event *event);

#endif
