#include "question/temporal.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"
#include "net/termination.h"
#include "question/at_deadlocks.h"

enum truth { NO, YES, OPEN };

/* A formula while it is made anew. */
struct anew {
    struct temporal *to;
    const struct temporal *from;
    ltl_id *atoms; /* by atom of `from`, quantified parts among them */
};

/* A condition, or an operator of paths of conditions, in the new store. */
static ltl_id copy(const struct anew *anew, ltl_id id)
{
    struct ltl *const ltl = &anew->to->ltl;
    bool *const is_part = ltl_parts(&anew->from->ltl, id);
    ltl_id *const made = mem_zero((size_t)id + 1, sizeof *made);
    ltl_id found;

    for (ltl_id i = 0; i <= id; i++) {
        const struct ltl_node node = anew->from->ltl.nodes.at[i];

        if (!is_part[i])
            continue;
        if (node.op < LTL_ATOM)
            made[i] = i;
        else if (node.op == LTL_ATOM)
            made[i] = anew->atoms[node.left];
        else if (node.op == LTL_NOT)
            made[i] = ltl_negation(ltl, anew->atoms[node.left]);
        else if (node.op == LTL_NEXT)
            made[i] = temporal_next(anew->to, made[node.left]);
        else
            made[i] =
                ltl_binary(ltl, node.op, made[node.left], made[node.right]);
    }
    found = made[id];
    mem_free(is_part);
    mem_free(made);
    return found;
}

static void move_atoms(struct anew *anew, struct temporal *from,
                       uint64_t letter)
{
    const uint64_t constant = begun_constant(from);

    for (uint32_t i = 0; i < from->atoms.len; i++) {
        vec_push(&anew->to->atoms, from->atoms.at[i]);
        anew->atoms[i] = !(constant >> i & 1) ? ltl_atom(&anew->to->ltl, i)
                         : letter >> i & 1    ? LTL_YES
                                              : LTL_NO;
    }
    vec_clear(&from->atoms);
}

/* The formula without the atoms that their sums decide. */
static struct temporal *settle(struct temporal *from, const struct net *net,
                               uint64_t letter)
{
    struct anew anew = {temporal_create(), from,
                        mem_zero((size_t)TEMPORAL_ATOMS + from->quantified.len,
                                 sizeof *anew.atoms)};
    struct at_deadlocks ends = {0};
    bool all_end;

    move_atoms(&anew, from, letter);
    all_end = termination_find_endless(net) == TRANS_NONE &&
              at_deadlocks_init(&ends, anew.to);
    for (uint32_t k = 0; k < from->quantified.len; k++) {
        const struct temporal_quantified part = from->quantified.at[k];
        const ltl_id path = copy(&anew, part.path);
        const ltl_id made = all_end
                                ? at_deadlocks_quantify(&ends, part.all, path)
                                : temporal_quantify(anew.to, part.all, path);

        ASSERT(made != UINT32_MAX);
        anew.atoms[TEMPORAL_ATOMS + k] = made;
    }
    anew.to->sought = copy(&anew, from->sought);
    at_deadlocks_finish(&ends);
    mem_free(anew.atoms);
    temporal_destroy(from);
    return anew.to;
}

/* Of a and b, if `strong` is NO; of a or b, if it is YES. */
static enum truth join(enum truth a, enum truth b, enum truth strong)
{
    return a == strong || b == strong ? strong : a == OPEN ? a : b;
}

/* By condition, is it true at some marking after one step from the initial one,
 * and at all of them?  NULL: not known. */
struct ahead {
    enum truth *some, *all;
};

/* A path with this operator begins at a marking where the operands have these
 * truths. */
static enum truth truth_of_path(enum ltl_op op, enum truth left,
                                enum truth right)
{
    const enum truth strong = op == LTL_UNTIL ? YES : NO;

    return right == strong || (right != OPEN && left == right) ? right : OPEN;
}

static enum truth truth_of_atom(const struct temporal *temporal, uint32_t atom,
                                uint64_t letter, const struct ahead *ahead,
                                const enum truth *truth)
{
    struct temporal_quantified part;
    struct ltl_node path;

    if (atom < TEMPORAL_ATOMS)
        return letter >> atom & 1 ? YES : NO;
    part = temporal->quantified.at[atom - TEMPORAL_ATOMS];
    path = temporal->ltl.nodes.at[part.path];
    if (path.op == LTL_NEXT)
        return !ahead->some ? OPEN
               : part.all   ? ahead->all[path.left]
                            : ahead->some[path.left];
    return truth_of_path(path.op, truth[path.left], truth[path.right]);
}

/* By condition up to `sought`, its truth at a marking with this letter as far
 * as the marking shows it, and those after it. */
static void find_truth(const struct temporal *temporal, uint64_t letter,
                       const struct ahead *ahead, enum truth *truth)
{
    for (ltl_id i = 0; i <= temporal->sought; i++) {
        const struct ltl_node node = temporal->ltl.nodes.at[i];

        truth[i] = OPEN;
        if (node.op < LTL_ATOM)
            truth[i] = node.op == LTL_TRUE ? YES : NO;
        else if (node.op == LTL_ATOM || node.op == LTL_NOT)
            truth[i] = truth_of_atom(temporal, node.left, letter, ahead, truth);
        else if (node.op == LTL_AND || node.op == LTL_OR)
            truth[i] = join(truth[node.left], truth[node.right],
                            node.op == LTL_AND ? NO : YES);
        if (node.op == LTL_NOT && truth[i] != OPEN)
            truth[i] = truth[i] == YES ? NO : YES;
    }
}

/* Has what is sought an X outside of other quantifiers? */
static bool begins_with_next(const struct temporal *temporal)
{
    bool *const is_part = ltl_parts(&temporal->ltl, temporal->sought);
    bool begins = false;

    for (ltl_id i = 0; i <= temporal->sought; i++) {
        const struct temporal_quantified *const part =
            is_part[i] ? temporal_quantified_of(temporal, i) : NULL;

        begins |= part && temporal->ltl.nodes.at[part->path].op == LTL_NEXT;
    }
    mem_free(is_part);
    return begins;
}

/* Fires each transition that the initial marking m enables; nothing is known if
 * one puts a second token on a place. */
static void look_ahead(const struct temporal *temporal, const struct net *net,
                       bits_word *m, struct ahead *ahead)
{
    const struct ahead unknown = {0};
    const ltl_id n = temporal->sought + 1;
    enum truth *here;

    if (!begins_with_next(temporal))
        return;
    here = mem_alloc(n, sizeof *here);
    ahead->some = mem_alloc(n, sizeof *ahead->some);
    ahead->all = mem_alloc(n, sizeof *ahead->all);
    for (ltl_id i = 0; i < n; i++) {
        ahead->some[i] = NO;
        ahead->all[i] = YES;
    }
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        if (!marking_enabled(net, m, t))
            continue;
        for (ltl_id i = 0; i < n; i++)
            here[i] = OPEN;
        if (marking_unsafe(net, m, t) == PLACE_NONE) {
            marking_fire(net, m, t);
            find_truth(temporal, temporal_letter(temporal, net, m), &unknown,
                       here);
            marking_unfire(net, m, t);
        }
        for (ltl_id i = 0; i < n; i++) {
            ahead->some[i] = join(ahead->some[i], here[i], YES);
            ahead->all[i] = join(ahead->all[i], here[i], NO);
        }
    }
    mem_free(here);
}

/* X of what goes on from the initial marking, for paths with the same
 * quantifier, is that itself. */
static ltl_id without_next(struct temporal *temporal, ltl_id id,
                           const enum truth *truth)
{
    const struct ltl_node *const nodes = temporal->ltl.nodes.at;
    const struct temporal_quantified *const outer =
        temporal_quantified_of(temporal, id);
    const struct temporal_quantified *inner;
    struct ltl_node path;
    ltl_id operand;
    bool is_until;

    if (!outer || nodes[outer->path].op != LTL_NEXT)
        return id;
    operand = nodes[outer->path].left;
    inner = temporal_quantified_of(temporal, operand);
    if (!inner ||
        (inner->all != outer->all) != (nodes[operand].op == LTL_NOT) ||
        nodes[inner->path].op == LTL_NEXT)
        return id;
    path = nodes[inner->path];
    is_until = path.op == LTL_UNTIL;
    if (truth[path.left] != (is_until ? YES : NO) ||
        truth[path.right] != (is_until ? NO : YES))
        return id;
    return nodes[id].op == LTL_NOT ? ltl_negation(&temporal->ltl, operand)
                                   : operand;
}

/* What is sought, without what its truth shows. */
static ltl_id without(struct temporal *temporal, const enum truth *truth)
{
    const ltl_id sought = temporal->sought;
    ltl_id *const made = mem_zero((size_t)sought + 1, sizeof *made);
    ltl_id found;

    for (ltl_id i = 0; i <= sought; i++) {
        const struct ltl_node node = temporal->ltl.nodes.at[i];

        if (truth[i] != OPEN)
            made[i] = truth[i] == YES ? LTL_YES : LTL_NO;
        else if (node.op == LTL_AND || node.op == LTL_OR)
            made[i] = ltl_binary(&temporal->ltl, node.op, made[node.left],
                                 made[node.right]);
        else
            made[i] = without_next(temporal, i, truth);
    }
    found = made[sought];
    mem_free(made);
    return found;
}

struct temporal *ctl_laws_begin(struct temporal *temporal,
                                const struct net *net)
{
    bits_word *const m = marking_create(net);
    const struct ahead unknown = {0};
    struct ahead ahead = {0};
    enum truth *truth;
    uint64_t letter;

    temporal = settle(temporal, net, temporal_letter(temporal, net, m));
    letter = temporal_letter(temporal, net, m);
    look_ahead(temporal, net, m, &ahead);
    truth = mem_alloc((size_t)temporal->sought + 1, sizeof *truth);
    find_truth(temporal, letter, &ahead, truth);
    if (truth[temporal->sought] != OPEN) /* an engine has a run that shows it */
        find_truth(temporal, letter, &unknown, truth);
    temporal->sought = without(temporal, truth);
    mem_free(truth);
    mem_free(ahead.some);
    mem_free(ahead.all);
    mem_free(m);
    return temporal_trim(temporal);
}
