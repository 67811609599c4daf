#include "proof/verify.h"

#include "proof/refuted.h"

struct verify_recovery {
    const struct net *net;
    const struct recovery_proof *proof;
    struct fault *fault;
    struct refuted opposite;  /* of the condition */
    bool may_be_dead;         /* it asks for a deadlock */
    uint32_t *pos, *neg;      /* by place: as in the cube at hand: */
    struct refuted_cube cube; /* with all transitions as members */
    int64_t *effect;          /* by place, of a run; zero between the checks */
};

/* --- cubes ---------------------------------------------------------------- */

static void take(struct verify_recovery *v,
                 const struct recovery_proof_cube *cube)
{
    v->cube.stamp++;
    for (uint32_t i = 0; i < cube->marked.len; i++)
        v->pos[cube->marked.at[i]] = v->cube.stamp;
    for (uint32_t i = 0; i < cube->empty.len; i++)
        v->neg[cube->empty.at[i]] = v->cube.stamp;
}

static bool all_marked(const struct verify_recovery *v,
                       struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (v->pos[places.at[i]] != v->cube.stamp)
            return false;
    return true;
}

static bool is_enabled(const struct verify_recovery *v, trans_id t)
{
    return all_marked(v, net_needs(v->net, t));
}

/* At each marking of the cube: is its opposite refuted? */
static bool condition_holds(struct verify_recovery *v)
{
    v->cube.has_active = false;
    for (trans_id t = 0; v->may_be_dead && t < net_trans_count(v->net); t++)
        v->cube.has_active |= is_enabled(v, t);
    return refuted_in(&v->opposite, &v->cube);
}

/* At each marking of the cube t leads into d. */
static bool leads_into(const struct verify_recovery *v, trans_id t,
                       const struct recovery_proof_cube *d)
{
    const struct net_place_span pre = net_pre(v->net, t),
                                post = net_post(v->net, t);

    if (!is_enabled(v, t))
        return false;
    for (uint32_t i = 0; i < d->marked.len; i++) {
        const place_id p = d->marked.at[i];

        if (!net_span_has(post, p) &&
            (net_span_has(pre, p) || v->pos[p] != v->cube.stamp))
            return false;
    }
    for (uint32_t i = 0; i < d->empty.len; i++) {
        const place_id p = d->empty.at[i];

        if (net_span_has(post, p) ||
            (!net_span_has(pre, p) && v->neg[p] != v->cube.stamp))
            return false;
    }
    return true;
}

static bool check_cube(struct verify_recovery *v, uint32_t i)
{
    const struct recovery_proof_cube *const cube = &v->proof->cubes.at[i];

    take(v, cube);
    if (cube->trans == TRANS_NONE)
        return condition_holds(v) ||
               fault_report(v->fault, FAULT_RECOVERY_CUBE, i,
                            "the condition may be false in this "
                            "cube");
    if (cube->next >= i)
        return fault_report(v->fault, FAULT_RECOVERY_CUBE, i,
                            "this cube does not lead into an earlier one");
    return leads_into(v, cube->trans, &v->proof->cubes.at[cube->next]) ||
           fault_report(v->fault, FAULT_RECOVERY_CUBE, i,
                        "the transition does not lead from this cube into the "
                        "next one");
}

/* --- runs ----------------------------------------------------------------- */

static void change_places(int64_t *effect, struct net_place_span places,
                          int64_t change)
{
    for (uint32_t i = 0; i < places.len; i++)
        effect[places.at[i]] += change;
}

/* sign: 1, or -1 to take it back. */
static void add_effect(struct verify_recovery *v, struct net_trans_span run,
                       int64_t sign)
{
    for (uint32_t i = 0; i < run.len; i++) {
        change_places(v->effect, net_pre(v->net, run.at[i]), -sign);
        change_places(v->effect, net_post(v->net, run.at[i]), sign);
    }
}

/* By how much a run changes the weighted tokens of a level. */
static int64_t change_of(const struct verify_recovery *v, uint32_t level)
{
    const struct formula_term *const terms = vecs_at(&v->proof->weights, level);
    int64_t change = 0;

    for (uint32_t i = 0; i < vecs_len(&v->proof->weights, level); i++)
        change += terms[i].factor * v->effect[terms[i].place];
    return change;
}

static bool lowers(const struct verify_recovery *v, uint32_t level)
{
    for (uint32_t i = 0; i < level; i++)
        if (change_of(v, i) > 0)
            return false;
    return change_of(v, level) < 0;
}

static bool check_weights(struct verify_recovery *v)
{
    const formula_terms *const all = &v->proof->weights.all;

    for (uint32_t i = 0; i < all->len; i++)
        if (all->at[i].factor > VERIFY_RECOVERY_LARGEST ||
            all->at[i].factor < -VERIFY_RECOVERY_LARGEST)
            return fault_report(v->fault, FAULT_GOAL, 0,
                                "a weight is too large");
    return true;
}

static bool check_run(struct verify_recovery *v, uint32_t i)
{
    const struct net_trans_span run = net_trans_span_at(&v->proof->runs, i);
    const uint32_t level = v->proof->levels.at[i];
    net_place_list needs = {0};
    const bool can_fire = recovery_proof_needs(v->net, run, &needs);
    bool good;

    vec_free(&needs);
    if (!can_fire)
        return fault_report(v->fault, FAULT_RANKED, i,
                            "this run cannot be fired at any marking");
    if (level >= vecs_count(&v->proof->weights))
        return fault_report(v->fault, FAULT_RANKED, i,
                            "the level of this run does not exist");
    add_effect(v, run, 1);
    good = lowers(v, level) ||
           fault_report(v->fault, FAULT_RANKED, i,
                        "this run does not lower the weighted tokens");
    add_effect(v, run, -1);
    return good;
}

/* --- liveness ------------------------------------------------------------- */

/* Every walk can be fired where the home is marked. */
static bool check_walk(struct verify_recovery *v, uint32_t i)
{
    const struct recovery_proof_cube home = {.marked = v->proof->home};
    net_place_list needs = {0};
    bool good = recovery_proof_needs(
        v->net, net_trans_span_at(&v->proof->walks, i), &needs);

    take(v, &home);
    good = good && all_marked(v, net_span_of(&needs));
    vec_free(&needs);
    return good || fault_report(v->fault, FAULT_GOAL, 0,
                                "this walk cannot be fired from the home");
}

static bool check_walks(struct verify_recovery *v)
{
    const net_trans_lists *const walks = &v->proof->walks;
    bool *const fires = mem_zero(net_trans_count(v->net), sizeof *fires);
    uint32_t n_fired = 0;
    bool good = true;

    for (uint32_t i = 0; i < vecs_count(walks) && good; i++)
        good = check_walk(v, i);
    for (uint32_t i = 0; i < walks->all.len; i++) {
        const trans_id t = walks->all.at[i];

        n_fired += t < net_given_transitions(v->net) && !fires[t];
        fires[t] = true;
    }
    mem_free(fires);
    return good && (n_fired == net_given_transitions(v->net) ||
                    fault_report(v->fault, FAULT_GOAL, 0,
                                 "no walk fires some transition"));
}

/* Of the condition; NULL: it is too large. */
static bool take_opposite(struct verify_recovery *v, struct formula *opposite)
{
    if (!opposite)
        return fault_report(v->fault, FAULT_GOAL, 0,
                            "the condition is too large");
    refuted_init(&v->opposite, v->net, opposite);
    for (uint32_t i = 0; i < opposite->nodes.len; i++)
        v->may_be_dead |= opposite->nodes.at[i].op == FORMULA_DEADLOCK;
    return true;
}

bool verify_recovery_proof(const struct net *net, const struct goal *goal,
                           const struct recovery_proof *proof,
                           struct fault *fault)
{
    const uint32_t n_places = net_place_count(net);
    const struct recovery_proof empty = {.home = proof->home};
    struct formula *const opposite = recovery_proof_outside(&empty, net, goal);
    struct verify_recovery v = {
        .net = net,
        .proof = proof,
        .fault = fault,
        .pos = mem_zero(n_places, sizeof *v.pos),
        .neg = mem_zero(n_places, sizeof *v.neg),
        .effect = mem_zero(n_places, sizeof *v.effect),
    };
    bool good = take_opposite(&v, opposite) && check_weights(&v);

    v.cube.pos = v.pos;
    v.cube.neg = v.neg;
    for (uint32_t i = 0; i < proof->cubes.len && good; i++)
        good = check_cube(&v, i);
    for (uint32_t i = 0; i < vecs_count(&proof->runs) && good; i++)
        good = check_run(&v, i);
    if (good && goal->kind == GOAL_LIVE)
        good = check_walks(&v);
    refuted_finish(&v.opposite);
    formula_destroy(opposite);
    mem_free(v.pos);
    mem_free(v.neg);
    mem_free(v.effect);
    return good;
}
