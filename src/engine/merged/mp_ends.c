#include "engine/merged/mp_ends.h"

static void push_end(mp_ends_list *list, uint32_t how, uint32_t condition)
{
    const struct mp_ends_one end = {how, condition};

    vec_push(list, end);
}

void mp_ends_of(const struct mp_process *process, uint32_t e, mp_ends_list *to,
                mp_ends_list *from)
{
    const struct mp_process_event *const event = &process->events.at[e];
    const uint32_t *const uses = mp_process_uses(process, e);
    const uint32_t *const produces = mp_process_produces(process, e);

    vec_clear(to);
    vec_clear(from);
    for (uint32_t i = 0; i < mp_process_use_count(process, e); i++)
        push_end(to, MP_USES, uses[i]);
    for (uint32_t i = 0; i < event->n_consumes; i++) {
        push_end(to, MP_READS, uses[i]); /* it consumes what another reads */
        push_end(from, MP_CONSUMES, uses[i]);
    }
    for (uint32_t i = 0; i < event->n_reads; i++)
        push_end(from, MP_READS, uses[event->n_consumes + i]);
    for (uint32_t i = 0; i < event->n_produces; i++) {
        push_end(from, MP_PRODUCES, produces[i]);
        push_end(to, MP_CONSUMES, produces[i]);
    }
}

bool mp_ends_has(const mp_ends_list *list, struct mp_ends_one end)
{
    for (uint32_t i = 0; i < list->len; i++)
        if (list->at[i].how == end.how &&
            list->at[i].condition == end.condition)
            return true;
    return false;
}
