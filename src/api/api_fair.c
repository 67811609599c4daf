#include "api/api_fair.h"

#include <string.h>

/* Appends the transitions; false with a report when one is not there. */
static bool read(const struct api_problem *problem, net_trans_list *list,
                 struct diag *diag)
{
    const char *at = settings_text(&problem->settings, SETTING_fair);
    bool good = true;

    while (good && strcmp(at, "none") != 0) {
        const size_t n = strcspn(at, ",");
        char *const name = mem_alloc(n + 1, 1);
        trans_id t;

        memcpy(name, at, n);
        name[n] = '\0';
        t = net_find_trans(problem->net, name, diag);
        mem_free(name);
        good = t != TRANS_NONE;
        if (good)
            vec_push(list, t);
        if (!at[n])
            break;
        at += n + 1;
    }
    return good;
}

static bool suits(const struct goal *goal, struct diag *diag)
{
    return goal->kind == GOAL_LASSO || goal->kind == GOAL_FORMULA ||
           diag_usage(diag,
                      "option 'fair' is about the runs of a formula that A or "
                      "E begins with, not about '%.300s'",
                      goal->text);
}

bool api_fair_check(const struct api_problem *problem, struct diag *diag)
{
    net_trans_list list = {0};
    bool good = read(problem, &list, diag);

    for (uint32_t q = 0; list.len && good && q < problem->goals.len; q++)
        good = suits(&problem->goals.at[q], diag);
    if (good && list.len && !problem->goals.len)
        good = diag_usage(diag, "option 'fair' needs a formula");
    if (good && list.len && api_problem_number(problem, SETTING_certificate))
        good =
            diag_usage(diag, "a certificate is about all runs, without option "
                             "'fair'");
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
