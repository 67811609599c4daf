/* run.h - a net, questions, and a run of an engine on them, for the tests of
 * the engines that unfold. */
#ifndef RUN_H
#define RUN_H

#include "test.h"

#include "engine/engine.h"

struct run {
    struct net *net;
    struct dep *dep;
    goal_list goals;
    struct engine_problem problem;
    struct engine_limits limits;
    struct answer answer;
};

/* Takes ownership of the net; the other fields of the problem stay. */
static inline void run_begin(struct run *r, struct net *net, enum dep_kind kind,
                             struct engine_problem problem)
{
    *r = (struct run){
        .net = net, .dep = dep_create(net, kind), .problem = problem};
}

static inline void run_go(struct run *r, const struct engine *engine)
{
    r->problem.net = r->net;
    r->problem.dep = r->dep;
    r->problem.question.goals = r->goals.at;
    r->problem.question.n_goals = r->goals.len;
    answer_init(&r->answer, r->goals.len);
    engine->run(&r->problem, &r->limits, &r->answer);
}

static inline void run_end(struct run *r)
{
    answer_finish(&r->answer);
    goal_list_free(&r->goals);
    dep_destroy(r->dep);
    net_destroy(r->net);
}

static inline void ask_trans(struct run *r, const char *name)
{
    struct diag diag = {0};

    assert_true(goal_add_trans(&r->goals, r->net, name, &diag));
}

static inline void ask_marking(struct run *r, const char *text)
{
    struct diag diag = {0};

    assert_true(goal_add_marking(&r->goals, r->net, text, false, &diag));
}

/* Two counters of four steps; `both` needs the first at its end and the second
 * in the middle. */
static inline struct net *counters(void)
{
    return test_net("a0* a1 a2 a3 b0* b1 b2 b3 | "
                    "a: a0 > a1 | aa: a1 > a2 | aaa: a2 > a3 | "
                    "b: b0 > b1 | bb: b1 > b2 | bbb: b2 > b3 | "
                    "both: a3 b1 > | never: a1 a2 >");
}

/* The verdict of question g; checks that a yes has a run that answers it. */
static inline enum answer_verdict verdict(const struct run *r, uint32_t g)
{
    const struct answer_finding *const finding = &r->answer.findings[g];
    struct diag diag = {0};

    if (finding->verdict == VERDICT_YES)
        assert_true(
            witness_replay(r->net, &finding->run, &r->goals.at[g], &diag));
    else
        assert_int_equal(finding->run.len, 0);
    return finding->verdict;
}

#endif
