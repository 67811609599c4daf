#include "marking/shared_keys.h"

#include "base/ids.h"
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

enum { WIDE = 64 };

static size_t key_size(const struct shared_keys *keys)
{
    return keys->low == WIDE ? sizeof(uint64_t) : sizeof(uint32_t);
}

static const void *key_at(const struct shared_keys *keys, uint32_t id)
{
    return (const char *)keys->at + id * key_size(keys);
}

/* Does the cut have room for the key? */
static bool fits(const struct shared_keys *keys, uint64_t key)
{
    return keys->low == WIDE || (key >> 32 >> (32 - keys->low) == 0 &&
                                 (uint64_t)(uint32_t)key >> keys->low == 0);
}

/* The key fits. */
static void write_key(struct shared_keys *keys, uint32_t id, uint64_t key)
{
    if (keys->low == WIDE)
        ((uint64_t *)keys->at)[id] = key;
    else
        ((uint32_t *)keys->at)[id] =
            (uint32_t)(key >> 32 << keys->low | (uint32_t)key);
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
    keys->at = mem_resize(keys->at, keys->room, key_size(keys));
}

void shared_keys_init(struct shared_keys *keys, bool cut)
{
    *keys = (struct shared_keys){.low = cut ? 16 : WIDE};
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
           ((look->tag ^ entry) & ~keys->mask))
        p = (p + 1) & keys->mask;
    look->slot = p;
    if (entry)
        bits_fetch(key_at(keys, (entry & keys->mask) - 1));
    else
        bits_fetch_to_write(shared_keys_slot(keys, p));
}

/* Publishes the key in the slot, which was free: its id; NONE when another
 * thread was first. */
static uint32_t publish(struct shared_keys *keys,
                        const struct shared_keys_look *look, uint32_t slot,
                        struct shared_keys_range *own)
{
    uint32_t entry = 0;

    if (!fits(keys, look->key) || !take_ids(keys, own))
        return SHARED_KEYS_FULL;
    write_key(keys, own->next, look->key);
    if (!atomic_compare_exchange_strong_explicit(
            &keys->slots[slot], &entry, entry_of(keys, look->tag, own->next),
            memory_order_acq_rel, memory_order_acquire))
        return SHARED_KEYS_NONE;
    if (own->end - own->next > LINE)
        bits_fetch_to_write(key_at(keys, own->next + LINE));
    return own->next++;
}

uint32_t shared_keys_add(struct shared_keys *keys,
                         struct shared_keys_look *look,
                         struct shared_keys_range *own, bool *fresh)
{
    for (;;) {
        uint32_t id = publish(keys, look, look->slot, own);

        *fresh = id < SHARED_KEYS_FULL;
        if (id != SHARED_KEYS_NONE)
            return id;
        id = shared_keys_find(keys, look);
        if (id != SHARED_KEYS_NONE)
            return id;
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
        qsort(sorted, *n_sorted, sizeof *sorted, ids_compare);
    return sorted;
}

static struct shared_keys_look look_up(const struct shared_keys *keys,
                                       uint32_t id)
{
    struct shared_keys_look look = {.key = shared_keys_key(keys, id)};

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

static uint32_t bits_for(uint32_t n)
{
    return n > 1 ? bits_highest(n - 1) + 1 : 0;
}

bool shared_keys_have_room(const struct shared_keys *keys, uint32_t n_high,
                           uint32_t n_low)
{
    return keys->low == WIDE ||
           (bits_for(n_high) <= 32 - keys->low && bits_for(n_low) <= keys->low);
}

/* From the last key on: a key does not get shorter, and ids that threads hold
 * have any bits.  Hashes are those of 64 bits, so the index stays. */
void shared_keys_cut(struct shared_keys *keys, uint32_t n_high, uint32_t n_low)
{
    const struct shared_keys old = *keys;
    const uint32_t high = bits_for(n_high), low = bits_for(n_low);
    const uint32_t spare = high + low < 32 ? 32 - high - low : 0;

    keys->low = high + low > 32 ? WIDE : low + spare / 2;
    if (keys->low == WIDE && old.low != WIDE)
        keys->at = mem_resize(keys->at, keys->room, key_size(keys));
    for (uint32_t id = shared_keys_len(keys); id-- > 0;) {
        const struct shared_keys from = {.at = keys->at, .low = old.low};

        write_key(keys, id, shared_keys_key(&from, id));
    }
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

size_t shared_keys_bytes(const struct shared_keys *keys, uint32_t n_keys)
{
    uint32_t log = keys->log;

    while (log > LEAST_LOG && room_of(log - 1) >= n_keys)
        log--;
    return room_of(log) * key_size(keys) +
           ((size_t)1 << log) * sizeof(uint32_t);
}
