#include "api/api_prepare.h"
#include "api/api_safety.h"
#include "api/api_solve.h"
#include "api/call.h"
#include "api/handle.h"
#include "formats/text/indep.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *punfpor_version(void)
{
    return VERSION;
}

punfpor *punfpor_create(const punfpor_net *net, punfpor_error *error)
{
    struct call call;
    punfpor *problem;

    call_begin(&call);
    if (setjmp(call.scope.back)) {
        (void)call_failed(&call, error);
        return NULL;
    }
    problem = mem_zero(1, sizeof *problem);
    problem->net = net->net;
    settings_init(&problem->settings);
    (void)call_end(&call, error);
    return problem;
}

void punfpor_destroy(punfpor *problem)
{
    if (!problem)
        return;
    api_solve_clear(problem);
    api_prepare_destroy(problem->prepared);
    goal_list_free(&problem->goals);
    dep_destroy(problem->dep);
    settings_finish(&problem->settings);
    mem_free(problem);
}

/* --- options -------------------------------------------------------------- */

/* A name that is no built-in relation is the path of a file. */
static bool read_relation(const punfpor *problem, const char *text,
                          struct dep **dep, struct diag *diag)
{
    *dep = NULL;
    if (!text || !*text || !strcmp(text, "none") || !strcmp(text, "classic") ||
        !strcmp(text, "read"))
        return true;
    if (strcmp(text, "-") != 0 && access(text, F_OK) != 0)
        return diag_report(
            diag, DIAG_INPUT, text, 0, 0,
            "no such file; option 'dependency' takes none, classic, "
            "read or a file of pairs");
    *dep = indep_read(problem->net, text, diag);
    return *dep != NULL;
}

static void set(punfpor *problem, const char *name, const char *value,
                struct diag *diag)
{
    const enum settings_id id = settings_find(name, diag);
    struct dep *dep = NULL;

    if (id == SETTING_COUNT)
        return;
    if (id == SETTING_dependency && !read_relation(problem, value, &dep, diag))
        return;
    if (!settings_set(&problem->settings, id, value, diag) ||
        id != SETTING_dependency)
        return;
    dep_destroy(problem->dep);
    problem->dep = dep;
}

enum punfpor_status punfpor_set(punfpor *problem, const char *name,
                                const char *value, punfpor_error *error)
{
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    set(problem, name, value, &call.diag);
    return call_end(&call, error);
}

enum punfpor_status punfpor_option_check(const char *name, const char *value,
                                         punfpor_error *error)
{
    struct call call;

    call_begin(&call);

    const enum settings_id id = settings_find(name, &call.diag);

    if (id != SETTING_COUNT)
        (void)settings_check(id, value, &call.diag);
    return call_end(&call, error);
}

const char *punfpor_get(const punfpor *problem, const char *name)
{
    struct diag ignored = {0};
    const enum settings_id id = settings_find(name, &ignored);

    return id == SETTING_COUNT ? NULL : settings_text(&problem->settings, id);
}

uint32_t punfpor_option_count(void)
{
    return SETTING_COUNT;
}

const char *punfpor_option_name(uint32_t i)
{
    return settings_name((enum settings_id)i);
}

const char *punfpor_option_argument(uint32_t i)
{
    return settings_argument((enum settings_id)i);
}

const char *punfpor_option_default(uint32_t i)
{
    return settings_default((enum settings_id)i);
}

const char *punfpor_option_help(uint32_t i)
{
    return settings_help((enum settings_id)i);
}

int punfpor_option_used(uint32_t i, uint32_t engine)
{
    return settings_used((enum settings_id)i, engines_list[engine]);
}

uint32_t punfpor_engine_count(void)
{
    return ENGINES_COUNT;
}

const char *punfpor_engine_name(uint32_t engine)
{
    return engines_list[engine]->name;
}

const char *punfpor_techniques(const char *engine)
{
    for (uint32_t i = 0; i < ENGINES_COUNT; i++)
        if (!strcmp(engine, engines_list[i]->name))
            return engines_list[i]->techniques;
    return api_safety_techniques(engine);
}

const char *punfpor_engine(const punfpor *problem)
{
    return api_solve_engine(problem)->name;
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
        *q = problem->goals.len;
    if (call->diag.code == DIAG_NONE)
        add_goals(&problem->goals, more);
    else
        goal_list_free(more);
    return call_end(call, error);
}

/* Appends questions to the list; false with a report on errors. */
typedef bool add_questions(goal_list *more, const struct net *net,
                           const char *text, struct diag *diag);

static enum punfpor_status ask(punfpor *problem, add_questions *add,
                               const char *text, uint32_t *q,
                               punfpor_error *error)
{
    goal_list more = {0};
    struct call call;

    call_begin(&call);
    if (setjmp(call.scope.back))
        return call_failed(&call, error);
    (void)add(&more, problem->net, text, &call.diag);
    return end(&call, problem, &more, q, error);
}

static bool add_marking(goal_list *more, const struct net *net,
                        const char *text, struct diag *diag)
{
    return goal_add_marking(more, net, text, false, diag);
}

static bool add_exact_marking(goal_list *more, const struct net *net,
                              const char *text, struct diag *diag)
{
    return goal_add_marking(more, net, text, true, diag);
}

static bool add_deadlock(goal_list *more, const struct net *net,
                         const char *text, struct diag *diag)
{
    (void)net;
    (void)text;
    (void)diag;
    goal_add_deadlock(more);
    return true;
}

static bool add_safe(goal_list *more, const struct net *net, const char *text,
                     struct diag *diag)
{
    (void)net;
    (void)text;
    (void)diag;
    goal_add_safe(more);
    return true;
}

static bool add_dead(goal_list *more, const struct net *net, const char *text,
                     struct diag *diag)
{
    (void)net;
    (void)text;
    (void)diag;
    goal_add_dead(more);
    return true;
}

static bool add_quasi_live(goal_list *more, const struct net *net,
                           const char *text, struct diag *diag)
{
    (void)net;
    (void)text;
    (void)diag;
    goal_add_quasi_live(more);
    return true;
}

static bool add_live(goal_list *more, const struct net *net, const char *text,
                     struct diag *diag)
{
    (void)net;
    (void)text;
    (void)diag;
    goal_add_live(more);
    return true;
}

static bool add_all_transitions(goal_list *more, const struct net *net,
                                const char *text, struct diag *diag)
{
    (void)text;
    (void)diag;
    goal_add_all_trans(more, net);
    return true;
}

enum punfpor_status punfpor_ask_transition(punfpor *problem, const char *text,
                                           uint32_t *q, punfpor_error *error)
{
    return ask(problem, goal_add_trans, text, q, error);
}

enum punfpor_status punfpor_ask_marking(punfpor *problem,
                                        const char *expression, uint32_t *q,
                                        punfpor_error *error)
{
    return ask(problem, add_marking, expression, q, error);
}

enum punfpor_status punfpor_ask_exact_marking(punfpor *problem,
                                              const char *expression,
                                              uint32_t *q, punfpor_error *error)
{
    return ask(problem, add_exact_marking, expression, q, error);
}

enum punfpor_status punfpor_ask_formula(punfpor *problem, const char *text,
                                        uint32_t *q, punfpor_error *error)
{
    return ask(problem, goal_add_formula, text, q, error);
}

enum punfpor_status punfpor_ask_bound(punfpor *problem, const char *text,
                                      uint32_t *q, punfpor_error *error)
{
    return ask(problem, goal_add_bound, text, q, error);
}

enum punfpor_status punfpor_ask_deadlock(punfpor *problem, uint32_t *q,
                                         punfpor_error *error)
{
    return ask(problem, add_deadlock, NULL, q, error);
}

enum punfpor_status punfpor_ask_safe(punfpor *problem, uint32_t *q,
                                     punfpor_error *error)
{
    return ask(problem, add_safe, NULL, q, error);
}

enum punfpor_status punfpor_ask_all_transitions(punfpor *problem, uint32_t *q,
                                                punfpor_error *error)
{
    return ask(problem, add_all_transitions, NULL, q, error);
}

enum punfpor_status punfpor_ask_dead_transitions(punfpor *problem, uint32_t *q,
                                                 punfpor_error *error)
{
    return ask(problem, add_dead, NULL, q, error);
}

enum punfpor_status punfpor_ask_quasi_live(punfpor *problem, uint32_t *q,
                                           punfpor_error *error)
{
    return ask(problem, add_quasi_live, NULL, q, error);
}

enum punfpor_status punfpor_ask_live(punfpor *problem, uint32_t *q,
                                     punfpor_error *error)
{
    return ask(problem, add_live, NULL, q, error);
}

uint32_t punfpor_questions(const punfpor *problem)
{
    return problem->goals.len;
}

const char *punfpor_question_text(const punfpor *problem, uint32_t q)
{
    return problem->goals.at[q].text;
}

const char *punfpor_question_label(const punfpor *problem, uint32_t q)
{
    return problem->goals.at[q].label;
}

/* --- callbacks ------------------------------------------------------------ */

void punfpor_set_terminate(punfpor *problem, int (*terminate)(void *data),
                           void *data)
{
    problem->terminate = terminate;
    problem->terminate_data = data;
}

void punfpor_set_found(punfpor *problem,
                       void (*found)(void *data, const punfpor_found *what),
                       void *data)
{
    problem->found = found;
    problem->found_data = data;
}

void punfpor_set_ranks(punfpor *problem, const punfpor_ranks *ranks)
{
    problem->ranks = (struct engine_ranks){0};
    if (ranks && ranks->n_ranks > 1)
        problem->ranks = (struct engine_ranks){
            .rank = ranks->rank,
            .n_ranks = ranks->n_ranks,
            .send = ranks->send,
            .receive = ranks->receive,
            .self = ranks->data,
        };
}

void punfpor_set_final(punfpor *problem,
                       void (*final)(void *data, const punfpor_found *what),
                       void *data)
{
    problem->final = final;
    problem->final_data = data;
}

void punfpor_set_progress(punfpor *problem,
                          void (*progress)(void *data,
                                           const punfpor_progress *now),
                          void *data)
{
    problem->progress = progress;
    problem->progress_data = data;
}
