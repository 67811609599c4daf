#include "engine/reverse/run_goals.h"

#include "base/ids.h"
#include "engine/unfolding/event_goals.h"
#include "net/marking.h"

bool run_goals_fit(const struct formula *formula)
{
    const struct formula_node *const root = formula->nodes.at;

    if (root->op == FORMULA_AND)
        for (uint32_t i = 0; i < root->len; i++)
            if (formula->nodes.at[root->first + i].op == FORMULA_DEADLOCK)
                return true;
    return root->op == FORMULA_DEADLOCK || root->op == FORMULA_FALSE;
}

/* --- answers -------------------------------------------------------------- */

static void close_goal(struct run_goals *q, uint32_t g, uint32_t n_events)
{
    struct answer_finding *const finding = &q->answer->findings[g];

    finding->verdict = VERDICT_YES;
    watch_found(q->watch, g, finding);
    first_answers_add(q->answers, g, q->path, n_events, q->answer);
    if (--q->n_open == 0 && !q->problem->output.complete)
        q->finished = true;
}

/* The transitions at these positions, in their order. */
static void add_run(struct run_goals *q, const struct sorted_run *r,
                    witness_run *run)
{
    const uint32_t n = ids_unique(q->positions.at, q->positions.len);

    for (uint32_t i = 0; i < n; i++)
        vec_push(run, sorted_run_trans(r, q->positions.at[i]));
}

/* The pasts of some positions. */
static void add_past(struct run_goals *q, const struct sorted_run *r,
                     const uint32_t *at, uint32_t n, witness_run *run)
{
    struct causality_past past = {0};

    causality_past_add_all(&r->c.causality, &past, at, n);
    vec_clear(&q->positions);
    causality_past_beyond(&r->c.causality, &past, 0, &q->positions);
    add_run(q, r, run);
    causality_past_finish(&past);
}

/* The net or the relation is refused. */
static void refuse(struct run_goals *q, const struct sorted_run *r,
                   enum answer_stop stop)
{
    q->answer->stop = stop;
    first_answers_add(q->answers, q->problem->question.n_goals, q->path,
                      sorted_run_len(r), q->answer);
    q->finished = true;
}

static void report_unsafe(struct run_goals *q, const struct sorted_run *r,
                          trans_id t, place_id p)
{
    q->answer->unsafe_trans = t;
    q->answer->unsafe_place = p;
    refuse(q, r, STOP_UNSAFE);
}

/* The event on top put a second token on a place: all of C that need not come
 * after the consumer of the first token is a run to it. */
static void report_second(struct run_goals *q, const struct sorted_run *r)
{
    const struct config *const c = &r->c;
    const place_id p = c->unsafe_place;
    const uint32_t consumed = config_older(c, config_youngest(c, p))->consumed;
    const uint32_t top = config_len(c) - 1;

    vec_clear(&q->positions);
    for (uint32_t pos = 1; pos < top; pos++)
        if (consumed == POS_NONE || !config_before(c, consumed, pos))
            vec_push(&q->positions, pos);
    add_run(q, r, &q->answer->unsafe_run);
    report_unsafe(q, r, sorted_run_trans(r, top), p);
}

/* The transition of the event on top puts two tokens on a place by itself. */
static void report_overflow(struct run_goals *q, const struct sorted_run *r)
{
    const uint32_t top = config_len(&r->c) - 1;
    trans_id t;

    add_past(q, r, &top, 1, &q->answer->unsafe_run);
    t = vec_pop(&q->answer->unsafe_run);
    report_unsafe(q, r, t, net_overflow(q->problem->net, t));
}

static void answer_match(struct run_goals *q, struct sorted_run *r,
                         const struct extend_match *match)
{
    struct compiled_net_pattern *const pattern =
        &r->extend.compiled->patterns[match->pattern];
    causality_positions at = {0};

    for (uint32_t i = 0; i < match->n_producers; i++)
        vec_push(
            &at,
            r->c.position.at[r->extend.producers.at[match->producers + i]]);
    pattern->answered = true;
    if (pattern->goal == UINT32_MAX) {
        add_past(q, r, at.at, at.len, &q->answer->unsafe_run);
        report_unsafe(q, r, pattern->trans, pattern->place);
    } else if (q->answer->findings[pattern->goal].verdict != VERDICT_YES) {
        add_past(q, r, at.at, at.len, &q->answer->findings[pattern->goal].run);
        close_goal(q, pattern->goal, sorted_run_len(r));
    }
    vec_free(&at);
}

static void answer_event(struct run_goals *q, const struct sorted_run *r)
{
    const uint32_t top = config_len(&r->c) - 1;

    for (uint32_t g = q->goal_of[sorted_run_trans(r, top)]; g;
         g = q->same[g - 1]) {
        struct answer_finding *const finding = &q->answer->findings[g - 1];

        if (finding->verdict == VERDICT_YES)
            continue;
        add_past(q, r, &top, 1, &finding->run);
        close_goal(q, g - 1, sorted_run_len(r));
    }
}

/* --- a user's relation ---------------------------------------------------- */

static void try_marking(struct run_goals *q, const struct sorted_run *r)
{
    if (!check_independence_holds(&q->independence, q->marking,
                                  &q->answer->diag))
        refuse(q, r, STOP_INPUT);
}

/* At the markings of C and of the past of the event on top. */
static void try_relation(struct run_goals *q, const struct sorted_run *r)
{
    const uint32_t top = config_len(&r->c) - 1;

    config_marking(&r->c, q->marking);
    try_marking(q, r);
    if (q->finished)
        return;
    marking_initial(q->problem->net, q->marking);
    for (uint32_t pos = 1; pos <= top; pos++)
        if (config_before(&r->c, pos, top))
            marking_fire(q->problem->net, q->marking, sorted_run_trans(r, pos));
    try_marking(q, r);
}

/* --- the search ----------------------------------------------------------- */

void run_goals_push(struct run_goals *q, struct sorted_run *r)
{
    const struct net *const net = q->problem->net;

    if (q->finished)
        return;
    if (r->c.unsafe_place != PLACE_NONE)
        report_second(q, r);
    else if (sorted_run_len(r) &&
             net_overflow(net, sorted_run_trans(r, config_len(&r->c) - 1)) !=
                 PLACE_NONE)
        report_overflow(q, r);
    for (uint32_t i = 0; i < r->extend.matches.len && !q->finished; i++)
        answer_match(q, r, &r->extend.matches.at[i]);
    if (!q->finished && q->independence.pairs.len)
        try_relation(q, r);
    if (!q->finished && sorted_run_len(r))
        answer_event(q, r);
}

void run_goals_end(struct run_goals *q, const struct sorted_run *r)
{
    if (r->c.n_en || !q->problem->question.n_goals)
        return;
    config_marking(&r->c, q->marking);
    for (uint32_t g = 0; g < q->problem->question.n_goals; g++) {
        const struct goal *const goal = &q->problem->question.goals[g];
        struct answer_finding *const finding = &q->answer->findings[g];

        if (finding->verdict == VERDICT_YES ||
            (goal->kind != GOAL_DEADLOCK && goal->kind != GOAL_FORMULA) ||
            !goal_holds(goal, q->problem->net, q->marking))
            continue;
        for (uint32_t pos = 1; pos < config_len(&r->c); pos++)
            vec_push(&finding->run, sorted_run_trans(r, pos));
        close_goal(q, g, sorted_run_len(r) + 1);
    }
}

void run_goals_init(struct run_goals *q, const struct engine_problem *problem,
                    struct answer *answer, struct watch *watch,
                    struct first_answers *answers,
                    const first_answers_path *path)
{
    *q = (struct run_goals){.problem = problem,
                            .answer = answer,
                            .watch = watch,
                            .answers = answers,
                            .path = path,
                            .n_open = problem->question.n_goals};
    check_independence_init(&q->independence, problem->net, problem->dep);
    q->marking = mem_zero(marking_words(problem->net), sizeof *q->marking);
    goal_index(problem->question.goals, problem->question.n_goals, problem->net,
               &q->goal_of, &q->same);
    for (uint32_t g = problem->question.n_goals; g-- > 0;)
        if (event_goals_is_trivial(&problem->question.goals[g]))
            close_goal(q, g, 0);
}

void run_goals_restart(struct run_goals *q, struct sorted_run *r)
{
    const uint32_t n_goals = q->problem->question.n_goals;

    for (uint32_t g = 0; g < n_goals; g++) {
        vec_clear(&q->answer->findings[g].run);
        q->answer->findings[g].verdict = VERDICT_UNKNOWN;
    }
    for (uint32_t i = 0; i < r->extend.compiled->n_patterns; i++)
        r->extend.compiled->patterns[i].answered = false;
    vec_clear(&q->answer->unsafe_run);
    q->answer->stop = STOP_DONE;
    q->n_open = n_goals;
    q->finished = false;
}

void run_goals_finish(struct run_goals *q)
{
    check_independence_finish(&q->independence);
    vec_free(&q->positions);
    mem_free(q->marking);
    mem_free(q->goal_of);
    mem_free(q->same);
}
