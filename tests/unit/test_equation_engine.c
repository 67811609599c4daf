/* The engine `equation`: each no of random nets is so by brute force, and nets
 * whose no needs a trap, a comparison, or a choice of cubes.  Each no has a
 * proof by cases, each yes a run. */
#include "../diff/condition.h"
#include "engine/ic3/case_builder.h"
#include "engine/race/engines.h"
#include "engine/ic3/skeleton.h"
#include "figure.h"
#include "oracle.h"
#include "proof/verify.h"
#include "question/goal.h"
#include "random.h"
#include "structure/lp.h"
#include "test.h"

#include <inttypes.h>

/* Each no has a proof by cases that is one, each yes a run. */
static void check_proofs(const struct engine_problem *problem,
                         const struct answer *answer)
{
    struct fault fault;
    struct diag why = {0};

    for (uint32_t g = 0; g < problem->question.n_goals; g++) {
        const struct answer_finding *const finding = &answer->findings[g];

        if (finding->verdict == VERDICT_YES)
            assert_true(witness_replay(problem->net, &finding->run,
                                       &problem->question.goals[g], &why));
        assert_null(finding->no_proof);
        assert_true((finding->verdict == VERDICT_NO) ==
                    (finding->cases != NULL));
        if (finding->cases)
            assert_true(verify_cases_proof(problem->net,
                                           &problem->question.goals[g],
                                           finding->cases, NULL, &fault));
    }
}

/* Half of the nets are for linear programs and induction in turns. */
static uint64_t budget_for(const struct net *net)
{
    return net_size(net) % 2 ? 1 << 12 : 0;
}

static enum answer_verdict ask_by(const struct net *net,
                                  const struct goal *goal, bool induction,
                                  struct answer_stats *stats)
{
    const struct engine_problem problem = {
        .net = net,
        .question.goals = goal,
        .question.n_goals = 1,
        .output.proof = true,
        .test.budget = budget_for(net),
        .test.induction = induction,
    };
    const struct engine_limits limits = {0};
    struct answer answer;
    enum answer_verdict verdict;

    answer_init(&answer, 1);
    equation_engine.run(&problem, &limits, &answer);
    verdict = answer.findings[0].verdict;
    check_proofs(&problem, &answer);
    assert_int_equal(answer.stop,
                     verdict == VERDICT_UNKNOWN ? STOP_OPEN : STOP_DONE);
    if (stats)
        *stats = answer.stats;
    answer_finish(&answer);
    return verdict;
}

static enum answer_verdict ask(const struct net *net, const struct goal *goal,
                               struct answer_stats *stats)
{
    return ask_by(net, goal, false, stats);
}

static bool refutes(const char *line, const char *formula,
                    struct answer_stats *stats)
{
    struct net *net = test_net(line);
    goal_list goals = {0};
    struct diag diag = {0};
    enum answer_verdict verdict;

    if (formula)
        assert_true(goal_add_formula(&goals, net, formula, &diag));
    else
        goal_add_plain(&goals, "deadlock");
    verdict = ask(net, goals.at, stats);
    goal_list_free(&goals);
    net_destroy(net);
    return verdict == VERDICT_NO;
}

static void exclusive_places_are_refuted(void **state)
{
    const char *const pair = "p* q r* s | a: p r > q s | b: q > p | c: s > r";

    (void)state;
    assert_true(refutes(pair, "EF p = 1 and q = 1", NULL));
    assert_false(refutes(pair, "EF p = 1 and s = 1", NULL));
    assert_true(refutes(pair, "EF p + q >= 2", NULL));
    assert_true(refutes(pair, "EF p + q <= 0", NULL));
    assert_true(refutes(pair, "EF (p + q >= 2 or r + s >= 2)", NULL));
    assert_false(refutes(pair, "EF (p + q >= 2 or r + q >= 2)", NULL));
    assert_true(refutes(pair, "EF 2*p + 3*q + r >= 5 and s = 1", NULL));
}

/* Each of a and b takes a token, but only one of them fires. */
static void traps_refute_what_the_equation_does_not(void **state)
{
    struct answer_stats stats;

    (void)state;
    assert_true(
        refutes("g* h* | a: g h > g | b: g h > h", "EF g + h <= 0", &stats));
    assert_int_equal(figure(&stats, "traps"), 1);
    /* Without the read, both fire. */
    assert_false(refutes("g* h* | a: h > | b: g h > h", "EF g + h <= 0", NULL));
    /* Not marked initially. */
    assert_true(refutes("g h i* | a: g h > g | b: g h > h | c: i > ",
                        "EF g + h + i <= 0", NULL) == false);
}

static void deadlocks_of_a_cycle_are_refuted(void **state)
{
    (void)state;
    assert_true(refutes("p* q r | a: p > q | b: q > r | c: r > p", NULL, NULL));
    assert_false(refutes("p* q r | a: p > q | b: q > r", NULL, NULL));
    assert_true(refutes("p* q r* s m* | a: p m > q | b: q > p m | "
                        "c: r m > s | d: s > r m",
                        NULL, NULL));
    assert_true(refutes("p* q* | a: p ?q > | b: q ?p > ", NULL, NULL) == false);
}

/* A proof that is too large is none; a limit that suffices stays enough. */
static void large_proofs_are_left_out(void **state)
{
    struct net *net = test_net("p* q r* s m* | a: p m > q | b: q > p m | "
                               "c: r m > s | d: s > r m");
    const struct engine_limits limits = {0};
    goal_list goals = {0};
    struct diag diag = {0};
    uint32_t n_without = 0, n_with = 0;

    (void)state;
    assert_true(goal_add_formula(&goals, net, "EF q + s >= 2", &diag));
    for (uint32_t largest = 1; largest < 100; largest++) {
        const struct engine_problem problem = {.net = net,
                                               .question.goals = goals.at,
                                               .question.n_goals = 1,
                                               .output.proof = true,
                                               .test.proof = largest};
        struct answer answer;

        answer_init(&answer, 1);
        equation_engine.run(&problem, &limits, &answer);
        assert_int_equal(answer.findings[0].verdict, VERDICT_NO);
        if (answer.findings[0].cases) {
            check_proofs(&problem, &answer);
            n_with++;
        } else {
            assert_string_equal(answer.findings[0].no_proof,
                                "the proof by cases would be too large");
            assert_int_equal(n_with, 0);
            n_without++;
        }
        answer_finish(&answer);
    }
    assert_true(n_with > 10 && n_without > 3);
    goal_list_free(&goals);
    net_destroy(net);
}

static void doubles_become_fractions(void **state)
{
    int64_t common = 1;

    (void)state;
    assert_true(lp_round(0.5, &common));
    assert_true(lp_round(-2.0 / 3, &common));
    assert_int_equal(common, 6);
    assert_true(lp_round(1.0 / 6, &common));
    assert_int_equal(common, 6);
    assert_int_equal(lp_scale(-2.0 / 3, common), -4);
    assert_true(lp_round(1 + 3e-8, &common));
    assert_int_equal(common, 6);
    assert_false(lp_round(0.14159265358979, &common));
}

/* A walk along a solution meets what an unsafe net does. */
static void a_second_token_is_found(void **state)
{
    struct net *net = test_net("p* q* r s z f g | a: p > r f | b: q > r g | "
                               "c: r ?f g > s | d: r ?f g > z");
    const struct goal goal = {.kind = GOAL_DEADLOCK, .trans = TRANS_NONE};
    const struct engine_problem problem = {
        .net = net, .question.goals = &goal, .question.n_goals = 1};
    const struct engine_limits limits = {0};
    struct answer answer;

    (void)state;
    answer_init(&answer, 1);
    equation_engine.run(&problem, &limits, &answer);
    assert_int_equal(answer.stop, STOP_UNSAFE);
    assert_true(witness_unsafe(net, &answer.unsafe_run, answer.unsafe_trans,
                               answer.unsafe_place));
    answer_finish(&answer);
    net_destroy(net);
}

struct counts {
    uint32_t yes, no;
    uint64_t frame_cubes;
};

/* The engine answers everything, with linear programs and without. */
static void expect(const struct net *net, const struct goal *goal, bool reached,
                   struct counts *counts)
{
    counts->yes += reached;
    counts->no += !reached;
    for (uint32_t induction = 0; induction < 2; induction++) {
        struct answer_stats stats;
        const enum answer_verdict verdict =
            ask_by(net, goal, induction, &stats);

        assert_true(!figure(&stats, "frame_cubes") ||
                    figure(&stats, "frames") > 0);
        counts->frame_cubes += figure(&stats, "frame_cubes");
        if (verdict != (reached ? VERDICT_YES : VERDICT_NO))
            support_print_net(net, stderr);
        assert_int_equal(verdict, reached ? VERDICT_YES : VERDICT_NO);
    }
}

static bool is_reached(const struct oracle *oracle, const struct goal *goal)
{
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        if (goal_holds(goal, oracle->net, oracle_marking(oracle, i)))
            return true;
    return false;
}

static void add_condition(struct random *random, const struct net *net,
                          goal_list *goals)
{
    struct condition *const condition = condition_create(random, net, 3);
    char *const text = mem_alloc(strlen(condition_text(condition)) + 6, 1);
    struct diag diag = {0};

    sprintf(text, "EF (%s)", condition_text(condition));
    assert_true(goal_add_formula(goals, net, text, &diag));
    mem_free(text);
    condition_destroy(condition);
}

static void add_marking(struct random *random, const struct net *net,
                        goal_list *goals)
{
    struct goal goal = {.kind = GOAL_MARKING, .trans = TRANS_NONE};

    for (place_id p = 0; p < net_place_count(net); p++) {
        if (random_chance(random, 25))
            vec_push(&goal.marked, p);
        else if (random_chance(random, 20))
            vec_push(&goal.empty, p);
    }
    vec_push(goals, goal);
}

/* All questions in one run share the program and the traps. */
static void expect_all(const struct oracle *oracle, const goal_list *goals)
{
    const struct engine_problem problem = {
        .net = oracle->net,
        .question.goals = goals->at,
        .question.n_goals = goals->len,
        .output.proof = true,
    };
    const struct engine_limits limits = {0};
    struct answer answer;

    answer_init(&answer, goals->len);
    equation_engine.run(&problem, &limits, &answer);
    check_proofs(&problem, &answer);
    for (uint32_t i = 0; i < goals->len; i++)
        assert_int_equal(answer.findings[i].verdict,
                         is_reached(oracle, &goals->at[i]) ? VERDICT_YES
                                                           : VERDICT_NO);
    answer_finish(&answer);
}

static void try_net(struct random *random, const struct net *net,
                    struct counts *counts)
{
    goal_list goals = {0};
    struct oracle oracle;

    oracle_init(&oracle, net, 3000);
    if (oracle.complete) {
        goal_add_plain(&goals, "deadlock");
        for (uint32_t i = 0; i < 2; i++) {
            add_condition(random, net, &goals);
            add_marking(random, net, &goals);
        }
        for (uint32_t i = 0; i < goals.len; i++)
            expect(net, &goals.at[i], is_reached(&oracle, &goals.at[i]),
                   &counts[goals.at[i].kind]);
        for (trans_id t = 0; t < net_trans_count(net); t++) {
            const struct goal goal = {.kind = GOAL_TRANSITION, .trans = t};

            expect(net, &goal, bits_has(oracle.fireable, t),
                   &counts[GOAL_TRANSITION]);
        }
        goal_add_all_trans(&goals, net);
        expect_all(&oracle, &goals);
    }
    goal_list_free(&goals);
    oracle_finish(&oracle);
}

/* The largest value of a sum, its run, and the proof that it is. */
static void expect_largest(const struct oracle *oracle, const struct goal *goal,
                           bool induction)
{
    const struct engine_problem problem = {.net = oracle->net,
                                           .question.goals = goal,
                                           .question.n_goals = 1,
                                           .output.proof = true,
                                           .test.budget =
                                               budget_for(oracle->net),
                                           .test.induction = induction};
    const struct engine_limits limits = {0};
    const struct answer_finding *finding;
    struct formula_view view;
    struct goal larger = {.kind = GOAL_FORMULA, .trans = TRANS_NONE};
    struct fault fault;
    struct diag why = {0};
    struct answer answer;
    int64_t most = INT64_MIN, value;

    for (uint32_t i = 0; i < oracle->n_markings; i++)
        if (goal_value(goal, oracle_marking(oracle, i)) > most)
            most = goal_value(goal, oracle_marking(oracle, i));
    answer_init(&answer, 1);
    equation_engine.run(&problem, &limits, &answer);
    finding = &answer.findings[0];
    assert_int_equal(finding->verdict, VERDICT_YES);
    assert_int_equal(finding->value, most);
    assert_true(witness_replay(oracle->net, &finding->run, NULL, &why));
    (void)witness_largest(oracle->net, &finding->run, goal, &value);
    assert_int_equal(value, most);
    formula_view(&view, goal->formula, most - goal->constant + 1);
    larger.formula = &view.formula;
    if (formula_limit(goal->formula, goal->formula->nodes.at) >=
        view.node.bound) {
        assert_non_null(finding->cases);
        assert_true(verify_cases_proof(oracle->net, &larger, finding->cases,
                                       NULL, &fault));
    }
    answer_finish(&answer);
}

static void every_largest_value_is_so(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 29);
    for (uint32_t i = 0; i < SWEEP(300); i++) {
        struct net *net = random_net(
            &random, i % 2 ? RANDOM_TERMINATING : RANDOM_CYCLIC, 1 + i % 3);
        goal_list goals = {0};
        struct diag diag = {0};
        struct oracle oracle;
        char text[1000];
        int n = sprintf(text, "1");

        for (place_id p = 0; p < net_place_count(net) && n < 900; p++)
            if (random_chance(&random, 50))
                n += sprintf(text + n, " + %d*\"%s\"",
                             (int)random_below(&random, 5) - 2,
                             net_place_label(net, p));
        oracle_init(&oracle, net, 3000);
        if (oracle.complete && goal_add_bound(&goals, net, text, &diag))
            for (uint32_t induction = 0; induction < 2; induction++)
                expect_largest(&oracle, goals.at, induction);
        oracle_finish(&oracle);
        goal_list_free(&goals);
        net_destroy(net);
    }
}

static void every_answer_is_so(void **state)
{
    struct counts counts[GOAL_LIVE + 1] = {{.yes = 0}};
    struct random random;

    (void)state;
    random_init(&random, 17);
    for (uint32_t i = 0; i < SWEEP(700); i++) {
        struct net *net = random_net(
            &random, i % 2 ? RANDOM_TERMINATING : RANDOM_CYCLIC, 1 + i % 3);

        try_net(&random, net, counts);
        net_destroy(net);
    }
    for (uint32_t k = GOAL_TRANSITION; k <= GOAL_FORMULA; k++) {
        printf("# kind %u: %u yes, %u no, %" PRIu64 " cubes\n", k,
               counts[k].yes, counts[k].no, counts[k].frame_cubes);
        assert_true(counts[k].yes > SWEEP(100) && counts[k].no > SWEEP(100));
        assert_true(counts[k].frame_cubes > SWEEP(100));
    }
}

/* Its bytes count in the limit of memory. */
static void the_solver_counts_what_it_holds(void **state)
{
    struct net *const net = test_net("p* q r s* | a: p > q | b: q > r | "
                                     "c: s r > p s");
    const struct goal goal = {.kind = GOAL_DEADLOCK};
    const struct engine_limits limits = {0};
    struct answer_stats stats = {0};
    struct mem_scope scope;
    struct skeleton skeleton;
    struct watch watch;

    (void)state;
    mem_enter(&scope);
    watch_init(&watch, &limits, &stats);
    skeleton_init(&skeleton, net, &goal, SKELETON_BY_GOAL, &watch, NULL);
    assert_int_equal(skeleton_next(&skeleton), CADICAL_YES);
    assert_int_equal(skeleton.n_clauses, 3);
    assert_int_equal(skeleton.n_literals, 4);
    assert_true(skeleton.noted > 4 * 160 && skeleton.noted < 2000);
    assert_true(mem_held() >= skeleton.noted);
    skeleton_finish(&skeleton);
    assert_true(mem_held() < 640);
    mem_leave(&scope);
    net_destroy(net);
}

/* No unit propagation from p marked alone shows that t never fires. */
static void steps_are_shown_by_lemmas(void **state)
{
    static const int cubes[] = {1, -3, -4, 1, -3, 4, 1, 3, -4, 1, 3, 4, 2};
    static const uint32_t ends[] = {3, 6, 9, 12, 13};
    struct net *net = test_net("p q x* y | t: p > q");
    place_id q = 1;
    const struct goal goal = {
        .kind = GOAL_MARKING, .trans = TRANS_NONE, .marked = {&q, 1, 1}};
    case_proof_list from = {{0}, {0}};
    const net_place_lists traps = {0};
    farkas_list combinations = {0};
    const struct case_builder_premises premises = {.net = net,
                                                   .traps = &traps,
                                                   .combinations =
                                                       &combinations,
                                                   .cubes = &from};
    const struct engine_limits limits = {0};
    struct answer_stats stats = {0};
    struct fault fault;
    struct case_proof *proof;
    struct watch watch;

    (void)state;
    for (uint32_t i = 0; i < 13; i++)
        vec_push(&from.all,
                 ((struct case_proof_literal){CASE_PROOF_PLACE, cubes[i] > 0,
                                              frames_place(cubes[i])}));
    for (uint32_t i = 0; i < 5; i++)
        vec_push(&from.ends, ends[i]);
    watch_init(&watch, &limits, &stats);
    assert_int_equal(
        case_builder_of(&premises, &goal, CASE_BUILDER_LARGEST, &watch, &proof),
        CASE_BUILDER_DONE);
    assert_true(vecs_count(&proof->lemmas) > 0);
    assert_true(verify_cases_proof(net, &goal, proof, NULL, &fault));
    vecs_clear(&proof->lemmas);
    assert_false(verify_cases_proof(net, &goal, proof, NULL, &fault));
    assert_int_equal(fault.part, FAULT_INDUCTIVE);
    assert_int_equal(fault.number, 4);
    case_proof_destroy(proof);
    vecs_free(&from);
    net_destroy(net);
}

MODULE(equation_engine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exclusive_places_are_refuted),
        cmocka_unit_test(traps_refute_what_the_equation_does_not),
        cmocka_unit_test(deadlocks_of_a_cycle_are_refuted),
        cmocka_unit_test(large_proofs_are_left_out),
        cmocka_unit_test(doubles_become_fractions),
        cmocka_unit_test(a_second_token_is_found),
        cmocka_unit_test(every_answer_is_so),
        cmocka_unit_test(every_largest_value_is_so),
        cmocka_unit_test(the_solver_counts_what_it_holds),
        cmocka_unit_test(steps_are_shown_by_lemmas),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
