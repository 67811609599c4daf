/* contextual.h - the possible extensions of events in a prefix with read arcs,
 * whose places are not copied.
 *
 * The extender (extender.h) needs a net without read arcs: a place has a copy
 * for each of its readers, and each event that consumes or produces on the
 * place does so with all of them.  If the copies would be too many, this module
 * finds the same events (THEORY, Lemma 81): the name of an event has the
 * readers of its consumed conditions that precede it.  It uses walks only:
 * without read arcs it takes 7 times (rw-12) to 34 times (furnace-3) the
 * instructions of the extender.
 *
 *     more = contextual_extend(&x, e, 0, most);
 *     ...
 *     more = contextual_extend(&x, e, most + 1, 2 * most);
 *
 * e is a direct cause of what it extends: it produces one of the conditions
 * that are used, or reads one that is consumed.  First conditions are chosen,
 * pairwise concurrent; then which of the other readers of the consumed
 * conditions come before:
 *
 *     places of t      p consumed       q consumed    r read
 *     conditions       b                c             d
 *     their readers    e  f  g          h
 *                      in in out        in
 *
 * Each extension is passed on at once, and none is kept.  An event may have as
 * many extensions as there are sets of other events, so the caller asks for
 * extensions by the number of their events that [e] lacks. */
#ifndef CONTEXTUAL_H
#define CONTEXTUAL_H

#include "base/stamp.h"
#include "engine/prefix/extender.h"
#include "engine/prefix/read_coset.h"

/* Gets a proposal about e (extender.h): of an extension the conditions in the
 * order of compiled_net_use(), the readers, and the events that [e] lacks; new
 * events may be added to the store, but not produce.  False: to stop. */
struct contextual_sink {
    bool (*take)(void *self, event_id e,
                 const struct extender_proposal *proposal,
                 const uint32_t *words);
    void *self;
};

/* A reader of chosen conditions, which may come before. */
struct contextual_reader {
    event_id event;
    uint32_t n; /* of how many chosen conditions */
    struct read_coset_slice brings;
};

/* What was decided about it. */
enum contextual_decision {
    CONTEXTUAL_BELOW, /* it is in the history already */
    CONTEXTUAL_IN,
    CONTEXTUAL_OUT,
};

struct contextual_digit {
    enum contextual_decision decision;
    uint32_t n_brought; /* the history before it */
};

struct contextual {
    const struct conc *conc; /* only its lists of conditions are used */
    const struct es *es;
    const struct compiled_net *compiled;
    struct extender_watch watch;
    struct contextual_sink sink;
    bool stopped;

    /* scratch for an event */
    event_id added;       /* e */
    cond_id end;          /* the first condition that e produces */
    uint32_t least, most; /* how many events are to be brought */
    bool more;            /* an extension needs more */
    VEC(uint32_t) turn;   /* by event: when it was extended first; 0: never */
    uint32_t n_turns;
    struct read_coset coset;
    struct extender_uses excluded;
    uint32_t *n_had; /* by transition, then by pattern: how many of its places
                        have conditions */
    struct stamp listed;         /* places with candidates */
    read_coset_list *candidates; /* by such a place */
    struct stamp tried, tried_patterns;

    /* a choice of conditions: */
    const place_id *places;  /* of the transition or pattern */
    VEC(uint32_t) uses;      /* by position of the choice: which of these */
    uint32_t n_consumed;     /* the first of these places */
    VEC(uint32_t) next;      /* by position: the next candidate */
    VEC(uint32_t) n_brought; /* by position: the history before it */
    VEC(struct contextual_reader) readers;
    VEC(struct contextual_digit) digits; /* by reader */
    VEC(uint32_t) included;              /* which readers are in the history */
    VEC(uint32_t) words;
    uint64_t steps, due, told; /* as in an extender */
};

/* Borrows its arguments. */
void contextual_init(struct contextual *context, const struct conc *conc,
                     struct extender_watch watch, struct contextual_sink sink);
void contextual_finish(struct contextual *context);

/* Passes on the proposals about e, which is bottom or the event that was added
 * last: the extensions that need `least` to `most` events besides [e].  True
 * when some need more events.  Events that were added after the first call for
 * e are left out. */
bool contextual_extend(struct contextual *context, event_id e, uint32_t least,
                       uint32_t most);

/* The work done since the watch was told. */
uint64_t contextual_untold(struct contextual *context);

#endif
