#include "answer/reduction.h"

#include "base/ids.h"
#include "net/marking.h"

const char *reduction_rule_name(enum reduction_rule rule)
{
    static const char *const names[REDUCTION_RULES] = {
        [REDUCTION_OVERFLOW] = "overflow",
        [REDUCTION_DEAD] = "dead",
        [REDUCTION_CONSTANT] = "constant",
        [REDUCTION_DOMINATED] = "dominated",
        [REDUCTION_NEUTRAL] = "neutral",
        [REDUCTION_SINK] = "sink",
        [REDUCTION_REDUNDANT] = "redundant",
        [REDUCTION_READ] = "read",
        [REDUCTION_SLICE] = "slice",
        [REDUCTION_POST] = "post",
        [REDUCTION_PRE] = "pre",
    };

    return names[rule];
}

void reduction_init(struct reduction *reduction, const struct net *net)
{
    *reduction = (struct reduction){.net = net};
}

void reduction_finish(struct reduction *reduction)
{
    vec_free(&reduction->steps);
    vec_free(&reduction->places);
    vec_free(&reduction->pairs);
}

/* --- what is kept --------------------------------------------------------- */

void reduction_keeps_init(struct reduction_keeps *keeps, const struct net *net)
{
    *keeps = (struct reduction_keeps){
        .visible = mem_zero(marking_words(net), sizeof *keeps->visible)};
}

void reduction_keeps_finish(struct reduction_keeps *keeps)
{
    mem_free(keeps->visible);
}

static void see(struct reduction_keeps *keeps, const place_id *places,
                uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        bits_add(keeps->visible, places[i]);
}

/* The places without a token of which t is not enabled. */
static void see_needs(struct reduction_keeps *keeps, const struct net *net,
                      trans_id t)
{
    see(keeps, net_pre(net, t).at, net_pre(net, t).len);
    see(keeps, net_read(net, t).at, net_read(net, t).len);
}

static void see_formula(struct reduction_keeps *keeps, const struct net *net,
                        const struct formula *formula)
{
    for (uint32_t i = 0; i < formula->nodes.len; i++) {
        const struct formula_node *const node = &formula->nodes.at[i];

        if (node->op == FORMULA_AT_LEAST)
            for (uint32_t k = 0; k < node->len; k++)
                see(keeps, &formula->terms.at[node->first + k].place, 1);
        else if (node->op == FORMULA_FIREABLE || node->op == FORMULA_DISABLED)
            see_needs(keeps, net, node->trans);
        else if (node->op == FORMULA_DEADLOCK || node->op == FORMULA_LIVE)
            keeps->markings = true;
    }
}

void reduction_keeps_add(struct reduction_keeps *keeps, const struct net *net,
                         const struct goal *goal)
{
    switch (goal->kind) {
    case GOAL_TRANSITION:
        see_needs(keeps, net, goal->trans);
        break;
    case GOAL_MARKING:
        see(keeps, goal->marked.at, goal->marked.len);
        see(keeps, goal->empty.at, goal->empty.len);
        break;
    case GOAL_DEADLOCK:
        keeps->dead = true;
        break;
    case GOAL_FORMULA:
    case GOAL_BOUND:
        see_formula(keeps, net, goal->formula);
        break;
    case GOAL_SAFE:
        keeps->safe = true;
        break;
    case GOAL_DEAD:
    case GOAL_QUASI_LIVE:
    case GOAL_LIVE:
        ASSERT(false); /* no reduction keeps such a question */
        break;
    }
}

/* --- agglomeration -------------------------------------------------------- */

/* Sorted lists of what a new transition needs and produces. */
struct arcs {
    mutable_net_ids pre, post, read;
};

static void arcs_finish(struct arcs *arcs)
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
static void make_loops_reads(struct arcs *arcs)
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
    const struct reduction_pair pair = {h, f};
    struct arcs arcs = {0};

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
    vec_push(&reduction->pairs, pair);
    arcs_finish(&arcs);
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

bool reduction_may_hide(struct mutable_net *m,
                        const struct reduction_step *step,
                        const place_id *places)
{
    switch (step->rule) {
    case REDUCTION_DEAD:
    case REDUCTION_DOMINATED:
    case REDUCTION_NEUTRAL:
    case REDUCTION_READ:
    case REDUCTION_PRE:
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

void reduction_apply(struct reduction *reduction, struct mutable_net *m,
                     struct reduction_step step, const place_id *places)
{
    reduction->hides |= reduction_may_hide(m, &step, places);
    step.from = reduction->places.len;
    for (uint32_t i = 0; i < step.len; i++)
        vec_push(&reduction->places, places[i]);
    if (step.rule == REDUCTION_PRE)
        step.b = mutable_net_arcs(m, NET_PRODUCERS, step.a).at[0];
    vec_push(&reduction->steps, step);
    change(reduction, m, &step, places);
}

struct net_place_span reduction_places(const struct reduction *reduction,
                                       const struct reduction_step *step)
{
    const place_id *const at = reduction->places.at;

    return (struct net_place_span){at ? at + step->from : NULL, step->len};
}

void reduction_expand(const struct reduction *reduction, trans_id t,
                      witness_run *run)
{
    const uint32_t n = net_trans_count(reduction->net);
    witness_run stack = {0};

    vec_push(&stack, t);
    while (stack.len) {
        const trans_id top = vec_pop(&stack);

        if (top < n) {
            vec_push(run, top);
        } else {
            const struct reduction_pair pair = reduction->pairs.at[top - n];

            vec_push(&stack, pair.f);
            vec_push(&stack, pair.h);
        }
    }
    vec_free(&stack);
}
