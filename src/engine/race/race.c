#include "engine/race/race.h"

#include "base/check.h"
#include "base/system.h"
#include "engine/race/engines.h"
#include "engine/race/race_clock.h"
#include "engine/race/race_values.h"
#include "engine/watch.h"

#include <stdatomic.h>
#include <string.h>

struct race;

/* Has the racer answered a question?  With its figures at that time, and when
 * it reached the value that it has. */
struct racer_answer {
    bool given;
    struct answer_stats stats, reached;
};

struct racer {
    struct race *race;
    uint32_t number;
    const struct engine *engine;
    pthread_t thread;
    bool started;
    bool closed_joint; /* see close_joint() */
    struct engine_limits limits;
    struct engine_race_hooks hooks;
    struct answer answer;
    struct answer_progress shown; /* of it, the last time */
    struct racer_answer *answers; /* by question */
    struct mem_link blocks;       /* of its thread, once that has ended */
};

struct race {
    const struct engine_problem *problem;
    const struct engine_limits *limits;
    struct race_clock race_clock;
    struct race_values values;
    struct racer *racers;
    uint32_t n_racers;
    pthread_mutex_t show_lock;
};

/* --- hooks -------------------------------------------------------------- */

/* Is it within the limit of the race? */
static bool counts(const struct race *race, uint64_t work)
{
    return !race->limits->work || work <= race->limits->work;
}

/* Others may have shown that values that it has reached are the largest. */
static void tell_values(struct racer *racer)
{
    struct race *const race = racer->race;
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
static void close_value(struct race *race, uint32_t i, uint32_t goal)
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
                      watch_now() - racer->hooks.start, &racer->blocks);
    close_value(racer->race, racer->number, goal);
    tell_values(racer);
}

static void limited(void *self, uint32_t goal, int64_t limit, uint64_t work)
{
    struct racer *const racer = self;

    race_values_limit(&racer->race->values, goal, limit, work,
                      watch_now() - racer->hooks.start);
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

static void found(void *self, uint32_t goal, uint64_t work)
{
    struct racer *const racer = self;

    racer->answers[goal].given = true;
    racer->answers[goal].stats = racer->answer.stats;
    racer->answers[goal].stats.work = work;
    mem_give(racer->answer.findings[goal].run.at, &racer->blocks);
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
    struct race *const race = racer->race;
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
        answer->findings[g].proof = NULL;
        answer->findings[g].cases = NULL;
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
    struct race *const race = racer->race;
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
        if (i != number && list[i]->unfolds)
            return true;
    return false;
}

static void init_racer(struct race *race, uint32_t number,
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

static void init(struct race *race, const struct engine *const *list,
                 uint32_t n_engines)
{
    const double start = watch_now();

    race_clock_init(&race->race_clock, n_engines,
                    race->problem->question.n_goals,
                    thread_count(race->limits));
    if (race->limits->work)
        race_clock_limit(&race->race_clock, race->limits->work);
    race_values_init(&race->values, n_engines, race->problem->question.n_goals);
    pthread_mutex_init(&race->show_lock, NULL);
    race->n_racers = n_engines;
    race->racers = mem_zero(n_engines, sizeof *race->racers);
    for (uint32_t i = 0; i < n_engines; i++) {
        init_racer(race, i, list[i], start);
        race->racers[i].hooks.others_list = others_unfold(list, n_engines, i);
    }
}

static void finish(struct race *race)
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

/* --- the answer --------------------------------------------------------- */

static const struct racer *racer_with(const struct race *race, uint32_t goal,
                                      enum answer_verdict verdict)
{
    for (uint32_t i = 0; i < race->n_racers; i++)
        if (race->racers[i].answer.findings[goal].verdict == verdict)
            return &race->racers[i];
    return NULL;
}

static bool have_same_value(const struct race *race, uint32_t goal)
{
    const struct answer_finding *first = NULL;

    if (!race_values_agree(&race->values, goal))
        return false;
    for (uint32_t i = 0; i < race->n_racers; i++) {
        const struct answer_finding *const finding =
            &race->racers[i].answer.findings[goal];

        if (finding->verdict != VERDICT_YES || !finding->has_value)
            continue;
        if (first && first->value != finding->value)
            return false;
        first = finding;
    }
    return true;
}

/* False with a diagnosis when one says yes and another no. */
static bool agree(const struct race *race, uint32_t goal, struct diag *diag)
{
    const struct racer *const yes = racer_with(race, goal, VERDICT_YES);
    const struct racer *const no = racer_with(race, goal, VERDICT_NO);

    if (!have_same_value(race, goal))
        return diag_internal(
            diag, "the engines differ about the largest value of '%.200s'",
            race->problem->question.goals[goal].text);
    return !yes || !no ||
           diag_internal(diag,
                         "the verdicts on '%.200s' differ: %s by engine %s, %s "
                         "by engine %s",
                         race->problem->question.goals[goal].text,
                         answer_verdict_name(VERDICT_YES), yes->engine->name,
                         answer_verdict_name(VERDICT_NO), no->engine->name);
}

/* The racer with the reason why the race ended without its last answer: a
 * reason that holds for all, of which the limit of the race is the last one,
 * comes before a limit of one engine.  The first one that has the reason. */
static struct racer *racer_with_reason(const struct race *race)
{
    static const enum answer_stop reasons[] = {
        STOP_INTERRUPTED, STOP_TIME,   STOP_OVERTAKEN, STOP_MEMORY,
        STOP_DEPTH,       STOP_EVENTS, STOP_SIZE};

    for (uint32_t k = 0; k < sizeof reasons / sizeof *reasons; k++)
        for (uint32_t i = 0; i < race->n_racers; i++)
            if (race->racers[i].answer.stop == reasons[k])
                return &race->racers[i];
    return race->racers;
}

/* The parts of the answer that are about the race as a whole. */
static void take_end(struct answer *answer, struct racer *last)
{
    struct answer *const own = &last->answer;

    answer->stop = own->stop;
    answer->stats = own->stats;
    answer->engine = last->engine->name;
    answer->unsafe_trans = own->unsafe_trans;
    answer->unsafe_place = own->unsafe_place;
    answer->unsafe_run = own->unsafe_run;
    own->unsafe_run = (witness_run){0};
    answer->diag = own->diag;
}

/* What was too large for an engine. */
static void take_failure(struct race *race, uint32_t g,
                         struct answer_finding *finding)
{
    for (uint32_t i = 0; i < race->n_racers && !finding->failure; i++) {
        struct answer_finding *const other =
            &race->racers[i].answer.findings[g];

        finding->failure = other->failure;
        other->failure = NULL;
    }
}

/* The largest value that an engine has found for a question that none could
 * answer. */
static void take_value(struct race *race, uint32_t g,
                       struct answer_finding *finding)
{
    for (uint32_t i = 0; i < race->n_racers; i++) {
        struct answer_finding *const other =
            &race->racers[i].answer.findings[g];

        if (!other->has_value || other->verdict != VERDICT_UNKNOWN ||
            (finding->has_value && finding->value >= other->value))
            continue;
        vec_free(&finding->run);
        *finding = *other;
        *other = (struct answer_finding){0};
    }
    take_failure(race, g, finding);
    case_proof_destroy(finding->cases); /* that no value is larger */
    finding->cases = NULL;
    finding->has_limit = race->values.limits[g].given;
    finding->limit = race->values.limits[g].value;
}

/* The answer is complete, so it does not say that a limit kept an engine from
 * its proof. */
static void note_proof(const struct race *race, struct answer_finding *finding)
{
    if (race->problem->output.proof && finding->verdict == VERDICT_NO &&
        !finding->proof && !finding->cases && !finding->no_proof)
        finding->no_proof = "the proof was not put together";
}

/* Has racer i, which has won, reached the largest value before it could show
 * this?  It may have shown it later. */
static bool is_joined(struct race *race, uint32_t i, uint32_t g)
{
    const struct racer_answer *const own = &race->racers[i].answers[g];
    uint64_t clock;

    return race_values_answer(&race->values, i, g, &clock) &&
           !(own->given &&
             own->stats.work == race_clock_winner(&race->race_clock, g).clock);
}

/* The proof of the racer that has shown that no value is larger. */
static void take_cases(struct race *race, uint32_t g,
                       struct answer_finding *finding)
{
    for (uint32_t i = 0; i < race->n_racers && !finding->cases; i++) {
        struct answer_finding *const other =
            &race->racers[i].answer.findings[g];

        if (!other->has_limit || other->limit != finding->value)
            continue;
        finding->cases = other->cases;
        other->cases = NULL;
    }
}

/* Racer i has reached the largest value, as another one has shown. */
static void take_largest(struct race *race, uint32_t i, uint32_t g,
                         struct answer_finding *finding)
{
    const struct answer_finding largest =
        race_values_finding(&race->values, i, g);

    *finding = largest;
    finding->run = (witness_run){0};
    for (uint32_t k = 0; k < largest.run.len; k++)
        vec_push(&finding->run, largest.run.at[k]);
    take_cases(race, g, finding);
}

/* The finding of racer i, which has won. */
static void take_finding(struct race *race, uint32_t i, uint32_t g,
                         struct answer_finding *finding)
{
    struct answer_finding *const own = &race->racers[i].answer.findings[g];

    if (is_joined(race, i, g)) {
        take_largest(race, i, g, finding);
    } else {
        *finding = *own;
        *own = (struct answer_finding){0};
    }
    finding->engine = race->racers[i].engine->name;
    note_proof(race, finding);
}

static void take_findings(struct race *race, struct answer *answer)
{
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        const uint32_t i = race_clock_winner(&race->race_clock, g).racer;

        if (i == RACE_CLOCK_NONE)
            take_value(race, g, &answer->findings[g]);
        else
            take_finding(race, i, g, &answer->findings[g]);
        answer->safe |= i != RACE_CLOCK_NONE && answer->findings[g].safe;
    }
}

/* The racer with the last of the first answers may have continued after it,
 * even to its end when others had answered what it left open; how long depends
 * on the scheduler.  The figures are then those at that answer. */
static void take_figures(struct race *race, struct answer *answer,
                         struct race_clock_first last)
{
    const struct racer *const racer = &race->racers[last.racer];

    if (racer->answer.stop == STOP_DONE &&
        racer->answer.stats.work == last.clock)
        return;
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        const struct race_clock_first first =
            race_clock_winner(&race->race_clock, g);

        if (first.racer != last.racer || first.clock != last.clock)
            continue;
        if (is_joined(race, last.racer, g))
            answer->stats = racer->answers[g].reached;
        else if (racer->answers[g].given)
            answer->stats = racer->answers[g].stats;
    }
}

/* The first one that was met before the end: who goes on beyond it, and how
 * far, depends on the scheduler. */
static void take_breach(struct race *race, struct answer *answer)
{
    const uint64_t end = atomic_load(&race->race_clock.end);
    struct answer_breach *first = NULL;

    for (uint32_t i = 0; i < race->n_racers; i++) {
        struct answer_breach *const breach = &race->racers[i].answer.breach;

        if (breach->met && breach->work <= end &&
            (!first || breach->work < first->work))
            first = breach;
    }
    if (!first)
        return;
    answer->breach = *first;
    *first = (struct answer_breach){0};
}

static void merge(struct race *race, struct answer *answer)
{
    bool fatal;
    const struct race_clock_first last =
        race_clock_last(&race->race_clock, &fatal);
    const bool won = last.racer != RACE_CLOCK_NONE;

    take_end(answer, won ? &race->racers[last.racer] : racer_with_reason(race));
    if (fatal)
        return;
    for (uint32_t g = 0; g < answer->n_findings; g++)
        if (!agree(race, g, &answer->diag)) {
            answer->stop = STOP_FAULT;
            return;
        }
    if (won) {
        answer->stop = STOP_DONE;
        take_figures(race, answer, last);
    }
    take_findings(race, answer);
    take_breach(race, answer);
}

void race_run(const struct engine *const *list, uint32_t n_engines,
              const struct engine_problem *problem,
              const struct engine_limits *limits, struct answer *answer)
{
    struct race race = {.problem = problem, .limits = limits};

    init(&race, list, n_engines);
    for (uint32_t i = 0; i < n_engines; i++)
        start_racer(&race.racers[i]);
    for (uint32_t i = 0; i < n_engines; i++) {
        if (race.racers[i].started)
            pthread_join(race.racers[i].thread, NULL);
        mem_adopt_all(&race.racers[i].blocks);
    }
    merge(&race, answer);
    finish(&race);
}

static bool asks_formula(const struct goal *goals, uint32_t n_goals)
{
    for (uint32_t g = 0; g < n_goals; g++)
        if (goals[g].kind == GOAL_FORMULA)
            return true;
    return false;
}

static const struct engine *racer(uint32_t i)
{
    return engines_list[ENGINES_FIRST_RACER + i];
}

/* Without those of which has() is false. */
static unsigned select_racers(unsigned racers,
                              bool (*has)(const struct engine *engine))
{
    for (uint32_t i = 0; i < ENGINES_RACERS; i++)
        if (!has(racer(i)))
            racers &= ~(1u << i);
    return racers;
}

static bool unfolds(const struct engine *engine)
{
    return engine->unfolds;
}

static bool proves(const struct engine *engine)
{
    return engine->proves;
}

static bool is_complete(const struct engine *engine)
{
    return engine->is_complete;
}

static bool is_not_last(const struct engine *engine)
{
    return !engine->is_last;
}

unsigned race_wanted(unsigned racers, bool certifies)
{
    const unsigned wanted = racers ? racers : (1u << ENGINES_RACERS) - 1;

    return certifies ? select_racers(wanted, proves) : wanted;
}

bool race_is_complete(unsigned racers)
{
    return select_racers(racers, is_complete) != 0;
}

unsigned race_members(unsigned wanted, enum dep_kind kind,
                      const struct net *net, const struct goal *goals,
                      uint32_t n_goals)
{
    unsigned racers = race_wanted(wanted, false);

    if (kind == DEP_USER)
        racers = select_racers(racers, unfolds);
    if (race_is_complete(racers) && asks_formula(goals, n_goals))
        racers = select_racers(racers, is_not_last);
    for (uint32_t i = 0; i < ENGINES_RACERS; i++)
        if (engines_refuse(racer(i), net, goals, n_goals))
            racers &= ~(1u << i);
    return racers;
}

static bool can_certify(const struct engine *engine,
                        const struct engine_problem *problem, struct diag *diag)
{
    return engine->proves &&
           (!engine->certifies || engine->certifies(problem, diag));
}

/* Without the racers that cannot certify, if a proof of answers is wanted. */
static unsigned certifying(const struct engine_problem *problem,
                           unsigned racers)
{
    struct diag ignored = {0};

    if (!problem->output.proof || !problem->question.n_goals)
        return racers;
    for (uint32_t i = 0; i < ENGINES_RACERS; i++)
        if (!can_certify(racer(i), problem, &ignored))
            racers &= ~(1u << i);
    return racers;
}

static unsigned all_members(const struct engine_problem *problem)
{
    return race_members(problem->racers, dep_kind(problem->dep), problem->net,
                        problem->question.goals, problem->question.n_goals);
}

/* Where none can certify, the others answer without a proof. */
static unsigned members(const struct engine_problem *problem)
{
    const unsigned all = all_members(problem);
    const unsigned some = certifying(problem, all);

    return some ? some : all;
}

static bool supports(const struct engine_problem *problem,
                     const struct engine_limits *limits, struct diag *diag)
{
    (void)limits;
    return all_members(problem) ||
           diag_usage(diag, "none of the engines of option 'racers' can answer "
                            "all questions");
}

/* A racer without proofs cannot certify alone, unless none of the others was
 * wanted. */
static bool certifies(const struct engine_problem *problem, struct diag *diag)
{
    const unsigned racers = certifying(problem, all_members(problem));
    bool refused = false;

    for (uint32_t i = 0; i < ENGINES_RACERS; i++) {
        const struct engine *const engine = racer(i);
        struct diag ignored = {0};

        if (!engine->proves || !engine->certifies)
            continue;
        if (racers >> i & 1)
            return true;
        refused |= !engine->certifies(problem, refused ? &ignored : diag);
    }
    return !refused;
}

static void run_race(const struct engine_problem *problem,
                     const struct engine_limits *limits, struct answer *answer)
{
    const unsigned racers = members(problem);
    const struct engine *list[ENGINES_RACERS];
    uint32_t n = 0;

    if (!problem->question.n_goals) {
        engines_explorer()->run(problem, limits, answer);
        return;
    }
    for (uint32_t i = 0; i < ENGINES_RACERS; i++)
        if (racers >> i & 1)
            list[n++] = racer(i);
    ASSERT(n > 0);
    race_run(list, n, problem, limits, answer);
}

const struct engine race_engine = {
    .name = "auto",
    .uses = " racers seed check max-events max-depth threads ",
    .techniques = "EXPLICIT STUBBORN_SETS",
    .is_race = true,
    .supports = supports,
    .certifies = certifies,
    .goals = ~0u, /* what a racer answers */
    .run = run_race,
};
