#include "engine/state/marking_goals.h"

#include "base/check.h"
#include "base/ids.h"
#include "base/mem.h"
#include "net/marking.h"

void marking_goals_init(struct marking_goals *goals,
                        const struct engine_problem *problem,
                        struct answer *answer, struct watch *watch)
{
    const struct engine_question *const question = &problem->question;

    *goals = (struct marking_goals){.problem = problem,
                                    .answer = answer,
                                    .watch = watch,
                                    .n_open = question->n_goals,
                                    .goal = UINT32_MAX};
    unit_breach_init(&goals->breach, problem->units, problem->net);
    goal_index(question->goals, question->n_goals, problem->net,
               &goals->goal_of, &goals->same);
}

void marking_goals_finish(struct marking_goals *goals)
{
    unit_breach_finish(&goals->breach);
    mem_free(goals->goal_of);
    mem_free(goals->same);
    *goals = (struct marking_goals){0};
}

/* The run to the marking at hand, and t behind it if there is one. */
static void add_whole_run(const struct marking_goals *goals, witness_run *run,
                          trans_id t)
{
    if (t != TRANS_NONE)
        vec_push(run, t);
    goals->add_run(goals->self, run);
    ids_reverse(run->at, run->len);
}

/* Nothing is left to find, here or in a race. */
static bool is_done(struct marking_goals *goals)
{
    const uint32_t n = goals->problem->question.n_goals;
    const struct answer_finding *const findings = goals->answer->findings;

    while (goals->n_done < n &&
           (findings[goals->n_done].verdict != VERDICT_UNKNOWN ||
            watch_closed(goals->watch, goals->n_done)))
        goals->n_done++;
    return goals->n_done == n;
}

void marking_goals_answer(struct marking_goals *goals, uint32_t g,
                          enum answer_verdict verdict)
{
    struct answer_finding *const finding = &goals->answer->findings[g];

    ASSERT(finding->verdict != VERDICT_YES);
    finding->verdict = verdict;
    watch_found(goals->watch, g, finding);
    if (--goals->n_open == 0 || is_done(goals))
        watch_settle(goals->watch);
}

static void answer_yes(struct marking_goals *goals, uint32_t g, trans_id last)
{
    struct answer_finding *const finding = &goals->answer->findings[g];

    if (finding->verdict == VERDICT_YES)
        return;
    add_whole_run(goals, &finding->run, last);
    marking_goals_answer(goals, g, VERDICT_YES);
}

static void refuse(struct marking_goals *goals, trans_id t, place_id p)
{
    goals->answer->stop = STOP_UNSAFE;
    goals->answer->unsafe_trans = t;
    goals->answer->unsafe_place = p;
    goals->refused = true;
}

void marking_goals_refuse_behind(struct marking_goals *goals, trans_id t,
                                 trans_id step, place_id p)
{
    witness_run run = {0}, *const full = &goals->answer->unsafe_run;

    add_whole_run(goals, &run, t);
    given_run_fill(goals->problem->net, &run, full);
    if (*vec_top(full) == step)
        vec_cut(full, full->len - 1);
    refuse(goals, step, p);
    vec_free(&run);
}

bool marking_goals_over(const struct marking_goals *goals)
{
    if (goals->refused)
        return true;
    if (goals->goal != UINT32_MAX)
        return goals->answer->findings[goals->goal].verdict == VERDICT_YES ||
               watch_closed(goals->watch, goals->goal);
    return goals->problem->question.n_goals > 0 && goals->n_open == 0;
}

/* t leads from the current marking to one that is not unit-safe. */
static void note_breach(struct marking_goals *goals, trans_id t)
{
    struct answer_breach *const breach = &goals->answer->breach;

    if (breach->met)
        return;
    breach->met = true;
    breach->work = goals->watch->work;
    add_whole_run(goals, &breach->run, t);
}

bool marking_goals_fire(struct marking_goals *goals, const bits_word *m,
                        trans_id t)
{
    const place_id clash = marking_unsafe(goals->problem->net, m, t);

    if (clash != PLACE_NONE) {
        add_whole_run(goals, &goals->answer->unsafe_run, TRANS_NONE);
        refuse(goals, t, clash);
        return false;
    }
    if (unit_breach_by(&goals->breach, m, t))
        note_breach(goals, t);
    for (uint32_t g = goals->goal_of[t]; g; g = goals->same[g - 1])
        answer_yes(goals, g - 1, t);
    return !marking_goals_over(goals);
}

void marking_goals_lose(struct marking_goals *goals, uint32_t g, trans_id t)
{
    goals->answer->findings[g].trans = t;
    answer_yes(goals, g, TRANS_NONE);
}

/* The sum of question g has this value at the marking at hand.  From now on a
 * larger one is sought. */
static void raise_value(struct marking_goals *goals, uint32_t g, int64_t value)
{
    const struct goal *const goal = &goals->problem->question.goals[g];
    struct answer_finding *const finding = &goals->answer->findings[g];
    const int64_t sum = value - goal->constant;

    if (finding->has_value && value <= finding->value)
        return;
    finding->has_value = true;
    finding->value = value;
    vec_clear(&finding->run);
    add_whole_run(goals, &finding->run, TRANS_NONE);
    watch_reached(goals->watch, g, finding);
    if (goals->rising)
        *goals->rising = sum + 1;
    if (sum == formula_limit(goal->formula, goal->formula->nodes.at))
        marking_goals_answer(goals, g, VERDICT_YES);
}

static void ask_question(struct marking_goals *goals,
                         const struct enabled_set *at, uint32_t g)
{
    const struct goal *const goal = &goals->problem->question.goals[g];

    if (goal->kind == GOAL_BOUND)
        raise_value(goals, g, goal_value(goal, at->marking));
    else if (goal->kind == GOAL_TRANSITION)
        (void)(enabled_set_has(at, goal->trans) &&
               marking_goals_fire(goals, at->marking, goal->trans));
    else if (goal->kind == GOAL_DEADLOCK ? at->n_enabled == 0
             : goal->kind == GOAL_FORMULA
                 ? formula_holds_at(goal->formula, enabled_set_at(at))
                 : goal_holds(goal, goals->problem->net, at->marking))
        answer_yes(goals, g, TRANS_NONE);
}

void marking_goals_ask(struct marking_goals *goals,
                       const struct enabled_set *at)
{
    if (goals->goal != UINT32_MAX) {
        ask_question(goals, at, goals->goal);
        return;
    }
    for (uint32_t g = 0;
         g < goals->problem->question.n_goals && !goals->refused; g++)
        if (goals->answer->findings[g].verdict != VERDICT_YES)
            ask_question(goals, at, g);
}

bool marking_goals_deny(struct marking_goals *goals, uint32_t g)
{
    if (goals->answer->findings[g].verdict != VERDICT_UNKNOWN ||
        watch_closed(goals->watch, g))
        return false;
    /* the largest value that was found is the largest one */
    marking_goals_answer(goals, g,
                         goals->problem->question.goals[g].kind == GOAL_BOUND
                             ? VERDICT_YES
                             : VERDICT_NO);
    return true;
}
