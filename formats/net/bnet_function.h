/* bnet_function.h - the function of a variable of a Boolean network.
 *
 * The function is in postfix form: a variable is its number, and the operators
 * follow their operands.  Its prime implicants say when the variable changes.
 */
#ifndef BNET_FUNCTION_H
#define BNET_FUNCTION_H

#include "formats/net/primes.h"

enum {
    BNET_NOT = -1,
    BNET_AND = -2,
    BNET_OR = -3,
    BNET_FALSE = -4,
    BNET_TRUE = -5,
};

struct bnet_function {
    const int32_t *code; /* borrowed */
    uint32_t len;
    VEC(uint32_t)
    support;       /* the variables of code, increasing; their places
                      here are their numbers in cubes */
    uint64_t work; /* that is left (primes.h) */
    bool good;     /* the work was enough */
    struct primes holds, fails; /* prime implicants of it, and of its
                                   complement */
};

/* Fills in what follows from the code. */
void bnet_function_init(struct bnet_function *f);
void bnet_function_finish(struct bnet_function *f);

/* The prime implicants of "the function has this value where v has the other
 * one".  False when there are too many; the cubes are freed in any case. */
bool bnet_function_changes(struct bnet_function *f, uint32_t v, bool value,
                           struct primes *cubes);

/* May this byte be in the name of a variable? */
bool bnet_is_name_byte(int c);

#endif
