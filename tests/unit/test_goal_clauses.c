/* Questions as clauses: a marking satisfies them iff it answers, except for
 * comparisons of several places, about which they say nothing. */
#include "../diff/condition.h"
#include "net/marking.h"
#include "proof/goal_clauses.h"
#include "random.h"
#include "test.h"

struct counts {
    uint32_t answers, others, transitions;
};

/* Is each clause true if each literal is? */
static bool satisfies(const struct clauses *c, const bool *truth)
{
    for (uint32_t i = 0; i < clauses_count(c); i++) {
        bool holds = false;

        for (uint32_t k = vecs_from(&c->literals, i);
             k < c->literals.ends.at[i]; k++)
            holds |= truth[c->literals.all.at[k] / 2] ==
                     !(c->literals.all.at[k] % 2);
        if (!holds)
            return false;
    }
    return true;
}

/* Does the node hold at m? */
static bool holds(const struct formula *formula, uint32_t n,
                  const struct net *net, const bits_word *m)
{
    const struct formula_node *const node = &formula->nodes.at[n];
    bool any = false, all = true, some = false;

    for (trans_id t = 0; t < net_trans_count(net); t++)
        some |= marking_enabled(net, m, t);
    for (uint32_t i = 0;
         (node->op == FORMULA_AND || node->op == FORMULA_OR) && i < node->len;
         i++) {
        const bool child = holds(formula, node->first + i, net, m);

        any |= child;
        all &= child;
    }
    switch (node->op) {
    case FORMULA_TRUE:
        return true;
    case FORMULA_FALSE:
        return false;
    case FORMULA_AND:
        return all;
    case FORMULA_OR:
        return any;
    case FORMULA_AT_LEAST:
        return formula_sum_at(formula, node, m) >= node->bound;
    case FORMULA_FIREABLE:
        return marking_enabled(net, m, node->trans);
    case FORMULA_DISABLED:
        return !marking_enabled(net, m, node->trans);
    case FORMULA_DEADLOCK:
        return !some;
    case FORMULA_LIVE:
        return some;
    }
    return false;
}

static bool has_sums(const struct goal *goal)
{
    for (uint32_t n = 0;
         goal->kind == GOAL_FORMULA && n < goal->formula->nodes.len; n++) {
        const struct formula_node *const node = &goal->formula->nodes.at[n];
        int64_t factor;

        if (node->op != FORMULA_AT_LEAST)
            continue;
        factor = goal->formula->terms.at[node->first].factor;
        if (node->len > 1 || (node->bound > 0 && node->bound > factor))
            return true;
    }
    return false;
}

static void fill(const struct net *net, const struct goal *goal,
                 const bits_word *m, bool *truth)
{
    for (place_id p = 0; p < net_place_count(net); p++)
        truth[goal_clauses_place(p) / 2] = bits_has(m, p);
    for (uint32_t n = 0;
         goal->kind == GOAL_FORMULA && n < goal->formula->nodes.len; n++)
        truth[goal_clauses_node(net, n) / 2] = holds(goal->formula, n, net, m);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        truth[goal_clauses_enabled(net, goal, t) / 2] =
            marking_enabled(net, m, t);
}

/* The places alone, by unit propagation. */
static bool are_refuted(const struct net *net, const struct goal *goal,
                        const bits_word *m)
{
    struct clauses c;
    bool refuted;

    clauses_init(&c, goal_clauses_variables(net, goal));
    goal_clauses_visit(net, goal, goal_clauses_into, &c);
    for (place_id p = 0; p < net_place_count(net); p++) {
        clauses_put(&c, goal_clauses_place(p) + (bits_has(m, p) ? 0 : 1));
        clauses_close(&c);
    }
    refuted = clauses_refuted(&c, NULL);
    clauses_finish(&c);
    return refuted;
}

static void try_goal(const struct oracle *oracle, const struct goal *goal,
                     struct counts *counts)
{
    const struct net *const net = oracle->net;
    const uint32_t n = goal_clauses_variables(net, goal);
    bool *const truth = mem_zero(n, sizeof *truth);
    struct clauses c;

    assert_true(n >= goal_clauses_enabled(net, goal, net_trans_count(net)) / 2);
    clauses_init(&c, n);
    goal_clauses_visit(net, goal, goal_clauses_into, &c);
    for (uint32_t i = 0; i < c.literals.all.len; i++)
        counts->transitions +=
            c.literals.all.at[i] >= goal_clauses_enabled(net, goal, 0);
    for (uint32_t i = 0; i < oracle->n_markings; i++) {
        const bits_word *const m = oracle_marking(oracle, i);
        const bool answers = goal_holds(goal, net, m);

        fill(net, goal, m, truth);
        assert_true(satisfies(&c, truth) == answers);
        if (!has_sums(goal))
            assert_true(are_refuted(net, goal, m) == !answers);
        else if (answers)
            assert_false(are_refuted(net, goal, m));
        counts->answers += answers;
        counts->others += !answers;
    }
    clauses_finish(&c);
    mem_free(truth);
}

static void add_formula(const struct net *net, const char *text,
                        goal_list *goals)
{
    char *const whole = mem_alloc(strlen(text) + 6, 1);
    struct diag diag = {0};

    sprintf(whole, "EF (%s)", text);
    assert_true(goal_add_formula(goals, net, whole, &diag));
    mem_free(whole);
}

static void add_marking(struct random *random, const struct net *net,
                        goal_list *goals)
{
    struct goal goal = {.kind = GOAL_MARKING, .trans = TRANS_NONE};

    for (place_id p = 0; p < net_place_count(net); p++) {
        if (random_chance(random, 15))
            vec_push(&goal.marked, p);
        else if (random_chance(random, 15))
            vec_push(&goal.empty, p);
    }
    vec_push(goals, goal);
}

static void try_net(struct random *random, const struct net *net,
                    struct counts *counts)
{
    goal_list goals = {0};
    struct oracle oracle;

    oracle_init(&oracle, net, 60);
    goal_add_plain(&goals, "deadlock");
    goal_add_all_trans(&goals, net);
    add_marking(random, net, &goals);
    add_formula(net, "not deadlock", &goals);
    for (uint32_t i = 0; i < 4; i++) {
        struct condition *const condition = condition_create(random, net, i);

        add_formula(net, condition_text(condition), &goals);
        condition_destroy(condition);
    }
    for (uint32_t i = 0; i < goals.len; i++)
        try_goal(&oracle, &goals.at[i], counts);
    goal_list_free(&goals);
    oracle_finish(&oracle);
}

static void markings_satisfy_the_clauses_iff_they_answer(void **state)
{
    struct counts counts = {0};
    struct random random;

    (void)state;
    random_init(&random, 29);
    for (uint32_t i = 0; i < SWEEP(600); i++) {
        struct net *net = random_net(
            &random, i % 2 ? RANDOM_TERMINATING : RANDOM_CYCLIC, 1 + i % 2);

        try_net(&random, net, &counts);
        net_destroy(net);
    }
    assert_true(counts.answers > 1000 && counts.others > 1000);
    assert_true(counts.transitions > 1000);
}

static void other_questions_have_no_clauses(void **state)
{
    struct net *net = test_net("p* q | a: p > q");
    const enum question_goal kinds[] = {GOAL_BOUND, GOAL_SAFE, GOAL_EACH,
                                        GOAL_LIVE};

    (void)state;
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct goal goal = {.kind = kinds[i], .trans = TRANS_NONE};

        assert_int_equal(goal_clauses_variables(net, &goal), 0);
    }
    net_destroy(net);
}

MODULE(goal_clauses)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_questions_have_no_clauses),
        cmocka_unit_test(markings_satisfy_the_clauses_iff_they_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
