/* What a marking needs: other local configurations that reach it. */
#include "test.h"

#include "engine/merged/mp_needed.h"
#include "mp_fixture.h"

struct needs {
    struct mp_fixture f;
    struct mp_needed needed;
};

static void begin(struct needs *n, const char *line, enum dep_kind relation)
{
    mp_fixture_init(&n->f, test_net(line), relation);
    mp_needed_init(&n->needed, &n->f.process);
}

static void end(struct needs *n)
{
    mp_needed_finish(&n->needed);
    mp_fixture_finish(&n->f);
}

static trans_id find(const struct needs *n, char label)
{
    trans_id t = 0;

    while (*net_trans_label(n->f.net, t) != label)
        t++;
    return t;
}

/* The transitions of a run, a letter each: their events; extends each that is
 * not yet, but the last one. */
static void run(struct needs *n, const char *letters)
{
    vec_clear(&n->f.config.events);
    for (; *letters; letters++) {
        const uint32_t e = mp_fixture_append(&n->f, find(n, *letters));

        if (letters[1] && !n->f.process.events.at[e].extended) {
            n->f.process.events.at[e].extended = true;
            mp_needed_extend(&n->needed, e);
        }
    }
}

/* Is no other configuration with the marking of the run as small? */
static bool is_alone(struct needs *n, const char *letters)
{
    bits_word *const m =
        mem_zero(bits_words(net_place_count(n->f.net)), sizeof *m);
    bool alone;

    run(n, letters);
    mp_config_marking(&n->f.config, m);
    alone = mp_needed_shows(&n->needed, &n->f.config, m);
    mem_free(m);
    return alone;
}

static void a_chain_is_needed(void **state)
{
    struct needs n;

    (void)state;
    begin(&n, "p* q r | a: p > q | b: q > r", DEP_READ);
    assert_true(is_alone(&n, "a"));
    assert_true(is_alone(&n, "ab"));
    end(&n);
}

static void two_producers_are_not(void **state)
{
    struct needs n;

    (void)state;
    begin(&n, "p* q r | a: p > q | b: q > r | c: p > q", DEP_READ);
    assert_true(is_alone(&n, "ab"));
    run(&n, "cb");
    assert_false(is_alone(&n, "ab"));
    end(&n);
}

/* The initial marking needs nothing, nor does what is reached again. */
static void a_loop_is_not(void **state)
{
    struct needs n;

    (void)state;
    begin(&n, "p* q r | a: p > q | b: q > r | c: r > q", DEP_READ);
    assert_true(is_alone(&n, "ab"));
    assert_false(is_alone(&n, "abc"));
    end(&n);
}

/* Another transition may lead to the marking, by a shorter way. */
static void a_shortcut_is_seen(void **state)
{
    struct needs n;

    (void)state;
    begin(&n, "p* q r s | a: p > q | b: q > r | c: r > s | d: p > s", DEP_READ);
    assert_false(is_alone(&n, "abc"));
    end(&n);
    begin(&n, "p* q r s | a: p > q | b: q > r | c: r > s | d: s > p", DEP_READ);
    assert_true(is_alone(&n, "abc"));
    end(&n);
}

/* Both orders of two transitions that read x lead to the marking, by as many
 * events. */
static void another_order_is_seen(void **state)
{
    struct needs n;

    (void)state;
    begin(&n, "r s x* p* q* | a: p ? x > r | b: q ? x > s", DEP_CLASSIC);
    run(&n, "ba");
    assert_false(is_alone(&n, "ab"));
    end(&n);
    begin(&n, "r s x* p* q* | a: p ? x > r | b: r ? x > s", DEP_CLASSIC);
    assert_true(is_alone(&n, "ab"));
    end(&n);
}

/* So may a transition that produces nothing. */
static void what_consumes_only_is_seen(void **state)
{
    struct needs n;

    (void)state;
    begin(&n, "p* q* r s* z | a: p > r | b: q r > | c: z > ", DEP_READ);
    assert_true(is_alone(&n, "ab"));
    end(&n);
    begin(&n, "p* q r* s | a: p > q | b: q > s | c: r s > | d: p r > ",
          DEP_READ);
    assert_false(is_alone(&n, "abc"));
    end(&n);
}

MODULE(mp_needed)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_is_needed),
        cmocka_unit_test(two_producers_are_not),
        cmocka_unit_test(a_loop_is_not),
        cmocka_unit_test(a_shortcut_is_seen),
        cmocka_unit_test(another_order_is_seen),
        cmocka_unit_test(what_consumes_only_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
