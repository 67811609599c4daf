/* glpk_calls.h - the functions of GLPK, which is opened when an engine solves
 * its first linear program. */
#ifndef GLPK_CALLS_H
#define GLPK_CALLS_H

#include <glpk.h>
#include <stdbool.h>

/* Their names without "glp_". */
#define GLPK_CALLS(CALL) \
    CALL(add_cols)       \
    CALL(add_rows)       \
    CALL(create_prob)    \
    CALL(delete_prob)    \
    CALL(error_hook)     \
    CALL(free_env)       \
    CALL(get_col_prim)   \
    CALL(get_it_cnt)     \
    CALL(get_num_cols)   \
    CALL(get_num_nz)     \
    CALL(get_num_rows)   \
    CALL(get_obj_val)    \
    CALL(get_row_dual)   \
    CALL(get_row_prim)   \
    CALL(get_status)     \
    CALL(init_smcp)      \
    CALL(mem_usage)      \
    CALL(set_col_bnds)   \
    CALL(set_col_stat)   \
    CALL(set_mat_col)    \
    CALL(set_mat_row)    \
    CALL(set_obj_coef)   \
    CALL(set_row_bnds)   \
    CALL(simplex)        \
    CALL(std_basis)      \
    CALL(term_out)

struct glpk_calls {
#define GLPK_FUNCTION(name) __typeof__(glp_##name) *name;
    GLPK_CALLS(GLPK_FUNCTION)
#undef GLPK_FUNCTION
};

/* False when GLPK is not installed, or lacks one of the functions. */
bool glpk_calls_open(struct glpk_calls *calls);

#endif
