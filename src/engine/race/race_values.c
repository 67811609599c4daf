#include "engine/race/race_values.h"

#include "base/mem.h"

void race_values_init(struct race_values *values, uint32_t n_racers,
                      uint32_t n_goals)
{
    *values = (struct race_values){.n_racers = n_racers, .n_goals = n_goals};
    pthread_mutex_init(&values->lock, NULL);
    values->reached =
        mem_zero((size_t)n_racers * n_goals, sizeof *values->reached);
    values->limits = mem_zero(n_goals, sizeof *values->limits);
    values->fresh = mem_zero(n_racers, sizeof *values->fresh);
}

void race_values_finish(struct race_values *values)
{
    for (size_t i = 0; i < (size_t)values->n_racers * values->n_goals; i++)
        vec_free(&values->reached[i].run);
    mem_free(values->reached);
    mem_free(values->limits);
    mem_free(values->fresh);
    pthread_mutex_destroy(&values->lock);
}

static struct race_values_reached *reached_by(const struct race_values *values,
                                              uint32_t i, uint32_t g)
{
    return &values->reached[(size_t)i * values->n_goals + g];
}

static bool is_answer(const struct race_values_reached *reached,
                      const struct race_values_limit *limit)
{
    return reached->given && limit->given && reached->value >= limit->value;
}

void race_values_reach(struct race_values *values, uint32_t i, uint32_t g,
                       const struct answer_finding *finding, uint64_t clock,
                       double seconds, struct mem_link *owner)
{
    struct race_values_reached *const reached = reached_by(values, i, g);
    witness_run run = {0}, before;

    /* Memory may run out here. */
    vec_append(&run, &finding->run);
    mem_give(run.at, owner);
    pthread_mutex_lock(&values->lock);
    before = reached->run;
    *reached = (struct race_values_reached){.given = true,
                                            .value = finding->value,
                                            .clock = clock,
                                            .seconds = seconds,
                                            .run = run};
    values->fresh[i] |= is_answer(reached, &values->limits[g]);
    pthread_mutex_unlock(&values->lock);
    vec_free(&before);
}

void race_values_limit(struct race_values *values, uint32_t g, int64_t limit,
                       uint64_t clock, double seconds)
{
    struct race_values_limit *const least = &values->limits[g];

    pthread_mutex_lock(&values->lock);
    if (!least->given || limit < least->value)
        *least = (struct race_values_limit){true, limit, clock};
    for (uint32_t i = 0; i < values->n_racers; i++) {
        struct race_values_reached *const reached = reached_by(values, i, g);

        if (!is_answer(reached, least))
            continue;
        reached->seconds = seconds;
        values->fresh[i] = true;
    }
    pthread_mutex_unlock(&values->lock);
}

bool race_values_answer(struct race_values *values, uint32_t i, uint32_t g,
                        uint64_t *clock)
{
    const struct race_values_reached *const reached = reached_by(values, i, g);
    const struct race_values_limit *const limit = &values->limits[g];
    bool answered;

    pthread_mutex_lock(&values->lock);
    answered = is_answer(reached, limit);
    *clock = reached->clock > limit->clock ? reached->clock : limit->clock;
    pthread_mutex_unlock(&values->lock);
    return answered;
}

uint32_t race_values_changed(struct race_values *values, uint32_t i)
{
    uint32_t g = values->n_goals;

    pthread_mutex_lock(&values->lock);
    if (values->fresh[i]) {
        for (g = 0; g < values->n_goals; g++)
            if (is_answer(reached_by(values, i, g), &values->limits[g]) &&
                !reached_by(values, i, g)->told)
                break;
        values->fresh[i] = g < values->n_goals;
        if (values->fresh[i])
            reached_by(values, i, g)->told = true;
    }
    pthread_mutex_unlock(&values->lock);
    return g;
}

struct answer_finding race_values_finding(const struct race_values *values,
                                          uint32_t i, uint32_t g)
{
    const struct race_values_reached *const reached = reached_by(values, i, g);

    return (struct answer_finding){.verdict = VERDICT_YES,
                                   .run = reached->run,
                                   .has_value = true,
                                   .value = reached->value,
                                   .seconds = reached->seconds};
}

bool race_values_agree(const struct race_values *values, uint32_t g)
{
    for (uint32_t i = 0; i < values->n_racers; i++)
        if (is_answer(reached_by(values, i, g), &values->limits[g]) &&
            reached_by(values, i, g)->value != values->limits[g].value)
            return false;
    return true;
}
