#include "proof/reduction_apply.h"

#include "base/ids.h"
#include "proof/reduction_cycle.h"

/* --- agglomeration -------------------------------------------------------- */

/* Sorted lists of what a new transition needs and produces. */
struct joined {
    mutable_net_ids pre, post, read;
};

static void joined_finish(struct joined *arcs)
{
    vec_free(&arcs->pre);
    vec_free(&arcs->post);
    vec_free(&arcs->read);
}

static void take(mutable_net_ids *to, struct mutable_net *m,
                 enum net_arc_kind kind, trans_id t, place_id except)
{
    const struct mutable_net_span span = mutable_net_arcs(m, kind, t);

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
static void make_loops_reads(struct joined *arcs)
{
    mutable_net_ids loops = {0};

    for (uint32_t i = 0; i < arcs->pre.len; i++)
        if (has(&arcs->post, arcs->pre.at[i]))
            vec_push(&loops, arcs->pre.at[i]);
    drop(&arcs->pre, &loops);
    drop(&arcs->post, &loops);
    drop(&arcs->read, &arcs->pre);
    drop(&arcs->read, &arcs->post);
    for (uint32_t i = 0; i < loops.len; i++)
        vec_push(&arcs->read, loops.at[i]);
    vec_free(&loops);
}

/* h, then f, which consumes p from h. */
static void join(struct reduction *reduction, struct mutable_net *m, trans_id h,
                 trans_id f, place_id p)
{
    const struct reduction_made pair = {.h = h,
                                        .f = f,
                                        .cycle = REDUCTION_NO_CYCLE,
                                        .need = PLACE_NONE,
                                        .out = PLACE_NONE};
    struct joined arcs = {0};

    take(&arcs.pre, m, NET_PRE, h, PLACE_NONE);
    take(&arcs.pre, m, NET_PRE, f, p);
    take(&arcs.read, m, NET_READ, h, PLACE_NONE);
    take(&arcs.read, m, NET_READ, f, PLACE_NONE);
    take(&arcs.post, m, NET_POST, h, p);
    take(&arcs.post, m, NET_POST, f, PLACE_NONE);
    vec_reserve(&arcs.pre, 1);
    vec_reserve(&arcs.post, 1);
    arcs.pre.len = ids_unique(arcs.pre.at, arcs.pre.len);
    arcs.post.len = ids_unique(arcs.post.at, arcs.post.len);
    make_loops_reads(&arcs);
    vec_reserve(&arcs.read, 1);
    arcs.read.len = ids_unique(arcs.read.at, arcs.read.len);
    (void)mutable_net_add(m, &arcs.pre, &arcs.post, &arcs.read);
    vec_push(&reduction->made, pair);
    joined_finish(&arcs);
}

static void copy_span(mutable_net_ids *to, struct mutable_net_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        vec_push(to, span.at[i]);
}

static void agglomerate(struct reduction *reduction, struct mutable_net *m,
                        place_id p)
{
    mutable_net_ids h = {0}, f = {0};

    copy_span(&h, mutable_net_arcs(m, NET_PRODUCERS, p));
    copy_span(&f, mutable_net_arcs(m, NET_CONSUMERS, p));
    for (uint32_t i = 0; i < h.len; i++)
        for (uint32_t k = 0; k < f.len; k++)
            join(reduction, m, h.at[i], f.at[k], p);
    for (uint32_t i = 0; i < h.len; i++)
        mutable_net_remove_trans(m, h.at[i]);
    for (uint32_t k = 0; k < f.len; k++)
        mutable_net_remove_trans(m, f.at[k]);
    mutable_net_remove_place(m, p);
    vec_free(&h);
    vec_free(&f);
}

/* --- steps ---------------------------------------------------------------- */

/* Removes places, and the transitions that consume or read them. */
static void remove_places(struct mutable_net *m, const place_id *places,
                          uint32_t n)
{
    static const enum net_arc_kind users[] = {NET_CONSUMERS, NET_READERS};
    mutable_net_ids gone = {0};

    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            vec_clear(&gone);
            copy_span(&gone, mutable_net_arcs(m, users[k], places[i]));
            for (uint32_t j = 0; j < gone.len; j++)
                mutable_net_remove_trans(m, gone.at[j]);
        }
        mutable_net_remove_place(m, places[i]);
    }
    vec_free(&gone);
}

static void change(struct reduction *reduction, struct mutable_net *m,
                   const struct reduction_step *step, const place_id *places)
{
    switch (step->rule) {
    case REDUCTION_OVERFLOW:
    case REDUCTION_DOMINATED:
    case REDUCTION_NEUTRAL:
        mutable_net_remove_trans(m, step->a);
        return;
    case REDUCTION_DEAD:
    case REDUCTION_SLICE:
        remove_places(m, places, step->len);
        return;
    case REDUCTION_CONSTANT:
    case REDUCTION_SINK:
    case REDUCTION_REDUNDANT:
        mutable_net_remove_place(m, step->a);
        return;
    case REDUCTION_READ:
        mutable_net_remove_read(m, step->a, step->b);
        return;
    case REDUCTION_POST:
    case REDUCTION_PRE:
        agglomerate(reduction, m, step->a);
        return;
    case REDUCTION_CYCLE:
        reduction_cycle_merge(reduction, m, step, places);
        return;
    case REDUCTION_RULES:
        return;
    }
}

/* Has q the same transitions and the same token as p, so that the two have
 * equal tokens everywhere? */
static bool is_twin(struct mutable_net *m, place_id p, place_id q)
{
    static const enum net_arc_kind kinds[] = {NET_CONSUMERS, NET_PRODUCERS};

    for (uint32_t k = 0; k < 2; k++) {
        const struct mutable_net_span span = mutable_net_arcs(m, kinds[k], p);

        if (span.len != mutable_net_degree(m, kinds[k], q))
            return false;
        for (uint32_t i = 0; i < span.len; i++)
            if (!mutable_net_linked(m, kinds[k], q, span.at[i]))
                return false;
    }
    return net_marked(m->net, p) == net_marked(m->net, q);
}

/* Does a consumer of p produce something? */
static bool is_passed_on(struct mutable_net *m, place_id p)
{
    const struct mutable_net_span span = mutable_net_arcs(m, NET_CONSUMERS, p);

    for (uint32_t i = 0; i < span.len; i++)
        if (mutable_net_degree(m, NET_POST, span.at[i]))
            return true;
    return false;
}

bool reduction_apply_hides(struct mutable_net *m,
                           const struct reduction_step *step,
                           const place_id *places)
{
    switch (step->rule) {
    case REDUCTION_DEAD:
    case REDUCTION_DOMINATED:
    case REDUCTION_NEUTRAL:
    case REDUCTION_READ:
    case REDUCTION_PRE:
    case REDUCTION_CYCLE:
        return false;
    case REDUCTION_CONSTANT:
        return mutable_net_degree(m, NET_PRODUCERS, step->a) > 0;
    case REDUCTION_REDUNDANT:
        return step->len != 1 || !is_twin(m, step->a, places[0]);
    case REDUCTION_POST:
        return !is_passed_on(m, step->a);
    case REDUCTION_OVERFLOW:
    case REDUCTION_SINK:
    case REDUCTION_SLICE:
    case REDUCTION_RULES:
        break;
    }
    return true;
}

void reduction_apply_step(struct reduction *reduction, struct mutable_net *m,
                          struct reduction_step step, const place_id *places)
{
    reduction->hides |= reduction_apply_hides(m, &step, places);
    step.from = reduction->places.len;
    for (uint32_t i = 0; i < step.len; i++)
        vec_push(&reduction->places, places[i]);
    if (step.rule == REDUCTION_PRE)
        step.b = mutable_net_arcs(m, NET_PRODUCERS, step.a).at[0];
    vec_push(&reduction->steps, step);
    change(reduction, m, &step, places);
}
