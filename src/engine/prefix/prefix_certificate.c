#include "engine/prefix/prefix_certificate.h"

#include "question/formula_cubes.h"

/* That none of its markings leaves a place empty would take a refutation
 * besides. */
static bool certifies_formula(const struct net *net, const struct goal *goal,
                              struct diag *diag)
{
    formula_cubes_list cubes;
    place_id empty = PLACE_NONE;

    if (!formula_cubes_of(goal->formula, net, FORMULA_CUBES_CERTIFIED, &cubes))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "engine 'prefix' cannot certify '%.300s', which "
                           "asks for a deadlock or for more than %d sets of "
                           "places",
                           goal->text, FORMULA_CUBES_CERTIFIED);
    for (uint32_t i = 0; i < cubes.len && empty == PLACE_NONE; i++)
        if (cubes.at[i].empty.len)
            empty = cubes.at[i].empty.at[0];
    formula_cubes_free(&cubes);
    return empty == PLACE_NONE ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "engine 'prefix' cannot certify '%.300s': a prefix "
                       "does not show that '%.100s' is never empty then",
                       goal->text, net_place_label(net, empty));
}

static bool certifies_sum(const struct net *net, const struct goal *goal,
                          struct diag *diag)
{
    const struct formula_node *const node = goal->formula->nodes.at;

    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term *const term =
            &goal->formula->terms.at[node->first + i];

        if (term->factor < 0)
            return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                               "engine 'prefix' cannot certify '%.300s': a "
                               "prefix does not show when '%.100s' is empty",
                               goal->text, net_place_label(net, term->place));
    }
    return true;
}

bool prefix_certificate_fits(const struct engine_problem *problem,
                             struct diag *diag)
{
    const struct goal *const goal = problem->question.goals;
    const enum dep_kind kind = dep_kind(problem->dep);

    if (kind != DEP_CLASSIC && kind != DEP_READ)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "engine 'prefix' cannot certify unless option "
                           "'dependency' is classic or read");
    if (goal->kind == GOAL_DEADLOCK || goal->empty.len)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "engine 'prefix' cannot certify that '%s' is "
                           "unreachable",
                           goal->text);
    if (goal->kind == GOAL_FORMULA)
        return certifies_formula(problem->net, goal, diag);
    return goal->kind != GOAL_BOUND || certifies_sum(problem->net, goal, diag);
}
