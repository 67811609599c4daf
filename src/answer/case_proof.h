/* case_proof.h - a proof by cases that no reachable marking answers a question
 * about a single marking, as plain data.
 *
 *     trap 0         p1 p2: some place of it is always marked
 *     combination 0  never: q1 marked, q2 empty; farkas.h says why
 *     case 0         never: p1 empty
 *     case 1         never: p1 marked, node 3 of the formula holds
 *
 * A case is a set of literals of which an answer never has all.  It is shown by
 * unit propagation (clauses.h): from the clauses of the question
 * (goal_clauses.h), those of the traps and combinations, and the cases before
 * it.  The case without literals follows from them all: there is no answer
 * (THEORY, Theorem 72).
 *
 * The net is presumed to be safe.  Engines fill a proof, writers read it, and
 * verify_cases.h checks it. */
#ifndef CASE_PROOF_H
#define CASE_PROOF_H

#include "answer/farkas.h"

enum case_proof_about {
    CASE_PROOF_PLACE, /* marked or empty */
    CASE_PROOF_NODE,  /* of the formula: holds; or nothing is said of it */
    CASE_PROOF_TRANS, /* enabled; or nothing is said of it */
};

/* A variable of goal_clauses.h, and what it is assumed to be. */
struct case_proof_literal {
    enum case_proof_about about;
    bool truth;
    uint32_t id;
};

struct case_proof_span {
    const struct case_proof_literal *at;
    uint32_t len;
};

struct case_proof {
    struct farkas_traps traps;
    VEC(struct farkas) combinations;
    VEC(struct case_proof_literal) literals;
    VEC(uint32_t) ends; /* by case: in literals */
};

struct case_proof *case_proof_create(void);
void case_proof_destroy(struct case_proof *proof); /* may be NULL */

/* The literals of a case. */
struct case_proof_span case_proof_case(const struct case_proof *proof,
                                       uint32_t i);

#endif
