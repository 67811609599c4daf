#include "engine/prefix/rows_batch.h"

void rows_batch_start(struct rows_batch *batch)
{
    vec_clear(&batch->items);
    vec_clear(&batch->pieces);
    for (uint32_t i = 0; i < batch->n_threads; i++)
        vec_clear(&batch->lists[i]);
}

static void add_item(struct rows_batch *batch, struct rows_batch_item item)
{
    const struct rows_batch_item *const last =
        batch->items.len ? vec_top(&batch->items) : NULL;
    const uint32_t i = batch->items.len;

    if (!last || last->k != item.k ||
        last->n / ROWS_BATCH_PIECE != item.n / ROWS_BATCH_PIECE) {
        const struct rows_batch_piece piece = {.items = i};

        vec_push(&batch->pieces, piece);
    }
    vec_top(&batch->pieces)->end = i + 1;
    vec_push(&batch->items, item);
}

bool rows_batch_add(struct rows_batch *batch, uint32_t k)
{
    struct rows *const rows = batch->rows;
    struct rows_component *const in = &rows->components[k];
    const uint32_t first = in->rows.len, end = rows_end_of_batch(rows, k);

    if (end < in->events.len)
        return false;
    for (uint32_t n = first; n < end; n++)
        add_item(batch,
                 (struct rows_batch_item){.k = k, .n = n, .first = first});
    vec_fit(&in->rows, end);
    return true;
}

void rows_batch_finish(struct rows_batch *batch)
{
    vec_free(&batch->items);
    vec_free(&batch->pieces);
}

/* --- find ----------------------------------------------------------------- */

static void find_item(struct rows_batch *batch, struct rows_worker *worker,
                      struct rows_batch_item *item, uint32_t thread)
{
    struct rows_batch_list *const list = &batch->lists[thread];

    rows_find(batch->rows, worker, item->k, item->n, item->first);
    item->thread = thread;
    item->found = list->len;
    item->n_found = worker->found.len;
    item->n_cut = worker->cut.len;
    vec_append(list, &worker->found);
    vec_append(list, &worker->cut);
}

/* The entries that were found for it, and the conditions of its cut behind
 * them; NULL: nothing was found for any item of its thread. */
static const uint32_t *found_of(const struct rows_batch *batch,
                                const struct rows_batch_item *item)
{
    const struct rows_batch_list *const list = &batch->lists[item->thread];

    return list->at ? list->at + item->found : NULL;
}

/* The conditions in its cut. */
static const uint32_t *cut_of(const struct rows_batch *batch,
                              const struct rows_batch_item *item)
{
    const uint32_t *const found = found_of(batch, item);

    return found ? found + item->n_found : NULL;
}

static void add_bits(struct rows_worker *worker, const cond_id *cut, uint32_t n,
                     uint32_t bit)
{
    uint32_t *const columns = worker->columns.at;
    cond_id *met;

    if (!n)
        return;
    vec_reserve(&worker->met, n);
    met = worker->met.at + worker->met.len;
    for (uint32_t i = 0; i < n; i++) {
        *met = cut[i];
        met += !columns[cut[i]];
        columns[cut[i]] |= bit;
    }
    worker->met.len = (uint32_t)(met - worker->met.at);
}

/* The conditions of the cuts of the piece, each once with its bits. */
static void list_cuts(struct rows_batch *batch, struct rows_worker *worker,
                      const struct rows_batch_piece *piece)
{
    struct rows_batch_list *const list = &batch->lists[piece->thread];

    vec_fit(&worker->columns, batch->rows->es->conds.len);
    vec_clear(&worker->met);
    for (uint32_t i = piece->items; i < piece->end; i++) {
        const struct rows_batch_item *const item = &batch->items.at[i];

        add_bits(worker, cut_of(batch, item), item->n_cut,
                 (uint32_t)1 << item->n % ROWS_BATCH_PIECE);
    }
    vec_reserve(list, 2 * worker->met.len);
    for (uint32_t i = 0; i < worker->met.len; i++) {
        const cond_id b = worker->met.at[i];

        list->at[list->len++] = b;
        list->at[list->len++] = worker->columns.at[b];
        worker->columns.at[b] = 0;
    }
}

void rows_batch_find(struct rows_batch *batch, struct rows_worker *worker,
                     uint32_t i, uint32_t thread)
{
    struct rows_batch_piece *const piece = &batch->pieces.at[i];
    struct rows_batch_list *const list = &batch->lists[thread];
    uint64_t n_cut = 0;

    for (uint32_t k = piece->items; k < piece->end; k++) {
        find_item(batch, worker, &batch->items.at[k], thread);
        n_cut += batch->items.at[k].n_cut;
    }
    worker->work += ROWS_ENTER_WORK * n_cut;
    piece->thread = thread;
    piece->cut = list->len;
    list_cuts(batch, worker, piece);
    piece->n_cut = (list->len - piece->cut) / 2;
}

/* --- enter ---------------------------------------------------------------- */

/* The item into the rows of those events that are in parts of the thread. */
static void enter_number(struct rows_batch *batch, struct rows_worker *worker,
                         const struct rows_batch_item *item, const bool *is_own)
{
    struct rows *const rows = batch->rows;
    struct rows_event *const others = rows->components[item->k].rows.at;
    const uint32_t *const found = found_of(batch, item);
    uint64_t n_entered = 0;

    for (uint32_t i = 0; i < item->n_found; i++) {
        const uint32_t part = rows_part_of_group(rows, found[i] >> 8);

        if (is_own[part])
            for (uint32_t rest = found[i]; sparse_set_more(rest);
                 rest = sparse_set_rest(rest), n_entered++)
                sparse_set_add(&rows->parts[part].pool,
                               &others[sparse_set_lowest(rest)].with, item->n);
    }
    worker->work += ROWS_ENTER_WORK * n_entered;
}

/* The same for the conditions in the cuts of a piece. */
static void enter_cuts(struct rows_batch *batch,
                       const struct rows_batch_piece *piece, const bool *is_own)
{
    struct rows *const rows = batch->rows;
    const uint32_t group = batch->items.at[piece->items].n / ROWS_BATCH_PIECE *
                           (ROWS_BATCH_PIECE / 8);
    const uint32_t *at;

    if (!piece->n_cut)
        return;
    at = batch->lists[piece->thread].at + piece->cut;
    for (uint32_t i = 0; i < piece->n_cut; i++, at += 2) {
        const uint32_t part = rows_part_of(rows, at[0]);

        if (!is_own[part])
            continue;
        for (uint32_t k = 0; k < ROWS_BATCH_PIECE / 8; k++)
            if (at[1] >> 8 * k & 0xff)
                sparse_set_add_entry(
                    &rows->parts[part].pool, &rows->after.at[at[0]],
                    (group + k) << 8 | (at[1] >> 8 * k & 0xff));
    }
}

static void enter_row(struct rows_batch *batch,
                      const struct rows_batch_item *item)
{
    struct rows *const rows = batch->rows;
    struct rows_part *const part = &rows->parts[rows_part_of(rows, item->n)];
    struct rows_event *const row = &rows->components[item->k].rows.at[item->n];

    pool_fill(&part->pool, &row->with, found_of(batch, item), item->n_found);
    row->cut = part->cuts.len;
    row->n_cut = item->n_cut;
    vec_append_n(&part->cuts, cut_of(batch, item), item->n_cut);
}

static bool is_row_of(const struct rows_batch *batch,
                      const struct rows_batch_item *item, uint32_t thread)
{
    return rows_part_of(batch->rows, item->n) % batch->n_threads == thread;
}

void rows_batch_enter(struct rows_batch *batch, struct rows_worker *worker,
                      uint32_t thread)
{
    bool is_own[ROWS_PARTS];

    for (uint32_t part = 0; part < ROWS_PARTS; part++)
        is_own[part] = part % batch->n_threads == thread;
    for (uint32_t i = 0; i < batch->items.len; i++) {
        const struct rows_batch_item *const item = &batch->items.at[i];

        if (is_row_of(batch, item, thread))
            enter_row(batch, item);
        enter_number(batch, worker, item, is_own);
    }
    for (uint32_t i = 0; i < batch->pieces.len; i++)
        enter_cuts(batch, &batch->pieces.at[i], is_own);
}

/* --- compare and close ---------------------------------------------------- */

void rows_batch_compare(struct rows_batch *batch, struct rows_worker *worker,
                        uint32_t i, uint32_t thread)
{
    struct rows_batch_item *const item = &batch->items.at[i];
    struct rows_batch_list *const list = &batch->lists[thread];
    uint32_t n_before = 0;

    rows_find_beside(batch->rows, worker, item->k, item->n, item->first);
    item->thread = thread;
    item->beside = list->len;
    item->n_beside = worker->found.len;
    for (uint32_t k = 0; k < worker->found.len; k++)
        for (uint32_t rest = worker->found.at[k]; sparse_set_more(rest);
             rest = sparse_set_rest(rest))
            n_before += sparse_set_lowest(rest) < item->n;
    vec_append(list, &worker->found);
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

    for (uint32_t i = 0; i < item->n_beside; i++)
        sparse_set_add_entry(pool, with, beside[i]);
}

void rows_batch_close(struct rows_batch *batch, uint32_t thread)
{
    for (uint32_t i = 0; i < batch->items.len; i++)
        if (is_row_of(batch, &batch->items.at[i], thread) &&
            batch->items.at[i].n_beside)
            close_row(batch, &batch->items.at[i]);
}
