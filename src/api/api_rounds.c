#include "api/api_rounds.h"

#include "api/api_reduce.h"
#include "base/check.h"
#include "engine/watch.h"

#include <string.h>

/* More questions are explored together only. */
enum { MOST_QUESTIONS = 64 };

/* The work for a question in round 0: this, and more for each node and arc, as
 * a reduction takes time.  Checks (option `check`) want rounds of small nets.
 */
enum { LEAST_WORK = 1 << 26, WORK_PER_ARC = 2000, WORK_OF_CHECK = 1 << 11 };

struct rounds {
    punfpor *problem;
    const struct api_explore_part *all;
    struct answer answer; /* so far; all zero before the first exploration */
    struct api_reduce *reduced; /* of the first exploration */
    VEC(uint32_t) open;         /* questions */
    enum answer_stop stop; /* of the last exploration that did not end at its
                              limit of work */
    struct diag *diag;
};

/* --- whether -------------------------------------------------------------- */

static bool suits(const struct goal *goal)
{
    return goal->kind == GOAL_TRANSITION || goal->kind == GOAL_MARKING ||
           goal->kind == GOAL_DEADLOCK || goal->kind == GOAL_FORMULA ||
           goal->kind == GOAL_BOUND;
}

bool api_rounds_suit(const punfpor *problem, const struct api_explore_part *all)
{
    const uint32_t n = problem->goals.len;

    if (!all->engine->is_race || problem->certified || problem->prefix ||
        n > MOST_QUESTIONS ||
        (n < 2 && !api_reduce_is_common(problem, all->engine)) ||
        !api_reduce_applies(problem, all->engine))
        return false;
    for (uint32_t q = 0; q < n; q++)
        if (!suits(&problem->goals.at[q]))
            return false;
    return n > 0;
}

/* --- one exploration ------------------------------------------------------ */

/* Of two findings without a verdict the one with the larger value is kept. */
static void take_finding(struct answer_finding *known,
                         struct answer_finding *found)
{
    const bool better = found->verdict != VERDICT_UNKNOWN ||
                        (found->has_value &&
                         (!known->has_value || found->value >= known->value));
    struct answer_finding other = *known;

    if (better) {
        *known = *found;
        *found = other;
    }
}

/* Adds the answer in the handle, which is about some of the questions. */
static void take_answer(struct rounds *x, const uint32_t *which, uint32_t n)
{
    struct answer *const part = &x->problem->answer;
    struct answer whole = *part;

    if (!x->answer.findings) {
        x->answer = *part;
        *part = (struct answer){0};
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        take_finding(&x->answer.findings[which[i]], &part->findings[which[i]]);
    /* The rest is that of the last exploration. */
    whole.findings = x->answer.findings;
    whole.safe |= x->answer.safe;
    if (x->answer.breach.met && !whole.breach.met) {
        whole.breach = x->answer.breach;
        x->answer.breach = part->breach;
    }
    x->answer.findings = part->findings;
    answer_finish(&x->answer);
    x->answer = whole;
    *part = (struct answer){0};
    if (x->answer.stop == STOP_UNSAFE)
        api_explore_refute_safety(&x->problem->goals, &x->answer);
}

/* The first reduction is kept. */
static void take_reduced(struct rounds *x, bool is_first)
{
    if (is_first)
        x->reduced = x->problem->reduced;
    else
        api_reduce_destroy(x->problem->reduced);
    x->problem->reduced = NULL;
}

/* How an exploration ended. */
enum rounds_end {
    ROUNDS_LIMITED,   /* at the limit of work, or with all of its answers */
    ROUNDS_EXHAUSTED, /* no engine goes on, or each met a limit of its own */
    ROUNDS_STOPPED,   /* there is nothing more to do */
};

static enum rounds_end end_by(enum answer_stop stop)
{
    switch (stop) {
    case STOP_DONE:
    case STOP_OVERTAKEN:
        return ROUNDS_LIMITED;
    case STOP_OPEN:
    case STOP_EVENTS:
    case STOP_DEPTH:
    case STOP_MEMORY:
        return ROUNDS_EXHAUSTED;
    case STOP_INTERRUPTED:
    case STOP_TIME:
    case STOP_UNSAFE:
    case STOP_INPUT:
    case STOP_FAULT:
    case STOP_REPLAY:
    case STOP_LOST:
        break;
    }
    return ROUNDS_STOPPED;
}

/* Seconds count from the beginning of the run. */
static void add_seconds(struct answer *answer, double seconds)
{
    answer->stats.seconds += seconds;
    for (uint32_t q = 0; q < answer->n_findings; q++)
        if (answer->findings[q].verdict != VERDICT_UNKNOWN)
            answer->findings[q].seconds += seconds;
}

/* Explores for n of the questions. */
static enum rounds_end explore(struct rounds *x, const uint32_t *which,
                               uint32_t n, bool anew, uint64_t work)
{
    const bool is_first = !x->answer.findings;
    const double before = watch_now() - x->all->start;
    struct api_explore_part part = *x->all;
    struct members members;
    enum rounds_end end;

    part.anew = anew;
    part.work = work;
    members_some(&members, &x->problem->goals, which, n);
    api_explore_run(x->problem, &members, &part, x->diag);
    members_finish(&members);
    mem_free(x->problem->members);
    x->problem->members = NULL;
    take_reduced(x, is_first);
    if (!x->problem->answer.findings) /* it is not correct */
        return ROUNDS_STOPPED;
    end = end_by(x->problem->answer.stop);
    if (end != ROUNDS_LIMITED)
        x->stop = x->problem->answer.stop;
    if (!is_first)
        add_seconds(&x->problem->answer, before);
    take_answer(x, which, n);
    return x->diag->code == DIAG_NONE ? end : ROUNDS_STOPPED;
}

/* --- rounds --------------------------------------------------------------- */

static void list_open(struct rounds *x)
{
    vec_clear(&x->open);
    for (uint32_t q = 0; q < x->problem->goals.len; q++)
        if (!x->answer.findings ||
            x->answer.findings[q].verdict == VERDICT_UNKNOWN)
            vec_push(&x->open, q);
}

/* Each of the open questions by its own reduction; the last one without a
 * limit.  True to stop. */
static bool explore_each(struct rounds *x, uint64_t work)
{
    const uint32_t n = x->open.len;

    for (uint32_t i = 0; i < n; i++)
        if (explore(x, &x->open.at[i], 1, true, n > 1 ? work : 0) ==
            ROUNDS_STOPPED)
            return true;
    list_open(x);
    return n == 1;
}

static uint64_t first_work(const punfpor *problem)
{
    return settings_number(&problem->settings, SETTING_check) > 0
               ? WORK_OF_CHECK
               : LEAST_WORK + WORK_PER_ARC * net_size(problem->net);
}

static void run_rounds(struct rounds *x)
{
    uint64_t work = first_work(x->problem);
    enum rounds_end end;
    bool anew = false;

    list_open(x);
    do {
        end = explore(x, x->open.at, x->open.len, anew, work * x->open.len);
        list_open(x);
        if (end == ROUNDS_STOPPED || !x->open.len || explore_each(x, work))
            return;
        work *= 2;
        anew = true;
    } while (x->open.len && end == ROUNDS_LIMITED);
}

/* Why the rounds ended. */
static void conclude(struct rounds *x)
{
    list_open(x);
    if (end_by(x->answer.stop) != ROUNDS_STOPPED)
        x->answer.stop = x->open.len ? x->stop : STOP_DONE;
    ASSERT(!x->open.len || x->answer.stop != STOP_DONE ||
           x->diag->code != DIAG_NONE);
}

void api_rounds_run(punfpor *problem, const struct api_explore_part *all,
                    struct diag *diag)
{
    struct rounds x = {.problem = problem, .all = all, .diag = diag};

    run_rounds(&x);
    if (x.answer.findings) {
        conclude(&x);
        answer_finish(&problem->answer);
        problem->answer = x.answer;
    }
    problem->reduced = x.reduced;
    vec_free(&x.open);
}
