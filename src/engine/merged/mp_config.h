/* mp_config.h - a configuration of a merged process.
 *
 * A set of events of a merged process is a configuration if each condition that
 * it uses is initial or produced, no condition is produced or consumed twice,
 * the conditions of a place come in the order of their depths, and the set has
 * a causal order (THEORY, Definition 122): an event comes after
 *
 *     the producers of the conditions that it uses,
 *     the readers of the conditions that it consumes,
 *     the consumer of p/k if it produces p/k+1.
 *
 * The solver (mp_clauses.h) sees to all but the last requirement. */
#ifndef MP_CONFIG_H
#define MP_CONFIG_H

#include "engine/merged/mp_process.h"

struct mp_config_reader {
    uint32_t event, before; /* before: 1 + another entry; 0: none */
};

struct mp_config {
    const struct mp_process *process;
    mp_process_list events; /* in a causal order after mp_config_sort() */
    /* by condition: the event of the configuration, or MP_NONE; valid for the
     * conditions of its events */
    mp_process_list producer, consumer;
    mp_process_list readers; /* by condition: 1 + its last reader's entry */
    VEC(struct mp_config_reader) reader_list;
    mp_process_list missing; /* by event: predecessors not sorted yet */
    mp_process_list level;   /* by event: length of the longest chain to it */
    mp_process_list cycles;  /* some, if there are any; MP_NONE behind each */
    mp_process_list scratch;
};

void mp_config_finish(struct mp_config *config);

/* After the events were filled in: sorts them.  False when they have no causal
 * order; then config->cycles is filled. */
bool mp_config_sort(struct mp_config *config);

/* The last event of a local configuration; MP_NONE: it has none. */
static inline uint32_t mp_config_last(const struct mp_config *local)
{
    return local->events.len ? *vec_top(&local->events) : MP_NONE;
}

/* Appends the direct predecessors of event e of the configuration; some may
 * come several times. */
void mp_config_predecessors(const struct mp_config *config, uint32_t e,
                            mp_process_list *list);

/* The marked places, to a set of the places of the net. */
void mp_config_marking(const struct mp_config *config, bits_word *marking);

/* By place: how many of its conditions are produced. */
void mp_config_depths(const struct mp_config *config, uint32_t *depth);

/* --check: fires the events one by one: each uses what is marked, and produces
 * the next condition of each place. */
void mp_config_check(const struct mp_config *config);

#endif
