#include "engine/merged/mp_process.h"

uint32_t mp_process_condition(struct mp_process *process, place_id p,
                              uint32_t depth)
{
    ASSERT(depth && process->of_place[p].len + 1 >= depth);
    if (process->of_place[p].len < depth) {
        const struct merged_condition condition = {p, depth};

        vec_push(&process->of_place[p], process->conditions.len);
        vec_push(&process->conditions, condition);
    }
    return process->of_place[p].at[depth - 1];
}

void mp_process_init(struct mp_process *process,
                     const struct compiled_net *compiled)
{
    const struct net_place_span initial = compiled_net_initial(compiled);

    *process =
        (struct mp_process){.compiled = compiled, .n_used = compiled->n_places};
    process->of_place = mem_zero(compiled->n_places, sizeof *process->of_place);
    for (uint32_t i = 0; i < initial.len; i++)
        (void)mp_process_condition(process, initial.at[i], 1);
    process->n_initial = process->conditions.len;
}

void mp_process_finish(struct mp_process *process)
{
    vec_free(&process->conditions);
    vec_free(&process->events);
    vec_free(&process->name);
    lists_finish(&process->names);
    for (place_id p = 0; p < process->compiled->n_places; p++)
        vec_free(&process->of_place[p]);
    mem_free(process->of_place);
}

/* Appends conditions to the name of an event; returns how many. */
static uint32_t name_conditions(struct mp_process *process,
                                const place_id *places, uint32_t n,
                                const uint32_t *depth, bool produced)
{
    const uint32_t before = process->name.len;

    for (uint32_t i = 0; i < n; i++)
        if (places[i] < process->n_used)
            vec_push(&process->name,
                     mp_process_condition(process, places[i],
                                          depth[places[i]] + produced));
    return process->name.len - before;
}

uint32_t mp_process_event(struct mp_process *process, trans_id t,
                          const uint32_t *depth)
{
    const struct compiled_net *const compiled = process->compiled;
    const struct net_place_span uses = compiled_net_use(compiled, t);
    const struct net_place_span produces = compiled_net_produce(compiled, t);
    const uint32_t n_consumes = compiled_net_consume_count(compiled, t);
    struct mp_process_event event = {.trans = t};
    uint32_t e;

    vec_clear(&process->name);
    vec_push(&process->name, t);
    event.n_consumes =
        name_conditions(process, uses.at, n_consumes, depth, false);
    event.n_reads = name_conditions(process, uses.at + n_consumes,
                                    uses.len - n_consumes, depth, false);
    event.n_produces =
        name_conditions(process, produces.at, produces.len, depth, true);
    e = lists_intern(&process->names, process->name.at, process->name.len);
    event.uses = process->names.numbers.all.len - process->name.len + 1;
    if (e == process->events.len)
        vec_push(&process->events, event);
    return e;
}

/* --- as plain data -------------------------------------------------------- */

/* The conditions by place and depth; returns their new numbers. */
static uint32_t *export_conditions(const struct mp_process *process,
                                   struct merged *merged)
{
    uint32_t *const number = mem_none(process->conditions.len);

    for (place_id p = 0; p < process->compiled->n_net_places; p++)
        for (uint32_t i = 0; i < process->of_place[p].len; i++) {
            const struct merged_condition condition = {p, i + 1};

            number[process->of_place[p].at[i]] = merged->conditions.len;
            vec_push(&merged->conditions, condition);
        }
    return number;
}

void mp_process_export(const struct mp_process *process, struct merged *merged)
{
    uint32_t *const number = export_conditions(process, merged);
    struct merged_names names = {0};

    for (uint32_t e = 0; e < process->events.len; e++) {
        const struct mp_process_event *const event = &process->events.at[e];
        const struct mp_process_arcs arcs = mp_process_arcs(process, e);
        struct merged_event exported = {.trans = event->trans, .cutoff = true};
        uint32_t m;

        exported.consumes =
            merged_add_span(merged, number, arcs.uses, arcs.n_consumes);
        exported.reads =
            merged_add_span(merged, number, arcs.reads, arcs.n_reads);
        exported.produces =
            merged_add_span(merged, number, arcs.produces, arcs.n_produces);
        /* events that differ in conditions of the engine's own are one */
        m = merged_intern(merged, &names, &exported);
        merged->events.at[m].cutoff &= !event->extended;
    }
    merged_names_finish(&names);
    mem_free(number);
}
