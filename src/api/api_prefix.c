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

static const uint32_t *items(const punfpor *problem, struct prefix_span span,
                             uint32_t *n)
{
    *n = span.len;
    return span.len ? api_run_prefix(&problem->run)->pool.at + span.from
                    : &nothing;
}

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

const uint32_t *punfpor_event_causes(const punfpor *problem, uint32_t e,
                                     uint32_t *n)
{
    return items(problem, event(problem, e)->causes, n);
}

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

const uint32_t *punfpor_event_consumes(const punfpor *problem, uint32_t e,
                                       uint32_t *n)
{
    return items(problem, event(problem, e)->consumes, n);
}

const uint32_t *punfpor_event_reads(const punfpor *problem, uint32_t e,
                                    uint32_t *n)
{
    return items(problem, event(problem, e)->reads, n);
}

const uint32_t *punfpor_event_produces(const punfpor *problem, uint32_t e,
                                       uint32_t *n)
{
    return items(problem, event(problem, e)->produces, n);
}

uint32_t punfpor_event_size(const punfpor *problem, uint32_t e)
{
    return event(problem, e)->size;
}

int punfpor_event_is_cutoff(const punfpor *problem, uint32_t e)
{
    return event(problem, e)->cutoff;
}

uint32_t punfpor_event_companion(const punfpor *problem, uint32_t e)
{
    return event(problem, e)->has_companion ? event(problem, e)->companion
                                            : PUNFPOR_NONE;
}

int punfpor_event_in_witness(const punfpor *problem, uint32_t e)
{
    return event(problem, e)->witness;
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
