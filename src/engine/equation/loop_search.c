#include "base/keys.h"
#include "engine/equation/equation_run.h"
#include "marking/shorten.h"
#include "net/marking.h"

/* Appends the step of the given net, if it is one. */
static void project(const struct net_product *product, trans_id t,
                    witness_run *steps)
{
    const trans_id of = product->trans_of.at[t];

    if (of != TRANS_NONE)
        vec_push(steps, of);
}

/* --- states that come again ----------------------------------------------- */

/* Runs that are tried, at most. */
enum { TRIES = 16 };

/* A state of the product, without its level. */
struct met_state {
    uint64_t hash;
    uint32_t level;
    uint32_t n_steps; /* of the net before it */
};

static void change(const struct net_product *product,
                   struct net_place_span places, struct met_state *at)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (places.at[i] < product->levels)
            at->hash ^= keys_hash((uint64_t)places.at[i] + 1);
        else
            at->level = places.at[i] - product->levels;
}

static bool holds(const struct equation_run *run, uint32_t g,
                  const witness_run *steps, uint32_t loop)
{
    return temporal_holds(run->problem->question.goals[g].temporal,
                          run->problem->net, steps->at, steps->len, loop, NULL);
}

/* Puts the steps of the run, up to a state that was met at a lower level before
 * and is the end of a loop, or all of them. */
static bool comes_again(const struct equation_run *run, uint32_t g,
                        const struct net_product *product,
                        const witness_run *to, witness_run *steps,
                        uint32_t *loop)
{
    const struct net *const net = product->net;
    VEC(struct met_state) first = {0};
    struct keys keys = {0};
    struct met_state at = {0};
    uint32_t n_tried = 0;
    bool found = false;

    for (uint32_t i = 0; i <= to->len && !found; i++) {
        const uint32_t id = keys_intern(&keys, at.hash);

        if (id == first.len)
            vec_push(&first, at);
        *loop = first.at[id].n_steps;
        found = first.at[id].level < at.level && n_tried++ < TRIES &&
                holds(run, g, steps, *loop);
        if (found || i == to->len)
            break;
        change(product, net_pre(net, to->at[i]), &at);
        change(product, net_post(net, to->at[i]), &at);
        project(product, to->at[i], steps);
        at.n_steps = steps->len;
    }
    keys_finish(&keys);
    vec_free(&first);
    return found;
}

/* --- a way back ----------------------------------------------------------- */

/* Appends a way from m at level 0 to m at the last level. */
static void ask_back(struct equation_run *run, uint32_t g,
                     const struct net_product *once, const bits_word *m,
                     uint64_t most, witness_run *steps)
{
    const uint32_t n = net_place_count(once->net);
    bits_word *const from = mem_zero(marking_words(once->net), sizeof *from);
    struct goal goal = {.kind = GOAL_MARKING, .trans = TRANS_NONE};
    struct answer answer;
    struct net *net;

    for (place_id p = 0; p < n; p++) {
        const bool kept = p < once->levels && bits_has(m, p);

        if (kept || p == once->levels)
            bits_add(from, p);
        vec_push(kept || p == n - 1 ? &goal.marked : &goal.empty, p);
    }
    net = net_view(once->net, from);
    equation_run_ask(run, net, &goal, g, most, &answer);
    for (uint32_t i = 0; i < answer.findings->run.len; i++)
        project(once, answer.findings->run.at[i], steps);
    answer_finish(&answer);
    vec_free(&goal.marked);
    vec_free(&goal.empty);
    net_view_destroy(net);
    mem_free(from);
}

void loop_search_find(struct equation_run *run, uint32_t g,
                      const struct net_product *product, const witness_run *to,
                      const struct net_product *once, uint64_t most)
{
    struct answer_finding *const finding = &run->answer->findings[g];
    witness_run steps = {0};
    uint32_t loop;
    bool found = comes_again(run, g, product, to, &steps, &loop);

    if (!found) {
        loop = steps.len;
        found = holds(run, g, &steps, loop);
    }
    if (!found) {
        bits_word *const m = mem_zero(marking_words(product->net), sizeof *m);

        marking_after(product->net, to->at, to->len, m);
        ask_back(run, g, once, m, most, &steps);
        mem_free(m);
        found = holds(run, g, &steps, loop);
    }
    if (found && equation_run_is_open(run, g)) {
        (void)watch_work(&run->watch,
                         shorten_lasso(run->problem->net,
                                       &run->problem->question.goals[g], &steps,
                                       &loop));
        finding->run = steps;
        finding->loop = loop;
        equation_run_answer(run, g, VERDICT_YES);
    } else {
        vec_free(&steps);
    }
}
