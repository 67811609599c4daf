#include "por/split.h"

#include "base/check.h"
#include "net/formula_cubes.h"

bool split_is_needed(const struct engine_problem *problem)
{
    for (uint32_t g = 0; g < problem->question.n_goals; g++)
        if (problem->question.goals[g].kind == GOAL_FORMULA)
            return true;
    return false;
}

bool split_fits(const struct formula *formula, const struct net *net)
{
    formula_cubes_list cubes;
    bool few;

    if (formula->nodes.at[0].op == FORMULA_DEADLOCK)
        return true;
    few = formula_cubes_of(formula, net, FORMULA_CUBES_MOST, &cubes);
    formula_cubes_free(&cubes);
    return few;
}

/* The goals of the engine; those of question g begin at first[g]. */
struct split {
    goal_list goals;
    uint32_t *first;
};

/* The text of a goal is used in messages only. */
static void add_cubes(struct split *split, const struct goal *goal,
                      const struct net *net)
{
    formula_cubes_list cubes;

    if (goal->formula->nodes.at[0].op == FORMULA_DEADLOCK) {
        const struct goal deadlock = {.kind = GOAL_DEADLOCK,
                                      .trans = TRANS_NONE,
                                      .text = goal->text,
                                      .label = goal->label};

        vec_push(&split->goals, deadlock);
        return;
    }
    CHECK(formula_cubes_of(goal->formula, net, FORMULA_CUBES_MOST, &cubes));
    for (uint32_t i = 0; i < cubes.len; i++) {
        const struct goal cube = {.kind = GOAL_MARKING,
                                  .trans = TRANS_NONE,
                                  .marked = cubes.at[i].marked,
                                  .empty = cubes.at[i].empty,
                                  .text = goal->text,
                                  .label = goal->label};

        vec_push(&split->goals, cube);
    }
    vec_free(&cubes); /* the places are now the goals' */
}

static void make(struct split *split, const struct engine_problem *problem)
{
    const uint32_t n = problem->question.n_goals;

    *split = (struct split){0};
    split->first = mem_zero((size_t)n + 1, sizeof *split->first);
    for (uint32_t g = 0; g < n; g++) {
        const struct goal *const goal = &problem->question.goals[g];

        if (goal->kind == GOAL_FORMULA)
            add_cubes(split, goal, problem->net);
        else
            vec_push(&split->goals, *goal);
        split->first[g + 1] = split->goals.len;
    }
}

static void finish(struct split *split, const struct engine_problem *problem)
{
    for (uint32_t g = 0; g < problem->question.n_goals; g++)
        for (uint32_t i = split->first[g];
             problem->question.goals[g].kind == GOAL_FORMULA &&
             i < split->first[g + 1];
             i++) {
            vec_free(&split->goals.at[i].marked);
            vec_free(&split->goals.at[i].empty);
        }
    vec_free(&split->goals);
    mem_free(split->first);
}

/* The finding of a question from those of its cubes. */
static struct answer_finding gather(struct answer_finding *findings, uint32_t n,
                                    enum answer_stop stop)
{
    struct answer_finding all = {
        .verdict = n || stop == STOP_DONE ? VERDICT_NO : VERDICT_UNKNOWN};

    for (uint32_t i = 0; i < n; i++) {
        if (findings[i].verdict == VERDICT_YES) {
            all = findings[i];
            findings[i] = (struct answer_finding){0};
            return all;
        }
        if (findings[i].verdict == VERDICT_UNKNOWN)
            all.verdict = VERDICT_UNKNOWN;
        if (findings[i].seconds > all.seconds)
            all.seconds = findings[i].seconds;
    }
    return all;
}

/* News of cubes as news of the questions. */
struct telling {
    const struct engine_news *news;
    const uint32_t *first; /* by question: its first cube */
    bool *told;            /* by question */
};

/* A cube that is reached answers its question; one that is not reached does not
 * yet. */
static void tell_question(void *self, uint32_t cube,
                          const struct answer_finding *finding,
                          const char *engine)
{
    const struct telling *const x = self;
    uint32_t g = 0;

    while (x->first[g + 1] <= cube)
        g++;
    if (finding->verdict != VERDICT_YES || x->told[g])
        return;
    x->told[g] = true;
    x->news->tell(x->news->self, g, finding, engine);
}

void split_run(const struct engine_problem *problem,
               const struct engine_limits *limits, struct answer *answer,
               void (*run)(const struct engine_problem *problem,
                           const struct engine_limits *limits,
                           struct answer *answer))
{
    struct answer_finding *const findings = answer->findings;
    const uint32_t n = answer->n_findings;
    struct engine_problem parts = *problem;
    struct engine_limits inner = *limits;
    struct telling telling = {.news = &limits->news};
    struct split split;

    make(&split, problem);
    telling.first = split.first;
    telling.told = mem_zero(n, sizeof *telling.told);
    if (limits->news.tell)
        inner.news = (struct engine_news){tell_question, &telling};
    parts.question.goals = split.goals.at;
    parts.question.n_goals = split.goals.len;
    answer->findings = mem_zero(split.goals.len, sizeof *answer->findings);
    answer->n_findings = split.goals.len;
    if (split.goals.len)
        run(&parts, &inner, answer);
    mem_free(telling.told);
    for (uint32_t g = 0; g < n; g++)
        findings[g] = gather(answer->findings + split.first[g],
                             split.first[g + 1] - split.first[g], answer->stop);
    for (uint32_t i = 0; i < answer->n_findings; i++)
        vec_free(&answer->findings[i].run);
    mem_free(answer->findings);
    answer->findings = findings;
    answer->n_findings = n;
    finish(&split, problem);
}
