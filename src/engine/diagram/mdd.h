/* mdd.h - sets of words as decision diagrams with several values a level.
 *
 * A word has a value at each level, from the highest level down to 1.  A node
 * of level k is a list of arcs, each with a value and a node of level k - 1, by
 * increasing value; it stands for the words that its arcs begin.  No arc leads
 * to the empty set, each node is stored once, and every level has a node on
 * every path (the diagram is quasi-reduced).  So equal sets have equal ids.
 *
 *     level 2     0 --> a     1 --> b         {00, 11, 12}
 *     level 1  a: 0 --> ALL   b: 1 --> ALL, 2 --> ALL
 *
 * An id is the place of a node in an array of cells: a header, then its arcs.
 * A collection frees the nodes to which no id in `kept` leads; the nodes that
 * remain do not move.  Only functions that say so collect.
 *
 * Once the watch, the patience or a lack of ids has stopped the diagram, its
 * operations return MDD_EMPTY or an earlier result: before a caller draws a
 * conclusion from a set, it must ask mdd_spend() or the watch. */
#ifndef MDD_H
#define MDD_H

#include "base/bits.h"
#include "base/keys.h"
#include "base/vec.h"
#include "engine/watch.h"

#include <stdbool.h>

typedef uint32_t mdd_id;

/* The set without words, and at level 0 the set of the empty word. */
#define MDD_EMPTY 0u
#define MDD_ALL 1u

struct mdd_arc {
    uint32_t value;
    mdd_id to;
};

struct mdd_memo {
    uint32_t code, a, b, result;
};

typedef VEC(struct mdd_arc) mdd_arc_list;

struct mdd_frame;

struct mdd {
    struct mdd_arc *cells; /* a header: the next node of its bucket or free
                                  list, and its number of arcs */
    uint32_t n_cells, cap;
    uint32_t *buckets; /* of the nodes, by their arcs */
    uint32_t bucket_mask;
    VEC(uint32_t) free; /* by number of arcs: freed nodes */
    uint32_t n_nodes, peak_nodes;
    uint32_t collect_at; /* nodes at which to collect; 0: at any time */
    VEC(mdd_id) kept;

    struct mdd_memo *memo; /* results, each in one place by its key */
    uint32_t memo_mask;
    uint32_t n_remembered; /* since there were more places */

    mdd_arc_list draft; /* the arcs of nodes that are being made */
    VEC(struct mdd_frame) frames;

    struct watch *watch; /* NULL: nothing stops it but a lack of ids */
    uint64_t work;       /* arcs and look-ups that the watch does not know of */
    uint64_t credit;     /* how much that may be */
    uint32_t cost;       /* as how much the watch counts one of it */
    uint64_t patience;   /* work after which it stops */
    bool stopped;
};

/* The watch is borrowed. */
void mdd_init(struct mdd *d, struct watch *watch);
void mdd_finish(struct mdd *d);

size_t mdd_bytes(const struct mdd *d);

/* Tells the watch; true to stop. */
bool mdd_pay(struct mdd *d);

/* Stops after so much more work, but for what the watch says.  mdd_go_on() ends
 * that, and says what is left of it: 0 if it came to an end. */
void mdd_limit(struct mdd *d, uint64_t work);
uint64_t mdd_go_on(struct mdd *d);

/* To be called in loops; true to stop. */
static inline bool mdd_spend(struct mdd *d)
{
    return d->work > d->credit ? mdd_pay(d) : d->stopped;
}

static inline uint32_t mdd_len(const struct mdd *d, mdd_id n)
{
    return d->cells[n].to;
}

/* The arcs of a node, valid until the next node is made. */
static inline const struct mdd_arc *mdd_arcs(const struct mdd *d, mdd_id n)
{
    return d->cells + n + 1;
}

/* Where the arc with this value leads; EMPTY when there is none. */
mdd_id mdd_child(const struct mdd *d, mdd_id n, uint32_t value);

/* The node with these arcs, by increasing value. */
mdd_id mdd_node(struct mdd *d, const struct mdd_arc *arcs, uint32_t len);

/* Makes a node of the arcs of the draft from `start` on, and removes them from
 * the draft. */
mdd_id mdd_close(struct mdd *d, uint32_t start);

enum mdd_operation {
    MDD_UNION,
    MDD_DIFFERENCE,
    MDD_INTERSECTION,
    MDD_OPERATIONS
};

/* Of two sets of the same level. */
mdd_id mdd_combine(struct mdd *d, enum mdd_operation operation, mdd_id a,
                   mdd_id b);

/* Results of other operations, with codes from MDD_OPERATIONS on.  A result
 * may be forgotten at any time. */
bool mdd_recall(struct mdd *d, uint32_t code, mdd_id a, mdd_id b,
                mdd_id *result);
void mdd_remember(struct mdd *d, uint32_t code, mdd_id a, mdd_id b,
                  mdd_id result);

/* Frees the nodes that nothing in `kept` leads to, if there are collect_at. */
void mdd_collect(struct mdd *d);

/* The nodes of the set, level by level from the highest one down to 1: node
 * number i is keys.at[i], and its children have larger numbers.  No nodes when
 * the diagram is stopped. */
struct mdd_list {
    struct keys keys;
    VEC(uint32_t) ends; /* of the levels, the highest first */
    uint32_t n_levels;
};

void mdd_list_init(struct mdd_list *list, struct mdd *d, mdd_id set,
                   uint32_t n_levels);
void mdd_list_finish(struct mdd_list *list);

/* Where the nodes of the level begin; those of level k end where level k - 1
 * begins. */
static inline uint32_t mdd_list_start(const struct mdd_list *list,
                                      uint32_t level)
{
    return level == list->n_levels ? 0
                                   : list->ends.at[list->n_levels - 1 - level];
}

/* Recomputes what must hold of the nodes. */
void mdd_check(const struct mdd *d);

#endif
