#include "unfolding/query.h"

#include <stdlib.h>

static bool is_trivial(const struct goal *goal)
{
    return goal->kind == GOAL_MARKING && !goal->marked.len && !goal->empty.len;
}

void query_init(struct query *q, const struct problem *problem,
                struct answer *answer, const struct es *es, struct watch *watch)
{
    const uint32_t n_trans = net_trans_count(problem->net);

    *q = (struct query){.problem = problem,
                        .answer = answer,
                        .es = es,
                        .watch = watch,
                        .n_open = problem->n_goals};
    suspect_init(&q->suspect, problem->net, problem->dep);
    q->goal_of = mem_alloc(n_trans, sizeof *q->goal_of);
    q->same = mem_alloc(problem->n_goals, sizeof *q->same);
    for (trans_id t = 0; t < n_trans; t++)
        q->goal_of[t] = UINT32_MAX;
    for (uint32_t g = problem->n_goals; g-- > 0;) {
        const struct goal *const goal = &problem->goals[g];

        if (goal->kind == GOAL_TRANSITION) {
            q->same[g] = q->goal_of[goal->trans];
            q->goal_of[goal->trans] = g;
        } else if (is_trivial(goal)) {
            query_yes(q, g, (struct event_span){0});
        }
    }
}

void query_finish(struct query *q)
{
    es_walk_finish(&q->walk);
    suspect_finish(&q->suspect);
    vec_free(&q->shown);
    free(q->goal_of);
    free(q->same);
}

static void add_run(const struct query *q, run_list *run,
                    struct event_span events)
{
    for (uint32_t i = 0; i < events.len; i++)
        vec_push(run, q->es->events.at[events.at[i]].trans);
}

void query_yes(struct query *q, uint32_t g, struct event_span events)
{
    struct finding *const finding = &q->answer->findings[g];

    if (finding->verdict == VERDICT_YES)
        return;
    finding->verdict = VERDICT_YES;
    watch_found(q->watch, g, finding);
    add_run(q, &finding->run, es_past(q->es, &q->walk, events));
    if (!q->shown.len)
        for (uint32_t i = 0; i < events.len; i++)
            vec_push(&q->shown, events.at[i]);
    if (--q->n_open == 0 && !q->problem->complete) {
        q->finished = true;
        watch_settle(q->watch);
    }
}

void query_event(struct query *q, event_id e)
{
    const struct event_span self = {&e, 1};

    for (uint32_t g = q->goal_of[q->es->events.at[e].trans]; g != UINT32_MAX;
         g = q->same[g])
        query_yes(q, g, self);
}

void query_deadlock(struct query *q, struct event_span configuration)
{
    for (uint32_t g = 0; g < q->problem->n_goals; g++)
        if (q->problem->goals[g].kind == GOAL_DEADLOCK)
            query_yes(q, g, configuration);
}

void query_unsafe(struct query *q, struct event_span configuration, trans_id t,
                  place_id p)
{
    if (q->finished)
        return;
    q->answer->stop = STOP_UNSAFE;
    q->answer->unsafe_trans = t;
    q->answer->unsafe_place = p;
    add_run(q, &q->answer->unsafe_run, es_past(q->es, &q->walk, configuration));
    q->finished = true;
}

void query_marking(struct query *q, const bits_word *m)
{
    if (q->suspect.pairs.len &&
        !suspect_commute(&q->suspect, m, &q->answer->diag))
        query_refuse(q);
}

void query_refuse(struct query *q)
{
    q->answer->stop = STOP_INPUT;
    q->finished = true;
}

void query_close(struct query *q, enum stop_reason reason)
{
    struct answer *const answer = q->answer;

    if (!q->finished)
        answer->stop = reason;
    if (answer->stop != STOP_DONE)
        return;
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        struct finding *const finding = &answer->findings[g];

        if (finding->verdict == VERDICT_UNKNOWN && !watch_closed(q->watch, g)) {
            finding->verdict = VERDICT_NO;
            watch_found(q->watch, g, finding);
        }
    }
}
