#include "question/ctl_laws.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"
#include "net/termination.h"
#include "question/at_deadlocks.h"
#include "question/begun.h"

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

/* At a marking where its operands have these truths.  A path begins there. */
static enum truth truth_of_path(enum ltl_op op, enum truth left,
                                enum truth right)
{
    const enum truth strong = op == LTL_UNTIL ? YES : NO;

    return op == LTL_NEXT                                        ? OPEN
           : right == strong || (right != OPEN && left == right) ? right
                                                                 : OPEN;
}

static enum truth truth_of_atom(const struct temporal *temporal, uint32_t atom,
                                uint64_t letter, const enum truth *truth)
{
    struct ltl_node path;

    if (atom < TEMPORAL_ATOMS)
        return letter >> atom & 1 ? YES : NO;
    path = temporal->ltl.nodes
               .at[temporal->quantified.at[atom - TEMPORAL_ATOMS].path];
    return truth_of_path(path.op, truth[path.left],
                         path.op == LTL_NEXT ? OPEN : truth[path.right]);
}

/* By condition up to `sought`, its truth at the initial marking as far as this
 * marking shows it. */
static void find_truth(const struct temporal *temporal, uint64_t letter,
                       enum truth *truth)
{
    for (ltl_id i = 0; i <= temporal->sought; i++) {
        const struct ltl_node node = temporal->ltl.nodes.at[i];

        truth[i] = OPEN;
        if (node.op < LTL_ATOM)
            truth[i] = node.op == LTL_TRUE ? YES : NO;
        else if (node.op == LTL_ATOM || node.op == LTL_NOT)
            truth[i] = truth_of_atom(temporal, node.left, letter, truth);
        else if (node.op == LTL_AND || node.op == LTL_OR)
            truth[i] = join(truth[node.left], truth[node.right],
                            node.op == LTL_AND ? NO : YES);
        if (node.op == LTL_NOT && truth[i] != OPEN)
            truth[i] = truth[i] == YES ? NO : YES;
    }
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
            made[i] = i;
    }
    found = made[sought];
    mem_free(made);
    return found;
}

struct temporal *ctl_laws_begin(struct temporal *temporal,
                                const struct net *net)
{
    bits_word *const m = marking_create(net);
    const uint64_t letter = temporal_letter(temporal, net, m);
    enum truth *truth;

    mem_free(m);
    temporal = settle(temporal, net, letter);
    truth = mem_zero((size_t)temporal->sought + 1, sizeof *truth);
    find_truth(temporal, letter, truth);
    temporal->sought = without(temporal, truth);
    mem_free(truth);
    return temporal_trim(temporal);
}
