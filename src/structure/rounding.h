/* rounding.h - doubles as fractions of a common denominator, by continued
 * fractions. */
#ifndef ROUNDING_H
#define ROUNDING_H

#include <stdbool.h>
#include <stdint.h>

/* The largest denominator of one number, and the largest common one. */
#define ROUNDING_LARGEST 1000
#define ROUNDING_LARGEST_COMMON ((int64_t)1 << 20)

/* Multiplies *common, which is at least 1, so that x times it is an integer up
 * to rounding.  False if it would get too large. */
bool rounding_add(double x, int64_t *common);

/* The integer nearest to x times common. */
int64_t rounding_scale(double x, int64_t common);

#endif
