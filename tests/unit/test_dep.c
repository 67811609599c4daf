#include "net/dep.h"
#include "net/marking.h"
#include "oracle.h"
#include "random.h"
#include "test.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

enum { N_RANDOM = 400, MAX_MARKINGS = 2000 };

/* One transition for each letter; places x and y, and an own place for each. */
static struct net *example(void)
{
    struct draft_net *draft = draft_create("x y");

    draft_trans(draft, "reads_x", "", "", "x");
    draft_trans(draft, "reads_x_too", "", "", "x");
    draft_trans(draft, "takes_x", "x", "", "");
    draft_trans(draft, "makes_x", "", "x", "");
    draft_trans(draft, "makes_x_too", "y", "x", "");
    draft_trans(draft, "idle", "", "", "");
    return draft_finish(draft);
}

enum { READS, READS_TOO, TAKES, MAKES, MAKES_TOO, IDLE };

static void relations_follow_their_tables(void **state)
{
    struct net *net = example();
    struct dep *none = dep_create(net, DEP_NONE);
    struct dep *classic = dep_create(net, DEP_CLASSIC);
    struct dep *read = dep_create(net, DEP_READ);

    (void)state;
    assert_true(dep_has(none, READS, IDLE));
    assert_false(dep_has(classic, READS, IDLE));
    assert_true(dep_has(classic, READS, READS_TOO));
    assert_false(dep_has(read, READS, READS_TOO));
    for (trans_id t = TAKES; t <= MAKES_TOO; t++) {
        assert_true(dep_has(classic, READS, t));
        assert_true(dep_has(read, READS, t));
        assert_true(dep_has(read, t, READS));
    }
    assert_true(dep_has(read, TAKES, MAKES));
    assert_true(dep_has(classic, TAKES, MAKES));
    assert_false(dep_has(read, MAKES, MAKES_TOO));
    assert_false(dep_has(classic, MAKES, MAKES_TOO));
    assert_true(dep_has(read, READS, READS));
    assert_true(dep_has(read, IDLE, IDLE));
    assert_string_equal(dep_name(classic), "classic");
    assert_int_equal(dep_kind(read), DEP_READ);
    dep_destroy(none);
    dep_destroy(classic);
    dep_destroy(read);
    net_destroy(net);
}

static void a_user_lists_what_is_independent(void **state)
{
    struct net *net = example();
    const struct dep_pair pairs[] = {
        {IDLE, READS}, {READS, READS_TOO}, {TAKES, MAKES}, {READS, MAKES}};
    struct dep *dep = dep_create_user(net, pairs, 4);
    uint32_t independent = 0;

    (void)state;
    for (trans_id t = 0; t < net_trans_count(net); t++)
        for (trans_id u = 0; u < net_trans_count(net); u++)
            independent += !dep_has(dep, t, u);
    assert_int_equal(independent, 8);
    for (uint32_t i = 0; i < 4; i++) {
        assert_false(dep_has(dep, pairs[i].a, pairs[i].b));
        assert_false(dep_has(dep, pairs[i].b, pairs[i].a));
    }
    dep_destroy(dep);
    dep = dep_create_user(net, NULL, 0);
    assert_true(dep_has(dep, READS, IDLE));
    assert_int_equal(dep_kind(dep), DEP_USER);
    dep_destroy(dep);
    net_destroy(net);
}

/* -- Against firing -- */

/* m after t; m itself when t cannot fire. */
static bool fire(const struct net *net, bits_word *m, trans_id t)
{
    if (!marking_enabled(net, m, t))
        return false;
    assert_int_equal(marking_unsafe(net, m, t), PLACE_NONE);
    marking_fire(net, m, t);
    return true;
}

/* [Rod15] section 2, by the token game. */
static bool commute(const struct oracle *oracle, const bits_word *m, trans_id t,
                    trans_id u)
{
    const struct net *net = oracle->net;
    bits_word tu[8], ut[8];

    assert_true(oracle->words <= 8);
    bits_copy(tu, m, oracle->words);
    bits_copy(ut, m, oracle->words);

    const bool t_first = fire(net, tu, t), u_first = fire(net, ut, u);

    if (t_first && marking_enabled(net, tu, u) != u_first)
        return false;
    if (u_first && marking_enabled(net, ut, t) != t_first)
        return false;
    if (!t_first || !u_first)
        return true;
    return fire(net, tu, u) && fire(net, ut, t) &&
           bits_equal(tu, ut, oracle->words);
}

static void compare_pair(const struct oracle *oracle, struct dep **deps,
                         trans_id t, trans_id u, uint32_t *conflicts)
{
    for (uint32_t i = 0; i < oracle->n_markings; i++) {
        const bits_word *m = oracle_marking(oracle, i);
        const bool good = commute(oracle, m, t, u);

        assert_int_equal(dep_commute(oracle->net, m, t, u), good);
        *conflicts += !good;
        for (uint32_t k = 0; k < 3; k++)
            assert_true(good || dep_has(deps[k], t, u));
    }
    for (uint32_t k = 0; k < 3; k++)
        assert_int_equal(dep_has(deps[k], t, u), dep_has(deps[k], u, t));
    assert_true(dep_has(deps[1], t, u) || !dep_has(deps[2], t, u));
}

static uint32_t compare_net(const struct net *net)
{
    struct dep *deps[] = {dep_create(net, DEP_NONE),
                          dep_create(net, DEP_CLASSIC),
                          dep_create(net, DEP_READ)};
    struct oracle oracle;
    uint32_t conflicts = 0;

    oracle_init(&oracle, net, MAX_MARKINGS);
    assert_false(oracle.unsafe);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        for (trans_id u = 0; u < net_trans_count(net); u++)
            if (t != u)
                compare_pair(&oracle, deps, t, u, &conflicts);
    oracle_finish(&oracle);
    for (uint32_t k = 0; k < 3; k++)
        dep_destroy(deps[k]);
    return conflicts;
}

static void independent_transitions_commute(void **state)
{
    uint32_t conflicts = 0;

    (void)state;
    for (uint64_t seed = 0; seed < N_RANDOM; seed++) {
        struct random random;

        random_init(&random, seed);

        struct net *net = random_net(
            &random, seed % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING, 2);

        conflicts += compare_net(net);
        net_destroy(net);
    }
    assert_true(conflicts > 1000); /* the nets have enough conflicts */
}

MODULE(dep)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relations_follow_their_tables),
        cmocka_unit_test(a_user_lists_what_is_independent),
        cmocka_unit_test(independent_transitions_commute),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
