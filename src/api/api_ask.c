#include "api/call.h"
#include "api/handle.h"
#include "formats/text/properties.h"
#include "net/marking.h"
#include "question/formula_builder.h"
#include "question/settled.h"

#include <string.h>

struct punfpor_properties {
    const struct net *net;
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
    properties->net = net->net;
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
    switch (properties->list.at[i].kind) {
    case PROPERTIES_REACHABLE:
    case PROPERTIES_INVARIANT:
    case PROPERTIES_HOME:
    case PROPERTIES_INITIAL:
    case PROPERTIES_ALL_PATHS:
    case PROPERTIES_SOME_PATH:
        return PUNFPOR_PROPERTY_FORMULA;
    case PROPERTIES_BOUND:
        return PUNFPOR_PROPERTY_BOUND;
    case PROPERTIES_BEYOND:
        return PUNFPOR_PROPERTY_BEYOND;
    }
    return PUNFPOR_PROPERTY_BEYOND;
}

/* --- properties as questions -------------------------------------------------
 */

/* The constant that the formula is at the initial marking. */
static struct formula *at_beginning(const struct net *net,
                                    const struct formula *formula,
                                    struct diag *diag)
{
    struct formula_builder *const builder = formula_builder_create();
    bits_word *m = mem_zero(marking_words(net), sizeof *m);
    bool holds;

    marking_initial(net, m);
    holds = formula_holds(formula, net, m);
    mem_free(m);
    return formula_builder_finish(
        builder, formula_builder_constant(builder, holds), false, diag);
}

static struct formula *formula_of(const struct properties_item *item,
                                  const struct net *net, struct diag *diag)
{
    switch (item->kind) {
    case PROPERTIES_REACHABLE:
    case PROPERTIES_INVARIANT:
    case PROPERTIES_HOME:
        return formula_copy(item->formula);
    case PROPERTIES_INITIAL:
        return at_beginning(net, item->formula, diag);
    case PROPERTIES_BOUND:
    case PROPERTIES_ALL_PATHS:
    case PROPERTIES_SOME_PATH:
    case PROPERTIES_BEYOND:
        break;
    }
    (void)diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                      "property '%.200s' is a temporal formula with "
                      "quantifiers under others",
                      item->id);
    return NULL;
}

static bool ask_bound(punfpor *problem, const struct properties_item *item,
                      struct diag *diag)
{
    struct formula_sum sum = {0};
    bool good;

    formula_sum_add(&sum, &item->sum, 1);
    settled_sum(problem->asked.net, &sum);
    good = goal_add_built_bound(&problem->asked.goals, &sum, item->id, item->id,
                                diag);
    formula_sum_free(&sum);
    return good;
}

static void ask_item(punfpor *problem, const struct properties_item *item,
                     uint32_t *q, struct diag *diag)
{
    const struct question *const ef = question_find("formula");
    const uint32_t number = problem->asked.goals.len;

    if (item->kind == PROPERTIES_BOUND) {
        if (!ask_bound(problem, item, diag))
            return;
    } else if (item->temporal) {
        if (!goal_add_temporal(
                &problem->asked.goals,
                item->kind == PROPERTIES_ALL_PATHS ? ef->all_paths
                                                   : ef->some_path,
                problem->asked.net, temporal_copy(item->temporal), item->id,
                item->id, diag))
            return;
    } else {
        struct formula *formula = formula_of(item, problem->asked.net, diag);

        if (formula && item->kind != PROPERTIES_INITIAL)
            formula = settled_formula(problem->asked.net, formula, diag);

        if (!formula)
            return;
        goal_add_built(&problem->asked.goals,
                       item->kind == PROPERTIES_INVARIANT ? ef->always
                       : item->kind == PROPERTIES_HOME    ? ef->again
                                                          : ef,
                       formula, item->id, item->id);
    }
    if (q)
        *q = number;
}

enum punfpor_status punfpor_ask_property(punfpor *problem,
                                         const punfpor_properties *properties,
                                         uint32_t i, uint32_t *q,
                                         punfpor_error *error)
{
    CALL(call, error);
    ask_item(problem, &properties->list.at[i], q, &call.diag);
    return call_end(&call, error);
}

/* --- questions ------------------------------------------------------------ */

/* Adds all the questions, or none when memory is exhausted. */
static void add_goals(goal_list *goals, goal_list *more)
{
    const uint64_t n = (uint64_t)goals->len + more->len;

    if (n >= PUNFPOR_NONE)
        mem_failed(SIZE_MAX);
    if (n > goals->cap) {
        const uint64_t wanted = n + n / 2;
        const uint32_t cap =
            wanted < UINT32_MAX ? (uint32_t)wanted : UINT32_MAX;
        struct goal *const at = mem_alloc(cap, sizeof *at);

        if (goals->len)
            memcpy(at, goals->at, goals->len * sizeof *at);
        mem_free(goals->at);
        goals->at = at;
        goals->cap = cap;
    }
    if (more->len)
        memcpy(goals->at + goals->len, more->at, more->len * sizeof *more->at);
    goals->len = (uint32_t)n;
    vec_free(more);
}

static enum punfpor_status end(struct call *call, punfpor *problem,
                               goal_list *more, uint32_t *q,
                               punfpor_error *error)
{
    if (call->diag.code == DIAG_NONE && q)
        *q = problem->asked.goals.len;
    if (call->diag.code == DIAG_NONE)
        add_goals(&problem->asked.goals, more);
    else
        goal_list_free(more);
    return call_end(call, error);
}

enum punfpor_status punfpor_ask(punfpor *problem, const char *word,
                                const char *text, uint32_t *q,
                                punfpor_error *error)
{
    const struct question *const question = question_find(word);
    goal_list more = {0};

    CALL(call, error);
    if (!question)
        (void)diag_report(&call.diag, DIAG_USAGE, NULL, 0, 0,
                          "there is no question '%.80s'", word);
    else if (question->argument && !text)
        (void)diag_report(&call.diag, DIAG_USAGE, NULL, 0, 0,
                          "question '%s' takes a text", word);
    else
        (void)goal_add(&more, question, problem->asked.net, text, &call.diag);
    return end(&call, problem, &more, q, error);
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

const char *punfpor_kind_word(uint32_t i)
{
    return question_at(i)->word;
}

const char *punfpor_kind_argument(uint32_t i)
{
    return question_at(i)->argument;
}

const char *punfpor_kind_help(uint32_t i)
{
    return question_at(i)->help;
}

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
    return problem->asked.goals.at[q].label;
}
