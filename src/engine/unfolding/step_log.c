#include "engine/unfolding/step_log.h"

/* Steps and events of alternatives. */
#define MOST_NUMBERS 1000000

void step_log_finish(struct step_log *log)
{
    vec_free(&log->at);
    vec_free(&log->pool);
}

static bool has_room(struct step_log *log, uint32_t n)
{
    if (!log->wanted || log->cut)
        return false;
    log->cut = (uint64_t)log->at.len + log->pool.len + n > MOST_NUMBERS;
    return !log->cut;
}

void step_log_add(struct step_log *log, enum prefix_step_kind kind,
                  uint32_t event)
{
    const struct prefix_step step = {.kind = kind, .event = event};

    if (has_room(log, 1))
        vec_push(&log->at, step);
}

void step_log_alternative(struct step_log *log, struct es_span alternative)
{
    const struct prefix_step step = {
        .kind = STEP_ALTERNATIVE,
        .event = PREFIX_NO_EVENT,
        .alternative = {log->pool.len, alternative.len},
    };

    if (!has_room(log, 1 + alternative.len))
        return;
    vec_append(&log->pool, &alternative);
    vec_push(&log->at, step);
}
