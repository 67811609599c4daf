#include "api/api_checkpoint.h"

#include <string.h>

/* NULL: no file is named. */
static const char *file_of(const punfpor *problem, enum settings_id id)
{
    const char *const text = settings_text(&problem->settings, id);

    return strcmp(text, "off") ? text : NULL;
}

/* While an answer that ends the search is known, the last file stays. */
static bool write(void *self, const struct partial_search *state,
                  struct diag *diag)
{
    const struct api_checkpoint *const x = self;

    for (uint32_t i = 0; i < state->answers.len; i++)
        if (state->answers.at[i].goal == x->search.n_goals)
            return true;
    return checkpoint_write(x->path, &x->search, state, diag);
}

bool api_checkpoint_begin(struct api_checkpoint *x, const punfpor *problem,
                          const struct engine_problem *given,
                          struct engine_limits *limits, struct diag *diag)
{
    const char *const from = file_of(problem, SETTING_resume);

    *x = (struct api_checkpoint){0};
    if (problem->ranks.rank)
        return true;
    *x = (struct api_checkpoint){
        .search = {.net = given->net,
                   .dep = given->dep,
                   .goals = given->question.goals,
                   .n_goals = given->question.n_goals,
                   .max_depth = limits->max_depth},
        .path = file_of(problem, SETTING_checkpoint),
    };
    if (from && !checkpoint_read(from, &x->search, &x->from, diag))
        return false;
    limits->checkpoint = (struct engine_checkpoint){
        .write = x->path ? write : NULL,
        .self = x,
        .seconds = settings_real(&problem->settings, SETTING_checkpoint_every),
        .from = from ? &x->from : NULL,
    };
    return true;
}

void api_checkpoint_finish(struct api_checkpoint *x)
{
    partial_finish(&x->from);
}
