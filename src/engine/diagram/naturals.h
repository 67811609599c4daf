/* naturals.h - exact natural numbers of any size, which are added and printed.
 *
 * A number is a list of limbs of GMP, the lowest first and the highest not 0; 0
 * is the empty list. */
#ifndef NATURALS_H
#define NATURALS_H

#include "base/vec.h"

#include <gmp.h>

typedef VEC(mp_limb_t) naturals_number;

typedef VECS(naturals_number) naturals_list;

void naturals_add(naturals_number *to, const mp_limb_t *limbs, uint32_t len);

void naturals_push(naturals_list *list, const naturals_number *number);

/* Adds number i of a list, so many times. */
void naturals_add_times(naturals_number *to, const naturals_list *list,
                        uint32_t i, uint32_t times);

/* The number if it is below 2^63, otherwise UINT64_MAX. */
uint64_t naturals_small(const naturals_number *number);

/* In decimal digits; the caller frees it. */
char *naturals_text(const naturals_number *number);

#endif
