/* The engine `prefix`: its prefix is complete and contains nothing else; it
 * answers questions, and gives the reason why it stopped. */
#include "test.h"

#include "engine/race/engines.h"
#include "es_fixture.h"
#include "figure.h"
#include "net/marking.h"
#include "oracle.h"
#include "run.h"

#include <string.h>

/* -- Runs -- */

/* Takes ownership of the net. */
static void begin(struct run *r, struct net *net, enum dep_kind kind)
{
    const struct engine_problem problem = {.unfolding.order = ORDER_FOATA,
                                           .unfolding.cutoffs = true};

    run_begin(r, net, kind, problem);
}

static void go(struct run *r)
{
    run_go(r, &prefix_engine);
}

static void end(struct run *r)
{
    run_end(r);
}

/* -- The prefix by brute force -- */

enum { MAX_INNER = 64, MAX_CONFIGS = 100000, MAX_MARKINGS = 300 };

/* The events that are no cutoffs, as bits in the order of their numbers. */
struct inner {
    const struct run *run;
    uint32_t n;
    uint32_t event[MAX_INNER];
    uint64_t causes[MAX_INNER], conflicts[MAX_INNER];
};

static uint64_t bit_of(const struct inner *in, uint32_t event)
{
    for (uint32_t i = 0; i < in->n; i++)
        if (in->event[i] == event)
            return (uint64_t)1 << i;
    return 0;
}

/* False when there are too many. */
static bool list_inner(struct inner *in, const struct run *run)
{
    const struct prefix *const p = &run->answer.prefix;

    *in = (struct inner){.run = run};
    for (uint32_t e = 1; e < p->events.len; e++) {
        const struct prefix_event *const ev = &p->events.at[e];

        if (ev->cutoff)
            continue;
        if (in->n == MAX_INNER)
            return false;
        for (uint32_t i = 0; i < ev->causes.len; i++) {
            const uint32_t cause = p->pool.at[ev->causes.from + i];

            assert_true(!cause || bit_of(in, cause)); /* not a cutoff */
            in->causes[in->n] |= bit_of(in, cause);
        }
        in->event[in->n++] = e;
    }
    for (uint32_t i = 0; i < p->conflicts.len; i++) {
        const uint64_t a = bit_of(in, p->conflicts.at[i].a);
        const uint64_t b = bit_of(in, p->conflicts.at[i].b);

        if (a && b)
            in->conflicts[__builtin_ctzll(b)] |= a;
    }
    return true;
}

static void meet_marking(const struct inner *in, uint64_t set,
                         const struct oracle *oracle, bool *met)
{
    const struct net *const net = in->run->net;
    bits_word m[8];
    uint32_t i = 0;

    assert_true(marking_words(net) <= 8);
    marking_initial(net, m);
    for (uint32_t k = 0; k < in->n; k++)
        if (set >> k & 1) {
            const trans_id t =
                in->run->answer.prefix.events.at[in->event[k]].trans;

            assert_true(marking_enabled(net, m, t));
            marking_fire(net, m, t);
        }
    while (i < oracle->n_markings &&
           !bits_equal(oracle_marking(oracle, i), m, oracle->words))
        i++;
    assert_true(i < oracle->n_markings); /* reachable */
    met[i] = true;
}

/* Visits every configuration once: includes or omits each event in order. False
 * when there are too many. */
static bool meet_markings(const struct inner *in, const struct oracle *oracle,
                          bool *met)
{
    struct {
        uint64_t set;
        uint32_t next;
    } stack[2 * MAX_INNER + 2] = {{0, 0}};
    uint32_t top = 1, n = 0;

    while (top) {
        const uint64_t set = stack[--top].set;
        const uint32_t k = stack[top].next;

        if (k == in->n) {
            if (++n > MAX_CONFIGS)
                return false;
            meet_marking(in, set, oracle, met);
            continue;
        }
        stack[top].set = set;
        stack[top++].next = k + 1;
        if ((in->causes[k] & ~set) || (in->conflicts[k] & set))
            continue;
        stack[top].set = set | (uint64_t)1 << k;
        stack[top++].next = k + 1;
    }
    return true;
}

static void compare_fireable(const struct run *r, const struct oracle *oracle)
{
    const struct prefix *const p = &r->answer.prefix;

    for (trans_id t = 0; t < net_trans_count(r->net); t++) {
        bool found = false;

        for (uint32_t e = 1; e < p->events.len; e++)
            found = found || p->events.at[e].trans == t;
        assert_int_equal(found, bits_has(oracle->fireable, t));
    }
}

static uint32_t compare_prefix(const struct es_fixture *s,
                               enum engine_order order,
                               const struct oracle *oracle)
{
    struct run r = {.net = s->net, .dep = s->dep};
    bool met[MAX_MARKINGS] = {false};
    struct inner in;
    bool done;

    r.problem = (struct engine_problem){.unfolding.order = order,
                                        .unfolding.cutoffs = true,
                                        .output.prefix = true};
    r.limits.max_events = 2000;
    go(&r);
    done = r.answer.stop == STOP_DONE && list_inner(&in, &r) &&
           meet_markings(&in, oracle, met);
    if (done) {
        for (uint32_t i = 0; i < oracle->n_markings; i++)
            assert_true(met[i]);
        compare_fireable(&r, oracle);
    }
    answer_finish(&r.answer);
    return done;
}

/* For each relation and order. */
static void the_prefix_holds_exactly_the_reachable_markings(void **state)
{
    uint32_t n = 0, markings = 0;

    (void)state;
    for (uint32_t i = 0; i < 160; i++) {
        struct oracle oracle;
        struct es_fixture s;

        es_fixture_draw(&s, i, i % 8 < 4 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                        2, i % ES_FIXTURE_RELATIONS);
        oracle_init(&oracle, s.net, MAX_MARKINGS);
        for (uint32_t order = ORDER_SIZE;
             oracle.complete && order <= ORDER_FOATA; order++)
            if (compare_prefix(&s, (enum engine_order)order, &oracle)) {
                n++;
                markings += oracle.n_markings;
            }
        oracle_finish(&oracle);
        es_fixture_finish(&s);
    }
    assert_true(n > 250);
    assert_true(markings > 3000);
}

/* -- Answers -- */

static void questions_are_answered_with_runs(void **state)
{
    (void)state;
    for (uint32_t kind = DEP_NONE; kind <= DEP_READ; kind++) {
        struct run r;

        begin(&r, counters(), (enum dep_kind)kind);
        ask_trans(&r, "both");
        ask_trans(&r, "never");
        ask_marking(&r, "a2 b3");
        ask_marking(&r, "a2 a3");
        ask_marking(&r, "!a3 !b3 !b1");
        ask_marking(&r, "!b0 !b1 !b2 !b3 a3");
        ask_marking(&r, "a0 b0 !a1 !a2");
        goal_add_plain(&r.goals, "deadlock");
        go(&r);
        assert_int_equal(r.answer.stop, STOP_DONE);
        assert_int_equal(verdict(&r, 0), VERDICT_YES);
        assert_int_equal(verdict(&r, 1), VERDICT_NO);
        assert_int_equal(verdict(&r, 2), VERDICT_YES);
        assert_int_equal(verdict(&r, 3), VERDICT_NO);
        assert_int_equal(verdict(&r, 4), VERDICT_YES);
        assert_int_equal(verdict(&r, 5), VERDICT_NO);
        assert_int_equal(verdict(&r, 6), VERDICT_YES);
        assert_int_equal(r.answer.findings[6].run.len, 0);
        assert_int_equal(verdict(&r, 7), VERDICT_YES);
        end(&r);
    }
}

static void a_trivial_marking_needs_no_event(void **state)
{
    const struct goal trivial = {.kind = GOAL_MARKING, .trans = TRANS_NONE};
    struct run r;

    (void)state;
    begin(&r, counters(), DEP_READ);
    vec_push(&r.goals, trivial);
    go(&r);
    assert_int_equal(verdict(&r, 0), VERDICT_YES);
    assert_int_equal(r.answer.findings[0].run.len, 0);
    assert_int_equal(figure(&r.answer.stats, "explored_histories"), 0);
    end(&r);
}

static void the_first_event_of_a_transition_ends_the_run(void **state)
{
    struct run all, one;

    (void)state;
    begin(&all, counters(), DEP_READ);
    go(&all);
    begin(&one, counters(), DEP_READ);
    ask_trans(&one, "bb");
    go(&one);
    assert_int_equal(verdict(&one, 0), VERDICT_YES);
    assert_int_equal(one.answer.findings[0].run.len, 2);
    assert_true(figure(&one.answer.stats, "histories") <
                figure(&all.answer.stats, "histories"));
    end(&one);
    end(&all);
}

static void a_net_that_goes_on_has_no_deadlock(void **state)
{
    struct run r;

    (void)state;
    begin(&r,
          test_net("p* q r* s | a: p > q | b: q > p | c: r ? p > s | "
                   "d: s > r"),
          DEP_READ);
    goal_add_plain(&r.goals, "deadlock");
    go(&r);
    assert_int_equal(verdict(&r, 0), VERDICT_NO);
    end(&r);
}

/* -- Figures -- */

/* All transitions depend on each other; three of them only read r. */
static void places_of_a_relation_are_no_copies(void **state)
{
    static const struct engine *const engines[] = {&por_engine, &prefix_engine};

    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        struct run r;

        begin(&r,
              test_net("r* a* b* c* A B C | a: a ? r > A | b: b ? r > B | "
                       "c: c ? r > C"),
              DEP_READ);
        dep_destroy(r.dep);
        r.dep = dep_create_user(r.net, NULL, 0);
        r.problem.unfolding.cutoffs = false;
        run_go(&r, engines[i]);
        assert_int_equal(figure(&r.answer.stats, "histories"), 3 + 6 + 6);
        assert_int_equal(figure(&r.answer.stats, "conditions"), 4 + 15);
        end(&r);
    }
}

enum { MOST_RAYS = 48 };

/* From a center to one of n places and back. */
static struct net *star(uint32_t n)
{
    char text[64 * MOST_RAYS] = "c*";
    size_t len = strlen(text);

    for (uint32_t i = 0; i < n; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, " p%u", i);
    for (uint32_t i = 0; i < n; i++)
        len += (size_t)snprintf(text + len, sizeof text - len,
                                " | t%u: c > p%u | u%u: p%u > c", i, i, i, i);
    return test_net(text);
}

/* With many extensions of an event they wait, unless the prefix is asked for;
 * `piece` lets all wait.  The cutoffs among them count, and without them each
 * u would seem to be missing, which is a deadlock. */
static void extensions_that_wait_change_no_figure(void **state)
{
    (void)state;
    for (uint32_t n = 3; n <= MOST_RAYS; n *= 2)
        for (uint32_t i = 0; i < 6; i++) {
            struct run r;

            begin(&r, star(n), i % 2 ? DEP_NONE : DEP_CLASSIC);
            goal_add_plain(&r.goals, "deadlock");
            r.problem.output.prefix = i < 2;
            r.problem.test.piece = i < 4 ? 0 : 1;
            go(&r);
            assert_int_equal(r.answer.stop, STOP_DONE);
            assert_int_equal(verdict(&r, 0), VERDICT_NO);
            assert_int_equal(figure(&r.answer.stats, "histories"), 2 * n);
            assert_int_equal(figure(&r.answer.stats, "cutoffs"), n);
            assert_int_equal(figure(&r.answer.stats, "explored_histories"), n);
            assert_int_equal(figure(&r.answer.stats, "conditions"), 2 * n + 1);
            assert_int_equal(figure(&r.answer.stats, "table_entries"), n + 1);
            end(&r);
        }
}

/* So few arrays have anything in them that their spare room is all there is. */
static void no_event_takes_as_much_with_threads(void **state)
{
    uint64_t bytes[2];

    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        struct run r;

        begin(&r, test_net("p* q r | a: p q > r"), DEP_READ);
        r.limits.threads = i + 1;
        go(&r);
        assert_int_equal(figure(&r.answer.stats, "histories"), 0);
        bytes[i] = figure(&r.answer.stats, "event_bytes");
        end(&r);
    }
    assert_int_equal(bytes[0], bytes[1]);
}

/* -- Why it stops -- */

static struct net *endless(void)
{
    return test_net("p* q r* s | a: p > q | b: q > p | c: r > s | d: s > r");
}

/* What a limit leaves of a prefix that is wanted whole is not exported. */
static void a_limit_leaves_no_whole_prefix(void **state)
{
    (void)state;
    for (uint32_t whole = 0; whole < 2; whole++)
        for (uint64_t most = 0; most < 6; most += 3) {
            struct run r;

            begin(&r, counters(), DEP_READ);
            r.problem.output.prefix = true;
            r.problem.output.whole = whole;
            r.limits.max_events = most;
            go(&r);
            assert_int_equal(r.answer.stop, most ? STOP_EVENTS : STOP_DONE);
            assert_int_equal(r.answer.prefix.events.len > 0, !whole || !most);
            end(&r);
        }
}

static void limits_leave_what_is_open_unknown(void **state)
{
    int interrupted = 1;

    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        struct run r;

        begin(&r, endless(), DEP_READ);
        r.problem.unfolding.cutoffs = false;
        ask_marking(&r, "p q");
        ask_trans(&r, "d");
        if (i == 0)
            r.limits.max_events = 100;
        else if (i == 1)
            r.limits.terminate = support_flag;
        else
            r.limits.seconds = 0.05;
        r.limits.terminate_data = &interrupted;
        go(&r);
        assert_int_equal(r.answer.stop, i == 0   ? STOP_EVENTS
                                        : i == 1 ? STOP_INTERRUPTED
                                                 : STOP_TIME);
        assert_int_equal(verdict(&r, 0), VERDICT_UNKNOWN);
        if (i != 1)
            assert_int_equal(verdict(&r, 1), VERDICT_YES);
        if (i == 0)
            assert_int_equal(figure(&r.answer.stats, "histories"), 101);
        end(&r);
    }
}

/* The readers of p have a copy each, on which c consumes: two arcs. */
static void too_many_copies_are_not_made(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        struct run r;

        begin(&r, test_net("p* q* x* y | r: x ? p > | s: q ? p > | c: p > y"),
              DEP_READ);
        ask_trans(&r, "c");
        r.limits.max_bytes = i ? 0 : 79;
        go(&r);
        assert_int_equal(r.answer.stop, i ? STOP_DONE : STOP_MEMORY);
        assert_int_equal(verdict(&r, 0), i ? VERDICT_YES : VERDICT_UNKNOWN);
        end(&r);
    }
}

/* Events larger than max_depth are found, but none is added above them. */
static void depth_bounds_the_events(void **state)
{
    (void)state;
    for (uint32_t depth = 1; depth < 6; depth++) {
        struct run r;

        begin(&r, test_net("p* q | a: p > q | b: q > p"), DEP_READ);
        r.problem.unfolding.cutoffs = false;
        r.limits.max_depth = depth;
        ask_marking(&r, "p q");
        go(&r);
        assert_int_equal(r.answer.stop, STOP_DEPTH);
        assert_int_equal(figure(&r.answer.stats, "explored_histories"), depth);
        assert_int_equal(verdict(&r, 0), VERDICT_UNKNOWN);
        end(&r);
        begin(&r, counters(), DEP_READ);
        r.limits.max_depth = 8; /* no event is that large */
        ask_trans(&r, "never");
        go(&r);
        assert_int_equal(r.answer.stop, STOP_DONE);
        assert_int_equal(verdict(&r, 0), VERDICT_NO);
        end(&r);
    }
}

static void expect_unsafe(const char *text, enum dep_kind kind,
                          const char *question)
{
    struct run r;

    begin(&r, test_net(text), kind);
    if (question)
        ask_marking(&r, question);
    go(&r);
    assert_int_equal(r.answer.stop, STOP_UNSAFE);
    assert_true(witness_unsafe(r.net, &r.answer.unsafe_run,
                               r.answer.unsafe_trans, r.answer.unsafe_place));
    end(&r);
}

static void a_second_token_is_named(void **state)
{
    (void)state;
    for (uint32_t kind = DEP_NONE; kind <= DEP_READ; kind++) {
        const enum dep_kind k = (enum dep_kind)kind;

        /* at once, later, from two sides, onto a place that is read */
        expect_unsafe("p* q* | a: p > q", k, NULL);
        expect_unsafe("p* q r s* | a: p > q | b: q > r | c: s > r", k, NULL);
        expect_unsafe("p* q* r | a: p > r | b: q > r", k, NULL);
        expect_unsafe("p* q* r | a: p ? q > r | b: q > r q", k, NULL);
        expect_unsafe("p* q* r | a: p > q | b: q > r", k, "p !q r");
    }
}

MODULE(prefix_engine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_prefix_holds_exactly_the_reachable_markings),
        cmocka_unit_test(questions_are_answered_with_runs),
        cmocka_unit_test(a_trivial_marking_needs_no_event),
        cmocka_unit_test(the_first_event_of_a_transition_ends_the_run),
        cmocka_unit_test(a_net_that_goes_on_has_no_deadlock),
        cmocka_unit_test(places_of_a_relation_are_no_copies),
        cmocka_unit_test(extensions_that_wait_change_no_figure),
        cmocka_unit_test(no_event_takes_as_much_with_threads),
        cmocka_unit_test(limits_leave_what_is_open_unknown),
        cmocka_unit_test(a_limit_leaves_no_whole_prefix),
        cmocka_unit_test(too_many_copies_are_not_made),
        cmocka_unit_test(depth_bounds_the_events),
        cmocka_unit_test(a_second_token_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
