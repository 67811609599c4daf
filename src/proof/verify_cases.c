#include "proof/verify.h"

#include "proof/entries.h"
#include "proof/goal_clauses.h"
#include "proof/product_net.h"

struct verify_cases {
    const struct net *net;
    const struct goal *goal;
    const struct case_proof *proof;
    const struct weights_about *about;
    struct fault *fault;
    struct farkas_check check;
    struct clauses clauses;
};

/* --- traps and combinations ----------------------------------------------- */

static bool add_trap_clauses(struct verify_cases *v)
{
    const net_place_lists *const traps = &v->proof->traps;

    for (uint32_t i = 0; i < vecs_count(traps); i++) {
        const struct net_place_span trap = net_span_at(traps, i);

        if (!farkas_is_trap(&v->check, trap))
            return fault_report(v->fault, FAULT_TRAP, i,
                                "this is no trap that is marked initially");
        goal_clauses_trap(trap, goal_clauses_into, &v->clauses);
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
            return fault_report(v->fault, FAULT_COMBINATION, i,
                                "a node that it uses is no comparison");
    for (uint32_t k = 0; k < farkas->traps.len; k++)
        if (farkas->traps.at[k].which >= vecs_count(&v->proof->traps))
            return fault_report(v->fault, FAULT_COMBINATION, i,
                                "a trap that it uses does not exist");
    return true;
}

static bool is_excluded(const struct verify_cases *v,
                        const struct farkas *farkas)
{
    return v->about && !farkas->empty.len &&
           weights_exclude(v->about, farkas->vector - 1, &farkas->marked);
}

static bool add_combinations(struct verify_cases *v)
{
    for (uint32_t i = 0; i < v->proof->combinations.len; i++) {
        const struct farkas *const farkas = &v->proof->combinations.at[i];

        if (!is_known(v, i))
            return false;
        if (farkas->vector && !is_excluded(v, farkas))
            return fault_report(
                v->fault, FAULT_COMBINATION, i,
                "the vector does not show that the places exclude "
                "each other");
        if (!farkas->vector && !farkas_refutes(&v->check, farkas, NULL))
            return fault_report(v->fault, FAULT_COMBINATION, i,
                                "the weights and factors do not refute what is "
                                "assumed");
        goal_clauses_combination(v->net, farkas, goal_clauses_into,
                                 &v->clauses);
    }
    return true;
}

/* --- inductive cubes ------------------------------------------------------ */

/* Appends the opposite of a literal.  False: there is nothing that it could be
 * about. */
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

/* As a clause that is under way. */
static bool put_cube(struct verify_cases *v, struct case_proof_span cube)
{
    for (uint32_t i = 0; i < cube.len; i++)
        if (cube.at[i].about != CASE_PROOF_PLACE ||
            !put_opposite(v, &cube.at[i]))
            return false;
    return true;
}

static bool is_initial(const struct net *net, struct case_proof_span cube)
{
    for (uint32_t i = 0; i < cube.len; i++)
        if (net_marked(net, cube.at[i].id) != cube.at[i].truth)
            return false;
    return true;
}

static bool add_inductive(struct verify_cases *v)
{
    const case_proof_list *const list = &v->proof->inductive;

    for (uint32_t i = 0; i < vecs_count(list); i++) {
        const struct case_proof_span cube = case_proof_set(list, i);

        if (!put_cube(v, cube))
            return fault_report(v->fault, FAULT_INDUCTIVE, i,
                                "an inductive cube is about places only");
        if (is_initial(v->net, cube))
            return fault_report(v->fault, FAULT_INDUCTIVE, i,
                                "the initial marking is in this cube");
        clauses_close(&v->clauses);
    }
    return true;
}

static bool add_lemmas(struct verify_cases *v)
{
    const case_proof_list *const list = &v->proof->lemmas;

    for (uint32_t i = 0; i < vecs_count(list); i++) {
        if (!put_cube(v, case_proof_set(list, i)))
            return fault_report(v->fault, FAULT_LEMMA, i,
                                "a lemma is about places only");
        if (!clauses_imply(&v->clauses, NULL))
            return fault_report(v->fault, FAULT_LEMMA, i,
                                "unit propagation does not refute this lemma");
        clauses_close(&v->clauses);
    }
    return true;
}

static bool is_implied(void *self)
{
    struct verify_cases *const v = self;

    return clauses_imply(&v->clauses, NULL);
}

/* Does no step enter an inductive cube?  The question has no clauses yet. */
static bool check_steps(struct verify_cases *v)
{
    const case_proof_list *const list = &v->proof->inductive;
    struct entries entries;
    bool good = true;

    entries_init(&entries, v->net, &v->clauses, is_implied, v);
    for (uint32_t i = 0; i < vecs_count(list) && good; i++)
        good = entries_visit(&entries, case_proof_set(list, i)) ||
               fault_report(v->fault, FAULT_INDUCTIVE, i,
                            "unit propagation does not show that no step "
                            "enters this cube");
    entries_finish(&entries);
    return good;
}

/* --- cases ---------------------------------------------------------------- */

static bool add_cases(struct verify_cases *v)
{
    const case_proof_list *const list = &v->proof->cases;

    for (uint32_t i = 0; i < vecs_count(list); i++) {
        const struct case_proof_span span = case_proof_set(list, i);

        for (uint32_t k = 0; k < span.len; k++)
            if (!put_opposite(v, &span.at[k]))
                return fault_report(v->fault, FAULT_CASE, i,
                                    "a node that it is about does not exist");
        if (!clauses_imply(&v->clauses, NULL))
            return fault_report(v->fault, FAULT_CASE, i,
                                "unit propagation does not refute this case");
        clauses_close(&v->clauses);
    }
    return clauses_refuted(&v->clauses, NULL) ||
           fault_report(v->fault, FAULT_END, 0, "some case is left");
}

/* About a single marking. */
static bool verify(const struct net *net, const struct goal *goal,
                   const struct case_proof *proof,
                   const struct weights_about *about, struct fault *fault)
{
    const uint32_t n_variables = goal_clauses_variables(net, goal);
    struct verify_cases v = {.net = net,
                             .goal = goal,
                             .proof = proof,
                             .about = about,
                             .fault = fault};
    bool good;

    if (!n_variables)
        return fault_report(fault, FAULT_END, 0,
                            "cases prove nothing about this kind of goal");
    farkas_check_init(&v.check, net,
                      goal->kind == GOAL_FORMULA ? goal->formula : NULL,
                      &proof->traps);
    clauses_init(&v.clauses, n_variables);
    good = add_trap_clauses(&v) && add_combinations(&v) && add_inductive(&v) &&
           add_lemmas(&v) && check_steps(&v);
    if (good) {
        goal_clauses_visit(net, goal, goal_clauses_into, &v.clauses);
        good = add_cases(&v);
    }
    clauses_finish(&v.clauses);
    farkas_check_finish(&v.check);
    return good;
}

bool verify_cases_proof(const struct net *net, const struct goal *goal,
                        const struct case_proof *proof,
                        const struct weights_about *about, struct fault *fault)
{
    struct net_product product;
    struct goal sought;
    bool good;

    if (goal->kind != GOAL_LASSO)
        return verify(net, goal, proof, about, fault);
    good = product_net_build(&product, net, goal->temporal, &proof->ranks,
                             proof->rounds);
    sought = goal_of_formula(product.sought);
    good = good ? verify(product.net, &sought, proof, NULL, fault)
                : fault_report(fault, FAULT_END, 0,
                               "the product with the automaton is too large");
    net_product_finish(&product);
    return good;
}
