/* Unit tests of candidates.c and trap_spaces.c: how many fixed markings there
 * are, how many candidates are alone in their trap spaces, how large these are,
 * and how many candidates are left. */
#include "engine/symbolic/candidates.h"
#include "engine/symbolic/trap_spaces.h"

#include "engine/diagram/space.h"
#include "test.h"

/* Of a network in which each variable v has places v0 and v1, in this order. */
struct row {
    const char *net;
    uint64_t n_fixed, n_alone, n_around, n_rest;
};

static const struct row rows[] = {
    /* x rises and falls, whatever happens */
    {"x0* x1 | a: x0 > x1 | b: x1 > x0", 0, 1, 2, 0},
    /* y stays 1 once x was 1; then both values of x are in one trap space */
    {"x0* x1 y0* y1 | a: x0 > x1 | b: x1 > x0 | c: y0 ? x1 > y1", 0, 1, 2, 0},
    /* x and y exclude each other: two fixed points */
    {"x0* x1 y0* y1 | a: x0 ? y0 > x1 | b: y0 ? x0 > y1", 2, 0, 0, 0},
    /* x moves if the input u is 1; it stays 0 */
    {"u0* u1 x0* x1 | a: x0 ? u1 > x1 | b: x1 ? u1 > x0", 1, 0, 0, 0},
    /* the fixed point 111 is in the only trap space of 000, 010, 100 */
    {"x0 x1* y0 y1* z0* z1 | a: x0 ? y0 > x1 | b: x0 ? z1 > x1 "
     "| c: x1 ? z0 > x0 | d: y0 ? x0 > y1 | e: y0 ? z1 > y1 | f: y1 ? z0 > y0 "
     "| g: z0 ? x1 y1 > z1 | h: z1 ? x0 > z0 | i: z1 ? y0 > z0",
     1, 0, 0, 1},
};

static void find(const struct row *row, struct sets *sets,
                 const struct influences *influences)
{
    trap_spaces_list list = {0};
    mdd_id fixed, others, known, rest, inside = MDD_EMPTY, around = MDD_EMPTY;

    candidates_find(influences, &fixed, &others);
    trap_spaces_find(influences, fixed, others, &list, &known, &rest);
    for (uint32_t i = 0; i < list.len; i++) {
        inside = sets_or(sets, inside, list.at[i].inside);
        around = sets_or(sets, around, list.at[i].around);
    }
    assert_int_equal(space_small(&sets->steps, fixed), row->n_fixed);
    assert_int_equal(space_small(&sets->steps, inside), row->n_alone);
    assert_int_equal(space_small(&sets->steps, around), row->n_around);
    assert_int_equal(space_small(&sets->steps, rest), row->n_rest);
    assert_int_equal(known, sets_or(sets, fixed, around));
    vec_free(&list);
}

static void check_row(const struct row *row, bool collects)
{
    struct net *const net = test_net(row->net);
    const struct engine_limits limits = {0};
    struct answer_stats stats = {0};
    struct exclusive exclusive = {0};
    struct families families;
    struct influences influences;
    struct watch watch;
    struct sets sets;

    for (place_id p = 0; p < net_place_count(net); p += 2)
        exclusive_add(&exclusive, (const place_id[]){p, p + 1}, 2,
                      EXCLUSIVE_NONE);
    watch_init(&watch, &limits, &stats);
    sets_init(&sets, net, &exclusive, DIGIT_ORDER_GIVEN, false, &watch);
    if (collects)
        sets_collect_always(&sets);
    assert_true(sets_explore(&sets));
    families_init(&families, &sets);
    assert_true(influences_init(&influences, &families));
    find(row, &sets, &influences);
    mdd_check(&sets.diagram);
    influences_finish(&influences);
    families_finish(&families);
    sets_finish(&sets);
    watch_close(&watch);
    exclusive_finish(&exclusive);
    net_destroy(net);
}

static void candidates_are_divided(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_row(&rows[i], false);
        check_row(&rows[i], true);
    }
}

MODULE(trap_spaces)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_are_divided),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
