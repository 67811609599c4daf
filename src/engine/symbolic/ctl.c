#include "engine/symbolic/ctl.h"

static mdd_id atom(const struct ctl *ctl, uint32_t number)
{
    const uint32_t k = number < TEMPORAL_ATOMS
                           ? number
                           : number - TEMPORAL_ATOMS + ctl->formula->atoms.len;

    return ctl->sets->diagram.kept.at[ctl->first + k];
}

/* The parts of a condition have smaller numbers; nothing is collected
 * meanwhile. */
mdd_id ctl_condition(const struct ctl *ctl, ltl_id id)
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

/* A is the negation of E of the dual. */
struct ctl_path ctl_shown(const struct ctl *ctl, uint32_t number)
{
    const struct temporal_quantified part = ctl->formula->quantified.at[number];
    const struct ltl_node node = ctl->formula->ltl.nodes.at[part.path];
    struct sets *const sets = ctl->sets;
    const mdd_id a = ctl_condition(ctl, node.left);
    const mdd_id b = node.op == LTL_NEXT ? a : ctl_condition(ctl, node.right);

    return part.all ? (struct ctl_path){ltl_dual(node.op), sets_not(sets, a),
                                        sets_not(sets, b)}
                    : (struct ctl_path){node.op, a, b};
}

static mdd_id quantified(const struct ctl *ctl, uint32_t number)
{
    const struct ctl_path path = ctl_shown(ctl, number);
    const mdd_id set = some_path(ctl->sets, path.op, path.left, path.right);

    return ctl->formula->quantified.at[number].all ? sets_not(ctl->sets, set)
                                                   : set;
}

void ctl_init(struct ctl *ctl, struct sets *sets,
              const struct temporal *formula)
{
    (void)sets_dead(sets);
    *ctl = (struct ctl){sets, formula, sets->diagram.kept.len};
    for (uint32_t i = 0; i < formula->atoms.len; i++)
        sets_keep(sets, sets_formula(sets, formula->atoms.at[i]));
    for (uint32_t k = 0; k < formula->quantified.len; k++)
        sets_keep(sets, quantified(ctl, k));
}

void ctl_finish(struct ctl *ctl)
{
    sets_drop(ctl->sets, ctl->first);
}
