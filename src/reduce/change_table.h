/* change_table.h - transitions by what they change: chains of a hash table.
 *
 * An entry is stale when its transition has got another hash since, or has left
 * the net.  A transition that gets back an earlier hash has two entries that
 * are not stale.  Stale entries leave their chain when they are met, so that
 * chains stay short although many equal transitions are removed. */
#ifndef CHANGE_TABLE_H
#define CHANGE_TABLE_H

#include "net/net.h"

struct change_table_entry {
    trans_id trans;
    uint32_t next; /* entry + 1; 0: none */
};

struct change_table {
    uint32_t *heads; /* entry + 1; 0: none */
    uint32_t mask;
    VEC(struct change_table_entry) entries;
    VEC(uint32_t) hashes; /* by transition; 0: none */
};

/* n_transitions is an estimate. */
void change_table_init(struct change_table *table, uint32_t n_transitions);
void change_table_finish(struct change_table *table);

/* Sets the hash of t, which is not 0. */
void change_table_note(struct change_table *table, trans_id t, uint32_t hash);

/* t, which has a hash, has left the net. */
static inline void change_table_forget(struct change_table *table, trans_id t)
{
    table->hashes.at[t] = 0;
}

/* The first entry with the hash that is not stale, behind entry `from` (0: from
 * the beginning); entries count from 1, and 0 is none. */
uint32_t change_table_next(struct change_table *table, uint32_t hash,
                           uint32_t from);

static inline trans_id change_table_trans(const struct change_table *table,
                                          uint32_t entry)
{
    return table->entries.at[entry - 1].trans;
}

#endif
