#include "api/run/api_fair.h"

#include "question/fair.h"

static bool read(const struct api_problem *problem, net_trans_list *list,
                 struct diag *diag)
{
    return fair_read(problem->net,
                     settings_text(&problem->settings, SETTING_fair), list,
                     diag);
}

bool api_fair_check(const struct api_problem *problem, struct diag *diag)
{
    net_trans_list list = {0};
    bool good = read(problem, &list, diag);

    for (uint32_t q = 0; list.len && good && q < problem->goals.len; q++)
        good = fair_suits(&problem->goals.at[q], diag);
    if (good && list.len && !problem->goals.len)
        good = diag_usage(diag, "option 'fair' needs a formula");
    vec_free(&list);
    return good;
}

void api_fair_set(const struct api_problem *problem)
{
    for (uint32_t q = 0; q < problem->goals.len; q++) {
        struct temporal *const temporal = problem->goals.at[q].temporal;
        struct diag ignored = {0};

        if (!temporal)
            continue;
        vec_clear(&temporal->fair);
        (void)read(problem, &temporal->fair, &ignored);
    }
}
