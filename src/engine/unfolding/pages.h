/* pages.h - PAGES(T), an array of small records, all zero at first, of which
 * few are ever written.
 *
 *     PAGES(struct es_cond) x = {0};
 *
 *     pages_fit(&x, n);               there are n records or more
 *     place = pages_get(&x, i).place;
 *     pages_touch(&x, i);             before it is written
 *     pages_at(&x, i)->place = p;
 *     pages_free(&x);
 *
 * Records are in pages, and a page takes memory once one of its records is to
 * be written.  All others are read from page 0, which is zero.
 *
 * All zero is a valid array without records.  A pointer into it is valid until
 * the next record is touched.  Arguments are evaluated more than once. */
#ifndef PAGES_H
#define PAGES_H

#include "base/vec.h"

/* Records of a page. */
enum { PAGES_LEN = 16 };

/* By page: where its records are, less the number of its first record. */
typedef VEC(uint32_t) pages_index;

#define PAGES(T)           \
    struct {               \
        pages_index index; \
        VEC(T) records;    \
    }

/* The index of a page k that is not in memory: its records are those of page
 * 0. */
#define pages_none(k) (0u - (uint32_t)(k)*PAGES_LEN)

/* One more page in memory. */
#define pages_push(p)                                 \
    do {                                              \
        vec_reserve(&(p)->records, PAGES_LEN);        \
        memset((p)->records.at + (p)->records.len, 0, \
               PAGES_LEN * sizeof *(p)->records.at);  \
        (p)->records.len += PAGES_LEN;                \
    } while (0)

#define pages_fit(p, n)                                        \
    do {                                                       \
        if (!(p)->records.len)                                 \
            pages_push(p);                                     \
        while ((uint64_t)(p)->index.len * PAGES_LEN < (n)) {   \
            const uint32_t none_ = pages_none((p)->index.len); \
                                                               \
            vec_push(&(p)->index, none_);                      \
        }                                                      \
    } while (0)

#define pages_at(p, i) \
    (&(p)->records.at[(uint32_t)((p)->index.at[(i) / PAGES_LEN] + (i))])

#define pages_get(p, i) (*pages_at(p, i))

/* Is the page of the record in memory?  Else the record is zero. */
#define pages_has(p, i) \
    ((p)->index.at[(i) / PAGES_LEN] != pages_none((i) / PAGES_LEN))

#define pages_touch(p, i)                                       \
    do {                                                        \
        if (!pages_has(p, i)) {                                 \
            (p)->index.at[(i) / PAGES_LEN] =                    \
                pages_none((i) / PAGES_LEN) + (p)->records.len; \
            pages_push(p);                                      \
        }                                                       \
    } while (0)

#define pages_free(p) (vec_free(&(p)->index), vec_free(&(p)->records))

#endif
