#include "api/handle.h"
#include "formats/text/bad.h"
#include "formats/text/properties.h"
#include "question/goal.h"

struct punfpor_properties {
    properties_list list;
};

punfpor_properties *punfpor_properties_load(const punfpor_net *net,
                                            const char *path,
                                            punfpor_error *error)
{
    punfpor_properties *properties;
    bool good;

    CALL_OR(call, error, NULL);
    properties = mem_zero(1, sizeof *properties);
    good = properties_read(net->net, path, &properties->list, &call.diag);
    if (!good) {
        properties_free(&properties->list);
        mem_free(properties);
    }
    return call_end(&call, error) == PUNFPOR_OK ? properties : NULL;
}

void punfpor_properties_destroy(punfpor_properties *properties)
{
    if (!properties)
        return;
    properties_free(&properties->list);
    mem_free(properties);
}

uint32_t punfpor_property_count(const punfpor_properties *properties)
{
    return properties->list.len;
}

const char *punfpor_property_id(const punfpor_properties *properties,
                                uint32_t i)
{
    return properties->list.at[i].id;
}

enum punfpor_property
punfpor_property_kind(const punfpor_properties *properties, uint32_t i)
{
    const struct question *const question = properties->list.at[i].question;

    return !question                         ? PUNFPOR_PROPERTY_BEYOND
           : question->reads == QUESTION_SUM ? PUNFPOR_PROPERTY_BOUND
           : question->goal == GOAL_CTL      ? PUNFPOR_PROPERTY_CTL
                                             : PUNFPOR_PROPERTY_FORMULA;
}

/* --- properties as questions -------------------------------------------------
 */

static bool ask_bound(punfpor *problem, const struct properties_item *item,
                      struct diag *diag)
{
    struct formula_sum sum = {0};
    bool good;

    formula_sum_add(&sum, &item->sum, 1);
    settled_sum(problem->asked.net, &sum);
    good = goal_add_built_bound(&problem->asked.goals, &sum, item->id, diag);
    formula_sum_free(&sum);
    return good;
}

static bool ask_item(punfpor *problem, const struct properties_item *item,
                     struct diag *diag)
{
    const struct net *const net = problem->asked.net;
    goal_list *const goals = &problem->asked.goals;
    struct formula *formula;

    if (!item->question)
        return diag_usage(diag,
                          "property '%.200s' is a temporal formula with "
                          "quantifiers under others",
                          item->id);
    if (item->temporal)
        return goal_add_temporal(goals, item->question, net,
                                 temporal_copy(item->temporal), item->id, diag);
    if (!item->formula)
        return ask_bound(problem, item, diag);
    formula = settled_formula(net, formula_copy(item->formula), diag);
    if (formula)
        goal_add_built(goals, item->question, formula, item->id);
    return formula != NULL;
}

enum punfpor_status punfpor_ask_property(punfpor *problem,
                                         const punfpor_properties *properties,
                                         uint32_t i, uint32_t *q,
                                         punfpor_error *error)
{
    const uint32_t number = problem->asked.goals.len;

    CALL(call, error);
    if (ask_item(problem, &properties->list.at[i], &call.diag) && q)
        *q = number;
    return call_end(&call, error);
}

/* --- questions ------------------------------------------------------------ */

/* Adds all the questions, or none when memory is exhausted. */
static void add_goals(goal_list *goals, goal_list *more)
{
    const uint64_t n = (uint64_t)goals->len + more->len;

    if (n >= PUNFPOR_NONE)
        mem_failed(SIZE_MAX);
    vec_expect(goals, (uint32_t)n);
    vec_append(goals, more);
    vec_free(more);
}

/* The question of a file of bad markings has the name of the file. */
static void add_bad(goal_list *more, const struct question *question,
                    const struct net *net, const char *path, struct diag *diag)
{
    struct bad bad = {0};

    if (bad_read(&bad, path, diag)) {
        if (goal_add(more, question, net, bad.condition.at, diag))
            goal_rename(&more->at[0], path);
        else
            bad_locate(&bad, path, diag);
    }
    bad_finish(&bad);
}

enum punfpor_status punfpor_ask(punfpor *problem, const char *word,
                                const char *text, uint32_t *q,
                                punfpor_error *error)
{
    const struct question *const question = question_find(word);
    goal_list more = {0};

    CALL(call, error);
    if (!question)
        (void)diag_usage(&call.diag, "there is no question '%.80s'", word);
    else if (question->argument && !question->is_optional && !text)
        (void)diag_usage(&call.diag, "question '%s' takes a text", word);
    else if (!question->argument && text)
        (void)diag_usage(&call.diag, "question '%s' takes no text", word);
    else if (question->lists && text && bad_is_file(text))
        add_bad(&more, question, problem->asked.net, text, &call.diag);
    else
        (void)goal_add(&more, question, problem->asked.net, text, &call.diag);
    if (call.diag.code != DIAG_NONE) {
        goal_list_free(&more);
        return call_end(&call, error);
    }
    if (q)
        *q = problem->asked.goals.len;
    add_goals(&problem->asked.goals, &more);
    return call_end(&call, error);
}

/* punfpor_ask() by one function a kind, with a text and without. */
#define ASK_ABOUT(name, word)                                                  \
    enum punfpor_status punfpor_ask_##name(punfpor *problem, const char *text, \
                                           uint32_t *q, punfpor_error *error)  \
    {                                                                          \
        return punfpor_ask(problem, word, text, q, error);                     \
    }
#define ASK(name, word)                                                   \
    enum punfpor_status punfpor_ask_##name(punfpor *problem, uint32_t *q, \
                                           punfpor_error *error)          \
    {                                                                     \
        return punfpor_ask(problem, word, NULL, q, error);                \
    }

ASK_ABOUT(transition, "reach")
ASK_ABOUT(marking, "marking")
ASK_ABOUT(exact_marking, "marking-exact")
ASK_ABOUT(formula, "formula")
ASK_ABOUT(bound, "bounds")
ASK(deadlock, "deadlock")
ASK(safe, "safe")
ASK(all_transitions, "all-transitions")
ASK(dead_transitions, "dead-transitions")
ASK(quasi_live, "quasi-live")
ASK(live, "live")

uint32_t punfpor_kind_count(void)
{
    return question_rows();
}

/* Fields of the row of a question. */
#define OF_KIND(X)            \
    X(const char *, word)     \
    X(const char *, argument) \
    X(int, is_optional)       \
    X(const char *, help)
#define X(type, field)                    \
    type punfpor_kind_##field(uint32_t i) \
    {                                     \
        return question_at(i)->field;     \
    }
OF_KIND(X)
#undef X

uint32_t punfpor_questions(const punfpor *problem)
{
    return problem->asked.goals.len;
}

const char *punfpor_question_text(const punfpor *problem, uint32_t q)
{
    return problem->asked.goals.at[q].text;
}

const char *punfpor_question_label(const punfpor *problem, uint32_t q)
{
    return goal_label(&problem->asked.goals.at[q]);
}
