#include "engine/recovery/ranks.h"

#include "base/mem.h"

#include <string.h>

/* Levels, and linear programs for a run, at most; simplex iterations of one. */
enum { MOST_LEVELS = 6, MOST_TRIED = 40, MOST_ITERATIONS = 20000 };

/* What an iteration costs besides the elements of the program (watch.h). */
enum { COST_OF_ITERATION = 2000, COST_OF_ELEMENT = 4 };

/* A run lowers the weighted tokens of its level by about 1; less than the other
 * number is rounding. */
static const double LOWERED = 0.5, EPSILON = 1e-7;

/* Where no common denominator is known. */
#define SCALE ((int64_t)1 << 20)

void ranks_init(struct ranks *ranks, const struct net *net)
{
    *ranks = (struct ranks){.net = net};
    ranks->effect = mem_zero(net_place_count(net), sizeof *ranks->effect);
}

static void free_levels(ranks_levels *levels)
{
    while (levels->len)
        mem_free(vec_pop(levels));
    vec_free(levels);
}

/* --- effects -------------------------------------------------------------- */

static void change(struct ranks *ranks, struct net_place_span places, int32_t n)
{
    for (uint32_t i = 0; i < places.len; i++) {
        vec_push(&ranks->touched, places.at[i]);
        ranks->effect[places.at[i]] += n;
    }
}

static void fire(struct ranks *ranks, trans_id t)
{
    change(ranks, net_pre(ranks->net, t), -1);
    change(ranks, net_post(ranks->net, t), 1);
}

static void forget(struct ranks *ranks)
{
    for (uint32_t i = 0; i < ranks->touched.len; i++)
        ranks->effect[ranks->touched.at[i]] = 0;
    vec_clear(&ranks->touched);
}

/* The effect so far, as that of the last run. */
static void push(struct ranks *ranks)
{
    struct ranks_run run = {.from = ranks->changes.len};

    for (uint32_t i = 0; i < ranks->touched.len; i++) {
        const place_id p = ranks->touched.at[i];
        const struct ranks_change c = {p, ranks->effect[p]};
        bool is_new = c.by != 0;

        for (uint32_t k = run.from; k < ranks->changes.len && is_new; k++)
            is_new = ranks->changes.at[k].place != p;
        if (is_new)
            vec_push(&ranks->changes, c);
    }
    run.len = ranks->changes.len - run.from;
    vec_push(&ranks->runs, run);
}

static void pop(struct ranks *ranks)
{
    vec_cut(&ranks->changes, vec_top(&ranks->runs)->from);
    vec_cut(&ranks->runs, ranks->runs.len - 1);
}

static double change_by(const struct ranks *ranks, const struct ranks_run *run,
                        const double *weights)
{
    double sum = 0;

    for (uint32_t i = 0; i < run->len; i++) {
        const struct ranks_change *const c = &ranks->changes.at[run->from + i];

        sum += weights[c->place] * c->by;
    }
    return sum;
}

/* Do the weights at hand rank the last run, too? */
static bool is_ranked(struct ranks *ranks)
{
    struct ranks_run *const run = vec_top(&ranks->runs);

    for (uint32_t i = 0; i < ranks->levels.len; i++) {
        const double by = change_by(ranks, run, ranks->levels.at[i]);

        run->level = i;
        if (by < -LOWERED)
            return true;
        if (by > EPSILON)
            return false;
    }
    return false;
}

/* --- programs --------------------------------------------------------------
 *
 * A column for each place, free, and one for each run, from 0 to 1: by how much
 * the run lowers the weighted tokens.  A row for each run. */

struct ranks_row {
    uint32_t run;
    int lowered; /* the column of the run */
};

struct ranks_program {
    struct lp_program lp;
    int *column;                /* by place, from 1; 0: none */
    VEC(struct ranks_row) rows; /* GLPK counts them from 1 */
    bool is_spare;              /* the last row is of no run */
    uint64_t n_elements;
};

static struct ranks_program *create(const struct net *net,
                                    const struct lp_scope *scope)
{
    struct ranks_program *const program = mem_zero(1, sizeof *program);

    lp_program_init(&program->lp, scope, 0, 0);
    program->column = mem_zero(net_place_count(net), sizeof *program->column);
    return program;
}

static void destroy(struct ranks_program *program)
{
    if (!program)
        return;
    lp_program_finish(&program->lp);
    mem_free(program->column);
    vec_free(&program->rows);
    mem_free(program);
}

static int column_of(struct ranks_program *program, place_id p)
{
    if (!program->column[p]) {
        program->column[p] = program->lp.glpk->add_cols(program->lp.at, 1);
        lp_bound_col(&program->lp, program->column[p], GLP_FR, 0, 0);
    }
    return program->column[p];
}

/* A new row, or the spare one, is that of a run. */
static void add_row(struct ranks_program *program, const struct ranks *ranks,
                    uint32_t r)
{
    struct lp_program *const lp = &program->lp;
    const struct ranks_run *const run = &ranks->runs.at[r];
    struct ranks_row *row;
    int number;

    if (!program->is_spare) {
        (void)lp->glpk->add_rows(lp->at, 1);
        vec_push(&program->rows,
                 ((struct ranks_row){r, lp->glpk->add_cols(lp->at, 1)}));
    }
    program->is_spare = false;
    row = vec_top(&program->rows);
    row->run = r;
    number = (int)program->rows.len;
    lp_line_start(lp);
    lp_line_put(lp, row->lowered, 1);
    for (uint32_t i = 0; i < run->len; i++) {
        const struct ranks_change *const c = &ranks->changes.at[run->from + i];

        lp_line_put(lp, column_of(program, c->place), c->by);
    }
    lp_line_set_row(lp, number);
    lp_bound_row(lp, number, GLP_UP, 0, 0);
    lp_bound_col(lp, row->lowered, GLP_DB, 0, 1);
    lp_price(lp, row->lowered, -1);
    lp->glpk->set_col_stat(lp->at, row->lowered, GLP_NU);
    program->n_elements += lp->numbers.len;
}

/* The last row constrains nothing any more. */
static void spare_row(struct ranks_program *program)
{
    const struct ranks_row *const row = vec_top(&program->rows);

    lp_bound_row(&program->lp, (int)program->rows.len, GLP_FR, 0, 0);
    lp_bound_col(&program->lp, row->lowered, GLP_FX, 0, 0);
    lp_price(&program->lp, row->lowered, 0);
    program->is_spare = true;
}

/* Begins with the basis at hand. */
static bool solve(struct ranks_program *program, struct watch *watch)
{
    uint64_t n, more = 0;
    bool good = !lp_simplex(&program->lp, GLP_DUALP, MOST_ITERATIONS, &n);

    if (!good) {
        program->lp.glpk->std_basis(program->lp.at);
        good = !lp_simplex(&program->lp, GLP_PRIMAL, MOST_ITERATIONS, &more);
    }
    (void)watch_work(
        watch, (n + more + 1) *
                   (COST_OF_ITERATION + COST_OF_ELEMENT * program->n_elements));
    return good;
}

/* The weights become those of a level. */
static void take_level(struct ranks *ranks, const struct ranks_program *program)
{
    double *const weights =
        mem_zero(net_place_count(ranks->net), sizeof *weights);

    for (place_id p = 0; p < net_place_count(ranks->net); p++)
        if (program->column[p])
            weights[p] = lp_value(&program->lp, program->column[p]);
    vec_push(&ranks->levels, weights);
}

/* The weights become a level; the runs that it does not lower are left.  False
 * at a limit, or if it lowers none. */
static bool lower(struct ranks *ranks, struct ranks_program *program,
                  uint32_t *left, uint32_t *n_left, struct watch *watch)
{
    uint32_t n = 0;

    if (!solve(program, watch))
        return false;
    take_level(ranks, program);
    for (uint32_t i = 0; i < program->rows.len; i++)
        if (lp_value(&program->lp, program->rows.at[i].lowered) < LOWERED)
            left[n++] = program->rows.at[i].run;
    *n_left = n;
    return n < program->rows.len;
}

/* The next level, for the runs that are left, as above. */
static bool add_level(struct ranks *ranks, const struct lp_scope *scope,
                      uint32_t *left, uint32_t *n_left, struct watch *watch)
{
    struct ranks_program *const program = create(ranks->net, scope);
    bool good;

    for (uint32_t i = 0; i < *n_left; i++) {
        ranks->runs.at[left[i]].level = ranks->levels.len;
        add_row(program, ranks, left[i]);
    }
    good = lower(ranks, program, left, n_left, watch);
    destroy(program);
    return good;
}

/* Are all runs ranked by new weights? */
static bool rank_all(struct ranks *ranks, const struct lp_scope *scope,
                     struct watch *watch)
{
    uint32_t *const left = mem_alloc(ranks->runs.len, sizeof *left);
    uint32_t n_left = 0;
    bool good;

    if (!ranks->first)
        ranks->first = create(ranks->net, scope);
    for (uint32_t i = ranks->first->rows.len - ranks->first->is_spare;
         i < ranks->runs.len; i++)
        add_row(ranks->first, ranks, i);
    good = lower(ranks, ranks->first, left, &n_left, watch);
    for (uint32_t i = 0; i < ranks->runs.len; i++)
        ranks->runs.at[i].level = 0;
    while (good && n_left)
        good = ranks->levels.len < MOST_LEVELS &&
               add_level(ranks, scope, left, &n_left, watch);
    if (!good)
        spare_row(ranks->first);
    mem_free(left);
    return good;
}

void ranks_finish(struct ranks *ranks)
{
    free_levels(&ranks->levels);
    vec_free(&ranks->changes);
    vec_free(&ranks->runs);
    vec_free(&ranks->touched);
    mem_free(ranks->effect);
    destroy(ranks->first);
}

/* --- beginnings of a run -------------------------------------------------- */

/* The levels before the call are those of all runs but the last one; if that
 * cannot be ranked, they come back. */
static bool rank_anew(struct ranks *ranks, const struct lp_scope *scope,
                      struct watch *watch)
{
    ranks_levels before = ranks->levels;
    VEC(uint32_t) levels = {0};
    bool good;

    for (uint32_t i = 0; i < ranks->runs.len; i++)
        vec_push(&levels, ranks->runs.at[i].level);
    ranks->levels = (ranks_levels){0};
    good = rank_all(ranks, scope, watch);
    free_levels(good ? &before : &ranks->levels);
    if (!good)
        ranks->levels = before;
    for (uint32_t i = 0; !good && i < levels.len; i++)
        ranks->runs.at[i].level = levels.at[i];
    vec_free(&levels);
    return good;
}

uint32_t ranks_extend(struct ranks *ranks, const trans_id *run, uint32_t len,
                      const struct lp_scope *scope, struct watch *watch)
{
    uint32_t added = 0;

    for (uint32_t i = 0;
         i < len && i < MOST_TRIED && !added && watch->reason == STOP_DONE;
         i++) {
        fire(ranks, run[i]);
        push(ranks);
        if (vec_top(&ranks->runs)->len &&
            (is_ranked(ranks) || rank_anew(ranks, scope, watch)))
            added = i + 1;
        else
            pop(ranks);
    }
    forget(ranks);
    return added;
}

/* --- the proof ------------------------------------------------------------ */

/* So that the products are whole numbers up to rounding. */
static int64_t scale_of(const struct ranks *ranks, const double *weights)
{
    int64_t common = 1;

    for (place_id p = 0; p < net_place_count(ranks->net); p++)
        if (!lp_round(weights[p], &common))
            return SCALE;
    return common;
}

void ranks_write(const struct ranks *ranks, struct recovery_proof *proof)
{
    vec_clear(&proof->levels);
    vecs_clear(&proof->weights);
    for (uint32_t i = 0; i < ranks->runs.len; i++)
        vec_push(&proof->levels, ranks->runs.at[i].level);
    for (uint32_t i = 0; i < ranks->levels.len; i++) {
        const double *const weights = ranks->levels.at[i];
        const int64_t scale = scale_of(ranks, weights);

        for (place_id p = 0; p < net_place_count(ranks->net); p++) {
            const struct formula_term term = {p, lp_scale(weights[p], scale)};

            if (term.factor)
                vec_push(&proof->weights.all, term);
        }
        vecs_close(&proof->weights);
    }
}
