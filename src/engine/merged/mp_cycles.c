#include "engine/merged/mp_cycles.h"

#include "engine/merged/mp_ends.h"

struct causal_link {
    struct mp_ends_one from, to;
};

void mp_cycles_init(struct mp_cycles *cycles, const struct mp_process *process,
                    struct mp_solver *solver)
{
    *cycles = (struct mp_cycles){.process = process, .solver = solver};
    mp_after_init(&cycles->after, process, solver);
}

void mp_cycles_finish(struct mp_cycles *cycles)
{
    keys_finish(&cycles->pairs);
    vec_free(&cycles->vars);
    mp_after_finish(&cycles->after);
}

static uint64_t key_of(struct mp_ends_one to, struct mp_ends_one from)
{
    return (uint64_t)(to.how * 3 + from.how) << 60 |
           (uint64_t)to.condition << 30 | from.condition;
}

/* --- links --------------------------------------------------------------- */

/* Do two ends belong together? */
static bool is_link(const struct mp_process *process, struct mp_ends_one from,
                    struct mp_ends_one to)
{
    if (from.how != to.how)
        return false;
    if (from.how == MP_CONSUMES)
        return mp_process_before(process, to.condition) == from.condition;
    return from.condition == to.condition;
}

/* The link between two events; one of the last kind only if there is no
 * other. */
static struct causal_link find_link(const struct mp_process *process,
                                    uint32_t x, uint32_t y)
{
    mp_ends_list to = {0}, from = {0}, other = {0};
    struct causal_link link = {{MP_NONE, 0}, {MP_NONE, 0}};

    mp_ends_of(process, x, &other, &from);
    mp_ends_of(process, y, &to, &other);
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

/* The variable of "an event has both ends". */
static int pair_var(struct mp_cycles *cycles, struct mp_ends_one to,
                    struct mp_ends_one from)
{
    const uint32_t id = keys_intern(&cycles->pairs, key_of(to, from));
    mp_ends_list ends_to = {0}, ends_from = {0};

    if (id < cycles->vars.len)
        return cycles->vars.at[id];
    vec_push(&cycles->vars, mp_solver_var(cycles->solver));
    for (uint32_t i = 0; i < cycles->after.events.len; i++) {
        mp_ends_of(cycles->process, cycles->after.events.at[i], &ends_to,
                   &ends_from);
        if (mp_ends_has(&ends_to, to) && mp_ends_has(&ends_from, from))
            mp_solver_clause(cycles->solver, -cycles->after.event_vars.at[i],
                             cycles->vars.at[id], 0);
    }
    vec_free(&ends_to);
    vec_free(&ends_from);
    return cycles->vars.at[id];
}

void mp_cycles_extend(struct mp_cycles *cycles, uint32_t e, int var)
{
    mp_ends_list to = {0}, from = {0};

    mp_after_extend(&cycles->after, e, var);
    mp_ends_of(cycles->process, e, &to, &from);
    for (uint32_t i = 0; i < to.len; i++)
        for (uint32_t k = 0; k < from.len; k++) {
            const uint32_t id =
                keys_find(&cycles->pairs, key_of(to.at[i], from.at[k]));

            if (id != KEYS_NONE)
                mp_solver_clause(cycles->solver, -var, cycles->vars.at[id], 0);
        }
    vec_free(&to);
    vec_free(&from);
}

/* --- clauses -------------------------------------------------------------- */

static int var_of(const struct mp_cycles *cycles, uint32_t e)
{
    uint32_t i = 0;

    while (cycles->after.events.at[i] != e)
        i++;
    return cycles->after.event_vars.at[i];
}

void mp_cycles_exclude(struct mp_cycles *cycles, const uint32_t *events,
                       uint32_t n)
{
    VEC(struct causal_link) links = {0};
    mp_solver_literals literals = {0};
    bool general = false;

    for (uint32_t i = 0; i < n; i++) {
        const struct causal_link link =
            find_link(cycles->process, events[i], events[(i + 1) % n]);

        vec_push(&links, link);
        general |= link.from.how != MP_CONSUMES;
    }
    for (uint32_t i = 0; i < n; i++) {
        const int var = general ? pair_var(cycles, links.at[(i + n - 1) % n].to,
                                           links.at[i].from)
                                : var_of(cycles, events[i]);

        vec_push(&literals, -var);
    }
    mp_solver_add(cycles->solver, literals.at, literals.len);
    mp_after_count(&cycles->after, events, n);
    vec_free(&links);
    vec_free(&literals);
}
