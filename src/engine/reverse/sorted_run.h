/* sorted_run.h - a configuration C as the sequence of its events in the total
 * order, with its extensions.
 *
 * Events are pushed in increasing order (event_order.h), and causes come first
 * in it, so C with its positions is a run.  The store of events is a stack: it
 * holds C and what extends C, and a pop removes what the push has added.  So it
 * holds no more than one run.
 *
 * For each extension outside en(C), its least conflict is the first position
 * with an event in conflict with it.  Such an extension is
 *
 *     passed over   if it is less than the event at its least conflict: it was
 *                   enabled when the greater event was pushed.
 *
 * When n events read what a transition consumes, it has up to 2^n histories.
 * Where there are many histories, or millions of events in the store, a push
 * makes only the extension that is enabled, and notes the first such position
 * (postponed).  The other extensions matter for the children of a maximal C:
 * before it asks for children, the caller pushes again from that position on,
 * with is_whole set.
 *
 * complete(C) pushes the least event of en(C) until there is none; the events
 * that it pushes pass over none (THEORY, Lemma 75). */
#ifndef SORTED_RUN_H
#define SORTED_RUN_H

#include "engine/unfolding/pages.h"
#include "engine/reverse/event_order.h"
#include "engine/unfolding/extend.h"

/* A position whose push made too few extensions. */
struct sorted_run_postponed {
    uint32_t pos;
    uint32_t exponent; /* a transition has 2^exponent histories or more */
};

/* Of an extension outside en(C); all zero for others, which are most events. */
struct sorted_run_event {
    uint32_t conflict;  /* the least one */
    uint32_t next : 31; /* in the list of that position, or 0 */
    uint32_t passed_over : 1;
};

struct sorted_run {
    struct es *es;
    struct config c;
    struct extend extend;
    struct event_order order;
    struct delta_stack first_events; /* by position: the first that its push
                                        found */
    PAGES(event_id)
    blocked; /* by position: the list of the extensions with
                their least conflict there, or 0 */
    PAGES(struct sorted_run_event) events;
    VEC(uint32_t) passed_over; /* the positions that passed over extensions */
    /* Where it is gathered: a heap, least event first, of the events of en(C)
     * and of others that were in en(C) */
    bool is_gathered;
    es_event_list heap;
    uint32_t bound;       /* largest size of events, 0: none */
    bool is_beyond;       /* an event was met that is larger */
    bool is_whole;        /* pushes make all extensions */
    uint32_t many;        /* else: fewer than 2^many histories, */
    uint32_t many_events; /* and only enabled ones beyond this many events */
    VEC(struct sorted_run_postponed) postponed; /* increasing */
    uint64_t n_pushed;                          /* events, ever */
    uint64_t n_found;                           /* extensions, ever */
    uint64_t n_moved; /* events of the heap that were compared, ever */
};

/* {bottom}.  The store must be lazy and have no events.  Of the problem only
 * the switches for tests are used. */
void sorted_run_init(struct sorted_run *r, struct es *es, struct watch *watch,
                     uint32_t bound, const struct engine_test *test);
void sorted_run_finish(struct sorted_run *r);

/* How many events, bottom not counted. */
static inline uint32_t sorted_run_len(const struct sorted_run *r)
{
    return config_size(&r->c);
}

static inline trans_id sorted_run_trans(const struct sorted_run *r,
                                        uint32_t pos)
{
    return r->es->events.at[config_at(&r->c, pos)].trans;
}

/* The last position that passed over an extension; 0: none did. */
static inline uint32_t sorted_run_last_passed(const struct sorted_run *r)
{
    return r->passed_over.len ? *vec_top(&r->passed_over) : 0;
}

/* Adds the event e of en(C), which is greater than all events of C. */
void sorted_run_push(struct sorted_run *r, event_id e);
void sorted_run_pop(struct sorted_run *r);

/* The least event of en(C); EVENT_NONE when there is none within the bound.
 * The first time after a pop, linear in en(C); else logarithmic for each event
 * that came into it or left it. */
event_id sorted_run_least(struct sorted_run *r);

/* Aborts if an invariant is broken. */
void sorted_run_check(struct sorted_run *r);

#endif
