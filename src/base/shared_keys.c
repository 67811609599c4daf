#include "base/shared_keys.h"

#include "base/check.h"
#include "base/keys.h"
#include "base/mem.h"

enum { LEAST_LOG = 4, MOST_LOG = 32 };

/* What a slot with this id holds. */
static uint32_t entry_of(const struct shared_keys *keys, uint64_t hash,
                         uint32_t id)
{
    return ((uint32_t)(hash >> 32) & ~keys->mask) | (id + 1);
}

static uint32_t id_in(const struct shared_keys *keys, uint32_t entry)
{
    return (entry & keys->mask) - 1;
}

/* Is it the entry of the key, which has this hash? */
static bool is_entry_of(const struct shared_keys *keys, uint32_t entry,
                        uint64_t key, uint64_t hash)
{
    return !(((uint32_t)(hash >> 32) ^ entry) & ~keys->mask) &&
           keys->at[id_in(keys, entry)] == key;
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
    keys->at = mem_resize(keys->at, keys->room, sizeof *keys->at);
}

void shared_keys_init(struct shared_keys *keys)
{
    *keys = (struct shared_keys){0};
    allocate(keys, LEAST_LOG);
}

void shared_keys_finish(struct shared_keys *keys)
{
    mem_free(keys->at);
    mem_free(keys->slots);
    *keys = (struct shared_keys){0};
}

/* An id for the caller alone; false when there is none. */
static bool take_spare(struct shared_keys *keys, uint32_t *spare)
{
    uint32_t id;

    if (*spare != SHARED_KEYS_NONE)
        return true;
    id = atomic_fetch_add_explicit(&keys->len, 1, memory_order_relaxed);
    if (id >= keys->room)
        return false;
    *spare = id;
    return true;
}

uint32_t shared_keys_intern(struct shared_keys *keys, uint64_t key,
                            uint32_t *spare, bool *fresh)
{
    const uint64_t hash = keys_hash(key);
    uint32_t p = (uint32_t)hash & keys->mask;

    *fresh = false;
    for (;; p = (p + 1) & keys->mask) {
        uint32_t entry =
            atomic_load_explicit(&keys->slots[p], memory_order_acquire);

        if (entry == 0) {
            if (!take_spare(keys, spare))
                return SHARED_KEYS_FULL;
            keys->at[*spare] = key;
            if (atomic_compare_exchange_strong_explicit(
                    &keys->slots[p], &entry, entry_of(keys, hash, *spare),
                    memory_order_acq_rel, memory_order_acquire)) {
                const uint32_t id = *spare;

                *spare = SHARED_KEYS_NONE;
                *fresh = true;
                return id;
            }
        }
        if (is_entry_of(keys, entry, key, hash))
            return id_in(keys, entry);
    }
}

uint32_t shared_keys_find(const struct shared_keys *keys, uint64_t key)
{
    const uint64_t hash = keys_hash(key);

    for (uint32_t p = (uint32_t)hash & keys->mask;; p = (p + 1) & keys->mask) {
        const uint32_t entry =
            atomic_load_explicit(&keys->slots[p], memory_order_acquire);

        if (entry == 0)
            return SHARED_KEYS_NONE;
        if (is_entry_of(keys, entry, key, hash))
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

static bool is_among(const uint32_t *spares, uint32_t n, uint32_t id)
{
    for (uint32_t i = 0; i < n; i++)
        if (spares[i] == id)
            return true;
    return false;
}

/* The slot of the key, or the free one where it belongs. */
static uint32_t slot_for(const struct shared_keys *keys, uint64_t key,
                         uint64_t hash)
{
    uint32_t p = (uint32_t)hash & keys->mask;

    for (;; p = (p + 1) & keys->mask) {
        const uint32_t entry =
            atomic_load_explicit(&keys->slots[p], memory_order_relaxed);

        if (entry == 0 || is_entry_of(keys, entry, key, hash))
            return p;
    }
}

static void put(struct shared_keys *keys, uint32_t id)
{
    const uint64_t hash = keys_hash(keys->at[id]);

    atomic_store_explicit(&keys->slots[slot_for(keys, keys->at[id], hash)],
                          entry_of(keys, hash, id), memory_order_relaxed);
}

void shared_keys_grow(struct shared_keys *keys, const uint32_t *spares,
                      uint32_t n_spares)
{
    const uint32_t len = shared_keys_len(keys);

    allocate(keys, keys->log + 1);
    atomic_store_explicit(&keys->len, len, memory_order_relaxed);
    for (uint32_t id = 0; id < len; id++)
        if (!is_among(spares, n_spares, id))
            put(keys, id);
}

void shared_keys_close(struct shared_keys *keys, uint32_t *spares,
                       uint32_t n_spares)
{
    uint32_t len = shared_keys_len(keys);

    for (uint32_t i = 0; i < n_spares; i++) {
        while (len > 0 && is_among(spares, n_spares, len - 1)) {
            for (uint32_t k = 0; k < n_spares; k++)
                if (spares[k] == len - 1)
                    spares[k] = SHARED_KEYS_NONE;
            len--;
        }
        if (spares[i] == SHARED_KEYS_NONE)
            continue;
        len--;

        const uint64_t key = keys->at[len];
        const uint64_t hash = keys_hash(key);
        const uint32_t p = slot_for(keys, key, hash);

        ASSERT(atomic_load_explicit(&keys->slots[p], memory_order_relaxed));
        keys->at[spares[i]] = key;
        atomic_store_explicit(&keys->slots[p], entry_of(keys, hash, spares[i]),
                              memory_order_relaxed);
        spares[i] = SHARED_KEYS_NONE;
    }
    atomic_store_explicit(&keys->len, len, memory_order_relaxed);
}

size_t shared_keys_bytes(uint32_t n_keys)
{
    uint32_t log = LEAST_LOG;

    while (log < MOST_LOG && room_of(log) < n_keys)
        log++;
    return room_of(log) * sizeof(uint64_t) +
           ((size_t)1 << log) * sizeof(uint32_t);
}
