/* rows.h - a concurrency relation of conditions, stored by events.
 *
 * Conditions b of f and c of g are concurrent iff (THEORY, Lemma 32)
 *
 *     f = g, or
 *     f and g are concurrent: g is in the row of f, and f in the row of g; or
 *     f is a cause of g, and no event of [g] consumes b: g is in the row of b,
 *     and b is in the cut of g; or the same with f and g, b and c exchanged.
 *
 * Each component of places (needed.h) has a relation of its own: its events
 * are those that produce in it, numbered in the order in which they are added,
 * and bottom is number 0.  Rows are sets of these numbers.  A component has no
 * rows until rows_open(). */
#ifndef ROWS_H
#define ROWS_H

#include "base/sparse_set.h"
#include "base/stamp.h"
#include "prefix/needed.h"
#include "unfolding/es.h"

struct rows_event {
    struct pool_list with; /* concurrent events */
    uint32_t cut, n_cut;   /* the cut of [e] without what e produces: a slice of
                              rows.cuts */
};

struct rows_component {
    VEC(event_id) events;        /* by number */
    VEC(cond_id) initial;        /* conditions of bottom */
    VEC(struct rows_event) rows; /* by number; of all events, or none */
};

struct rows {
    const struct es *es;
    const struct needed *needed;
    struct rows_component *components;
    VEC(uint32_t) number; /* by event; ROWS_NONE */
    struct pool pool;
    VEC(struct pool_list)
    after; /* by condition: its row, the events above its producer that have it
              in their cut; as far as some component has rows */
    VEC(cond_id) cuts;
    VEC(uint32_t) found;   /* scratch: a set of events, see sparse_set.h */
    struct stamp seen;     /* scratch: places of the cuts that are merged */
    VEC(cond_id) youngest; /* by such a place: its youngest condition in them */
    uint64_t work;         /* entries of rows and cuts read or written */
};

#define ROWS_NONE UINT32_MAX

/* With bottom.  Both must outlive the rows. */
void rows_init(struct rows *rows, const struct es *es,
               const struct needed *needed);
void rows_finish(struct rows *rows);

/* The component in which e, not bottom, produces, or NEEDED_NONE. */
uint32_t rows_component_of(const struct rows *rows, event_id e);

/* Numbers e, whose conditions are in the store, in component k: the one in
 * which it produces.  Its causes were added. */
void rows_add(struct rows *rows, uint32_t k, event_id e);

/* Gives rows to the events of component k. */
void rows_open(struct rows *rows, uint32_t k);

static inline bool rows_has(const struct rows *rows, uint32_t k)
{
    return rows->components[k].rows.len > 0;
}

/* Are two conditions of component k, which has rows, concurrent? */
bool rows_pair(const struct rows *rows, uint32_t k, cond_id b, cond_id c);

static inline uint32_t rows_number(const struct rows *rows, event_id e)
{
    return rows->number.at[e];
}

/* The row of e, which was added to component k. */
static inline const struct rows_event *rows_of(const struct rows *rows,
                                               uint32_t k, event_id e)
{
    return &rows->components[k].rows.at[rows->number.at[e]];
}

/* Is b, of a component with rows, in the cut of [e]? */
static inline bool rows_cut_has(const struct rows *rows, event_id e, cond_id b)
{
    return sparse_set_has(&rows->pool, rows->after.at[b], rows->number.at[e]);
}

/* The condition of p in the cut of [e], or COND_NONE; e was added last. */
cond_id rows_cut_on(const struct rows *rows, event_id e, place_id p);

size_t rows_bytes(const struct rows *rows);

#endif
