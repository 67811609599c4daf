/* dice.h - pseudo-random numbers that depend only on a seed and the number of a
 * walk: a counter, scrambled (splitmix64; Steele, Lea, Flood 2014). */
#ifndef DICE_H
#define DICE_H

#include <stdint.h>

struct dice {
    uint64_t counter;
};

static inline uint64_t dice_scramble(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline struct dice dice_for(uint64_t seed, uint64_t walk)
{
    return (struct dice){dice_scramble(dice_scramble(seed) + walk)};
}

/* A number below n; n > 0. */
static inline uint32_t dice_roll(struct dice *dice, uint32_t n)
{
    dice->counter += UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((dice_scramble(dice->counter) >> 32) * n >> 32);
}

#endif
