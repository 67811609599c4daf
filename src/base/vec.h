/* vec.h - VEC(T), a typed array that grows; VECS(LIST), many of them.
 *
 *     VEC(event_id) trail = {0};
 *     vec_push(&trail, e);
 *     for (uint32_t i = 0; i < trail.len; i++)
 *         use(trail.at[i]);
 *     vec_free(&trail);
 *
 * All zero is a valid empty array.  A pointer into it is valid until the
 * next push.  Arguments are evaluated more than once: pass plain lvalues. */
#ifndef VEC_H
#define VEC_H

#include "base/check.h"
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define VEC(T)             \
    struct {               \
        T *at;             \
        uint32_t len, cap; \
    }

#define vec_push(v, x)                                               \
    do {                                                             \
        if ((v)->len == (v)->cap)                                    \
            (v)->at = mem_grow((v)->at, &(v)->cap, sizeof *(v)->at); \
        (v)->at[(v)->len++] = (x);                                   \
    } while (0)

/* Room for n more without moving. */
#define vec_reserve(v, n)                                            \
    do {                                                             \
        while ((v)->cap - (v)->len < (n))                            \
            (v)->at = mem_grow((v)->at, &(v)->cap, sizeof *(v)->at); \
    } while (0)

/* The same at once, for an array that will have some n elements: as much room
 * as if it had grown to that many. */
#define vec_expect(v, n)                                                  \
    do {                                                                  \
        if ((v)->cap < (n)) {                                             \
            (v)->at = mem_resize((v)->at, mem_grown(n), sizeof *(v)->at); \
            (v)->cap = mem_grown(n);                                      \
        }                                                                 \
    } while (0)

/* Makes the array n elements long unless it is longer; new elements are all
 * zero. */
#define vec_fit(v, n)                                               \
    do {                                                            \
        if ((v)->len < (n)) {                                       \
            const uint32_t more_ = (n) - (v)->len;                  \
                                                                    \
            vec_reserve(v, more_);                                  \
            memset((v)->at + (v)->len, 0, more_ * sizeof *(v)->at); \
            (v)->len += more_;                                      \
        }                                                           \
    } while (0)

/* Appends the elements of another array of the same type. */
#define vec_append(v, other) vec_append_n(v, (other)->at, (other)->len)

/* Appends n elements, which are not in the array; from may be NULL if n is
 * 0. */
#define vec_append_n(v, from, n)                                       \
    do {                                                               \
        vec_reserve((v), (n));                                         \
        if (n)                                                         \
            memcpy((v)->at + (v)->len, (from), (n) * sizeof *(v)->at); \
        (v)->len += (uint32_t)(n);                                     \
    } while (0)

/* Sorts the elements, as qsort() does. */
#define vec_sort(v, compare)                                      \
    do {                                                          \
        if ((v)->len)                                             \
            qsort((v)->at, (v)->len, sizeof *(v)->at, (compare)); \
    } while (0)

/* Gives back the room that the elements do not need. */
#define vec_trim(v)                                                   \
    do {                                                              \
        if (!(v)->len)                                                \
            vec_free(v);                                              \
        else if ((v)->cap > (v)->len)                                 \
            (v)->at = mem_resize((v)->at, (v)->len, sizeof *(v)->at); \
        (v)->cap = (v)->len;                                          \
    } while (0)

/* The memory that it holds, in bytes. */
#define vec_bytes(v) ((v)->cap * sizeof *(v)->at)

#define vec_pop(v) (ASSERT((v)->len > 0), (v)->at[--(v)->len])
#define vec_top(v) (ASSERT((v)->len > 0), &(v)->at[(v)->len - 1])
#define vec_cut(v, n) (ASSERT((n) <= (v)->len), (void)((v)->len = (n)))
#define vec_clear(v) ((void)((v)->len = 0))
#define vec_free(v) (mem_free((v)->at), (v)->at = NULL, (v)->len = (v)->cap = 0)

/* --- VECS(LIST): arrays of one type, a VEC, one behind another -------------
 *
 *     VECS(net_place_list) traps = {0};
 *     vec_push(&traps.all, p), vec_push(&traps.all, q);     under way
 *     vecs_close(&traps);                                   array 0
 *
 * What was pushed since the last call of vecs_close() is the array under way,
 * number vecs_count().  All zero is valid and has no array. */
#define VECS(LIST)                                           \
    struct {                                                 \
        LIST all;                                            \
        VEC(uint32_t) ends; /* where each one ends in all */ \
    }

#define vecs_count(v) ((v)->ends.len)
#define vecs_close(v) vec_push(&(v)->ends, (v)->all.len)

/* Array i: where it begins in all, its length, and its elements. */
#define vecs_from(v, i) ((i) ? (v)->ends.at[(i)-1] : 0)
#define vecs_len(v, i) ((v)->ends.at[i] - vecs_from(v, i))
#define vecs_at(v, i) \
    (vecs_from(v, i) ? (v)->all.at + vecs_from(v, i) : (v)->all.at)

/* Appends the arrays of another one of the same type. */
#define vecs_append(v, other)                                     \
    do {                                                          \
        const uint32_t before_ = (v)->all.len;                    \
                                                                  \
        vec_append(&(v)->all, &(other)->all);                     \
        for (uint32_t i_ = 0; i_ < (other)->ends.len; i_++)       \
            vec_push(&(v)->ends, before_ + (other)->ends.at[i_]); \
    } while (0)

/* Keeps the first n arrays; drops the one under way. */
#define vecs_cut(v, n) \
    (vec_cut(&(v)->all, vecs_from(v, n)), vec_cut(&(v)->ends, n))
#define vecs_clear(v) (vec_clear(&(v)->all), vec_clear(&(v)->ends))
#define vecs_free(v) (vec_free(&(v)->all), vec_free(&(v)->ends))

#endif
