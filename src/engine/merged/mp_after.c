#include "engine/merged/mp_after.h"

#include <string.h>

/* A place is followed when it was on so many cycles, and on so many more for
 * each of its conditions; under --check 2 on so many. */
enum { LEAST_HITS = 32, HITS_PER_CONDITION = 8, HITS_OF_CHECK = 2 };

/* Conditions that are followed: each costs some clauses for each event. */
enum { MOST_KNOWN = 256 };

/* What comes after a producer: an event, or whatever a link leads to, by the
 * kind of the link. */
enum { OF_EVENT = MP_CONSUMES + 1 };

void mp_after_init(struct mp_after *after, const struct mp_process *process,
                   struct mp_solver *solver)
{
    *after = (struct mp_after){.process = process, .solver = solver};
    vec_fit(&after->hits, process->n_places);
    vec_fit(&after->is_followed, process->n_places);
}

void mp_after_finish(struct mp_after *after)
{
    vec_free(&after->events);
    vec_free(&after->event_vars);
    vec_free(&after->hits);
    vec_free(&after->is_followed);
    vec_free(&after->is_known);
    vec_free(&after->known);
    keys_finish(&after->keys);
    vec_free(&after->vars);
    vec_free(&after->to);
    vec_free(&after->from);
}

/* The variable that this comes after the producer of b. */
static int var_of(struct mp_after *after, uint32_t b, uint32_t kind,
                  uint32_t node)
{
    const uint32_t id = keys_intern(&after->keys, (uint64_t)kind << 60 |
                                                      (uint64_t)b << 30 | node);

    if (id == after->vars.len)
        vec_push(&after->vars, mp_solver_var(after->solver));
    return after->vars.at[id];
}

/* The links that lead to e, and from it: each by the end of the event that
 * precedes. */
static void list_links(struct mp_after *after, uint32_t e)
{
    mp_ends_list *const to = &after->to;
    uint32_t n = 0;

    mp_ends_of(after->process, e, to, &after->from);
    for (uint32_t i = 0; i < to->len; i++) {
        struct mp_ends_one end = to->at[i];

        if (end.how == MP_CONSUMES)
            end.condition = mp_process_before(after->process, end.condition);
        if (end.condition != MP_NONE)
            to->at[n++] = end;
    }
    to->len = n;
}

/* The i-th extended event, and what comes after the producer of b.  A link that
 * leads from the event to itself, which consumes p/k and produces p/k+1, leads
 * to no other. */
static void add_event(struct mp_after *after, uint32_t i, uint32_t b)
{
    const int var = after->event_vars.at[i];
    const int here = var_of(after, b, OF_EVENT, after->events.at[i]);
    const mp_ends_list *const to = &after->to, *const from = &after->from;
    const struct mp_ends_one producer = {MP_PRODUCES, b};
    bool is_producer;

    list_links(after, after->events.at[i]);
    is_producer = mp_ends_has(from, producer);
    for (uint32_t k = 0; k < to->len; k++)
        if (!mp_ends_has(from, to->at[k]))
            mp_solver_clause(
                after->solver, -var,
                -var_of(after, b, to->at[k].how, to->at[k].condition), here);
    for (uint32_t k = 0; k < from->len; k++)
        if (!mp_ends_has(to, from->at[k]))
            mp_solver_clause(
                after->solver, -var, is_producer ? 0 : -here,
                var_of(after, b, from->at[k].how, from->at[k].condition));
    if (is_producer)
        mp_solver_clause(after->solver, -var, -here, 0);
}

/* An event produces b, perhaps the first one. */
static void know(struct mp_after *after, uint32_t b)
{
    vec_fit(&after->is_known, b + 1);
    if (after->is_known.at[b] ||
        !after->is_followed.at[after->process->conditions.at[b].place])
        return;
    after->is_known.at[b] = true;
    vec_push(&after->known, b);
    for (uint32_t i = 0; i < after->events.len; i++)
        add_event(after, i, b);
}

static void know_all_of(struct mp_after *after, uint32_t e)
{
    const struct mp_process *const process = after->process;

    for (uint32_t i = 0; i < process->events.at[e].n_produces; i++)
        know(after, mp_process_produces(process, e)[i]);
}

void mp_after_extend(struct mp_after *after, uint32_t e, int var)
{
    const uint32_t n_before = after->events.len;

    vec_push(&after->events, e);
    vec_push(&after->event_vars, var);
    for (uint32_t i = 0; i < after->known.len; i++)
        add_event(after, n_before, after->known.at[i]);
    know_all_of(after, e);
}

static void follow(struct mp_after *after, place_id p)
{
    after->is_followed.at[p] = true;
    memset(after->hits.at, 0, after->hits.len * sizeof *after->hits.at);
    for (uint32_t i = 0; i < after->events.len; i++)
        know_all_of(after, after->events.at[i]);
}

/* Place p was on a cycle; true: it is followed from now on. */
static bool hit(struct mp_after *after, place_id p)
{
    const uint32_t n = after->process->of_place[p].len;
    const uint32_t enough =
        after->checks ? HITS_OF_CHECK : LEAST_HITS + HITS_PER_CONDITION * n;

    if (after->is_followed.at[p] || after->known.len + n > MOST_KNOWN ||
        ++after->hits.at[p] < enough)
        return false;
    follow(after, p);
    return true;
}

void mp_after_count(struct mp_after *after, const uint32_t *events, uint32_t n)
{
    const struct mp_process *const process = after->process;

    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *const produces =
            mp_process_produces(process, events[i]);

        for (uint32_t k = 0; k < process->events.at[events[i]].n_produces; k++)
            if (hit(after, process->conditions.at[produces[k]].place))
                return;
    }
}
