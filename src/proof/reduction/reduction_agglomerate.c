#include "proof/reduction/reduction_rule.h"

#include "base/ids.h"

/* --- conditions ----------------------------------------------------------- */

/* What both kinds need of p itself. */
static bool check_middle(const struct reduction_rule_look *k)
{
    const place_id p = k->step->a;
    const uint64_t n_f = mutable_net_degree(k->m, NET_CONSUMERS, p);
    const uint64_t n_h = mutable_net_degree(k->m, NET_PRODUCERS, p);

    if (net_marked(k->m->net, p))
        return reduction_rule_reject_place(k, p, "is marked");
    if (mutable_net_degree(k->m, NET_READERS, p))
        return reduction_rule_reject_place(k, p, "is read");
    if (!n_f)
        return reduction_rule_reject_place(k, p, "is not consumed");
    return n_f * n_h <= n_f + n_h ||
           reduction_rule_reject_place(k, p,
                                       "has too many producers and consumers");
}

static bool changes_visible(const struct reduction_rule_look *k, trans_id t)
{
    struct mutable_net_walk walk = mutable_net_walk(k->m, NET_PRE, NET_POST, t);

    while (mutable_net_next(&walk))
        if (bits_has(k->keeps->visible, walk.node))
            return true;
    return false;
}

static bool reject_pair(const struct reduction_rule_look *k)
{
    return reduction_rule_reject(k,
                                 "the two transitions of a pair share a place");
}

/* Does no producer of p produce or read a place that f produces? */
static bool check_apart(const struct reduction_rule_look *k, trans_id f)
{
    const struct mutable_net_span h =
        mutable_net_arcs(k->m, NET_PRODUCERS, k->step->a);
    const struct mutable_net_span post = mutable_net_arcs(k->m, NET_POST, f);

    for (uint32_t i = 0; i < h.len; i++)
        for (uint32_t j = 0; j < post.len; j++)
            if (mutable_net_linked(k->m, NET_POST, h.at[i], post.at[j]) ||
                mutable_net_linked(k->m, NET_READ, h.at[i], post.at[j]))
                return reject_pair(k);
    return true;
}

bool reduction_agglomerate_post(const struct reduction_rule_look *k)
{
    const struct mutable_net_span f =
        mutable_net_arcs(k->m, NET_CONSUMERS, k->step->a);

    if (!check_middle(k))
        return false;
    for (uint32_t i = 0; i < f.len; i++) {
        if (mutable_net_degree(k->m, NET_PRE, f.at[i]) != 1 ||
            mutable_net_degree(k->m, NET_READ, f.at[i]))
            return reduction_rule_reject(
                k, "a transition that consumes the place needs more");
        if (changes_visible(k, f.at[i]))
            return reduction_rule_reject(
                k, "a transition that consumes the place changes one that "
                   "matters to the question");
        if (!check_apart(k, f.at[i]))
            return false;
    }
    return true;
}

/* Does g, which h reads, stay marked once it is, and no consumer of p produce
 * on it? */
static bool check_read(const struct reduction_rule_look *k, place_id g)
{
    const struct mutable_net_span f =
        mutable_net_arcs(k->m, NET_CONSUMERS, k->step->a);

    if (mutable_net_degree(k->m, NET_CONSUMERS, g))
        return reduction_rule_reject_place(k, g,
                                           "is read and may lose its token");
    for (uint32_t i = 0; i < f.len; i++)
        if (mutable_net_linked(k->m, NET_PRODUCERS, g, f.at[i]))
            return reject_pair(k);
    return true;
}

/* h consumes one place, which nothing else needs. */
bool reduction_agglomerate_pre(const struct reduction_rule_look *k)
{
    const place_id p = k->step->a;
    struct mutable_net_span reads;
    trans_id h;
    place_id a;

    if (!check_middle(k))
        return false;
    if (mutable_net_degree(k->m, NET_PRODUCERS, p) != 1)
        return reduction_rule_reject_place(k, p, "has not one producer");
    h = mutable_net_arcs(k->m, NET_PRODUCERS, p).at[0];
    if (mutable_net_degree(k->m, NET_POST, h) != 1 ||
        mutable_net_degree(k->m, NET_PRE, h) != 1)
        return reduction_rule_reject(k, "the producer does not move one token");
    a = mutable_net_arcs(k->m, NET_PRE, h).at[0];
    if (mutable_net_degree(k->m, NET_CONSUMERS, a) != 1 ||
        mutable_net_degree(k->m, NET_READERS, a))
        return reduction_rule_reject_place(k, a,
                                           "is needed by another transition");
    if (!reduction_rule_hidden(k, a))
        return false;
    reads = mutable_net_arcs(k->m, NET_READ, h);
    for (uint32_t i = 0; i < reads.len; i++)
        if (!check_read(k, reads.at[i]))
            return false;
    return true;
}

/* Does no consumer of p produce something? */
bool reduction_agglomerate_post_hides(const struct reduction_rule_look *k)
{
    const struct mutable_net_span span =
        mutable_net_arcs(k->m, NET_CONSUMERS, k->step->a);

    for (uint32_t i = 0; i < span.len; i++)
        if (mutable_net_degree(k->m, NET_POST, span.at[i]))
            return false;
    return true;
}

/* --- pairs ---------------------------------------------------------------- */

static void take_ends(mutable_net_ids *to, struct mutable_net *m,
                      enum net_arc_kind kind, uint32_t of, uint32_t except)
{
    const struct mutable_net_span span = mutable_net_arcs(m, kind, of);

    for (uint32_t i = 0; i < span.len; i++)
        if (span.at[i] != except)
            vec_push(to, span.at[i]);
}

static bool has(const mutable_net_ids *ids, place_id p)
{
    return ids_has(ids->at, ids->len, p);
}

static void drop(mutable_net_ids *ids, const mutable_net_ids *others)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < ids->len; i++)
        if (!has(others, ids->at[i]))
            ids->at[n++] = ids->at[i];
    ids->len = n;
}

/* A place that is consumed and produced is read. */
static void make_loops_reads(struct mutable_net_trans *arcs)
{
    mutable_net_ids loops = {0};

    for (uint32_t i = 0; i < arcs->pre.len; i++)
        if (has(&arcs->post, arcs->pre.at[i]))
            vec_push(&loops, arcs->pre.at[i]);
    drop(&arcs->pre, &loops);
    drop(&arcs->post, &loops);
    drop(&arcs->read, &arcs->pre);
    drop(&arcs->read, &arcs->post);
    vec_append(&arcs->read, &loops);
    vec_free(&loops);
}

/* h, then f, which consumes p from h. */
static void join_transitions(struct reduction *reduction, struct mutable_net *m,
                             trans_id h, trans_id f, place_id p)
{
    const struct reduction_made pair = {.step = reduction->steps.len - 1,
                                        .h = h,
                                        .f = f,
                                        .need = PLACE_NONE,
                                        .out = PLACE_NONE};
    struct mutable_net_trans arcs = {0};

    take_ends(&arcs.pre, m, NET_PRE, h, PLACE_NONE);
    take_ends(&arcs.pre, m, NET_PRE, f, p);
    take_ends(&arcs.read, m, NET_READ, h, PLACE_NONE);
    take_ends(&arcs.read, m, NET_READ, f, PLACE_NONE);
    take_ends(&arcs.post, m, NET_POST, h, p);
    take_ends(&arcs.post, m, NET_POST, f, PLACE_NONE);
    arcs.pre.len = ids_unique(arcs.pre.at, arcs.pre.len);
    arcs.post.len = ids_unique(arcs.post.at, arcs.post.len);
    make_loops_reads(&arcs);
    arcs.read.len = ids_unique(arcs.read.at, arcs.read.len);
    (void)mutable_net_add(m, &arcs);
    vec_push(&reduction->made, pair);
    mutable_net_trans_free(&arcs);
}

void reduction_agglomerate_apply(struct reduction *reduction,
                                 struct mutable_net *m)
{
    const place_id p = vec_top(&reduction->steps)->a;
    mutable_net_ids h = {0}, f = {0};

    take_ends(&h, m, NET_PRODUCERS, p, TRANS_NONE);
    take_ends(&f, m, NET_CONSUMERS, p, TRANS_NONE);
    for (uint32_t i = 0; i < h.len; i++)
        for (uint32_t k = 0; k < f.len; k++)
            join_transitions(reduction, m, h.at[i], f.at[k], p);
    for (uint32_t i = 0; i < h.len; i++)
        mutable_net_remove_trans(m, h.at[i]);
    for (uint32_t k = 0; k < f.len; k++)
        mutable_net_remove_trans(m, f.at[k]);
    mutable_net_remove_place(m, p);
    vec_free(&h);
    vec_free(&f);
}

void reduction_agglomerate_apply_pre(struct reduction *reduction,
                                     struct mutable_net *m)
{
    struct reduction_step *const step = vec_top(&reduction->steps);

    step->b = mutable_net_arcs(m, NET_PRODUCERS, step->a).at[0];
    reduction_agglomerate_apply(reduction, m);
}
