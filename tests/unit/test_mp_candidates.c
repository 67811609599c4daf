/* Candidates of merged processes: unions of local configurations. */
#include "test.h"

#include "engine/merged/mp_candidates.h"
#include "mp_fixture.h"

/* A merged process that grows by its candidates. */
struct growth {
    struct mp_fixture f; /* whose configuration is that of the candidate taken
                            last, with its event */
    struct mp_candidates candidates;
};

static void begin(struct growth *g, const char *line, uint32_t most_locals)
{
    mp_fixture_init(&g->f, test_net(line), DEP_READ);
    mp_candidates_init(&g->candidates, &g->f.process, most_locals);
    mp_candidates_begin(&g->candidates);
}

/* No candidate is left. */
static void end(struct growth *g)
{
    uint32_t n_events;

    assert_false(mp_candidates_wait(&g->candidates, &n_events));
    mp_candidates_finish(&g->candidates);
    mp_fixture_finish(&g->f);
}

/* The next candidate is the transition t after `size` events; its event is
 * appended to the configuration. */
static void take(struct growth *g, const char *t, uint32_t size)
{
    struct mp_config *const config = &g->f.config;
    uint32_t n_events;
    trans_id trans;

    assert_true(mp_candidates_wait(&g->candidates, &n_events));
    trans = mp_candidates_take(&g->candidates, &config->events);
    assert_string_equal(net_trans_label(g->f.net, trans), t);
    assert_int_equal(n_events, size);
    assert_int_equal(config->events.len, size);
    (void)mp_fixture_append(&g->f, trans);
    mp_config_check(config);
}

/* The same, and the event is extended. */
static void extend(struct growth *g, const char *t, uint32_t size)
{
    take(g, t, size);
    mp_candidates_extend(&g->candidates, &g->f.config);
}

static void a_join_comes_after_the_union(void **state)
{
    struct growth g;

    (void)state;
    begin(&g, "p* q* r s u | a: p > r | b: q > s | c: r s > u", 1);
    extend(&g, "a", 0);
    extend(&g, "b", 0);
    extend(&g, "c", 2);
    end(&g);
}

static void local_configurations_in_conflict_have_no_union(void **state)
{
    struct growth g;

    (void)state;
    begin(&g, "p* r s u | a: p > r | b: p > s | c: r s > u", 1);
    extend(&g, "a", 0);
    extend(&g, "b", 0);
    end(&g);
}

static void a_reader_comes_after_the_union(void **state)
{
    struct growth g;

    (void)state;
    begin(&g, "p* q* r s u | a: p > r | b: q > s | c: r ? s > u", 1);
    extend(&g, "a", 0);
    extend(&g, "b", 0);
    extend(&g, "c", 2);
    end(&g);
}

/* u is marked where c would put a second token. */
static void a_second_token_is_no_candidate(void **state)
{
    struct growth g;

    (void)state;
    begin(&g, "p* r u* | a: p > r | c: r > u", 1);
    extend(&g, "a", 0);
    end(&g);
}

/* The longer branch is found first, and comes last. */
static void small_candidates_come_first(void **state)
{
    struct growth g;

    (void)state;
    begin(&g, "p* q* r s t u | a: p > r | b: r > s | c: s > u | d: q > t", 1);
    extend(&g, "a", 0);
    extend(&g, "d", 0);
    extend(&g, "b", 1);
    extend(&g, "c", 2);
    end(&g);
}

/* c is found first, as place r comes before place s. */
static void those_of_one_size_come_by_their_transitions(void **state)
{
    struct growth g;

    (void)state;
    begin(&g, "p* r s u v | a: p > r s | b: s > u | c: r > v", 1);
    extend(&g, "a", 0);
    extend(&g, "b", 1);
    extend(&g, "c", 1);
    end(&g);
}

/* m/1 has two producers, so c has two local configurations. */
static void as_many_local_configurations_are_kept_as_wanted(void **state)
{
    static const char line[] =
        "p* m x y n o | a: p > m x | b: p > m y | c: m > n | d: n > o";

    for (uint32_t most = 1; most <= 2; most++) {
        struct growth g;
        uint32_t e;

        (void)state;
        begin(&g, line, most);
        extend(&g, "a", 0);
        extend(&g, "b", 0);
        extend(&g, "c", 1);
        e = *vec_top(&g.f.config.events);
        extend(&g, "c", 1);
        assert_int_equal(*vec_top(&g.f.config.events), e);
        assert_int_equal(mp_candidates_want(&g.candidates, e), false);
        extend(&g, "d", 2);
        if (most == 2)
            extend(&g, "d", 2);
        end(&g);
    }
}

/* What the solver has found. */
static void others_are_added(void **state)
{
    struct growth g;
    uint32_t e;
    trans_id t;

    (void)state;
    begin(&g, "p* r s | a: p > r | b: r > s", 1);
    extend(&g, "a", 0);
    e = *vec_top(&g.f.config.events);
    take(&g, "b", 1);
    t = net_find_trans(g.f.net, "b", NULL);
    mp_candidates_add(&g.candidates, t, &e, 1);
    take(&g, "b", 1);
    end(&g);
}

MODULE(mp_candidates)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_join_comes_after_the_union),
        cmocka_unit_test(local_configurations_in_conflict_have_no_union),
        cmocka_unit_test(a_reader_comes_after_the_union),
        cmocka_unit_test(a_second_token_is_no_candidate),
        cmocka_unit_test(small_candidates_come_first),
        cmocka_unit_test(those_of_one_size_come_by_their_transitions),
        cmocka_unit_test(as_many_local_configurations_are_kept_as_wanted),
        cmocka_unit_test(others_are_added),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
