/* mp_process.h - a merged process while it grows.
 *
 * A condition of the merged process is a place with an occurrence depth, an
 * event is a transition with the conditions that it consumes, reads and
 * produces (THEORY, Definition 65).  An event is known as soon as some
 * configuration enables it.  It is extended when one of its local
 * configurations is no cutoff; until then it is a cutoff.
 *
 *     place p, marked initially, and t, which moves a token from p to q:
 *     conditions p/1, q/1 and the event t: p/1 -> q/1
 *
 * Ids are dense; initial conditions come first. */
#ifndef MP_PROCESS_H
#define MP_PROCESS_H

#include "base/lists.h"
#include "engine/unfolding/compiled_net.h"
#include "occurrence/merged.h"

#define MP_NONE UINT32_MAX

struct mp_process_event {
    trans_id trans;
    uint32_t uses; /* where its conditions begin in the numbers of the names:
                      consumed, read, produced, each in the order of the
                      compiled net */
    uint32_t n_consumes, n_reads, n_produces;
    bool extended;
};

/* The conditions of an event, until another event is added: what it uses is
 * what it consumes, then what it reads. */
struct mp_process_arcs {
    const uint32_t *uses, *reads, *produces;
    uint32_t n_consumes, n_uses, n_reads, n_produces;
};

typedef VEC(uint32_t) mp_process_list;

struct mp_process {
    const struct compiled_net *compiled;
    VEC(struct merged_condition) conditions;
    VEC(struct mp_process_event) events;
    struct lists names;        /* by event: transition, conditions */
    mp_process_list *of_place; /* by place: its conditions by depth */
    uint32_t n_used; /* events have conditions on the places below it alone */
    uint32_t n_initial;   /* conditions */
    mp_process_list name; /* scratch */
};

void mp_process_init(struct mp_process *process,
                     const struct compiled_net *compiled);
void mp_process_finish(struct mp_process *process);

/* The condition, which is added if the process does not have it. */
uint32_t mp_process_condition(struct mp_process *process, place_id p,
                              uint32_t depth);

/* The event of t where, by place, `depth` conditions were produced so far; it
 * is added if the process does not have it. */
uint32_t mp_process_event(struct mp_process *process, trans_id t,
                          const uint32_t *depth);

/* Fills a merged process that is all zero, without the conditions of the
 * engine's own. */
void mp_process_export(const struct mp_process *process, struct merged *merged);

static inline struct mp_process_arcs
mp_process_arcs(const struct mp_process *process, uint32_t e)
{
    const struct mp_process_event *const event = &process->events.at[e];
    const uint32_t *const at = process->names.numbers.all.at + event->uses;
    const uint32_t n_uses = event->n_consumes + event->n_reads;

    return (struct mp_process_arcs){.uses = at,
                                    .reads = at + event->n_consumes,
                                    .produces = at + n_uses,
                                    .n_consumes = event->n_consumes,
                                    .n_uses = n_uses,
                                    .n_reads = event->n_reads,
                                    .n_produces = event->n_produces};
}

/* The condition of the same place that comes before; MP_NONE: it is the first
 * one. */
static inline uint32_t mp_process_before(const struct mp_process *process,
                                         uint32_t b)
{
    const struct merged_condition condition = process->conditions.at[b];

    return condition.depth == 1
               ? MP_NONE
               : process->of_place[condition.place].at[condition.depth - 2];
}

#endif
