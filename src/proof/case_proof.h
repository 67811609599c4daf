/* case_proof.h - a proof by cases that no reachable marking answers a question
 * about a single marking, as plain data.
 *
 *     trap 0         p1 p2: some place of it is always marked
 *     combination 0  never: q1 marked, q2 empty; farkas.h says why
 *     cube 0         never: p1 marked, p2 empty; no step enters it
 *     case 0         never: p1 empty
 *     case 1         never: p1 marked, node 3 of the formula holds
 *
 * The inductive cubes lack the initial marking, and no step from a marking
 * outside of all of them enters one (entries.h).  Unit propagation shows this
 * from the clauses of the traps, combinations and cubes, and from lemmas.  A
 * lemma is a cube without a marking outside of all inductive cubes; unit
 * propagation shows it from the clauses and the lemmas before it (THEORY,
 * Theorem 82).
 *
 * A case is a set of literals of which an answer never has all.  Unit
 * propagation (clauses.h) shows it from the clauses of the question
 * (goal_clauses.h), the clauses of the traps and combinations, and the cases
 * before it.  The case without literals follows from all cases: there is no
 * answer (THEORY, Theorem 72).
 *
 * For a question about runs the proof is about the product of the net and the
 * automaton with `rounds` rounds (product_net.h), where ranks show what does
 * not recur (recurrence.h).
 *
 * The net is presumed to be safe.  Engines fill a proof, writers read it, and
 * verify.h checks it. */
#ifndef CASE_PROOF_H
#define CASE_PROOF_H

#include "proof/farkas.h"

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

/* Sets of literals. */
typedef VECS(VEC(struct case_proof_literal)) case_proof_list;

/* Ranks: their terms.  Place n + q stands for state q of the automaton, where n
 * is the number of places. */
typedef VECS(formula_terms) case_proof_ranks;

struct case_proof {
    uint32_t rounds; /* of a GOAL_LASSO */
    case_proof_ranks ranks;
    net_place_lists traps;
    farkas_list combinations;
    case_proof_list inductive, lemmas; /* about places */
    case_proof_list cases;
};

void case_proof_destroy(struct case_proof *proof); /* of mem_zero(), or NULL */

/* The literals of set i. */
struct case_proof_span case_proof_set(const case_proof_list *list, uint32_t i);

#endif
