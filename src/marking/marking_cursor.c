#include "marking/marking_cursor.h"

#include "base/mem.h"
#include "net/marking.h"

void marking_cursor_init(struct marking_cursor *cursor,
                         struct markings *markings)
{
    const struct net *const net = markings->layout.net;

    *cursor = (struct marking_cursor){
        .markings = markings,
        .places = mem_zero(bits_words(net_place_count(net)) + 1,
                           sizeof *cursor->places),
    };
    markings_draft_init(&cursor->draft, markings);
    marking_initial(net, cursor->places);
}

void marking_cursor_finish(struct marking_cursor *cursor)
{
    markings_draft_finish(&cursor->draft);
    mem_free(cursor->places);
    *cursor = (struct marking_cursor){0};
}

static void move_word(void *self, uint32_t word, uint64_t from, uint64_t to)
{
    const struct marking_cursor *const cursor = self;

    marking_layout_move(&cursor->markings->layout, cursor->places, word, from,
                        to);
}

void marking_cursor_move(struct marking_cursor *cursor, uint32_t id)
{
    markings_draft_move(&cursor->draft, id, move_word, cursor);
    cursor->id = id;
}

/* --- steps --------------------------------------------------------------- */

static struct shared_keys *roots_of(const struct marking_cursor *cursor)
{
    return &cursor->markings->stores[MARKINGS_ROOTS];
}

/* Stores the root that waits longest. */
static inline bool settle_first(struct marking_cursor *cursor,
                                uint64_t *n_fresh)
{
    const uint32_t i = cursor->n_settled % MARKING_CURSOR_WAITING;
    bool fresh;

    if (shared_keys_intern(roots_of(cursor), &cursor->waiting[i],
                           &cursor->draft.own[MARKINGS_ROOTS],
                           &fresh) == SHARED_KEYS_FULL)
        return false;
    *n_fresh += fresh;
    cursor->n_settled++;
    return true;
}

bool marking_cursor_add(struct marking_cursor *cursor, trans_id t,
                        uint64_t *n_fresh)
{
    const struct shared_keys *const roots = roots_of(cursor);
    const uint32_t i = cursor->n_added, n = i - cursor->n_settled;
    struct shared_keys_look *const look =
        &cursor->waiting[i % MARKING_CURSOR_WAITING];

    if (n == MARKING_CURSOR_WAITING && !settle_first(cursor, n_fresh))
        return false;
    if (!markings_draft_after(&cursor->draft, t, cursor->markings, &look->key))
        return false;
    shared_keys_begin(roots, look);
    if (n >= MARKING_CURSOR_BEGUN)
        shared_keys_go_on(roots, &cursor->waiting[(i - MARKING_CURSOR_BEGUN) %
                                                  MARKING_CURSOR_WAITING]);
    cursor->n_added++;
    return true;
}

bool marking_cursor_settle(struct marking_cursor *cursor, uint64_t *n_fresh)
{
    while (cursor->n_settled != cursor->n_added)
        if (!settle_first(cursor, n_fresh))
            return false;
    return true;
}

uint32_t marking_cursor_find(struct marking_cursor *cursor, trans_id t)
{
    struct shared_keys_look look;

    if (!markings_draft_after(&cursor->draft, t, NULL, &look.key))
        return MARKINGS_NONE;
    shared_keys_begin(roots_of(cursor), &look);
    return shared_keys_find(roots_of(cursor), &look);
}

/* --- between the calls of threads ---------------------------------------- */

/* What the threads hold of a store. */
static struct shared_keys_range *
held_in(uint32_t store, struct marking_cursor *const *cursors, uint32_t n)
{
    struct shared_keys_range *const held = mem_alloc(n, sizeof *held);

    for (uint32_t i = 0; i < n; i++)
        held[i] = cursors[i]->draft.own[store];
    return held;
}

/* The index of the roots is another one. */
static void begin_again(struct marking_cursor *const *cursors, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = cursors[i]->n_settled; k != cursors[i]->n_added; k++)
            shared_keys_begin(roots_of(cursors[i]),
                              &cursors[i]->waiting[k % MARKING_CURSOR_WAITING]);
}

void marking_cursor_grow(struct marking_cursor *const *cursors, uint32_t n)
{
    struct markings *const markings = cursors[0]->markings;

    for (uint32_t i = 0; i < MARKINGS_STORES; i++)
        if (markings_are_full(markings, i)) {
            struct shared_keys_range *const held = held_in(i, cursors, n);

            markings_grow(markings, i, held, n);
            mem_free(held);
        }
    begin_again(cursors, n);
}

size_t marking_cursor_growth(const struct marking_cursor *cursor)
{
    size_t bytes = 0;

    for (uint32_t i = 0; i < MARKINGS_STORES; i++)
        if (markings_are_full(cursor->markings, i))
            bytes += shared_keys_growth(&cursor->markings->stores[i]);
    return bytes;
}

void marking_cursor_close(struct marking_cursor *const *cursors, uint32_t n)
{
    struct shared_keys_range *const held = held_in(MARKINGS_ROOTS, cursors, n);

    shared_keys_close(roots_of(cursors[0]), held, n);
    for (uint32_t i = 0; i < n; i++)
        cursors[i]->draft.own[MARKINGS_ROOTS] = held[i];
    mem_free(held);
}

size_t marking_cursor_bytes(struct marking_cursor *const *cursors, uint32_t n)
{
    const struct shared_keys *const stores = cursors[0]->markings->stores;
    size_t bytes = 0;

    for (uint32_t i = 0; i < MARKINGS_STORES; i++) {
        uint32_t n_keys = shared_keys_len(&stores[i]);

        for (uint32_t k = 0; k < n; k++)
            n_keys -=
                cursors[k]->draft.own[i].end - cursors[k]->draft.own[i].next;
        bytes += shared_keys_bytes(&stores[i], n_keys);
    }
    return bytes;
}
