#include "engine/equation/loop_search.h"

#include "net/marking.h"

/* The marking at the end of a run that can be fired. */
static bits_word *end_of(const struct net *net, const witness_run *run)
{
    bits_word *const m = mem_zero(marking_words(net), sizeof *m);

    marking_initial(net, m);
    for (uint32_t i = 0; i < run->len; i++)
        marking_fire(net, m, run->at[i]);
    return m;
}

/* Appends the steps of the given net. */
static void project(const struct net_product *product, const witness_run *run,
                    witness_run *steps)
{
    for (uint32_t i = 0; i < run->len; i++) {
        const trans_id t = product->trans_of.at[run->at[i]];

        if (t != TRANS_NONE)
            vec_push(steps, t);
    }
}

/* What is below the levels as in m, and one of the levels. */
static bits_word *at_level(const struct net_product *once, const bits_word *m,
                           place_id level)
{
    bits_word *const at = mem_zero(marking_words(once->net), sizeof *at);

    for (place_id p = 0; p < once->levels; p++)
        if (bits_has(m, p))
            bits_add(at, p);
    bits_add(at, level);
    return at;
}

static void list_places(const bits_word *m, uint32_t n, struct goal *goal)
{
    for (place_id p = 0; p < n; p++) {
        net_place_list *const list =
            bits_has(m, p) ? &goal->marked : &goal->empty;

        vec_push(list, p);
    }
}

/* Appends a way from m at level 0 to m at the last level. */
static void ask_back(struct equation_run *run, uint32_t g,
                     const struct net_product *once, const bits_word *m,
                     uint64_t most, witness_run *steps)
{
    const uint32_t n = net_place_count(once->net);
    bits_word *const from = at_level(once, m, once->levels);
    bits_word *const to = at_level(once, m, n - 1);
    struct net *const net = net_view(once->net, from);
    struct goal goal = {.kind = GOAL_MARKING, .trans = TRANS_NONE};
    struct answer answer;

    list_places(to, n, &goal);
    equation_run_ask(run, net, &goal, g, most, &answer);
    if (answer.findings->verdict == VERDICT_YES)
        project(once, &answer.findings->run, steps);
    answer_finish(&answer);
    vec_free(&goal.marked);
    vec_free(&goal.empty);
    net_view_destroy(net);
    mem_free(from);
    mem_free(to);
}

void loop_search_find(struct equation_run *run, uint32_t g,
                      const struct net_product *product, const witness_run *to,
                      const struct net_product *once, uint64_t most)
{
    const struct goal *const goal = &run->problem->question.goals[g];
    struct answer_finding *const finding = &run->answer->findings[g];
    bits_word *const m = end_of(product->net, to);
    witness_run steps = {0};
    struct diag why = {0};
    uint32_t loop;

    project(product, to, &steps);
    loop = steps.len;
    if (!temporal_holds(goal->temporal, run->problem->net, steps.at, steps.len,
                        loop, &why))
        ask_back(run, g, once, m, most, &steps);
    mem_free(m);
    why = (struct diag){0};
    if (equation_run_is_open(run, g) &&
        temporal_holds(goal->temporal, run->problem->net, steps.at, steps.len,
                       loop, &why)) {
        finding->verdict = VERDICT_YES;
        finding->run = steps;
        finding->loop = loop;
        watch_found(&run->watch, g, finding);
    } else {
        vec_free(&steps);
    }
}
