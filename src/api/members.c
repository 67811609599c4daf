#include "api/members.h"

#include "base/mem.h"

/* The engine of a finding that several engines have contributed to. */
static const char SEVERAL[] = "several";

static bool asks_of_all(const goal_list *asked)
{
    bool asks = false;

    for (uint32_t q = 0; q < asked->len; q++)
        asks |= question_has_members(asked->at[q].question);
    return asks;
}

static bool asks_only_safety(const goal_list *asked)
{
    for (uint32_t q = 0; q < asked->len; q++)
        if (asked->at[q].kind != GOAL_SAFE)
            return false;
    return true;
}

void members_init(struct members *members, const goal_list *asked,
                  const struct net *net, bool safe)
{
    *members = (struct members){.asked = asked,
                                .safe = safe && !asks_only_safety(asked)};
    vec_reserve(&members->goals, 1);
    members->question = mem_alloc(asked->len, sizeof *members->question);
    for (uint32_t q = 0; q < asked->len; q++)
        if (!question_has_members(asked->at[q].question) &&
            !(members->safe && asked->at[q].kind == GOAL_SAFE)) {
            members->question[members->goals.len] = q;
            vec_push(&members->goals, asked->at[q]);
        }
    members->first = members->goals.len;
    if (!asks_of_all(asked))
        return;
    goal_add_all_trans(&members->goals, net);
    members->n = members->goals.len - members->first;
    members->question = mem_resize(members->question, members->goals.len,
                                   sizeof *members->question);
    for (uint32_t g = members->first; g < members->goals.len; g++)
        members->question[g] = UINT32_MAX;
}

void members_some(struct members *members, const goal_list *asked,
                  const uint32_t *which, uint32_t n)
{
    *members = (struct members){.asked = asked, .first = n};
    vec_reserve(&members->goals, n);
    members->question = mem_copy(which, n, sizeof *members->question);
    for (uint32_t g = 0; g < n; g++)
        vec_push(&members->goals, asked->at[which[g]]);
}

void members_finish(struct members *members)
{
    goal_list owned = {0};

    for (uint32_t g = members->first; g < members->goals.len; g++)
        vec_push(&owned, members->goals.at[g]);
    goal_list_free(&owned);
    vec_free(&members->goals);
    mem_free(members->question);
    *members = (struct members){0};
}

struct engine_joint members_joint(const struct members *members)
{
    struct engine_joint joint = {members->first, members->n};

    for (uint32_t q = 0; q < members->asked->len; q++)
        if (question_has_members(members->asked->at[q].question) &&
            !members->asked->at[q].question->names)
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

const struct goal *members_open(const struct members *members,
                                const struct answer_finding *findings)
{
    const struct engine_joint joint = members_joint(members);
    const bool refuted =
        first_with(findings + joint.first, joint.n, VERDICT_NO) < joint.n;
    const uint32_t n = refuted ? joint.first : members->goals.len;
    const uint32_t g = first_with(findings, n, VERDICT_UNKNOWN);

    return g < n ? &members->goals.at[g] : NULL;
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

struct answer_finding members_conclude(const struct question *asked,
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

struct answer_finding *members_fold(const struct members *members,
                                    struct answer *answer)
{
    const goal_list *const asked = members->asked;
    struct answer_finding *const all = answer->findings;
    struct answer_finding *of = NULL;

    if (!members->n && members->first == asked->len)
        return NULL;
    answer->findings = mem_zero(asked->len, sizeof *answer->findings);
    answer->n_findings = asked->len;
    if (members->n)
        of = mem_copy(all + members->first, members->n, sizeof *of);
    for (uint32_t g = 0; g < members->first; g++)
        answer->findings[members->question[g]] = all[g];
    for (uint32_t q = 0; q < asked->len; q++)
        if (question_has_members(asked->at[q].question))
            answer->findings[q] =
                members_conclude(asked->at[q].question, of, members->n);
    mem_free(all);
    return of;
}
