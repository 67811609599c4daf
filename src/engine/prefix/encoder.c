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

/* Adds the clause of two literals. */
static void put_clause(const struct encoder *encoder, int a, int b)
{
    ccadical_add(encoder->solver, a);
    ccadical_add(encoder->solver, b);
    ccadical_add(encoder->solver, 0);
}

static void add_causes(const struct encoder *encoder, event_id e)
{
    const struct es_name name = es_name(encoder->es, e);

    for (uint32_t i = 0; i < name.n; i++) {
        const event_id cause = es_name_cause(encoder->es, name, i);

        if (cause != EVENT_BOTTOM)
            put_clause(encoder, -event_var(e), event_var(cause));
    }
}

/* The users of b that consume it, or those that read it, to encoder->users. */
static void list_users(struct encoder *encoder, cond_id b, bool reading)
{
    const uint32_t n = es_user_count(encoder->es, b);

    vec_clear(&encoder->users);
    for (uint32_t i = 0; i < n; i++)
        if (es_reads(encoder->es, es_user(encoder->es, b, i), b) == reading)
            vec_push(&encoder->users, es_user(encoder->es, b, i));
}

/* At most one consumer of b occurs: a chain of variables "one of the first k"
 * says so.  And b is consumed only if one of them occurs. */
static void add_consumers(struct encoder *encoder, cond_id b)
{
    int before = 0;

    list_users(encoder, b, false);
    ccadical_add(encoder->solver, -cond_var(encoder->es, b));
    for (uint32_t i = 0; i < encoder->users.len; i++)
        ccadical_add(encoder->solver, event_var(encoder->users.at[i]));
    ccadical_add(encoder->solver, 0);
    for (uint32_t i = 0; i < encoder->users.len; i++) {
        const int user = event_var(encoder->users.at[i]);
        const int so_far = ++encoder->n_vars;

        put_clause(encoder, -user, so_far);
        if (before) {
            put_clause(encoder, -before, so_far);
            put_clause(encoder, -before, -user);
        }
        before = so_far;
    }
    encoder->consumed[b] = before;
}

/* When a reader of b occurs and b is consumed, then by an event that names the
 * reader.  The names of consumers are read once. */
static void add_readers(struct encoder *encoder, cond_id b)
{
    const struct es *const es = encoder->es;

    if (!encoder->consumed[b])
        return;
    /* encoder->users has the consumers; list for each reader those that name it
     */
    vec_clear(&encoder->named);
    for (uint32_t i = 0; i < encoder->users.len; i++) {
        const event_id v = encoder->users.at[i];
        const event_id *const readers = es_readers(es, v);

        for (uint32_t k = 0; k < es_reader_count(es, v); k++)
            if (k == 0 || readers[k] != readers[k - 1])
                vec_push(&encoder->named, (uint64_t)readers[k] << 32 | v);
    }
    vec_sort(&encoder->named, ids_compare_long);
    list_users(encoder, b, true);
    ids_sort(encoder->users.at, encoder->users.len);
    for (uint32_t i = 0, k = 0; i < encoder->users.len; i++) {
        const event_id r = encoder->users.at[i];

        ccadical_add(encoder->solver, -event_var(r));
        ccadical_add(encoder->solver, -encoder->consumed[b]);
        while (k < encoder->named.len && encoder->named.at[k] >> 32 < r)
            k++;
        for (; k < encoder->named.len && encoder->named.at[k] >> 32 == r; k++)
            ccadical_add(encoder->solver,
                         event_var((event_id)encoder->named.at[k]));
        ccadical_add(encoder->solver, 0);
    }
}

/* CaDiCaL takes its memory between two looks at the watch, so this is the
 * moment to see that a limit is too low for it.  In a race others give way
 * first. */
static bool has_room(const struct encoder *encoder)
{
    const struct es *const es = encoder->es;
    const uint64_t n_vars =
        es->events.len + (uint64_t)es->conds.len + es->ids.words.len;
    const uint64_t n_clauses = es->pool.len + 2 * (uint64_t)es->ids.words.len;
    const uint64_t bytes = VARIABLE_BYTES * n_vars + CLAUSE_BYTES * n_clauses;

    if (!watch_reserve(encoder->watch, RELEASE_TIME * (double)n_clauses,
                       VARIABLE_TIME * (double)n_vars +
                           CLAUSE_TIME * (double)n_clauses))
        return false;
    return encoder->watch->limits->race ||
           watch_has_room(encoder->watch, bytes);
}

/* The clauses of a configuration; false when the watch ended the run. */
static bool encode_all(struct encoder *encoder)
{
    const struct es *const es = encoder->es;

    if (!has_room(encoder))
        return false;
    for (event_id e = 1; e < es->events.len; e++) {
        if (watch_work(encoder->watch, ADD_COST * (1 + es_name_count(es, e))))
            return false;
        if (has_conditions(es, e))
            add_causes(encoder, e);
    }
    for (cond_id b = 0; b < es->conds.len; b++) {
        if (watch_work(encoder->watch, ADD_COST * (1 + es_user_count(es, b))))
            return false;
        add_consumers(encoder, b);
        if (es->compiled->n_read)
            add_readers(encoder, b);
    }
    return true;
}

static int decides(void *self)
{
    const struct encoder *const encoder = self;

    return watch_work(encoder->watch, DECISION_COST) ||
           (encoder->n_vars > MANY_VARS && watch_look(encoder->watch));
}

static void learns(void *self, int *clause)
{
    const struct encoder *const encoder = self;

    (void)clause;
    (void)watch_work(encoder->watch, CONFLICT_COST * (uint64_t)encoder->n_vars);
}

bool encoder_init(struct encoder *encoder, const struct es *es,
                  struct watch *watch)
{
    *encoder = (struct encoder){.es = es, .watch = watch};
    /* Literals are ints. */
    if (es->events.len + 2 * (uint64_t)es->conds.len + es->ids.words.len >
        (uint64_t)INT32_MAX - 8)
        return false;
    encoder->n_vars = (int)(es->events.len + es->conds.len);
    encoder->consumed = mem_zero(es->conds.len, sizeof *encoder->consumed);
    encoder->solver = cadical_create(&encoder->guard);
    /* CaDiCaL looks for the end of the run at decisions alone.  Where it undoes
     * a single decision at a conflict, which is what it does by default when
     * there are many, conflicts follow each other for minutes without one. */
    ccadical_set_option(encoder->solver, "chrono", 0);
    ccadical_set_option(encoder->solver, "terminateint", 1);
    ccadical_set_terminate(encoder->solver, encoder, decides);
    ccadical_set_learn(encoder->solver, encoder, CADICAL_LONGEST, learns);
    return encode_all(encoder);
}

void encoder_finish(struct encoder *encoder)
{
    cadical_destroy(encoder->solver, &encoder->guard);
    if (encoder->watch)
        encoder->watch->closing = 0;
    mem_note(&encoder->noted, 0);
    mem_free(encoder->consumed);
    vec_free(&encoder->users);
    vec_free(&encoder->named);
    *encoder = (struct encoder){0};
}

void encoder_disabled(const struct encoder *encoder, event_id e, int unless)
{
    const cond_id *const uses = es_uses(encoder->es, e);

    if (unless)
        ccadical_add(encoder->solver, unless);
    for (uint32_t i = 0; i < es_use_count(encoder->es, e); i++) {
        const event_id cause = encoder->es->conds.at[uses[i]].producer;

        if (cause != EVENT_BOTTOM)
            ccadical_add(encoder->solver, -event_var(cause));
        ccadical_add(encoder->solver, cond_var(encoder->es, uses[i]));
    }
    ccadical_add(encoder->solver, 0);
}

void encoder_absent(const struct encoder *encoder, cond_id b, int unless)
{
    const event_id producer = encoder->es->conds.at[b].producer;

    if (unless)
        ccadical_add(encoder->solver, unless);
    if (producer != EVENT_BOTTOM)
        ccadical_add(encoder->solver, -event_var(producer));
    ccadical_add(encoder->solver, cond_var(encoder->es, b));
    ccadical_add(encoder->solver, 0);
}

int encoder_present(struct encoder *encoder, cond_id b)
{
    const event_id producer = encoder->es->conds.at[b].producer;
    const int present = ++encoder->n_vars;

    if (producer != EVENT_BOTTOM)
        put_clause(encoder, -present, event_var(producer));
    if (encoder->consumed[b])
        put_clause(encoder, -present, -encoder->consumed[b]);
    return present;
}

enum cadical_verdict encoder_solve(struct encoder *encoder,
                                   es_event_list *configuration)
{
    enum cadical_verdict verdict;

    mem_note(&encoder->noted,
             VARIABLE_BYTES * (size_t)encoder->n_vars +
                 CLAUSE_BYTES * (size_t)ccadical_irredundant(encoder->solver));
    verdict = cadical_solve(encoder->solver);
    for (event_id e = 1; verdict == CADICAL_YES && e < encoder->es->events.len;
         e++)
        if (has_conditions(encoder->es, e) &&
            ccadical_val(encoder->solver, event_var(e)) > 0)
            vec_push(configuration, e);
    return verdict;
}
