#include "proof/verify.h"

#include "net/marking.h"
#include "proof/refuted.h"

/* A node is in a set if its mark is the stamp of the current cube, or link. The
 * marks and the search below are the checker's own (checker/judge.h). */
struct verify {
    const struct net *net;
    const struct goal *goal;
    const struct proof *proof;
    struct fault *fault;
    enum fault_part part; /* what is looked at, for a report */
    uint32_t number;

    const struct proof_cube *cube; /* the current one */
    uint32_t stamp;                /* its number + 1 */
    uint32_t *pos, *neg;           /* by place */
    uint32_t *member, *active;     /* by transition */
    bool has_active;               /* the cube has an active member */
    struct refuted refuted;        /* for a formula */
    uint32_t *produced, *consumed,
        *read; /* by place: all such transitions are members */

    uint64_t link;                        /* of the current active member */
    uint64_t *in_pre, *in_post, *in_read; /* by place: in its pre, post, read */
};

/* Reports what is wrong with what is looked at. */
#define FAIL(v, ...) \
    fault_report((v)->fault, (v)->part, (v)->number, __VA_ARGS__)

static const char *place(const struct verify *v, place_id p)
{
    return net_place_label(v->net, p);
}

static const char *trans(const struct verify *v, trans_id t)
{
    return net_trans_label(v->net, t);
}

/* The search is the checker's own (judge.h).  It is binary: the list may be as
 * long as the net has places. */
static bool finds(const place_id *places, uint32_t n, place_id p)
{
    uint32_t low = 0, high = n;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (places[middle] < p)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && places[low] == p;
}

/* --- sets of members ------------------------------------------------------ */

/* Are all of them members?  known[p] keeps a positive answer for this cube.  So
 * a list is traversed once, and its transitions are all members: the total time
 * is bounded by the arcs of the members. */
static bool all_are_members(struct verify *v, uint32_t *known, place_id p,
                            struct net_trans_span all, const char *verb)
{
    if (known[p] == v->stamp)
        return true;
    for (uint32_t i = 0; i < all.len; i++)
        if (v->member[all.at[i]] != v->stamp)
            return FAIL(v, "transition '%s' %s '%s' and is no member",
                        trans(v, all.at[i]), verb, place(v, p));
    known[p] = v->stamp;
    return true;
}

static bool producers_are(struct verify *v, place_id p)
{
    return all_are_members(v, v->produced, p, net_producers(v->net, p),
                           "produces on");
}

static bool consumers_are(struct verify *v, place_id p)
{
    return all_are_members(v, v->consumed, p, net_consumers(v->net, p),
                           "consumes from");
}

static bool readers_are(struct verify *v, place_id p)
{
    return all_are_members(v, v->read, p, net_readers(v->net, p), "reads");
}

/* --- one cube ------------------------------------------------------------- */

static void take_cube(struct verify *v, uint32_t c)
{
    const struct proof_cube *cube = &v->proof->cubes.at[c];
    const struct net_place_span pos = proof_places(v->proof, cube->pos);
    const struct net_place_span neg = proof_places(v->proof, cube->neg);
    const struct proof_member *members = proof_members(v->proof, cube);

    v->cube = cube;
    v->stamp = c + 1;
    v->has_active = false;
    v->number = c;
    for (uint32_t i = 0; i < pos.len; i++)
        v->pos[pos.at[i]] = v->stamp;
    for (uint32_t i = 0; i < neg.len; i++)
        v->neg[neg.at[i]] = v->stamp;
    for (uint32_t i = 0; i < cube->members.len; i++) {
        v->member[members[i].trans] = v->stamp;
        if (members[i].active)
            v->active[members[i].trans] = v->stamp;
        v->has_active |= members[i].active;
    }
}

static bool wants_marked(const struct verify *v, place_id p)
{
    const struct goal *const goal = v->goal;

    if (goal->kind == GOAL_TRANSITION)
        return net_span_has(net_needs(v->net, goal->trans), p);
    return goal->kind == GOAL_MARKING &&
           finds(goal->marked.at, goal->marked.len, p);
}

static bool check_lacks(struct verify *v, place_id p)
{
    if (!wants_marked(v, p))
        return FAIL(v, "the goal does not need a token on '%s'", place(v, p));
    if (v->neg[p] != v->stamp)
        return FAIL(v, "the cube does not say that '%s' is empty", place(v, p));
    return producers_are(v, p);
}

static bool check_holds(struct verify *v, place_id p)
{
    if (v->goal->kind != GOAL_MARKING ||
        !finds(v->goal->empty.at, v->goal->empty.len, p))
        return FAIL(v, "the goal does not need '%s' to be empty", place(v, p));
    if (v->pos[p] != v->stamp)
        return FAIL(v, "the cube does not say that '%s' is marked",
                    place(v, p));
    return consumers_are(v, p);
}

static bool check_live(struct verify *v, trans_id t)
{
    if (v->goal->kind != GOAL_DEADLOCK)
        return FAIL(v, "an enabled transition excludes no answer but a "
                       "deadlock");
    return v->active[t] == v->stamp ||
           FAIL(v, "transition '%s' is no active member", trans(v, t));
}

static bool check_refuted(struct verify *v)
{
    const struct refuted_cube cube = {.pos = v->pos,
                                      .neg = v->neg,
                                      .member = v->member,
                                      .stamp = v->stamp,
                                      .has_active = v->has_active};

    if (v->goal->kind != GOAL_FORMULA)
        return FAIL(v, "the goal is no formula");
    return refuted_in(&v->refuted, &cube) ||
           FAIL(v, "the formula may hold at a marking of the cube, or before a "
                   "member fires");
}

static bool check_reason(struct verify *v)
{
    v->part = FAULT_REASON;
    switch (v->cube->reason) {
    case PROOF_LACKS:
        return check_lacks(v, v->cube->node);
    case PROOF_HOLDS:
        return check_holds(v, v->cube->node);
    case PROOF_LIVE:
        return check_live(v, v->cube->node);
    case PROOF_REFUTED:
        return check_refuted(v);
    }
    return false;
}

static bool check_blocked(struct verify *v, trans_id t, place_id q)
{
    if (!net_span_has(net_needs(v->net, t), q))
        return FAIL(v, "transition '%s' needs no token on '%s'", trans(v, t),
                    place(v, q));
    if (v->neg[q] != v->stamp)
        return FAIL(v, "the cube does not say that '%s' is empty", place(v, q));
    return producers_are(v, q);
}

/* Is t enabled at every marking of the cube? */
static bool check_enabled(struct verify *v, trans_id t)
{
    const struct net_place_span needs = net_needs(v->net, t);

    for (uint32_t i = 0; i < needs.len; i++)
        if (v->pos[needs.at[i]] != v->stamp)
            return FAIL(v, "the cube does not say that '%s' is marked",
                        place(v, needs.at[i]));
    return true;
}

/* Are all transitions in mutual disabling with t members? */
static bool check_rivals(struct verify *v, trans_id t)
{
    const struct net_place_span needs = net_needs(v->net, t);
    const uint32_t n_consumed = net_pre(v->net, t).len;

    for (uint32_t i = 0; i < needs.len; i++)
        if (!consumers_are(v, needs.at[i]) ||
            (i < n_consumed && !readers_are(v, needs.at[i])))
            return false;
    return true;
}

static void mark_places(uint64_t *set, struct net_place_span places,
                        uint64_t link)
{
    for (uint32_t i = 0; i < places.len; i++)
        set[places.at[i]] = link;
}

/* Does firing t lead from every marking of the cube into cube `to`? */
static bool check_link(struct verify *v, trans_id t, uint32_t to)
{
    const struct proof_cube *cube = &v->proof->cubes.at[to];
    const struct net_place_span pos = proof_places(v->proof, cube->pos);
    const struct net_place_span neg = proof_places(v->proof, cube->neg);

    v->link++;
    mark_places(v->in_pre, net_pre(v->net, t), v->link);
    mark_places(v->in_post, net_post(v->net, t), v->link);
    mark_places(v->in_read, net_read(v->net, t), v->link);
    for (uint32_t i = 0; i < pos.len; i++) {
        const place_id p = pos.at[i];
        const bool holds = v->in_post[p] == v->link || v->pos[p] == v->stamp;

        if (v->in_pre[p] == v->link || !holds)
            return FAIL(v,
                        "after '%s', '%s' may be empty: cube %u wants it "
                        "marked",
                        trans(v, t), place(v, p), to);
    }
    for (uint32_t i = 0; i < neg.len; i++) {
        const place_id p = neg.at[i];
        const bool lacks = v->in_pre[p] == v->link || v->neg[p] == v->stamp;

        if (v->in_post[p] == v->link || v->in_read[p] == v->link || !lacks)
            return FAIL(v,
                        "after '%s', '%s' may be marked: cube %u wants it "
                        "empty",
                        trans(v, t), place(v, p), to);
    }
    return true;
}

static bool check_active(struct verify *v, trans_id t, uint32_t to)
{
    return check_enabled(v, t) && check_rivals(v, t) && check_link(v, t, to);
}

static bool check_members(struct verify *v)
{
    const struct proof_member *members = proof_members(v->proof, v->cube);

    v->part = FAULT_MEMBER;
    for (uint32_t i = 0; i < v->cube->members.len; i++) {
        const struct proof_member *m = &members[i];

        v->number = v->cube->members.from + i;
        if (!(m->active ? check_active(v, m->trans, m->by)
                        : check_blocked(v, m->trans, m->by)))
            return false;
    }
    return true;
}

/* --- the whole proof ------------------------------------------------------ */

static bool check_initial(struct verify *v)
{
    v->part = FAULT_CUBE;
    for (uint32_t i = 0; i < v->cube->pos.len; i++) {
        const place_id p = proof_places(v->proof, v->cube->pos).at[i];

        if (!net_marked(v->net, p))
            return FAIL(v, "'%s' is not marked initially", place(v, p));
    }
    for (uint32_t i = 0; i < v->cube->neg.len; i++) {
        const place_id p = proof_places(v->proof, v->cube->neg).at[i];

        if (net_marked(v->net, p))
            return FAIL(v, "'%s' is marked initially", place(v, p));
    }
    return true;
}

static bool check_all(struct verify *v)
{
    take_cube(v, v->proof->initial);
    if (!check_initial(v))
        return false;
    for (uint32_t c = 0; c < v->proof->cubes.len; c++) {
        take_cube(v, c);
        if (!check_reason(v) || !check_members(v))
            return false;
    }
    return true;
}

bool verify_proof(const struct net *net, const struct goal *goal,
                  const struct proof *proof, struct fault *fault)
{
    const uint32_t n_places = net_place_count(net);
    const uint32_t n_trans = net_trans_count(net);
    uint32_t *by_place = mem_zero((size_t)n_places * 5, sizeof *by_place);
    uint32_t *by_trans = mem_zero((size_t)n_trans * 2, sizeof *by_trans);
    uint64_t *by_link = mem_zero((size_t)n_places * 3, sizeof *by_link);
    struct verify v = {
        .net = net,
        .goal = goal,
        .proof = proof,
        .fault = fault,
        .pos = by_place,
        .neg = by_place + n_places,
        .produced = by_place + 2 * (size_t)n_places,
        .consumed = by_place + 3 * (size_t)n_places,
        .read = by_place + 4 * (size_t)n_places,
        .member = by_trans,
        .active = by_trans + n_trans,
        .in_pre = by_link,
        .in_post = by_link + n_places,
        .in_read = by_link + 2 * (size_t)n_places,
    };

    *fault = (struct fault){0};

    if (goal->kind == GOAL_FORMULA)
        refuted_init(&v.refuted, net, goal->formula);

    const bool good = check_all(&v);

    refuted_finish(&v.refuted);

    mem_free(by_place);
    mem_free(by_trans);
    mem_free(by_link);
    return good;
}
