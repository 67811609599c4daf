/* shared_keys.h - 64-bit keys, each stored once, with dense ids, that several
 * threads add to at the same time.
 *
 *     id = shared_keys_intern(&keys, key, &spare, &fresh);
 *
 * No thread waits for another one.  A thread writes a new key at an id that it
 * alone holds, and then publishes the id by one compare-and-swap on a slot of
 * the index, which holds the id and a part of the hash.  When another thread
 * was first with that slot, the id stays with its thread as its spare, for its
 * next new key.
 *
 * A full store does not grow by itself, since growing moves it: then intern()
 * returns SHARED_KEYS_FULL, and its caller sees to it that no thread is in a
 * function of the store while one of them calls shared_keys_grow().  The same
 * holds for all functions but intern() and find().
 *
 * A key takes 8 bytes and between 5 and 10 of index, as in keys.h. */
#ifndef SHARED_KEYS_H
#define SHARED_KEYS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHARED_KEYS_NONE UINT32_MAX
#define SHARED_KEYS_FULL (UINT32_MAX - 1)

struct shared_keys {
    uint64_t *at;            /* by id */
    _Atomic uint32_t *slots; /* 0: free; else id + 1, and part of the hash */
    uint32_t log, mask;      /* of their number */
    uint32_t room;           /* ids are below this */
    _Atomic uint32_t len;    /* ids that threads hold or have published; it may
                                be beyond room until the store grows */
};

/* Without keys, and with room for some. */
void shared_keys_init(struct shared_keys *keys);
void shared_keys_finish(struct shared_keys *keys);

/* The id of the key; *fresh: it was not stored before, which one thread hears
 * only.  *spare is the caller's own, at first SHARED_KEYS_NONE.
 * SHARED_KEYS_FULL: see above. */
uint32_t shared_keys_intern(struct shared_keys *keys, uint64_t key,
                            uint32_t *spare, bool *fresh);

/* The same, SHARED_KEYS_NONE when the key is not stored. */
uint32_t shared_keys_find(const struct shared_keys *keys, uint64_t key);

/* Ids above this are given out to no thread. */
uint32_t shared_keys_len(const struct shared_keys *keys);

/* Is there no room for a new key? */
bool shared_keys_are_full(const struct shared_keys *keys);

/* Doubles the room.  spares are those of all threads; they stay theirs.  Fails
 * as mem.h does beyond 2^32 slots. */
void shared_keys_grow(struct shared_keys *keys, const uint32_t *spares,
                      uint32_t n_spares);

/* Moves the last keys to the spare ids, so that the ids of keys are all below
 * shared_keys_len().  All spares become SHARED_KEYS_NONE. */
void shared_keys_close(struct shared_keys *keys, uint32_t *spares,
                       uint32_t n_spares);

/* The bytes of a store with so many keys, which do not depend on the order in
 * which they came. */
size_t shared_keys_bytes(uint32_t n_keys);

#endif
