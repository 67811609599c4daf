/* formulas.c - formulas on random safe nets against brute force.
 *
 *     formulas FIRST COUNT
 *
 * For each seed a net and some conditions.  The oracle lists the markings, and
 * condition.c says at which of them a condition holds.  Every engine must give
 * this verdict under every option, with a run to such a marking. */
#include "condition.h"
#include "engine/race/engines.h"
#include "engine/por/cube_goals.h"
#include "engine/race/race.h"
#include "net/marking.h"
#include "proof/verify.h"
#include "question/formula_parser.h"
#include "support.h"
#include "checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 3000, N_FORMULAS = 6 };

struct counts {
    unsigned long nets, formulas, reachable, verdicts, proofs, bounds, alone,
        limits, split, left_out;
};

struct asked {
    struct oracle oracle;
    struct condition *conditions[N_FORMULAS];
    bool expected[N_FORMULAS]; /* is there a marking that answers? */
    goal_list goals;
};

static bool answers(const struct asked *asked, uint32_t g, const bits_word *m)
{
    return condition_holds(asked->conditions[g], m) !=
           asked->goals.at[g].question->is_refuted;
}

/* A formula that is written and read is the same. */
static void check_text(const struct formula *formula, const struct net *net)
{
    text_buffer text = {0};
    struct diag diag = {0};
    struct formula *back;
    enum question_path path;

    formula_print_text(formula, net, &text);
    back = formula_parser_read(net, text_end(&text), &path, NULL, &diag);
    CHECK(back && formula_equal(formula, back));
    formula_destroy(back);
    vec_free(&text);
}

static void ask(struct asked *asked, struct random *random)
{
    const struct net *const net = asked->oracle.net;

    for (uint32_t g = 0; g < N_FORMULAS; g++) {
        char text[8192];
        struct diag diag = {0};
        int n;

        asked->conditions[g] =
            condition_create(random, net, 1 + random_below(random, 4));
        n = snprintf(text, sizeof text, "%s %s",
                     random_chance(random, 30) ? "AG" : "EF",
                     condition_text(asked->conditions[g]));
        CHECK(n > 0 && n < (int)sizeof text);
        if (!goal_add_formula(&asked->goals, net, text, &diag)) {
            fprintf(stderr, "'%s': column %u: %s\n", text, diag.column,
                    diag.text);
            abort();
        }
        formula_check(asked->goals.at[g].formula, net);
        check_text(asked->goals.at[g].formula, net);
        asked->expected[g] = false;
        for (uint32_t i = 0; i < asked->oracle.n_markings; i++) {
            const bits_word *const m = oracle_marking(&asked->oracle, i);

            asked->expected[g] |= answers(asked, g, m);
            CHECK(answers(asked, g, m) ==
                  goal_holds(&asked->goals.at[g], net, m));
        }
    }
}

static void finish(struct asked *asked)
{
    for (uint32_t g = 0; g < N_FORMULAS; g++)
        condition_destroy(asked->conditions[g]);
    goal_list_free(&asked->goals);
}

/* Fires the run and asks the oracle's side about its last marking. */
static bool run_answers(const struct asked *asked, uint32_t g,
                        const witness_run *run)
{
    const struct net *const net = asked->oracle.net;
    bits_word *m = mem_zero(marking_words(net), sizeof *m);
    struct diag ignored = {0};
    bool good = witness_replay(net, run, &asked->goals.at[g], &ignored);

    marking_initial(net, m);
    for (uint32_t i = 0; good && i < run->len; i++)
        marking_fire(net, m, run->at[i]);
    good = good && answers(asked, g, m);
    mem_free(m);
    return good;
}

/* -- Proofs, by the meaning of their reasons -- */

static bool is_in(const struct proof *proof, const struct proof_cube *cube,
                  const bits_word *m)
{
    const struct net_place_span pos = proof_places(proof, cube->pos);
    const struct net_place_span neg = proof_places(proof, cube->neg);

    for (uint32_t i = 0; i < pos.len; i++)
        if (!bits_has(m, pos.at[i]))
            return false;
    for (uint32_t i = 0; i < neg.len; i++)
        if (bits_has(m, neg.at[i]))
            return false;
    return true;
}

static uint32_t number_of(const struct oracle *oracle, const bits_word *m)
{
    uint32_t i = 0;

    while (memcmp(oracle_marking(oracle, i), m, oracle->words * sizeof *m) != 0)
        i++;
    return i;
}

/* Is no answer reached from the reachable markings of the cube by transitions
 * that are no members? */
static bool reason_holds(const struct asked *asked, uint32_t g,
                         const struct proof *proof,
                         const struct proof_cube *cube)
{
    const struct oracle *const oracle = &asked->oracle;
    const struct net *const net = oracle->net;
    const struct proof_member *const members = proof_members(proof, cube);
    bool *is_member = mem_zero(net_trans_count(net), sizeof *is_member);
    bool *seen = mem_zero(oracle->n_markings, sizeof *seen);
    bits_word *m = mem_zero(oracle->words, sizeof *m);
    VEC(uint32_t) stack = {0};
    bool good = true;

    for (uint32_t i = 0; i < cube->members.len; i++)
        is_member[members[i].trans] = true;
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        if (is_in(proof, cube, oracle_marking(oracle, i))) {
            seen[i] = true;
            vec_push(&stack, i);
        }
    while (good && stack.len) {
        const bits_word *const at = oracle_marking(oracle, vec_pop(&stack));

        good = !answers(asked, g, at);
        for (trans_id t = 0; t < net_trans_count(net); t++) {
            uint32_t next;

            if (is_member[t] || !marking_enabled(net, at, t))
                continue;
            memcpy(m, at, oracle->words * sizeof *m);
            marking_fire(net, m, t);
            next = number_of(oracle, m);
            if (!seen[next]) {
                seen[next] = true;
                vec_push(&stack, next);
            }
        }
    }
    vec_free(&stack);
    mem_free(m);
    mem_free(seen);
    mem_free(is_member);
    return good;
}

/* All cubes of small proofs, some of large ones. */
static bool reasons_hold(const struct asked *asked, uint32_t g,
                         const struct proof *proof)
{
    const uint32_t step = 1 + proof->cubes.len / 8;

    for (uint32_t c = 0; c < proof->cubes.len; c += step)
        if (!reason_holds(asked, g, proof, &proof->cubes.at[c]))
            return false;
    return true;
}

static bool is_right(const struct asked *asked, uint32_t g,
                     const struct answer_finding *finding,
                     struct counts *counts)
{
    struct fault fault = {0};

    counts->verdicts++;
    if (finding->verdict != (asked->expected[g] ? VERDICT_YES : VERDICT_NO)) {
        fprintf(stderr, "'%s': %s\n", asked->goals.at[g].text,
                answer_verdict_name(finding->verdict));
        return false;
    }
    if (finding->verdict == VERDICT_YES &&
        !run_answers(asked, g, &finding->run)) {
        fprintf(stderr, "'%s': the run does not answer\n",
                asked->goals.at[g].text);
        return false;
    }
    counts->proofs += finding->proof != NULL;
    if (finding->proof && !verify_proof(asked->oracle.net, &asked->goals.at[g],
                                        finding->proof, &fault)) {
        fprintf(stderr, "'%s': the proof does not hold: %s\n",
                asked->goals.at[g].text, fault.text);
        return false;
    }
    if (finding->proof && asked->oracle.n_markings < 200 &&
        !reasons_hold(asked, g, finding->proof)) {
        fprintf(stderr, "'%s': a reason of the proof is wrong\n",
                asked->goals.at[g].text);
        return false;
    }
    return true;
}

static bool try_problem(const struct asked *asked, const struct engine *engine,
                        const struct engine_problem *problem,
                        struct counts *counts)
{
    const struct engine_limits limits = {.threads = 1};
    struct answer answer;
    bool good = true;

    answer_init(&answer, asked->goals.len);
    engine->run(problem, &limits, &answer);
    for (uint32_t g = 0; good && g < asked->goals.len; g++)
        good = is_right(asked, g, &answer.findings[g], counts);
    if (!good)
        fprintf(stderr,
                "engine %s, relation %s, order %d, stubborn %d, interpolation "
                "%d, ended: %s\n",
                engine->name, dep_name(problem->dep),
                (int)problem->unfolding.order, (int)problem->state.stubborn,
                problem->state.interpolation, answer_stop_name(answer.stop));
    answer_finish(&answer);
    return good;
}

/* -- Bounds -- */

static bool bound_is_right(const struct asked *asked,
                           const struct condition *sum, int64_t expected,
                           const struct answer_finding *finding)
{
    const struct net *const net = asked->oracle.net;
    bits_word *m = mem_zero(marking_words(net), sizeof *m);
    struct diag ignored = {0};
    bool good = finding->verdict == VERDICT_YES && finding->has_value &&
                finding->value == expected &&
                witness_replay(net, &finding->run, NULL, &ignored);

    marking_initial(net, m);
    for (uint32_t i = 0; good && i < finding->run.len; i++)
        marking_fire(net, m, finding->run.at[i]);
    good = good && condition_value(sum, m) == expected;
    if (!good)
        fprintf(stderr, "'%s': %s %ld in place of %ld\n", condition_text(sum),
                answer_verdict_name(finding->verdict), (long)finding->value,
                (long)expected);
    mem_free(m);
    return good;
}

/* Cubes or cases show that no marking exceeds the value, where some marking
 * could. */
static bool bound_is_proved(const struct engine_problem *problem,
                            const struct answer_finding *finding)
{
    const struct goal *const goal = problem->question.goals;
    const int64_t value = finding->value - goal->constant;
    struct goal larger = {.kind = GOAL_FORMULA, .trans = TRANS_NONE};
    struct formula_view exceeded;
    struct fault fault = {.text = "there is none"};
    bool good;

    if (!finding->proof && !finding->cases &&
        value == formula_limit(goal->formula, goal->formula->nodes.at))
        return true;
    formula_view(&exceeded, goal->formula, value + 1);
    larger.formula = &exceeded.formula;
    good = finding->cases
               ? verify_cases_proof(problem->net, &larger, finding->cases, NULL,
                                    &fault)
               : finding->proof && verify_proof(problem->net, &larger,
                                                finding->proof, &fault);
    if (!good)
        fprintf(stderr, "the proof of a largest value: %s\n", fault.text);
    return good;
}

static bool try_bound(const struct asked *asked, const struct engine *engine,
                      const struct engine_problem *problem,
                      const struct condition *sum, int64_t expected)
{
    const struct engine_limits limits = {.threads = 1};
    struct answer answer;
    bool good;

    answer_init(&answer, 1);
    engine->run(problem, &limits, &answer);
    good = bound_is_right(asked, sum, expected, &answer.findings[0]) &&
           (engine != &state_engine || !problem->state.interpolation ||
            problem->state.stubborn != STUBBORN_PROPERTY ||
            bound_is_proved(problem, &answer.findings[0]));
    if (!good)
        fprintf(stderr, "engine %s, stubborn %d, interpolation %d\n",
                engine->name, (int)problem->state.stubborn,
                problem->state.interpolation);
    answer_finish(&answer);
    return good;
}

/* The state equation leaves some values open, alone and beside walks. */
static bool try_limit(const struct asked *asked, const struct engine *engine,
                      const struct engine_problem *problem,
                      const struct condition *sum, int64_t expected,
                      unsigned long *answered)
{
    const struct engine_limits limits = {.threads = 1, .max_events = 300};
    struct answer answer;
    const struct answer_finding *finding;
    bool good;

    answer_init(&answer, 1);
    engine->run(problem, &limits, &answer);
    finding = answer.findings;
    good = finding->verdict == VERDICT_UNKNOWN
               ? answer.stop != STOP_FAULT && finding->has_value &&
                     finding->value <= expected
               : bound_is_right(asked, sum, expected, finding) &&
                     (engine != &equation_engine ||
                      bound_is_proved(problem, finding));
    *answered += finding->verdict == VERDICT_YES;
    if (!good)
        fprintf(stderr, "engine %s: '%s', ended: %s\n", engine->name,
                condition_text(sum), answer_stop_name(answer.stop));
    answer_finish(&answer);
    return good;
}

static bool try_limits(const struct asked *asked, struct engine_problem problem,
                       const struct condition *sum, int64_t expected,
                       struct counts *counts)
{
    problem.racers = 1u << (ENGINES_equation - ENGINES_FIRST_RACER) |
                     1u << (ENGINES_walk - ENGINES_FIRST_RACER);
    return try_limit(asked, &equation_engine, &problem, sum, expected,
                     &counts->alone) &&
           try_limit(asked, &race_engine, &problem, sum, expected,
                     &counts->limits);
}

static bool try_bounds(const struct asked *asked, struct engine_problem problem,
                       struct random *random, struct counts *counts)
{
    struct condition *sum = condition_create_sum(random, asked->oracle.net);
    struct diag ignored = {0};
    goal_list goals = {0};
    int64_t expected = INT64_MIN;
    bool good = true;

    for (uint32_t i = 0; i < asked->oracle.n_markings; i++) {
        const int64_t value =
            condition_value(sum, oracle_marking(&asked->oracle, i));

        expected = value > expected ? value : expected;
    }
    if (goal_add_bound(&goals, asked->oracle.net, condition_text(sum),
                       &ignored)) {
        problem.question.goals = goals.at;
        problem.question.n_goals = 1;
        problem.test.check = 1;
        problem.output.proof = true;
        for (uint32_t i = 0; i < 6 && good; i++) {
            problem.state.stubborn = (enum engine_stubborn)(i / 2);
            problem.state.interpolation = i % 2;
            good = try_bound(asked, &state_engine, &problem, sum, expected);
        }
        good = good &&
               try_bound(asked, &prefix_engine, &problem, sum, expected) &&
               try_bound(asked, &race_engine, &problem, sum, expected) &&
               try_limits(asked, problem, sum, expected, counts);
        counts->bounds++;
    }
    goal_list_free(&goals);
    condition_destroy(sum);
    return good;
}

/* Engine por answers formulas of few cubes. */
static bool try_por(const struct asked *asked, struct engine_problem problem,
                    struct counts *counts)
{
    for (uint32_t g = 0; g < asked->goals.len; g++) {
        const struct engine_limits limits = {.max_events = 20000};
        struct answer answer;
        bool good = true;

        if (!cube_goals_fits(asked->goals.at[g].formula, asked->oracle.net))
            continue;
        problem.question.goals = &asked->goals.at[g];
        problem.question.n_goals = 1;
        answer_init(&answer, 1);
        por_engine.run(&problem, &limits, &answer);
        if (answer.stop == STOP_DONE) {
            good = is_right(asked, g, &answer.findings[0], counts);
            counts->split++;
        }
        answer_finish(&answer);
        if (!good) {
            fprintf(stderr, "engine por\n");
            return false;
        }
    }
    return true;
}

static bool try_state(const struct asked *asked, struct engine_problem problem,
                      struct counts *counts)
{
    for (uint32_t i = 0; i < 6; i++) {
        problem.state.stubborn = (enum engine_stubborn)(i / 2);
        problem.state.interpolation = i % 2;
        problem.output.proof = true;
        problem.test.check = 1;
        problem.test.budget = asked->oracle.n_markings % 2 ? 5000 : 0;
        if (!try_problem(asked, &state_engine, &problem, counts))
            return false;
    }
    return true;
}

static bool try_net(struct asked *asked, uint64_t seed, struct random *random,
                    struct counts *counts)
{
    struct dep *const dep =
        dep_create(asked->oracle.net, seed % 3 ? DEP_READ : DEP_CLASSIC);
    struct engine_problem problem = {
        .net = asked->oracle.net,
        .dep = dep,
        .unfolding.order = (enum engine_order)(seed / 6 % 3),
        .unfolding.cutoffs = true,
        .por.table = true,
        .por.deepening = 1.5,
    };
    bool good;

    ask(asked, random);
    problem.question.goals = asked->goals.at;
    problem.question.n_goals = asked->goals.len;
    good =
        try_state(asked, problem, counts) && try_por(asked, problem, counts) &&
        try_problem(asked, &prefix_engine, &problem, counts) &&
        (seed % 4 != 0 || try_problem(asked, &race_engine, &problem, counts)) &&
        try_bounds(asked, problem, random, counts);
    counts->nets++;
    counts->formulas += asked->goals.len;
    for (uint32_t g = 0; g < asked->goals.len; g++)
        counts->reachable += asked->expected[g];
    dep_destroy(dep);
    finish(asked);
    return good;
}

static bool try_seed(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    struct asked asked = {0};
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random, seed % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                     1 + (uint32_t)(seed / 2 % 3));
    oracle_init(&asked.oracle, net, MAX_MARKINGS);
    if (asked.oracle.complete)
        good = try_net(&asked, seed, &random, counts);
    else
        counts->left_out++;
    if (!good)
        support_print_net(net, stderr);
    oracle_finish(&asked.oracle);
    net_destroy(net);
    return good;
}

PROGRAM(formulas)
{
    struct counts counts = {0};

    if (!support_try_seeds(argc, argv, try_seed, &counts))
        return 1;
    printf("%lu nets, %lu formulas of which %lu have a marking, %lu verdicts, "
           "%lu proofs, %lu bounds, %lu and %lu by equation, alone and with "
           "walks, %lu split; %lu "
           "nets are too large\n",
           counts.nets, counts.formulas, counts.reachable, counts.verdicts,
           counts.proofs, counts.bounds, counts.alone, counts.limits,
           counts.split, counts.left_out);
    return counts.reachable * 10 > counts.formulas &&
                   counts.reachable * 10 < counts.formulas * 9
               ? 0
               : 1;
}
