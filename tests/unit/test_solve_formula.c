/* A solver finds a configuration at whose marking a formula holds iff brute
 * force does.  The test fires the transitions of every configuration;
 * condition.h says at which markings a formula holds. */
#include "test.h"

#include "base/ids.h"
#include "base/text.h"
#include "diff/condition.h"
#include "engine/prefix/solve_formula.h"
#include "net/marking.h"
#include "prefix_fixture.h"
#include "question/formula_parser.h"
#include "question/goal.h"

#include <stdio.h>
#include <string.h>

enum { N_NETS = SWEEP(120), N_EVENTS = 18, N_FORMULAS = 12, N_SUMS = 3 };

/* A prefix, and the markings of all its configurations. */
struct sample {
    struct prefix_fixture g;
    es_event_list open;
    VEC(bits_word) markings;
    uint32_t n_markings;
    struct solve_formula solver;
    struct answer_stats stats;
    struct engine_limits limits;
    struct watch watch;
};

struct counts {
    uint32_t yes, no, bounds, raised, only;
};

/* --- brute force ---------------------------------------------------------- */

/* Are all causes of e in the set, and all conditions that it uses available? */
static bool enabled(const struct es *es, const bool *in, const bool *consumed,
                    event_id e)
{
    for (uint32_t i = 0; i < es_use_count(es, e); i++) {
        const cond_id b = es_uses(es, e)[i];

        if (consumed[b] || !in[es->conds.at[b].producer])
            return false;
    }
    return true;
}

static void put(const struct es *es, bool *in, bool *consumed, event_id e,
                bool value)
{
    in[e] = value;
    for (uint32_t i = 0; i < es_use_count(es, e); i++)
        consumed[es_uses(es, e)[i]] = value;
}

/* Fires the events that are in the set; causes have smaller numbers. */
static void note_marking(struct sample *s, const bool *in)
{
    const struct net *const net = s->g.net;
    const uint32_t n = marking_words(net);
    bits_word *const m = mem_zero(n, sizeof *m);

    marking_initial(net, m);
    for (uint32_t i = 0; i < s->open.len; i++)
        if (in[s->open.at[i]]) {
            const trans_id t = s->g.es->events.at[s->open.at[i]].trans;

            assert_true(marking_enabled(net, m, t));
            marking_fire(net, m, t);
        }
    for (uint32_t i = 0; i < n; i++)
        vec_push(&s->markings, m[i]);
    s->n_markings++;
    mem_free(m);
}

/* Tries every configuration of the open events: includes each one where
 * possible, then omits it. */
static void list_markings(struct sample *s)
{
    const struct es *const es = s->g.es;
    bool *const in = mem_zero(es->events.len, sizeof *in);
    bool *const consumed = mem_zero(es->conds.len, sizeof *consumed);
    uint32_t i = 0;

    vec_clear(&s->markings);
    s->n_markings = 0;
    in[EVENT_BOTTOM] = true;
    for (bool more = true; more;) {
        while (i < s->open.len) {
            if (enabled(es, in, consumed, s->open.at[i]))
                put(es, in, consumed, s->open.at[i], true);
            i++;
        }
        note_marking(s, in);
        while (i > 0 && !in[s->open.at[i - 1]])
            i--;
        more = i > 0;
        if (more)
            put(es, in, consumed, s->open.at[i - 1], false);
    }
    mem_free(in);
    mem_free(consumed);
}

static const bits_word *marking(const struct sample *s, uint32_t i)
{
    return s->markings.at + (size_t)i * marking_words(s->g.net);
}

/* The marking that a configuration reaches; it must be one. */
static bits_word *replay(const struct sample *s, es_event_list *found)
{
    const struct es *const es = s->g.es;
    bool *const in = mem_zero(es->events.len, sizeof *in);
    bool *const consumed = mem_zero(es->conds.len, sizeof *consumed);
    bits_word *const m = mem_zero(marking_words(s->g.net), sizeof *m);

    in[EVENT_BOTTOM] = true;
    marking_initial(s->g.net, m);
    for (uint32_t i = 0; i < found->len; i++) {
        assert_int_not_equal(es->events.at[found->at[i]].produces, COND_NONE);
        assert_true(enabled(es, in, consumed, found->at[i]));
        put(es, in, consumed, found->at[i], true);
        marking_fire(s->g.net, m, es->events.at[found->at[i]].trans);
    }
    mem_free(in);
    mem_free(consumed);
    return m;
}

/* --- one prefix ----------------------------------------------------------- */

static void start(struct sample *s)
{
    ids_sort(s->open.at, s->open.len);
    list_markings(s);
    s->limits = (struct engine_limits){0};
    s->stats = (struct answer_stats){0};
    watch_init(&s->watch, &s->limits, &s->stats);
    solve_formula_init(&s->solver, s->g.es, s->g.net, &s->watch);
}

/* Asks for the condition or, for AG, for its negation. */
static void compare(struct sample *s, const struct condition *condition,
                    bool always, struct counts *counts)
{
    char text[8192];
    struct diag diag = {0};
    es_event_list found = {0};
    struct formula *formula;
    enum question_path path, expected = false;

    (void)snprintf(text, sizeof text, "%s %s", always ? "AG" : "EF",
                   condition_text(condition));
    formula = formula_parser_read(s->g.net, text, &path, NULL, &diag);
    assert_non_null(formula);
    assert_int_equal(path, always);
    for (uint32_t i = 0; i < s->n_markings; i++)
        expected |= condition_holds(condition, marking(s, i)) != always;
    assert_int_equal(solve_formula_ask(&s->solver, formula, &found),
                     expected ? CADICAL_YES : CADICAL_NO);
    if (expected) {
        bits_word *const m = replay(s, &found);

        assert_int_equal(condition_holds(condition, m), !always);
        mem_free(m);
    }
    counts->yes += expected;
    counts->no += !expected;
    formula_destroy(formula);
    vec_free(&found);
}

/* The largest value of the sum is reached, and no larger one is. */
static void compare_bound(struct sample *s, const struct condition *sum,
                          struct counts *counts)
{
    struct diag diag = {0};
    es_event_list found = {0};
    goal_list goals = {0};
    struct formula_view view;
    int64_t largest = INT64_MIN, value, constant;
    bits_word *m;

    if (!goal_add_bound(&goals, s->g.net, condition_text(sum), &diag)) {
        goal_list_free(&goals); /* it names no place */
        return;
    }
    constant = goals.at[0].constant;
    for (uint32_t i = 0; i < s->n_markings; i++)
        if (condition_value(sum, marking(s, i)) > largest)
            largest = condition_value(sum, marking(s, i));
    formula_view(&view, goals.at[0].formula, largest - constant);
    assert_int_equal(solve_formula_ask(&s->solver, &view.formula, &found),
                     CADICAL_YES);
    m = replay(s, &found);
    value = solve_formula_value(&s->solver, goals.at[0].formula, &found);
    assert_true(value + constant == largest);
    assert_true(condition_value(sum, m) == largest);
    counts->raised += largest > condition_value(sum, marking(s, 0));
    mem_free(m);
    vec_clear(&found);
    formula_view(&view, goals.at[0].formula, largest - constant + 1);
    assert_int_equal(solve_formula_ask(&s->solver, &view.formula, &found),
                     CADICAL_NO);
    assert_int_equal(found.len, 0);
    counts->bounds++;
    vec_free(&found);
    goal_list_free(&goals);
}

/* Is t the only enabled transition? */
static bool enables_only(const struct net *net, const bits_word *m, trans_id t)
{
    for (trans_id u = 0; u < net_trans_count(net); u++)
        if (marking_enabled(net, m, u) != (u == t))
            return false;
    return true;
}

static void add(text_buffer *text, const char *word)
{
    text_add(text, word, strlen(word));
}

/* Asks for a marking that enables t and nothing else. */
static void compare_only(struct sample *s, trans_id t, struct counts *counts)
{
    const struct net *const net = s->g.net;
    text_buffer text = {0};
    struct diag diag = {0};
    es_event_list found = {0};
    struct formula *formula;
    enum question_path path, expected = false;

    add(&text, "EF not deadlock");
    for (trans_id u = 0; u < net_trans_count(net); u++)
        if (u != t) {
            add(&text, " and not fireable(");
            add(&text, net_trans_label(net, u));
            add(&text, ")");
        }
    formula = formula_parser_read(net, text_end(&text), &path, NULL, &diag);
    assert_non_null(formula);
    for (uint32_t i = 0; i < s->n_markings; i++)
        expected |= enables_only(net, marking(s, i), t);
    assert_int_equal(solve_formula_ask(&s->solver, formula, &found),
                     expected ? CADICAL_YES : CADICAL_NO);
    if (expected) {
        bits_word *const m = replay(s, &found);

        assert_true(enables_only(net, m, t));
        mem_free(m);
    }
    counts->only += expected;
    formula_destroy(formula);
    vec_free(&found);
    vec_free(&text);
}

/* One solver answers all formulas, so that later ones meet the clauses of
 * earlier ones. */
static void compare_all(struct sample *s, struct random *random,
                        struct counts *counts)
{
    start(s);
    for (uint32_t i = 0; i < N_FORMULAS; i++) {
        struct condition *const condition =
            condition_create(random, s->g.net, 1 + random_below(random, 4));

        compare(s, condition, random_chance(random, 30), counts);
        condition_destroy(condition);
    }
    for (uint32_t i = 0; i < N_SUMS; i++) {
        struct condition *const sum = condition_create_sum(random, s->g.net);

        compare_bound(s, sum, counts);
        condition_destroy(sum);
    }
    for (trans_id t = 0; t < net_trans_count(s->g.net); t++)
        compare_only(s, t, counts);
    solve_formula_finish(&s->solver);
}

/* --- the tests ------------------------------------------------------------ */

/* Events are opened in random order, and some never: these are the cutoffs. */
static void verdicts_are_those_of_brute_force(void **state)
{
    struct counts counts = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct random random;
        struct sample s = {0};

        random_init(&random, i);
        prefix_fixture_draw(&s.g, i, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                            i / 2);
        compare_all(&s, &random, &counts);
        for (uint32_t n = 1; n <= N_EVENTS && s.g.closed.len; n++) {
            const event_id e = prefix_fixture_open(
                &s.g, random_below(&random, s.g.closed.len));

            vec_push(&s.open, e);
            prefix_fixture_extend(&s.g, e);
            if (n % 6 == 0 || !s.g.closed.len)
                compare_all(&s, &random, &counts);
        }
        vec_free(&s.open);
        vec_free(&s.markings);
        prefix_fixture_finish(&s.g);
    }
    assert_true(counts.yes > SWEEP(1000) && counts.no > SWEEP(1000));
    assert_true(counts.only > SWEEP(100));
    assert_true(counts.bounds > SWEEP(500) && counts.raised > SWEEP(100));
}

/* A question that the watch interrupts has no answer. */
static void unknown_when_the_watch_ends_the_search(void **state)
{
    int interrupted = 0;
    const struct engine_limits limits = {.terminate = support_flag,
                                         .terminate_data = &interrupted};
    struct net *const net = test_net("p* q | t: p > q");
    struct answer_stats stats = {0};
    struct diag diag = {0};
    es_event_list found = {0};
    struct solve_formula solver;
    struct prefix_fixture g;
    struct formula *formula;
    struct watch watch;
    enum question_path path;

    (void)state;
    prefix_fixture_init(&g, net, dep_create(net, DEP_READ));
    (void)prefix_fixture_open(&g, 0);
    formula = formula_parser_read(net, "EF q >= 1", &path, NULL, &diag);
    assert_non_null(formula);
    watch_init(&watch, &limits, &stats);
    solve_formula_init(&solver, g.es, net, &watch);
    assert_int_equal(solve_formula_ask(&solver, formula, &found), CADICAL_YES);
    vec_clear(&found);
    interrupted = 1;
    assert_true(watch_look(&watch));
    assert_int_equal(solve_formula_ask(&solver, formula, &found),
                     CADICAL_UNKNOWN);
    assert_int_equal(found.len, 0);
    vec_free(&found);
    solve_formula_finish(&solver);
    formula_destroy(formula);
    prefix_fixture_finish(&g);
}

MODULE(solve_formula)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_those_of_brute_force),
        cmocka_unit_test(unknown_when_the_watch_ends_the_search),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
