#include "structure/rank_program.h"

/* A decrease that is none of rounding. */
static const double LEAST_GAIN = 1e-6;

/* The cost of an iteration of the simplex method for each row and column; so
 * many are made between two looks at the work. */
enum { COST_OF_LINE = 10, SLICE = 500 };

/* Rows: the pairs.  Columns: the weights, then the decrease with each pair, at
 * most 1. */
struct program {
    const struct net *net;
    const struct buchi *buchi;
    const struct recurrence *recurrence;
    const struct glpk_calls *glpk;
    glp_prob *program;
    uint32_t component;
    uint32_t n_weights, n_rows;
    VEC(int) columns; /* scratch */
    VEC(double) values;
};

static void put(struct program *x, uint32_t weight, double value)
{
    vec_push(&x->columns, (int)weight + 1);
    vec_push(&x->values, value);
}

static void add_row(struct program *x, trans_id t, uint32_t from, uint32_t to)
{
    const struct net_place_span pre = net_pre(x->net, t);
    const struct net_place_span post = net_post(x->net, t);
    const uint32_t n = net_place_count(x->net);
    const int row = x->glpk->add_rows(x->program, 1);
    const int column = x->glpk->add_cols(x->program, 1);

    x->n_rows++;
    vec_clear(&x->columns);
    vec_clear(&x->values);
    put(x, UINT32_MAX, 0); /* GLPK counts from 1 */
    for (uint32_t i = 0; i < pre.len; i++)
        put(x, pre.at[i], -1);
    for (uint32_t i = 0; i < post.len; i++)
        put(x, post.at[i], 1);
    if (from != to) {
        put(x, n + from, -1);
        put(x, n + to, 1);
    }
    put(x, (uint32_t)column - 1, 1);
    x->glpk->set_mat_row(x->program, row, (int)x->columns.len - 1,
                         x->columns.at, x->values.at);
    x->glpk->set_row_bnds(x->program, row, GLP_UP, 0, 0);
    x->glpk->set_col_bnds(x->program, column, GLP_DB, 0, 1);
    x->glpk->set_obj_coef(x->program, column, -1);
}

/* The pairs with edges from one state to another, each transition once. */
static void add_rows(struct program *x, uint32_t from, uint32_t to)
{
    const struct buchi *const buchi = x->buchi;
    const uint32_t n_trans = net_trans_count(x->net);

    for (trans_id t = 0; t < n_trans && x->n_rows <= RANK_PROGRAM_PAIRS; t++) {
        bool found = false;

        for (uint32_t e = buchi->first.at[from];
             e < buchi->first.at[from + 1] && !found; e++)
            found = x->recurrence->recurs[e] &&
                    buchi->edges.at[e].target == to &&
                    x->recurrence->pairs[(size_t)e * n_trans + t];
        if (found)
            add_row(x, t, from, to);
    }
}

static bool leads(const struct program *x, uint32_t from, uint32_t to)
{
    for (uint32_t e = x->buchi->first.at[from];
         e < x->buchi->first.at[from + 1]; e++)
        if (x->recurrence->recurs[e] && x->buchi->edges.at[e].target == to)
            return true;
    return false;
}

/* The automata are small. */
static void make(struct program *x)
{
    const uint32_t n_states = x->buchi->n_states;

    x->n_weights = net_place_count(x->net) + n_states;
    x->program = x->glpk->create_prob();
    (void)x->glpk->add_cols(x->program, (int)x->n_weights);
    for (uint32_t i = 0; i < x->n_weights; i++)
        x->glpk->set_col_bnds(x->program, (int)i + 1, GLP_FR, 0, 0);
    for (uint32_t q = 0; q < n_states; q++)
        for (uint32_t r = 0; r < n_states; r++)
            if (x->recurrence->component[q] == x->component && leads(x, q, r))
                add_rows(x, q, r);
}

static bool solve(struct program *x, bool (*work)(void *self, uint64_t n),
                  void *self)
{
    const uint64_t lines = (uint64_t)x->n_weights + 2 * (uint64_t)x->n_rows;
    int status = GLP_EITLIM;
    glp_smcp options;

    x->glpk->init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.it_lim = SLICE;
    while (status == GLP_EITLIM) {
        const int before = x->glpk->get_it_cnt(x->program);

        status = x->glpk->simplex(x->program, &options);
        if (work(self,
                 COST_OF_LINE * lines *
                     (uint64_t)(x->glpk->get_it_cnt(x->program) - before + 1)))
            return false;
    }
    return !status && x->glpk->get_status(x->program) == GLP_OPT &&
           x->glpk->get_obj_val(x->program) < -LEAST_GAIN;
}

/* Rounds the solution; whether it is right is for the recurrence to say. */
static bool take(struct program *x, struct case_proof_ranks *ranks)
{
    const uint32_t from = ranks->terms.len;
    int64_t common = 1;
    bool fits = true;

    for (uint32_t i = 0; i < x->n_weights && fits; i++)
        fits = lp_round(x->glpk->get_col_prim(x->program, (int)i + 1), &common);
    for (uint32_t i = 0; i < x->n_weights && fits; i++) {
        const struct formula_term term = {
            i, lp_scale(x->glpk->get_col_prim(x->program, (int)i + 1), common)};

        fits = term.factor <= RECURRENCE_LARGEST &&
               term.factor >= -RECURRENCE_LARGEST;
        if (term.factor)
            vec_push(&ranks->terms, term);
    }
    if (fits)
        vec_push(&ranks->ends, ranks->terms.len);
    else
        vec_cut(&ranks->terms, from);
    return fits;
}

bool rank_program_find(const struct net *net, const struct buchi *buchi,
                       const struct recurrence *recurrence, uint32_t component,
                       const struct glpk_calls *glpk,
                       bool (*work)(void *self, uint64_t n), void *self,
                       struct case_proof_ranks *ranks)
{
    struct program x = {.net = net,
                        .buchi = buchi,
                        .recurrence = recurrence,
                        .glpk = glpk,
                        .component = component};
    bool found;

    if (!recurrence->pairs)
        return false;
    make(&x);
    found = x.n_rows && x.n_rows <= RANK_PROGRAM_PAIRS &&
            solve(&x, work, self) && take(&x, ranks);
    x.glpk->delete_prob(x.program);
    vec_free(&x.columns);
    vec_free(&x.values);
    return found;
}
