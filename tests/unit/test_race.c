/* Races of scripted engines: which one wins, which ones stop, and what they
 * learn of each other. */
#include "test.h"

#include "base/system.h"
#include "engine/race/engines.h"
#include "engine/race/race.h"
#include "engine/race/race_members.h"
#include "engine/race/race_clock.h"
#include "engine/watch.h"

#include <stdatomic.h>
#include <time.h>

enum { MILLION = 1000000, N_PLAYERS = 3, N_GOALS = 3, STEP = 1000 };
enum { PATIENCE = 20000 }; /* milliseconds */

static const uint64_t never = UINT64_MAX;

/* The script of a player: it works on one question after the other, skips those
 * that are closed, and ends for its own reason. */
struct part {
    uint64_t cost; /* units of work; never: no answer */
    enum answer_verdict verdict;
    int64_t reached, limit; /* a largest value, in place of a verdict */
};

struct script {
    struct part parts[N_GOALS];
    enum answer_stop stop; /* at the end */
    uint64_t stop_cost;
    bool is_slow; /* sleeps in every step */
    bool waits;   /* asks for threads, in the end until it is the last one */
    size_t bytes; /* that it holds */
};

struct log {
    uint64_t work; /* when it stopped */
    uint32_t rank; /* among the stopped players */
    enum answer_stop stop;
    bool skipped[N_GOALS];
    uint32_t threads[2]; /* that it may use: in the beginning, in the end; of
                            one that asks */
};

/* The problem is the first field, so that the players find the scene. */
struct scene {
    struct engine_problem problem;
    struct engine_limits limits;
    struct script scripts[N_PLAYERS];
    struct log logs[N_PLAYERS];
    struct answer answer;
    _Atomic uint32_t n_left, n_busy, most_busy;
};

static void pause_for(long nanoseconds)
{
    const struct timespec time = {0, nanoseconds};

    (void)nanosleep(&time, NULL);
}

/* Works this much; false when the watch requests a stop. */
static bool work(struct scene *scene, const struct script *script,
                 struct watch *watch, uint64_t cost)
{
    for (uint64_t done = 0; done < cost; done += STEP) {
        const uint32_t busy = atomic_fetch_add(&scene->n_busy, 1) + 1;

        if (busy > atomic_load(&scene->most_busy))
            atomic_store(&scene->most_busy, busy);
        if (script->is_slow && watch->work % MILLION == 0)
            pause_for(100000);
        atomic_fetch_sub(&scene->n_busy, 1);
        if (watch_work(watch, STEP))
            return false;
    }
    return true;
}

static void give(struct watch *watch, struct answer *answer, uint32_t player,
                 uint32_t g, enum answer_verdict verdict)
{
    struct answer_finding *const finding = &answer->findings[g];

    finding->verdict = verdict;
    if (verdict == VERDICT_YES)
        vec_push(&finding->run, player);
    watch_found(watch, g, finding);
}

static void reach(struct watch *watch, struct answer *answer, uint32_t player,
                  uint32_t g, int64_t value)
{
    struct answer_finding *const finding = &answer->findings[g];

    finding->has_value = true;
    finding->value = value;
    vec_push(&finding->run, player);
    watch_reached(watch, g, finding);
}

/* Works on question g until it has an answer or another player has one. */
static bool answer_question(struct scene *scene, uint32_t player,
                            struct watch *watch, struct answer *answer,
                            uint32_t g)
{
    const struct script *const script = &scene->scripts[player];
    const struct part *const part = &script->parts[g];

    for (uint64_t done = 0; done < part->cost; done += STEP) {
        if (watch_closed(watch, g)) {
            scene->logs[player].skipped[g] = true;
            return true;
        }
        if (!work(scene, script, watch, STEP))
            return false;
    }
    if (part->verdict != VERDICT_UNKNOWN)
        give(watch, answer, player, g, part->verdict);
    if (part->reached)
        reach(watch, answer, player, g, part->reached);
    if (part->limit)
        watch_limited(watch, g, part->limit);
    return true;
}

static uint32_t ask_threads(const struct script *script,
                            const struct engine_limits *limits)
{
    return script->waits ? limits->race->threads(limits->race->self) : 0;
}

static void play(uint32_t player, const struct engine_problem *problem,
                 const struct engine_limits *limits, struct answer *answer)
{
    struct scene *const scene = (struct scene *)(uintptr_t)problem;
    const struct script *const script = &scene->scripts[player];
    struct log *const log = &scene->logs[player];
    void *const held = mem_alloc(script->bytes, 1);
    struct watch watch;
    bool going = true;

    watch_init(&watch, limits, &answer->stats);
    log->threads[0] = ask_threads(script, limits);
    for (uint32_t g = 0; g < problem->question.n_goals && going; g++)
        going = answer_question(scene, player, &watch, answer, g);
    going = going && work(scene, script, &watch, script->stop_cost);
    for (uint32_t i = 0; script->waits && i < PATIENCE &&
                         ask_threads(script, limits) < scene->limits.threads;
         i++)
        pause_for(MILLION);
    log->threads[1] = ask_threads(script, limits);
    answer->stop = going ? script->stop : watch.reason;
    answer->stats.at[0] = player + 1;
    answer->unsafe_trans = player;
    if (answer->stop == STOP_INPUT)
        diag_report(&answer->diag, DIAG_INPUT, "f", 1, 2, "player %u", player);
    watch_close(&watch);
    mem_free(held);
    log->work = watch.work;
    log->stop = answer->stop;
    log->rank = atomic_fetch_add(&scene->n_left, 1);
}

#define PLAYER(n)                                              \
    static void play_##n(const struct engine_problem *problem, \
                         const struct engine_limits *limits,   \
                         struct answer *answer)                \
    {                                                          \
        play(n, problem, limits, answer);                      \
    }

PLAYER(0)
PLAYER(1)
PLAYER(2)

static const struct engine player_0 = {.name = "zero", .run = play_0};
static const struct engine player_1 = {.name = "one", .run = play_1};
static const struct engine player_2 = {.name = "two", .run = play_2};
static const struct engine *const players[] = {&player_0, &player_1, &player_2};

static struct goal goals[N_GOALS] = {
    {.kind = GOAL_DEADLOCK, .text = (char[]){"q0"}},
    {.kind = GOAL_DEADLOCK, .text = (char[]){"q1"}},
    {.kind = GOAL_DEADLOCK, .text = (char[]){"q2"}},
};

/* The first n_players race for the first n_goals questions. */
static void race(struct scene *scene, uint32_t n_players, uint32_t n_goals,
                 uint32_t n_threads)
{
    scene->problem.question.goals = goals;
    scene->problem.question.n_goals = n_goals;
    scene->limits.threads = n_threads;
    memset(scene->logs, 0, sizeof scene->logs);
    atomic_store(&scene->n_left, 0);
    atomic_store(&scene->most_busy, 0);
    answer_init(&scene->answer, n_goals);
    race_run(players, n_players, &scene->problem, &scene->limits,
             &scene->answer);
    assert_int_equal(atomic_load(&scene->n_left), n_players);
}

/* The answer to question g is that of the player. */
static void assert_winner(const struct scene *scene, uint32_t g,
                          uint32_t player)
{
    const struct answer_finding *const finding = &scene->answer.findings[g];

    assert_string_equal(finding->engine, players[player]->name);
    assert_int_equal(finding->verdict, scene->scripts[player].parts[g].verdict);
    if (finding->verdict == VERDICT_YES) {
        assert_int_equal(finding->run.len, 1);
        assert_int_equal(finding->run.at[0], player);
    }
}

/* -- One question -- */

static void the_least_work_wins(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t faster = i % 2, n_threads = 1 + i / 2 % 2;
        struct scene scene = {0};

        /* The winner finishes last in real time. */
        scene.scripts[faster] = (struct script){
            .parts = {{3 * MILLION, VERDICT_YES}}, .is_slow = i / 4};
        scene.scripts[1 - faster] =
            (struct script){.parts = {{5 * MILLION, VERDICT_YES}}};
        race(&scene, 2, 1, n_threads);
        assert_winner(&scene, 0, faster);
        assert_int_equal(scene.answer.stop, STOP_DONE);
        assert_string_equal(scene.answer.engine, players[faster]->name);
        assert_int_equal(scene.answer.stats.at[0], faster + 1);
        assert_int_equal(scene.answer.stats.work, 3 * MILLION);
        answer_finish(&scene.answer);
    }
}

static void a_tie_goes_to_the_first(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {0};

        for (uint32_t i = 0; i < 2; i++)
            scene.scripts[i] = (struct script){
                .parts = {{2 * MILLION, VERDICT_YES}}, .is_slow = i == 0};
        race(&scene, 2, 1, n_threads);
        assert_winner(&scene, 0, 0);
        answer_finish(&scene.answer);
    }
}

static void who_is_overtaken_stops_at_once(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {
            .scripts = {
                {.parts = {{never, VERDICT_NO}}},
                {.parts = {{40 * MILLION, VERDICT_NO}}, .is_slow = true}}};

        race(&scene, 2, 1, n_threads);
        assert_winner(&scene, 0, 1);
        assert_int_equal(scene.logs[0].stop, STOP_OVERTAKEN);
        assert_true(scene.logs[0].work > 40 * MILLION);
        if (n_threads == 1) /* by at most one slice */
            assert_true(scene.logs[0].work < 44 * MILLION);
        answer_finish(&scene.answer);
    }
}

/* The others leave, so that all threads are left to one player. */
static void a_racer_gets_the_threads_that_are_left(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 8; n_threads++) {
        struct scene scene = {
            .scripts = {
                {.parts = {{5 * MILLION, VERDICT_UNKNOWN}}},
                {.parts = {{2 * MILLION, VERDICT_UNKNOWN}}, .waits = true},
                {.parts = {{MILLION, VERDICT_UNKNOWN}}}}};

        race(&scene, 3, 1, n_threads);
        assert_true(scene.logs[1].threads[0] >=
                    (n_threads > 3 ? n_threads - 2 : 1));
        assert_true(scene.logs[1].threads[0] <= n_threads);
        assert_int_equal(scene.logs[1].threads[1], n_threads);
        answer_finish(&scene.answer);
    }
}

/* Racers 0 and 2 share the threads that none of the three needs. */
static void racers_share_the_threads_that_are_left(void **state)
{
    struct race_clock clock;

    (void)state;
    race_clock_init(&clock, 3, 1, 8, UINT64_MAX);
    race_clock_expect(&clock, 2);
    assert_int_equal(race_clock_threads(&clock, 0), 1 + 2);
    assert_int_equal(race_clock_threads(&clock, 2), 1 + 3);
    assert_int_equal(race_clock_threads(&clock, 0), 1 + 2);
    race_clock_leave(&clock, 1, 0, false);
    assert_int_equal(race_clock_threads(&clock, 2), 1 + 3);
    assert_int_equal(race_clock_threads(&clock, 0), 1 + 3);
    race_clock_leave(&clock, 0, 0, false);
    assert_int_equal(race_clock_threads(&clock, 2), 8);
    race_clock_finish(&clock);
}

/* Racer 2 comes late: what racer 0 has got it keeps. */
static void a_racer_keeps_its_threads(void **state)
{
    struct race_clock clock;

    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 9; n_threads++) {
        const uint32_t spare = n_threads > 3 ? n_threads - 3 : 0;

        race_clock_init(&clock, 3, 1, n_threads, UINT64_MAX);
        assert_int_equal(race_clock_threads(&clock, 0), 1 + spare);
        assert_int_equal(race_clock_threads(&clock, 2), 1);
        assert_int_equal(race_clock_threads(&clock, 0), 1 + spare);
        race_clock_leave(&clock, 0, 0, false);
        assert_int_equal(race_clock_threads(&clock, 2),
                         n_threads > 2 ? n_threads - 1 : 1);
        race_clock_finish(&clock);
    }
}

static void only_so_many_run_at_once(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {0};

        for (uint32_t i = 0; i < 3; i++)
            scene.scripts[i] = (struct script){
                .parts = {{30 * MILLION + i, VERDICT_YES}}, .is_slow = true};
        race(&scene, 3, 1, n_threads);
        assert_winner(&scene, 0, 0);
        assert_true(atomic_load(&scene.most_busy) <= n_threads);
        answer_finish(&scene.answer);
    }
}

/* -- Several questions -- */

static void each_question_gets_its_first_answer(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {
            .scripts = {{.parts = {{3 * MILLION / 2, VERDICT_YES},
                                   {9 * MILLION, VERDICT_NO}}},
                        {.parts = {{2 * MILLION, VERDICT_YES},
                                   {3 * MILLION, VERDICT_NO}},
                         .stop_cost = never}}};

        race(&scene, 2, 2, n_threads);
        assert_winner(&scene, 0, 0);
        assert_winner(&scene, 1, 1);
        assert_int_equal(scene.answer.stop, STOP_DONE);
        assert_string_equal(scene.answer.engine, "one");
        assert_int_equal(scene.answer.stats.work, 5 * MILLION);
        answer_finish(&scene.answer);
    }
}

/* Player 0 would work on q1 forever, and only it finds q2. */
static void nobody_seeks_what_another_has_found(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {.scripts = {{.parts = {{MILLION, VERDICT_YES},
                                                     {never, VERDICT_YES},
                                                     {MILLION, VERDICT_NO}}},
                                          {.parts = {{0, VERDICT_UNKNOWN},
                                                     {3 * MILLION, VERDICT_YES},
                                                     {never, VERDICT_NO}},
                                           .is_slow = n_threads == 2}}};

        race(&scene, 2, 3, n_threads);
        assert_winner(&scene, 0, 0);
        assert_winner(&scene, 1, 1);
        assert_winner(&scene, 2, 0);
        assert_true(scene.logs[0].skipped[1]);
        /* The barrier was at 2^22. */
        assert_int_equal(scene.answer.stats.work / STEP,
                         (1 << 22) / STEP + 1 + MILLION / STEP);
        answer_finish(&scene.answer);
    }
}

/* A yes to a joint goal is an answer to it alone; player 1 is first with a no,
 * which closes q1 and q2 for both. */
static void a_no_answers_all_joint_goals(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        struct scene scene = {.limits.joint = {1, 2},
                              .scripts = {{.parts = {{MILLION, VERDICT_YES},
                                                     {MILLION, VERDICT_YES},
                                                     {6 * MILLION, VERDICT_NO}},
                                           .stop_cost = never},
                                          {.parts = {{0, VERDICT_UNKNOWN},
                                                     {0, VERDICT_UNKNOWN},
                                                     {4 * MILLION, VERDICT_NO}},
                                           .is_slow = i % 2}}};

        race(&scene, 2, 3, 1 + i / 2);
        assert_winner(&scene, 0, 0);
        assert_winner(&scene, 1, 0);
        assert_winner(&scene, 2, 1);
        assert_int_equal(scene.answer.stop, STOP_DONE);
        assert_int_equal(scene.answer.stats.work, 4 * MILLION);
        assert_int_equal(scene.logs[0].stop, STOP_OVERTAKEN);
        answer_finish(&scene.answer);
    }
}

/* q2 is hard, and not needed. */
static void goals_stay_open_behind_a_joint_no(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {.limits.joint = {1, 2},
                              .scripts = {{.parts = {{0, VERDICT_UNKNOWN},
                                                     {3 * MILLION, VERDICT_NO},
                                                     {never, VERDICT_NO}}},
                                          {.parts = {{9 * MILLION, VERDICT_NO},
                                                     {never, VERDICT_NO},
                                                     {never, VERDICT_NO}},
                                           .stop_cost = never}}};

        race(&scene, 2, 3, n_threads);
        assert_winner(&scene, 0, 1);
        assert_winner(&scene, 1, 0);
        assert_int_equal(scene.answer.findings[2].verdict, VERDICT_UNKNOWN);
        assert_true(scene.logs[0].skipped[2]);
        assert_int_equal(scene.answer.stop, STOP_DONE);
        assert_int_equal(scene.answer.stats.work, 9 * MILLION);
        answer_finish(&scene.answer);
    }
}

/* Player 1 gives the last of the answers, and may come to its end before the
 * other answer is known. */
static void the_figures_are_those_of_the_last_answer(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 8; i++) {
        struct scene scene = {
            .scripts = {{.parts = {{35 * MILLION / 10, VERDICT_YES},
                                   {never, VERDICT_UNKNOWN}},
                         .is_slow = i % 4 < 2},
                        {.parts = {{0, VERDICT_UNKNOWN},
                                   {36 * MILLION / 10, VERDICT_YES}},
                         .stop_cost = MILLION / 2}}};

        race(&scene, 2, 2, 1 + i % 2);
        assert_winner(&scene, 0, 0);
        assert_winner(&scene, 1, 1);
        assert_int_equal(scene.answer.stop, STOP_DONE);
        assert_int_equal(scene.answer.stats.work, 36 * MILLION / 10);
        answer_finish(&scene.answer);
    }
}

/* -- Largest values -- */

/* Two players reach 3, at 2 and 3 million, and one shows at `limited` that this
 * is the largest value. */
static void race_for_value(struct scene *scene, uint64_t limited,
                           uint32_t variant)
{
    const bool last_is_first = variant & 4;

    for (uint32_t i = 0; i < 2; i++)
        scene->scripts[last_is_first ? 2 - i : i] = (struct script){
            .parts = {{(2 + i) * (uint64_t)MILLION, .reached = 3}},
            .stop_cost = never,
            .is_slow = (variant & 2) && i == 0};
    scene->scripts[last_is_first ? 0 : 2] =
        (struct script){.parts = {{limited, .limit = 3}},
                        .stop = STOP_OPEN,
                        .is_slow = variant & 8};
    race(scene, N_PLAYERS, 1, 1 + variant % 2);
}

static void a_value_that_meets_a_limit_is_an_answer(void **state)
{
    static const uint64_t limited[] = {MILLION, 5 * MILLION / 2, 9 * MILLION};

    (void)state;
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t variant = 0; variant < 16; variant++) {
            struct scene scene = {0};
            const struct answer_finding *finding;
            /* When both are known at the limit, the first player wins. */
            const uint32_t winner = !(variant & 4) ? 0 : i < 2 ? 2 : 1;

            race_for_value(&scene, limited[i], variant);
            finding = &scene.answer.findings[0];
            assert_string_equal(finding->engine, players[winner]->name);
            assert_int_equal(finding->verdict, VERDICT_YES);
            assert_int_equal(finding->value, 3);
            assert_int_equal(finding->run.len, 1);
            assert_int_equal(finding->run.at[0], winner);
            assert_int_equal(scene.answer.stop, STOP_DONE);
            assert_int_equal(scene.answer.stats.work,
                             winner == 1 ? 3 * MILLION : 2 * MILLION);
            answer_finish(&scene.answer);
        }
}

static void a_value_below_a_limit_stays_open(void **state)
{
    (void)state;
    for (int64_t limit = 2; limit <= 4; limit++) {
        struct scene scene = {
            .scripts = {
                {.parts = {{MILLION, .reached = 3}}, .stop = STOP_EVENTS},
                {.parts = {{2 * MILLION, .limit = limit}}, .stop = STOP_OPEN}}};

        race(&scene, 2, 1, 2);
        assert_int_equal(scene.answer.stop, limit == 4   ? STOP_EVENTS
                                            : limit == 3 ? STOP_DONE
                                                         : STOP_FAULT);
        if (limit == 4) {
            assert_int_equal(scene.answer.findings[0].verdict, VERDICT_UNKNOWN);
            assert_int_equal(scene.answer.findings[0].value, 3);
        }
        answer_finish(&scene.answer);
    }
}

/* -- Leaving -- */

static void a_racer_leaves_at_a_limit_of_its_own(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {
            .scripts = {{.stop = STOP_EVENTS, .stop_cost = MILLION},
                        {.parts = {{5 * MILLION, VERDICT_NO}}}}};

        race(&scene, 2, 1, n_threads);
        assert_winner(&scene, 0, 1);
        assert_int_equal(scene.answer.stop, STOP_DONE);
        answer_finish(&scene.answer);

        scene.scripts[1] =
            (struct script){.stop = STOP_MEMORY, .stop_cost = 2 * MILLION};
        race(&scene, 2, 1, n_threads);
        assert_int_equal(scene.answer.findings[0].verdict, VERDICT_UNKNOWN);
        assert_int_equal(scene.answer.stop, STOP_MEMORY);
        assert_string_equal(scene.answer.engine, "one");
        answer_finish(&scene.answer);
    }
}

/* What is found beyond the limit of a race does not count, and is not told. */
static void told(void *self, uint32_t goal,
                 const struct answer_finding *finding, const char *engine)
{
    uint32_t *const n = self;

    (void)finding;
    (void)engine;
    n[goal]++;
}

static void a_race_ends_at_its_limit_of_work(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        uint32_t n_told[N_GOALS] = {0};
        struct scene scene = {
            .limits = {.work = 4 * MILLION,
                       .verdicts = {.tell = told, .self = n_told}},
            .scripts = {
                {.parts = {{never}}, .stop = STOP_OPEN, .stop_cost = never},
                {.parts = {{4 * MILLION, VERDICT_NO}, {STEP, VERDICT_NO}}}}};

        race(&scene, 2, 2, n_threads);
        assert_winner(&scene, 0, 1);
        assert_int_equal(scene.answer.findings[1].verdict, VERDICT_UNKNOWN);
        assert_int_equal(scene.answer.stop, STOP_OVERTAKEN);
        assert_int_equal(n_told[0], 1);
        assert_int_equal(n_told[1], 0);
        answer_finish(&scene.answer);
    }
}

/* The others continue without it. */
static void a_barrier_does_not_wait_for_a_racer_that_left(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {
            .scripts = {{.stop = STOP_EVENTS, .stop_cost = 100 * STEP},
                        {.parts = {{20 * MILLION, VERDICT_NO},
                                   {20 * MILLION, VERDICT_YES}}}}};

        race(&scene, 2, 2, n_threads);
        assert_winner(&scene, 0, 1);
        assert_winner(&scene, 1, 1);
        answer_finish(&scene.answer);
    }
}

static void bad_input_ends_the_race_if_it_is_first(void **state)
{
    static const enum answer_stop ends[] = {STOP_UNSAFE, STOP_INPUT};

    (void)state;
    for (uint32_t i = 0; i < 8; i++) {
        const bool first = i % 2;
        struct scene scene = {0};

        scene.scripts[0] = (struct script){.parts = {{3 * MILLION, VERDICT_NO}},
                                           .is_slow = !first};
        scene.scripts[1] =
            (struct script){.stop = ends[i / 2 % 2],
                            .stop_cost = (first ? 2 : 4) * MILLION,
                            .is_slow = first};
        race(&scene, 2, 1, 1 + i / 4);
        assert_int_equal(scene.answer.stop,
                         first ? ends[i / 2 % 2] : STOP_DONE);
        assert_int_equal(scene.answer.findings[0].verdict,
                         first ? VERDICT_UNKNOWN : VERDICT_NO);
        assert_string_equal(scene.answer.engine, players[first]->name);
        if (first)
            assert_int_equal(scene.answer.unsafe_trans, 1);
        assert_string_equal(scene.answer.diag.text,
                            first && i / 2 % 2 ? "player 1" : "");
        answer_finish(&scene.answer);
    }
}

static void a_contradiction_is_told(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {
            .scripts = {{.parts = {{2 * MILLION, VERDICT_YES}}},
                        {.parts = {{2 * MILLION, VERDICT_NO}}}}};

        race(&scene, 2, 1, n_threads);
        assert_int_equal(scene.answer.stop, STOP_FAULT);
        assert_int_equal(scene.answer.diag.code, DIAG_INTERNAL);
        assert_string_equal(scene.answer.diag.text,
                            "the verdicts on 'q0' differ: reachable by engine "
                            "zero, unreachable by engine one");
        answer_finish(&scene.answer);
    }
}

static void an_interruption_reaches_all(void **state)
{
    int yes = 1;

    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {
            .limits = {.terminate = support_flag, .terminate_data = &yes}};

        for (uint32_t i = 0; i < 3; i++)
            scene.scripts[i].parts[0] =
                (struct part){.cost = never, .verdict = VERDICT_NO};
        race(&scene, 3, 1, n_threads);
        assert_int_equal(scene.answer.stop, STOP_INTERRUPTED);
        for (uint32_t i = 0; i < 3; i++)
            assert_int_equal(scene.logs[i].stop, STOP_INTERRUPTED);
        answer_finish(&scene.answer);
    }
}

static void time_runs_for_all(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {.limits = {.seconds = 0.05}};

        for (uint32_t i = 0; i < 2; i++)
            scene.scripts[i] = (struct script){.parts = {{never, VERDICT_NO}},
                                               .is_slow = true};
        race(&scene, 2, 1, n_threads);
        assert_int_equal(scene.answer.stop, STOP_TIME);
        assert_true(scene.answer.stats.seconds < 5);
        answer_finish(&scene.answer);
    }
}

/* The limit applies to the process, so in the end no engine can continue. */
static void the_last_one_yields_its_memory_first(void **state)
{
    (void)state;
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        struct scene scene = {.limits = {.max_bytes = 1}};

        for (uint32_t i = 0; i < 3; i++)
            scene.scripts[i].parts[0] =
                (struct part){.cost = never, .verdict = VERDICT_NO};
        race(&scene, 3, 1, n_threads);
        assert_int_equal(scene.answer.stop, STOP_MEMORY);
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(scene.logs[i].stop, STOP_MEMORY);
            assert_int_equal(scene.logs[i].rank, 2 - i);
        }
        answer_finish(&scene.answer);
    }
}

/* Without sizes of blocks the racers leave by number. */
static void the_largest_one_yields_its_memory_first(void **state)
{
    enum { LARGE = 1 << 22 };
    static const size_t sizes[] = {2 * LARGE, 3 * LARGE, LARGE};
    static const uint32_t ranks[] = {1, 0, 2};
    void *const block = malloc(1);
    const bool known = system_block_size(block) > 0;

    (void)state;
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t n_goals = 1 + i % 2;
        struct scene scene = {.limits = {.max_bytes = 1}};

        for (uint32_t k = 0; k < 3; k++) {
            scene.scripts[k].parts[0] =
                (struct part){.cost = never, .verdict = VERDICT_NO};
            scene.scripts[k].bytes = sizes[k];
        }
        race(&scene, 3, n_goals, 1 + i / 2);
        assert_int_equal(scene.answer.stop, STOP_MEMORY);
        for (uint32_t k = 0; k < 3 && known; k++)
            assert_int_equal(scene.logs[k].rank, ranks[k]);
        answer_finish(&scene.answer);
    }
    free(block);
}

/* -- Progress -- */

struct shown {
    _Atomic uint32_t n_in, n;
    bool together;
    uint64_t bytes;
};

static void show(void *self, const struct answer_progress *now, uint32_t depth,
                 uint32_t bound)
{
    struct shown *const shown = self;

    (void)depth, (void)bound;
    shown->together |= atomic_fetch_add(&shown->n_in, 1) > 0;
    shown->bytes = now->peak_bytes;
    atomic_fetch_add(&shown->n, 1);
    pause_for(MILLION);
    atomic_fetch_sub(&shown->n_in, 1);
}

static unsigned members(unsigned wanted, const struct net *net,
                        const goal_list *list)
{
    return race_members_of(wanted, DEP_READ, net, list->at, list->len);
}

static void those_that_can_answer_take_part(void **state)
{
    const unsigned recovery = 1u << (ENGINES_recovery - ENGINES_FIRST_RACER),
                   symbolic = 1u << (ENGINES_symbolic - ENGINES_FIRST_RACER),
                   guided = 1u << (ENGINES_guided - ENGINES_FIRST_RACER),
                   all = ((1u << ENGINES_RACERS) - 1) & ~recovery & ~symbolic &
                         ~guided,
                   por = 1u << (ENGINES_por - ENGINES_FIRST_RACER),
                   walk = 1u << (ENGINES_walk - ENGINES_FIRST_RACER),
                   prefix = 1u << (ENGINES_prefix - ENGINES_FIRST_RACER);
    struct net *net = test_net("p* q | t: p > q");
    struct diag diag = {0};
    goal_list list = {0};

    (void)state;
    assert_true(goal_add_trans(&list, net, "t", &diag));
    assert_int_equal(members(0, net, &list), all | guided);
    goal_add_plain(&list, "deadlock");
    assert_int_equal(members(0, net, &list), all);
    assert_int_equal(members(por | walk, net, &list), por | walk);
    assert_true(goal_add_formula(&list, net, "EF q >= 1", &diag));
    assert_int_equal(members(0, net, &list), all & ~por);
    assert_int_equal(members(por | prefix, net, &list), prefix);
    assert_int_equal(members(por | walk, net, &list), por | walk);
    assert_int_equal(members(por, net, &list), por);
    assert_int_equal(
        race_members_of(por | walk, DEP_USER, net, list.at, list.len), por);
    assert_true(goal_add_formula(&list, net, "EF deadlock and q", &diag));
    assert_int_equal(members(por | walk, net, &list), walk);
    assert_int_equal(members(por, net, &list), 0);
    goal_list_free(&list);
    net_destroy(net);
}

/* The diagram answers all of them at once. */
static void many_transitions_are_for_symbolic_too(void **state)
{
    const unsigned symbolic = 1u << (ENGINES_symbolic - ENGINES_FIRST_RACER);
    struct net *net = test_net("p* q | t: p > q");
    goal_list list = {0};

    (void)state;
    while (list.len < ENGINE_MANY - 1)
        goal_add_all_trans(&list, net);
    goal_add_plain(&list, "deadlock");
    assert_false(members(0, net, &list) & symbolic);
    goal_add_all_trans(&list, net);
    assert_true(members(0, net, &list) & symbolic);
    goal_list_free(&list);
    net_destroy(net);
}

static void progress_is_shown_by_one_at_a_time(void **state)
{
    struct shown shown = {0};
    struct scene scene = {
        .limits = {.seconds = 0.5, .progress = {.show = show, .self = &shown}}};

    (void)state;
    for (uint32_t i = 0; i < 2; i++)
        scene.scripts[i].parts[0] =
            (struct part){.cost = never, .verdict = VERDICT_NO};
    race(&scene, 2, 1, 2);
    assert_true(atomic_load(&shown.n) >= 2);
    assert_false(shown.together);
    assert_true(shown.bytes > 0);
    answer_finish(&scene.answer);
}

MODULE(race)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_work_wins),
        cmocka_unit_test(a_tie_goes_to_the_first),
        cmocka_unit_test(who_is_overtaken_stops_at_once),
        cmocka_unit_test(a_racer_gets_the_threads_that_are_left),
        cmocka_unit_test(racers_share_the_threads_that_are_left),
        cmocka_unit_test(a_racer_keeps_its_threads),
        cmocka_unit_test(only_so_many_run_at_once),
        cmocka_unit_test(many_transitions_are_for_symbolic_too),
        cmocka_unit_test(each_question_gets_its_first_answer),
        cmocka_unit_test(nobody_seeks_what_another_has_found),
        cmocka_unit_test(a_no_answers_all_joint_goals),
        cmocka_unit_test(goals_stay_open_behind_a_joint_no),
        cmocka_unit_test(the_figures_are_those_of_the_last_answer),
        cmocka_unit_test(a_value_that_meets_a_limit_is_an_answer),
        cmocka_unit_test(a_value_below_a_limit_stays_open),
        cmocka_unit_test(a_racer_leaves_at_a_limit_of_its_own),
        cmocka_unit_test(a_race_ends_at_its_limit_of_work),
        cmocka_unit_test(a_barrier_does_not_wait_for_a_racer_that_left),
        cmocka_unit_test(bad_input_ends_the_race_if_it_is_first),
        cmocka_unit_test(a_contradiction_is_told),
        cmocka_unit_test(an_interruption_reaches_all),
        cmocka_unit_test(time_runs_for_all),
        cmocka_unit_test(the_largest_one_yields_its_memory_first),
        cmocka_unit_test(the_last_one_yields_its_memory_first),
        cmocka_unit_test(those_that_can_answer_take_part),
        cmocka_unit_test(progress_is_shown_by_one_at_a_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
