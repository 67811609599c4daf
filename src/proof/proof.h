/* proof.h - a proof that the goal is unreachable, as plain data.
 *
 * A cube (pos, neg) denotes the markings that mark all of pos and none of neg.
 * A proof is a family of cubes.  One of them contains the initial marking.  For
 * each cube the proof shows that no run from a reachable marking in it answers
 * yes.  A cube has a reason why its own markings do not answer, and members: a
 * set of transitions one of which every run to an answer must fire.
 *
 *     cube 0   pos p1   neg p2 p3    reason: lacks p3
 *     members  t1 active, by 1       t1 is enabled; firing it leads to cube 1
 *              t2 blocked, by p2     t2 lacks p2 until a member fires
 *
 * The conditions for each cube (THEORY, Definition 40), with pre, post and read
 * as in net.h:
 *
 *     reason    LACKS p: the answer needs p marked, p is in neg, and all
 *               producers of p are members
 *               HOLDS p: the answer needs p empty, p is in pos, and all
 *               consumers of p are members
 *               LIVE t: the question is deadlock; t is an active member
 *               REFUTED: the question is a formula, which is false until a
 *               member fires (refuted.h)
 *     blocked   t by p: p is in pre or read of t and in neg, and all producers
 *               of p are members
 *     active    t by cube c: pre and read of t are in pos; all u with which t
 *               is in mutual disabling are members, that is pre(t) meets pre
 *               or read of u, or pre(u) meets read(t); and firing t leads from
 *               this cube into c: c.pos without post(t) is in pos, c.neg
 *               without pre(t) is in neg, c.pos does not meet pre(t), and
 *               c.neg meets neither post(t) nor read(t)
 *
 * A transition as a goal needs all of its pre and read marked.  Links may form
 * cycles, because the induction is on the length of a run (THEORY, Theorem 41).
 * The net is presumed to be safe.
 *
 * Engines fill a proof, writers read it, and verify.h checks it.  It is
 * well-formed if its slices are in bounds and sorted, and its numbers denote
 * places, transitions and cubes. */
#ifndef PROOF_H
#define PROOF_H

#include "base/vec.h"
#include "net/net.h"

/* The reason why no marking of a cube answers. */
enum proof_reason { PROOF_LACKS, PROOF_HOLDS, PROOF_LIVE, PROOF_REFUTED };

struct proof_member {
    trans_id trans;
    bool active;
    uint32_t by; /* active: the cube that firing leads to; blocked: the
                    scapegoat, a place */
};

struct proof_span {
    uint32_t from, len; /* a slice of proof.places or proof.members */
};

struct proof_cube {
    enum proof_reason reason;
    uint32_t node;              /* a place, for PROOF_LIVE a transition */
    struct proof_span pos, neg; /* places, strictly increasing */
    struct proof_span members;  /* strictly increasing by trans */
};

struct proof {
    VEC(struct proof_cube) cubes;
    VEC(place_id) places;
    VEC(struct proof_member) members;
    uint32_t initial; /* the cube that contains the initial marking */
};

void proof_destroy(struct proof *proof); /* of mem_zero(), or NULL */

/* Adds a cube without places and members.  Cubes are numbered from 0. */
uint32_t proof_add(struct proof *proof, enum proof_reason reason,
                   uint32_t node);

/* Each appends to the newest cube: first all of pos, then all of neg; members
 * at any time.  The caller appends in increasing order or calls
 * proof_sort(). */
void proof_pos(struct proof *proof, place_id p);
void proof_neg(struct proof *proof, place_id p);
void proof_active(struct proof *proof, trans_id t, uint32_t cube);
void proof_blocked(struct proof *proof, trans_id t, place_id scapegoat);

/* Sorts the slices of the newest cube. */
void proof_sort(struct proof *proof);

struct net_place_span proof_places(const struct proof *proof,
                                   struct proof_span span);
const struct proof_member *proof_members(const struct proof *proof,
                                         const struct proof_cube *cube);

#endif
