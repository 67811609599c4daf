/* cover.h - some prime implicants of a Boolean function, and of its
 * complement, where all of them would be too many.
 *
 * The function is decided variable by variable, and each path of the decision
 * tree is a cube of one of the two.  A cube of one function becomes a prime
 * implicant by dropping literals while it meets no cube of the other function;
 * cubes that such an implicant contains need no implicant of their own. */
#ifndef COVER_H
#define COVER_H

#include "formats/boolean/primes.h"

/* Operators of functions in postfix form, where other numbers are variables. */
enum {
    BNET_NOT = -1,
    BNET_AND = -2,
    BNET_OR = -3,
    BNET_FALSE = -4,
    BNET_TRUE = -5,
};

/* A function of variables 0 to n_variables - 1. */
struct cover_function {
    const int32_t *code; /* borrowed */
    uint32_t len, n_variables;
};

/* Prime implicants whose disjunction is the function, and some whose
 * disjunction is its complement; in the order in which they are found.  Both
 * are new.  Each word of a cube and of the code that is looked at takes one
 * from the work; false when there is none left. */
bool cover_find(const struct cover_function *f, struct primes *holds,
                struct primes *fails, uint64_t *work);

/* The same of disjoint functions that are given by cubes: prime implicants of
 * "not outside" of which each cube of f implies one. */
bool cover_expand(const struct primes *f, const struct primes *outside,
                  struct primes *result, uint64_t *work);

#endif
