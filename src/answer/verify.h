/* verify.h - is this family of cubes a proof?
 *
 * Everything is derived from the net again: producers, consumers, mutual
 * disabling.  The conditions are those of proof.h; they suffice by THEORY,
 * Theorem 41.  The net is presumed to be safe.
 *
 * The check takes time linear in the proof times the arcs of a transition, but
 * for the links: each costs the places of the cube that it leads to, which are
 * at most those of the cube that it leaves and the arcs of the transition. */
#ifndef VERIFY_H
#define VERIFY_H

#include "answer/proof.h"
#include "net/goal.h"

enum verify_part { VERIFY_CUBE, VERIFY_REASON, VERIFY_MEMBER };

/* What is wrong first. */
struct verify_fault {
    enum verify_part part;
    uint32_t cube;
    uint32_t member; /* VERIFY_MEMBER: of proof.members */
    char text[512];  /* one sentence */
};

/* proof must pass proof_check(). */
bool verify_proof(const struct net *net, const struct goal *goal,
                  const struct proof *proof, struct verify_fault *fault);

#endif
