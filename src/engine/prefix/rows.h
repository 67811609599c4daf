/* rows.h - a concurrency relation of conditions, stored by events.
 *
 * Conditions b of f and c of g are concurrent iff (THEORY, Lemma 32)
 *
 *     f = g, or
 *     f and g are concurrent: g is in the row of f, and f in the row of g; or
 *     f is a cause of g, and no event of [g] consumes b: g is in the row of b,
 *     and b is in the cut of g; or the same with f and g, b and c exchanged.
 *
 * Each component of places (place_components.h) has a relation of its own: its
 * events are the events that produce in it, numbered in the order in which they
 * are added, and bottom is number 0.  Rows are sets of these numbers.  A
 * component has no rows until rows_fill().
 *
 * Rows are divided into ROWS_PARTS parts, so that several threads write to
 * different parts (rows_batch.h).  A thread has a worker: what it needs to
 * compute rows. */
#ifndef ROWS_H
#define ROWS_H

#include "engine/prefix/sparse_set.h"
#include "base/stamp.h"
#include "engine/prefix/place_components.h"
#include "engine/unfolding/es.h"

/* The parts of the rows, the most events of a batch, and the work of entering
 * an event into a row that is not in the cache, in entries that are read one
 * after another. */
enum { ROWS_PARTS = 16, ROWS_BATCH = 512, ROWS_ENTER_WORK = 8 };

/* Groups of eight numbers that follow each other in a part. */
enum { ROWS_PART_GROUPS = 16 };

/* What the rows of a part are stored in.  A part of 1024 bytes is found by a
 * shift. */
struct rows_part {
    struct pool pool;
    VEC(cond_id) cuts;
    char apart[1024 - sizeof(struct pool) - 2 * sizeof(uint64_t)];
};

struct rows_event {
    struct pool_list with; /* concurrent events */
    uint32_t cut, n_cut;   /* the cut of [e] without what e produces: a slice of
                              the cuts of its part */
};

struct rows_component {
    VEC(event_id) events;        /* by number */
    VEC(cond_id) initial;        /* conditions of bottom */
    VEC(struct rows_event) rows; /* by number; of all events, or none */
};

/* The scratch of one thread. */
struct rows_worker {
    VEC(uint32_t) found;   /* a set of events, see sparse_set.h */
    VEC(cond_id) cut;      /* of an event */
    struct stamp seen;     /* places of the cuts that are merged */
    VEC(cond_id) youngest; /* by such a place: its youngest condition in them */
    bits_word *marking;    /* of the event */
    VEC(uint32_t) columns; /* by condition: rows_batch.h; 0 between calls */
    VEC(cond_id) met;      /* conditions whose column is not zero */
    uint64_t work;         /* entries of rows and cuts read or written, except
                              those of the events of the same size */
};

struct rows {
    struct mem_guard guard; /* see rows_share() */
    const struct es *es;
    const struct place_components *places;
    struct rows_component *components;
    VEC(uint32_t) number; /* by event; ROWS_NONE */
    struct rows_part parts[ROWS_PARTS];
    uint32_t part_mask; /* 0: all is in the first part, for one thread */
    VEC(struct pool_list)
    after; /* by condition: its row, the events above its producer that have it
              in their cut; as far as some component has rows */
};

#define ROWS_NONE UINT32_MAX

/* The part of the events of a group of eight numbers; and the part of the lists
 * of event number n, or of condition n.  Numbers near each other are in one
 * part, so that threads seldom write side by side. */
static inline uint32_t rows_part_of_group(const struct rows *rows,
                                          uint32_t group)
{
    return group / ROWS_PART_GROUPS & rows->part_mask;
}

static inline uint32_t rows_part_of(const struct rows *rows, uint32_t n)
{
    return rows_part_of_group(rows, n / 8);
}

/* With bottom.  Both must outlive the rows. */
void rows_init(struct rows *rows, const struct es *es,
               const struct place_components *places);
void rows_finish(struct rows *rows);

/* Divides the rows into parts, so that all threads may write to them.  The
 * memory of the parts then belongs to no scope (mem.h); a guard frees it when
 * memory runs out.  The first call takes time linear in the rows. */
void rows_share(struct rows *rows);

void rows_worker_finish(struct rows_worker *worker);

/* The component in which e, not bottom, produces, or PLACE_COMPONENTS_NONE. */
uint32_t rows_component_of(const struct rows *rows, event_id e);

/* Numbers e, whose conditions are in the store, in component k: the one in
 * which it produces.  Its causes have numbers. */
void rows_add(struct rows *rows, uint32_t k, event_id e);

static inline bool rows_has(const struct rows *rows, uint32_t k)
{
    return rows->components[k].rows.len > 0;
}

/* Gives rows to all events of component k that have none.  rows_has() is true
 * then. */
void rows_fill(struct rows *rows, struct rows_worker *worker, uint32_t k);

/* The first events of component k without rows that have one size, so that none
 * is a cause of another, ROWS_BATCH at most: where their numbers end. */
uint32_t rows_end_of_batch(const struct rows *rows, uint32_t k);

/* Into worker->found and worker->cut: the events before number `first` of
 * component k that are concurrent with event number n, which is not bottom, and
 * its cut.  Event `first` is no larger than n.  All before it have rows. */
void rows_find(const struct rows *rows, struct rows_worker *worker, uint32_t k,
               uint32_t n, uint32_t first);

/* Into worker->found: the events from number `first` on that are concurrent
 * with event number n of component k, when they are in all rows of other events
 * and of conditions. */
void rows_find_beside(const struct rows *rows, struct rows_worker *worker,
                      uint32_t k, uint32_t n, uint32_t first);

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

/* The entries of the row of event number n: a sparse set. */
static inline const uint32_t *rows_with(const struct rows *rows, uint32_t n,
                                        struct pool_list with)
{
    return pool_at(&rows->parts[rows_part_of(rows, n)].pool, with);
}

/* The entries of a row in the groups before `group`, the first group that may
 * have events of a batch. */
static inline uint32_t rows_count_before(const uint32_t *at, uint32_t len,
                                         uint32_t group)
{
    const uint32_t most = ROWS_BATCH / 8 + 1;

    for (uint32_t i = 0; i < 6; i++, len--)
        if (!len || at[len - 1] >> 8 < group)
            return len;
    return sparse_set_seek(at, len > most ? len - most : 0, len, group);
}

/* The cut of event number n. */
static inline const cond_id *rows_cut(const struct rows *rows, uint32_t n,
                                      const struct rows_event *row)
{
    return rows->parts[rows_part_of(rows, n)].cuts.at + row->cut;
}

/* Is b, of a component with rows, in the cut of [e]? */
static inline bool rows_cut_has(const struct rows *rows, event_id e, cond_id b)
{
    const struct pool *const pool = &rows->parts[rows_part_of(rows, b)].pool;
    const struct pool_list after = rows->after.at[b];
    const uint32_t n = rows->number.at[e];

    return after.len && pool_at(pool, after)[after.len - 1] >> 8 >= n / 8 &&
           sparse_set_has(pool, after, n);
}

/* What the rows take, without spare room. */
size_t rows_bytes(const struct rows *rows);

#endif
