/* bnet_function.h - the function of a variable of a Boolean network.
 *
 * The function is in postfix form: a variable is its number, and the operators
 * follow their operands.  Its prime implicants say when the variable changes:
 * all prime implicants or, if these are too many, some with the same
 * disjunction. */
#ifndef BNET_FUNCTION_H
#define BNET_FUNCTION_H

#include "formats/boolean/cover.h"

struct bnet_function {
    VEC(uint32_t)
    support; /* the variables, increasing; their places here are
                their numbers in code and in cubes */
    VEC(int32_t) code;
    uint64_t work; /* that is left (primes.h) */
    bool has_all;  /* the work was enough for all prime implicants */
    bool good;     /* it was enough for some */
    struct primes holds, fails; /* prime implicants of it, and of its
                                   complement */
};

void bnet_function_init(struct bnet_function *f, const int32_t *code,
                        uint32_t len);
void bnet_function_finish(struct bnet_function *f);

/* Prime implicants of "the function has this value, and v the other one", with
 * this disjunction; all of them if f->has_all.  False when they are too many;
 * the caller frees the cubes in any case. */
bool bnet_function_changes(struct bnet_function *f, uint32_t v, bool value,
                           struct primes *cubes);

/* May this byte be in the name of a variable? */
bool bnet_is_name_byte(int c);

#endif
