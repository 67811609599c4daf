#include "engine/prefix/encoder.h"

#include "base/ids.h"

#include <stdlib.h>

/* The cost of a decision of CaDiCaL, and of a conflict for each variable
 * (watch.h): what a conflict undoes is propagated again. */
enum { DECISION_COST = 800, CONFLICT_COST = 5 };

/* The cost of a clause that is given to the solver, on the average. */
enum { ADD_COST = 300 };

/* With more variables each decision looks at the limits: it can take
 * milliseconds. */
enum { MANY_VARS = 1 << 16 };

/* CaDiCaL does not tell what it holds.  About so many bytes of a variable, with
 * two lists of watches, and of a clause of a few literals; clauses that it
 * learns are left out. */
enum { VARIABLE_BYTES = 160, CLAUSE_BYTES = 72 };

/* What it takes to give these to CaDiCaL, and to free a clause: seconds.  New
 * tables for variables, which hold most of that, are made at once. */
static const double VARIABLE_TIME = 400e-9, CLAUSE_TIME = 300e-9,
                    RELEASE_TIME = 150e-9;

/* Conflicts that teach a longer clause are not seen; CaDiCaL has a buffer for
 * one of this length. */
enum { LONGEST_CLAUSE = 100000 };

/* What CaDiCaL's status means. */
enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };

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

void encoder_clause(const struct encoder *x, int a, int b)
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
            encoder_clause(x, -event_var(e), event_var(cause));
    }
    for (uint32_t i = 0; i < es_reader_count(x->es, e); i++)
        encoder_clause(x, -event_var(e), event_var(es_readers(x->es, e)[i]));
}

/* The users of b that consume it, or those that read it, to x->users. */
static void list_users(struct encoder *x, cond_id b, bool reading)
{
    const uint32_t n = es_user_count(x->es, b);

    vec_clear(&x->users);
    for (uint32_t i = 0; i < n; i++)
        if (es_reads(x->es, es_user(x->es, b, i), b) == reading)
            vec_push(&x->users, es_user(x->es, b, i));
}

/* At most one consumer of b occurs: a chain of variables "one of the first k"
 * says so.  And b is consumed only if one of them occurs. */
static void add_consumers(struct encoder *x, cond_id b)
{
    int before = 0;

    list_users(x, b, false);
    ccadical_add(x->solver, -cond_var(x->es, b));
    for (uint32_t i = 0; i < x->users.len; i++)
        ccadical_add(x->solver, event_var(x->users.at[i]));
    ccadical_add(x->solver, 0);
    for (uint32_t i = 0; i < x->users.len; i++) {
        const int user = event_var(x->users.at[i]);
        const int so_far = ++x->n_vars;

        encoder_clause(x, -user, so_far);
        if (before) {
            encoder_clause(x, -before, so_far);
            encoder_clause(x, -before, -user);
        }
        before = so_far;
    }
    x->consumed[b] = before;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* When a reader of b occurs and b is consumed, then by an event that names the
 * reader.  The names of consumers are read once. */
static void add_readers(struct encoder *x, cond_id b)
{
    const struct es *const es = x->es;

    if (!x->consumed[b])
        return;
    /* x->users has the consumers; list for each reader those that name it */
    vec_clear(&x->named);
    for (uint32_t i = 0; i < x->users.len; i++) {
        const event_id v = x->users.at[i];
        const event_id *const readers = es_readers(es, v);

        for (uint32_t k = 0; k < es_reader_count(es, v); k++)
            if (k == 0 || readers[k] != readers[k - 1])
                vec_push(&x->named, (uint64_t)readers[k] << 32 | v);
    }
    if (x->named.len)
        qsort(x->named.at, x->named.len, sizeof *x->named.at, by_number);
    list_users(x, b, true);
    ids_sort(x->users.at, x->users.len);
    for (uint32_t i = 0, k = 0; i < x->users.len; i++) {
        const event_id r = x->users.at[i];

        ccadical_add(x->solver, -event_var(r));
        ccadical_add(x->solver, -x->consumed[b]);
        while (k < x->named.len && x->named.at[k] >> 32 < r)
            k++;
        for (; k < x->named.len && x->named.at[k] >> 32 == r; k++)
            ccadical_add(x->solver, event_var((event_id)x->named.at[k]));
        ccadical_add(x->solver, 0);
    }
}

/* CaDiCaL takes its memory between two looks at the watch, so this is the
 * moment to see that a limit is too low for it.  In a race others give way
 * first. */
static bool has_room(const struct encoder *x)
{
    const struct es *const es = x->es;
    const uint64_t n_vars =
        es->events.len + (uint64_t)es->conds.len + es->user_ids.len;
    const uint64_t n_clauses = es->pool.len + 2 * (uint64_t)es->user_ids.len;
    const uint64_t bytes = VARIABLE_BYTES * n_vars + CLAUSE_BYTES * n_clauses;

    if (!watch_reserve(x->watch, RELEASE_TIME * (double)n_clauses,
                       VARIABLE_TIME * (double)n_vars +
                           CLAUSE_TIME * (double)n_clauses))
        return false;
    return x->watch->limits->race || watch_has_room(x->watch, bytes);
}

/* The clauses of a configuration; false when the watch ended the run. */
static bool encode_all(struct encoder *x)
{
    const struct es *const es = x->es;

    if (!has_room(x))
        return false;
    for (event_id e = 1; e < es->events.len; e++) {
        if (watch_work(x->watch, ADD_COST * (1 + es_name_count(es, e))))
            return false;
        if (has_conditions(es, e))
            add_causes(x, e);
    }
    for (cond_id b = 0; b < es->conds.len; b++) {
        if (watch_work(x->watch, ADD_COST * (1 + es_user_count(es, b))))
            return false;
        add_consumers(x, b);
        if (es->compiled->n_read)
            add_readers(x, b);
    }
    return true;
}

static int decides(void *self)
{
    const struct encoder *const x = self;

    return watch_work(x->watch, DECISION_COST) ||
           (x->n_vars > MANY_VARS && watch_look(x->watch));
}

static void learns(void *self, int *clause)
{
    const struct encoder *const x = self;

    (void)clause;
    (void)watch_work(x->watch, CONFLICT_COST * (uint64_t)x->n_vars);
}

/* CaDiCaL looks for the end of the run at decisions alone.  Where it undoes a
 * single decision at a conflict, which is what it does by default when there
 * are many, conflicts follow each other for minutes without one. */
static void set_options(struct encoder *x)
{
    ccadical_set_option(x->solver, "quiet", 1);
    ccadical_set_option(x->solver, "chrono", 0);
    ccadical_set_option(x->solver, "terminateint", 1);
    ccadical_set_terminate(x->solver, x, decides);
    ccadical_set_learn(x->solver, x, LONGEST_CLAUSE, learns);
}

static void release_solver(void *solver)
{
    ccadical_release(solver);
}

bool encoder_init(struct encoder *x, const struct es *es, struct watch *watch)
{
    *x = (struct encoder){.es = es, .watch = watch};
    /* Literals are ints. */
    if (es->events.len + 2 * (uint64_t)es->conds.len + es->user_ids.len >
        (uint64_t)INT32_MAX - 8)
        return false;
    x->n_vars = (int)(es->events.len + es->conds.len);
    x->consumed = mem_zero(es->conds.len, sizeof *x->consumed);
    x->solver = ccadical_init();
    mem_guard(&x->guard, release_solver, x->solver);
    set_options(x);
    return encode_all(x);
}

void encoder_finish(struct encoder *x)
{
    if (x->solver) {
        mem_unguard(&x->guard);
        ccadical_release(x->solver);
    }
    if (x->watch)
        x->watch->closing = 0;
    mem_note(&x->noted, 0);
    mem_free(x->consumed);
    vec_free(&x->users);
    vec_free(&x->named);
    *x = (struct encoder){0};
}

void encoder_disabled(const struct encoder *x, event_id e, int unless)
{
    const cond_id *const uses = es_uses(x->es, e);

    if (unless)
        ccadical_add(x->solver, unless);
    for (uint32_t i = 0; i < es_use_count(x->es, e); i++) {
        const event_id cause = x->es->conds.at[uses[i]].producer;

        if (cause != EVENT_BOTTOM)
            ccadical_add(x->solver, -event_var(cause));
        ccadical_add(x->solver, cond_var(x->es, uses[i]));
    }
    ccadical_add(x->solver, 0);
}

void encoder_absent(const struct encoder *x, cond_id b, int unless)
{
    const event_id producer = x->es->conds.at[b].producer;

    if (unless)
        ccadical_add(x->solver, unless);
    if (producer != EVENT_BOTTOM)
        ccadical_add(x->solver, -event_var(producer));
    ccadical_add(x->solver, cond_var(x->es, b));
    ccadical_add(x->solver, 0);
}

int encoder_present(struct encoder *x, cond_id b)
{
    const event_id producer = x->es->conds.at[b].producer;
    const int present = ++x->n_vars;

    if (producer != EVENT_BOTTOM)
        encoder_clause(x, -present, event_var(producer));
    if (x->consumed[b])
        encoder_clause(x, -present, -x->consumed[b]);
    return present;
}

enum encoder_verdict encoder_solve(struct encoder *x,
                                   es_event_list *configuration)
{
    mem_note(&x->noted,
             VARIABLE_BYTES * (size_t)x->n_vars +
                 CLAUSE_BYTES * (size_t)ccadical_irredundant(x->solver));
    switch (ccadical_solve(x->solver)) {
    case SATISFIABLE:
        for (event_id e = 1; e < x->es->events.len; e++)
            if (has_conditions(x->es, e) &&
                ccadical_val(x->solver, event_var(e)) > 0)
                vec_push(configuration, e);
        return ENCODER_YES;
    case UNSATISFIABLE:
        return ENCODER_NO;
    default:
        return ENCODER_UNKNOWN;
    }
}
