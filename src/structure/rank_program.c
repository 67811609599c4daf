#include "structure/rank_program.h"

/* A decrease that is none of rounding. */
static const double LEAST_DECREASE = 1e-6;

/* Rows: the pairs.  Columns: the weights, then the decrease with each pair, at
 * most 1. */
struct program {
    const struct net *net;
    const struct buchi *buchi;
    const struct recurrence *recurrence;
    struct lp_program lp;
    uint32_t component;
    uint32_t n_weights, n_rows;
};

static void add_row_of_pair(struct program *program, trans_id t, uint32_t from,
                            uint32_t to)
{
    const struct net_place_span pre = net_pre(program->net, t);
    const struct net_place_span post = net_post(program->net, t);
    const uint32_t n = net_place_count(program->net);
    struct lp_program *const lp = &program->lp;
    const int row = lp->glpk->add_rows(lp->at, 1);
    const int column = lp->glpk->add_cols(lp->at, 1);

    program->n_rows++;
    lp_line_start(lp);
    lp_line_put_ids(lp, pre.at, pre.len, -1);
    lp_line_put_ids(lp, post.at, post.len, 1);
    if (from != to) {
        lp_line_put(lp, lp_number(n + from), -1);
        lp_line_put(lp, lp_number(n + to), 1);
    }
    lp_line_put(lp, column, 1);
    lp_line_set_row(lp, row);
    lp_bound_row(lp, row, GLP_UP, 0, 0);
    lp_bound_col(lp, column, GLP_DB, 0, 1);
    lp_price(lp, column, -1);
}

/* The pairs with edges from one state to another, each transition once. */
static void add_rows(struct program *program, uint32_t from, uint32_t to)
{
    const struct buchi *const buchi = program->buchi;
    const uint32_t n_trans = net_trans_count(program->net);

    for (trans_id t = 0; t < n_trans && program->n_rows <= RANK_PROGRAM_PAIRS;
         t++) {
        bool found = false;

        for (uint32_t e = buchi->first.at[from];
             e < buchi->first.at[from + 1] && !found; e++)
            found = program->recurrence->recurs[e] &&
                    buchi->edges.at[e].target == to &&
                    program->recurrence->pairs[(size_t)e * n_trans + t];
        if (found)
            add_row_of_pair(program, t, from, to);
    }
}

static bool leads(const struct program *program, uint32_t from, uint32_t to)
{
    for (uint32_t e = program->buchi->first.at[from];
         e < program->buchi->first.at[from + 1]; e++)
        if (program->recurrence->recurs[e] &&
            program->buchi->edges.at[e].target == to)
            return true;
    return false;
}

/* The automata are small. */
static void make(struct program *program, const struct lp_scope *scope)
{
    const uint32_t n_states = program->buchi->n_states;

    program->n_weights = net_place_count(program->net) + n_states;
    lp_program_init(&program->lp, scope, 0, program->n_weights);
    for (uint32_t i = 0; i < program->n_weights; i++)
        lp_bound_col(&program->lp, lp_number(i), GLP_FR, 0, 0);
    for (uint32_t q = 0; q < n_states; q++)
        for (uint32_t r = 0; r < n_states; r++)
            if (program->recurrence->component[q] == program->component &&
                leads(program, q, r))
                add_rows(program, q, r);
}

static bool solve_ranks(struct program *program,
                        bool (*work)(void *self, uint64_t n), void *self)
{
    const uint64_t lines =
        (uint64_t)program->n_weights + 2 * (uint64_t)program->n_rows;
    int status = GLP_EITLIM;
    uint64_t n;

    while (status == GLP_EITLIM) {
        status = lp_simplex(&program->lp, GLP_PRIMAL, LP_SLICE, &n);
        if (work(self, LP_COST_OF_LINE * lines * (n + 1)))
            return false;
    }
    return !status && lp_total(&program->lp) < -LEAST_DECREASE;
}

/* Rounds the solution; whether it is right is for the recurrence to say. */
static bool take(struct program *program, case_proof_ranks *ranks)
{
    int64_t common = 1;
    bool fits = true;

    for (uint32_t i = 0; i < program->n_weights && fits; i++)
        fits = lp_round(lp_value(&program->lp, lp_number(i)), &common);
    for (uint32_t i = 0; i < program->n_weights && fits; i++) {
        const struct formula_term term = {
            i, lp_scale(lp_value(&program->lp, lp_number(i)), common)};

        fits = term.factor <= RECURRENCE_LARGEST &&
               term.factor >= -RECURRENCE_LARGEST;
        if (term.factor)
            vec_push(&ranks->all, term);
    }
    if (fits)
        vecs_close(ranks);
    else
        vecs_cut(ranks, vecs_count(ranks));
    return fits;
}

bool rank_program_find(const struct net *net, const struct buchi *buchi,
                       const struct recurrence *recurrence, uint32_t component,
                       const struct lp_scope *scope,
                       bool (*work)(void *self, uint64_t n), void *self,
                       case_proof_ranks *ranks)
{
    struct program program = {.net = net,
                              .buchi = buchi,
                              .recurrence = recurrence,
                              .component = component};
    bool found;

    if (!recurrence->pairs)
        return false;
    make(&program, scope);
    found = program.n_rows && program.n_rows <= RANK_PROGRAM_PAIRS &&
            solve_ranks(&program, work, self) && take(&program, ranks);
    lp_program_finish(&program.lp);
    return found;
}
