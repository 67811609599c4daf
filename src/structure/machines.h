/* machines.h - state machines: sets of places that never hold two tokens.
 *
 * A set S of places is a state machine here if it has at most one token
 * initially, and each transition produces on at most one place of S, and then
 * consumes from a place of S.  So no transition increases the tokens on S.
 * Transitions that are known to be dead may do as they like.
 *
 * The search begins with one place.  A transition that produces on a member and
 * consumes from none needs a member among the places that it consumes from; the
 * candidates are tried one after the other.  Then places that can be added
 * without a choice follow.  The time of a search is bounded, and does not
 * depend on the size of the net. */
#ifndef MACHINES_H
#define MACHINES_H

#include "net/net.h"

struct machines_choice;

struct machines {
    const struct net *net;
    const bool *dead; /* by transition */
    uint64_t work;    /* places and arcs looked at so far */
    uint64_t most;    /* when this search ends */
    net_place_list members;
    bool has_token;
    bool *is_member;             /* by place */
    bool *was_member;            /* of a set that was found; by place */
    uint32_t *inputs, *outputs;  /* by transition: members among its places */
    uint32_t looked;             /* members whose producers were looked at */
    net_trans_list waiting;      /* transitions that have a choice */
    uint32_t chosen;             /* those of them that made it */
    net_place_list alternatives; /* of the choices made */
    VEC(struct machines_choice) choices;
};

/* dead is borrowed, and may gain members between two searches. */
void machines_init(struct machines *machines, const struct net *net,
                   const bool *dead);
void machines_finish(struct machines *machines);

/* Fills members with a state machine that contains p.  False if none was found
 * after about this much work. */
bool machines_find(struct machines *m, place_id p, uint64_t work);

/* Fills members with a state machine and places that can be added to it. */
void machines_extend(struct machines *m, const net_place_list *machine);

/* A member of a set, by place, among the places; *n counts them. */
place_id machines_member_among(const bool *is_member,
                               struct net_place_span places, uint32_t *n);

#endif
