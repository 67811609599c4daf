#include "reduce/change_table.h"

void change_table_init(struct change_table *table, uint32_t n_transitions)
{
    uint32_t size = 16;

    while (size < n_transitions)
        size *= 2;
    *table = (struct change_table){.mask = size - 1};
    table->heads = mem_zero(size, sizeof *table->heads);
}

void change_table_finish(struct change_table *table)
{
    mem_free(table->heads);
    vec_free(&table->entries);
    vec_free(&table->hashes);
}

void change_table_note(struct change_table *table, trans_id t, uint32_t hash)
{
    uint32_t *const head = &table->heads[hash & table->mask];
    const struct change_table_entry entry = {t, *head};

    vec_fit(&table->hashes, t + 1);
    if (table->hashes.at[t] == hash)
        return;
    table->hashes.at[t] = hash;
    vec_push(&table->entries, entry);
    *head = table->entries.len;
}

/* A chain has entries with several hashes that are not stale. */
uint32_t change_table_next(struct change_table *table, uint32_t hash,
                           uint32_t from)
{
    uint32_t *link = from ? &table->entries.at[from - 1].next
                          : &table->heads[hash & table->mask];

    while (*link) {
        struct change_table_entry *const entry = &table->entries.at[*link - 1];
        const uint32_t now = table->hashes.at[entry->trans];

        if (now == hash)
            break;
        if (!now || ((now ^ hash) & table->mask))
            *link = entry->next;
        else
            link = &entry->next;
    }
    return *link;
}
