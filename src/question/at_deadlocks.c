#include "question/at_deadlocks.h"

#include "base/mem.h"
#include "net/termination.h"

/* Does the condition hold at every deadlock, 1, at none, -1, or does this
 * depend on the places, 0?  A condition has the least value of its parts, or
 * the greatest one. */
static int find_value(const struct formula *formula)
{
    signed char *const values = mem_zero(formula->nodes.len, sizeof *values);
    int value;

    for (uint32_t i = formula->nodes.len; i-- > 0;) {
        const struct formula_node *const node = &formula->nodes.at[i];
        const bool is_and = node->op == FORMULA_AND;

        if (node->op == FORMULA_DISABLED || node->op == FORMULA_DEADLOCK)
            values[i] = 1;
        else if (node->op == FORMULA_FIREABLE || node->op == FORMULA_LIVE)
            values[i] = -1;
        if (!is_and && node->op != FORMULA_OR)
            continue;
        values[i] = is_and ? 1 : -1;
        for (uint32_t k = node->first; k < node->first + node->len; k++)
            if (is_and ? values[k] < values[i] : values[k] > values[i])
                values[i] = values[k];
    }
    value = values[0];
    mem_free(values);
    return value;
}

bool at_deadlocks_init(struct at_deadlocks *ends, struct temporal *temporal)
{
    *ends = (struct at_deadlocks){.temporal = temporal};
    if (!temporal_add_deadlock(temporal, true, &ends->deadlock))
        return false;
    for (uint32_t i = 0; i < TEMPORAL_ATOMS; i++) {
        const int value =
            i < temporal->atoms.len ? find_value(temporal->atoms.at[i]) : 0;

        vec_push(&ends->ends, value > 0   ? LTL_YES
                              : value < 0 ? LTL_NO
                                          : ltl_atom(&temporal->ltl, i));
    }
    return true;
}

void at_deadlocks_finish(struct at_deadlocks *ends)
{
    vec_free(&ends->ends);
}

static ltl_id simplify(struct at_deadlocks *ends, ltl_id formula, ltl_id *end)
{
    const struct last_letter letter = {ends->ends.at, ends->deadlock};

    return last_letter_simplify(&ends->temporal->ltl, formula, &letter, end);
}

ltl_id at_deadlocks_simplify(struct temporal *temporal, const struct net *net,
                             ltl_id formula)
{
    const uint32_t n_atoms = temporal->atoms.len;
    ltl_id simplified = formula, end;
    struct at_deadlocks ends;

    if (at_deadlocks_init(&ends, temporal))
        simplified = simplify(&ends, formula, &end);
    at_deadlocks_finish(&ends);
    if (simplified != formula && termination_find_endless(net) != TRANS_NONE)
        simplified = formula;
    if (n_atoms < temporal->atoms.len &&
        !(ltl_atom_set(&temporal->ltl, simplified) >> n_atoms & 1))
        formula_destroy(vec_pop(&temporal->atoms));
    return simplified;
}

/* Is the path formula F of a quantified G, or G of a quantified F, which says
 * how the paths end? */
static bool is_about_ends(struct temporal *temporal, bool all, ltl_id path)
{
    const struct ltl_node node = temporal->ltl.nodes.at[path];
    const bool is_finally = node.op == LTL_UNTIL && node.left == LTL_YES;
    struct temporal_quantified part;
    struct ltl_node inner;

    if ((!is_finally && (node.op != LTL_RELEASE || node.left != LTL_NO)) ||
        !temporal_is_quantified(temporal, node.right, &part))
        return false;
    inner = temporal->ltl.nodes.at[part.path];
    if (is_finally)
        return inner.op == LTL_RELEASE && inner.left == LTL_NO &&
               (part.all || !all);
    return inner.op == LTL_UNTIL && inner.left == LTL_YES && (all || !part.all);
}

/* Some path ends where the condition holds, or all paths do. */
static ltl_id where_it_ends(const struct at_deadlocks *ends, bool all,
                            ltl_id end)
{
    struct ltl *const ltl = &ends->temporal->ltl;

    if (all)
        return ltl_globally(
            ltl,
            ltl_binary(ltl, LTL_OR, ltl_negation(ltl, ends->deadlock), end));
    return ltl_finally(ltl, ltl_binary(ltl, LTL_AND, ends->deadlock, end));
}

ltl_id at_deadlocks_quantify(struct at_deadlocks *ends, bool all, ltl_id path)
{
    struct temporal *const temporal = ends->temporal;
    ltl_id end = all ? LTL_YES : LTL_NO, made;

    if (temporal->ltl.nodes.at[path].op != LTL_NEXT) {
        path = simplify(ends, path, &end);
        if (is_about_ends(temporal, all, path))
            path = end <= LTL_YES ? end : where_it_ends(ends, all, end);
    }
    made = temporal_quantify(temporal, all, path);
    while (ends->ends.len < TEMPORAL_ATOMS + temporal->quantified.len)
        vec_push(&ends->ends, end);
    return made;
}
