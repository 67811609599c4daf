#include "engine/merged/mp_cycles.h"

/* How an event takes part in a link: as the one that precedes or follows. */
enum { PRODUCES, READS, CONSUMES, USES = PRODUCES };

/* The end of a link at one of its events: how, and the condition of the link;
 * of the last kind p/k+1 for the event that follows. */
struct end {
    uint32_t how, condition;
};

struct causal_link {
    struct end from, to;
};

typedef VEC(struct end) end_list;

void mp_cycles_init(struct mp_cycles *cycles, const struct mp_process *process,
                    int *n_vars)
{
    *cycles = (struct mp_cycles){.process = process, .n_vars = n_vars};
}

void mp_cycles_finish(struct mp_cycles *cycles)
{
    keys_finish(&cycles->pairs);
    vec_free(&cycles->vars);
    vec_free(&cycles->events);
    vec_free(&cycles->event_vars);
    vec_free(&cycles->clauses);
}

static uint64_t key_of(struct end to, struct end from)
{
    return (uint64_t)(to.how * 3 + from.how) << 60 |
           (uint64_t)to.condition << 30 | from.condition;
}

/* --- the ends that an event has ------------------------------------------- */

static void push_end(end_list *list, uint32_t how, uint32_t condition)
{
    const struct end end = {how, condition};

    vec_push(list, end);
}

/* Where it follows another event, and where it precedes one. */
static void list_ends(const struct mp_process *process, uint32_t e,
                      end_list *to, end_list *from)
{
    const struct mp_process_event *const event = &process->events.at[e];
    const uint32_t *const uses = mp_process_uses(process, e);
    const uint32_t *const produces = mp_process_produces(process, e);

    vec_clear(to);
    vec_clear(from);
    for (uint32_t i = 0; i < mp_process_use_count(process, e); i++)
        push_end(to, USES, uses[i]);
    for (uint32_t i = 0; i < event->n_consumes; i++) {
        push_end(to, READS, uses[i]); /* it consumes what another reads */
        push_end(from, CONSUMES, uses[i]);
    }
    for (uint32_t i = 0; i < event->n_reads; i++)
        push_end(from, READS, uses[event->n_consumes + i]);
    for (uint32_t i = 0; i < event->n_produces; i++) {
        push_end(from, PRODUCES, produces[i]);
        push_end(to, CONSUMES, produces[i]);
    }
}

/* Do two ends belong together? */
static bool is_link(const struct mp_process *process, struct end from,
                    struct end to)
{
    if (from.how != to.how)
        return false;
    if (from.how == CONSUMES)
        return mp_process_before(process, to.condition) == from.condition;
    return from.condition == to.condition;
}

/* The link between two events; one of the last kind only if there is no
 * other. */
static struct causal_link find_link(const struct mp_process *process,
                                    uint32_t x, uint32_t y)
{
    end_list to = {0}, from = {0}, other = {0};
    struct causal_link link = {{MP_NONE, 0}, {MP_NONE, 0}};

    list_ends(process, x, &other, &from);
    list_ends(process, y, &to, &other);
    for (uint32_t i = 0; i < from.len; i++)
        for (uint32_t k = 0; k < to.len; k++)
            if (from.at[i].how < link.from.how &&
                is_link(process, from.at[i], to.at[k]))
                link = (struct causal_link){from.at[i], to.at[k]};
    vec_free(&to);
    vec_free(&from);
    vec_free(&other);
    return link;
}

/* --- variables of pairs --------------------------------------------------- */

static bool has_end(const end_list *list, struct end end)
{
    for (uint32_t i = 0; i < list->len; i++)
        if (list->at[i].how == end.how &&
            list->at[i].condition == end.condition)
            return true;
    return false;
}

static void add_implied(struct mp_cycles *cycles, int event, int pair)
{
    vec_push(&cycles->clauses, -event);
    vec_push(&cycles->clauses, pair);
    vec_push(&cycles->clauses, 0);
}

/* The variable of "an event has both ends". */
static int pair_var(struct mp_cycles *cycles, struct end to, struct end from)
{
    const uint32_t id = keys_intern(&cycles->pairs, key_of(to, from));
    end_list ends_to = {0}, ends_from = {0};

    if (id < cycles->vars.len)
        return cycles->vars.at[id];
    vec_push(&cycles->vars, ++*cycles->n_vars);
    for (uint32_t i = 0; i < cycles->events.len; i++) {
        list_ends(cycles->process, cycles->events.at[i], &ends_to, &ends_from);
        if (has_end(&ends_to, to) && has_end(&ends_from, from))
            add_implied(cycles, cycles->event_vars.at[i], cycles->vars.at[id]);
    }
    vec_free(&ends_to);
    vec_free(&ends_from);
    return cycles->vars.at[id];
}

void mp_cycles_extend(struct mp_cycles *cycles, uint32_t e, int var)
{
    end_list to = {0}, from = {0};

    vec_push(&cycles->events, e);
    vec_push(&cycles->event_vars, var);
    list_ends(cycles->process, e, &to, &from);
    for (uint32_t i = 0; i < to.len; i++)
        for (uint32_t k = 0; k < from.len; k++) {
            const uint32_t id =
                keys_find(&cycles->pairs, key_of(to.at[i], from.at[k]));

            if (id != KEYS_NONE)
                add_implied(cycles, var, cycles->vars.at[id]);
        }
    vec_free(&to);
    vec_free(&from);
}

/* --- clauses -------------------------------------------------------------- */

static int var_of(const struct mp_cycles *cycles, uint32_t e)
{
    uint32_t i = 0;

    while (cycles->events.at[i] != e)
        i++;
    return cycles->event_vars.at[i];
}

void mp_cycles_exclude(struct mp_cycles *cycles, const uint32_t *events,
                       uint32_t n)
{
    VEC(struct causal_link) links = {0};
    VEC(int) literals = {0};
    bool general = false;

    for (uint32_t i = 0; i < n; i++) {
        const struct causal_link link =
            find_link(cycles->process, events[i], events[(i + 1) % n]);

        vec_push(&links, link);
        general |= link.from.how != CONSUMES;
    }
    for (uint32_t i = 0; i < n; i++) {
        const int var = general ? pair_var(cycles, links.at[(i + n - 1) % n].to,
                                           links.at[i].from)
                                : var_of(cycles, events[i]);

        vec_push(&literals, -var);
    }
    vec_push(&literals, 0);
    vec_append(&cycles->clauses, &literals);
    vec_free(&links);
    vec_free(&literals);
}
