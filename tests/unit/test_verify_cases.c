/* Proofs by cases by hand: each part is checked. */
#include "proof/verify.h"
#include "question/goal.h"
#include "test.h"

/* A token alternates between p and q, another one between r and s; a takes a
 * token from p and leaves one there. */
#define NET \
    "p* q r* s | a: p ?r > q | b: q > p | c: r > s | d: s > r | e: p r > p r"

enum { P, Q, R, S };

struct parts {
    struct net *net;
    goal_list goals;
    struct case_proof *proof;
};

static struct parts parts_of(const char *formula)
{
    struct parts k = {
        test_net(NET), {0}, mem_zero(1, sizeof(struct case_proof))};
    struct diag diag = {0};

    assert_true(goal_add_formula(&k.goals, k.net, formula, &diag));
    return k;
}

static void add_trap(struct parts k, place_id p, place_id q)
{
    vec_push(&k.proof->traps.all, p);
    vec_push(&k.proof->traps.all, q);
    vecs_close(&k.proof->traps);
}

static void push(farkas_factors *factors, uint32_t which)
{
    const struct farkas_factor by = {which, 1};

    vec_push(factors, by);
}

/* Weights y, y of two places. */
static struct farkas *add_combination(struct parts k, place_id p, place_id q,
                                      int64_t y)
{
    const struct formula_term first = {p, y}, second = {q, y};
    struct farkas farkas = {0};

    vec_push(&farkas.weights, first);
    vec_push(&farkas.weights, second);
    vec_push(&k.proof->combinations, farkas);
    return vec_top(&k.proof->combinations);
}

static void add_literal(struct parts k, enum case_proof_about about, bool truth,
                        uint32_t id)
{
    const struct case_proof_literal literal = {about, truth, id};

    vec_push(&k.proof->cases.all, literal);
}

static void end_case(struct parts k)
{
    vecs_close(&k.proof->cases);
}

static void expect_about(struct parts k, const struct weights_about *about,
                         enum fault_part part, uint32_t number, const char *why)
{
    struct fault fault = {.text = ""};

    const bool good =
        verify_cases_proof(k.net, k.goals.at, k.proof, about, &fault);

    assert_string_equal(fault.text, why);
    assert_int_equal(good, !why[0]);
    if (why[0]) {
        assert_int_equal(fault.part, part);
        assert_int_equal(fault.number, number);
    }
    case_proof_destroy(k.proof);
    goal_list_free(&k.goals);
    net_destroy(k.net);
}

static void expect(struct parts k, enum fault_part part, uint32_t number,
                   const char *why)
{
    expect_about(k, NULL, part, number, why);
}

/* p and q together weigh 1. */
static struct parts exclusive(void)
{
    struct parts k = parts_of("EF p = 1 and q = 1");
    struct farkas *const farkas = add_combination(k, P, Q, 1);

    vec_push(&farkas->marked, P);
    vec_push(&farkas->marked, Q);
    return k;
}

/* The vector 0: r and s together weigh 1; 1: so do p and q. */
static struct parts by_vector(struct weights *weights, uint32_t vector)
{
    struct parts k = exclusive();
    struct farkas *const farkas = &k.proof->combinations.at[0];

    vec_clear(&farkas->weights);
    farkas->vector = vector + 1;
    for (place_id p = R + 2; p-- > P;) {
        weights_term(weights, p, 1);
        if (p == R || p == P)
            vecs_close(&weights->vectors);
    }
    return k;
}

static void a_vector_is_checked(void **state)
{
    static const char wrong[] =
        "the vector does not show that the places exclude each other";
    const place_id swapped[] = {R, S, P, Q};
    struct weights weights = {0};
    struct parts k = by_vector(&weights, 1);
    struct weights_about about = {&weights, k.net, NULL};

    (void)state;
    expect_about(k, &about, FAULT_END, 0, "");
    k = by_vector(&weights, 0);
    about.net = k.net;
    expect_about(k, &about, FAULT_COMBINATION, 0, wrong);
    k = by_vector(&weights, 1);
    vec_push(&k.proof->combinations.at[0].empty, R);
    about.net = k.net;
    expect_about(k, &about, FAULT_COMBINATION, 0, wrong);
    k = by_vector(&weights, 1);
    expect(k, FAULT_COMBINATION, 0, wrong);
    /* p and q of what is left are r and s of the net */
    k = by_vector(&weights, 0);
    about = (struct weights_about){&weights, k.net, swapped};
    expect_about(k, &about, FAULT_END, 0, "");
    k = by_vector(&weights, 1);
    about.net = k.net;
    expect_about(k, &about, FAULT_COMBINATION, 0, wrong);
    k = by_vector(&weights, vecs_count(&weights.vectors));
    about.net = k.net;
    k.proof->combinations.at[0].vector = vecs_count(&weights.vectors) + 1;
    expect_about(k, &about, FAULT_COMBINATION, 0, wrong);
    weights_finish(&weights);
}

static void a_combination_is_checked(void **state)
{
    static const char wrong[] =
        "the weights and factors do not refute what is assumed";
    struct parts k = exclusive();

    (void)state;
    expect(k, FAULT_END, 0, "");
    k = exclusive();
    k.proof->combinations.at[0].weights.at[1].factor = 2;
    expect(k, FAULT_COMBINATION, 0, wrong);
    k = exclusive();
    k.proof->combinations.at[0].marked.at[1] = R;
    expect(k, FAULT_COMBINATION, 0, wrong);
    k = exclusive();
    vec_cut(&k.proof->combinations.at[0].marked, 1);
    expect(k, FAULT_COMBINATION, 0, wrong);
    k = exclusive();
    k.proof->combinations.at[0].marked.at[1] = P; /* once */
    expect(k, FAULT_COMBINATION, 0, wrong);
}

/* Sums that would not fit 64 bits are no proofs. */
static void large_numbers_are_refused(void **state)
{
    static const char wrong[] =
        "the weights and factors do not refute what is assumed";
    struct parts k = exclusive();

    (void)state;
    k.proof->combinations.at[0].weights.at[0].factor = FARKAS_LARGEST_SUM;
    k.proof->combinations.at[0].weights.at[1].factor = FARKAS_LARGEST_SUM;
    expect(k, FAULT_END, 0, "");
    k = exclusive();
    k.proof->combinations.at[0].weights.at[0].factor = INT64_MAX;
    k.proof->combinations.at[0].weights.at[1].factor = INT64_MAX;
    expect(k, FAULT_COMBINATION, 0, wrong);
}

static void something_is_left(void **state)
{
    struct parts k = parts_of("EF p = 1 and q = 1");

    (void)state;
    expect(k, FAULT_END, 0, "some case is left");
    k = parts_of("EF p = 1 and r = 1");
    (void)add_combination(k, P, Q, 1);
    vec_push(&k.proof->combinations.at[0].marked, P);
    vec_push(&k.proof->combinations.at[0].marked, Q);
    expect(k, FAULT_END, 0, "some case is left");
}

static void traps_are_checked(void **state)
{
    struct parts k = parts_of("EF p + q <= 0");
    struct farkas *farkas;

    (void)state;
    add_trap(k, P, Q);
    farkas = add_combination(k, P, Q, 1);
    vec_clear(&farkas->weights);
    push(&farkas->comparisons, 0);
    push(&farkas->traps, 0);
    expect(k, FAULT_END, 0, "");
    k = parts_of("EF p + q <= 0");
    add_trap(k, R, S);
    add_trap(k, P, R);
    expect(k, FAULT_TRAP, 1, "this is no trap that is marked initially");
    k = parts_of("EF p + q <= 0");
    add_trap(k, R, S);
    push(&add_combination(k, P, Q, 1)->traps, 1);
    expect(k, FAULT_COMBINATION, 0, "a trap that it uses does not exist");
}

/* The comparison of three places. */
static uint32_t sum_of(struct parts k)
{
    const struct formula *const formula = k.goals.at[0].formula;
    uint32_t n = 0;

    while (formula->nodes.at[n].op != FORMULA_AT_LEAST ||
           formula->nodes.at[n].len != 3)
        n++;
    return n;
}

static struct parts with_comparison(uint32_t node)
{
    struct parts k = parts_of("EF p + q + r >= 2 and r = 0");
    struct farkas *const farkas = add_combination(k, P, Q, 1);

    vec_push(&farkas->empty, R);
    push(&farkas->comparisons, node == UINT32_MAX ? sum_of(k) : node);
    return k;
}

static void comparisons_are_those_of_the_formula(void **state)
{
    static const char wrong[] = "a node that it uses is no comparison";

    (void)state;
    expect(with_comparison(UINT32_MAX), FAULT_END, 0, "");
    expect(with_comparison(0), FAULT_COMBINATION, 0, wrong);
    expect(with_comparison(100), FAULT_COMBINATION, 0, wrong);
}

/* Either p q or r s: a case that each refutes. */
static struct parts two_ways(void)
{
    struct parts k = parts_of("EF (p = 1 and q = 1 or r = 1 and s = 1)");
    struct farkas *farkas = add_combination(k, P, Q, 1);

    vec_push(&farkas->marked, P);
    vec_push(&farkas->marked, Q);
    farkas = add_combination(k, R, S, 1);
    vec_push(&farkas->marked, R);
    vec_push(&farkas->marked, S);
    return k;
}

static void cases_are_checked(void **state)
{
    struct parts k = two_ways();

    (void)state;
    add_literal(k, CASE_PROOF_NODE, true, 1);
    end_case(k);
    add_literal(k, CASE_PROOF_NODE, true, 2);
    end_case(k);
    expect(k, FAULT_END, 0, "");
    k = two_ways();
    farkas_finish(vec_top(&k.proof->combinations));
    (void)vec_pop(&k.proof->combinations);
    add_literal(k, CASE_PROOF_PLACE, true, P);
    add_literal(k, CASE_PROOF_PLACE, true, Q);
    end_case(k);
    add_literal(k, CASE_PROOF_PLACE, true, P);
    end_case(k);
    expect(k, FAULT_CASE, 1, "unit propagation does not refute this case");
    k = two_ways();
    add_literal(k, CASE_PROOF_NODE, true, 100);
    end_case(k);
    expect(k, FAULT_CASE, 0, "a node that it is about does not exist");
    k = two_ways();
    add_literal(k, CASE_PROOF_TRANS, true, 0);
    end_case(k);
    expect(k, FAULT_CASE, 0, "unit propagation does not refute this case");
}

static void add_cube(case_proof_list *list, enum case_proof_about about,
                     bool truth, uint32_t a, uint32_t b)
{
    const struct case_proof_literal first = {CASE_PROOF_PLACE, truth, a};
    const struct case_proof_literal second = {about, truth, b};

    vec_push(&list->all, first);
    if (a != b)
        vec_push(&list->all, second);
    vecs_close(list);
}

static struct parts with_inductive(const char *formula, bool truth, place_id a,
                                   place_id b)
{
    struct parts k = parts_of(formula);

    add_cube(&k.proof->inductive, CASE_PROOF_PLACE, truth, a, b);
    return k;
}

static void inductive_cubes_are_checked(void **state)
{
    static const char both[] = "EF p = 1 and q = 1", none[] = "EF p + q <= 0";
    struct parts k = with_inductive(both, true, P, Q);

    (void)state;
    expect(k, FAULT_END, 0, "");
    k = with_inductive("EF p = 0 and q = 0", false, P, Q);
    expect(k, FAULT_END, 0, "");
    k = with_inductive(none, true, P, Q);
    expect(k, FAULT_END, 0, "some case is left");
    k = with_inductive(both, true, P, R);
    expect(k, FAULT_INDUCTIVE, 0, "the initial marking is in this cube");
    k = with_inductive(both, false, Q, S);
    expect(k, FAULT_INDUCTIVE, 0, "the initial marking is in this cube");
    k = with_inductive(both, true, Q, Q);
    expect(k, FAULT_INDUCTIVE, 0,
           "unit propagation does not show that no step enters this cube");
    k = with_inductive(both, false, R, R);
    expect(k, FAULT_INDUCTIVE, 0,
           "unit propagation does not show that no step enters this cube");
    k = parts_of(both);
    add_cube(&k.proof->inductive, CASE_PROOF_NODE, true, Q, 0);
    expect(k, FAULT_INDUCTIVE, 0, "an inductive cube is about places only");
    k = parts_of(both);
    vecs_close(&k.proof->inductive);
    expect(k, FAULT_INDUCTIVE, 0, "the initial marking is in this cube");
}

/* The question holds nowhere else: its clauses must not help. */
static void steps_do_not_use_the_question(void **state)
{
    struct parts k = with_inductive("EF q = 1 and p = 1 and r = 0", true, Q, Q);

    (void)state;
    expect(k, FAULT_INDUCTIVE, 0,
           "unit propagation does not show that no step enters this cube");
}

static void lemmas_are_checked(void **state)
{
    static const char both[] = "EF p = 1 and q = 1";
    struct parts k = with_inductive(both, true, P, Q);

    (void)state;
    add_cube(&k.proof->lemmas, CASE_PROOF_PLACE, true, P, Q);
    expect(k, FAULT_END, 0, "");
    k = with_inductive(both, true, P, Q);
    add_cube(&k.proof->lemmas, CASE_PROOF_PLACE, true, P, P);
    expect(k, FAULT_LEMMA, 0, "unit propagation does not refute this lemma");
    k = with_inductive(both, true, P, Q);
    add_cube(&k.proof->lemmas, CASE_PROOF_TRANS, true, P, 1);
    expect(k, FAULT_LEMMA, 0, "a lemma is about places only");
}

static void some_questions_have_no_proof_by_cases(void **state)
{
    struct parts k = parts_of("EF p = 1");

    (void)state;
    formula_destroy(k.goals.at[0].formula);
    k.goals.at[0].formula = NULL;
    k.goals.at[0].kind = GOAL_LIVE;
    expect(k, FAULT_END, 0, "cases prove nothing about this kind of goal");
}

MODULE(verify_cases)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_combination_is_checked),
        cmocka_unit_test(a_vector_is_checked),
        cmocka_unit_test(large_numbers_are_refused),
        cmocka_unit_test(something_is_left),
        cmocka_unit_test(traps_are_checked),
        cmocka_unit_test(comparisons_are_those_of_the_formula),
        cmocka_unit_test(cases_are_checked),
        cmocka_unit_test(inductive_cubes_are_checked),
        cmocka_unit_test(steps_do_not_use_the_question),
        cmocka_unit_test(lemmas_are_checked),
        cmocka_unit_test(some_questions_have_no_proof_by_cases),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
