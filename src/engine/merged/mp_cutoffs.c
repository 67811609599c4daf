#include "engine/merged/mp_cutoffs.h"

enum { SIDE_K = 1, SIDE_A = 2, SIDE_B = 4 };

/* What A and B do to a condition that they do not produce. */
enum { A_CONSUMES = 1, A_READS = 2, B_CONSUMES = 4, B_READS = 8 };

void mp_cutoffs_init(struct mp_cutoffs *cutoffs, struct mp_clauses *clauses,
                     enum engine_order order)
{
    *cutoffs = (struct mp_cutoffs){.clauses = clauses};
    cutoffs->order.kind = order;
    cutoffs->order.count = mem_zero(clauses->process->compiled->n_trans,
                                    sizeof *cutoffs->order.count);
}

void mp_cutoffs_finish(struct mp_cutoffs *cutoffs)
{
    order_finish(&cutoffs->order);
    for (uint32_t i = 0; i < cutoffs->found.len; i++)
        vec_free(&cutoffs->found.at[i].literals);
    vec_free(&cutoffs->found);
    vec_free(&cutoffs->sides);
    vec_free(&cutoffs->uses);
    vec_free(&cutoffs->used);
    vec_free(&cutoffs->list);
    vec_free(&cutoffs->literals);
}

/* --- the order ------------------------------------------------------------ */

static void load_labels(const struct mp_config *config, order_labels *labels)
{
    vec_clear(labels);
    for (uint32_t i = 0; i < config->events.len; i++) {
        const uint32_t e = config->events.at[i];

        vec_push(labels, order_label(config->level.at[e],
                                     config->process->events.at[e].trans));
    }
}

int mp_cutoffs_compare(struct mp_cutoffs *cutoffs, const struct mp_config *a,
                       const struct mp_config *b)
{
    if (a->events.len != b->events.len)
        return a->events.len < b->events.len ? -1 : 1;
    load_labels(a, &cutoffs->order.a);
    load_labels(b, &cutoffs->order.b);
    return order_decide(&cutoffs->order);
}

/* Does the order of c and d depend on nothing but A and B? */
static bool is_decided_early(struct mp_cutoffs *cutoffs,
                             const struct mp_config *c,
                             const struct mp_config *d)
{
    if (c->events.len != d->events.len)
        return true;
    load_labels(c, &cutoffs->order.a);
    load_labels(d, &cutoffs->order.b);
    return order_decide_parikh(&cutoffs->order) != 0;
}

/* --- K, A and B ----------------------------------------------------------- */

/* Removes from K the events with a predecessor in c outside of K. */
static bool shrink_common(struct mp_cutoffs *cutoffs, const struct mp_config *c)
{
    unsigned char *const sides = cutoffs->sides.at;
    bool changed = false;

    for (uint32_t i = 0; i < c->events.len; i++) {
        const uint32_t e = c->events.at[i];
        bool keep = sides[e] & SIDE_K;

        if (!keep)
            continue;
        vec_clear(&cutoffs->list);
        mp_config_predecessors(c, e, &cutoffs->list);
        for (uint32_t k = 0; k < cutoffs->list.len && keep; k++)
            keep = sides[cutoffs->list.at[k]] & SIDE_K;
        if (!keep) {
            sides[e] &= (unsigned char)~SIDE_K;
            changed = true;
        }
    }
    return changed;
}

static void split(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                  const struct mp_config *d)
{
    const uint32_t n = c->process->events.len;
    unsigned char *sides;

    vec_fit(&cutoffs->sides, n);
    sides = cutoffs->sides.at;
    memset(sides, 0, n);
    for (uint32_t i = 0; i < c->events.len; i++)
        sides[c->events.at[i]] = SIDE_A;
    for (uint32_t i = 0; i < d->events.len; i++)
        sides[d->events.at[i]] |= SIDE_B;
    for (uint32_t i = 0; i < c->events.len; i++)
        if (sides[c->events.at[i]] == (SIDE_A | SIDE_B) &&
            c->events.at[i] != mp_config_last(c))
            sides[c->events.at[i]] |= SIDE_K;
    while (shrink_common(cutoffs, c) || shrink_common(cutoffs, d)) {
    }
    for (uint32_t e = 0; e < n; e++)
        if (sides[e] & SIDE_K)
            sides[e] = SIDE_K;
}

/* What the events of one side do to the conditions before them, as flags. */
static void enter_side(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                       unsigned side, unsigned char consumes,
                       unsigned char reads)
{
    const struct mp_process *const process = c->process;

    for (uint32_t i = 0; i < c->events.len; i++) {
        const uint32_t e = c->events.at[i];
        const struct mp_process_arcs arcs = mp_process_arcs(process, e);

        if (!(cutoffs->sides.at[e] & side))
            continue;
        for (uint32_t k = 0; k < arcs.n_uses; k++) {
            const uint32_t x = c->producer.at[arcs.uses[k]];

            if (x != MP_NONE && cutoffs->sides.at[x] & side)
                continue;
            if (!cutoffs->uses.at[arcs.uses[k]])
                vec_push(&cutoffs->used, arcs.uses[k]);
            cutoffs->uses.at[arcs.uses[k]] |=
                k < arcs.n_consumes ? consumes : reads;
        }
    }
}

static void list_uses(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                      const struct mp_config *d)
{
    vec_fit(&cutoffs->uses, c->process->conditions.len);
    for (uint32_t i = 0; i < cutoffs->used.len; i++)
        cutoffs->uses.at[cutoffs->used.at[i]] = 0;
    vec_clear(&cutoffs->used);
    enter_side(cutoffs, c, SIDE_A, A_CONSUMES, A_READS);
    enter_side(cutoffs, d, SIDE_B, B_CONSUMES, B_READS);
}

/* --- the clause ----------------------------------------------------------- */

static void push(struct mp_cutoffs *cutoffs, int literal)
{
    vec_push(&cutoffs->literals, literal);
}

static const struct mp_clauses_condition *
vars_of(const struct mp_cutoffs *cutoffs, uint32_t b)
{
    return &cutoffs->clauses->conditions.at[b];
}

static void push_event(struct mp_cutoffs *cutoffs, uint32_t e)
{
    push(cutoffs, -cutoffs->clauses->event.at[e]);
}

/* The literal that others read b than the events of A. */
static void push_readers(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                         uint32_t b)
{
    const int read = vars_of(cutoffs, b)->read;

    if (!read)
        return;
    vec_clear(&cutoffs->list);
    for (uint32_t r = c->readers.at[b]; r; r = c->reader_list.at[r - 1].before)
        if (cutoffs->sides.at[c->reader_list.at[r - 1].event] & SIDE_A)
            vec_push(&cutoffs->list, c->reader_list.at[r - 1].event);
    push(cutoffs, cutoffs->list.len ? mp_clauses_other_readers(
                                          cutoffs->clauses, b, &cutoffs->list)
                                    : read);
}

/* Event e of A is there, and nothing else uses what it leaves. */
static void push_of_a(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                      uint32_t e)
{
    const struct mp_process_arcs arcs = mp_process_arcs(c->process, e);

    push_event(cutoffs, e);
    for (uint32_t i = 0; i < arcs.n_produces; i++) {
        if (c->consumer.at[arcs.produces[i]] == MP_NONE)
            push(cutoffs, vars_of(cutoffs, arcs.produces[i])->consumed);
        push_readers(cutoffs, c, arcs.produces[i]);
    }
    for (uint32_t i = 0; i < arcs.n_reads; i++)
        if (c->consumer.at[arcs.reads[i]] == MP_NONE)
            push(cutoffs, vars_of(cutoffs, arcs.reads[i])->consumed);
}

/* An event of d that follows x by a condition; MP_NONE: there is none. */
static uint32_t find_successor(const struct mp_config *d, uint32_t x)
{
    const struct mp_process_arcs arcs = mp_process_arcs(d->process, x);

    for (uint32_t i = 0; i < arcs.n_produces; i++) {
        if (d->consumer.at[arcs.produces[i]] != MP_NONE)
            return d->consumer.at[arcs.produces[i]];
        if (d->readers.at[arcs.produces[i]])
            return d->reader_list.at[d->readers.at[arcs.produces[i]] - 1].event;
    }
    for (uint32_t i = 0; i < arcs.n_reads; i++)
        if (d->consumer.at[arcs.reads[i]] != MP_NONE)
            return d->consumer.at[arcs.reads[i]];
    return MP_NONE;
}

/* After K and B event x of K is not maximal, or it is the last one of d. */
static bool keep_below(struct mp_cutoffs *cutoffs, const struct mp_config *d,
                       uint32_t x)
{
    const uint32_t next = find_successor(d, x);

    push_event(cutoffs, x);
    if (next == MP_NONE)
        return x == mp_config_last(d);
    if (cutoffs->sides.at[next] & SIDE_K)
        push_event(cutoffs, next);
    return true;
}

static bool is_read_in_k(const struct mp_cutoffs *cutoffs,
                         const struct mp_config *c, uint32_t b)
{
    for (uint32_t r = c->readers.at[b]; r; r = c->reader_list.at[r - 1].before)
        if (cutoffs->sides.at[c->reader_list.at[r - 1].event] & SIDE_K)
            return true;
    return false;
}

/* Condition b, which A uses, is there before; what precedes A by it precedes
 * something else after K and B. */
static bool push_use_of_a(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                          const struct mp_config *d, uint32_t b)
{
    const unsigned use = cutoffs->uses.at[b];
    const uint32_t x = c->producer.at[b];

    if (!(use & (B_CONSUMES | B_READS)) && x != MP_NONE &&
        !keep_below(cutoffs, d, x))
        return false;
    if (!(use & A_CONSUMES) || use & B_CONSUMES)
        return true;
    if (is_read_in_k(cutoffs, c, b))
        return false;
    push_readers(cutoffs, c, b);
    return true;
}

/* The literals for all of A but the last event; false if there is no such
 * clause. */
static bool make_clause(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                        const struct mp_config *d)
{
    for (uint32_t i = 0; i < c->events.len; i++)
        if (cutoffs->sides.at[c->events.at[i]] & SIDE_A &&
            c->events.at[i] != mp_config_last(c))
            push_of_a(cutoffs, c, c->events.at[i]);
    for (uint32_t i = 0; i < cutoffs->used.len; i++) {
        const uint32_t b = cutoffs->used.at[i];

        if (cutoffs->uses.at[b] & (A_CONSUMES | A_READS)) {
            if (!push_use_of_a(cutoffs, c, d, b))
                return false;
        } else {
            push(cutoffs, -vars_of(cutoffs, b)->produced);
            push(cutoffs, vars_of(cutoffs, b)->consumed);
            cutoffs->needs_more |= b >= c->process->n_initial;
        }
    }
    return true;
}

/* --- clauses of the solver ------------------------------------------------ */

/* About the selected transition, where a literal is assumed. */
static void add_selected(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                         int assumed)
{
    struct mp_clauses *const clauses = cutoffs->clauses;
    const struct mp_process *const process = clauses->process;
    const uint32_t last = mp_config_last(c);
    const struct mp_process_arcs arcs = mp_process_arcs(process, last);

    mp_solver_put(&clauses->solver, -assumed);
    mp_solver_put(&clauses->solver,
                  -clauses->net.selected[process->events.at[last].trans]);
    for (uint32_t i = 0; i < arcs.n_uses; i++)
        mp_solver_put(&clauses->solver,
                      -vars_of(cutoffs, arcs.uses[i])->present);
    mp_solver_add(&clauses->solver, cutoffs->literals.at,
                  cutoffs->literals.len);
}

/* About the event as one of a configuration. */
static void add_extended(struct mp_cutoffs *cutoffs,
                         const struct mp_cutoffs_found *cutoff)
{
    struct mp_clauses *const clauses = cutoffs->clauses;

    mp_solver_put(&clauses->solver,
                  -clauses->net.assumption[cutoff->alike ? MP_UNLIKE : MP_RED]);
    mp_solver_put(&clauses->solver, -clauses->event.at[cutoff->event]);
    mp_solver_add(&clauses->solver, cutoff->literals.at, cutoff->literals.len);
}

/* Keeps the literals for the time when the last event is extended. */
static void keep_literals(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                          bool alike)
{
    struct mp_cutoffs_found cutoff = {.event = mp_config_last(c),
                                      .alike = alike};

    vec_append(&cutoff.literals, &cutoffs->literals);
    vec_push(&cutoffs->found, cutoff);
    if (cutoffs->clauses->process->events.at[cutoff.event].extended)
        add_extended(cutoffs, vec_top(&cutoffs->found));
}

void mp_cutoffs_extend(struct mp_cutoffs *cutoffs, uint32_t e)
{
    for (uint32_t i = 0; i < cutoffs->found.len; i++)
        if (cutoffs->found.at[i].event == e)
            add_extended(cutoffs, &cutoffs->found.at[i]);
}

/* The literals that say which events c has besides its last one. */
static void list_events(struct mp_cutoffs *cutoffs, const struct mp_config *c)
{
    split(cutoffs, c, c);
    vec_clear(&cutoffs->literals);
    for (uint32_t i = 0; i < c->events.len; i++) {
        const uint32_t e = c->events.at[i];

        if (e != mp_config_last(c))
            push_event(cutoffs, e);
        cutoffs->sides.at[e] = SIDE_A;
    }
    for (uint32_t b = 0; b < c->producer.len; b++)
        if (c->consumer.at[b] != MP_NONE)
            push_readers(cutoffs, c, b);
}

void mp_cutoffs_exclude(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                        int assumed)
{
    list_events(cutoffs, c);
    add_selected(cutoffs, c, assumed);
}

/* Whatever leads to the marking of c. */
static void add_marking(struct mp_cutoffs *cutoffs, const struct mp_config *c)
{
    struct mp_clauses *const clauses = cutoffs->clauses;
    const uint32_t n_places = clauses->process->compiled->n_net_places;
    bits_word *const m = mem_zero(bits_words(n_places), sizeof *m);

    mp_config_marking(c, m);
    mp_solver_put(&clauses->solver, -clauses->net.assumption[MP_UNMET]);
    for (place_id p = 0; p < n_places; p++)
        mp_solver_put(&clauses->solver, bits_has(m, p)
                                            ? -clauses->net.places[p].result
                                            : clauses->net.places[p].result);
    mp_solver_put(&clauses->solver, 0);
    mem_free(m);
}

void mp_cutoffs_add(struct mp_cutoffs *cutoffs, const struct mp_config *c,
                    const struct mp_config *d)
{
    const int uncut = cutoffs->clauses->net.assumption[MP_UNCUT];
    const bool smaller = d->events.len < c->events.len;
    bool is_general;

    split(cutoffs, c, d);
    list_uses(cutoffs, c, d);
    vec_clear(&cutoffs->literals);
    cutoffs->needs_more = false;
    is_general = is_decided_early(cutoffs, c, d) && make_clause(cutoffs, c, d);
    if (is_general) {
        add_selected(cutoffs, c, cutoffs->clauses->net.assumption[MP_UNLIKE]);
        if (!cutoffs->needs_more)
            keep_literals(cutoffs, c, true);
    } else {
        cutoffs->n_single++;
    }
    list_events(cutoffs, c);
    add_selected(cutoffs, c, uncut);
    keep_literals(cutoffs, c, false);
    if (!is_general && smaller)
        add_marking(cutoffs, c);
}
