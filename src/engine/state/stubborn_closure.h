/* stubborn_closure.h - closes sets of transitions (THEORY, Definition 35).
 *
 * The members of a closed set W at a marking satisfy
 *
 *     t enabled    every u with which t is in mutual disabling is a member:
 *                  pre(t) meets pre or read of u, or pre(u) meets read(t)
 *     t disabled   of one unmarked place of pre(t) + read(t), the scapegoat,
 *                  all producers are members
 *
 * so that the first member of any run can go first (THEORY, Lemma 36).  The
 * producers or consumers of a place are added together and once, so a closure
 * takes time linear in the arcs of its members, not in the pairs in
 * conflict. */
#ifndef STUBBORN_CLOSURE_H
#define STUBBORN_CLOSURE_H

#include "base/stamp.h"
#include "base/vec.h"
#include "marking/enabled_set.h"
#include "proof/proof.h"

/* What an enabled transition weighs in the choice of what becomes a member,
 * against a disabled one. */
enum { STUBBORN_CLOSURE_ENABLED_WEIGHT = 16 };

struct stubborn_closure_set {
    enum proof_reason reason;  /* why the goal does not hold; the caller's */
    uint32_t node;             /* a place, for PROOF_LIVE a transition */
    net_place_list places;     /* for PROOF_REFUTED: those it depends on */
    net_trans_list active;     /* enabled members, in the order of adding */
    net_trans_list blocked;    /* disabled members */
    net_place_list scapegoats; /* of these, one each */
};

void stubborn_closure_set_finish(struct stubborn_closure_set *set);

/* For a place: how many of its producers, and of its enabled producers, are
 * members. */
struct stubborn_closure_count {
    uint32_t n, n_enabled;
};

struct stubborn_closure {
    const struct net *net;
    const struct enabled_set *at; /* the marking */
    struct stubborn_closure_set set;
    net_trans_list queue, undecided;
    uint32_t n_required;  /* the first members of the queue, which must stay */
    struct stamp members; /* transitions */
    struct stamp produced, read, consumed; /* places whose producers, readers,
                                              consumers are members */
    struct stamp counted;                  /* places that have a count */
    struct stubborn_closure_count *counts; /* by such a place */
    uint32_t *n_producers;      /* by place: 1 % faster than the net */
    uint64_t n_runs, n_members; /* of all closures */
};

/* Both outlive the struct; `at` counts enabled producers. */
void stubborn_closure_init(struct stubborn_closure *closure,
                           const struct net *net, const struct enabled_set *at);
void stubborn_closure_finish(struct stubborn_closure *closure);

/* An empty set. */
void stubborn_closure_start(struct stubborn_closure *closure);

/* Adds transitions, around which the set will be closed. */
void stubborn_closure_add(struct stubborn_closure *closure, trans_id t);
void stubborn_closure_add_producers(struct stubborn_closure *closure,
                                    place_id p);
void stubborn_closure_add_consumers(struct stubborn_closure *closure,
                                    place_id p);

/* Closes the set.  False, with the set unfinished, as soon as it has `bound`
 * enabled members. */
bool stubborn_closure_run(struct stubborn_closure *closure, uint32_t bound);

/* Makes it the set of all enabled transitions and, if `blocked` is set, of all
 * disabled ones, with a scapegoat each. */
void stubborn_closure_fill(struct stubborn_closure *closure, bool blocked);

static inline bool stubborn_closure_has(const struct stubborn_closure *closure,
                                        trans_id t)
{
    return stamp_has(&closure->members, t);
}

/* How many producers of p are not members.  When there are none, p can become a
 * scapegoat without new members. */
static inline uint32_t
stubborn_closure_outside(const struct stubborn_closure *closure, place_id p)
{
    return closure->n_producers[p] -
           (stamp_has(&closure->counted, p) ? closure->counts[p].n : 0);
}

#endif
