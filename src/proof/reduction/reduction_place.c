#include "proof/reduction/reduction_rule.h"

#include "base/ids.h"

static const enum net_arc_kind users[] = {NET_CONSUMERS, NET_READERS};
static const enum net_arc_kind changers[] = {NET_CONSUMERS, NET_PRODUCERS};

/* Is one of the places of the step among the arcs of t? */
static bool meets(const struct reduction_rule_look *k, enum net_arc_kind kind,
                  trans_id t)
{
    const struct mutable_net_span span = mutable_net_arcs(k->m, kind, t);

    for (uint32_t i = 0; i < span.len; i++)
        if (ids_has(k->places, k->step->len, span.at[i]))
            return true;
    return false;
}

/* Does t need one of the places of the step? */
static bool needs_one(const struct reduction_rule_look *k, trans_id t)
{
    return meets(k, NET_PRE, t) || meets(k, NET_READ, t);
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
    for (uint32_t i = 0; i < 2; i++) {
        const struct mutable_net_span span =
            mutable_net_arcs(k->m, changers[i], around);

        for (uint32_t j = 0; j < span.len; j++) {
            int64_t sum = 0;

            for (uint32_t n = 0; n < k->step->len; n++)
                sum += effect(k, span.at[j], k->places[n]);
            if (effect(k, span.at[j], p) < sum)
                return false;
        }
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
    const place_id p = k->step->a;

    if (!check_invariant(k, p))
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        const struct mutable_net_span span =
            mutable_net_arcs(k->m, users[i], p);

        for (uint32_t j = 0; j < span.len; j++)
            if (!check_user(k, span.at[j]))
                return false;
    }
    return true;
}

/* Has q the same transitions and the same token as p, so that the two have
 * equal tokens everywhere? */
static bool is_twin(struct mutable_net *m, place_id p, place_id q)
{
    for (uint32_t k = 0; k < 2; k++) {
        const struct mutable_net_span span =
            mutable_net_arcs(m, changers[k], p);

        if (span.len != mutable_net_degree(m, changers[k], q))
            return false;
        for (uint32_t i = 0; i < span.len; i++)
            if (!mutable_net_linked(m, changers[k], q, span.at[i]))
                return false;
    }
    return net_marked(m->net, p) == net_marked(m->net, q);
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
    static const enum net_arc_kind kinds[] = {NET_PRE, NET_POST};

    for (uint32_t i = 0; i < 2; i++) {
        const struct mutable_net_span span =
            mutable_net_arcs(k->m, kinds[i], t);

        for (uint32_t j = 0; j < span.len; j++)
            if (!ids_has(k->places, k->step->len, span.at[j]))
                return false;
    }
    return true;
}

bool reduction_place_slice(const struct reduction_rule_look *k)
{
    for (uint32_t i = 0; i < k->step->len; i++) {
        const place_id p = k->places[i];

        if (!reduction_rule_hidden(k, p))
            return false;
        for (uint32_t u = 0; u < 2; u++) {
            const struct mutable_net_span span =
                mutable_net_arcs(k->m, users[u], p);

            for (uint32_t j = 0; j < span.len; j++)
                if (!stays_within(k, span.at[j]))
                    return reduction_rule_reject_place(
                        k, p,
                        "is needed by a transition that changes a place that "
                        "is kept");
        }
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
        for (uint32_t k = 0; k < 2; k++) {
            const struct mutable_net_span gone =
                mutable_net_arcs(m, users[k], places.at[i]);

            for (uint32_t j = 0; j < gone.len; j++)
                mutable_net_remove_trans(m, gone.at[j]);
        }
        mutable_net_remove_place(m, places.at[i]);
    }
}
