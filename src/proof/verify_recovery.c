#include "proof/verify_recovery.h"

#include "base/mem.h"

#include <string.h>

struct verify_recovery {
    const struct net *net;
    const struct formula *condition;
    const struct recovery_proof *proof;
    struct fault *fault;
    signed char *literal; /* by place: of a cube, 1 marked, -1 empty; zero
                             between the checks */
    int64_t *effect;      /* by place, of a run; the same */
    bool *holds;          /* by node, scratch */
};

/* --- cubes ---------------------------------------------------------------- */

static void enter(struct verify_recovery *v,
                  const struct recovery_proof_cube *cube, bool on)
{
    for (uint32_t i = 0; i < cube->marked.len; i++)
        v->literal[cube->marked.at[i]] = on ? 1 : 0;
    for (uint32_t i = 0; i < cube->empty.len; i++)
        v->literal[cube->empty.at[i]] = on ? -1 : 0;
}

static bool all_marked(const struct verify_recovery *v,
                       struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (v->literal[places.at[i]] != 1)
            return false;
    return true;
}

static bool is_enabled(const struct verify_recovery *v, trans_id t)
{
    return all_marked(v, net_needs(v->net, t));
}

static bool is_disabled(const struct verify_recovery *v, trans_id t)
{
    const struct net_place_span needs = net_needs(v->net, t);

    for (uint32_t i = 0; i < needs.len; i++)
        if (v->literal[needs.at[i]] == -1)
            return true;
    return false;
}

/* The sum is so large at each marking of the cube. */
static bool is_reached(const struct verify_recovery *v,
                       const struct formula_node *node)
{
    int64_t least = 0;

    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term *const term =
            &v->condition->terms.at[node->first + i];

        if (v->literal[term->place] == 1 ||
            (v->literal[term->place] == 0 && term->factor < 0))
            least += term->factor;
    }
    return least >= node->bound;
}

/* Are all transitions disabled, or is one of them enabled? */
static bool is_dead(const struct verify_recovery *v, bool dead)
{
    for (trans_id t = 0; t < net_trans_count(v->net); t++)
        if (dead ? !is_disabled(v, t) : is_enabled(v, t))
            return !dead;
    return dead;
}

/* Does the node hold at each marking of the cube?  Its children are known. */
static bool is_true(const struct verify_recovery *v,
                    const struct formula_node *node)
{
    switch (node->op) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
        return node->op == FORMULA_TRUE;
    case FORMULA_AND:
    case FORMULA_OR:
        return formula_join_holds(node, v->holds);
    case FORMULA_AT_LEAST:
        return is_reached(v, node);
    case FORMULA_FIREABLE:
        return is_enabled(v, node->trans);
    case FORMULA_DISABLED:
        return is_disabled(v, node->trans);
    case FORMULA_DEADLOCK:
    case FORMULA_LIVE:
        return is_dead(v, node->op == FORMULA_DEADLOCK);
    }
    return false;
}

static bool condition_holds(struct verify_recovery *v)
{
    for (uint32_t i = v->condition->nodes.len; i-- > 0;)
        v->holds[i] = is_true(v, &v->condition->nodes.at[i]);
    return v->holds[0];
}

/* At each marking of the cube that was entered t leads into d. */
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
            (net_span_has(pre, p) || v->literal[p] != 1))
            return false;
    }
    for (uint32_t i = 0; i < d->empty.len; i++) {
        const place_id p = d->empty.at[i];

        if (net_span_has(post, p) ||
            (!net_span_has(pre, p) && v->literal[p] != -1))
            return false;
    }
    return true;
}

static bool check_cube(struct verify_recovery *v, uint32_t i)
{
    const struct recovery_proof_cube *const cube = &v->proof->cubes.at[i];
    bool good = true;

    enter(v, cube, true);
    if (cube->trans == TRANS_NONE)
        good = condition_holds(v) ||
               fault_report(v->fault, FAULT_RECOVERY_CUBE, i,
                            "the condition may be false in this "
                            "cube");
    else if (cube->next >= i)
        good = fault_report(v->fault, FAULT_RECOVERY_CUBE, i,
                            "this cube does not lead into an earlier one");
    else if (!leads_into(v, cube->trans, &v->proof->cubes.at[cube->next]))
        good =
            fault_report(v->fault, FAULT_RECOVERY_CUBE, i,
                         "the transition does not lead from this cube into the "
                         "next one");
    enter(v, cube, false);
    return good;
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
    const uint32_t from = level ? v->proof->ends.at[level - 1] : 0;
    int64_t change = 0;

    for (uint32_t i = from; i < v->proof->ends.at[level]; i++)
        change += v->proof->weights.at[i].factor *
                  v->effect[v->proof->weights.at[i].place];
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
    for (uint32_t i = 0; i < v->proof->weights.len; i++)
        if (v->proof->weights.at[i].factor > VERIFY_RECOVERY_LARGEST ||
            v->proof->weights.at[i].factor < -VERIFY_RECOVERY_LARGEST)
            return fault_report(v->fault, FAULT_GOAL, 0,
                                "a weight is too large");
    return true;
}

static bool check_run(struct verify_recovery *v, uint32_t i)
{
    const struct net_trans_span run = recovery_proof_run(&v->proof->runs, i);
    const uint32_t level = v->proof->levels.at[i];
    net_place_list needs = {0};
    const bool can_fire = recovery_proof_needs(v->net, run, &needs);
    bool good;

    vec_free(&needs);
    if (!can_fire)
        return fault_report(v->fault, FAULT_RANKED, i,
                            "this run cannot be fired at any marking");
    if (level >= v->proof->ends.len)
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
        v->net, recovery_proof_run(&v->proof->walks, i), &needs);

    enter(v, &home, true);
    good = good && all_marked(v, net_span_of(&needs));
    enter(v, &home, false);
    vec_free(&needs);
    return good || fault_report(v->fault, FAULT_GOAL, 0,
                                "this walk cannot be fired from the home");
}

static bool check_walks(struct verify_recovery *v)
{
    const struct recovery_proof_runs *const walks = &v->proof->walks;
    bool *const fires = mem_zero(net_trans_count(v->net), sizeof *fires);
    uint32_t n_fired = 0;

    for (uint32_t i = 0; i < walks->ends.len; i++)
        if (!check_walk(v, i)) {
            mem_free(fires);
            return false;
        }
    for (uint32_t i = 0; i < walks->steps.len; i++) {
        const trans_id t = walks->steps.at[i];

        n_fired += t < net_given_transitions(v->net) && !fires[t];
        fires[t] = true;
    }
    mem_free(fires);
    return n_fired == net_given_transitions(v->net) ||
           fault_report(v->fault, FAULT_GOAL, 0,
                        "no walk fires some transition");
}

bool verify_recovery_proof(const struct net *net,
                           const struct formula *condition, bool is_live,
                           const struct recovery_proof *proof,
                           struct fault *fault)
{
    struct verify_recovery v = {
        .net = net,
        .condition = condition,
        .proof = proof,
        .fault = fault,
        .literal = mem_zero(net_place_count(net), sizeof *v.literal),
        .effect = mem_zero(net_place_count(net), sizeof *v.effect),
        .holds = mem_zero(condition->nodes.len, sizeof *v.holds),
    };
    bool good = check_weights(&v);

    for (uint32_t i = 0; i < proof->cubes.len && good; i++)
        good = check_cube(&v, i);
    for (uint32_t i = 0; i < proof->runs.ends.len && good; i++)
        good = check_run(&v, i);
    if (good && is_live)
        good = check_walks(&v);
    mem_free(v.literal);
    mem_free(v.effect);
    mem_free(v.holds);
    return good;
}
