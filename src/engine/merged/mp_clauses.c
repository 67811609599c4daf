#include "engine/merged/mp_clauses.h"

#include "base/ids.h"

#include <ccadical.h>

/* What CaDiCaL costs (watch.h): a call for each clause that it has, a decision,
 * a conflict for each variable. */
enum { CLAUSE_COST = 2, DECISION_COST = 100, CONFLICT_COST = 5 };

/* CaDiCaL does not tell what it holds: about so many bytes of a variable with
 * its watches, and of a clause. */
enum { VARIABLE_BYTES = 160, CLAUSE_BYTES = 72 };

/* Conflicts that teach a longer clause are not seen. */
enum { LONGEST_CLAUSE = 100000 };

/* Conflicts before a restart: answers are near. */
enum { RESTART_CONFLICTS = 100 };

/* What CaDiCaL's status means. */
enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };

/* --- clauses -------------------------------------------------------------- */

int mp_clauses_var(struct mp_clauses *clauses)
{
    return ++clauses->n_vars;
}

static void put(struct mp_clauses *clauses, int literal)
{
    clauses->n_clauses += !literal;
    ccadical_add(clauses->solver, literal);
}

/* The clause of those literals that are not 0. */
static void put_clause(struct mp_clauses *clauses, int a, int b, int c)
{
    if (a)
        put(clauses, a);
    if (b)
        put(clauses, b);
    if (c)
        put(clauses, c);
    put(clauses, 0);
}

void mp_clauses_add(struct mp_clauses *clauses, const int *literals, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        put(clauses, literals[i]);
    put(clauses, 0);
}

void mp_clauses_flush(struct mp_clauses *clauses)
{
    mp_clauses_add(clauses, clauses->pending.at, clauses->pending.len);
    vec_clear(&clauses->pending);
}

/* What mp_cycles.h has to add. */
static void put_of_cycles(struct mp_clauses *clauses)
{
    for (uint32_t i = 0; i < clauses->cycles.clauses.len; i++)
        put(clauses, clauses->cycles.clauses.at[i]);
    vec_clear(&clauses->cycles.clauses);
}

/* `head` implies one of the literals that follow. */
static void begin_open(struct mp_clauses *clauses, struct mp_clauses_open *open,
                       int head)
{
    open->end = mp_clauses_var(clauses);
    put_clause(clauses, -head, open->end, 0);
    put_clause(clauses, -clauses->epoch, -open->end, 0);
}

static void extend_open(struct mp_clauses *clauses,
                        struct mp_clauses_open *open, int literal)
{
    const int end = mp_clauses_var(clauses);

    put_clause(clauses, -open->end, literal, end);
    open->end = end;
    clauses->stale = true;
}

/* At most one literal of a growing set is true. */
static void add_one(struct mp_clauses *clauses, int *one, int literal)
{
    const int so_far = mp_clauses_var(clauses);

    put_clause(clauses, -literal, so_far, 0);
    if (*one) {
        put_clause(clauses, -*one, so_far, 0);
        put_clause(clauses, -*one, -literal, 0);
    }
    *one = so_far;
}

/* --- conditions ----------------------------------------------------------- */

static void set_present(struct mp_clauses *clauses,
                        struct mp_clauses_condition *vars,
                        struct mp_clauses_place *place)
{
    vars->present = mp_clauses_var(clauses);
    put_clause(clauses, -vars->present, vars->produced, 0);
    put_clause(clauses, -vars->present, -vars->consumed, 0);
    vars->taken = mp_clauses_var(clauses);
    put_clause(clauses, -vars->taken, vars->present, 0);
    put_clause(clauses, -vars->taken, place->taken, 0);
    vars->eaten = mp_clauses_var(clauses);
    put_clause(clauses, -vars->eaten, vars->present, 0);
    put_clause(clauses, -vars->eaten, place->eaten, 0);
    put_clause(clauses, place->marked, -vars->produced, vars->consumed);
    extend_open(clauses, &place->some, vars->present);
}

/* The variables of a condition that gets its first producer, or is initial. */
static void add_condition(struct mp_clauses *clauses, uint32_t b)
{
    const uint32_t before = mp_process_before(clauses->process, b);
    struct mp_clauses_condition *vars;

    vec_fit(&clauses->conditions, b + 1);
    vars = &clauses->conditions.at[b];
    vars->produced = mp_clauses_var(clauses);
    vars->consumed = mp_clauses_var(clauses);
    vars->read = mp_clauses_var(clauses);
    if (b < clauses->process->n_initial)
        put_clause(clauses, vars->produced, 0, 0);
    else
        begin_open(clauses, &vars->producers, vars->produced);
    begin_open(clauses, &vars->consumers, vars->consumed);
    begin_open(clauses, &vars->readers, vars->read);
    put_clause(clauses, -vars->consumed, vars->produced, 0);
    set_present(clauses, vars,
                &clauses->places[clauses->process->conditions.at[b].place]);
    if (before != MP_NONE)
        put_clause(clauses, -vars->produced,
                   clauses->conditions.at[before].consumed, 0);
}

static struct mp_clauses_condition *vars_of(struct mp_clauses *clauses,
                                            uint32_t b)
{
    vec_fit(&clauses->conditions, b + 1);
    if (!clauses->conditions.at[b].produced)
        add_condition(clauses, b);
    return &clauses->conditions.at[b];
}

/* --- events --------------------------------------------------------------- */

/* Counts one more extended event. */
static void count_event(struct mp_clauses *clauses, int var)
{
    const mp_clauses_literals none = {0};
    const uint32_t i = clauses->counted.len;
    mp_clauses_literals *row;

    vec_push(&clauses->counted, none);
    row = &clauses->counted.at[i];
    for (uint32_t j = 0; j <= i && j < clauses->counted_to; j++) {
        const mp_clauses_literals *const last = i ? row - 1 : row;
        const int cell = mp_clauses_var(clauses);

        vec_push(row, cell);
        if (i && j < last->len)
            put_clause(clauses, -last->at[j], cell, 0);
        put_clause(clauses, -var, j ? -last->at[j - 1] : 0, cell);
    }
}

/* Tells one more number apart. */
static void count_further(struct mp_clauses *clauses)
{
    const uint32_t j = clauses->counted_to++;

    for (uint32_t i = j; i < clauses->counted.len; i++) {
        mp_clauses_literals *const row = &clauses->counted.at[i];
        const int cell = mp_clauses_var(clauses);

        vec_push(row, cell);
        if (i > j)
            put_clause(clauses, -row[-1].at[j], cell, 0);
        put_clause(clauses, -clauses->event.at[clauses->events.at[i]],
                   j ? -row[-1].at[j - 1] : 0, cell);
    }
}

/* An event of a local configuration has a successor. */
static void add_successors(struct mp_clauses *clauses, uint32_t e, int var)
{
    const struct mp_process_event *const event =
        &clauses->process->events.at[e];
    const uint32_t *const uses = mp_process_uses(clauses->process, e);
    const uint32_t *const produces = mp_process_produces(clauses->process, e);

    put(clauses, -clauses->assumption[MP_LOCAL]);
    put(clauses, -var);
    for (uint32_t i = 0; i < event->n_produces; i++) {
        const struct mp_clauses_condition *const vars =
            &clauses->conditions.at[produces[i]];

        put(clauses, vars->consumed);
        put(clauses, vars->read);
        put(clauses, vars->taken);
    }
    for (uint32_t i = event->n_consumes; i < event->n_consumes + event->n_reads;
         i++) {
        put(clauses, clauses->conditions.at[uses[i]].consumed);
        put(clauses, clauses->conditions.at[uses[i]].eaten);
    }
    put(clauses, 0);
}

void mp_clauses_extend(struct mp_clauses *clauses, uint32_t e)
{
    const struct mp_process_event event = clauses->process->events.at[e];
    const uint32_t *const uses = mp_process_uses(clauses->process, e);
    const uint32_t *const produces = mp_process_produces(clauses->process, e);
    const int var = mp_clauses_var(clauses);

    vec_fit(&clauses->event, e + 1);
    clauses->event.at[e] = var;
    for (uint32_t i = 0; i < event.n_consumes; i++) {
        struct mp_clauses_condition *const vars = vars_of(clauses, uses[i]);

        put_clause(clauses, -var, vars->consumed, 0);
        extend_open(clauses, &vars->consumers, var);
        add_one(clauses, &vars->one_consumer, var);
    }
    for (uint32_t i = event.n_consumes; i < event.n_consumes + event.n_reads;
         i++) {
        struct mp_clauses_condition *const vars = vars_of(clauses, uses[i]);

        put_clause(clauses, -var, vars->produced, 0);
        put_clause(clauses, -var, vars->read, 0);
        extend_open(clauses, &vars->readers, var);
        for (uint32_t k = 0; k < vars->others.len; k++)
            extend_open(clauses, &vars->others.at[k], var);
    }
    for (uint32_t i = 0; i < event.n_produces; i++) {
        struct mp_clauses_condition *const vars = vars_of(clauses, produces[i]);

        put_clause(clauses, -var, vars->produced, 0);
        extend_open(clauses, &vars->producers, var);
        add_one(clauses, &vars->one_producer, var);
    }
    add_successors(clauses, e, var);
    count_event(clauses, var);
    vec_push(&clauses->events, e);
    mp_cycles_extend(&clauses->cycles, e, var);
    put_of_cycles(clauses);
}

int mp_clauses_other_readers(struct mp_clauses *clauses, uint32_t b,
                             const mp_process_list *readers)
{
    const struct mp_process *const process = clauses->process;
    const int other = mp_clauses_var(clauses);
    struct mp_clauses_open open;

    begin_open(clauses, &open, other);
    for (uint32_t i = 0; i < clauses->events.len; i++) {
        const uint32_t e = clauses->events.at[i];
        const struct mp_process_event *const event = &process->events.at[e];
        const uint32_t *const reads =
            mp_process_uses(process, e) + event->n_consumes;
        bool is_other = false;

        for (uint32_t k = 0; k < event->n_reads; k++)
            is_other |= reads[k] == b;
        for (uint32_t k = 0; k < readers->len; k++)
            is_other &= readers->at[k] != e;
        if (is_other)
            extend_open(clauses, &open, clauses->event.at[e]);
    }
    vec_push(&clauses->conditions.at[b].others, open);
    return other;
}

static int produced_var(const struct mp_clauses *clauses, uint32_t b)
{
    return b < clauses->conditions.len ? clauses->conditions.at[b].produced : 0;
}

void mp_clauses_name(struct mp_clauses *clauses, uint32_t e, bool fresh)
{
    const struct mp_process *const process = clauses->process;
    const struct mp_process_event *const event = &process->events.at[e];
    const uint32_t *const uses = mp_process_uses(process, e);
    const uint32_t *const produces = mp_process_produces(process, e);

    put(clauses, -clauses->assumption[fresh ? MP_FRESH : MP_NEW]);
    put(clauses, -clauses->selected[event->trans]);
    for (uint32_t i = 0; i < event->n_consumes + event->n_reads; i++)
        put(clauses, -clauses->conditions.at[uses[i]].present);
    for (uint32_t i = 0; i < event->n_produces; i++) {
        const uint32_t before = mp_process_before(process, produces[i]);

        if (before != MP_NONE)
            put(clauses, -clauses->conditions.at[before].produced);
        if (produced_var(clauses, produces[i]))
            put(clauses, produced_var(clauses, produces[i]));
    }
    put(clauses, 0);
}

/* --- places and transitions ----------------------------------------------- */

static bool consumes_from(const struct net *net, trans_id t, place_id p)
{
    const struct net_place_span pre = net_pre(net, t);

    return ids_has(pre.at, pre.len, p);
}

static int *new_vars(struct mp_clauses *clauses, uint32_t n)
{
    int *const vars = mem_alloc(n, sizeof *vars);

    for (uint32_t i = 0; i < n; i++)
        vars[i] = mp_clauses_var(clauses);
    return vars;
}

/* head is true iff one of these transitions is selected. */
static void add_selected(struct mp_clauses *clauses, int head,
                         const trans_id *trans, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        put_clause(clauses, -clauses->selected[trans[i]], head, 0);
    put(clauses, -head);
    for (uint32_t i = 0; i < n; i++)
        put(clauses, clauses->selected[trans[i]]);
    put(clauses, 0);
}

static void add_place(struct mp_clauses *clauses, place_id p)
{
    const struct compiled_net *const c = clauses->process->compiled;
    struct mp_clauses_place *const vars = &clauses->places[p];
    const uint32_t n_eaters = c->consumer_at[p + 1] - c->consumer_at[p];
    const uint32_t n_readers = c->reader_at[p + 1] - c->reader_at[p];
    net_trans_list users = {0};

    vars->marked = mp_clauses_var(clauses);
    vars->result = mp_clauses_var(clauses);
    vars->taken = mp_clauses_var(clauses);
    vars->eaten = mp_clauses_var(clauses);
    vars->filled = mp_clauses_var(clauses);
    begin_open(clauses, &vars->some, vars->marked);
    for (uint32_t i = 0; i < n_eaters; i++)
        vec_push(&users, c->consumers[c->consumer_at[p] + i]);
    add_selected(clauses, vars->eaten, users.at, users.len);
    for (uint32_t i = 0; i < n_readers; i++)
        vec_push(&users, c->readers[c->reader_at[p] + i]);
    add_selected(clauses, vars->taken, users.at, users.len);
    vec_free(&users);
    add_selected(clauses, vars->filled, c->producers + c->producer_at[p],
                 c->producer_at[p + 1] - c->producer_at[p]);
    put_clause(clauses, -vars->result, vars->marked, vars->filled);
    put_clause(clauses, -vars->result, vars->filled, -vars->eaten);
    put_clause(clauses, vars->result, -vars->filled, 0);
    put_clause(clauses, vars->result, -vars->marked, vars->eaten);
}

/* A selected transition is enabled.  Under MP_UNSAFE some place has a token
 * that the transition does not take, and gets another one. */
static void add_transitions(struct mp_clauses *clauses)
{
    const struct compiled_net *const c = clauses->process->compiled;
    const int some = clauses->assumption[MP_SELECTED];
    int one = 0;

    put(clauses, -some);
    for (trans_id t = 0; t < c->n_trans; t++)
        put(clauses, clauses->selected[t]);
    put(clauses, 0);
    for (trans_id t = 0; t < c->n_trans; t++) {
        const struct net_place_span uses = compiled_net_use(c, t);

        add_one(clauses, &one, clauses->selected[t]);
        put_clause(clauses, -clauses->selected[t], some, 0);
        for (uint32_t i = 0; i < uses.len; i++)
            put_clause(clauses, -clauses->selected[t],
                       clauses->places[uses.at[i]].marked, 0);
    }
}

/* Of the transitions that produce on p and do not consume from it, none under
 * MP_SAFE is selected while p is marked; under MP_UNSAFE, one of some p is. */
static void add_second_tokens_of(struct mp_clauses *clauses, place_id p,
                                 int second)
{
    const struct net *const net = clauses->process->compiled->net;
    const struct net_trans_span producers = net_producers(net, p);
    const int marked = clauses->places[p].marked;

    put_clause(clauses, -second, marked, 0);
    put(clauses, -second);
    for (uint32_t i = 0; i < producers.len; i++)
        if (!consumes_from(net, producers.at[i], p))
            put(clauses, clauses->selected[producers.at[i]]);
    put(clauses, 0);
    for (uint32_t i = 0; i < producers.len; i++)
        if (!consumes_from(net, producers.at[i], p))
            put_clause(clauses, -clauses->assumption[MP_SAFE],
                       -clauses->selected[producers.at[i]], -marked);
}

/* The same of those that put two tokens on a place whenever they fire. */
static void add_overflows(struct mp_clauses *clauses, int second)
{
    const struct net *const net = clauses->process->compiled->net;

    put(clauses, -second);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (net_overflow(net, t) != PLACE_NONE)
            put(clauses, clauses->selected[t]);
    put(clauses, 0);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (net_overflow(net, t) != PLACE_NONE)
            put_clause(clauses, -clauses->assumption[MP_SAFE],
                       -clauses->selected[t], 0);
}

static void add_second_tokens(struct mp_clauses *clauses)
{
    const uint32_t n_places = clauses->process->compiled->n_net_places;
    int *const second = new_vars(clauses, n_places + 1);

    for (place_id p = 0; p < n_places; p++)
        add_second_tokens_of(clauses, p, second[p]);
    add_overflows(clauses, second[n_places]);
    put(clauses, -clauses->assumption[MP_UNSAFE]);
    mp_clauses_add(clauses, second, n_places + 1);
    mem_free(second);
}

/* --- the solver ----------------------------------------------------------- */

static int decides(void *self)
{
    struct mp_clauses *const clauses = self;

    return watch_work(clauses->watch, DECISION_COST);
}

static void learns(void *self, int *clause)
{
    struct mp_clauses *const clauses = self;

    (void)clause;
    (void)watch_work(clauses->watch, CONFLICT_COST * (uint64_t)clauses->n_vars);
}

static void release(void *solver)
{
    ccadical_release(solver);
}

static void start_solver(struct mp_clauses *clauses)
{
    static const char *const off[] = {"chrono", "phase", "lucky", "elim",
                                      "stabilize"};

    clauses->solver = ccadical_init();
    mem_guard(&clauses->guard, release, clauses->solver);
    ccadical_set_option(clauses->solver, "quiet", 1);
    ccadical_set_option(clauses->solver, "terminateint", 1);
    ccadical_set_option(clauses->solver, "restartint", RESTART_CONFLICTS);
    for (uint32_t i = 0; i < sizeof off / sizeof *off; i++)
        ccadical_set_option(clauses->solver, off[i], 0);
    ccadical_set_terminate(clauses->solver, clauses, decides);
    ccadical_set_learn(clauses->solver, clauses, LONGEST_CLAUSE, learns);
}

void mp_clauses_init(struct mp_clauses *clauses, struct mp_process *process,
                     struct watch *watch)
{
    *clauses = (struct mp_clauses){.process = process, .watch = watch};
    start_solver(clauses);
    mp_cycles_init(&clauses->cycles, process, &clauses->n_vars);
    clauses->epoch = mp_clauses_var(clauses);
    for (uint32_t i = 0; i < MP_ASSUMPTIONS; i++)
        clauses->assumption[i] = mp_clauses_var(clauses);
    clauses->selected = new_vars(clauses, process->compiled->n_trans);
    clauses->places = mem_zero(process->n_places, sizeof *clauses->places);
    for (place_id p = 0; p < process->n_places; p++)
        add_place(clauses, p);
    add_transitions(clauses);
    add_second_tokens(clauses);
    for (uint32_t b = 0; b < process->n_initial; b++)
        add_condition(clauses, b);
}

void mp_clauses_finish(struct mp_clauses *clauses)
{
    mem_unguard(&clauses->guard);
    ccadical_release(clauses->solver);
    mem_note(&clauses->noted, 0);
    for (uint32_t i = 0; i < clauses->counted.len; i++)
        vec_free(&clauses->counted.at[i]);
    vec_free(&clauses->counted);
    for (uint32_t i = 0; i < clauses->conditions.len; i++)
        vec_free(&clauses->conditions.at[i].others);
    vec_free(&clauses->conditions);
    vec_free(&clauses->event);
    vec_free(&clauses->events);
    vec_free(&clauses->assumptions);
    vec_free(&clauses->found);
    mp_cycles_finish(&clauses->cycles);
    vec_free(&clauses->pending);
    mem_free(clauses->places);
    mem_free(clauses->selected);
}

/* --- questions ------------------------------------------------------------ */

void mp_clauses_assume(struct mp_clauses *clauses, int literal)
{
    vec_push(&clauses->assumptions, literal);
}

void mp_clauses_at_most(struct mp_clauses *clauses, uint32_t n)
{
    const uint32_t len = clauses->counted.len;

    while (clauses->counted_to <= n)
        count_further(clauses);
    clauses->bound = n < len ? -clauses->counted.at[len - 1].at[n] : 0;
}

bool mp_clauses_needed_most(const struct mp_clauses *clauses)
{
    return clauses->bound && ccadical_failed(clauses->solver, clauses->bound);
}

static void assume_all(struct mp_clauses *clauses, unsigned set)
{
    CCaDiCaL *const solver = clauses->solver;

    for (uint32_t i = 0; i < MP_ASSUMPTIONS; i++)
        if (set >> i & 1)
            ccadical_assume(solver, clauses->assumption[i]);
    if (!(set >> MP_SELECTED & 1))
        ccadical_assume(solver, -clauses->assumption[MP_SELECTED]);
    if (clauses->bound)
        ccadical_assume(solver, clauses->bound);
    for (uint32_t i = 0; i < clauses->assumptions.len; i++)
        ccadical_assume(solver, clauses->assumptions.at[i]);
    ccadical_assume(solver, clauses->epoch);
}

static void close_open(struct mp_clauses *clauses, struct mp_clauses_open open)
{
    if (open.end)
        put_clause(clauses, -clauses->epoch, -open.end, 0);
}

void mp_clauses_refresh(struct mp_clauses *clauses)
{
    if (!clauses->stale)
        return;
    put_clause(clauses, -clauses->epoch, 0, 0);
    clauses->epoch = mp_clauses_var(clauses);
    clauses->stale = false;
    for (place_id p = 0; p < clauses->process->n_places; p++)
        close_open(clauses, clauses->places[p].some);
    for (uint32_t b = 0; b < clauses->conditions.len; b++) {
        const struct mp_clauses_condition *const vars =
            &clauses->conditions.at[b];

        close_open(clauses, vars->producers);
        close_open(clauses, vars->consumers);
        close_open(clauses, vars->readers);
        for (uint32_t i = 0; i < vars->others.len; i++)
            close_open(clauses, vars->others.at[i]);
    }
}

bool mp_clauses_holds(const struct mp_clauses *clauses, int literal)
{
    return ccadical_val(clauses->solver, literal) > 0;
}

static void read_solution(struct mp_clauses *clauses, struct mp_config *config,
                          trans_id *selected)
{
    vec_clear(&config->events);
    for (uint32_t i = 0; i < clauses->events.len; i++) {
        const uint32_t e = clauses->events.at[i];

        if (mp_clauses_holds(clauses, clauses->event.at[e]))
            vec_push(&config->events, e);
    }
    *selected = TRANS_NONE;
    for (trans_id t = 0; t < clauses->process->compiled->n_trans; t++)
        if (mp_clauses_holds(clauses, clauses->selected[t]))
            *selected = t;
}

static int solve(struct mp_clauses *clauses)
{
    mem_note(&clauses->noted, VARIABLE_BYTES * (size_t)clauses->n_vars +
                                  CLAUSE_BYTES * (size_t)clauses->n_clauses);
    if (watch_work(clauses->watch, CLAUSE_COST * clauses->n_clauses))
        return 0;
    clauses->n_calls++;
    return ccadical_solve(clauses->solver);
}

static void exclude_cycles(struct mp_clauses *clauses)
{
    uint32_t from = 0;

    for (uint32_t i = 0; i < clauses->found.len; i++)
        if (clauses->found.at[i] == MP_NONE) {
            mp_cycles_exclude(&clauses->cycles, clauses->found.at + from,
                              i - from);
            clauses->n_cycles++;
            from = i + 1;
        }
    put_of_cycles(clauses);
}

enum mp_clauses_verdict mp_clauses_ask(struct mp_clauses *clauses, unsigned set,
                                       struct mp_config *config,
                                       trans_id *selected)
{
    int status;

    for (;;) {
        assume_all(clauses, set);
        status = solve(clauses);
        if (status != SATISFIABLE)
            break;
        read_solution(clauses, config, selected);
        if (mp_config_sort(config, &clauses->found))
            break;
        exclude_cycles(clauses);
    }
    vec_clear(&clauses->assumptions);
    return status == SATISFIABLE     ? MP_YES
           : status == UNSATISFIABLE ? MP_NO
                                     : MP_UNKNOWN;
}
