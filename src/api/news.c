#include "api/news.h"

#include "api/prove.h"

/* From so many questions on, runs of so many steps are fired one behind the
 * other. */
enum { MANY = 64, ROOM = 1 << 16 };

void news_init(struct news *news, const struct api_problem_request *request,
               const struct members *members, const struct api_reduce *reduced)
{
    *news = (struct news){.request = request,
                          .members = members,
                          .reduced = reduced,
                          .joint = members_joint(members).n > 0,
                          .n_left = members->n};
    news->told = mem_zero(members->goals.len, sizeof *news->told);
    news->settled = mem_zero(members->goals.len, sizeof *news->settled);
    news->of = mem_zero(members->n, sizeof *news->of);
    if (members->goals.len >= MANY)
        witness_game_init(&news->game, request->problem->net, ROOM);
    pthread_mutex_init(&news->lock, NULL);
}

void news_finish(struct news *news)
{
    pthread_mutex_destroy(&news->lock);
    mem_free(news->told);
    mem_free(news->settled);
    mem_free(news->of);
    witness_game_finish(&news->game);
}

/* Can no other engine be first, and nothing end the run without the verdict? */
static bool is_final(const struct news *news)
{
    const struct api_problem_request *const request = news->request;

    return !request->engine->is_race ||
           (request->safety->shown && !request->problem->dep);
}

/* Which of several transitions that never fire a no names is known when a race
 * has ended. */
static bool names_any(const struct news *news, const struct question *asked,
                      enum question_answer answer)
{
    return news->request->engine->is_race && news->joint &&
           answer == QUESTION_FAILS && asked->names &&
           question_has_members(asked);
}

void news_tell_question(const struct news *news, uint32_t q,
                        const struct answer_finding *finding)
{
    const struct api_problem *const problem = news->request->problem;
    const struct question *const asked = problem->goals.at[q].question;
    const bool yes = finding->verdict == VERDICT_YES;
    const enum question_answer answer = question_reads(asked, yes);
    const punfpor_found what = {
        .q = q,
        .verdict = answer == QUESTION_HOLDS ? PUNFPOR_YES : PUNFPOR_NO,
        .if_safe = !finding->safe && !news->request->safety->shown &&
                   (!yes || asked->presumes),
        .value = finding->has_value ? finding->value : 0,
        .transition = answer == QUESTION_FAILS && asked->names ? finding->trans
                                                               : PUNFPOR_NONE,
        .engine =
            finding->engine ? finding->engine : news->request->engine->name,
    };

    if (problem->found)
        problem->found(problem->found_data, &what);
    if (problem->final && !what.if_safe && is_final(news) &&
        !names_any(news, asked, answer))
        problem->final(problem->final_data, &what);
}

static void tell_all_transitions(const struct news *news)
{
    const goal_list *const asked = &news->request->problem->goals;

    for (uint32_t q = 0; q < asked->len; q++)
        if (question_has_members(asked->at[q].question)) {
            const struct answer_finding sum = members_conclude(
                asked->at[q].question, news->of, news->members->n);

            news_tell_question(news, q, &sum);
        }
}

/* The run and the proof are the engine's and may go. */
static void tell_goal(struct news *news, uint32_t goal,
                      struct answer_finding finding)
{
    const struct members *const members = news->members;

    finding.run = (witness_run){0};
    finding.proof = NULL;
    finding.cases = NULL;
    if (goal < members->first) {
        news_tell_question(news, members->question[goal], &finding);
        return;
    }
    news->of[goal - members->first] = finding;
    if (news->n_left == 0) /* a no was told */
        return;
    news->n_left--;
    if (news->joint && finding.verdict == VERDICT_NO)
        news->n_left = 0;
    if (news->n_left == 0)
        tell_all_transitions(news);
}

/* Memory may run out where it is allocated, so that is not done under the lock.
 */
static bool is_proved(struct news *news, const struct goal *goal,
                      const struct answer_finding *finding)
{
    struct witness_game single = {.net = news->request->problem->net};
    struct diag ignored = {0};
    bool good;

    if (question_asks_again(goal->kind) || goal->kind == GOAL_LASSO ||
        !news->game.m || finding->run.len > news->game.room)
        return prove_finding(&single, goal, finding, &ignored);
    pthread_mutex_lock(&news->lock);
    good = prove_finding(&news->game, goal, finding, &ignored);
    pthread_mutex_unlock(&news->lock);
    return good;
}

void news_tell(void *self, uint32_t goal, const struct answer_finding *finding,
               const char *engine)
{
    struct news *const news = self;
    struct answer_finding known = *finding;

    if (!is_proved(news, &news->members->goals.at[goal], finding))
        return;
    known.engine = engine ? engine : news->request->engine->name;
    pthread_mutex_lock(&news->lock);
    if (!news->told[goal]) {
        /* Only a yes is the same whichever racer was first. */
        news->settled[goal] = is_final(news) || goal >= news->members->first ||
                              known.verdict != VERDICT_YES || known.has_value;
        tell_goal(news, goal, known);
    }
    news->told[goal] = true;
    pthread_mutex_unlock(&news->lock);
}

static void tell_final(const struct news *news, uint32_t q)
{
    const struct api_problem *const problem = news->request->problem;
    const punfpor_found what = {
        .q = q,
        .verdict = problem->goals.at[q].question->is_refuted ? PUNFPOR_NO
                                                             : PUNFPOR_YES,
        .transition = PUNFPOR_NONE,
        .engine = news->request->engine->name,
    };

    problem->final(problem->final_data, &what);
}

void news_settle(void *self, uint32_t goal)
{
    struct news *const news = self;

    pthread_mutex_lock(&news->lock);
    if (news->told[goal] && !news->settled[goal] &&
        news->request->problem->final)
        tell_final(news, news->members->question[goal]);
    news->settled[goal] |= news->told[goal];
    pthread_mutex_unlock(&news->lock);
}
