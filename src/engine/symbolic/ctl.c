#include "engine/symbolic/ctl.h"

/* The sets of atoms and of quantified parts, which are kept. */
struct ctl {
    struct sets *sets;
    const struct temporal *formula;
    uint32_t first; /* kept: the atoms from here on, then the quantified ones */
};

static mdd_id atom(const struct ctl *ctl, uint32_t number)
{
    const uint32_t k = number < TEMPORAL_ATOMS
                           ? number
                           : number - TEMPORAL_ATOMS + ctl->formula->atoms.len;

    return ctl->sets->diagram.kept.at[ctl->first + k];
}

/* Of a formula without operators of paths.  Its parts have smaller numbers;
 * nothing is collected meanwhile. */
static mdd_id state(const struct ctl *ctl, ltl_id id)
{
    const struct ltl *const ltl = &ctl->formula->ltl;
    mdd_id *const found = mem_zero((size_t)id + 1, sizeof *found);
    bool *const is_part = ltl_parts(ltl, id);
    mdd_id result;

    for (ltl_id i = 0; i <= id; i++) {
        const struct ltl_node node = ltl->nodes.at[i];

        if (!is_part[i])
            continue;
        if (node.op == LTL_TRUE)
            found[i] = ctl->sets->all;
        else if (node.op == LTL_ATOM)
            found[i] = atom(ctl, node.left);
        else if (node.op == LTL_NOT)
            found[i] = sets_not(ctl->sets, atom(ctl, node.left));
        else if (node.op != LTL_FALSE)
            found[i] =
                node.op == LTL_AND
                    ? sets_and(ctl->sets, found[node.left], found[node.right])
                    : sets_or(ctl->sets, found[node.left], found[node.right]);
    }
    result = found[id];
    mem_free(found);
    mem_free(is_part);
    return result;
}

/* E a U b: backwards from b, through markings of a. */
static mdd_id some_until(struct sets *sets, mdd_id a, mdd_id b)
{
    return images_close_back(&sets->steps, b, sets_or(sets, a, b));
}

/* E G b: the markings of b that are dead, or have a step to such a marking
 * again. */
mdd_id ctl_stays(struct sets *sets, mdd_id b)
{
    const uint32_t n = sets->diagram.kept.len;
    mdd_id now = b, before = MDD_EMPTY, ends;

    sets_keep(sets, b);
    ends = sets_and(sets, b, sets_dead(sets));
    sets_keep(sets, ends);
    while (now != before && !sets->diagram.stopped) {
        before = now;
        sets_keep(sets, now);
        now = sets_or(sets, ends,
                      images_image(&sets->steps, IMAGES_BACKWARDS, now, now));
        sets_drop(sets, n + 2);
    }
    sets_drop(sets, n);
    return now;
}

/* E a R b: b for ever, or b until both hold. */
static mdd_id some_release(struct sets *sets, mdd_id a, mdd_id b)
{
    const uint32_t n = sets->diagram.kept.len;
    mdd_id result;

    sets_keep(sets, b);
    sets_keep(sets, a);
    result = a ? some_until(sets, b, sets_and(sets, a, b)) : MDD_EMPTY;
    sets_keep(sets, result);
    result = sets_or(sets, result, ctl_stays(sets, b));
    sets_drop(sets, n);
    return result;
}

static mdd_id some_path(struct sets *sets, enum ltl_op op, mdd_id a, mdd_id b)
{
    if (op == LTL_NEXT)
        return images_image(&sets->steps, IMAGES_BACKWARDS, a, sets->all);
    return op == LTL_UNTIL ? some_until(sets, a, b) : some_release(sets, a, b);
}

/* The operands of E; A is the negation of E of the dual. */
static struct ctl_path operands(const struct ctl *ctl,
                                const struct temporal_quantified *part)
{
    const struct ltl_node node = ctl->formula->ltl.nodes.at[part->path];
    struct sets *const sets = ctl->sets;
    const enum ltl_op dual = node.op == LTL_UNTIL     ? LTL_RELEASE
                             : node.op == LTL_RELEASE ? LTL_UNTIL
                                                      : node.op;
    const mdd_id a = state(ctl, node.left);
    const mdd_id b = node.op == LTL_NEXT ? a : state(ctl, node.right);

    return part->all
               ? (struct ctl_path){dual, sets_not(sets, a), sets_not(sets, b)}
               : (struct ctl_path){node.op, a, b};
}

static mdd_id quantified(const struct ctl *ctl,
                         const struct temporal_quantified *part)
{
    const struct ctl_path path = operands(ctl, part);
    const mdd_id set = some_path(ctl->sets, path.op, path.left, path.right);

    return part->all ? sets_not(ctl->sets, set) : set;
}

static struct ctl begin(struct sets *sets, const struct temporal *formula)
{
    struct ctl ctl = {sets, formula, 0};

    (void)sets_dead(sets);
    ctl.first = sets->diagram.kept.len;
    for (uint32_t i = 0; i < formula->atoms.len; i++)
        sets_keep(sets, sets_formula(sets, formula->atoms.at[i]));
    return ctl;
}

struct ctl_path ctl_path(struct sets *sets, const struct temporal *formula,
                         ltl_id path)
{
    const struct ctl ctl = begin(sets, formula);
    const struct ltl_node node = formula->ltl.nodes.at[path];
    const bool is_next = node.op == LTL_NEXT;
    const mdd_id left = state(&ctl, node.left);
    const mdd_id right = is_next ? left : state(&ctl, node.right);

    sets_drop(sets, ctl.first);
    sets_keep(sets, left);
    sets_keep(sets, right);
    return (struct ctl_path){node.op, left, right};
}

/* E that holds has a run, and A that does not. */
static struct ctl_path find_shown(const struct ctl *ctl, mdd_id holds)
{
    const struct temporal *const formula = ctl->formula;
    const struct ltl_node top = formula->ltl.nodes.at[formula->sought];
    const bool negated = top.op == LTL_NOT;
    const struct temporal_quantified *part;

    if ((top.op != LTL_ATOM && !negated) || top.left < TEMPORAL_ATOMS)
        return (struct ctl_path){.op = LTL_TRUE};
    part = &formula->quantified.at[top.left - TEMPORAL_ATOMS];
    if (sets_has(ctl->sets, holds, net_initial(ctl->sets->net)) ==
        (part->all != negated))
        return (struct ctl_path){.op = LTL_TRUE};
    return operands(ctl, part);
}

mdd_id ctl_holds(struct sets *sets, const struct temporal *formula,
                 struct ctl_path *shown)
{
    const struct ctl ctl = begin(sets, formula);
    mdd_id result;

    for (uint32_t i = 0; i < formula->quantified.len; i++)
        sets_keep(sets, quantified(&ctl, &formula->quantified.at[i]));
    result = state(&ctl, formula->sought);
    *shown = find_shown(&ctl, result);
    sets_drop(sets, ctl.first);
    if (shown->op != LTL_TRUE) {
        sets_keep(sets, shown->left);
        sets_keep(sets, shown->right);
    }
    return sets->diagram.stopped ? MDD_EMPTY : result;
}
