/* prefix.h - a finite prefix of an unfolding as plain data, for drawing, export
 * and comparison.
 *
 * Events are numbered from 1 in the order of their discovery, causes before
 * effects; 0 is bottom, which produces the initial conditions.  Conditions are
 * numbered from 0; the initial ones come first and have producer 0.  All
 * immediate conflicts between the events are listed.  Engines fill a prefix,
 * writers read it.  All zero means: no prefix was requested. */
#ifndef PREFIX_H
#define PREFIX_H

#include "base/bits.h"
#include "base/vec.h"
#include "net/net.h"

struct prefix_span {
    uint32_t from, len; /* a slice of prefix.pool */
};

/* Of two runs with a common beginning. */
enum prefix_branch { PREFIX_COMMON, PREFIX_FIRST, PREFIX_SECOND };

/* What bad markings do to a local configuration (doomed.h). */
enum prefix_fate { PREFIX_NO_FATE, PREFIX_FREE, PREFIX_DOOMED, PREFIX_BAD };

struct prefix_event {
    trans_id trans;
    struct prefix_span causes; /* maximal causes: event numbers, increasing; {0}
                                  when bottom is the only one */
    struct prefix_span consumes; /* conditions consumed */
    struct prefix_span reads;    /* conditions read */
    struct prefix_span produces; /* conditions produced */
    uint32_t size; /* events in the local configuration, with itself, without
                      bottom */
    bool cutoff;
    bool has_companion;        /* the companion is known */
    uint32_t companion;        /* its number, 0 for bottom */
    bool witness;              /* on the run that is shown, or a cause of it */
    bool repeats;              /* the run repeats it for ever */
    enum prefix_branch branch; /* where two runs are shown */
    enum prefix_fate fate;     /* where bad markings are asked about */
};

struct prefix_condition {
    place_id place; /* PLACE_NONE: an engine's own, not drawn */
    uint32_t producer;
    place_id original; /* place; or of an engine's own: the place that it
                          copies, or PLACE_NONE */
    uint32_t rank; /* orders the copies of a place: the place itself, then by
                      reading transition */
};

struct prefix_conflict {
    uint32_t a, b; /* immediate conflict, a < b */
};

/* A step of the exploration that found the prefix.  The engine `por` takes all
 * but the last kind; C and D are the parameters of Explore(C, D, A). */
enum prefix_step_kind {
    STEP_PASS,        /* a pass begins at C = {bottom}, D = {} */
    STEP_ADD,         /* an event enabled at C is added to C */
    STEP_GUIDED,      /* the same, and it is of A */
    STEP_MAXIMAL,     /* C is a maximal configuration that is visited */
    STEP_BLOCKED,     /* C cannot grow, but for events of D */
    STEP_DISABLE,     /* the youngest event of C goes from C to D, */
    STEP_ALTERNATIVE, /* and there is an alternative, the next A */
    STEP_REMOVE,      /* the event leaves D */
    STEP_INSERT,      /* the engine `prefix` extends the prefix by an event */
};

/* An event that the prefix does not have. */
#define PREFIX_NO_EVENT UINT32_MAX

struct prefix_step {
    enum prefix_step_kind kind;
    uint32_t event; /* or PREFIX_NO_EVENT; STEP_PASS: the bound on the size of
                       events, 0: none */
    struct prefix_span alternative; /* STEP_ALTERNATIVE: events, causes first */
};

struct prefix {
    VEC(struct prefix_event) events; /* events.at[0] is bottom */
    VEC(struct prefix_condition) conditions;
    VEC(struct prefix_conflict) conflicts; /* sorted by (a, b) */
    uint32_t n_uncompared; /* how many last events have no conflicts listed:
                              finding them would take too long */
    VEC(uint32_t) pool;
    VEC(struct prefix_step) steps; /* in their order, if they were requested */
    bool steps_cut;                /* further steps were not kept */
    bool is_process;               /* of a run (run_process.h), or of two: it
                                      was not explored */
    bool is_fork;                  /* of two */
    bool has_fates;                /* of all events */
    bool has_copies;               /* readers consume copies of what they read
                                      (prefix_fold_reads()) */
};

void prefix_finish(struct prefix *prefix);

void prefix_sort_conflicts(struct prefix *prefix);

/* Is it a condition of a place, not one of an engine's own? */
static inline bool prefix_is_drawn(const struct prefix *prefix, uint32_t b)
{
    return prefix->conditions.at[b].place != PLACE_NONE;
}

/* By event: the longest chain of causes that ends with it, without bottom.  The
 * caller frees it. */
uint32_t *prefix_depths(const struct prefix *prefix);

/* --- other prefixes ------------------------------------------------------- */

/* If a place is read, an engine may give each reader a copy of the place, which
 * the reader consumes and produces again.  Files that know no reads need such a
 * prefix; drawings and the functions of the library show reads.  Both have the
 * same events: the copies of a condition become one condition, and what a
 * reader produces again is what it has read.  Fills a prefix that is all zero
 * with reads from one with copies. */
void prefix_fold_reads(const struct prefix *prefix, struct prefix *folded);

/* The part of a prefix around the events in focus: their past, and the events
 * all of whose causes are in that past and that follow an event in focus or are
 * in immediate conflict with one.  The caller frees the set. */
bits_word *prefix_part_around(const struct prefix *prefix,
                              const bits_word *focus);

/* Fills part, which is all zero, with the events of keep, which has the causes
 * of its members, and bottom.  They are numbered anew, in the old order.
 * Returns the old numbers by event; the caller frees them. */
uint32_t *prefix_part_take(const struct prefix *prefix, const bits_word *keep,
                           struct prefix *part);

#endif
