#include "engine/ctl_tree.h"

#include "base/mem.h"

/* A part of a condition, and what is to be shown of it. */
struct tree_claim {
    ltl_id id;
    bool holds;
};

struct tree {
    const struct temporal *formula;
    const struct ctl_tree_source *source;
    answer_branch_list *branches;
    VEC(uint32_t) points; /* by branch: that of its end, if it has a run */
    uint32_t n_points;    /* besides the initial marking */
    uint32_t steps;
    bool cut; /* a limit was met */
    VEC(struct tree_claim) claims;
    bool *claimed; /* by part and claim */
};

/* The point where branches of one begin. */
static uint32_t point_of(const struct tree *tree, uint32_t of)
{
    return of ? tree->points.at[of - 1] : 0;
}

static void claim(struct tree *tree, ltl_id id, bool holds)
{
    bool *const claimed = &tree->claimed[2 * id + holds];

    if (!*claimed)
        vec_push(&tree->claims, ((struct tree_claim){id, holds}));
    *claimed = true;
}

/* Adds what is said of a part at the end of a branch. */
static void add_branch(struct tree *tree, uint32_t of, uint32_t part,
                       bool holds)
{
    const struct ctl_tree_source *const source = tree->source;
    struct answer_branch branch = {
        .of = of, .part = part, .holds = holds, .loop = LTL_OPEN};
    const bool has_run = holds != tree->formula->quantified.at[part].all;

    tree->cut |= tree->branches->len == CTL_TREE_BRANCHES ||
                 (has_run && tree->steps >= CTL_TREE_STEPS);
    if (tree->branches->len == CTL_TREE_BRANCHES)
        return;
    if (has_run && tree->steps < CTL_TREE_STEPS)
        branch.has_run = source->run(source->self, point_of(tree, of), part,
                                     &branch.run, &branch.loop);
    if (branch.has_run) {
        tree->steps += branch.run.len;
        tree->n_points++;
    } else {
        vec_free(&branch.run);
        branch.loop = LTL_OPEN;
    }
    vec_push(&tree->points, tree->n_points);
    vec_push(tree->branches, branch);
}

/* Of two operands one is enough: the first that is known to be so. */
static void claim_one(struct tree *tree, uint32_t of, struct ltl_node node,
                      bool holds)
{
    const struct ctl_tree_source *const source = tree->source;

    claim(tree,
          source->is(source->self, point_of(tree, of), node.left, holds)
              ? node.left
              : node.right,
          holds);
}

/* Shows what is claimed at the end of a branch. */
static void show_claims(struct tree *tree, uint32_t of)
{
    while (tree->claims.len) {
        const struct tree_claim now = vec_pop(&tree->claims);
        const struct ltl_node node = tree->formula->ltl.nodes.at[now.id];

        if (node.op == LTL_AND || node.op == LTL_OR) {
            if ((node.op == LTL_AND) == now.holds) {
                claim(tree, node.right, now.holds);
                claim(tree, node.left, now.holds);
            } else {
                claim_one(tree, of, node, now.holds);
            }
        } else if ((node.op == LTL_ATOM || node.op == LTL_NOT) &&
                   node.left >= TEMPORAL_ATOMS) {
            add_branch(tree, of, node.left - TEMPORAL_ATOMS,
                       now.holds == (node.op == LTL_ATOM));
        }
    }
    memset(tree->claimed, 0, 2 * (size_t)tree->formula->ltl.nodes.len);
}

/* What a branch claims of its end. */
static void show_end(struct tree *tree, uint32_t number)
{
    const struct answer_branch branch = tree->branches->at[number];
    const struct temporal_quantified part =
        tree->formula->quantified.at[branch.part];
    const struct ltl_node node = tree->formula->ltl.nodes.at[part.path];
    const bool stays = (node.op == LTL_RELEASE) != part.all;

    if (!branch.has_run)
        return;
    if (node.op == LTL_NEXT) {
        claim(tree, node.left, !part.all);
    } else if (!stays || branch.loop == LTL_OPEN) {
        claim(tree, node.right, !part.all);
        if (stays)
            claim(tree, node.left, !part.all);
    }
    show_claims(tree, number + 1);
}

/* Is the first branch all that the formula says of the initial marking? */
static bool is_run(const struct tree *tree)
{
    const struct ltl_node top =
        tree->formula->ltl.nodes.at[tree->formula->sought];

    return tree->branches->len && tree->branches->at[0].has_run &&
           (top.op == LTL_ATOM || top.op == LTL_NOT);
}

static void make_first_the_run(struct answer_finding *finding)
{
    answer_branch_list *const branches = &finding->branches;

    finding->has_run = true;
    finding->run = branches->at[0].run;
    finding->loop = branches->at[0].loop;
    for (uint32_t k = 1; k < branches->len; k++) {
        branches->at[k - 1] = branches->at[k];
        branches->at[k - 1].of--;
    }
    vec_cut(branches, branches->len - 1);
}

void ctl_tree_find(const struct temporal *formula, bool holds,
                   const struct ctl_tree_source *source,
                   struct answer_finding *finding)
{
    struct tree tree = {
        .formula = formula,
        .source = source,
        .branches = &finding->branches,
        .claimed = mem_zero(2 * (size_t)formula->ltl.nodes.len, sizeof(bool)),
    };

    finding->loop = LTL_OPEN;
    claim(&tree, formula->sought, holds);
    show_claims(&tree, 0);
    for (uint32_t k = 0; k < tree.branches->len; k++)
        show_end(&tree, k);
    finding->branches_cut = tree.cut;
    if (is_run(&tree))
        make_first_the_run(finding);
    vec_free(&tree.points);
    vec_free(&tree.claims);
    mem_free(tree.claimed);
}
