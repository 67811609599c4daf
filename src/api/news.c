#include "api/news.h"

void news_init(struct news *news, const punfpor *problem, const char *engine)
{
    *news = (struct news){.problem = problem, .engine = engine};
    news->told = mem_zero(problem->goals.len, sizeof *news->told);
    pthread_mutex_init(&news->lock, NULL);
}

void news_finish(struct news *news)
{
    pthread_mutex_destroy(&news->lock);
    mem_free(news->told);
}

/* Memory may run out here, so it is not done under the lock. */
static bool is_sound(const struct news *news, const struct goal *goal,
                     const struct answer_finding *finding)
{
    struct diag ignored = {0};

    return finding->verdict == VERDICT_NO || goal->kind == GOAL_BOUND ||
           witness_replay(news->problem->net, &finding->run, goal, &ignored);
}

void news_tell(void *self, uint32_t goal, const struct answer_finding *finding,
               const char *engine)
{
    struct news *const news = self;
    const punfpor *const problem = news->problem;
    const struct goal *const asked = &problem->goals.at[goal];
    const bool yes = (finding->verdict == VERDICT_YES) != asked->invariant;
    const punfpor_found what = {
        .q = goal,
        .verdict = yes ? PUNFPOR_YES : PUNFPOR_NO,
        .if_safe =
            !finding->safe && !problem->unit_safe &&
            (finding->verdict == VERDICT_NO || asked->kind == GOAL_BOUND),
        .value = finding->has_value ? finding->value : 0,
        .engine = engine ? engine : news->engine,
    };

    if (!is_sound(news, asked, finding))
        return;
    pthread_mutex_lock(&news->lock);
    if (!news->told[goal])
        problem->found(problem->found_data, &what);
    news->told[goal] = true;
    pthread_mutex_unlock(&news->lock);
}
