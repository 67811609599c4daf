/* cutoff_sweep.h - the marking table when events are removed from the store.
 *
 *     compact_start(&map, es);                what stays is chosen
 *     cutoff_sweep_release(&sweep, &map, keys);
 *     compact_store(es, &map);
 *     cutoff_sweep_renumber(&sweep, &map);
 *
 * The entry of an event that is removed passes to another event of that marking
 * that is not cut, if there is one; else to the labels of the event, if labels
 * are kept and the table is not full; else it is lost.
 *
 * Both steps take time linear in the events.  When the table has doubled since
 * the last sweep, they also sweep the whole table: markings without an entry
 * leave the store, and paths and strings that no entry needs are freed. */
#ifndef CUTOFF_SWEEP_H
#define CUTOFF_SWEEP_H

#include "engine/unfolding/compact.h"
#include "engine/unfolding/cutoff.h"

struct cutoff_sweep {
    struct cutoff *cutoff; /* the rest is zero at first */
    VEC(uint32_t) touched; /* markings of events, while these move */
    uint64_t weight_after; /* of the table, after the sweep before */
};

/* Before events are removed from the store; decides whether markings move too,
 * and which stay.  keys: entries may pass to labels. */
void cutoff_sweep_release(struct cutoff_sweep *sweep, struct compact_map *map,
                          bool keys);

/* Afterwards: takes the new ids. */
void cutoff_sweep_renumber(struct cutoff_sweep *sweep,
                           const struct compact_map *map);

#endif
