#include "marking/shared_keys.h"

#include "base/check.h"
#include "base/mem.h"

#include <stdlib.h>

enum {
    LEAST_LOG = 4,
    MOST_LOG = 32,
    RANGE = 32, /* ids that a thread takes at once */
    LINE = 8,   /* words that a processor fetches at once */
    AHEAD = 16, /* keys whose slots are fetched while the store grows */
};

/* What a slot with this id holds. */
static uint32_t entry_of(const struct shared_keys *keys, uint32_t tag,
                         uint32_t id)
{
    return (tag & ~keys->mask) | (id + 1);
}

static uint32_t id_in(const struct shared_keys *keys, uint32_t entry)
{
    return (entry & keys->mask) - 1;
}

static uint64_t *key_at(const struct shared_keys *keys, uint32_t id)
{
    return keys->at + (size_t)id * keys->width;
}

static bool is_key(const struct shared_keys *keys, uint32_t id,
                   const uint64_t *key)
{
    const uint64_t *const at = key_at(keys, id);

    return at[0] == key[0] && (keys->width == 1 || at[1] == key[1]);
}

static void write_key(struct shared_keys *keys, uint32_t id,
                      const uint64_t *key)
{
    uint64_t *const at = key_at(keys, id);

    at[0] = key[0];
    if (keys->width == 2)
        at[1] = key[1];
}

/* May it be the entry of a key with this part of its hash? */
static bool may_be(const struct shared_keys *keys, uint32_t entry, uint32_t tag)
{
    return !((tag ^ entry) & ~keys->mask);
}

/* Is it the entry of the key that is looked up? */
static bool is_entry_of(const struct shared_keys *keys, uint32_t entry,
                        const struct shared_keys_look *look)
{
    return may_be(keys, entry, look->tag) &&
           is_key(keys, id_in(keys, entry), look->key);
}

/* Four fifths, so that id + 1 fits into the mask. */
static uint32_t room_of(uint32_t log)
{
    return (uint32_t)((UINT64_C(1) << log) / 5 * 4);
}

static void allocate(struct shared_keys *keys, uint32_t log)
{
    if (log > MOST_LOG)
        mem_failed(SIZE_MAX);
    mem_free(keys->slots);
    keys->slots = NULL;
    keys->slots = mem_zero((size_t)1 << log, sizeof *keys->slots);
    keys->log = log;
    keys->mask = (uint32_t)((UINT64_C(1) << log) - 1);
    keys->room = room_of(log);
    keys->at = mem_resize(keys->at, keys->room, keys->width * sizeof *keys->at);
}

void shared_keys_init(struct shared_keys *keys, uint32_t width)
{
    ASSERT(width == 1 || width == 2);
    *keys = (struct shared_keys){.width = width};
    allocate(keys, LEAST_LOG);
}

void shared_keys_finish(struct shared_keys *keys)
{
    mem_free(keys->at);
    mem_free(keys->slots);
    *keys = (struct shared_keys){0};
}

/* Lets the caller hold an id; false when there is none. */
static bool take_ids(struct shared_keys *keys, struct shared_keys_range *own)
{
    uint32_t first;

    if (own->next < own->end)
        return true;
    first = atomic_fetch_add_explicit(&keys->len, RANGE, memory_order_relaxed);
    if (first >= keys->room)
        return false;
    own->next = first;
    own->end = keys->room - first < RANGE ? keys->room : first + RANGE;
    return true;
}

/* A slot that is not free never changes, so all threads find the same ones on
 * the way to that of a key. */
void shared_keys_go_on(const struct shared_keys *keys,
                       struct shared_keys_look *look)
{
    uint32_t p = look->slot, entry;

    while ((entry = atomic_load_explicit(&keys->slots[p],
                                         memory_order_relaxed)) != 0 &&
           !may_be(keys, entry, look->tag))
        p = (p + 1) & keys->mask;
    look->slot = p;
    if (entry)
        bits_fetch(key_at(keys, id_in(keys, entry)));
    else
        bits_fetch_to_write(shared_keys_slot(keys, p));
}

uint32_t shared_keys_intern(struct shared_keys *keys,
                            const struct shared_keys_look *look,
                            struct shared_keys_range *own, bool *fresh)
{
    uint32_t p = look->slot;

    *fresh = false;
    for (;; p = (p + 1) & keys->mask) {
        uint32_t entry =
            atomic_load_explicit(&keys->slots[p], memory_order_acquire);

        if (entry == 0) {
            if (!take_ids(keys, own))
                return SHARED_KEYS_FULL;
            write_key(keys, own->next, look->key);
            if (atomic_compare_exchange_strong_explicit(
                    &keys->slots[p], &entry,
                    entry_of(keys, look->tag, own->next), memory_order_acq_rel,
                    memory_order_acquire)) {
                *fresh = true;
                if (own->end - own->next > LINE)
                    bits_fetch_to_write(key_at(keys, own->next + LINE));
                return own->next++;
            }
        }
        if (is_entry_of(keys, entry, look))
            return id_in(keys, entry);
    }
}

uint32_t shared_keys_find(const struct shared_keys *keys,
                          const struct shared_keys_look *look)
{
    for (uint32_t p = look->slot;; p = (p + 1) & keys->mask) {
        const uint32_t entry =
            atomic_load_explicit(&keys->slots[p], memory_order_acquire);

        if (entry == 0)
            return SHARED_KEYS_NONE;
        if (is_entry_of(keys, entry, look))
            return id_in(keys, entry);
    }
}

uint32_t shared_keys_len(const struct shared_keys *keys)
{
    const uint32_t len = atomic_load_explicit(&keys->len, memory_order_relaxed);

    return len < keys->room ? len : keys->room;
}

bool shared_keys_are_full(const struct shared_keys *keys)
{
    return shared_keys_len(keys) == keys->room;
}

/* --- between the calls of threads ----------------------------------------- */

static int by_first(const void *a, const void *b)
{
    const struct shared_keys_range *const range = a, *const y = b;

    return (range->next > y->next) - (range->next < y->next);
}

/* Those that are not empty, in increasing order. */
static struct shared_keys_range *sort(const struct shared_keys_range *own,
                                      uint32_t n, uint32_t *n_sorted)
{
    struct shared_keys_range *const sorted = mem_alloc(n, sizeof *sorted);

    *n_sorted = 0;
    for (uint32_t i = 0; i < n; i++)
        if (own[i].next < own[i].end)
            sorted[(*n_sorted)++] = own[i];
    if (*n_sorted > 1)
        qsort(sorted, *n_sorted, sizeof *sorted, by_first);
    return sorted;
}

static struct shared_keys_look look_up(const struct shared_keys *keys,
                                       uint32_t id)
{
    struct shared_keys_look look = {.key[0] = key_at(keys, id)[0]};

    if (keys->width == 2)
        look.key[1] = key_at(keys, id)[1];
    shared_keys_begin(keys, &look);
    return look;
}

static void set_slot(struct shared_keys *keys, uint32_t p, uint32_t tag,
                     uint32_t id)
{
    atomic_store_explicit(&keys->slots[p], entry_of(keys, tag, id),
                          memory_order_relaxed);
}

/* Enters keys first, ..., end - 1 into an index that does not have them. */
static void put_all(struct shared_keys *keys, uint32_t first, uint32_t end)
{
    struct shared_keys_look looks[AHEAD];

    while (first < end) {
        const uint32_t n = end - first < AHEAD ? end - first : AHEAD;

        for (uint32_t i = 0; i < n; i++)
            looks[i] = look_up(keys, first + i);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t p = looks[i].slot;

            while (atomic_load_explicit(&keys->slots[p], memory_order_relaxed))
                p = (p + 1) & keys->mask;
            set_slot(keys, p, looks[i].tag, first + i);
        }
        first += n;
    }
}

void shared_keys_grow(struct shared_keys *keys,
                      const struct shared_keys_range *own, uint32_t n)
{
    const uint32_t len = shared_keys_len(keys);
    uint32_t n_held, first = 0;
    struct shared_keys_range *const held = sort(own, n, &n_held);

    allocate(keys, keys->log + 1);
    atomic_store_explicit(&keys->len, len, memory_order_relaxed);
    for (uint32_t i = 0; i < n_held; i++) {
        put_all(keys, first, held[i].next);
        first = held[i].end;
    }
    put_all(keys, first, len);
    mem_free(held);
}

/* The old index is freed before the new one, twice as large, is filled. */
size_t shared_keys_growth(const struct shared_keys *keys)
{
    return sizeof *keys->slots << keys->log;
}

/* Key `from` gets the id `to`, which no key has. */
static void move_key(struct shared_keys *keys, uint32_t from, uint32_t to)
{
    const struct shared_keys_look look = look_up(keys, from);
    const uint32_t entry = entry_of(keys, look.tag, from);
    uint32_t p = look.slot;

    while (atomic_load_explicit(&keys->slots[p], memory_order_relaxed) != entry)
        p = (p + 1) & keys->mask;
    write_key(keys, to, look.key);
    set_slot(keys, p, look.tag, to);
}

void shared_keys_close(struct shared_keys *keys, struct shared_keys_range *own,
                       uint32_t n)
{
    uint32_t n_held, len = shared_keys_len(keys), last = len;
    struct shared_keys_range *const held = sort(own, n, &n_held);
    uint32_t k = n_held; /* held ids from last on are those of held[k], ... */

    for (uint32_t i = 0; i < n_held; i++)
        len -= held[i].end - held[i].next;
    for (uint32_t i = 0; i < n_held; i++)
        for (uint32_t id = held[i].next; id < held[i].end && id < len; id++) {
            while (k > 0 && held[k - 1].end == last)
                last = held[--k].next;
            move_key(keys, --last, id);
        }
    memset(own, 0, n * sizeof *own);
    atomic_store_explicit(&keys->len, len, memory_order_relaxed);
    mem_free(held);
}

size_t shared_keys_bytes(uint32_t n_keys, uint32_t width)
{
    uint32_t log = LEAST_LOG;

    while (log < MOST_LOG && room_of(log) < n_keys)
        log++;
    return room_of(log) * width * sizeof(uint64_t) +
           ((size_t)1 << log) * sizeof(uint32_t);
}
