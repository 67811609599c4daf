#include "temporal/last_letter.h"

#include "base/mem.h"

/* A part of a formula. */
struct ending {
    ltl_id made;  /* an equivalent formula */
    ltl_id ends;  /* what holds of the last letter if the part does: a formula
                     without temporal operators */
    bool is_last; /* the part holds of all suffixes of a word or of none */
};

static struct ending simplify_atom(struct ltl *ltl,
                                   const struct last_letter *letter, ltl_id id,
                                   const struct ltl_node *node)
{
    const ltl_id ends = letter->ends[node->left];

    return (struct ending){
        .made = id,
        .ends = node->op == LTL_ATOM ? ends : ltl_negation(ltl, ends)};
}

/* a U b where b holds in the end is a W b, and a R b where b fails is a M b. */
static ltl_id make_until(struct ltl *ltl, enum ltl_op op, ltl_id a,
                         const struct ending *b)
{
    const bool is_until = op == LTL_UNTIL;

    if (b->ends != (is_until ? LTL_YES : LTL_NO))
        return ltl_binary(ltl, op, a, b->made);
    return ltl_binary(ltl, is_until ? LTL_RELEASE : LTL_UNTIL, b->made,
                      ltl_binary(ltl, is_until ? LTL_OR : LTL_AND, a, b->made));
}

/* The formula says what holds of the last letter. */
static ltl_id at_last(struct ltl *ltl, const struct last_letter *letter,
                      ltl_id ends)
{
    if (ends <= LTL_YES)
        return ends;
    return ltl_finally(ltl, ltl_binary(ltl, LTL_AND, letter->last, ends));
}

static struct ending simplify_node(struct ltl *ltl,
                                   const struct last_letter *letter,
                                   const struct ltl_node *node,
                                   const struct ending *left,
                                   const struct ending *right)
{
    struct ending part = {.ends = right->ends, .is_last = right->is_last};

    if (node->op == LTL_NEXT) {
        part = *left;
        part.made = ltl_next(ltl, left->made);
    } else if (node->op == LTL_AND || node->op == LTL_OR) {
        part.made = ltl_binary(ltl, node->op, left->made, right->made);
        part.ends = ltl_binary(ltl, node->op, left->ends, right->ends);
        part.is_last &= left->is_last;
    } else {
        part.made = make_until(ltl, node->op, left->made, right);
    }
    part.is_last |= ltl->nodes.at[part.made].is_eventual &&
                    ltl->nodes.at[part.made].is_universal;
    if (part.made > LTL_YES && part.is_last)
        part.made = at_last(ltl, letter, part.ends);
    return part;
}

ltl_id last_letter_simplify(struct ltl *ltl, ltl_id formula,
                            const struct last_letter *letter, ltl_id *end)
{
    bool *const is_part = ltl_parts(ltl, formula);
    struct ending *const parts = mem_zero(formula + 1, sizeof *parts);
    ltl_id made;

    for (ltl_id id = 0; id <= formula; id++) {
        const struct ltl_node node = ltl->nodes.at[id];

        if (!is_part[id])
            continue;
        if (node.op < LTL_ATOM)
            parts[id] = (struct ending){id, id, true};
        else if (node.op < LTL_AND)
            parts[id] = simplify_atom(ltl, letter, id, &node);
        else
            parts[id] = simplify_node(ltl, letter, &node, &parts[node.left],
                                      &parts[node.right]);
    }
    made = parts[formula].made;
    *end = parts[formula].ends;
    mem_free(parts);
    mem_free(is_part);
    return made;
}
