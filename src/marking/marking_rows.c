#include "marking/marking_rows.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"

#include <string.h>

#define NO_ROW UINT32_MAX

/* --- the store of rows --------------------------------------------------- */

static const uint32_t *row_of(const struct marking_rows *rows, uint32_t id)
{
    return rows->rows + (size_t)id * rows->layout.words;
}

static uint64_t hash_of(const uint32_t *row, uint32_t words)
{
    uint64_t hash = words;

    for (uint32_t w = 0; w < words; w++)
        hash = (hash ^ row[w]) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

/* The slot with the row, or the free one where it belongs. */
static uint32_t find_slot(const struct marking_rows *rows, const uint32_t *row,
                          uint64_t hash)
{
    const struct slots *const slots = &rows->slots;
    const size_t size = rows->layout.words * sizeof *row;
    uint32_t p = slots_first(slots, hash);

    while (slots->at[p] &&
           (!slots_may_be(slots, p, hash) ||
            memcmp(row_of(rows, slots_id(slots, p)), row, size) != 0))
        p = slots_next(slots, p);
    return p;
}

static void grow_index(struct marking_rows *rows)
{
    slots_grow(&rows->slots);
    for (uint32_t id = 0; id < rows->len; id++)
        slots_put(&rows->slots, hash_of(row_of(rows, id), rows->layout.words),
                  id);
}

/* The id of a row; when it is new, NO_ROW if only known ones are asked for. */
static uint32_t intern_row(struct marking_rows *rows, const uint32_t *row,
                           bool known)
{
    const uint32_t words = rows->layout.words;
    const uint64_t hash = hash_of(row, words);
    uint32_t p;

    p = rows->slots.mask ? find_slot(rows, row, hash) : 0;
    if (rows->slots.mask && rows->slots.at[p])
        return slots_id(&rows->slots, p);
    if (known)
        return NO_ROW;
    if (rows->len >= rows->slots.room) {
        grow_index(rows);
        p = find_slot(rows, row, hash);
    }
    if (rows->len == rows->cap)
        rows->rows =
            mem_grow(rows->rows, &rows->cap, words * sizeof *rows->rows);
    memcpy(rows->rows + (size_t)rows->len * words, row, words * sizeof *row);
    slots_take(&rows->slots, p, hash, rows->len);
    return rows->len++;
}

/* --- life ---------------------------------------------------------------- */

static void add_initial(struct marking_rows *rows)
{
    const uint32_t none[MARKING_ROWS_WORDS] = {0};

    (void)keys_intern(&rows->words, 0);
    (void)intern_row(rows, none, false);
}

void marking_rows_init(struct marking_rows *rows, const struct net *net,
                       const struct exclusive *sets)
{
    *rows = (struct marking_rows){0};
    marking_layout_init(&rows->layout, net, sets, 64);
    ASSERT(rows->layout.words && rows->layout.words <= MARKING_ROWS_WORDS);
    add_initial(rows);
}

static void finish_store(struct marking_rows *rows)
{
    keys_finish(&rows->words);
    mem_free(rows->rows);
    slots_finish(&rows->slots);
}

void marking_rows_finish(struct marking_rows *rows)
{
    finish_store(rows);
    marking_layout_finish(&rows->layout);
    *rows = (struct marking_rows){0};
}

/* --- the draft ----------------------------------------------------------- */

void marking_rows_open(struct marking_rows *rows, uint32_t id)
{
    memcpy(rows->draft, row_of(rows, id),
           rows->layout.words * sizeof *rows->draft);
    rows->changed = 0;
}

static void flip(struct marking_rows *rows, struct marking_layout_flips flips)
{
    if (!(rows->changed >> flips.word & 1)) {
        rows->changed |= UINT32_C(1) << flips.word;
        rows->bits[flips.word] = rows->words.at[rows->draft[flips.word]];
    }
    rows->bits[flips.word] ^= flips.bits;
}

void marking_rows_step(struct marking_rows *rows, trans_id t)
{
    struct marking_layout_cursor at = marking_layout_effects(&rows->layout, t);

    while (marking_layout_next(&at))
        flip(rows, at.flips);
}

bool marking_rows_open_has(const struct marking_rows *rows, place_id p)
{
    const uint32_t word = marking_layout_word(&rows->layout, p);

    return marking_layout_has(&rows->layout, p,
                              rows->changed >> word & 1
                                  ? rows->bits[word]
                                  : rows->words.at[rows->draft[word]]);
}

bool marking_rows_has(const struct marking_rows *rows, uint32_t id, place_id p)
{
    const uint32_t word = marking_layout_word(&rows->layout, p);

    return marking_layout_has(&rows->layout, p,
                              rows->words.at[row_of(rows, id)[word]]);
}

uint32_t marking_rows_close(struct marking_rows *rows, bool known)
{
    for (uint32_t rest = rows->changed; rest; rest &= rest - 1) {
        const uint32_t w = bits_lowest(rest);

        rows->draft[w] = known ? keys_find(&rows->words, rows->bits[w])
                               : keys_intern(&rows->words, rows->bits[w]);
        if (rows->draft[w] == KEYS_NONE)
            return NO_ROW;
    }
    return intern_row(rows, rows->draft, known);
}

/* --- whole markings ------------------------------------------------------ */

void marking_rows_read(const struct marking_rows *rows, uint32_t id,
                       bits_word *m)
{
    const uint32_t *const row = row_of(rows, id);

    marking_initial(rows->layout.net, m);
    for (uint32_t w = 0; w < rows->layout.words; w++)
        marking_layout_flip(&rows->layout, m, w, rows->words.at[row[w]]);
}

void marking_rows_keep(struct marking_rows *rows, uint32_t *ids, uint32_t n)
{
    const uint32_t words = rows->layout.words;
    struct marking_rows old = *rows;

    rows->words = (struct keys){0};
    rows->slots = (struct slots){0};
    rows->rows = NULL;
    rows->len = rows->cap = 0;
    add_initial(rows);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row[MARKING_ROWS_WORDS];

        for (uint32_t w = 0; w < words; w++)
            row[w] = keys_intern(&rows->words,
                                 old.words.at[row_of(&old, ids[i])[w]]);
        ids[i] = intern_row(rows, row, false);
    }
    finish_store(&old);
}

size_t marking_rows_bytes(const struct marking_rows *rows)
{
    return keys_bytes(&rows->words) +
           rows->cap * rows->layout.words * sizeof *rows->rows +
           slots_bytes(&rows->slots);
}

void marking_rows_check(const struct marking_rows *rows)
{
    for (uint32_t id = 0; id < rows->len; id++)
        for (uint32_t w = 0; w < rows->layout.words; w++)
            CHECK(row_of(rows, id)[w] < rows->words.len);
}
