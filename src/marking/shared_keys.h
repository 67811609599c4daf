/* shared_keys.h - 64-bit keys, each stored once, with dense ids, that several
 * threads add to at the same time.
 *
 *     look.key = ...;
 *     shared_keys_begin(&keys, &look);
 *     id = shared_keys_intern(&keys, &look, &own, &fresh);
 *
 * No thread waits for another one.  A thread takes a range of ids for its own,
 * writes a new key at the first of them, and then publishes the id by one
 * compare-and-swap on a slot of the index, which holds the id and a part of the
 * hash.  When another thread was first with that slot, the id stays with its
 * thread, for its next new key.  So threads seldom write to the same line of
 * memory: a range of ids is a line or two, and their number is a line of its
 * own.
 *
 * Large stores are not in the cache of a processor.  A thread with several keys
 * to look up begins all look-ups, which lets the processor fetch their slots,
 * then goes on with each, which lets it fetch the keys that the slots name, and
 * ends them last.
 *
 * A full store does not grow by itself, since growing moves it: then intern()
 * returns SHARED_KEYS_FULL, and its caller sees to it that no thread is in a
 * function of the store while one of them calls shared_keys_grow().  The same
 * holds for all functions but begin(), go_on(), find(), add() and intern().
 *
 * A key takes 8 bytes and between 5 and 10 of index, as in keys.h.  A key that
 * is a pair of small numbers can be cut to 4 bytes:
 *
 *     high half      low half                  key, with 2 halves of 32 bits
 *     32 - low bits  low bits                  cut
 *
 * A key that the cut has no room for counts as one that finds the store full.
 */
#ifndef SHARED_KEYS_H
#define SHARED_KEYS_H

#include "base/bits.h"
#include "base/keys.h"

#include <stdatomic.h>

#define SHARED_KEYS_NONE UINT32_MAX
#define SHARED_KEYS_FULL (UINT32_MAX - 1)

/* Bytes between what different threads write: processors fetch lines of 64
 * bytes in pairs. */
enum { SHARED_KEYS_APART = 128 };

/* The ids next, ..., end - 1: a thread holds them and has not published them.
 * All zero: none. */
struct shared_keys_range {
    uint32_t next, end;
};

struct shared_keys {
    void *at;                /* by id: its key, of 64 bits or cut to 32 */
    _Atomic uint32_t *slots; /* 0: free; else id + 1, and part of the hash */
    uint32_t low;            /* bits of the low half; 64: keys are not cut */
    uint32_t log, mask;      /* of the number of slots */
    uint32_t room;           /* ids are below this */
    char before[SHARED_KEYS_APART];
    _Atomic uint32_t len; /* ids that threads hold or have published; it may
                             be beyond room until the store grows */
    char after[SHARED_KEYS_APART];
};

/* Without keys, and with room for some.  cut: keys are cut to 32 bits, at first
 * into halves of 16. */
void shared_keys_init(struct shared_keys *keys, bool cut);
void shared_keys_finish(struct shared_keys *keys);

/* A look-up of a key. */
struct shared_keys_look {
    uint64_t key;
    uint32_t slot; /* where to look */
    uint32_t tag;  /* of its hash: the part that slots hold */
};

/* The key of an id, where the low half has `low` bits. */
static inline uint64_t shared_keys_read(const void *at, uint32_t low,
                                        uint32_t id)
{
    uint64_t cut;

    if (low > 32)
        return ((const uint64_t *)at)[id];
    cut = ((const uint32_t *)at)[id];
    return cut >> low << 32 | (cut & ((UINT64_C(1) << low) - 1));
}

static inline uint64_t shared_keys_key(const struct shared_keys *keys,
                                       uint32_t id)
{
    return shared_keys_read(keys->at, keys->low, id);
}

static inline const void *shared_keys_slot(const struct shared_keys *keys,
                                           uint32_t slot)
{
    return (const void *)(uintptr_t)&keys->slots[slot];
}

/* Sets the other fields of the look-up from its key, and fetches the first
 * slot.  Must be called again after the store has grown. */
static inline void shared_keys_begin(const struct shared_keys *keys,
                                     struct shared_keys_look *look)
{
    const uint64_t hash = keys_hash(look->key);

    look->slot = (uint32_t)hash & keys->mask;
    look->tag = (uint32_t)(hash >> 32);
    bits_fetch(shared_keys_slot(keys, look->slot));
}

/* The id of the key; SHARED_KEYS_NONE when it is not stored: then the look-up
 * is at the slot where it belongs, which was free. */
static inline uint32_t shared_keys_find(const struct shared_keys *keys,
                                        struct shared_keys_look *look)
{
    const _Atomic uint32_t *const slots = keys->slots;
    const void *const at = keys->at;
    const uint32_t mask = keys->mask, low = keys->low, tag = look->tag;
    const uint64_t key = look->key;
    uint32_t p = look->slot, entry;

    while ((entry = atomic_load_explicit(&slots[p], memory_order_acquire)) !=
           0) {
        if (!((tag ^ entry) & ~mask) &&
            shared_keys_read(at, low, (entry & mask) - 1) == key)
            return (entry & mask) - 1;
        p = (p + 1) & mask;
    }
    look->slot = p;
    return SHARED_KEYS_NONE;
}

/* Moves to the first slot that is free or may have the key, and fetches the
 * memory that intern() will read or write for it. */
void shared_keys_go_on(const struct shared_keys *keys,
                       struct shared_keys_look *look);

/* The id of the key, which find() did not know; *fresh: the key was not stored
 * before (true for exactly one thread).  *own is the range of the calling
 * thread.  SHARED_KEYS_FULL: see above. */
uint32_t shared_keys_add(struct shared_keys *keys,
                         struct shared_keys_look *look,
                         struct shared_keys_range *own, bool *fresh);

/* The same for a key that may be known. */
static inline uint32_t shared_keys_intern(struct shared_keys *keys,
                                          struct shared_keys_look *look,
                                          struct shared_keys_range *own,
                                          bool *fresh)
{
    const uint32_t id = shared_keys_find(keys, look);

    *fresh = false;
    return id != SHARED_KEYS_NONE ? id
                                  : shared_keys_add(keys, look, own, fresh);
}

/* No thread holds ids from this one on. */
uint32_t shared_keys_len(const struct shared_keys *keys);

/* Is there no room for a new key? */
bool shared_keys_are_full(const struct shared_keys *keys);

/* Doubles the room.  own are the ranges of all n threads; they stay theirs.
 * Fails as mem.h does beyond 2^32 slots. */
void shared_keys_grow(struct shared_keys *keys,
                      const struct shared_keys_range *own, uint32_t n);

/* Is there room in a key for halves below these numbers? */
bool shared_keys_have_room(const struct shared_keys *keys, uint32_t n_high,
                           uint32_t n_low);

/* Cuts the keys for halves below these numbers, or to 64 bits if 32 are too
 * few. */
void shared_keys_cut(struct shared_keys *keys, uint32_t n_high, uint32_t n_low);

/* The bytes of memory that growing fills at once; the slots of the new keys
 * fill when they come. */
size_t shared_keys_growth(const struct shared_keys *keys);

/* Moves the last keys to the ids that threads hold, so that the ids of keys are
 * all below shared_keys_len().  The threads then hold none. */
void shared_keys_close(struct shared_keys *keys, struct shared_keys_range *own,
                       uint32_t n);

/* The bytes of a store with n_keys keys, which do not depend on the order in
 * which they came. */
size_t shared_keys_bytes(const struct shared_keys *keys, uint32_t n_keys);

#endif
