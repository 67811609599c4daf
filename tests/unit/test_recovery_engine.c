/* Lost markings that the structure shows, and recovery proofs, without the help
 * of other engines. */
#include "test.h"

#include "engine/race/engines.h"
#include "engine/recovery/markable.h"
#include "engine/recovery/recoverable.h"
#include "net/marking.h"
#include "proof/verify.h"
#include "question/formula_parser.h"

static struct formula *read_question(const struct net *net, const char *text)
{
    struct diag diag = {0};
    struct formula *const formula =
        formula_parser_read(net, text, NULL, NULL, &diag);

    assert_non_null(formula);
    return formula;
}

/* p0 -a-> p1 -b-> p2 -c-> p1; d needs p0 and p2. */
static struct net *lasso(void)
{
    struct draft_net *const draft = draft_create("p0* p1 p2 r*");

    draft_trans(draft, "a", "p0", "p1", "");
    draft_trans(draft, "b", "p1", "p2", "r");
    draft_trans(draft, "c", "p2", "p1", "");
    draft_trans(draft, "d", "p0 p2", "", "");
    return draft_finish(draft);
}

static void a_siphon_stays_empty(void **state)
{
    static const struct {
        const char *text;
        bool at_first, then;
    } cases[] = {
        {"p0", true, false},
        {"p1 and p2", true, true},
        {"fireable(d)", true, false},
        {"not p0 and p1", true, true},
        {"not r", false, false},
        {"p1 - 2*r >= 0", false, false},
        {"p0 or fireable(c)", true, true},
        {"deadlock", true, true},
        {"not deadlock", true, true},
    };
    struct net *const net = lasso();
    struct markable x;
    bits_word m[1];

    (void)state;
    markable_init(&x, net);
    for (uint32_t k = 0; k < 2; k++) {
        marking_initial(net, m);
        if (k)
            marking_fire(net, m, 0);
        markable_find(&x, m);
        assert_int_equal(markable_dead(&x), k ? 0 : TRANS_NONE);
        for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            struct formula *const formula = read_question(net, cases[i].text);

            assert_int_equal(markable_may_hold(&x, m, formula),
                             k ? cases[i].then : cases[i].at_first);
            formula_destroy(formula);
        }
    }
    markable_finish(&x);
    net_destroy(net);
}

/* From each marking of a cube the way leads to the condition. */
static void a_way_back_makes_cubes(void **state)
{
    struct net *const net = lasso();
    struct formula *const condition =
        read_question(net, "p1 and not p2 or p1 + r >= 3");
    const struct goal goal = goal_of_formula(condition);
    struct formula *outside;
    struct recovery_proof *const cubes =
        mem_zero(1, sizeof(struct recovery_proof));
    struct fault fault;
    witness_run run = {0};
    bits_word m[1];

    (void)state;
    for (trans_id t = 0; t < 3; t++) /* a is enough */
        vec_push(&run, t);
    marking_initial(net, m);
    recovery_cubes_add(cubes, net, condition, m, run.at, run.len);
    assert_int_equal(cubes->cubes.len, 2);
    assert_int_equal(cubes->cubes.at[0].next, RECOVERY_PROOF_CONDITION);
    assert_int_equal(cubes->cubes.at[0].marked.len,
                     1); /* p1, and p2 is empty */
    assert_int_equal(cubes->cubes.at[0].empty.at[0], 2);
    assert_int_equal(cubes->cubes.at[1].trans, 0);
    assert_int_equal(cubes->cubes.at[1].marked.at[0], 0);
    assert_int_equal(cubes->cubes.at[1].empty.at[0], 2);
    assert_true(verify_recovery_proof(net, &goal, cubes, &fault));
    cubes->cubes.at[1].trans = 1; /* b does not lead there */
    assert_false(verify_recovery_proof(net, &goal, cubes, &fault));
    assert_int_equal(fault.part, FAULT_RECOVERY_CUBE);
    assert_int_equal(fault.number, 1);
    cubes->cubes.at[1].trans = 0;
    cubes->cubes.at[1].next = 1; /* no earlier cube */
    assert_false(verify_recovery_proof(net, &goal, cubes, &fault));
    cubes->cubes.at[1].next = 0;
    cubes->cubes.at[0].empty.at[0] = 0; /* p2 may be marked */
    assert_false(verify_recovery_proof(net, &goal, cubes, &fault));
    assert_int_equal(fault.number, 0);
    cubes->cubes.at[0].empty.at[0] = 2;
    outside = recovery_proof_inside(cubes, net, condition, true, true);
    marking_initial(net, m);
    assert_false(formula_holds(outside, net, m));
    marking_fire(net, m, 0);
    assert_false(formula_holds(outside, net, m));
    marking_fire(net, m, 1);
    assert_true(formula_holds(outside, net, m)); /* c is not known yet */
    formula_destroy(outside);
    recovery_proof_destroy(cubes);
    vec_free(&run);
    formula_destroy(condition);
    net_destroy(net);
}

static void push_run(net_trans_lists *runs, trans_id t)
{
    vec_push(&runs->all, t);
    vecs_close(runs);
}

/* A run that takes back another one is not ranked with it. */
static void runs_are_ranked_by_weights(void **state)
{
    struct net *const net = lasso();
    const struct engine_limits limits = {0};
    struct answer_stats stats = {0};
    struct recovery_proof *const proof =
        mem_zero(1, sizeof(struct recovery_proof));
    struct fault fault;
    struct lp_scope scope;
    struct ranks ranks;
    struct watch watch;

    (void)state;
    watch_init(&watch, &limits, &stats);
    if (!lp_enter(&scope))
        skip();
    ranks_init(&ranks, net);
    for (trans_id t = 0; t < 2; t++) {
        assert_int_equal(ranks_extend(&ranks, &t, 1, &scope, &watch), 1);
        push_run(&proof->runs, t);
    }
    assert_int_equal(ranks_extend(&ranks, (trans_id[]){2}, 1, &scope, &watch),
                     0);
    assert_int_equal(
        ranks_extend(&ranks, (trans_id[]){2, 1, 2}, 3, &scope, &watch), 0);
    ranks_write(&ranks, proof);
    ranks_finish(&ranks);
    lp_leave(&scope);

    struct formula *const condition = read_question(net, "p2");
    const struct goal goal = goal_of_formula(condition);
    const struct goal live = {.kind = GOAL_LIVE};

    assert_true(verify_recovery_proof(net, &goal, proof, &fault));
    assert_false(verify_recovery_proof(net, &live, proof, &fault));
    push_run(&proof->runs, 2);
    vec_push(&proof->levels, 0);
    assert_false(verify_recovery_proof(net, &goal, proof, &fault));
    assert_int_equal(fault.part, FAULT_RANKED);
    assert_int_equal(fault.number, 2);
    formula_destroy(condition);
    recovery_proof_destroy(proof);
    net_destroy(net);
}

static void a_run_needs_what_it_does_not_produce(void **state)
{
    static const trans_id ab[] = {0, 1}, aa[] = {0, 0}, ca[] = {2, 0};
    struct net *const net = lasso();
    net_place_list needs = {0};

    (void)state;
    assert_true(
        recovery_proof_needs(net, (struct net_trans_span){ab, 2}, &needs));
    assert_int_equal(needs.len, 2);
    assert_int_equal(needs.at[0], 0);
    assert_int_equal(needs.at[1], 3);
    assert_false(
        recovery_proof_needs(net, (struct net_trans_span){aa, 2}, &needs));
    vec_clear(&needs);
    assert_true(
        recovery_proof_needs(net, (struct net_trans_span){ca, 2}, &needs));
    assert_int_equal(needs.len, 2);
    vec_free(&needs);
    net_destroy(net);
}

static void walks_alone_find_what_the_structure_shows(void **state)
{
    struct net *const net = lasso();
    const struct engine_limits limits = {0};
    goal_list goals = {0};
    struct diag diag = {0};
    struct answer answer;

    (void)state;
    goal_add_plain(&goals, "live");
    assert_true(goal_add(&goals, question_find("home"), net, "p0", &diag));
    assert_true(goal_add(&goals, question_find("home"), net, "p1", &diag));

    const struct engine_problem problem = {.net = net,
                                           .question = {goals.at, goals.len}};

    answer_init(&answer, goals.len);
    recovery_engine.run(&problem, &limits, &answer);
    assert_int_equal(answer.findings[0].verdict, VERDICT_YES);
    assert_int_equal(answer.findings[0].trans, 0);
    assert_int_equal(answer.findings[1].verdict, VERDICT_YES);
    assert_true(answer.findings[1].run.len > 0);
    assert_int_equal(answer.findings[2].verdict, VERDICT_UNKNOWN);
    assert_int_equal(answer.stop, STOP_OPEN);
    answer_finish(&answer);
    goal_list_free(&goals);
    net_destroy(net);
}

MODULE(recovery_engine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_siphon_stays_empty),
        cmocka_unit_test(a_way_back_makes_cubes),
        cmocka_unit_test(runs_are_ranked_by_weights),
        cmocka_unit_test(a_run_needs_what_it_does_not_produce),
        cmocka_unit_test(walks_alone_find_what_the_structure_shows),
    };

    return cmocka_run_group_tests_name("recovery_engine", tests, NULL, NULL);
}
