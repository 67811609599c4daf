/* lp.h - the state equation as a linear program, over GLPK.
 *
 *     M = m0 + C x,   0 <= M <= 1,   x >= 0
 *
 * C has the effect of each transition: what it produces less what it consumes.
 * The caller adds assumptions: a place is marked or empty, or a sum of places
 * is at least a bound.  The program may violate an assumption at a cost, so it
 * always has a solution; the assumptions are consistent with the state equation
 * iff the least cost is 0.  Otherwise the dual solution tells why.  A violation
 * costs its amount.  The rows are the places, then the sums; the first columns
 * are the transitions.
 *
 * GLPK computes with doubles: a refutation is a guess until farkas.h has
 * checked it.  Its least cost, and so every answer of this module, depends on
 * the input alone. */
#ifndef LP_H
#define LP_H

#include "base/mem.h"
#include "question/formula.h"

#include <glpk.h>

enum lp_verdict { LP_CONSISTENT, LP_REFUTED, LP_UNKNOWN };

/* The functions of GLPK, without "glp_".  The library is opened when an engine
 * solves its first linear program. */
#define LP_CALLS(CALL) \
    CALL(add_cols)     \
    CALL(add_rows)     \
    CALL(create_prob)  \
    CALL(delete_prob)  \
    CALL(error_hook)   \
    CALL(free_env)     \
    CALL(get_col_prim) \
    CALL(get_it_cnt)   \
    CALL(get_num_cols) \
    CALL(get_num_nz)   \
    CALL(get_num_rows) \
    CALL(get_obj_val)  \
    CALL(get_row_dual) \
    CALL(get_row_prim) \
    CALL(get_status)   \
    CALL(init_smcp)    \
    CALL(mem_usage)    \
    CALL(set_col_bnds) \
    CALL(set_col_stat) \
    CALL(set_mat_col)  \
    CALL(set_mat_row)  \
    CALL(set_obj_coef) \
    CALL(set_row_bnds) \
    CALL(simplex)      \
    CALL(std_basis)    \
    CALL(term_out)

struct lp_calls {
#define FIELD(name) __typeof__(glp_##name) *name;
    LP_CALLS(FIELD)
#undef FIELD
};

struct lp_scope {
    struct lp_calls glpk;
    struct mem_guard guard;
};

/* A linear program, and a line of its matrix while this is made. */
struct lp_program {
    const struct lp_calls *glpk;
    glp_prob *at; /* NULL: not begun */
    bool flips;   /* lp_simplex() uses the longer ratio test */
    /* Of the line, from 1 as GLPK counts: its columns, or its rows. */
    VEC(int) numbers;
    VEC(double) values;
};

struct lp {
    const struct net *net;
    struct lp_program program;
    VEC(int64_t) initial; /* by row that lp_add() added: its sum at m0 */
    int64_t *change;      /* by transition, scratch */
    net_trans_list changed;
    size_t noted; /* bytes that GLPK holds, as mem_held() has them */
};

/* Between these two calls the thread may use programs.  GLPK keeps all memory
 * of a thread in one environment, which lp_leave() frees.  An error of GLPK
 * counts as running out of memory (mem.h); then a guard frees the environment.
 * lp_enter() is false when GLPK is not installed; then lp_leave() must not be
 * called. */
bool lp_enter(struct lp_scope *scope);
void lp_leave(struct lp_scope *scope);

/* The scope must outlive it. */
void lp_init(struct lp *lp, const struct net *net,
             const struct lp_scope *scope);
void lp_finish(struct lp *lp);

/* lp_fix() assumes that p is marked, or empty; lp_release() removes that
 * assumption. */
void lp_fix(struct lp *lp, place_id p, bool marked);
void lp_release(struct lp *lp, place_id p);

/* Adds the assumption that a sum is at least bound; returns its number.  It is
 * off until it is switched on. */
uint32_t lp_add(struct lp *lp, const struct formula_term *terms, uint32_t n,
                int64_t bound);
void lp_switch(struct lp *lp, uint32_t sum, bool on);

/* Changes the bound of a sum. */
void lp_demand(struct lp *lp, uint32_t sum, int64_t bound);

/* work(self, n) is told the work done, in units of the watch; true to stop,
 * which gives LP_UNKNOWN. */
enum lp_verdict lp_solve(struct lp *lp, bool (*work)(void *self, uint64_t n),
                         void *self);

/* After LP_CONSISTENT: the tokens on p, which need not be whole ones. */
double lp_tokens(const struct lp *lp, place_id p);

/* After LP_REFUTED: what the row of a sum costs. */
double lp_sum_cost(const struct lp *lp, uint32_t sum);

/* --- programs that a module makes for itself ------------------------------ */

/* The row or column of a place, a transition or a weight. */
static inline int lp_number(uint32_t id)
{
    return (int)id + 1;
}

/* With so many empty rows and columns.  The scope must outlive it. */
void lp_program_init(struct lp_program *program, const struct lp_scope *scope,
                     uint32_t n_rows, uint32_t n_cols);
void lp_program_finish(struct lp_program *program); /* all zero: nothing */

/* A line: empties it, adds a value, or the same value for several ids; it
 * becomes this row, or this column. */
void lp_line_start(struct lp_program *program);
void lp_line_put(struct lp_program *program, int number, double value);
void lp_line_put_ids(struct lp_program *program, const uint32_t *ids,
                     uint32_t n, double value);
void lp_line_set_row(const struct lp_program *program, int row);
void lp_line_set_col(const struct lp_program *program, int col);

/* As GLPK: GLP_FR, GLP_LO, GLP_UP, GLP_DB or GLP_FX. */
static inline void lp_bound_row(const struct lp_program *program, int row,
                                int type, double low, double high)
{
    program->glpk->set_row_bnds(program->at, row, type, low, high);
}

static inline void lp_bound_col(const struct lp_program *program, int col,
                                int type, double low, double high)
{
    program->glpk->set_col_bnds(program->at, col, type, low, high);
}

/* What one of the column costs. */
static inline void lp_price(const struct lp_program *program, int col,
                            double price)
{
    program->glpk->set_obj_coef(program->at, col, price);
}

/* Does so many iterations of the simplex method at most, the primal or the dual
 * one (GLP_PRIMAL, GLP_DUALP), and counts them.  0: the solution is one of
 * least cost; GLP_EITLIM: it did them all; otherwise there is none. */
int lp_simplex(const struct lp_program *program, int method, int most,
               uint64_t *n);

/* Of the solution: its cost, how many there are of the column, and what the row
 * costs. */
static inline double lp_total(const struct lp_program *program)
{
    return program->glpk->get_obj_val(program->at);
}

static inline double lp_value(const struct lp_program *program, int col)
{
    return program->glpk->get_col_prim(program->at, col);
}

static inline double lp_dual(const struct lp_program *program, int row)
{
    return program->glpk->get_row_dual(program->at, row);
}

/* Iterations of the simplex method between two questions whether to stop, and
 * the cost of one for each row and column. */
enum { LP_SLICE = 500, LP_COST_OF_LINE = 10 };

/* --- doubles as fractions of a common denominator ------------------------- */

/* The largest denominator of one number, and the largest common one. */
#define LP_LARGEST 1000
#define LP_LARGEST_COMMON ((int64_t)1 << 20)

/* Multiplies *common, which is at least 1, by a factor such that x times
 * *common is an integer up to rounding. False if *common would be too large. */
bool lp_round(double x, int64_t *common);

/* The integer nearest to x times common. */
int64_t lp_scale(double x, int64_t common);

#endif
