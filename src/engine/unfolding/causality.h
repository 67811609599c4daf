/* causality.h - which events of a configuration are in the past of which.
 *
 * The configuration is a sequence of positions; position 0 is bottom.  It is
 * cut into chains of causally ordered events: a pushed event continues a chain
 * whose last event is in its past, one of its causes if possible, or begins a
 * new one.  So, as a rule, there are no more chains than events that can occur
 * at once.  The past of an event is then a vector: for each chain that it
 * meets, the last position of that chain in the past (a vector clock over
 * chains).
 *
 *     position   causes   chain   vector, own chain left out
 *        1       0          0     -
 *        2       1          0     -            the same as that of 1
 *        3       0          1     -
 *        4       2 3        0     1: 3
 *        5       4          0     1: 3         the same as that of 4: shared
 *        6       3          1     -
 *
 * An event that continues the chain of its only maximal cause shares the vector
 * of that cause, so both long runs and wide runs take a few words an event.  A
 * vector is made only where chains meet, with an entry for each chain below.
 *
 * Pushes and pops are exact inverses. */
#ifndef CAUSALITY_H
#define CAUSALITY_H

#include "base/vec.h"

#include <stdbool.h>

#define CAUSALITY_NONE UINT32_MAX

struct causality_entry {
    uint32_t chain;
    uint32_t pos; /* the last one of the chain in the past */
};

struct causality_event {
    uint32_t chain;  /* CAUSALITY_NONE for bottom */
    uint32_t index;  /* on its chain, from 1 */
    uint32_t before; /* the position before it on its chain, or NONE */
    uint32_t vector; /* among the entries; that of `before`, or the last one
                        made; 0: empty */
};

/* The entries of a vector, by increasing chain. */
struct causality_vector {
    const struct causality_entry *at;
    uint32_t n;
};

typedef VEC(uint32_t) causality_positions;
typedef VEC(struct causality_entry) causality_entries;

/* A union of pasts, bottom left out.  All zero is the empty one. */
struct causality_past {
    causality_entries at;   /* by increasing chain */
    causality_entries next; /* scratch: room for those of a larger union */
};

struct causality {
    VEC(struct causality_event) events; /* by position */
    /* vectors: a head, whose `chain` is the number of entries, and these */
    causality_entries entries;
    VEC(uint32_t) tails;       /* by chain: its last position */
    struct causality_past sum; /* scratch */
};

/* {bottom}. */
void causality_init(struct causality *c);
void causality_finish(struct causality *c);

/* The next position, an event with these positions as causes, in any order and
 * with repetition; at least one. */
void causality_push(struct causality *c, const uint32_t *causes, uint32_t n);
void causality_pop(struct causality *c);

/* The last position of the chain among the entries; 0 if there is none. */
static inline uint32_t causality_last(const struct causality_entry *entries,
                                      uint32_t n, uint32_t chain)
{
    uint32_t low = 0;

    while (n > low) {
        const uint32_t middle = low + (n - low) / 2;

        if (entries[middle].chain == chain)
            return entries[middle].pos;
        if (entries[middle].chain < chain)
            low = middle + 1;
        else
            n = middle;
    }
    return 0;
}

static inline struct causality_vector
causality_vector(const struct causality *c, const struct causality_event *e)
{
    const struct causality_entry *const head = c->entries.at + e->vector;

    return (struct causality_vector){head + 1, head->chain};
}

/* The last position of the chain that is in the past of position b, or b; 0 if
 * there is none. */
static inline uint32_t causality_last_below(const struct causality *c,
                                            uint32_t b, uint32_t chain)
{
    const struct causality_event *const e = &c->events.at[b];
    const struct causality_vector vector = causality_vector(c, e);

    return e->chain == chain ? b : causality_last(vector.at, vector.n, chain);
}

/* Is position a in the past of position b, or the same? */
static inline bool causality_before(const struct causality *c, uint32_t a,
                                    uint32_t b)
{
    if (a >= b || a == 0)
        return a == b || a == 0;
    return a <= causality_last_below(c, b, c->events.at[a].chain);
}

void causality_past_finish(struct causality_past *past);
void causality_past_copy(struct causality_past *to,
                         const struct causality_past *from);

/* Adds a position and its past. */
void causality_past_add(const struct causality *c, struct causality_past *past,
                        uint32_t pos);

/* Adds all of these positions and their pasts, in the time that sorting the
 * added entries takes. */
void causality_past_add_all(const struct causality *c,
                            struct causality_past *past, const uint32_t *at,
                            uint32_t n);

bool causality_past_has(const struct causality *c,
                        const struct causality_past *past, uint32_t pos);

/* How many positions, bottom left out. */
uint32_t causality_past_count(const struct causality *c,
                              const struct causality_past *past);

/* Appends to out, in no particular order, the positions of the past that are
 * neither pos nor in the past of pos (pos 0: all positions but bottom).  The
 * time is linear in the number of these positions and in the number of
 * chains. */
void causality_past_beyond(const struct causality *c,
                           const struct causality_past *past, uint32_t pos,
                           causality_positions *out);

#endif
