#include "prefix/solve.h"

#include <ccadical.h>

#include <stdlib.h>

/* The cost of CaDiCaL's work between two calls of the terminator (watch.h). */
enum { CALL_COST = 12000 };

/* What CaDiCaL's status means. */
enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };

struct encoder {
    const struct es *es;
    CCaDiCaL *solver;
    int n_vars;
    int *consumed; /* by condition: a variable that each user implies, or 0 */
};

static bool has_conditions(const struct es *es, event_id e)
{
    return es->events.at[e].produces != COND_NONE;
}

/* Events come first among the variables, then conditions, then others. */
static int event_var(event_id e)
{
    return (int)e + 1;
}

static int cond_var(const struct es *es, cond_id b)
{
    return (int)(es->events.len + b) + 1;
}

static void add_clause(const struct encoder *x, int a, int b)
{
    ccadical_add(x->solver, a);
    if (b)
        ccadical_add(x->solver, b);
    ccadical_add(x->solver, 0);
}

static void add_causes(const struct encoder *x, event_id e)
{
    const cond_id *const uses = es_uses(x->es, e);

    for (uint32_t i = 0; i < es_use_count(x->es, e); i++) {
        const event_id cause = x->es->conds.at[uses[i]].producer;

        if (cause != EVENT_BOTTOM)
            add_clause(x, -event_var(e), event_var(cause));
    }
}

/* At most one user of b occurs: a chain of variables "one of the first k" says
 * so.  And b is consumed only if one of them occurs. */
static void add_users(struct encoder *x, cond_id b)
{
    const struct es_cond *const c = &x->es->conds.at[b];
    int before = 0;

    ccadical_add(x->solver, -cond_var(x->es, b));
    for (uint32_t i = 0; i < c->n_users; i++)
        ccadical_add(x->solver, event_var(es_user(x->es, c, i)));
    ccadical_add(x->solver, 0);
    for (uint32_t i = 0; i < c->n_users; i++) {
        const int user = event_var(es_user(x->es, c, i));
        const int so_far = ++x->n_vars;

        add_clause(x, -user, so_far);
        if (before) {
            add_clause(x, -before, so_far);
            add_clause(x, -before, -user);
        }
        before = so_far;
    }
    x->consumed[b] = before;
}

static void add_disabled(const struct encoder *x, event_id e)
{
    const cond_id *const uses = es_uses(x->es, e);

    for (uint32_t i = 0; i < es_use_count(x->es, e); i++) {
        const event_id cause = x->es->conds.at[uses[i]].producer;

        if (cause != EVENT_BOTTOM)
            ccadical_add(x->solver, -event_var(cause));
        ccadical_add(x->solver, cond_var(x->es, uses[i]));
    }
    ccadical_add(x->solver, 0);
}

static int must_end(void *watch)
{
    return watch_work(watch, CALL_COST);
}

static enum solve_verdict solve(const struct encoder *x, struct watch *watch,
                                es_event_list *configuration)
{
    ccadical_set_terminate(x->solver, watch, must_end);
    switch (ccadical_solve(x->solver)) {
    case SATISFIABLE:
        for (event_id e = 1; e < x->es->events.len; e++)
            if (has_conditions(x->es, e) &&
                ccadical_val(x->solver, event_var(e)) > 0)
                vec_push(configuration, e);
        return SOLVE_YES;
    case UNSATISFIABLE:
        return SOLVE_NO;
    default:
        return SOLVE_UNKNOWN;
    }
}

/* The clauses of a configuration; false when the watch ended the run. */
static bool encode(struct encoder *x, struct watch *watch)
{
    const struct es *const es = x->es;

    for (event_id e = 1; e < es->events.len; e++) {
        if (watch_tick(watch))
            return false;
        if (has_conditions(es, e))
            add_causes(x, e);
    }
    for (cond_id b = 0; b < es->conds.len; b++) {
        if (watch_tick(watch))
            return false;
        add_users(x, b);
    }
    return true;
}

static bool encode_deadlock(struct encoder *x, struct watch *watch)
{
    for (event_id e = 1; e < x->es->events.len; e++) {
        if (watch_tick(watch))
            return false;
        add_disabled(x, e);
    }
    return true;
}

/* b is not produced, or it is consumed. */
static void add_absent(const struct encoder *x, cond_id b)
{
    const event_id producer = x->es->conds.at[b].producer;

    if (producer != EVENT_BOTTOM)
        ccadical_add(x->solver, -event_var(producer));
    ccadical_add(x->solver, cond_var(x->es, b));
    ccadical_add(x->solver, 0);
}

/* A variable that is true only if b is produced and not consumed. */
static int present_var(struct encoder *x, cond_id b)
{
    const event_id producer = x->es->conds.at[b].producer;
    const int present = ++x->n_vars;

    if (producer != EVENT_BOTTOM)
        add_clause(x, -present, event_var(producer));
    if (x->consumed[b])
        add_clause(x, -present, -x->consumed[b]);
    return present;
}

/* The goal: some condition of each place to be marked is present, and no
 * condition of a place to be empty. */
static bool encode_marking(struct encoder *x, const struct goal *goal,
                           struct watch *watch)
{
    const struct es *const es = x->es;
    const uint32_t n_places = es->compiled->n_net_places;
    VEC(int) *const present = mem_zero(n_places, sizeof *present);
    bool *const empty = mem_zero(n_places, sizeof *empty);
    bool *const wanted = mem_zero(n_places, sizeof *wanted);
    bool done = true;

    for (uint32_t i = 0; i < goal->empty.len; i++)
        empty[goal->empty.at[i]] = true;
    for (uint32_t i = 0; i < goal->marked.len; i++)
        wanted[goal->marked.at[i]] = true;
    for (cond_id b = 0; b < es->conds.len && done; b++) {
        const place_id p = es->conds.at[b].place;

        done = !watch_tick(watch);
        if (p < n_places && empty[p])
            add_absent(x, b);
        if (p < n_places && wanted[p])
            vec_push(&present[p], present_var(x, b));
    }
    for (uint32_t i = 0; i < goal->marked.len && done; i++) {
        const place_id p = goal->marked.at[i];

        for (uint32_t k = 0; k < present[p].len; k++)
            ccadical_add(x->solver, present[p].at[k]);
        ccadical_add(x->solver, 0);
    }
    for (place_id p = 0; p < n_places; p++)
        vec_free(&present[p]);
    mem_free(present);
    mem_free(empty);
    mem_free(wanted);
    return done;
}

static void undo(void *solver)
{
    ccadical_release(solver);
}

/* goal NULL: a deadlock. */
static enum solve_verdict ask(const struct es *es, const struct goal *goal,
                              struct watch *watch, es_event_list *configuration)
{
    struct encoder x = {.es = es};
    enum solve_verdict verdict = SOLVE_UNKNOWN;
    struct mem_guard guard;

    /* Literals are ints. */
    if (es->events.len + 2 * (uint64_t)es->conds.len + es->links.len >
        (uint64_t)INT32_MAX - 8)
        return SOLVE_UNKNOWN;
    x.n_vars = (int)(es->events.len + es->conds.len);
    x.consumed = mem_zero(es->conds.len, sizeof *x.consumed);
    x.solver = ccadical_init();
    mem_guard(&guard, undo, x.solver);
    ccadical_set_option(x.solver, "quiet", 1);
    if (encode(&x, watch) &&
        (goal ? encode_marking(&x, goal, watch) : encode_deadlock(&x, watch)))
        verdict = solve(&x, watch, configuration);
    mem_unguard(&guard);
    ccadical_release(x.solver);
    mem_free(x.consumed);
    return verdict;
}

enum solve_verdict solve_deadlock(const struct es *es, struct watch *watch,
                                  es_event_list *configuration)
{
    return ask(es, NULL, watch, configuration);
}

enum solve_verdict solve_marking(const struct es *es, const struct goal *goal,
                                 struct watch *watch,
                                 es_event_list *configuration)
{
    return ask(es, goal, watch, configuration);
}
