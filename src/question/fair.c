#include "question/goal.h"

#include <string.h>

bool fair_read(const struct net *net, const char *text, net_trans_list *list,
               struct diag *diag)
{
    bool good = true;

    while (good && strcmp(text, "none") != 0) {
        const size_t n = strcspn(text, ",");
        char *const name = mem_alloc(n + 1, 1);
        trans_id t;

        memcpy(name, text, n);
        name[n] = '\0';
        t = net_find_trans(net, name, diag);
        mem_free(name);
        good = t != TRANS_NONE;
        if (good)
            vec_push(list, t);
        if (!text[n])
            break;
        text += n + 1;
    }
    return good;
}

bool fair_suits(const struct goal *goal, struct diag *diag)
{
    return goal->kind == GOAL_LASSO || goal->kind == GOAL_FORMULA ||
           diag_usage(diag,
                      "option 'fair' is about the runs of a formula that "
                      "begins with A or E, not about '%.300s'",
                      goal->text);
}
