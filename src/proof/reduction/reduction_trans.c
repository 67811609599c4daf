#include "proof/reduction/reduction_rule.h"

bool reduction_trans_overflow(const struct reduction_rule_look *k)
{
    const trans_id t = k->step->a;

    return (t < net_trans_count(k->m->net) &&
            net_overflow(k->m->net, t) != PLACE_NONE) ||
           reduction_rule_reject(
               k, "the transition does not put two tokens on a place");
}

bool reduction_trans_dominated(const struct reduction_rule_look *k)
{
    const trans_id t = k->step->a, u = k->step->b;

    if (!mutable_net_has_trans(k->m, u) || t == u)
        return reduction_rule_reject(k, "there is no other transition");
    if (!mutable_net_same(k->m, NET_PRE, t, u) ||
        !mutable_net_same(k->m, NET_POST, t, u))
        return reduction_rule_reject(
            k, "the two transitions change different places");
    return mutable_net_within(k->m, NET_READ, u, NET_READ, t) ||
           reduction_rule_reject(
               k, "the other transition reads a place that the removed one "
                  "does not read");
}

bool reduction_trans_neutral(const struct reduction_rule_look *k)
{
    const trans_id t = k->step->a, u = k->step->b;

    if (mutable_net_degree(k->m, NET_PRE, t) ||
        mutable_net_degree(k->m, NET_POST, t))
        return reduction_rule_reject(k, "the transition changes a place");
    if (!k->keeps->dead && !k->keeps->markings)
        return true;
    if (!mutable_net_has_trans(k->m, u) || t == u)
        return reduction_rule_reject(k, "there is no other transition");
    return (mutable_net_within(k->m, NET_PRE, u, NET_READ, t) &&
            mutable_net_within(k->m, NET_READ, u, NET_READ, t)) ||
           reduction_rule_reject(
               k, "the other transition needs a place that the removed one "
                  "does not need");
}

void reduction_trans_remove(struct reduction *reduction, struct mutable_net *m)
{
    mutable_net_remove_trans(m, vec_top(&reduction->steps)->a);
}
