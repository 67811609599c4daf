#include "proof/refuted.h"
#include "question/formula_parser.h"
#include "test.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

/* p is marked; t moves the token to q and u back; v reads r and produces on s.
 */
enum { P, Q, R, S, N_PLACES };
enum { T, U, V, N_TRANS };

static struct net *small_net(void)
{
    static const char *const places[] = {"p", "q", "r", "s"};
    static const char *const transitions[] = {"t", "u", "v"};
    struct net_builder *builder = net_builder_create();
    const struct net_where where = {"small", 1, 1};
    struct diag diag = {0};
    struct net *net;

    for (uint32_t i = 0; i < N_PLACES; i++)
        net_builder_place(builder, places[i], NULL, i == P, where, &diag);
    for (uint32_t i = 0; i < N_TRANS; i++)
        net_builder_trans(builder, transitions[i], NULL, where, &diag);
    net_builder_arc(builder, GIVEN_CONSUME, P, T, 1);
    net_builder_arc(builder, GIVEN_PRODUCE, Q, T, 1);
    net_builder_arc(builder, GIVEN_CONSUME, Q, U, 1);
    net_builder_arc(builder, GIVEN_PRODUCE, P, U, 1);
    net_builder_arc(builder, GIVEN_READ, R, V, 1);
    net_builder_arc(builder, GIVEN_PRODUCE, S, V, 1);
    net = net_builder_finish(builder);
    assert_non_null(net);
    return net;
}

/* Sets as bits: places that are marked, empty, and members. */
static bool refutes(const char *text, unsigned pos, unsigned neg,
                    unsigned goals, bool has_active)
{
    struct net *net = small_net();
    uint32_t in_pos[N_PLACES], in_neg[N_PLACES], in_members[N_TRANS];
    const struct refuted_cube cube = {.pos = in_pos,
                                      .neg = in_neg,
                                      .member = in_members,
                                      .stamp = 1,
                                      .has_active = has_active};
    struct diag diag = {0};
    struct refuted refuted;
    enum question_path path, result;
    struct formula *formula =
        formula_parser_read(net, text, &path, NULL, &diag);

    assert_non_null(formula);
    for (uint32_t p = 0; p < N_PLACES; p++) {
        in_pos[p] = pos >> p & 1;
        in_neg[p] = neg >> p & 1;
    }
    for (uint32_t t = 0; t < N_TRANS; t++)
        in_members[t] = goals >> t & 1;
    refuted_init(&refuted, net, formula);
    result = refuted_in(&refuted, &cube);
    refuted_finish(&refuted);
    formula_destroy(formula);
    net_destroy(net);
    return result;
}

enum { IN_P = 1 << P, IN_Q = 1 << Q, IN_R = 1 << R, IN_S = 1 << S };
enum { IS_T = 1 << T, IS_U = 1 << U, IS_V = 1 << V };

static void places_are_fixed_by_their_producers(void **state)
{
    (void)state;
    assert_true(refutes("EF q", 0, IN_Q, IS_T, false));
    assert_false(refutes("EF q", 0, IN_Q, IS_U, false));
    assert_false(refutes("EF q", IN_P, 0, IS_T, false));
    assert_true(refutes("EF not p", IN_P, 0, IS_T, false));
    assert_false(refutes("EF not p", IN_P, 0, 0, false));
    assert_true(refutes("EF r", 0, IN_R, 0, false));
}

/* No transition raises p + q, though t and u change both. */
static void sums_are_kept_by_what_raises_them(void **state)
{
    (void)state;
    assert_true(refutes("EF p + q >= 2", 0, IN_Q, 0, false));
    assert_false(refutes("EF p + q >= 2", 0, 0, IS_T | IS_U, false));
    assert_false(refutes("EF p + q >= 1", 0, IN_Q, IS_T | IS_U, false));
    assert_true(refutes("EF p + q + s >= 2", 0, IN_Q | IN_S, IS_V, false));
    assert_false(refutes("EF p + q + s >= 2", 0, IN_Q | IN_S, IS_T, false));
    assert_true(refutes("EF 2*q - p >= 1", IN_P, IN_Q, IS_T, false));
    assert_false(refutes("EF 2*q - p >= 1", IN_P, IN_Q, IS_U, false));
}

static void transitions_are_kept_by_what_they_need(void **state)
{
    (void)state;
    assert_true(refutes("EF fireable(u)", 0, IN_Q, IS_T, false));
    assert_false(refutes("EF fireable(u)", 0, IN_Q, 0, false));
    assert_true(refutes("EF not fireable(t)", IN_P, 0, IS_T, false));
    assert_false(refutes("EF not fireable(t)", IN_P, 0, IS_U, false));
    assert_true(refutes("EF deadlock", 0, 0, IS_T, true));
    assert_false(refutes("EF deadlock", IN_P, 0, IS_T, false));
    assert_true(
        refutes("EF not deadlock", 0, IN_P | IN_Q | IN_R, IS_T | IS_U, false));
    assert_false(
        refutes("EF not deadlock", 0, IN_P | IN_Q, IS_T | IS_U, false));
}

static void operators_need_one_operand_or_all(void **state)
{
    (void)state;
    assert_true(refutes("EF q and r", 0, IN_Q, IS_T, false));
    assert_false(refutes("EF q and s", 0, IN_S, IS_T, false));
    assert_false(refutes("EF q or r", 0, IN_Q, IS_T, false));
    assert_true(refutes("EF q or r", 0, IN_Q | IN_R, IS_T, false));
    assert_true(refutes("EF false", 0, 0, 0, false));
    assert_false(refutes("EF true", IN_P, IN_Q, IS_T, true));
}

MODULE(refuted)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_fixed_by_their_producers),
        cmocka_unit_test(sums_are_kept_by_what_raises_them),
        cmocka_unit_test(transitions_are_kept_by_what_they_need),
        cmocka_unit_test(operators_need_one_operand_or_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
