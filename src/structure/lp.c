#include "structure/lp.h"

#include "base/library.h"

#include <math.h>

/* Rows: the places, then the sums.  Columns: the transitions, the violations
 * of the places, those of the sums. */

/* The least cost is a sum of violations; less than this is rounding, as it is
 * of a number that should be an integer. */
static const double EPSILON = 1e-6;

/* Iterations of the simplex method between two looks at the work: at first, and
 * as much work as that at most, unless it is less than at first.  A call of
 * GLPK begins without the perturbation that leads the one before it out of a
 * degenerate vertex, so that calls of one length may go round in circles. */
enum { FIRST_SLICE = 50 };
static const uint64_t MOST_OF_SLICE = 100000000;

/* The longer ratio test (GLP_RT_FLIP) takes fewer iterations, which are longer:
 * it is for programs that have not ended after so many. */
enum { MANY_ITERATIONS = 3000 };

/* What programs cost (watch.h): an iteration, and more for each element of the
 * matrix; each element where a call of GLPK factorizes the basis; and what
 * changes before a program and is read after it, for each row and column. */
enum {
    COST_OF_ITERATION = 15000,
    COST_OF_ELEMENT = 3,
    COST_OF_FACTOR = 40,
    COST_OF_CHANGE = 30,
};

static int violation_of(const struct lp *lp, place_id p)
{
    return lp_number(net_trans_count(lp->net) + p);
}

static int sum_row(const struct lp *lp, uint32_t sum)
{
    return lp_number(net_place_count(lp->net) + sum);
}

static int sum_violation(const struct lp *lp, uint32_t sum)
{
    return lp_number(net_trans_count(lp->net) + net_place_count(lp->net) + sum);
}

static void free_glpk(void *self)
{
    const struct lp_scope *const scope = self;

    (void)scope->glpk.free_env();
}

/* GLPK would end the program when this returned. */
static void fail(void *self)
{
    (void)self;
    mem_failed(0);
}

/* False when GLPK is not installed, or lacks one of the functions. */
static bool open_glpk(struct lp_calls *calls)
{
    void *const library = library_open(GLPK_SONAME);
    bool found = library;

#define FIND(name) \
    found = found && library_find(library, "glp_" #name, &calls->name);
    LP_CALLS(FIND)
#undef FIND
    return found;
}

bool lp_enter(struct lp_scope *scope)
{
    if (!open_glpk(&scope->glpk))
        return false;
    (void)scope->glpk.term_out(GLP_OFF);
    scope->glpk.error_hook(fail, NULL);
    mem_guard(&scope->guard, free_glpk, scope);
    return true;
}

void lp_leave(struct lp_scope *scope)
{
    mem_unguard(&scope->guard);
    (void)scope->glpk.free_env();
}

/* --- programs that a module makes for itself ------------------------------ */

void lp_program_init(struct lp_program *program, const struct lp_scope *scope,
                     uint32_t n_rows, uint32_t n_cols)
{
    *program = (struct lp_program){.glpk = &scope->glpk};
    program->at = program->glpk->create_prob();
    if (n_rows)
        (void)program->glpk->add_rows(program->at, (int)n_rows);
    if (n_cols)
        (void)program->glpk->add_cols(program->at, (int)n_cols);
}

void lp_program_finish(struct lp_program *program)
{
    if (program->at)
        program->glpk->delete_prob(program->at);
    vec_free(&program->numbers);
    vec_free(&program->values);
    *program = (struct lp_program){0};
}

void lp_line_start(struct lp_program *program)
{
    vec_clear(&program->numbers);
    vec_clear(&program->values);
    lp_line_put(program, 0, 0);
}

void lp_line_put(struct lp_program *program, int number, double value)
{
    vec_push(&program->numbers, number);
    vec_push(&program->values, value);
}

void lp_line_put_ids(struct lp_program *program, const uint32_t *ids,
                     uint32_t n, double value)
{
    for (uint32_t i = 0; i < n; i++)
        lp_line_put(program, lp_number(ids[i]), value);
}

void lp_line_set_row(const struct lp_program *program, int row)
{
    program->glpk->set_mat_row(program->at, row, (int)program->numbers.len - 1,
                               program->numbers.at, program->values.at);
}

void lp_line_set_col(const struct lp_program *program, int col)
{
    program->glpk->set_mat_col(program->at, col, (int)program->numbers.len - 1,
                               program->numbers.at, program->values.at);
}

int lp_simplex(const struct lp_program *program, int method, int most,
               uint64_t *n)
{
    const struct lp_calls *const glpk = program->glpk;
    const int before = glpk->get_it_cnt(program->at);
    glp_smcp options;
    int status;

    glpk->init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.meth = method;
    options.it_lim = most;
    if (program->flips)
        options.r_test = GLP_RT_FLIP;
    status = glpk->simplex(program->at, &options);
    *n = (uint64_t)(glpk->get_it_cnt(program->at) - before);
    return status                                     ? status
           : glpk->get_status(program->at) == GLP_OPT ? 0
                                                      : GLP_EFAIL;
}

/* --- the state equation --------------------------------------------------- */

static void add_place(struct lp *lp, place_id p)
{
    const struct net_trans_span producers = net_producers(lp->net, p);
    const struct net_trans_span consumers = net_consumers(lp->net, p);

    lp_line_start(&lp->program);
    lp_line_put_ids(&lp->program, producers.at, producers.len, 1);
    lp_line_put_ids(&lp->program, consumers.at, consumers.len, -1);
    lp_line_put(&lp->program, violation_of(lp, p),
                net_marked(lp->net, p) ? -1 : 1);
    lp_line_set_row(&lp->program, lp_number(p));
    lp_release(lp, p);
}

/* GLPK counts what it has allocated for the thread. */
static void note_memory(struct lp *lp)
{
    size_t bytes = 0;

    lp->program.glpk->mem_usage(NULL, NULL, &bytes, NULL);
    mem_note(&lp->noted, bytes);
}

void lp_init(struct lp *lp, const struct net *net, const struct lp_scope *scope)
{
    const uint32_t n_places = net_place_count(net);
    const uint32_t n_trans = net_trans_count(net);

    *lp = (struct lp){.net = net,
                      .change = mem_zero(n_trans, sizeof *lp->change)};
    lp_program_init(&lp->program, scope, n_places, n_places + n_trans);
    for (trans_id t = 0; t < n_trans; t++)
        lp_bound_col(&lp->program, lp_number(t), GLP_LO, 0, 0);
    for (place_id p = 0; p < n_places; p++) {
        lp_price(&lp->program, violation_of(lp, p), 1);
        add_place(lp, p);
    }
    note_memory(lp);
}

void lp_finish(struct lp *lp)
{
    lp_program_finish(&lp->program);
    vec_free(&lp->changed);
    vec_free(&lp->initial);
    mem_free(lp->change);
    mem_note(&lp->noted, 0);
    *lp = (struct lp){0};
}

void lp_release(struct lp *lp, place_id p)
{
    const int initial = net_marked(lp->net, p);

    lp_bound_row(&lp->program, lp_number(p), GLP_DB, -initial, 1 - initial);
    lp_bound_col(&lp->program, violation_of(lp, p), GLP_FX, 0, 0);
}

void lp_fix(struct lp *lp, place_id p, bool marked)
{
    const int change = (int)marked - (int)net_marked(lp->net, p);

    lp_bound_row(&lp->program, lp_number(p), GLP_FX, change, change);
    lp_bound_col(&lp->program, violation_of(lp, p), change ? GLP_LO : GLP_FX, 0,
                 0);
}

static void change_by(struct lp *lp, struct net_trans_span span, int64_t factor)
{
    for (uint32_t i = 0; i < span.len; i++) {
        if (!lp->change[span.at[i]])
            vec_push(&lp->changed, span.at[i]);
        lp->change[span.at[i]] += factor;
    }
}

uint32_t lp_add(struct lp *lp, const struct formula_term *terms, uint32_t n,
                int64_t bound)
{
    const uint32_t sum = lp->initial.len;
    int64_t initial = 0;

    (void)lp->program.glpk->add_rows(lp->program.at, 1);
    (void)lp->program.glpk->add_cols(lp->program.at, 1);
    lp_price(&lp->program, sum_violation(lp, sum), 1);
    vec_clear(&lp->changed);
    for (uint32_t i = 0; i < n; i++) {
        const place_id p = terms[i].place;

        change_by(lp, net_producers(lp->net, p), terms[i].factor);
        change_by(lp, net_consumers(lp->net, p), -terms[i].factor);
        initial += net_marked(lp->net, p) ? terms[i].factor : 0;
    }
    lp_line_start(&lp->program);
    for (uint32_t i = 0; i < lp->changed.len; i++) {
        const trans_id t = lp->changed.at[i];

        /* A transition is listed again when its change was 0 meanwhile. */
        if (lp->change[t])
            lp_line_put(&lp->program, lp_number(t), (double)lp->change[t]);
        lp->change[t] = 0;
    }
    lp_line_put(&lp->program, sum_violation(lp, sum), 1);
    lp_line_set_row(&lp->program, sum_row(lp, sum));
    vec_push(&lp->initial, initial);
    lp_demand(lp, sum, bound);
    lp_switch(lp, sum, false);
    return sum;
}

void lp_demand(struct lp *lp, uint32_t sum, int64_t bound)
{
    lp_bound_row(&lp->program, sum_row(lp, sum), GLP_LO,
                 (double)(bound - lp->initial.at[sum]), 0);
}

/* Off, it may be violated for nothing. */
void lp_switch(struct lp *lp, uint32_t sum, bool on)
{
    lp_price(&lp->program, sum_violation(lp, sum), on ? 1 : 0);
    lp_bound_col(&lp->program, sum_violation(lp, sum), GLP_LO, 0, 0);
}

enum lp_verdict lp_solve(struct lp *lp, bool (*work)(void *self, uint64_t n),
                         void *self)
{
    const struct lp_calls *const glpk = lp->program.glpk;
    const uint64_t elements = (uint64_t)glpk->get_num_nz(lp->program.at);
    const uint64_t lines = (uint64_t)glpk->get_num_rows(lp->program.at) +
                           (uint64_t)glpk->get_num_cols(lp->program.at);
    const uint64_t each = COST_OF_ITERATION + COST_OF_ELEMENT * elements;
    uint64_t done = 0, n, cost = COST_OF_CHANGE * lines;
    int status = GLP_EITLIM;

    for (int most = FIRST_SLICE; status == GLP_EITLIM;
         most *= 2 * (uint64_t)most * each <= MOST_OF_SLICE ? 2 : 1) {
        lp->program.flips = done >= MANY_ITERATIONS;
        status = lp_simplex(&lp->program, GLP_DUALP, most, &n);
        note_memory(lp);
        done += n;
        cost += (n + 1) * each + COST_OF_FACTOR * elements;
        if (work(self, cost))
            return LP_UNKNOWN;
        cost = 0;
    }
    return status                             ? LP_UNKNOWN
           : lp_total(&lp->program) > EPSILON ? LP_REFUTED
                                              : LP_CONSISTENT;
}

double lp_tokens(const struct lp *lp, place_id p)
{
    return lp->program.glpk->get_row_prim(lp->program.at, lp_number(p)) +
           net_marked(lp->net, p);
}

double lp_sum_cost(const struct lp *lp, uint32_t sum)
{
    return lp_dual(&lp->program, sum_row(lp, sum));
}

/* --- fractions ------------------------------------------------------------ */

/* By continued fractions.  The denominators of the convergents of x follow each
 * other by q = a * q1 + q0. */
bool lp_round(double x, int64_t *common)
{
    int64_t before = 0, q = 1;
    double rest;

    x *= (double)*common;
    if (!(fabs(x) < 1e12))
        return false;
    rest = x - floor(x);
    while (fabs(x * (double)q - floor(x * (double)q + 0.5)) > EPSILON) {
        double whole;
        int64_t next;

        if (rest < EPSILON)
            return false;
        rest = 1 / rest;
        whole = floor(rest);
        rest -= whole;
        if (whole > LP_LARGEST)
            return false;
        next = (int64_t)whole * q + before;
        before = q;
        q = next;
        if (q > LP_LARGEST)
            return false;
    }
    *common *= q;
    return *common <= LP_LARGEST_COMMON;
}

int64_t lp_scale(double x, int64_t common)
{
    return (int64_t)floor(x * (double)common + 0.5);
}
