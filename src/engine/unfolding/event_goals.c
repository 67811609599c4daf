#include "engine/unfolding/event_goals.h"

#include "net/marking.h"

bool event_goals_is_trivial(const struct goal *goal)
{
    return goal->kind == GOAL_MARKING && !goal->marked.len && !goal->empty.len;
}

/* Questions about runs are not answered by one prefix of the net. */
static bool is_answered_here(const struct engine_problem *problem, uint32_t g)
{
    return problem->question.goals[g].kind != GOAL_LASSO;
}

void event_goals_init(struct event_goals *q,
                      const struct engine_problem *problem,
                      struct answer *answer, const struct es *es,
                      struct watch *watch)
{
    *q = (struct event_goals){
        .problem = problem, .answer = answer, .es = es, .watch = watch};
    check_independence_init(&q->independence, problem->net, problem->dep);
    unit_breach_init(&q->breach, problem->units, problem->net);
    if (q->independence.pairs.len || problem->units)
        q->marking = mem_zero(marking_words(problem->net), sizeof *q->marking);
    goal_index(problem->question.goals, problem->question.n_goals, problem->net,
               &q->goal_of, &q->same);
    for (uint32_t g = 0; g < problem->question.n_goals; g++)
        q->n_open += is_answered_here(problem, g);
    for (uint32_t g = problem->question.n_goals; g-- > 0;)
        if (event_goals_is_trivial(&problem->question.goals[g]))
            event_goals_yes(q, g, (struct es_span){0});
}

void event_goals_finish(struct event_goals *q)
{
    es_past_finish(&q->walk);
    check_independence_finish(&q->independence);
    unit_breach_finish(&q->breach);
    vec_free(&q->witness);
    mem_free(q->marking);
    mem_free(q->goal_of);
    mem_free(q->same);
}

static void close_goal(struct event_goals *q, uint32_t g,
                       enum answer_verdict verdict)
{
    struct answer_finding *const finding = &q->answer->findings[g];

    finding->verdict = verdict;
    watch_found(q->watch, g, finding);
    if (--q->n_open == 0 && !q->problem->output.complete) {
        q->finished = true;
        watch_settle(q->watch);
    }
}

void event_goals_value(struct event_goals *q, uint32_t g, struct es_span events,
                       int64_t value)
{
    struct answer_finding *const finding = &q->answer->findings[g];

    finding->has_value = true;
    finding->value = value;
    vec_clear(&finding->run);
    es_past_run(q->es, &q->walk, events, &finding->run);
    watch_reached(q->watch, g, finding);
}

void event_goals_exact(struct event_goals *q, uint32_t g)
{
    q->answer->findings[g].safe = true; /* the prefix is complete */
    close_goal(q, g, VERDICT_YES);
}

void event_goals_yes(struct event_goals *q, uint32_t g, struct es_span events)
{
    struct answer_finding *const finding = &q->answer->findings[g];

    if (finding->verdict == VERDICT_YES)
        return;
    es_past_run(q->es, &q->walk, events, &finding->run);
    if (!q->witness.len)
        vec_append(&q->witness, &events);
    close_goal(q, g, VERDICT_YES);
}

void event_goals_no(struct event_goals *q, uint32_t g)
{
    close_goal(q, g, VERDICT_NO);
}

void event_goals_event(struct event_goals *q, event_id e)
{
    for (uint32_t g = q->goal_of[q->es->events.at[e].trans]; g;
         g = q->same[g - 1])
        event_goals_yes(q, g - 1, (struct es_span){&e, 1});
}

void event_goals_unsafe(struct event_goals *q, struct es_span configuration,
                        trans_id t, place_id p)
{
    if (q->finished)
        return;
    q->answer->stop = STOP_UNSAFE;
    q->answer->unsafe_trans = t;
    q->answer->unsafe_place = p;
    es_past_run(q->es, &q->walk, configuration, &q->answer->unsafe_run);
    q->finished = true;
}

bool event_goals_asks_events(const struct event_goals *q)
{
    const struct engine_question *const question = &q->problem->question;
    bool asks = event_goals_wants_markings(q) || q->problem->units;

    for (uint32_t g = 0; g < question->n_goals; g++)
        asks = asks || question->goals[g].kind == GOAL_TRANSITION;
    return asks;
}

void event_goals_marking(struct event_goals *q, const bits_word *m)
{
    if (q->independence.pairs.len &&
        !check_independence_holds(&q->independence, m, &q->answer->diag)) {
        q->answer->stop = STOP_INPUT;
        q->finished = true;
    }
}

/* q->marking is state([e]). */
static void note_breach(struct event_goals *q, event_id e)
{
    struct answer_breach *const breach = &q->answer->breach;
    struct unit_breach_found found;

    if (!unit_breach_at(&q->breach, q->marking, q->es->events.at[e].trans,
                        &found))
        return;
    breach->met = true;
    breach->work = q->watch->work;
    es_past_run(q->es, &q->walk, (struct es_span){&e, 1}, &breach->run);
}

static bool suspects(const struct event_goals *q, trans_id t)
{
    return t != TRANS_NONE && !q->answer->breach.met &&
           unit_breach_suspects(&q->breach, t);
}

bool event_goals_asks_event(const struct event_goals *q, trans_id t)
{
    bool asks = q->independence.pairs.len || suspects(q, t);

    for (uint32_t g = q->goal_of[t]; g && !asks; g = q->same[g - 1])
        asks = q->answer->findings[g - 1].verdict != VERDICT_YES;
    return asks;
}

void event_goals_state(struct event_goals *q, event_id e)
{
    const bool suspect = suspects(q, q->es->events.at[e].trans);

    if (!q->independence.pairs.len && !suspect)
        return;
    markings_read(&q->es->markings, q->es->events.at[e].marking, q->marking);
    if (suspect)
        note_breach(q, e);
    event_goals_marking(q, q->marking);
}

void event_goals_close(struct event_goals *q, enum answer_stop reason)
{
    struct answer *const answer = q->answer;

    if (!q->finished)
        answer->stop = reason;
    if (answer->stop != STOP_DONE)
        return;
    answer->safe = !q->finished; /* what is explored represents all markings */
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        struct answer_finding *const finding = &answer->findings[g];

        if (finding->verdict == VERDICT_UNKNOWN &&
            is_answered_here(q->problem, g) && !watch_closed(q->watch, g)) {
            finding->verdict = VERDICT_NO;
            finding->safe = answer->safe;
            watch_found(q->watch, g, finding);
        }
    }
}
