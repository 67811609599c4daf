/* shared_keys.h - keys of one 64-bit word or two, each stored once, with dense
 * ids, that several threads add to at the same time.
 *
 *     look.key[0] = ...;
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
 * holds for all functions but begin(), go_on(), intern() and find().
 *
 * A key takes 8 or 16 bytes and between 5 and 10 of index, as in keys.h. */
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
    uint64_t *at;            /* by id: the words of its key */
    _Atomic uint32_t *slots; /* 0: free; else id + 1, and part of the hash */
    uint32_t width;          /* words of a key: 1 or 2 */
    uint32_t log, mask;      /* of the number of slots */
    uint32_t room;           /* ids are below this */
    char before[SHARED_KEYS_APART];
    _Atomic uint32_t len; /* ids that threads hold or have published; it may
                             be beyond room until the store grows */
    char after[SHARED_KEYS_APART];
};

/* Without keys, and with room for some. */
void shared_keys_init(struct shared_keys *keys, uint32_t width);
void shared_keys_finish(struct shared_keys *keys);

/* A look-up of a key. */
struct shared_keys_look {
    uint64_t key[2]; /* the second one for keys of two words */
    uint32_t slot;   /* where to look */
    uint32_t tag;    /* of its hash: the part that slots hold */
};

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
    const uint64_t first = keys_hash(look->key[0]);
    const uint64_t hash =
        keys->width == 1 ? first : keys_hash(first ^ look->key[1]);

    look->slot = (uint32_t)hash & keys->mask;
    look->tag = (uint32_t)(hash >> 32);
    bits_fetch(shared_keys_slot(keys, look->slot));
}

/* Moves to the first slot that is free or may have the key, and fetches the
 * memory that intern() will read or write for it. */
void shared_keys_go_on(const struct shared_keys *keys,
                       struct shared_keys_look *look);

/* The id of the key; *fresh: the key was not stored before (true for exactly
 * one thread).  *own is the range of the calling thread.  SHARED_KEYS_FULL: see
 * above. */
uint32_t shared_keys_intern(struct shared_keys *keys,
                            const struct shared_keys_look *look,
                            struct shared_keys_range *own, bool *fresh);

/* The id of the key; SHARED_KEYS_NONE when it is not stored. */
uint32_t shared_keys_find(const struct shared_keys *keys,
                          const struct shared_keys_look *look);

/* No thread holds ids from this one on. */
uint32_t shared_keys_len(const struct shared_keys *keys);

/* Is there no room for a new key? */
bool shared_keys_are_full(const struct shared_keys *keys);

/* Doubles the room.  own are the ranges of all n threads; they stay theirs.
 * Fails as mem.h does beyond 2^32 slots. */
void shared_keys_grow(struct shared_keys *keys,
                      const struct shared_keys_range *own, uint32_t n);

/* The bytes of memory that growing fills at once; the slots of the new keys
 * fill when they come. */
size_t shared_keys_growth(const struct shared_keys *keys);

/* Moves the last keys to the ids that threads hold, so that the ids of keys are
 * all below shared_keys_len().  The threads then hold none. */
void shared_keys_close(struct shared_keys *keys, struct shared_keys_range *own,
                       uint32_t n);

/* The bytes of a store with n_keys keys of this width, which do not depend on
 * the order in which they came. */
size_t shared_keys_bytes(uint32_t n_keys, uint32_t width);

#endif
