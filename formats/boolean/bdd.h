/* bdd.h - binary decision diagrams and their prime implicants.
 *
 * A function is FALSE, TRUE, or a node that decides a variable: one function if
 * it is false, another one if it is true, which decide later variables.
 * Diagrams are ordered and reduced (Bryant, 1986): equal functions have the
 * same id.
 *
 * A set of cubes is FALSE, no cube; TRUE, the empty cube; or a node of a
 * variable: the cubes without it, those with its negation, and those with it
 * (Coudert and Madre, 1992).
 *
 * There is a limit on nodes.  An operation beyond it has the result BDD_NONE,
 * and so has one with an operand BDD_NONE. */
#ifndef BDD_H
#define BDD_H

#include "base/keys.h"
#include "base/vec.h"
#include "formats/boolean/primes.h"

enum { BDD_FALSE = 0, BDD_TRUE = 1 };

#define BDD_NONE UINT32_MAX

struct bdd_node {
    uint32_t variable;
    uint32_t at[3]; /* false, true, BDD_NONE; or without, negated, with it */
};

struct bdd_call {
    uint32_t operation, a, b;
};

struct bdd {
    VEC(struct bdd_node) nodes;
    struct slots slots;
    struct keys calls; /* each operation that was done, with its operands */
    VEC(uint32_t) results;
    VEC(struct bdd_call) stack; /* those that wait for others */
    uint32_t most_nodes, most_calls;
};

/* A store without functions and without room; bdd_allow() makes room for so
 * many nodes beyond those that there are. */
void bdd_init(struct bdd *d);
void bdd_finish(struct bdd *d);
void bdd_allow(struct bdd *d, uint32_t n_nodes);

uint32_t bdd_variable(struct bdd *d, uint32_t v);
uint32_t bdd_not(struct bdd *d, uint32_t f);
uint32_t bdd_and(struct bdd *d, uint32_t f, uint32_t g);
uint32_t bdd_or(struct bdd *d, uint32_t f, uint32_t g);

/* The function with this value of variable v, before which f decides none. */
uint32_t bdd_decided(const struct bdd *d, uint32_t f, uint32_t v, bool value);

/* All prime implicants of the function; or some of which none can be left out
 * (Morreale, 1970; Minato, 1993). */
uint32_t bdd_primes(struct bdd *d, uint32_t f);
uint32_t bdd_cover(struct bdd *d, uint32_t f);

/* Adds the cubes of the set as rows; bit 2 * order[v] + 1 says that variable v
 * is true.  False when there are more than the given number; then adds none. */
bool bdd_list(const struct bdd *d, uint32_t set, const uint32_t *order,
              uint32_t most, struct primes *cubes);

#endif
