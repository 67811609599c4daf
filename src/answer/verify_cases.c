#include "answer/verify_cases.h"

#include "answer/goal_clauses.h"

struct verify_cases {
    const struct net *net;
    const struct goal *goal;
    const struct case_proof *proof;
    struct verify_cases_fault *fault;
    struct farkas_check check;
    struct clauses clauses;
};

static bool report(struct verify_cases *v, enum verify_cases_part part,
                   uint32_t number, const char *text)
{
    *v->fault = (struct verify_cases_fault){part, number, text};
    return false;
}

/* --- traps and combinations ----------------------------------------------- */

static bool add_traps(struct verify_cases *v)
{
    const struct farkas_traps *const traps = &v->proof->traps;

    for (uint32_t i = 0; i < traps->ends.len; i++) {
        const struct net_place_span trap = farkas_trap(traps, i);

        if (!farkas_is_trap(&v->check, trap))
            return report(v, VERIFY_CASES_TRAP, i,
                          "this is no trap that is marked initially");
        goal_clauses_trap(&v->clauses, trap);
    }
    return true;
}

static bool is_comparison(const struct verify_cases *v, uint32_t node)
{
    const struct formula *const formula = v->check.formula;

    return formula && node < formula->nodes.len &&
           formula->nodes.at[node].op == FORMULA_AT_LEAST;
}

/* Does the combination use what there is? */
static bool is_known(struct verify_cases *v, uint32_t i)
{
    const struct farkas *const farkas = &v->proof->combinations.at[i];

    for (uint32_t k = 0; k < farkas->comparisons.len; k++)
        if (!is_comparison(v, farkas->comparisons.at[k].which))
            return report(v, VERIFY_CASES_COMBINATION, i,
                          "a node that it uses is no comparison");
    for (uint32_t k = 0; k < farkas->traps.len; k++)
        if (farkas->traps.at[k].which >= v->proof->traps.ends.len)
            return report(v, VERIFY_CASES_COMBINATION, i,
                          "a trap that it uses does not exist");
    return true;
}

static bool add_combinations(struct verify_cases *v)
{
    for (uint32_t i = 0; i < v->proof->combinations.len; i++) {
        const struct farkas *const farkas = &v->proof->combinations.at[i];

        if (!is_known(v, i))
            return false;
        if (!farkas_refutes(&v->check, farkas, NULL))
            return report(v, VERIFY_CASES_COMBINATION, i,
                          "the weights and factors do not refute what is "
                          "assumed");
        goal_clauses_combination(&v->clauses, v->net, farkas);
    }
    return true;
}

/* --- cases ---------------------------------------------------------------- */

/* Appends the opposite of a literal. */
static bool put_opposite(struct verify_cases *v,
                         const struct case_proof_literal *literal)
{
    const uint32_t n_nodes = v->check.formula ? v->check.formula->nodes.len : 0;
    uint32_t variable = 0;

    switch (literal->about) {
    case CASE_PROOF_PLACE:
        variable = goal_clauses_place(literal->id);
        break;
    case CASE_PROOF_NODE:
        if (literal->id >= n_nodes)
            return false;
        variable = goal_clauses_node(v->net, literal->id);
        break;
    case CASE_PROOF_TRANS:
        variable = goal_clauses_enabled(v->net, v->goal, literal->id);
        break;
    }
    clauses_put(&v->clauses, variable + (literal->truth ? 1 : 0));
    return true;
}

static bool add_cases(struct verify_cases *v)
{
    for (uint32_t i = 0; i < v->proof->ends.len; i++) {
        const struct case_proof_span span = case_proof_case(v->proof, i);

        for (uint32_t k = 0; k < span.len; k++)
            if (!put_opposite(v, &span.at[k]))
                return report(v, VERIFY_CASES_CASE, i,
                              "a node that it is about does not exist");
        if (!clauses_imply(&v->clauses, NULL))
            return report(v, VERIFY_CASES_CASE, i,
                          "unit propagation does not refute this case");
        clauses_close(&v->clauses);
    }
    return clauses_refuted(&v->clauses, NULL) ||
           report(v, VERIFY_CASES_END, 0, "some case is left");
}

bool verify_cases_proof(const struct net *net, const struct goal *goal,
                        const struct case_proof *proof,
                        struct verify_cases_fault *fault)
{
    const uint32_t n_variables = goal_clauses_variables(net, goal);
    struct verify_cases v = {
        .net = net, .goal = goal, .proof = proof, .fault = fault};
    bool good;

    if (!n_variables)
        return report(&v, VERIFY_CASES_END, 0,
                      "cases prove nothing about this kind of goal");
    farkas_check_init(&v.check, net,
                      goal->kind == GOAL_FORMULA ? goal->formula : NULL,
                      &proof->traps);
    clauses_init(&v.clauses, n_variables);
    goal_clauses_add(&v.clauses, net, goal);
    good = add_traps(&v) && add_combinations(&v) && add_cases(&v);
    clauses_finish(&v.clauses);
    farkas_check_finish(&v.check);
    return good;
}
