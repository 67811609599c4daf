#include "engine/race/race.h"

#include "base/system.h"
#include "engine/race/racer.h"
#include "engine/watch.h"

#include <stdatomic.h>
#include <string.h>

/* --- hooks -------------------------------------------------------------- */

/* Is it within the limit of the race? */
static bool counts(const struct racer_group *race, uint64_t work)
{
    return work <= race->race_clock.most;
}

/* Others may have shown that values that it has reached are the largest. */
static void tell_values(struct racer *racer)
{
    struct racer_group *const race = racer->race;
    const struct engine_verdicts *const verdicts = &race->limits->verdicts;
    uint32_t g;

    while (verdicts->tell &&
           (g = race_values_changed(&race->values, racer->number)) <
               race->values.n_goals) {
        const struct answer_finding finding =
            race_values_finding(&race->values, racer->number, g);
        uint64_t clock;

        if (race_values_answer(&race->values, racer->number, g, &clock) &&
            counts(race, clock))
            verdicts->tell(verdicts->self, g, &finding, racer->engine->name);
    }
}

static uint64_t look(void *self, uint64_t work)
{
    struct racer *const racer = self;

    tell_values(racer);
    return race_clock_look(&racer->race->race_clock, racer->number, work,
                           mem_held());
}

/* Is the value of racer i for the question the largest one? */
static void close_value(struct racer_group *race, uint32_t i, uint32_t goal)
{
    uint64_t clock;

    if (race_values_answer(&race->values, i, goal, &clock))
        race_clock_found(&race->race_clock, i, goal, clock);
}

static void reached(void *self, uint32_t goal,
                    const struct answer_finding *finding, uint64_t work)
{
    struct racer *const racer = self;

    racer->answers[goal].reached = racer->answer.stats;
    racer->answers[goal].reached.work = work;
    race_values_reach(&racer->race->values, racer->number, goal, finding, work,
                      system_now() - racer->hooks.start, &racer->blocks);
    close_value(racer->race, racer->number, goal);
    tell_values(racer);
}

static void limited(void *self, uint32_t goal, int64_t limit, uint64_t work)
{
    struct racer *const racer = self;

    race_values_limit(&racer->race->values, goal, limit, work,
                      system_now() - racer->hooks.start);
    for (uint32_t i = 0; i < racer->race->n_racers; i++)
        close_value(racer->race, i, goal);
}

/* A joint goal was answered by no: this answers all of them, the first time. */
static void close_joint(struct racer *racer, uint64_t work)
{
    const struct engine_joint joint = racer->limits.joint;

    if (racer->closed_joint)
        return;
    racer->closed_joint = true;
    for (uint32_t g = joint.first; g < joint.first + joint.n; g++)
        race_clock_found(&racer->race->race_clock, racer->number, g, work);
}

static void give_runs(const struct answer_finding *finding, struct mem_link *to)
{
    mem_give(finding->run.at, to);
    for (uint32_t k = 0; k < finding->branches.len; k++)
        mem_give(finding->branches.at[k].run.at, to);
    mem_give(finding->branches.at, to);
}

static void found(void *self, uint32_t goal, uint64_t work)
{
    struct racer *const racer = self;

    racer->answers[goal].given = true;
    racer->answers[goal].stats = racer->answer.stats;
    racer->answers[goal].stats.work = work;
    give_runs(&racer->answer.findings[goal], &racer->blocks);
    race_clock_found(&racer->race->race_clock, racer->number, goal, work);
    if (racer->answer.findings[goal].verdict == VERDICT_NO &&
        watch_is_joint(&racer->limits, goal))
        close_joint(racer, work);
}

static bool must_yield(void *self)
{
    struct racer *const racer = self;

    return race_clock_must_yield(&racer->race->race_clock, racer->number);
}

static void expect_threads(void *self)
{
    struct racer *const racer = self;

    race_clock_expect(&racer->race->race_clock, racer->number);
}

static uint32_t threads(void *self)
{
    struct racer *const racer = self;

    return race_clock_threads(&racer->race->race_clock, racer->number);
}

/* Names the racer. */
static void tell(void *self, uint32_t goal,
                 const struct answer_finding *finding, const char *engine)
{
    struct racer *const racer = self;
    const struct engine_verdicts *const verdicts =
        &racer->race->limits->verdicts;

    (void)engine;
    if (counts(racer->race, racer->answers[goal].stats.work))
        verdicts->tell(verdicts->self, goal, finding, racer->engine->name);
}

/* One line of progress for all racers, with the sums of their figures; their
 * depths have none. */
static void show(void *self, const struct answer_progress *now, uint32_t depth,
                 uint32_t bound)
{
    struct racer *const racer = self;
    struct racer_group *const race = racer->race;
    const struct engine_progress *const progress = &race->limits->progress;
    struct answer_progress sum = {.seconds = now->seconds,
                                  .peak_bytes = now->peak_bytes};

    pthread_mutex_lock(&race->show_lock);
    racer->shown = *now;
    for (uint32_t i = 0; i < race->n_racers; i++)
        for (uint32_t k = 0; k < COUNT_KINDS; k++)
            sum.counts[k] += race->racers[i].shown.counts[k];
    (void)depth;
    (void)bound;
    progress->show(progress->self, &sum, 0, 0);
    pthread_mutex_unlock(&race->show_lock);
}

/* --- racers ------------------------------------------------------------- */

/* Does the end of this racer end the race for all? */
static bool is_fatal(const struct racer *racer)
{
    const enum answer_stop stop = racer->answer.stop;

    return stop == STOP_UNSAFE || stop == STOP_INPUT || stop == STOP_FAULT ||
           (stop == STOP_DONE && !racer->race->problem->question.n_goals);
}

/* Its blocks are free.  What it had answered before holds. */
static void lose_memory(struct racer *racer)
{
    struct answer *const answer = &racer->answer;

    for (uint32_t g = 0; g < answer->n_findings; g++) {
        if (!racer->answers[g].given)
            answer->findings[g] = (struct answer_finding){0};
        answer_drop_proofs(&answer->findings[g]);
    }
    answer->prefix = (struct prefix){0};
    answer->unsafe_run = (witness_run){0};
    answer->breach = (struct answer_breach){0};
    answer->diag = (struct diag){0};
    answer->stop = STOP_MEMORY;
}

/* Runs the engine in a scope of its thread. */
static void run_engine(struct racer *racer)
{
    struct mem_scope scope;

    mem_enter(&scope);
    if (setjmp(scope.back)) {
        lose_memory(racer);
        return;
    }
    racer->engine->run(racer->race->problem, &racer->limits, &racer->answer);
    scope.owner = &racer->blocks;
    mem_leave(&scope);
}

static void *run_racer(void *self)
{
    struct racer *const racer = self;
    struct racer_group *const race = racer->race;
    struct race_clock *const race_clock = &race->race_clock;

    race_clock_enter(race_clock, racer->number);
    run_engine(racer);
    if (racer->answer.stop == STOP_MEMORY)
        system_trim(); /* or the others will meet the limit as well */
    race_clock_leave(race_clock, racer->number, racer->answer.stats.work,
                     is_fatal(racer));
    return NULL;
}

/* Does a racer besides this one unfold the net? */
static bool others_unfold(const struct engine *const *list, uint32_t n,
                          uint32_t number)
{
    for (uint32_t i = 0; i < n; i++)
        if (i != number && engine_has(list[i], ENGINE_UNFOLDS))
            return true;
    return false;
}

static void init_racer(struct racer_group *race, uint32_t number,
                       const struct engine *engine, double start)
{
    struct racer *const racer = &race->racers[number];

    *racer = (struct racer){.race = race,
                            .number = number,
                            .engine = engine,
                            .limits = *race->limits};
    mem_own_none(&racer->blocks);
    racer->hooks =
        (struct engine_race_hooks){.self = racer,
                                   .start = start,
                                   .end = &race->race_clock.end,
                                   .closed = race->race_clock.closed,
                                   .look = look,
                                   .found = found,
                                   .reached = reached,
                                   .limited = limited,
                                   .must_yield = must_yield,
                                   .expect_threads = expect_threads,
                                   .threads = threads,
                                   .most_threads = race->race_clock.n_threads};
    racer->limits.race = &racer->hooks;
    racer->limits.profile = NULL;
    if (race->limits->progress.show)
        racer->limits.progress =
            (struct engine_progress){.show = show, .self = racer};
    if (race->limits->verdicts.tell)
        racer->limits.verdicts = (struct engine_verdicts){tell, racer};
    racer->answers =
        mem_zero(race->problem->question.n_goals, sizeof *racer->answers);
    answer_init(&racer->answer, race->problem->question.n_goals);
}

static void start_racer(struct racer *racer)
{
    racer->started =
        pthread_create(&racer->thread, NULL, run_racer, racer) == 0;
    if (racer->started)
        return;
    racer->answer.stop = STOP_FAULT;
    diag_internal(&racer->answer.diag, "no thread for engine '%s'",
                  racer->engine->name);
    race_clock_leave(&racer->race->race_clock, racer->number, 0, true);
}

static uint32_t thread_count(const struct engine_limits *limits)
{
    return limits->threads ? limits->threads : system_processors();
}

static void init(struct racer_group *race, const struct engine *const *list,
                 uint32_t n_engines)
{
    const double start = system_now();

    race_clock_init(&race->race_clock, n_engines,
                    race->problem->question.n_goals, thread_count(race->limits),
                    race->limits->work ? race->limits->work : UINT64_MAX);
    race_values_init(&race->values, n_engines, race->problem->question.n_goals);
    pthread_mutex_init(&race->show_lock, NULL);
    race->n_racers = n_engines;
    race->racers = mem_zero(n_engines, sizeof *race->racers);
    for (uint32_t i = 0; i < n_engines; i++) {
        init_racer(race, i, list[i], start);
        race->racers[i].hooks.others_list = others_unfold(list, n_engines, i);
    }
}

static void finish(struct racer_group *race)
{
    for (uint32_t i = 0; i < race->n_racers; i++) {
        answer_finish(&race->racers[i].answer);
        mem_free(race->racers[i].answers);
    }
    mem_free(race->racers);
    race_values_finish(&race->values);
    pthread_mutex_destroy(&race->show_lock);
    race_clock_finish(&race->race_clock);
}

void race_run(const struct engine *const *list, uint32_t n_engines,
              const struct engine_problem *problem,
              const struct engine_limits *limits, struct answer *answer)
{
    struct racer_group race = {.problem = problem, .limits = limits};

    init(&race, list, n_engines);
    for (uint32_t i = 0; i < n_engines; i++)
        start_racer(&race.racers[i]);
    for (uint32_t i = 0; i < n_engines; i++) {
        if (race.racers[i].started)
            pthread_join(race.racers[i].thread, NULL);
        mem_adopt_all(&race.racers[i].blocks);
    }
    race_answer_join(&race, answer);
    finish(&race);
}
