#include "api/handle.h"

/* A prefix that only a certificate needs is invisible to the caller. */
uint32_t punfpor_event_count(const punfpor *problem)
{
    return problem->run.prefix ? api_run_prefix(&problem->run)->events.len : 0;
}

uint32_t punfpor_condition_count(const punfpor *problem)
{
    return problem->run.prefix ? api_run_prefix(&problem->run)->conditions.len
                               : 0;
}

static const struct prefix_event *event(const punfpor *problem, uint32_t e)
{
    return &api_run_prefix(&problem->run)->events.at[e];
}

static const uint32_t nothing = 0;

uint32_t punfpor_event_transition(const punfpor *problem, uint32_t e)
{
    const struct net *const net = problem->asked.net;
    const struct api_reduce *const reduced = api_run_reduced(&problem->run);
    const trans_id t = event(problem, e)->trans;

    if (!reduced || t == TRANS_NONE)
        return t;

    const trans_id old = reduced->map.old_trans[t];

    return old < net_trans_count(net) ? old : PUNFPOR_NONE;
}

/* The lists of an event, and its numbers: the name here, and the field. */
#define OF_LIST(X) X(causes) X(consumes) X(reads) X(produces)
#define OF_NUMBER(X)          \
    X(uint32_t, size, size)   \
    X(int, is_cutoff, cutoff) \
    X(int, in_witness, witness)
#define X(field)                                                              \
    const uint32_t *punfpor_event_##field(const punfpor *problem, uint32_t e, \
                                          uint32_t *n)                        \
    {                                                                         \
        const struct prefix_span span = event(problem, e)->field;             \
                                                                              \
        *n = span.len;                                                        \
        return span.len ? api_run_prefix(&problem->run)->pool.at + span.from  \
                        : &nothing;                                           \
    }
OF_LIST(X)
#undef X
#define X(type, name, field)                                      \
    type punfpor_event_##name(const punfpor *problem, uint32_t e) \
    {                                                             \
        return event(problem, e)->field;                          \
    }
OF_NUMBER(X)
#undef X

const uint32_t *punfpor_event_conflicts(const punfpor *problem, uint32_t e,
                                        uint32_t *n)
{
    const uint32_t *const start = problem->run.conflicts.start;

    *n = start ? start[e + 1] - start[e] : 0;
    return *n ? problem->run.conflicts.at + start[e] : &nothing;
}

uint32_t punfpor_compared_events(const punfpor *problem)
{
    const struct prefix *const prefix = api_run_prefix(&problem->run);

    return prefix->events.len - prefix->n_uncompared;
}

uint32_t punfpor_event_companion(const punfpor *problem, uint32_t e)
{
    return event(problem, e)->has_companion ? event(problem, e)->companion
                                            : PUNFPOR_NONE;
}

uint32_t punfpor_condition_place(const punfpor *problem, uint32_t b)
{
    const struct api_reduce *const reduced = api_run_reduced(&problem->run);
    const place_id p = api_run_prefix(&problem->run)->conditions.at[b].place;

    return reduced && p != PLACE_NONE ? reduced->map.old_place[p] : p;
}

uint32_t punfpor_condition_producer(const punfpor *problem, uint32_t b)
{
    return api_run_prefix(&problem->run)->conditions.at[b].producer;
}
