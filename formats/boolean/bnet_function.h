/* bnet_function.h - the function of a variable of a Boolean network.
 *
 * It is given in postfix form: a variable is its number, and the operators
 * follow their operands.  Its prime implicants say when the variable changes:
 * all prime implicants or, if these are too many, some with the same
 * disjunction. */
#ifndef BNET_FUNCTION_H
#define BNET_FUNCTION_H

#include "formats/boolean/bdd.h"

/* Operators of functions in postfix form, where other numbers are variables. */
enum {
    BNET_NOT = -1,
    BNET_AND = -2,
    BNET_OR = -3,
    BNET_FALSE = -4,
    BNET_TRUE = -5,
};

struct bnet_function {
    VEC(uint32_t)
    support; /* the variables, increasing; their places here are their numbers
                in cubes */
    VEC(uint32_t)
    order; /* by variable of the diagram, which begins with the
              network's: its place in the support */
    struct bdd bdd;
    uint32_t root; /* BDD_NONE: the diagram is too large */
};

/* The function of variable v. */
void bnet_function_init(struct bnet_function *f, const int32_t *code,
                        uint32_t len, uint32_t v);
void bnet_function_finish(struct bnet_function *f);

/* Prime implicants of "the function has this value, and v the other one", with
 * this disjunction, without v; or those of the function.  False when they are
 * too many; the caller frees the cubes in any case. */
bool bnet_function_changes(struct bnet_function *f, bool value,
                           struct primes *cubes);
bool bnet_function_primes(struct bnet_function *f, struct primes *cubes);

/* May this byte be in the name of a variable? */
bool bnet_is_name_byte(int c);

#endif
