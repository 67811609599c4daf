#include "api/run/api_verdicts.h"

/* From so many questions on, runs of so many steps are fired one behind the
 * other. */
enum { MANY = 64, ROOM = 1 << 16 };

void api_verdicts_init(struct api_verdicts *verdicts,
                       const struct api_problem_request *request,
                       const struct api_goals *goals,
                       const struct api_reduce *reduced)
{
    *verdicts = (struct api_verdicts){.request = request,
                                      .goals = goals,
                                      .reduced = reduced,
                                      .joint = api_goals_joint(goals).n > 0,
                                      .n_left = goals->n};
    verdicts->states = mem_zero(goals->list.len, sizeof *verdicts->states);
    verdicts->of = mem_zero(goals->n, sizeof *verdicts->of);
    if (goals->list.len >= MANY)
        witness_game_init(&verdicts->game, request->problem->net, ROOM);
    pthread_mutex_init(&verdicts->lock, NULL);
}

void api_verdicts_finish(struct api_verdicts *verdicts)
{
    pthread_mutex_destroy(&verdicts->lock);
    mem_free(verdicts->states);
    mem_free(verdicts->of);
    witness_game_finish(&verdicts->game);
}

/* Can no other engine be first, and nothing end the run without the verdict? */
static bool is_final(const struct api_verdicts *verdicts)
{
    const struct api_problem_request *const request = verdicts->request;

    return !engine_has(request->engine, ENGINE_RACES) ||
           (request->safety->shown && !request->problem->dep);
}

/* Which of several transitions that never fire a no names is known when a race
 * has ended. */
static bool names_any(const struct api_verdicts *verdicts,
                      const struct question *asked,
                      enum punfpor_verdict verdict)
{
    return engine_has(verdicts->request->engine, ENGINE_RACES) &&
           verdicts->joint && verdict == PUNFPOR_NO && asked->names &&
           question_is_about_all(asked);
}

static punfpor_found describe(const struct api_verdicts *verdicts, uint32_t q,
                              const struct answer_finding *finding)
{
    const struct api_problem_request *const request = verdicts->request;
    const struct question *const asked = request->problem->goals.at[q].question;
    const bool yes = finding->verdict == VERDICT_YES;
    const bool holds = question_reads(asked, yes) == QUESTION_HOLDS;

    return (punfpor_found){
        .q = q,
        .verdict = holds ? PUNFPOR_YES : PUNFPOR_NO,
        .if_safe = !finding->safe && !request->safety->shown &&
                   (!yes || asked->presumes),
        .value = finding->has_value ? finding->value : 0,
        .transition = !holds && asked->names ? finding->trans : PUNFPOR_NONE,
        .engine = finding->engine ? finding->engine : request->engine->name,
    };
}

void api_verdicts_tell_question(const struct api_verdicts *verdicts, uint32_t q,
                                const struct answer_finding *finding)
{
    const struct api_problem *const problem = verdicts->request->problem;
    const punfpor_found what = describe(verdicts, q, finding);

    if (problem->found)
        problem->found(problem->found_data, &what);
    if (problem->final && !what.if_safe && is_final(verdicts) &&
        !names_any(verdicts, problem->goals.at[q].question, what.verdict))
        problem->final(problem->final_data, &what);
}

static void tell_all_transitions(const struct api_verdicts *verdicts)
{
    const goal_list *const asked = &verdicts->request->problem->goals;

    for (uint32_t q = 0; q < asked->len; q++)
        if (question_is_about_all(asked->at[q].question)) {
            const struct answer_finding sum = api_goals_conclude(
                asked->at[q].question, verdicts->of, verdicts->goals->n);

            api_verdicts_tell_question(verdicts, q, &sum);
        }
}

/* The run and the proof are the engine's and may go. */
static void tell_goal(struct api_verdicts *verdicts, uint32_t goal,
                      struct answer_finding finding)
{
    const struct api_goals *const goals = verdicts->goals;

    finding.run = (witness_run){0};
    answer_drop_proofs(&finding);
    if (goal < goals->first) {
        api_verdicts_tell_question(verdicts, goals->question.at[goal],
                                   &finding);
        return;
    }
    verdicts->of[goal - goals->first] = finding;
    if (verdicts->n_left == 0) /* a no was told */
        return;
    verdicts->n_left--;
    if (verdicts->joint && finding.verdict == VERDICT_NO)
        verdicts->n_left = 0;
    if (verdicts->n_left == 0)
        tell_all_transitions(verdicts);
}

/* Memory may run out where it is allocated, so that is not done under the lock.
 */
static bool is_proved(struct api_verdicts *verdicts, const struct goal *goal,
                      const struct answer_finding *finding)
{
    struct witness_game single = {.net = verdicts->request->problem->net};
    struct diag ignored = {0};
    bool good;

    if (question_asks_again(goal->kind) || goal->kind == GOAL_LASSO ||
        !verdicts->game.m || finding->run.len > verdicts->game.room)
        return prove_finding(&single, goal, finding, &ignored);
    pthread_mutex_lock(&verdicts->lock);
    good = prove_finding(&verdicts->game, goal, finding, &ignored);
    pthread_mutex_unlock(&verdicts->lock);
    return good;
}

void api_verdicts_tell(void *self, uint32_t goal,
                       const struct answer_finding *finding, const char *engine)
{
    struct api_verdicts *const verdicts = self;
    struct answer_finding known = *finding;

    if (!is_proved(verdicts, &verdicts->goals->list.at[goal], finding))
        return;
    known.engine = engine ? engine : verdicts->request->engine->name;
    pthread_mutex_lock(&verdicts->lock);
    if (verdicts->states[goal] == API_VERDICTS_OPEN) {
        /* Only a yes is the same whichever racer was first. */
        verdicts->states[goal] =
            is_final(verdicts) || goal >= verdicts->goals->first ||
                    known.verdict != VERDICT_YES || known.has_value
                ? API_VERDICTS_SETTLED
                : API_VERDICTS_TOLD;
        tell_goal(verdicts, goal, known);
    }
    pthread_mutex_unlock(&verdicts->lock);
}

void api_verdicts_settle(void *self, uint32_t goal)
{
    struct api_verdicts *const verdicts = self;
    const struct api_problem *const problem = verdicts->request->problem;
    const struct answer_finding yes = {
        .verdict = VERDICT_YES, .safe = true, .trans = TRANS_NONE};

    pthread_mutex_lock(&verdicts->lock);
    if (verdicts->states[goal] == API_VERDICTS_TOLD) {
        verdicts->states[goal] = API_VERDICTS_SETTLED;
        if (problem->final) {
            const punfpor_found what =
                describe(verdicts, verdicts->goals->question.at[goal], &yes);

            problem->final(problem->final_data, &what);
        }
    }
    pthread_mutex_unlock(&verdicts->lock);
}
