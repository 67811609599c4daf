/* closing.h - sets of transitions, closed under what could spoil them.
 *
 * The members of a set W at a marking satisfy
 *
 *     t enabled    every u with which t is in mutual disabling is a member:
 *                  pre(t) meets pre or read of u, or pre(u) meets read(t)
 *     t disabled   of one unmarked place of pre(t) + read(t), the scapegoat,
 *                  all producers are members
 *
 * so that the first member of any run can be moved to its front
 * (doc/THEORY.md, "Sets that suffice").  Everything goes by places, whose
 * producers or consumers come in together and once: a closure costs the arcs
 * of its members, however many pairs of them are in conflict. */
#ifndef CLOSING_H
#define CLOSING_H

#include "answer/proof.h"
#include "base/vec.h"
#include "state/enabling.h"

typedef VEC(trans_id) trans_list;
typedef VEC(place_id) place_list;

struct closing_set {
    enum proof_reason reason; /* why the goal does not hold; the caller's */
    uint32_t node;            /* a place, for PROOF_LIVE a transition */
    trans_list active;        /* enabled members, as they came in */
    trans_list blocked;       /* disabled members */
    place_list scapegoats;    /* of these, one each */
};

void closing_set_finish(struct closing_set *set);

/* Of a place: how many of its producers are members. */
struct closing_count {
    uint32_t stamp; /* valid for the closure of this number */
    uint32_t n, n_enabled;
};

struct closing {
    const struct net *net;
    const struct enabling *at; /* the marking */
    struct closing_set set;
    trans_list queue, undecided;
    uint32_t now;                  /* this closure; stamps: */
    uint32_t *member;              /* by transition */
    uint32_t *made, *read, *taken; /* by place: its producers, readers,
                                      consumers are in */
    struct closing_count *counts;  /* by place */
    uint64_t n_runs, n_members;    /* of all closures */
};

/* Both outlive the struct. */
void closing_init(struct closing *closing, const struct net *net,
                  const struct enabling *at);
void closing_finish(struct closing *closing);

/* An empty set. */
void closing_start(struct closing *closing);

/* Members that the set is closed around. */
void closing_want(struct closing *closing, trans_id t);
void closing_want_producers(struct closing *closing, place_id p);
void closing_want_consumers(struct closing *closing, place_id p);

/* Closes the set.  False as soon as it has bound enabled members: it is left
 * unfinished. */
bool closing_run(struct closing *closing, uint32_t bound);

/* Makes the set that of all transitions; the disabled ones get a scapegoat and
 * come in only if blocked is set. */
void closing_fill(struct closing *closing, bool blocked);

static inline bool closing_has(const struct closing *closing, trans_id t)
{
    return closing->member[t] == closing->now;
}

/* How many producers of p are no members; p can be a scapegoat at no cost when
 * there are none. */
static inline uint32_t closing_outside(const struct closing *closing,
                                       place_id p)
{
    const struct closing_count *const count = &closing->counts[p];

    return net_producers(closing->net, p).len -
           (count->stamp == closing->now ? count->n : 0);
}

/* Aborts unless the set is closed as it should be. */
void closing_check(const struct closing *closing,
                   const struct closing_set *set);

#endif
