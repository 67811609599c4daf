/* case_builder.h - a proof by cases (case_proof.h) from the clauses that refute
 * a question.
 *
 * The question, traps and combinations contradict each other.  CaDiCaL shows
 * this again, without preprocessing and inprocessing, and the clauses that it
 * learns become the cases.  If unit propagation alone does not show that no
 * step enters an inductive cube, CaDiCaL shows it, and the clauses that it
 * learns become the lemmas.  Unneeded parts are left out. */
#ifndef CASE_BUILDER_H
#define CASE_BUILDER_H

#include "engine/ic3/induction.h"
#include "engine/watch.h"
#include "proof/case_proof.h"
#include "question/goal.h"

/* The largest proof, usually: numbers and literals of its parts, and of the
 * clauses from which they are chosen. */
#define CASE_BUILDER_LARGEST ((uint32_t)1 << 25)

enum case_builder_verdict {
    CASE_BUILDER_DONE,
    CASE_BUILDER_TOO_LARGE,
    CASE_BUILDER_STOPPED, /* by the watch */
    CASE_BUILDER_FAILED,  /* what CaDiCaL learnt does not follow: a bug */
};

/* The facts that contradict the question. */
struct case_builder_premises {
    const struct net *net;
    const net_place_lists *traps;
    farkas_list *combinations;
    const struct exclusive *exclusive; /* certified; may be NULL */
    const case_proof_list *cubes;      /* inductive; may be NULL */
};

/* largest: as above, at most.  Fills *proof, which is NULL otherwise.  Takes
 * the combinations that the proof needs, and leaves empty ones. */
enum case_builder_verdict
case_builder_of(const struct case_builder_premises *from,
                const struct goal *goal, uint32_t largest, struct watch *watch,
                struct case_proof **proof);

/* The size of a combination, as above. */
uint32_t case_builder_size(const struct farkas *farkas);

#endif
