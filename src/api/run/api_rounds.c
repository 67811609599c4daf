#include "api/run/api_explore.h"

#include "base/system.h"
#include "engine/race/race_members.h"

/* More questions are explored together only. */
enum { MOST_QUESTIONS = 64 };

/* The work for a question in round 0: this, and more for each node and arc, as
 * a reduction takes time.  Checks (option `check`) want rounds of small nets.
 */
enum { LEAST_WORK = 1 << 26, WORK_PER_ARC = 2000, WORK_OF_CHECK = 1 << 11 };

/* Where one answer suffices, or with questions of CTL, round 0 takes this part
 * of that: it may be found at once for one question, while others take long.
 * With CTL round 1 takes all of it. */
enum { SHARE_OF_ONE = 16 };

/* Rounds with a limit, where at last only questions of CTL are open. */
enum { LIMITED_ROUNDS = 2 };

/* There, the work of a proof alone, as many times that of the race; and what a
 * race takes before one without a limit. */
enum { SHARE_OF_PROOF = 8 };
static const uint64_t MOST_WORK = UINT64_C(1) << 36;

/* What the next round takes as many times; more where rounds begin with less.
 */
enum { GROWTH = 2, GROWTH_OF_ONE = 4 };

struct rounds {
    const struct api_problem_request *all;
    struct api_run run;    /* so far; all zero before the first exploration */
    uint32_t n;            /* rounds that ended */
    VEC(uint32_t) open;    /* questions */
    enum answer_stop stop; /* of the last exploration that did not end at its
                              limit of work */
    struct diag *diag;
};

/* --- whether -------------------------------------------------------------- */

static bool suits(const struct question *question)
{
    return !question_is_about_all(question) &&
           (question->keeps == QUESTION_KEEPS_PLACES ||
            question->keeps == QUESTION_KEEPS_DEADLOCKS ||
            question->keeps == QUESTION_KEEPS_STEPS);
}

/* Is the question whether a circuit has no deadlock? */
static bool is_live_circuit(const struct api_problem *problem, uint32_t q)
{
    return problem->is_circuit && problem->goals.at[q].kind == GOAL_DEADLOCK;
}

bool api_rounds_suit(const struct api_problem_request *all)
{
    const struct api_problem *const problem = all->problem;
    const uint32_t n = problem->goals.len;

    if (!engine_has(all->engine, ENGINE_RACES) ||
        api_problem_number(problem, SETTING_certificate) ||
        api_problem_number(problem, SETTING_prefix) || n > MOST_QUESTIONS ||
        (n < 2 && !api_reduce_is_common(all) &&
         !(n == 1 && is_live_circuit(problem, 0))) ||
        (!api_reduce_applies(all) && !problem->one_suffices))
        return false;
    for (uint32_t q = 0; q < n; q++)
        if (!suits(problem->goals.at[q].question))
            return false;
    return n > 0;
}

/* --- one exploration ------------------------------------------------------ */

/* How an exploration ended. */
enum rounds_end {
    ROUNDS_STOPPED,   /* there is nothing more to do */
    ROUNDS_LIMITED,   /* at the limit of work, or with all of its answers */
    ROUNDS_EXHAUSTED, /* no engine goes on, or each met a limit of its own */
};

static enum rounds_end end_by(enum answer_stop stop)
{
    static const enum rounds_end ends[STOP_OVERTAKEN + 1] = {
        [STOP_DONE] = ROUNDS_LIMITED,    [STOP_OVERTAKEN] = ROUNDS_LIMITED,
        [STOP_OPEN] = ROUNDS_EXHAUSTED,  [STOP_EVENTS] = ROUNDS_EXHAUSTED,
        [STOP_DEPTH] = ROUNDS_EXHAUSTED, [STOP_MEMORY] = ROUNDS_EXHAUSTED,
        [STOP_SIZE] = ROUNDS_EXHAUSTED,
    };

    return ends[stop];
}

/* Seconds count from the beginning of the run. */
static void add_seconds(struct answer *answer, double seconds)
{
    answer->stats.seconds += seconds;
    for (uint32_t q = 0; q < answer->n_findings; q++)
        if (answer->findings[q].verdict != VERDICT_UNKNOWN)
            answer->findings[q].seconds += seconds;
}

static void take_part(struct rounds *rounds, struct api_run *part,
                      const uint32_t *which, uint32_t n, double before)
{
    if (!rounds->run.answer.findings) {
        rounds->run = *part;
        return;
    }
    add_seconds(&part->answer, before);
    api_run_add(&rounds->run, part, which, n);
    if (rounds->run.answer.stop == STOP_UNSAFE)
        api_explore_refute_safety(&rounds->all->problem->goals,
                                  &rounds->run.answer);
}

static enum rounds_end explore(struct rounds *rounds, const uint32_t *which,
                               uint32_t n, struct api_problem_way way)
{
    const double before = system_now() - rounds->all->start;
    struct api_problem_request request = *rounds->all;
    struct api_goals goals;
    struct api_run part;
    enum rounds_end end;

    request.way = way;
    api_goals_some(&goals, &rounds->all->problem->goals, which, n);
    part = api_explore_run(&request, &goals, rounds->diag);
    api_goals_finish(&goals);
    if (!part.answer.findings) { /* it is not correct */
        api_run_finish(&part);
        return ROUNDS_STOPPED;
    }
    end = end_by(part.answer.stop);
    if (end != ROUNDS_LIMITED)
        rounds->stop = part.answer.stop;
    take_part(rounds, &part, which, n, before);
    return rounds->diag->code == DIAG_NONE ? end : ROUNDS_STOPPED;
}

/* --- rounds --------------------------------------------------------------- */

/* Is something found where that suffices? */
static bool is_answered(const struct rounds *rounds)
{
    const struct answer *const answer = &rounds->run.answer;

    for (uint32_t q = 0; q < answer->n_findings; q++)
        if (rounds->all->problem->one_suffices &&
            answer->findings[q].verdict == VERDICT_YES)
            return true;
    return false;
}

static void list_open(struct rounds *rounds)
{
    vec_clear(&rounds->open);
    if (is_answered(rounds))
        return;
    for (uint32_t q = 0; q < rounds->all->problem->goals.len; q++)
        if (!rounds->run.answer.findings ||
            rounds->run.answer.findings[q].verdict == VERDICT_UNKNOWN)
            vec_push(&rounds->open, q);
}

/* Is a question first asked of the engines that infer?  Where a yes to one
 * suffices, most have the answer no, and a proof alone takes less time than a
 * race. */
static bool infers_first(const struct api_problem *problem)
{
    return problem->one_suffices &&
           race_members_inferring(api_check_racers(problem));
}

/* A proof of one question; true to stop.  Traps and state machines show that a
 * circuit has no deadlock after one reduction and not after another: which one
 * is chance, so every other round has another one. */
static bool prove_one(struct rounds *rounds, uint32_t q, uint64_t work)
{
    const bool other =
        is_live_circuit(rounds->all->problem, q) && rounds->n % 2;
    const struct api_problem_way way = {
        .anew = true,
        .infers = true,
        .without = other ? 1u << REDUCTION_DOMINATED : 0,
        .work = work};

    return explore(rounds, &q, 1, way) == ROUNDS_STOPPED;
}

/* One question by its own reduction; work 0: no limit.  True to stop. */
static bool explore_one(struct rounds *rounds, uint32_t q, uint64_t work)
{
    const struct api_problem_way way = {.anew = true, .work = work};

    if (work && infers_first(rounds->all->problem)) {
        if (prove_one(rounds, q, work * SHARE_OF_PROOF))
            return true;
        if (rounds->run.answer.findings[q].verdict != VERDICT_UNKNOWN)
            return false;
    }
    return explore(rounds, &q, 1, way) == ROUNDS_STOPPED;
}

static bool is_of_ctl(const struct rounds *rounds, uint32_t q)
{
    return rounds->all->problem->goals.at[q].kind == GOAL_CTL;
}

/* Each of the open questions; the last one without a limit, as soon as a proof
 * has had its chance.  Those of CTL have all markings in common, and hardly a
 * reduction of their own.  True to stop. */
static bool explore_each(struct rounds *rounds, uint64_t work)
{
    const uint32_t n = rounds->open.len;
    const bool is_last =
        n == 1 && (work > MOST_WORK || !infers_first(rounds->all->problem));

    for (uint32_t i = 0; i < n && !is_answered(rounds); i++)
        if ((n == 1 || !is_of_ctl(rounds, rounds->open.at[i])) &&
            explore_one(rounds, rounds->open.at[i], is_last ? 0 : work))
            return true;
    list_open(rounds);
    return is_last;
}

/* All open questions, those of CTL apart: in a race are the engines that answer
 * each of its questions, and few engines answer those.  `work` is for each
 * question.  A search for a question of CTL keeps what it has found about parts
 * of it, so the last round of these has no limit. */
static enum rounds_end explore_all(struct rounds *rounds, bool anew,
                                   uint64_t work)
{
    enum rounds_end end = ROUNDS_EXHAUSTED;
    VEC(uint32_t) some = {0};

    for (int turn = 0; turn < 2 && end != ROUNDS_STOPPED; turn++) {
        const bool of_ctl = turn == 0;
        enum rounds_end now;
        bool is_last;

        vec_clear(&some);
        for (uint32_t i = 0; i < rounds->open.len; i++)
            if (is_of_ctl(rounds, rounds->open.at[i]) == of_ctl)
                vec_push(&some, rounds->open.at[i]);
        if (!some.len)
            continue;
        is_last = of_ctl && some.len == rounds->open.len &&
                  rounds->n >= LIMITED_ROUNDS;
        now = explore(rounds, some.at, some.len,
                      (struct api_problem_way){
                          .anew = anew, .work = is_last ? 0 : work * some.len});
        if (now != ROUNDS_EXHAUSTED)
            end = now;
    }
    vec_free(&some);
    return end;
}

static bool asks_ctl(const struct api_problem *problem)
{
    bool asks = false;

    for (uint32_t q = 0; q < problem->goals.len; q++)
        asks |= problem->goals.at[q].kind == GOAL_CTL;
    return asks;
}

static uint64_t first_work(const struct api_problem *problem)
{
    const uint64_t usual = LEAST_WORK + WORK_PER_ARC * net_size(problem->net);

    return api_problem_number(problem, SETTING_check) > 0 ? WORK_OF_CHECK
           : problem->one_suffices || asks_ctl(problem)   ? usual / SHARE_OF_ONE
                                                          : usual;
}

/* What the next round takes as many times. */
static uint64_t growth_of(const struct rounds *rounds)
{
    const struct api_problem *const problem = rounds->all->problem;

    return problem->one_suffices ? GROWTH_OF_ONE
           : !rounds->n && asks_ctl(problem) &&
                   !api_problem_number(problem, SETTING_check)
               ? SHARE_OF_ONE
               : GROWTH;
}

static void run_rounds(struct rounds *rounds)
{
    const bool one_suffices = rounds->all->problem->one_suffices;
    uint64_t work = first_work(rounds->all->problem);
    enum rounds_end end = ROUNDS_LIMITED;
    bool anew = false;

    list_open(rounds);
    do {
        if (!one_suffices || (!anew && rounds->open.len > 1))
            end = explore_all(rounds, anew, work);
        list_open(rounds);
        if (end == ROUNDS_STOPPED || !rounds->open.len ||
            explore_each(rounds, work))
            return;
        work *= growth_of(rounds);
        rounds->n++;
        anew = rounds->n > 1 || !asks_ctl(rounds->all->problem);
    } while (rounds->open.len && end == ROUNDS_LIMITED);
}

/* Why the rounds ended. */
static void note_end(struct rounds *rounds)
{
    list_open(rounds);
    if (end_by(rounds->run.answer.stop) != ROUNDS_STOPPED)
        rounds->run.answer.stop = rounds->open.len ? rounds->stop : STOP_DONE;
    ASSERT(!rounds->open.len || rounds->run.answer.stop != STOP_DONE ||
           rounds->diag->code != DIAG_NONE);
}

struct api_run api_rounds_run(const struct api_problem_request *all,
                              struct diag *diag)
{
    struct rounds rounds = {.all = all, .diag = diag};

    run_rounds(&rounds);
    if (rounds.run.answer.findings)
        note_end(&rounds);
    vec_free(&rounds.open);
    return rounds.run;
}
