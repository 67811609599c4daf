#include "deadlock.h"

#include <ccadical.h>

/* What CaDiCaL's status means. */
enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };

struct encoder {
    const struct es *es;
    CCaDiCaL *solver;
    int n_vars;
};

static bool is_open(const struct es *es, event_id e)
{
    return es->events.at[e].makes != COND_NONE;
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
        const event_id cause = x->es->conds.at[uses[i]].maker;

        if (cause != EVENT_BOTTOM)
            add_clause(x, -event_var(e), event_var(cause));
    }
}

/* At most one user, by a chain of variables "one of the first k"; and b was
 * taken only if one of them did. */
static void add_users(struct encoder *x, cond_id b)
{
    const struct cond *const c = &x->es->conds.at[b];
    int before = 0;

    ccadical_add(x->solver, -cond_var(x->es, b));
    for (uint32_t i = 0; i < c->n_users; i++)
        ccadical_add(x->solver, event_var(x->es->links.at[c->users + i].user));
    ccadical_add(x->solver, 0);
    for (uint32_t i = 0; i < c->n_users; i++) {
        const int user = event_var(x->es->links.at[c->users + i].user);
        const int now = ++x->n_vars;

        add_clause(x, -user, now);
        if (before) {
            add_clause(x, -before, now);
            add_clause(x, -before, -user);
        }
        before = now;
    }
}

static void add_disabled(const struct encoder *x, event_id e)
{
    const cond_id *const uses = es_uses(x->es, e);

    for (uint32_t i = 0; i < es_use_count(x->es, e); i++) {
        const event_id cause = x->es->conds.at[uses[i]].maker;

        if (cause != EVENT_BOTTOM)
            ccadical_add(x->solver, -event_var(cause));
        ccadical_add(x->solver, cond_var(x->es, uses[i]));
    }
    ccadical_add(x->solver, 0);
}

static int must_end(void *watch)
{
    return watch_look(watch);
}

static enum deadlock_verdict solve(const struct encoder *x, struct watch *watch,
                                   event_list *configuration)
{
    ccadical_set_terminate(x->solver, watch, must_end);
    switch (ccadical_solve(x->solver)) {
    case SATISFIABLE:
        for (event_id e = 1; e < x->es->events.len; e++)
            if (is_open(x->es, e) && ccadical_val(x->solver, event_var(e)) > 0)
                vec_push(configuration, e);
        return DEADLOCK_YES;
    case UNSATISFIABLE:
        return DEADLOCK_NO;
    default:
        return DEADLOCK_UNKNOWN;
    }
}

/* False when the watch ended it. */
static bool encode(struct encoder *x, struct watch *watch)
{
    const struct es *const es = x->es;

    for (event_id e = 1; e < es->events.len; e++) {
        if (watch_tick(watch))
            return false;
        if (is_open(es, e))
            add_causes(x, e);
        add_disabled(x, e);
    }
    for (cond_id b = 0; b < es->conds.len; b++) {
        if (watch_tick(watch))
            return false;
        add_users(x, b);
    }
    return true;
}

enum deadlock_verdict deadlock_find(const struct es *es, struct watch *watch,
                                    event_list *configuration)
{
    struct encoder x = {.es = es};
    enum deadlock_verdict verdict;

    /* Literals are ints. */
    if (es->events.len + (uint64_t)es->conds.len + es->links.len >
        (uint64_t)INT32_MAX - 8)
        return DEADLOCK_UNKNOWN;
    x.n_vars = (int)(es->events.len + es->conds.len);
    x.solver = ccadical_init();
    ccadical_set_option(x.solver, "quiet", 1);
    verdict =
        encode(&x, watch) ? solve(&x, watch, configuration) : DEADLOCK_UNKNOWN;
    ccadical_release(x.solver);
    return verdict;
}
