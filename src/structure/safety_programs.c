#include "structure/safety.h"

#include "base/mem.h"
#include "structure/lp.h"

/* Rows: the transitions, of which none increases the weighted tokens, but for
 * those that are dead.  Columns: the weights of the places, between 0 and 1. */

/* A larger gain is none of rounding. */
static const double LEAST_GAIN = 1e-6;

/* The cost of the program for each node and arc; so many arcs without weights,
 * and the proof is given up. */
enum { COST_OF_ARC = 300, ARCS_WITHOUT_WEIGHTS = 4 };

/* The work between two looks whether to stop. */
enum { SLICE = 1000000000 };

struct programs {
    const struct net *net;
    struct lp_program program;
    struct weights *weights;
    struct weights_check check;
    bool *is_free; /* by transition: it is dead, and its row was freed */
    uint64_t work, most;
    const struct stop *stop;
    uint32_t n_failures;
};

static void add_row(struct programs *programs, trans_id t)
{
    const struct net_place_span pre = net_pre(programs->net, t);
    const struct net_place_span post = net_post(programs->net, t);
    struct lp_program *const program = &programs->program;

    lp_line_start(program);
    lp_line_put_ids(program, pre.at, pre.len, -1);
    lp_line_put_ids(program, post.at, post.len, 1);
    lp_line_set_row(program, lp_number(t));
    lp_bound_row(program, lp_number(t), GLP_UP, 0, 0);
}

static void make_program(struct programs *programs,
                         const struct lp_scope *scope)
{
    const uint32_t n_trans = net_trans_count(programs->net);
    const uint32_t n_places = net_place_count(programs->net);

    lp_program_init(&programs->program, scope, n_trans, n_places);
    for (place_id p = 0; p < n_places; p++)
        lp_bound_col(&programs->program, lp_number(p), GLP_DB, 0, 1);
    for (trans_id t = 0; t < n_trans; t++)
        add_row(programs, t);
    for (place_id p = 0; p < n_places; p++)
        lp_price(&programs->program, lp_number(p),
                 net_marked(programs->net, p));
}

/* What the weights are to gain: on what t consumes and reads, and on p, which
 * may be PLACE_NONE, less what the initial marking has.  GLPK looks for the
 * least value, so the signs are turned.  by: 1, or 0 to take it back. */
static void aim(struct programs *programs, trans_id t, place_id p, int by)
{
    const struct net_place_span needed = net_needs(programs->net, t);

    for (uint32_t i = 0; i < needed.len; i++)
        lp_price(&programs->program, lp_number(needed.at[i]),
                 net_marked(programs->net, needed.at[i]) - by);
    if (p != PLACE_NONE)
        lp_price(&programs->program, lp_number(p),
                 net_marked(programs->net, p) - by);
}

/* The status of GLPK after a slice of the work, or what is left of it. */
static int solve_slice(struct programs *programs)
{
    const uint64_t left = programs->most - programs->work;
    const uint64_t each =
        LP_COST_OF_LINE * ((uint64_t)net_trans_count(programs->net) +
                           net_place_count(programs->net));
    uint64_t n;
    const int status =
        lp_simplex(&programs->program, GLP_PRIMAL,
                   (int)((left < SLICE ? left : SLICE) / each) + 1, &n);

    programs->work += each * (n + 1);
    return status;
}

static bool solve(struct programs *programs)
{
    int status = GLP_EITLIM;

    while (status == GLP_EITLIM && programs->work < programs->most)
        if (stop_is_due(programs->stop))
            programs->work = programs->most;
        else
            status = solve_slice(programs);
    return !status && lp_total(&programs->program) < -LEAST_GAIN;
}

/* Rounds the solution to a vector of the weights; is it right? */
static bool round_solution(struct programs *programs)
{
    const uint32_t n = net_place_count(programs->net);
    int64_t common = 1;

    for (place_id p = 0; p < n; p++)
        if (!lp_round(lp_value(&programs->program, lp_number(p)), &common))
            return false;
    for (place_id p = 0; p < n; p++) {
        const int64_t factor =
            lp_scale(lp_value(&programs->program, lp_number(p)), common);

        if (factor > 0)
            weights_term(programs->weights, p, factor);
    }
    return weights_check_keep(&programs->check, programs->weights);
}

static void free_rows(struct programs *programs)
{
    for (trans_id t = 0; t < net_trans_count(programs->net); t++) {
        if (!programs->check.dead[t] || programs->is_free[t])
            continue;
        programs->is_free[t] = true;
        lp_bound_row(&programs->program, lp_number(t), GLP_FR, 0, 0);
    }
}

/* Weights by which t is dead, or finds p empty. */
static bool seek(struct programs *programs, trans_id t, place_id p)
{
    bool found;

    aim(programs, t, p, 1);
    found = solve(programs) && round_solution(programs);
    aim(programs, t, p, 0);
    free_rows(programs);
    return found;
}

/* Everything that the transition produces, or that it is dead. */
static void close_trans(struct programs *programs, trans_id t)
{
    const struct relation *const post = net_relation(programs->net, NET_POST);

    for (uint32_t a = post->start[t]; a < post->start[t + 1]; a++)
        if (!programs->check.dead[t] && !programs->check.finds[a] &&
            programs->work < programs->most &&
            !seek(programs, t, post->at[a]) && !seek(programs, t, PLACE_NONE)) {
            programs->n_failures++;
            return;
        }
    if (!programs->check.dead[t] &&
        net_overflow(programs->net, t) != PLACE_NONE &&
        !seek(programs, t, PLACE_NONE))
        programs->n_failures++;
}

static void close_all(struct programs *programs)
{
    for (trans_id t = 0;
         t < net_trans_count(programs->net) &&
         programs->work < programs->most &&
         programs->n_failures < ARCS_WITHOUT_WEIGHTS && programs->check.n_open;
         t++)
        close_trans(programs, t);
}

bool safety_programs_prove(const struct net *net, uint64_t most,
                           const struct stop *stop, struct weights *weights)
{
    struct programs programs = {
        .net = net, .weights = weights, .most = most, .stop = stop};
    struct lp_scope scope;
    bool safe;

    programs.work = COST_OF_ARC * (uint64_t)net_size(net);
    if (!net_place_count(net) || !net_trans_count(net) ||
        programs.work >= most || !lp_enter(&scope))
        return false;
    programs.is_free = mem_zero(net_trans_count(net), sizeof *programs.is_free);
    weights_check_init(&programs.check, net);
    weights_check_repeat(&programs.check, weights, 0);
    make_program(&programs, &scope);
    free_rows(&programs);
    close_all(&programs);
    safe = !programs.check.n_open;
    lp_program_finish(&programs.program);
    weights_check_finish(&programs.check);
    mem_free(programs.is_free);
    lp_leave(&scope);
    return safe;
}
