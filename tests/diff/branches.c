#include "branches.h"

#include "base/mem.h"
#include "net/marking.h"

#include <string.h>

struct evaluated {
    const struct oracle *oracle;
    const struct temporal *formula;
    bool **holds;     /* by part and marking; NULL: it is no condition */
    uint64_t *letter; /* by marking */
    bool *dead;
    bool *can; /* scratch: a step leads into the set */
};

/* From which markings does a step lead into the set? */
static void step_back(const struct evaluated *e, const bool *set)
{
    const oracle_edge_list *const graph = &e->oracle->graph;

    memset(e->can, 0, e->oracle->n_markings);
    for (uint32_t i = 0; i < graph->len; i++)
        e->can[graph->at[i].from] |= set[graph->at[i].to];
}

/* E of an operator, of a and b or of their negations. */
static void some_path(const struct evaluated *e, enum ltl_op op, const bool *a,
                      const bool *b, bool negated, bool *z)
{
    const uint32_t n = e->oracle->n_markings;
    bool changed = true;

    for (uint32_t m = 0; m < n; m++)
        z[m] = op == LTL_NEXT ? a[m] != negated : op == LTL_RELEASE;
    while (changed) {
        changed = false;
        step_back(e, z);
        for (uint32_t m = 0; m < n; m++) {
            const bool left = a[m] != negated, right = b[m] != negated;
            const bool now = op == LTL_NEXT ? e->can[m]
                             : op == LTL_UNTIL
                                 ? right || (left && e->can[m])
                                 : right && (left || e->dead[m] || e->can[m]);

            changed |= op != LTL_NEXT && now != z[m];
            z[m] = now;
        }
    }
}

static enum ltl_op dual(enum ltl_op op)
{
    return op == LTL_UNTIL ? LTL_RELEASE : op == LTL_RELEASE ? LTL_UNTIL : op;
}

static void evaluate_part(const struct evaluated *e, uint32_t part, bool *z)
{
    const struct temporal_quantified q = e->formula->quantified.at[part];
    const struct ltl_node node = e->formula->ltl.nodes.at[q.path];
    const bool *const a = e->holds[node.left];
    const bool *const b = node.op == LTL_NEXT ? a : e->holds[node.right];

    some_path(e, q.all ? dual(node.op) : node.op, a, b, q.all, z);
    for (uint32_t m = 0; q.all && m < e->oracle->n_markings; m++)
        z[m] = !z[m];
}

static bool *evaluate(const struct evaluated *e, ltl_id id)
{
    const struct ltl_node node = e->formula->ltl.nodes.at[id];
    const bool *const left = e->holds[node.op > LTL_NOT ? node.left : 0];
    const bool *const right =
        e->holds[node.op == LTL_AND || node.op == LTL_OR ? node.right : 0];
    bool *z;

    if (node.op >= LTL_NEXT || (node.op > LTL_NOT && (!left || !right)))
        return NULL;
    z = mem_zero(e->oracle->n_markings, sizeof *z);
    if (node.op <= LTL_NOT && node.op >= LTL_ATOM &&
        node.left >= TEMPORAL_ATOMS)
        evaluate_part(e, node.left - TEMPORAL_ATOMS, z);
    for (uint32_t m = 0; m < e->oracle->n_markings; m++) {
        if (node.op == LTL_AND || node.op == LTL_OR)
            z[m] =
                node.op == LTL_AND ? left[m] && right[m] : left[m] || right[m];
        else if (node.op <= LTL_TRUE)
            z[m] = node.op == LTL_TRUE;
        else if (node.left < TEMPORAL_ATOMS)
            z[m] = e->letter[m] >> node.left & 1;
        if (node.op == LTL_NOT)
            z[m] = !z[m];
    }
    return z;
}

static void evaluated_init(struct evaluated *e, const struct oracle *oracle,
                           const struct temporal *formula)
{
    const uint32_t n = oracle->n_markings;

    *e = (struct evaluated){
        .oracle = oracle,
        .formula = formula,
        .holds = mem_zero(formula->ltl.nodes.len, sizeof *e->holds),
        .letter = mem_alloc(n, sizeof *e->letter),
        .dead = mem_alloc(n, sizeof *e->dead),
        .can = mem_alloc(n, sizeof *e->can),
    };
    for (uint32_t m = 0; m < n; m++) {
        e->letter[m] =
            temporal_letter(formula, oracle->net, oracle_marking(oracle, m));
        e->dead[m] = true;
    }
    for (uint32_t i = 0; i < oracle->graph.len; i++)
        e->dead[oracle->graph.at[i].from] = false;
    for (ltl_id id = 0; id < formula->ltl.nodes.len; id++)
        e->holds[id] = evaluate(e, id);
}

static void evaluated_finish(struct evaluated *e)
{
    for (ltl_id id = 0; id < e->formula->ltl.nodes.len; id++)
        mem_free(e->holds[id]);
    mem_free(e->holds);
    mem_free(e->letter);
    mem_free(e->dead);
    mem_free(e->can);
}

bool branches_follow(const struct oracle *oracle, const witness_run *run,
                     uint32_t *at)
{
    bits_word *const m =
        mem_copy(oracle_marking(oracle, at[0]), oracle->words, sizeof *m);
    bool good = true;

    for (uint32_t i = 0; i < run->len && good; i++) {
        good = marking_enabled(oracle->net, m, run->at[i]);
        if (!good)
            break;
        marking_fire(oracle->net, m, run->at[i]);
        for (at[i + 1] = 0;
             !bits_equal(oracle_marking(oracle, at[i + 1]), m, oracle->words);)
            at[i + 1]++;
    }
    mem_free(m);
    return good;
}

/* Does the path formula, or the dual of its negation, hold of these markings,
 * whatever follows where loop is LTL_OPEN? */
static bool is_shown(const struct evaluated *e, uint32_t part,
                     const uint32_t *at, uint32_t n, uint32_t loop)
{
    const struct temporal_quantified q = e->formula->quantified.at[part];
    const struct ltl_node node = e->formula->ltl.nodes.at[q.path];
    const enum ltl_op op = q.all ? dual(node.op) : node.op;
    const bool *const a = e->holds[node.left];
    const bool *const b = node.op == LTL_NEXT ? a : e->holds[node.right];

    if (op == LTL_NEXT)
        return n >= 1 && a[at[1]] != q.all;
    for (uint32_t i = 0; i < n; i++)
        if (!(op == LTL_UNTIL ? a[at[i]] != q.all : b[at[i]] != q.all))
            return false;
    if (b[at[n]] == q.all)
        return false;
    return op == LTL_UNTIL    ? true
           : loop == LTL_OPEN ? a[at[n]] != q.all
           : loop < n         ? at[loop] == at[n]
                              : e->dead[at[n]];
}

/* Is the part as true at the marking as the branch says? */
static bool has_truth(const struct evaluated *e,
                      const struct answer_branch *branch, uint32_t m)
{
    bool *const z = mem_zero(e->oracle->n_markings, sizeof *z);
    bool good;

    evaluate_part(e, branch->part, z);
    good = z[m] == branch->holds;
    mem_free(z);
    return good;
}

bool branches_show(const struct oracle *oracle, const struct temporal *formula,
                   const struct answer_finding *finding)
{
    const answer_branch_list *const branches = &finding->branches;
    uint32_t *const ends = mem_zero((size_t)branches->len + 1, sizeof *ends);
    uint32_t *at = mem_zero((size_t)finding->run.len + 1, sizeof *at);
    struct evaluated e;
    bool good = !finding->has_run || branches_follow(oracle, &finding->run, at);

    evaluated_init(&e, oracle, formula);
    ends[0] = finding->has_run ? at[finding->run.len] : 0;
    for (uint32_t k = 0; k < branches->len && good; k++) {
        const struct answer_branch *const branch = &branches->at[k];

        mem_free(at);
        at = mem_zero((size_t)branch->run.len + 1, sizeof *at);
        good = branch->of <= k && ends[branch->of] != UINT32_MAX;
        at[0] = good ? ends[branch->of] : 0;
        good = good && has_truth(&e, branch, at[0]) &&
               branches_follow(oracle, &branch->run, at) &&
               (!branch->has_run ||
                is_shown(&e, branch->part, at, branch->run.len, branch->loop));
        ends[k + 1] = branch->has_run ? at[branch->run.len] : UINT32_MAX;
    }
    evaluated_finish(&e);
    mem_free(at);
    mem_free(ends);
    return good;
}
