#include "prefix/rows_batch.h"

bool rows_batch_add(struct rows_batch *batch, uint32_t k)
{
    struct rows *const rows = batch->rows;
    struct rows_component *const in = &rows->components[k];
    const struct rows_event none = {{0}, 0, 0};
    uint32_t first;
    const uint32_t end = rows_find_batch(rows, k, &first);

    if (end < in->events.len)
        return false;
    for (uint32_t n = first; n < end; n++) {
        const struct rows_batch_item item = {.k = k, .n = n, .first = first};

        vec_push(&batch->items, item);
        vec_push(&in->rows, none);
    }
    return true;
}

void rows_batch_find(struct rows_batch *batch, struct rows_worker *worker,
                     uint32_t i, uint32_t thread)
{
    struct rows_batch_item *const item = &batch->items.at[i];
    rows_batch_list *const list = &batch->lists[thread];

    rows_find(batch->rows, worker, item->k, item->n, item->first);
    item->thread = thread;
    item->found = list->len;
    item->n_found = worker->found.len;
    item->n_cut = worker->cut.len;
    for (uint32_t k = 0; k < worker->found.len; k++)
        vec_push(list, worker->found.at[k]);
    for (uint32_t k = 0; k < worker->cut.len; k++)
        vec_push(list, worker->cut.at[k]);
}

/* The entries that were found for it, and the conditions of its cut behind
 * them; NULL: nothing was found for any item of its thread. */
static const uint32_t *found_of(const struct rows_batch *batch,
                                const struct rows_batch_item *item)
{
    const rows_batch_list *const list = &batch->lists[item->thread];

    return list->at ? list->at + item->found : NULL;
}

/* Of these entries and conditions, what is in parts of the thread. */
static void enter_number(struct rows_batch *batch, struct rows_worker *worker,
                         const struct rows_batch_item *item, uint32_t thread)
{
    struct rows *const rows = batch->rows;
    struct rows_event *const others = rows->components[item->k].rows.at;
    const uint32_t *const found = found_of(batch, item);
    const uint32_t *const cut = found ? found + item->n_found : NULL;
    const uint32_t n_threads = batch->n_threads;
    uint64_t n_entered = 0;

    for (uint32_t i = 0; i < item->n_found; i++) {
        const uint32_t part = rows_part_of_group(rows, found[i] >> 8);

        if (part % n_threads == thread)
            for (uint32_t rest = found[i]; sparse_set_more(rest);
                 rest = sparse_set_rest(rest), n_entered++)
                sparse_set_add(&rows->parts[part].pool,
                               &others[sparse_set_lowest(rest)].with, item->n);
    }
    for (uint32_t i = 0; i < item->n_cut; i++) {
        const uint32_t part = rows_part_of(rows, cut[i]);

        if (part % n_threads == thread) {
            sparse_set_add(&rows->parts[part].pool, &rows->after.at[cut[i]],
                           item->n);
            n_entered++;
        }
    }
    worker->work += ROWS_ENTER_WORK * n_entered;
}

static void enter_row(struct rows_batch *batch,
                      const struct rows_batch_item *item)
{
    struct rows *const rows = batch->rows;
    struct rows_part *const part = &rows->parts[rows_part_of(rows, item->n)];
    struct rows_event *const row = &rows->components[item->k].rows.at[item->n];
    const uint32_t *const found = found_of(batch, item);
    const uint32_t *const cut = found ? found + item->n_found : NULL;

    for (uint32_t i = 0; i < item->n_found; i++)
        pool_push(&part->pool, &row->with, found[i]);
    row->cut = part->cuts.len;
    row->n_cut = item->n_cut;
    for (uint32_t i = 0; i < item->n_cut; i++)
        vec_push(&part->cuts, cut[i]);
}

static bool is_own(const struct rows_batch *batch,
                   const struct rows_batch_item *item, uint32_t thread)
{
    return rows_part_of(batch->rows, item->n) % batch->n_threads == thread;
}

void rows_batch_enter(struct rows_batch *batch, struct rows_worker *worker,
                      uint32_t thread)
{
    for (uint32_t i = 0; i < batch->items.len; i++) {
        const struct rows_batch_item *const item = &batch->items.at[i];

        if (is_own(batch, item, thread))
            enter_row(batch, item);
        enter_number(batch, worker, item, thread);
    }
}

void rows_batch_compare(struct rows_batch *batch, struct rows_worker *worker,
                        uint32_t i, uint32_t thread)
{
    struct rows_batch_item *const item = &batch->items.at[i];
    rows_batch_list *const list = &batch->lists[thread];
    uint32_t n_before;

    rows_find_beside(batch->rows, worker, item->k, item->n, item->first);
    n_before = 0;
    item->thread = thread;
    item->beside = list->len;
    item->n_beside = worker->found.len;
    for (uint32_t k = 0; k < worker->found.len; k++) {
        for (uint32_t rest = worker->found.at[k]; sparse_set_more(rest);
             rest = sparse_set_rest(rest))
            n_before += sparse_set_lowest(rest) < item->n;
        vec_push(list, worker->found.at[k]);
    }
    worker->work += ROWS_ENTER_WORK * (uint64_t)n_before;
}

/* The group with the first event of the batch may also have events before. */
static void close_row(struct rows_batch *batch,
                      const struct rows_batch_item *item)
{
    struct rows *const rows = batch->rows;
    struct pool *const pool = &rows->parts[rows_part_of(rows, item->n)].pool;
    struct pool_list *const with =
        &rows->components[item->k].rows.at[item->n].with;
    const uint32_t *const beside = batch->lists[item->thread].at + item->beside;

    for (uint32_t i = 0; i < item->n_beside; i++) {
        uint32_t *const last =
            with->len ? pool->words.at + with->at + with->len - 1 : NULL;

        if (last && *last >> 8 == beside[i] >> 8)
            *last |= beside[i];
        else
            pool_push(pool, with, beside[i]);
    }
}

void rows_batch_close(struct rows_batch *batch, uint32_t thread)
{
    for (uint32_t i = 0; i < batch->items.len; i++)
        if (is_own(batch, &batch->items.at[i], thread) &&
            batch->items.at[i].n_beside)
            close_row(batch, &batch->items.at[i]);
}
