#include "proof/reduction/reduction_rule.h"

#include "base/ids.h"

/* The transitions that need p. */
static struct mutable_net_walk walk_users(struct mutable_net *m, place_id p)
{
    return mutable_net_walk(m, NET_CONSUMERS, NET_READERS, p);
}

/* Does t need one of the places of the step? */
static bool needs_one(const struct reduction_rule_look *k, trans_id t)
{
    struct mutable_net_walk walk = mutable_net_walk(k->m, NET_PRE, NET_READ, t);

    while (mutable_net_next(&walk))
        if (ids_has(k->places, k->step->len, walk.node))
            return true;
    return false;
}

bool reduction_place_dead(const struct reduction_rule_look *k)
{
    for (uint32_t i = 0; i < k->step->len; i++) {
        const place_id p = k->places[i];
        const struct mutable_net_span h =
            mutable_net_arcs(k->m, NET_PRODUCERS, p);

        if (net_marked(k->m->net, p))
            return reduction_rule_reject_place(k, p, "is marked");
        for (uint32_t j = 0; j < h.len; j++)
            if (!needs_one(k, h.at[j]))
                return reduction_rule_reject_place(
                    k, p, "has a producer that needs none of the places");
    }
    return k->step->len || reduction_rule_reject(k, "it names no place");
}

bool reduction_place_constant(const struct reduction_rule_look *k)
{
    const place_id p = k->step->a;

    if (!net_marked(k->m->net, p))
        return reduction_rule_reject_place(k, p, "is not marked");
    return !mutable_net_degree(k->m, NET_CONSUMERS, p) ||
           reduction_rule_reject_place(k, p, "is consumed");
}

bool reduction_place_constant_hides(const struct reduction_rule_look *k)
{
    return mutable_net_degree(k->m, NET_PRODUCERS, k->step->a) > 0;
}

bool reduction_place_sink(const struct reduction_rule_look *k)
{
    const place_id p = k->step->a;

    return !(mutable_net_degree(k->m, NET_CONSUMERS, p) ||
             mutable_net_degree(k->m, NET_READERS, p)) ||
           reduction_rule_reject_place(k, p, "is consumed or read");
}

/* The tokens that t adds to p, less those that it takes from it. */
static int64_t effect(const struct reduction_rule_look *k, trans_id t,
                      place_id p)
{
    return (int64_t)mutable_net_linked(k->m, NET_POST, t, p) -
           (int64_t)mutable_net_linked(k->m, NET_PRE, t, p);
}

/* Does each transition that consumes or produces a place add to p at least what
 * it adds to the places of the step? */
static bool holds_around(const struct reduction_rule_look *k, place_id p,
                         place_id around)
{
    struct mutable_net_walk walk =
        mutable_net_walk(k->m, NET_CONSUMERS, NET_PRODUCERS, around);

    while (mutable_net_next(&walk)) {
        int64_t sum = 0;

        for (uint32_t n = 0; n < k->step->len; n++)
            sum += effect(k, walk.node, k->places[n]);
        if (effect(k, walk.node, p) < sum)
            return false;
    }
    return true;
}

/* Has p at every reachable marking at least the tokens of the places? */
static bool check_invariant(const struct reduction_rule_look *k, place_id p)
{
    int64_t marked = 0;

    if (k->step->len == 0 || ids_has(k->places, k->step->len, p))
        return reduction_rule_reject(
            k, "the places that imply the place are missing");
    for (uint32_t i = 0; i < k->step->len; i++)
        marked += net_marked(k->m->net, k->places[i]);
    if (marked > net_marked(k->m->net, p))
        return reduction_rule_reject(k, "the other places have more tokens");
    if (!holds_around(k, p, p))
        return reduction_rule_reject(
            k, "a transition takes a token from the place alone");
    for (uint32_t i = 0; i < k->step->len; i++)
        if (!holds_around(k, p, k->places[i]))
            return reduction_rule_reject(
                k, "a transition puts a token on the other places alone");
    return true;
}

static bool check_user(const struct reduction_rule_look *k, trans_id t)
{
    return needs_one(k, t) ||
           reduction_rule_reject(
               k, "a transition needs the place and none of the others");
}

bool reduction_place_redundant(const struct reduction_rule_look *k)
{
    struct mutable_net_walk walk = walk_users(k->m, k->step->a);

    if (!check_invariant(k, k->step->a))
        return false;
    while (mutable_net_next(&walk))
        if (!check_user(k, walk.node))
            return false;
    return true;
}

/* Has q the same transitions and the same token as p, so that the two have
 * equal tokens everywhere? */
static bool is_twin(struct mutable_net *m, place_id p, place_id q)
{
    return mutable_net_same(m, NET_CONSUMERS, p, q) &&
           mutable_net_same(m, NET_PRODUCERS, p, q) &&
           net_marked(m->net, p) == net_marked(m->net, q);
}

bool reduction_place_redundant_hides(const struct reduction_rule_look *k)
{
    return k->step->len != 1 || !is_twin(k->m, k->step->a, k->places[0]);
}

bool reduction_place_read(const struct reduction_rule_look *k)
{
    if (!mutable_net_has_place(k->m, k->step->b) ||
        !mutable_net_linked(k->m, NET_READ, k->step->a, k->step->b))
        return reduction_rule_reject(k,
                                     "the transition does not read the place");
    return check_invariant(k, k->step->b) && check_user(k, k->step->a);
}

/* Does t change only places of the step? */
static bool stays_within(const struct reduction_rule_look *k, trans_id t)
{
    struct mutable_net_walk walk = mutable_net_walk(k->m, NET_PRE, NET_POST, t);

    while (mutable_net_next(&walk))
        if (!ids_has(k->places, k->step->len, walk.node))
            return false;
    return true;
}

bool reduction_place_slice(const struct reduction_rule_look *k)
{
    for (uint32_t i = 0; i < k->step->len; i++) {
        const place_id p = k->places[i];
        struct mutable_net_walk walk = walk_users(k->m, p);

        if (!reduction_rule_hidden(k, p))
            return false;
        while (mutable_net_next(&walk))
            if (!stays_within(k, walk.node))
                return reduction_rule_reject_place(
                    k, p,
                    "is needed by a transition that changes a place that "
                    "is kept");
    }
    return k->step->len || reduction_rule_reject(k, "it names no place");
}

/* --- effects -------------------------------------------------------------- */

void reduction_place_remove(struct reduction *reduction, struct mutable_net *m)
{
    mutable_net_remove_place(m, vec_top(&reduction->steps)->a);
}

void reduction_place_remove_read(struct reduction *reduction,
                                 struct mutable_net *m)
{
    const struct reduction_step *const step = vec_top(&reduction->steps);

    mutable_net_remove_read(m, step->a, step->b);
}

void reduction_place_remove_all(struct reduction *reduction,
                                struct mutable_net *m)
{
    const struct net_place_span places =
        reduction_places(reduction, vec_top(&reduction->steps));

    for (uint32_t i = 0; i < places.len; i++) {
        struct mutable_net_walk walk = walk_users(m, places.at[i]);

        while (mutable_net_next(&walk))
            mutable_net_remove_trans(m, walk.node);
        mutable_net_remove_place(m, places.at[i]);
    }
}
