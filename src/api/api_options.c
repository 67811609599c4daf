#include "api/handle.h"
#include "formats/text/given_files.h"

#include <string.h>
#include <unistd.h>

const char *punfpor_version(void)
{
    return VERSION;
}

punfpor *punfpor_create(const punfpor_net *net, punfpor_error *error)
{
    CALL_OR(call, error, NULL);

    punfpor *const problem = mem_zero(1, sizeof *problem);
    problem->asked.net = net->net;
    settings_init(&problem->asked.settings);
    (void)call_end(&call, error);
    return problem;
}

void punfpor_destroy(punfpor *problem)
{
    if (!problem)
        return;
    api_run_finish(&problem->run);
    api_reduce_forget(problem->asked.prepared);
    goal_list_free(&problem->asked.goals);
    dep_destroy(problem->asked.dep);
    mem_free(problem->asked.costs);
    settings_finish(&problem->asked.settings);
    mem_free(problem);
}

/* --- options -------------------------------------------------------------- */

/* A name that is no built-in relation is the path of a file. */
static bool read_relation(const struct net *net, const char *text,
                          struct dep **dep, struct diag *diag)
{
    *dep = NULL;
    if (!text || !*text || text_is_word("none|classic|read", text))
        return true;
    if (strcmp(text, "-") != 0 && access(text, F_OK) != 0)
        return diag_input(diag, text,
                          "no such file; option 'dependency' takes none, "
                          "classic, read or a file of pairs");
    *dep = indep_read(net, text, diag);
    return *dep != NULL;
}

static void set(punfpor *problem, const char *name, const char *value,
                struct diag *diag)
{
    const enum settings_id id = settings_find(name, diag);
    struct dep *dep = NULL;

    if (id == SETTING_COUNT)
        return;
    if (id == SETTING_dependency &&
        !read_relation(problem->asked.net, value, &dep, diag))
        return;
    if (!settings_set(&problem->asked.settings, id, value, diag) ||
        id != SETTING_dependency)
        return;
    dep_destroy(problem->asked.dep);
    problem->asked.dep = dep;
}

enum punfpor_status punfpor_set(punfpor *problem, const char *name,
                                const char *value, punfpor_error *error)
{
    CALL(call, error);
    set(problem, name, value, &call.diag);
    return call_end(&call, error);
}

enum punfpor_status punfpor_option_check(const char *name, const char *value,
                                         punfpor_error *error)
{
    CALL(call, error);

    const enum settings_id id = settings_find(name, &call.diag);

    if (id != SETTING_COUNT)
        (void)settings_check(id, value, &call.diag);
    return call_end(&call, error);
}

static void replace_costs(punfpor *problem, uint32_t *costs)
{
    mem_free(problem->asked.costs);
    problem->asked.costs = costs;
}

enum punfpor_status punfpor_set_costs(punfpor *problem, const uint32_t *costs,
                                      punfpor_error *error)
{
    const uint32_t n = net_given_transitions(problem->asked.net);
    uint32_t *copy = NULL;

    CALL(call, error);
    for (uint32_t t = 0; costs && t < n; t++)
        if (costs[t] > COSTS_LARGEST)
            (void)diag_usage(&call.diag, "a cost is at most %u", COSTS_LARGEST);
    if (costs && call.diag.code == DIAG_NONE)
        copy = mem_copy(costs, n, sizeof *copy);
    if (call.diag.code == DIAG_NONE)
        replace_costs(problem, copy);
    return call_end(&call, error);
}

enum punfpor_status punfpor_load_costs(punfpor *problem, const char *path,
                                       punfpor_error *error)
{
    uint32_t *read;

    CALL(call, error);
    read = costs_read(problem->asked.net, path, &call.diag);
    if (read)
        replace_costs(problem, read);
    return call_end(&call, error);
}

const char *punfpor_get(const punfpor *problem, const char *name)
{
    struct diag ignored = {0};
    const enum settings_id id = settings_find(name, &ignored);

    return id == SETTING_COUNT ? NULL
                               : settings_text(&problem->asked.settings, id);
}

uint32_t punfpor_option_count(void)
{
    return SETTING_COUNT;
}

/* What is told of an option: the name here, and the field of its row. */
#define OF_OPTION(X) \
    X(name, name) X(argument, argument) X(default, value) X(help, help)
#define X(what, field)                            \
    const char *punfpor_option_##what(uint32_t i) \
    {                                             \
        return settings_rows[i].field;            \
    }
OF_OPTION(X)
#undef X

int punfpor_option_used(uint32_t i, uint32_t engine)
{
    return engines_use(engines_list[engine], settings_rows[i].name);
}

uint32_t punfpor_engine_count(void)
{
    return ENGINES_COUNT;
}

const char *punfpor_engine_name(uint32_t engine)
{
    return engines_list[engine]->name;
}

_Static_assert(ENGINE_RACES == 1 << PUNFPOR_RACES &&
                   ENGINE_LISTS == 1 << PUNFPOR_LISTS &&
                   ENGINE_AIMS == 1 << PUNFPOR_AIMS,
               "the same order");

int punfpor_engine_has(uint32_t engine, enum punfpor_trait trait)
{
    return engines_list[engine]->traits >> trait & 1;
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
    return api_solve_engine(&problem->asked)->name;
}

/* --- callbacks ------------------------------------------------------------ */

#define CALLBACK(name, type, ...)                                        \
    void punfpor_set_##name(punfpor *problem, type (*name)(__VA_ARGS__), \
                            void *data)                                  \
    {                                                                    \
        problem->asked.name = name;                                      \
        problem->asked.name##_data = data;                               \
    }

CALLBACK(terminate, int, void *data)
CALLBACK(found, void, void *data, const punfpor_found *what)
CALLBACK(final, void, void *data, const punfpor_found *what)
CALLBACK(progress, void, void *data, const punfpor_progress *now)

void punfpor_set_ranks(punfpor *problem, const punfpor_ranks *ranks)
{
    problem->asked.ranks = (struct engine_ranks){0};
    if (ranks && ranks->n_ranks > 1)
        problem->asked.ranks = (struct engine_ranks){
            .rank = ranks->rank,
            .n_ranks = ranks->n_ranks,
            .send = ranks->send,
            .receive = ranks->receive,
            .self = ranks->data,
        };
}
