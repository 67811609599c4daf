/* toy.c - an engine of few lines: it answers what the initial marking answers.
 * The tool of the test has it by one row (meson.build), and nothing else knows
 * it. */
#include "engine/race/engines.h"
#include "engine/watch.h"

static const struct answer_figure figures[] = {
    {"looks", "questions that were looked at", COUNT_MARKINGS}, {0}};

static void run(const struct engine_problem *problem,
                const struct engine_limits *limits, struct answer *answer)
{
    struct watch watch;
    struct diag ignored = {0};

    answer->stats.figures = figures;
    watch_init(&watch, limits, &answer->stats);
    answer->stop = STOP_DONE;
    for (uint32_t g = 0; g < problem->question.n_goals; g++) {
        const struct goal *const goal = &problem->question.goals[g];

        answer->stats.at[0]++;
        if (witness_replay(problem->net, &(witness_run){0}, goal, &ignored)) {
            answer->findings[g].verdict = VERDICT_YES;
            watch_found(&watch, g, &answer->findings[g]);
        } else {
            answer->stop = STOP_OPEN;
        }
    }
    watch_close(&watch);
}

static const char *refuses(const struct net *net, const struct goal *goal)
{
    (void)net;
    return goal->kind == GOAL_TRANSITION ? ", which takes a step" : NULL;
}

const struct engine toy_engine = {
    .name = "toy",
    .uses = " seed ",
    .figures = figures,
    .techniques = "A_LOOK",
    .traits = ENGINE_NEEDS_QUESTION,
    .goals = ENGINE_REACHES,
    .refuses = refuses,
    .run = run,
};
