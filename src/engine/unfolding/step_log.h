/* step_log.h - the steps of an exploration, kept while an engine runs.
 *
 *     step_log_add(&x->steps, STEP_ADD, e);
 *
 * Without a request the calls do nothing.  The first million numbers are kept;
 * the export (export.h) turns events of the store into events of the prefix.
 * The store must not be compacted meanwhile. */
#ifndef STEP_LOG_H
#define STEP_LOG_H

#include "engine/unfolding/es.h"
#include "occurrence/prefix.h"

struct step_log {
    bool wanted;
    bool cut; /* steps were left out */
    VEC(struct prefix_step) at;
    VEC(uint32_t) pool; /* of the alternatives */
};

void step_log_finish(struct step_log *log);

void step_log_add(struct step_log *log, enum prefix_step_kind kind,
                  uint32_t event);

/* The event that was disabled last is replaced by this alternative. */
void step_log_alternative(struct step_log *log, struct es_span alternative);

#endif
