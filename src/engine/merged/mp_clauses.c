#include "engine/merged/mp_clauses.h"

#include "base/ids.h"

#include <string.h>

/* --- conditions ----------------------------------------------------------- */

static void set_present(struct mp_clauses *clauses,
                        struct mp_clauses_condition *vars,
                        struct mp_clauses_net_place *place)
{
    vars->present = mp_solver_var(&clauses->solver);
    mp_solver_clause(&clauses->solver, -vars->present, vars->produced, 0);
    mp_solver_clause(&clauses->solver, -vars->present, -vars->consumed, 0);
    vars->taken = mp_solver_var(&clauses->solver);
    mp_solver_clause(&clauses->solver, -vars->taken, vars->present, 0);
    mp_solver_clause(&clauses->solver, -vars->taken, place->taken, 0);
    mp_solver_clause(&clauses->solver, place->marked, -vars->produced,
                     vars->consumed);
    mp_solver_extend(&clauses->solver, &place->some, vars->present);
}

static void set_read(struct mp_clauses *clauses,
                     struct mp_clauses_condition *vars,
                     const struct mp_clauses_net_place *place)
{
    vars->read = mp_solver_var(&clauses->solver);
    mp_solver_begin(&clauses->solver, &vars->readers, vars->read, NULL, 0);
    vars->eaten = mp_solver_var(&clauses->solver);
    mp_solver_clause(&clauses->solver, -vars->eaten, vars->present, 0);
    mp_solver_clause(&clauses->solver, -vars->eaten, place->eaten, 0);
}

/* The variables of a condition that gets its first producer, or is initial. */
static void add_condition(struct mp_clauses *clauses, uint32_t b)
{
    const uint32_t before = mp_process_before(clauses->process, b);
    const place_id p = clauses->process->conditions.at[b].place;
    struct mp_clauses_condition *vars;

    vec_fit(&clauses->conditions, b + 1);
    vars = &clauses->conditions.at[b];
    vars->produced = mp_solver_var(&clauses->solver);
    vars->consumed = mp_solver_var(&clauses->solver);
    if (b < clauses->process->n_initial)
        mp_solver_clause(&clauses->solver, vars->produced, 0, 0);
    else
        mp_solver_begin(&clauses->solver, &vars->producers, vars->produced,
                        NULL, 0);
    mp_solver_begin(&clauses->solver, &vars->consumers, vars->consumed, NULL,
                    0);
    mp_solver_clause(&clauses->solver, -vars->consumed, vars->produced, 0);
    set_present(clauses, vars, &clauses->net.places[p]);
    if (compiled_net_readers(clauses->process->compiled, p).len)
        set_read(clauses, vars, &clauses->net.places[p]);
    if (before != MP_NONE)
        mp_solver_clause(&clauses->solver, -vars->produced,
                         clauses->conditions.at[before].consumed, 0);
}

static struct mp_clauses_condition *intern_vars(struct mp_clauses *clauses,
                                                uint32_t b)
{
    vec_fit(&clauses->conditions, b + 1);
    if (!clauses->conditions.at[b].produced)
        add_condition(clauses, b);
    return &clauses->conditions.at[b];
}

/* --- how many --------------------------------------------------------------
 *
 * A sequential counter over blocks of events, as one over events has a variable
 * for each of them and each number; inside a block, a counter over events. */

enum { LARGEST_BLOCK = 8 };

/* A clause that holds where events are counted. */
static void count_clause(struct mp_clauses *clauses, int a, int b, int c)
{
    mp_solver_put(&clauses->solver, -clauses->counting);
    mp_solver_clause(&clauses->solver, a, b, c);
}

/* Defines inside. */
static void count_inside(struct mp_clauses *clauses,
                         struct mp_clauses_block *block, uint32_t from)
{
    int last[LARGEST_BLOCK] = {0}, now[LARGEST_BLOCK];

    for (uint32_t i = 0; from + i < block->end; i++) {
        const int var = clauses->event.at[clauses->events.at[from + i]];

        for (uint32_t j = 0; j <= i; j++) {
            now[j] = mp_solver_var(&clauses->solver);
            if (j < i)
                count_clause(clauses, -last[j], now[j], 0);
            count_clause(clauses, -var, j ? -last[j - 1] : 0, now[j]);
        }
        memcpy(last, now, sizeof last);
    }
    for (uint32_t j = 0; from + j < block->end; j++)
        vec_push(&block->inside, last[j]);
}

/* Defines sum[j], the next one. */
static void count_sum(struct mp_clauses *clauses,
                      struct mp_clauses_block *block,
                      const struct mp_clauses_block *before)
{
    const uint32_t j = block->sum.len;
    const uint32_t n_before = before ? before->end : 0;
    const int cell = mp_solver_var(&clauses->solver);

    vec_push(&block->sum, cell);
    if (j < n_before)
        count_clause(clauses, -before->sum.at[j], cell, 0);
    for (uint32_t k = 0; k < block->inside.len && k <= j; k++)
        if (k == j || j - k - 1 < n_before)
            count_clause(clauses, -block->inside.at[k],
                         k < j ? -before->sum.at[j - k - 1] : 0, cell);
}

/* All numbers that are told apart and a block can have. */
static void count_block(struct mp_clauses *clauses, uint32_t i)
{
    struct mp_clauses_block *const block = &clauses->blocks.at[i];

    while (block->sum.len < clauses->counted_to && block->sum.len < block->end)
        count_sum(clauses, block, i ? block - 1 : NULL);
}

/* Counts the events that were extended since the last time. */
static void count_events(struct mp_clauses *clauses)
{
    uint32_t from = clauses->blocks.len ? vec_top(&clauses->blocks)->end : 0;

    while (from < clauses->events.len) {
        const uint32_t left = clauses->events.len - from;
        struct mp_clauses_block block = {
            from + (left < LARGEST_BLOCK ? left : LARGEST_BLOCK), {0}, {0}};

        count_inside(clauses, &block, from);
        vec_push(&clauses->blocks, block);
        count_block(clauses, clauses->blocks.len - 1);
        from = block.end;
    }
}

/* --- events --------------------------------------------------------------- */

/* An event of a local configuration has a successor. */
static void add_successors(struct mp_clauses *clauses, uint32_t e, int var)
{
    const struct mp_process_arcs arcs = mp_process_arcs(clauses->process, e);

    mp_solver_put(&clauses->solver, -clauses->net.assumption[MP_LOCAL]);
    mp_solver_put(&clauses->solver, -var);
    for (uint32_t i = 0; i < arcs.n_produces; i++) {
        const struct mp_clauses_condition *const vars =
            &clauses->conditions.at[arcs.produces[i]];

        mp_solver_put(&clauses->solver, vars->consumed);
        if (vars->read)
            mp_solver_put(&clauses->solver, vars->read);
        mp_solver_put(&clauses->solver, vars->taken);
    }
    for (uint32_t i = arcs.n_consumes; i < arcs.n_uses; i++) {
        mp_solver_put(&clauses->solver,
                      clauses->conditions.at[arcs.uses[i]].consumed);
        mp_solver_put(&clauses->solver,
                      clauses->conditions.at[arcs.uses[i]].eaten);
    }
    mp_solver_put(&clauses->solver, 0);
}

/* Is e one of the readers of the set? */
static bool is_of_set(const struct mp_clauses *clauses, uint32_t set,
                      uint32_t e)
{
    uint32_t len;
    const uint32_t *const at = lists_at(&clauses->reader_sets, set, &len);

    return ids_has(at + 1, len - 1, e);
}

/* Event e, which reads b, takes part from the next epoch on. */
static void add_reader(struct mp_clauses *clauses, uint32_t b, uint32_t e,
                       int var)
{
    const mp_process_list *const others = &clauses->conditions.at[b].others;

    for (uint32_t i = 0; i < others->len; i++)
        if (!is_of_set(clauses, others->at[i], e))
            mp_solver_extend(&clauses->solver,
                             &clauses->others.at[others->at[i]].open, var);
}

void mp_clauses_extend(struct mp_clauses *clauses, uint32_t e)
{
    const struct mp_process_arcs arcs = mp_process_arcs(clauses->process, e);
    const int var = mp_solver_var(&clauses->solver);

    vec_fit(&clauses->event, e + 1);
    clauses->event.at[e] = var;
    for (uint32_t i = 0; i < arcs.n_consumes; i++) {
        struct mp_clauses_condition *const vars =
            intern_vars(clauses, arcs.uses[i]);

        mp_solver_clause(&clauses->solver, -var, vars->consumed, 0);
        mp_solver_extend(&clauses->solver, &vars->consumers, var);
        mp_solver_one(&clauses->solver, &vars->one_consumer, var);
    }
    for (uint32_t i = arcs.n_consumes; i < arcs.n_uses; i++) {
        struct mp_clauses_condition *const vars =
            intern_vars(clauses, arcs.uses[i]);

        mp_solver_clause(&clauses->solver, -var, vars->produced, 0);
        mp_solver_clause(&clauses->solver, -var, vars->read, 0);
        mp_solver_extend(&clauses->solver, &vars->readers, var);
        add_reader(clauses, arcs.uses[i], e, var);
    }
    for (uint32_t i = 0; i < arcs.n_produces; i++) {
        struct mp_clauses_condition *const vars =
            intern_vars(clauses, arcs.produces[i]);

        mp_solver_clause(&clauses->solver, -var, vars->produced, 0);
        mp_solver_extend(&clauses->solver, &vars->producers, var);
        mp_solver_one(&clauses->solver, &vars->one_producer, var);
    }
    add_successors(clauses, e, var);
    vec_push(&clauses->events, e);
    mp_cycles_extend(&clauses->cycles, e);
}

static void add_others(struct mp_clauses *clauses, uint32_t set)
{
    const struct mp_process *const process = clauses->process;
    const uint32_t b = clauses->name.at[0];
    struct mp_clauses_others others = {mp_solver_var(&clauses->solver), {0}};
    mp_solver_literals literals = {0};

    for (uint32_t i = 0; i < clauses->events.len; i++) {
        const uint32_t e = clauses->events.at[i];
        const struct mp_process_arcs arcs = mp_process_arcs(process, e);
        bool is_other = false;

        for (uint32_t k = 0; k < arcs.n_reads; k++)
            is_other |= arcs.reads[k] == b;
        if (is_other && !is_of_set(clauses, set, e))
            vec_push(&literals, clauses->event.at[e]);
    }
    mp_solver_begin(&clauses->solver, &others.open, others.head, literals.at,
                    literals.len);
    vec_free(&literals);
    vec_push(&clauses->others, others);
    vec_push(&clauses->conditions.at[b].others, set);
}

int mp_clauses_other_readers(struct mp_clauses *clauses, uint32_t b,
                             const mp_process_list *readers)
{
    mp_process_list *const name = &clauses->name;
    uint32_t set;

    vec_clear(name);
    vec_push(name, b);
    vec_append(name, readers);
    name->len = 1 + ids_unique(name->at + 1, name->len - 1);
    set = lists_intern(&clauses->reader_sets, name->at, name->len);
    if (set == clauses->others.len)
        add_others(clauses, set);
    return clauses->others.at[set].head;
}

void mp_clauses_name(struct mp_clauses *clauses, uint32_t e, bool fresh)
{
    const struct mp_process *const process = clauses->process;
    const struct mp_process_arcs arcs = mp_process_arcs(process, e);

    mp_solver_put(&clauses->solver,
                  -clauses->net.assumption[fresh ? MP_FRESH : MP_NEW]);
    mp_solver_put(&clauses->solver,
                  -clauses->net.selected[process->events.at[e].trans]);
    for (uint32_t i = 0; i < arcs.n_uses; i++)
        mp_solver_put(&clauses->solver,
                      -clauses->conditions.at[arcs.uses[i]].present);
    for (uint32_t i = 0; i < arcs.n_produces; i++) {
        const uint32_t before = mp_process_before(process, arcs.produces[i]);

        if (before != MP_NONE)
            mp_solver_put(&clauses->solver,
                          -clauses->conditions.at[before].produced);
        if (arcs.produces[i] < clauses->conditions.len &&
            clauses->conditions.at[arcs.produces[i]].produced)
            mp_solver_put(&clauses->solver,
                          clauses->conditions.at[arcs.produces[i]].produced);
    }
    mp_solver_put(&clauses->solver, 0);
}

void mp_clauses_init(struct mp_clauses *clauses, struct mp_process *process,
                     bool is_safe, bool few, struct watch *watch)
{
    *clauses = (struct mp_clauses){.process = process};
    mp_solver_init(&clauses->solver, few, watch);
    clauses->counting = mp_solver_var(&clauses->solver);
    mp_cycles_init(&clauses->cycles, process, &clauses->solver,
                   &clauses->events, &clauses->event);
    mp_clauses_net_init(&clauses->net, process->compiled, is_safe,
                        &clauses->solver);
    for (uint32_t b = 0; b < process->n_initial; b++)
        add_condition(clauses, b);
}

void mp_clauses_finish(struct mp_clauses *clauses)
{
    mp_solver_finish(&clauses->solver);
    for (uint32_t i = 0; i < clauses->blocks.len; i++) {
        vec_free(&clauses->blocks.at[i].inside);
        vec_free(&clauses->blocks.at[i].sum);
    }
    vec_free(&clauses->blocks);
    for (uint32_t i = 0; i < clauses->conditions.len; i++)
        vec_free(&clauses->conditions.at[i].others);
    vec_free(&clauses->conditions);
    vec_free(&clauses->event);
    vec_free(&clauses->events);
    lists_finish(&clauses->reader_sets);
    vec_free(&clauses->others);
    vec_free(&clauses->assumptions);
    vec_free(&clauses->name);
    mp_cycles_finish(&clauses->cycles);
    mp_clauses_net_finish(&clauses->net);
}

/* --- questions ------------------------------------------------------------ */

void mp_clauses_assume(struct mp_clauses *clauses, int literal)
{
    vec_push(&clauses->assumptions, literal);
}

static void set_bound(struct mp_clauses *clauses, uint32_t most)
{
    clauses->bound = 0;
    if (most == MP_NONE)
        return;
    count_events(clauses);
    if (most >= clauses->events.len)
        return;
    if (most >= clauses->counted_to) { /* numbers up to it are told apart */
        clauses->counted_to = most + 1;
        for (uint32_t i = 0; i < clauses->blocks.len; i++)
            count_block(clauses, i);
    }
    clauses->bound = -vec_top(&clauses->blocks)->sum.at[most];
}

bool mp_clauses_needed_most(const struct mp_clauses *clauses)
{
    return clauses->bound && mp_solver_needed(&clauses->solver, clauses->bound);
}

static void assume_all(struct mp_clauses *clauses, unsigned set)
{
    struct mp_solver *const solver = &clauses->solver;

    for (uint32_t i = 0; i < MP_ASSUMPTIONS; i++)
        if (set >> i & 1)
            mp_solver_assume(solver, clauses->net.assumption[i]);
    if (!(set >> MP_SELECTED & 1))
        mp_solver_assume(solver, -clauses->net.assumption[MP_SELECTED]);
    if (clauses->bound)
        mp_solver_assume(solver, clauses->bound);
    mp_solver_assume(solver,
                     clauses->bound ? clauses->counting : -clauses->counting);
    for (uint32_t i = 0; i < clauses->assumptions.len; i++)
        mp_solver_assume(solver, clauses->assumptions.at[i]);
}

static void read_solution(struct mp_clauses *clauses, struct mp_config *config,
                          trans_id *selected)
{
    vec_clear(&config->events);
    for (uint32_t i = 0; i < clauses->events.len; i++) {
        const uint32_t e = clauses->events.at[i];

        if (mp_solver_holds(&clauses->solver, clauses->event.at[e]))
            vec_push(&config->events, e);
    }
    *selected = TRANS_NONE;
    for (trans_id t = 0; t < clauses->process->compiled->n_trans; t++)
        if (mp_solver_holds(&clauses->solver, clauses->net.selected[t]))
            *selected = t;
}

static void exclude_cycles(struct mp_clauses *clauses,
                           const mp_process_list *cycles)
{
    uint32_t from = 0;

    for (uint32_t i = 0; i < cycles->len; i++)
        if (cycles->at[i] == MP_NONE) {
            mp_cycles_exclude(&clauses->cycles, cycles->at + from, i - from);
            clauses->n_cycles++;
            from = i + 1;
        }
}

enum cadical_verdict mp_clauses_ask(struct mp_clauses *clauses, unsigned set,
                                    uint32_t most, struct mp_config *config,
                                    trans_id *selected)
{
    enum cadical_verdict verdict;

    set_bound(clauses, most);
    for (;;) {
        assume_all(clauses, set);
        verdict = mp_solver_ask(&clauses->solver);
        if (verdict != CADICAL_YES)
            break;
        read_solution(clauses, config, selected);
        if (mp_config_sort(config))
            break;
        exclude_cycles(clauses, &config->cycles);
    }
    vec_clear(&clauses->assumptions);
    return verdict;
}
