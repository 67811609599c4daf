#include "engine/merged/mp_needed.h"

#include "net/marking.h"

void mp_needed_init(struct mp_needed *needed, const struct mp_process *process)
{
    const struct compiled_net *const compiled = process->compiled;

    *needed = (struct mp_needed){.process = process};
    for (trans_id t = 0; t < compiled->n_trans; t++)
        if (!compiled_net_produce(compiled, t).len)
            vec_push(&needed->sinks, t);
}

void mp_needed_finish(struct mp_needed *needed)
{
    vec_free(&needed->producer);
    vec_free(&needed->sinks);
    stamp_finish(&needed->needed);
    vec_free(&needed->list);
    vec_free(&needed->marked);
}

void mp_needed_extend(struct mp_needed *needed, uint32_t e)
{
    const struct mp_process *const process = needed->process;
    const struct mp_process_arcs arcs = mp_process_arcs(process, e);

    vec_fit(&needed->producer, process->conditions.len);
    stamp_fit(&needed->needed, process->events.len);
    for (uint32_t i = 0; i < arcs.n_produces; i++)
        needed->producer.at[arcs.produces[i]] =
            needed->producer.at[arcs.produces[i]] ? MP_NONE : e + 1;
}

/* --- one transition --------------------------------------------------------
 */

static uint32_t producer_of(const struct mp_needed *needed, uint32_t b)
{
    return b < needed->producer.len ? needed->producer.at[b] : 0;
}

static void need(struct mp_needed *needed, uint32_t b)
{
    const uint32_t x = producer_of(needed, b);

    if (!x || x == MP_NONE || stamp_has(&needed->needed, x - 1))
        return;
    stamp_add(&needed->needed, x - 1);
    vec_push(&needed->list, x - 1);
}

/* A marked place; false: extended events do not mark it. */
static bool need_place(struct mp_needed *needed, place_id p)
{
    const struct mp_process *const process = needed->process;
    uint32_t b;

    if (!process->of_place[p].len)
        return false;
    b = process->of_place[p].at[0];
    need(needed, b);
    return b < process->n_initial || producer_of(needed, b);
}

/* Lists what is needed to reach the marking by t as the last transition; false:
 * t is not the last one. */
static bool list_needed(struct mp_needed *needed, trans_id t,
                        const bits_word *marking)
{
    const struct mp_process *const process = needed->process;
    const struct compiled_net *const c = process->compiled;
    const struct net_place_span uses = compiled_net_use(c, t);
    const struct net_place_span produces = compiled_net_produce(c, t);
    bool can = true;

    stamp_start(&needed->needed);
    vec_clear(&needed->list);
    for (uint32_t i = 0; i < produces.len && can; i++)
        can = produces.at[i] >= c->n_net_places ||
              bits_has(marking, produces.at[i]);
    for (uint32_t i = 0; i < uses.len && can; i++)
        can = need_place(needed, uses.at[i]);
    for (uint32_t i = 0; i < needed->marked.len && can; i++)
        if (!net_span_has(produces, needed->marked.at[i]))
            can = need_place(needed, needed->marked.at[i]);
    for (uint32_t i = 0; i < needed->list.len && can; i++) {
        const struct mp_process_arcs arcs =
            mp_process_arcs(process, needed->list.at[i]);

        for (uint32_t k = 0; k < arcs.n_uses; k++)
            need(needed, arcs.uses[k]);
    }
    return can;
}

/* --- all of them ---------------------------------------------------------- */

/* Are all events of C but the last one needed? */
static bool are_needed(const struct mp_needed *needed,
                       const struct mp_config *c)
{
    for (uint32_t i = 0; i + 1 < c->events.len; i++)
        if (!stamp_has(&needed->needed, c->events.at[i]))
            return false;
    return true;
}

static bool is_larger(struct mp_needed *needed, const struct mp_config *c,
                      trans_id t, const bits_word *marking)
{
    uint32_t n;

    if (!list_needed(needed, t, marking))
        return true;
    n = needed->list.len;
    return n >= c->events.len ||
           (n + 1 == c->events.len &&
            t == c->process->events.at[mp_config_last(c)].trans &&
            are_needed(needed, c));
}

/* Of those transitions that produce on p first, so that each comes once. */
static bool are_larger(struct mp_needed *needed, const struct mp_config *c,
                       place_id p, const bits_word *marking)
{
    const struct compiled_net *const compiled = needed->process->compiled;
    const struct net_trans_span producers = compiled_net_producers(compiled, p);

    for (uint32_t i = 0; i < producers.len; i++)
        if (compiled_net_produce(compiled, producers.at[i]).at[0] == p &&
            !is_larger(needed, c, producers.at[i], marking))
            return false;
    return true;
}

/* The work for a transition is linear in the sizes of C and of the marking, and
 * few are possible. */
bool mp_needed_shows(struct mp_needed *needed, const struct mp_config *c,
                     const bits_word *marking)
{
    const uint32_t e = mp_config_last(c);
    const struct compiled_net *const compiled = needed->process->compiled;

    marking_list(marking, compiled->n_net_places, &needed->marked);
    if (!is_larger(needed, c, c->process->events.at[e].trans, marking))
        return false;
    for (uint32_t i = 0; i < needed->sinks.len; i++)
        if (!is_larger(needed, c, needed->sinks.at[i], marking))
            return false;
    for (uint32_t i = 0; i < needed->marked.len; i++)
        if (!are_larger(needed, c, needed->marked.at[i], marking))
            return false;
    for (place_id p = compiled->n_net_places; p < compiled->n_places; p++)
        if (!are_larger(needed, c, p, marking))
            return false;
    return true;
}
