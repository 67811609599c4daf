/* Unit tests of ctl_tree.h, with a source that gives what a test says. */
#include "test.h"

#include "engine/ctl_tree.h"
#include "question/goal.h"

enum { MOST_ASKED = 64 };

/* Gives each run one step, up to a number of runs, and notes where it was asked
 * for what. */
struct told {
    uint32_t n_runs; /* that it has */
    uint32_t loop;   /* of each run */
    bool is;         /* what it says of each condition */
    uint32_t n;
    uint32_t points[MOST_ASKED], parts[MOST_ASKED];
};

static bool is_at(void *self, uint32_t point, ltl_id condition, bool holds)
{
    const struct told *const told = self;

    (void)point;
    (void)condition;
    (void)holds;
    return told->is;
}

static bool run_from(void *self, uint32_t point, uint32_t part,
                     witness_run *run, uint32_t *loop)
{
    struct told *const told = self;

    assert_true(told->n < MOST_ASKED);
    told->points[told->n] = point;
    told->parts[told->n] = part;
    vec_push(run, part);
    *loop = told->loop;
    return told->n++ < told->n_runs;
}

/* A formula and the tree that is found of it. */
struct scene {
    struct net *net;
    goal_list goals;
    const struct temporal *formula;
    struct answer_finding finding;
    struct told told;
};

static void find(struct scene *s, const char *text, bool holds,
                 struct told told)
{
    struct net_builder *const b = net_builder_create();
    const struct net_where nowhere = {0};
    struct diag diag = {0};
    const struct ctl_tree_source source = {&s->told, is_at, run_from};

    *s = (struct scene){.told = told};
    (void)net_builder_place(b, "p", NULL, true, nowhere, &diag);
    (void)net_builder_place(b, "q", NULL, false, nowhere, &diag);
    (void)net_builder_trans(b, "endless", NULL, nowhere, &diag);
    s->net = net_builder_finish(b);
    assert_true(goal_add_formula(&s->goals, s->net, text, &diag));
    assert_int_equal(s->goals.at->kind, GOAL_CTL);
    s->formula = s->goals.at->temporal;
    ctl_tree_find(s->formula, holds, &source, &s->finding);
}

static void finish(struct scene *s)
{
    for (uint32_t k = 0; k < s->finding.branches.len; k++)
        vec_free(&s->finding.branches.at[k].run);
    vec_free(&s->finding.branches);
    vec_free(&s->finding.run);
    goal_list_free(&s->goals);
    net_destroy(s->net);
}

/* E F (p and E G q): the second run begins where the first one ends. */
static void a_part_is_shown_from_the_end(void **state)
{
    struct scene s;

    (void)state;
    find(&s, "E F (p and (E G q))", true,
         (struct told){.n_runs = 2, .loop = LTL_OPEN});
    assert_true(s.finding.has_run);
    assert_int_equal(s.finding.run.len, 1);
    assert_int_equal(s.finding.run.at[0], 1);
    assert_int_equal(s.finding.branches.len, 1);
    assert_int_equal(s.finding.branches.at[0].of, 0);
    assert_int_equal(s.finding.branches.at[0].part, 0);
    assert_true(s.finding.branches.at[0].holds);
    assert_true(s.finding.branches.at[0].has_run);
    assert_int_equal(s.told.n, 2);
    assert_int_equal(s.told.points[0], 0);
    assert_int_equal(s.told.points[1], 1);
    finish(&s);
}

/* A G (p -> A F q) does not hold: nor does A F q at the end of a run. */
static void what_does_not_hold_has_a_run_too(void **state)
{
    struct scene s;

    (void)state;
    find(&s, "A G (p -> (A F q))", false,
         (struct told){.n_runs = 2, .loop = LTL_OPEN});
    assert_true(s.finding.has_run);
    assert_int_equal(s.finding.branches.len, 1);
    assert_false(s.finding.branches.at[0].holds);
    assert_true(s.finding.branches.at[0].has_run);
    finish(&s);
}

/* No run shows that A G holds, and none is asked for. */
static void what_holds_of_all_runs_has_none(void **state)
{
    struct scene s;

    (void)state;
    find(&s, "A G (p -> (A F q))", true, (struct told){.n_runs = 2});
    assert_false(s.finding.has_run);
    assert_int_equal(s.finding.branches.len, 1);
    assert_true(s.finding.branches.at[0].holds);
    assert_false(s.finding.branches.at[0].has_run);
    assert_int_equal(s.told.n, 0);
    finish(&s);
}

/* Along a loop nothing is said of one marking alone. */
static void a_loop_ends_nowhere(void **state)
{
    struct scene s;

    (void)state;
    find(&s, "E G (E X q)", true, (struct told){.n_runs = 9, .loop = 0});
    assert_true(s.finding.has_run);
    assert_int_equal(s.finding.loop, 0);
    assert_int_equal(s.finding.branches.len, 0);
    finish(&s);
}

/* Of E X p or A G q the one that is known to be so, the first if both are. */
static void one_operand_is_enough(void **state)
{
    (void)state;
    for (uint32_t is = 0; is < 2; is++) {
        struct scene s;
        const struct temporal_quantified *part;
        ltl_id left;

        find(&s, "E F ((E X p) or (A G q))", true,
             (struct told){.n_runs = 9, .loop = LTL_OPEN, .is = is});
        assert_int_equal(s.finding.branches.len, 1);
        part = s.formula->quantified.at;
        left = s.formula->ltl.nodes.at[part[2].path].right;
        left = s.formula->ltl.nodes.at[left].left;
        left = s.formula->ltl.nodes.at[left].left - TEMPORAL_ATOMS;
        assert_true((s.finding.branches.at[0].part == left) == is);
        assert_true(s.finding.branches.at[0].has_run ==
                    !part[s.finding.branches.at[0].part].all);
        finish(&s);
    }
}

/* E X E X ... p: a branch behind the other, up to the limit. */
static void the_tree_has_a_limit(void **state)
{
    char text[512] = "";
    struct scene s;

    (void)state;
    for (uint32_t i = 0; i < 50; i++)
        strcat(text, "(E X ");
    strcat(text, "p");
    for (uint32_t i = 0; i < 50; i++)
        strcat(text, ")");
    find(&s, text, true, (struct told){.n_runs = 64, .loop = LTL_OPEN});
    assert_true(s.finding.has_run);
    assert_int_equal(s.finding.branches.len, CTL_TREE_BRANCHES - 1);
    assert_true(s.finding.branches_cut);
    for (uint32_t k = 0; k < s.finding.branches.len; k++) {
        assert_int_equal(s.finding.branches.at[k].of, k);
        assert_int_equal(s.told.points[k + 1], k + 1);
        assert_int_equal(s.told.parts[k + 1], 48 - k);
    }
    finish(&s);
}

/* Behind a part without a run nothing can be shown. */
static void a_part_without_a_run_ends_the_tree(void **state)
{
    struct scene s;

    (void)state;
    find(&s, "E X (E X (E X (E X p)))", true,
         (struct told){.n_runs = 2, .loop = LTL_OPEN});
    assert_true(s.finding.has_run);
    assert_false(s.finding.branches_cut);
    assert_int_equal(s.finding.branches.len, 2);
    assert_true(s.finding.branches.at[0].has_run);
    assert_false(s.finding.branches.at[1].has_run);
    assert_int_equal(s.finding.branches.at[1].run.len, 0);
    assert_int_equal(s.told.n, 3);
    finish(&s);
}

MODULE(ctl_tree)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_is_shown_from_the_end),
        cmocka_unit_test(what_does_not_hold_has_a_run_too),
        cmocka_unit_test(what_holds_of_all_runs_has_none),
        cmocka_unit_test(a_loop_ends_nowhere),
        cmocka_unit_test(one_operand_is_enough),
        cmocka_unit_test(the_tree_has_a_limit),
        cmocka_unit_test(a_part_without_a_run_ends_the_tree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
