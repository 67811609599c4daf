#include "engine/merged/mp_cycles.h"

/* What the first event of a link does; the second one uses what it produces.
 * OF_EVENT: no link, but an event. */
enum { PRODUCES, READS, CONSUMES, OF_EVENT };

/* A place is followed when it was on so many cycles, and on so many more for
 * each of its conditions; under --check 2 on so many. */
enum { LEAST_HITS = 32, HITS_PER_CONDITION = 8, HITS_OF_CHECK = 2 };

/* Conditions that are followed: each costs some clauses for each event. */
enum { MOST_KNOWN = 256 };

struct causal_link {
    struct mp_cycles_end from, to;
};

void mp_cycles_init(struct mp_cycles *cycles, const struct mp_process *process,
                    struct mp_solver *solver, const mp_process_list *events,
                    const mp_solver_literals *event)
{
    *cycles = (struct mp_cycles){
        .process = process, .solver = solver, .events = events, .event = event};
    vec_fit(&cycles->hits, process->compiled->n_places);
    vec_fit(&cycles->is_followed, process->compiled->n_places);
}

void mp_cycles_finish(struct mp_cycles *cycles)
{
    keys_finish(&cycles->pairs);
    vec_free(&cycles->pair_vars);
    vec_free(&cycles->hits);
    vec_free(&cycles->is_followed);
    vec_free(&cycles->is_known);
    vec_free(&cycles->known);
    keys_finish(&cycles->after);
    vec_free(&cycles->after_vars);
    vec_free(&cycles->to);
    vec_free(&cycles->from);
}

/* --- links ---------------------------------------------------------------- */

static void push_ends(mp_cycles_ends *list, uint32_t how, const uint32_t *at,
                      uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        vec_push(list, ((struct mp_cycles_end){how, at[i]}));
}

/* The ends by which e follows other events, which read what it consumes. */
static void list_to(struct mp_cycles *cycles, uint32_t e)
{
    const struct mp_process_arcs arcs = mp_process_arcs(cycles->process, e);

    vec_clear(&cycles->to);
    push_ends(&cycles->to, PRODUCES, arcs.uses, arcs.n_uses);
    push_ends(&cycles->to, READS, arcs.uses, arcs.n_consumes);
    push_ends(&cycles->to, CONSUMES, arcs.produces, arcs.n_produces);
}

/* Those by which it precedes some. */
static void list_from(struct mp_cycles *cycles, uint32_t e)
{
    const struct mp_process_arcs arcs = mp_process_arcs(cycles->process, e);

    vec_clear(&cycles->from);
    push_ends(&cycles->from, CONSUMES, arcs.uses, arcs.n_consumes);
    push_ends(&cycles->from, READS, arcs.reads, arcs.n_reads);
    push_ends(&cycles->from, PRODUCES, arcs.produces, arcs.n_produces);
}

static bool has_end(const mp_cycles_ends *list, struct mp_cycles_end end)
{
    for (uint32_t i = 0; i < list->len; i++)
        if (list->at[i].how == end.how &&
            list->at[i].condition == end.condition)
            return true;
    return false;
}

/* Do two ends belong together? */
static bool is_link(const struct mp_process *process, struct mp_cycles_end from,
                    struct mp_cycles_end to)
{
    if (from.how != to.how)
        return false;
    if (from.how == CONSUMES)
        return mp_process_before(process, to.condition) == from.condition;
    return from.condition == to.condition;
}

/* The link between two events; one of the last kind only if there is no
 * other. */
static struct causal_link find_link(struct mp_cycles *cycles, uint32_t x,
                                    uint32_t y)
{
    const mp_cycles_ends *const to = &cycles->to, *const from = &cycles->from;
    struct causal_link link = {{MP_NONE, 0}, {MP_NONE, 0}};

    list_from(cycles, x);
    list_to(cycles, y);
    for (uint32_t i = 0; i < from->len; i++)
        for (uint32_t k = 0; k < to->len; k++)
            if (from->at[i].how < link.from.how &&
                is_link(cycles->process, from->at[i], to->at[k]))
                link = (struct causal_link){from->at[i], to->at[k]};
    return link;
}

/* --- variables of pairs --------------------------------------------------- */

static uint64_t key_of(struct mp_cycles_end to, struct mp_cycles_end from)
{
    return (uint64_t)(to.how * 3 + from.how) << 60 |
           (uint64_t)to.condition << 30 | from.condition;
}

/* The variable of "an event has both ends". */
static int pair_var(struct mp_cycles *cycles, struct mp_cycles_end to,
                    struct mp_cycles_end from)
{
    const uint32_t id = keys_intern(&cycles->pairs, key_of(to, from));

    if (id < cycles->pair_vars.len)
        return cycles->pair_vars.at[id];
    vec_push(&cycles->pair_vars, mp_solver_var(cycles->solver));
    for (uint32_t i = 0; i < cycles->events->len; i++) {
        const uint32_t e = cycles->events->at[i];

        list_to(cycles, e);
        list_from(cycles, e);
        if (has_end(&cycles->to, to) && has_end(&cycles->from, from))
            mp_solver_clause(cycles->solver, -cycles->event->at[e],
                             cycles->pair_vars.at[id], 0);
    }
    return cycles->pair_vars.at[id];
}

/* Event e has the pairs of its ends. */
static void imply_pairs(struct mp_cycles *cycles, uint32_t e)
{
    list_to(cycles, e);
    list_from(cycles, e);
    for (uint32_t i = 0; i < cycles->to.len; i++)
        for (uint32_t k = 0; k < cycles->from.len; k++) {
            const uint32_t id = keys_find(
                &cycles->pairs, key_of(cycles->to.at[i], cycles->from.at[k]));

            if (id != KEYS_NONE)
                mp_solver_clause(cycles->solver, -cycles->event->at[e],
                                 cycles->pair_vars.at[id], 0);
        }
}

/* --- places that are followed --------------------------------------------- */

/* The variable that this event, or whatever a link of this kind leads to, comes
 * after the producer of b. */
static int after_var(struct mp_cycles *cycles, uint32_t b, uint32_t kind,
                     uint32_t node)
{
    const uint32_t id = keys_intern(
        &cycles->after, (uint64_t)kind << 60 | (uint64_t)b << 30 | node);

    if (id == cycles->after_vars.len)
        vec_push(&cycles->after_vars, mp_solver_var(cycles->solver));
    return cycles->after_vars.at[id];
}

/* The links that lead to e, and from it: each by the end of the event that
 * precedes. */
static void list_links(struct mp_cycles *cycles, uint32_t e)
{
    mp_cycles_ends *const to = &cycles->to;
    uint32_t n = 0;

    list_to(cycles, e);
    list_from(cycles, e);
    for (uint32_t i = 0; i < to->len; i++) {
        struct mp_cycles_end end = to->at[i];

        if (end.how == CONSUMES)
            end.condition = mp_process_before(cycles->process, end.condition);
        if (end.condition != MP_NONE)
            to->at[n++] = end;
    }
    to->len = n;
}

/* Event e, and what comes after the producer of b.  A link that leads from the
 * event to itself, which consumes p/k and produces p/k+1, leads to no other. */
static void add_event(struct mp_cycles *cycles, uint32_t e, uint32_t b)
{
    const int var = cycles->event->at[e];
    const int here = after_var(cycles, b, OF_EVENT, e);
    const mp_cycles_ends *const to = &cycles->to, *const from = &cycles->from;
    const struct mp_cycles_end producer = {PRODUCES, b};
    bool is_producer;

    list_links(cycles, e);
    is_producer = has_end(from, producer);
    for (uint32_t k = 0; k < to->len; k++)
        if (!has_end(from, to->at[k]))
            mp_solver_clause(
                cycles->solver, -var,
                -after_var(cycles, b, to->at[k].how, to->at[k].condition),
                here);
    for (uint32_t k = 0; k < from->len; k++)
        if (!has_end(to, from->at[k]))
            mp_solver_clause(
                cycles->solver, -var, is_producer ? 0 : -here,
                after_var(cycles, b, from->at[k].how, from->at[k].condition));
    if (is_producer)
        mp_solver_clause(cycles->solver, -var, -here, 0);
}

/* Event e produces conditions, of which some may be the first of their kind. */
static void know_all_of(struct mp_cycles *cycles, uint32_t e)
{
    const struct mp_process *const process = cycles->process;
    const struct mp_process_arcs arcs = mp_process_arcs(process, e);

    for (uint32_t i = 0; i < arcs.n_produces; i++) {
        const uint32_t b = arcs.produces[i];

        vec_fit(&cycles->is_known, b + 1);
        if (cycles->is_known.at[b] ||
            !cycles->is_followed.at[process->conditions.at[b].place])
            continue;
        cycles->is_known.at[b] = true;
        vec_push(&cycles->known, b);
        for (uint32_t k = 0; k < cycles->events->len; k++)
            add_event(cycles, cycles->events->at[k], b);
    }
}

/* Place p was on a cycle; true: it is followed from now on. */
static bool hit(struct mp_cycles *cycles, place_id p)
{
    const uint32_t n = cycles->process->of_place[p].len;
    const uint32_t enough =
        cycles->checks ? HITS_OF_CHECK : LEAST_HITS + HITS_PER_CONDITION * n;

    if (cycles->is_followed.at[p] || cycles->known.len + n > MOST_KNOWN ||
        ++cycles->hits.at[p] < enough)
        return false;
    cycles->is_followed.at[p] = true;
    memset(cycles->hits.at, 0, cycles->hits.len * sizeof *cycles->hits.at);
    for (uint32_t i = 0; i < cycles->events->len; i++)
        know_all_of(cycles, cycles->events->at[i]);
    return true;
}

/* The events were a cycle: the places of what they produce. */
static void count_hits(struct mp_cycles *cycles, const uint32_t *events,
                       uint32_t n)
{
    const struct mp_process *const process = cycles->process;

    for (uint32_t i = 0; i < n; i++) {
        const struct mp_process_arcs arcs = mp_process_arcs(process, events[i]);

        for (uint32_t k = 0; k < arcs.n_produces; k++)
            if (hit(cycles, process->conditions.at[arcs.produces[k]].place))
                return;
    }
}

/* --- events and cycles ---------------------------------------------------- */

void mp_cycles_extend(struct mp_cycles *cycles, uint32_t e)
{
    for (uint32_t i = 0; i < cycles->known.len; i++)
        add_event(cycles, e, cycles->known.at[i]);
    know_all_of(cycles, e);
    imply_pairs(cycles, e);
}

void mp_cycles_exclude(struct mp_cycles *cycles, const uint32_t *events,
                       uint32_t n)
{
    VEC(struct causal_link) links = {0};
    mp_solver_literals literals = {0};
    bool general = false;

    for (uint32_t i = 0; i < n; i++) {
        const struct causal_link link =
            find_link(cycles, events[i], events[(i + 1) % n]);

        vec_push(&links, link);
        general |= link.from.how != CONSUMES;
    }
    for (uint32_t i = 0; i < n; i++) {
        const int var = general ? pair_var(cycles, links.at[(i + n - 1) % n].to,
                                           links.at[i].from)
                                : cycles->event->at[events[i]];

        vec_push(&literals, -var);
    }
    mp_solver_add(cycles->solver, literals.at, literals.len);
    count_hits(cycles, events, n);
    vec_free(&links);
    vec_free(&literals);
}
