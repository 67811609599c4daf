#include "api/run/api_goals.h"

/* The engine of a finding that several engines have contributed to. */
static const char SEVERAL[] = "several";

bool api_goals_ask_safety(const goal_list *asked)
{
    for (uint32_t q = 0; q < asked->len; q++)
        if (asked->at[q].kind != GOAL_SAFE)
            return false;
    return true;
}

void api_goals_init(struct api_goals *goals, const goal_list *asked,
                    const struct net *net, bool safe)
{
    bool of_all = false;

    *goals = (struct api_goals){.asked = asked,
                                .safe = safe && !api_goals_ask_safety(asked)};
    vec_reserve(&goals->list, 1);
    for (uint32_t q = 0; q < asked->len; q++)
        if (question_is_about_all(asked->at[q].question)) {
            of_all = true;
        } else if (!goals->safe || asked->at[q].kind != GOAL_SAFE) {
            vec_push(&goals->question, q);
            vec_push(&goals->list, asked->at[q]);
        }
    goals->first = goals->list.len;
    if (of_all)
        goal_add_all_trans(&goals->list, net);
    goals->n = goals->list.len - goals->first;
}

void api_goals_some(struct api_goals *goals, const goal_list *asked,
                    const uint32_t *which, uint32_t n)
{
    *goals = (struct api_goals){.asked = asked, .first = n};
    vec_reserve(&goals->list, n);
    vec_append_n(&goals->question, which, n);
    for (uint32_t g = 0; g < n; g++)
        vec_push(&goals->list, asked->at[which[g]]);
}

void api_goals_finish(struct api_goals *goals)
{
    goal_list owned = {0};

    for (uint32_t g = goals->first; g < goals->list.len; g++)
        vec_push(&owned, goals->list.at[g]);
    goal_list_free(&owned);
    vec_free(&goals->list);
    vec_free(&goals->question);
    *goals = (struct api_goals){0};
}

struct engine_joint api_goals_joint(const struct api_goals *goals)
{
    struct engine_joint joint = {goals->first, goals->n};

    for (uint32_t q = 0; q < goals->asked->len; q++)
        if (question_is_about_all(goals->asked->at[q].question) &&
            !goals->asked->at[q].question->names)
            joint.n = 0;
    return joint;
}

/* --- the verdict on all transitions --------------------------------------- */

/* The engine that found all that is known, if it is one. */
static const char *engine_of(const struct answer_finding *of, uint32_t n)
{
    const char *engine = NULL;
    bool found = false;

    for (uint32_t t = 0; t < n; t++) {
        if (of[t].verdict == VERDICT_UNKNOWN)
            continue;
        if (found && of[t].engine != engine)
            return SEVERAL;
        engine = of[t].engine;
        found = true;
    }
    return engine;
}

static uint32_t first_with(const struct answer_finding *of, uint32_t n,
                           enum answer_verdict verdict)
{
    uint32_t t = 0;

    while (t < n && of[t].verdict != verdict)
        t++;
    return t;
}

const struct goal *api_goals_open(const struct api_goals *goals,
                                  const struct answer_finding *findings)
{
    const struct engine_joint joint = api_goals_joint(goals);
    const bool refuted =
        first_with(findings + joint.first, joint.n, VERDICT_NO) < joint.n;
    const uint32_t n = refuted ? joint.first : goals->list.len;
    const uint32_t g = first_with(findings, n, VERDICT_UNKNOWN);

    return g < n ? &goals->list.at[g] : NULL;
}

/* All are decided: that takes as long as the last one. */
static struct answer_finding sum_up(const struct answer_finding *of, uint32_t n)
{
    struct answer_finding sum = {.verdict = VERDICT_YES,
                                 .safe = true,
                                 .engine = engine_of(of, n),
                                 .trans = TRANS_NONE};

    for (uint32_t t = 0; t < n; t++) {
        sum.safe &= of[t].verdict == VERDICT_YES || of[t].safe;
        if (of[t].seconds > sum.seconds)
            sum.seconds = of[t].seconds;
    }
    return sum;
}

struct answer_finding api_goals_conclude(const struct question *asked,
                                         const struct answer_finding *of,
                                         uint32_t n)
{
    const uint32_t dead = first_with(of, n, VERDICT_NO);

    if (asked->names && dead < n)
        return (struct answer_finding){.verdict = VERDICT_NO,
                                       .trans = dead,
                                       .safe = of[dead].safe,
                                       .seconds = of[dead].seconds,
                                       .engine = of[dead].engine};
    if (first_with(of, n, VERDICT_UNKNOWN) < n)
        return (struct answer_finding){.trans = TRANS_NONE};
    return sum_up(of, n);
}

struct answer_finding *api_goals_fold(const struct api_goals *goals,
                                      struct answer *answer)
{
    const goal_list *const asked = goals->asked;
    struct answer_finding *const all = answer->findings;
    struct answer_finding *of = NULL;

    if (!goals->n && goals->first == asked->len)
        return NULL;
    answer->findings = mem_zero(asked->len, sizeof *answer->findings);
    answer->n_findings = asked->len;
    if (goals->n)
        of = mem_copy(all + goals->first, goals->n, sizeof *of);
    for (uint32_t g = 0; g < goals->first; g++)
        answer->findings[goals->question.at[g]] = all[g];
    for (uint32_t q = 0; q < asked->len; q++)
        if (question_is_about_all(asked->at[q].question))
            answer->findings[q] =
                api_goals_conclude(asked->at[q].question, of, goals->n);
    mem_free(all);
    return of;
}
