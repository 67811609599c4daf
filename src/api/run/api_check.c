#include "api/run/api_problem.h"

#include "base/text.h"
#include "engine/race/race_members.h"
#include "formats/net/mci.h"

#include <string.h>

static bool has(const struct api_problem *problem, enum settings_id id)
{
    return api_problem_number(problem, id) != 0;
}

/* --- the input of an engine ----------------------------------------------- */

struct engine_problem api_check_given(const struct api_problem *problem,
                                      const struct dep *dep)
{
    const uint64_t prefix = api_problem_number(problem, SETTING_prefix);
    const bool conflicts = api_problem_number(problem, SETTING_conflicts);
    const bool cutoffs = api_problem_number(problem, SETTING_cutoffs);
    const uint64_t table = api_problem_number(problem, SETTING_table);

    return (struct engine_problem){
        .net = problem->net,
        .dep = dep,
        .question = {problem->goals.at, problem->goals.len},
        .racers = api_check_racers(problem),
        .unfolding.order =
            (enum engine_order)api_problem_number(problem, SETTING_order),
        .unfolding.cutoffs = cutoffs,
        .por.table = cutoffs && table != SETTINGS_OFF,
        .por.table_limit = table == SETTINGS_OFF ? 0 : table,
        .por.choice =
            (enum engine_choice)api_problem_number(problem, SETTING_choose),
        .por.k = (uint32_t)api_problem_number(problem, SETTING_alternatives),
        .por.cache = api_problem_number(problem, SETTING_cache),
        .por.deepening =
            cutoffs ? settings_real(&problem->settings, SETTING_deepening) : 0,
        .test.check = (uint32_t)api_problem_number(problem, SETTING_check),
        .state.stubborn =
            (enum engine_stubborn)api_problem_number(problem, SETTING_stubborn),
        .state.interpolation =
            api_problem_number(problem, SETTING_interpolation),
        .seed = api_problem_number(problem, SETTING_seed),
        .from_prefix = api_problem_number(problem, SETTING_from_prefix),
        .output.proof = api_problem_number(problem, SETTING_certificate),
        .output.prefix = prefix,
        .output.whole = prefix >= SETTINGS_PREFIX_MCI && !conflicts,
        .output.no_conflicts = !prefix || !conflicts,
        .output.steps = prefix && api_problem_number(problem, SETTING_steps),
        .output.copies = prefix >= SETTINGS_PREFIX_MCI,
        .output.complete = prefix >= SETTINGS_PREFIX_COMPLETE,
        .output.concurrent = problem->concurrent,
        .output.attractors = problem->attractors,
    };
}

/* --- lists of engines ----------------------------------------------------- */

struct api_problem_text api_check_engines(unsigned set)
{
    struct api_problem_text text;
    char words[256] = "";
    size_t n = 0;

    for (uint32_t i = 0; i < ENGINES_COUNT; i++)
        if (set >> i & 1)
            n += (size_t)snprintf(words + n, sizeof words - n, "%s'%s'",
                                  n ? "|" : "", engines_list[i]->name);
    n = (size_t)snprintf(text.at, sizeof text.at, "engine%s ",
                         set & (set - 1) ? "s" : "");
    text_words(words, "and", text.at + n, sizeof text.at - n);
    return text;
}

/* Those that answer the question by yes, by no or by both. */
static unsigned engines_that_answer(const struct net *net,
                                    const struct goal *goal)
{
    unsigned set = 0;

    for (uint32_t i = 0; i < ENGINES_COUNT; i++)
        if (!engine_has(engines_list[i], ENGINE_RACES) &&
            !engines_refuse(engines_list[i], net, goal, 1))
            set |= 1u << i;
    return set;
}

static unsigned engines_that_certify(const struct engine_problem *problem)
{
    unsigned set = 0;

    for (uint32_t i = 0; i < ENGINES_COUNT; i++) {
        const struct engine *const engine = engines_list[i];
        struct diag ignored = {0};

        if (!engine_has(engine, ENGINE_RACES) && engine->certifies &&
            !engines_refuse(engine, problem->net, problem->question.goals,
                            problem->question.n_goals) &&
            engine->certifies(problem, &ignored))
            set |= 1u << i;
    }
    return set;
}

static unsigned engines_that_use(enum settings_id id)
{
    unsigned set = 0;

    for (uint32_t i = 0; i < ENGINES_COUNT; i++)
        if (engines_use(engines_list[i], settings_rows[id].name))
            set |= 1u << i;
    return set;
}

/* --- what an engine must be able to do ------------------------------------ */

/* A complete prefix requires the engine that completes it. */
static bool check_complete(const struct api_problem *problem,
                           const struct engine *engine, const struct dep *dep,
                           struct diag *diag)
{
    const uint64_t prefix = api_problem_number(problem, SETTING_prefix);

    if (prefix < SETTINGS_PREFIX_COMPLETE)
        return true;
    if (engine_has(engine, ENGINE_MERGES) && prefix == SETTINGS_PREFIX_COMPLETE)
        return true;
    if (engine_has(engine, ENGINE_COMPLETES))
        return prefix != SETTINGS_PREFIX_MCI ||
               mci_fits(problem->net, dep, diag);
    return diag_usage(diag, "engine '%s' builds no complete prefix; %s does",
                      engine->name,
                      api_check_engines(engines_with(ENGINE_COMPLETES)).at);
}

static bool check_certificate(const struct api_problem *problem,
                              const struct engine *engine,
                              const struct dep *dep, struct diag *diag)
{
    const struct engine_problem given = api_check_given(problem, dep);
    unsigned others;
    struct diag why = {0};

    if (!has(problem, SETTING_certificate))
        return true;
    if (problem->goals.len != 1)
        return diag_usage(diag, "a certificate needs exactly one question");
    if (problem->goals.at->question->evidence == QUESTION_OF_FORMULA ||
        (engine->certifies && engine->certifies(&given, &why)))
        return true;
    if (!engine->certifies)
        (void)diag_usage(&why, "engine '%s' cannot certify '%.300s'",
                         engine->name, problem->goals.at->text);
    others = engines_that_certify(&given);
    return diag_usage(diag, "%s%s%s%s", why.text, others ? "; " : "",
                      others ? api_check_engines(others).at : "",
                      others ? " can" : "");
}

/* --- options without effect ----------------------------------------------- */

/* A race uses what the engines use that can race. */
static bool is_used(const struct api_problem *problem, enum settings_id id,
                    const struct engine *engine)
{
    const bool certifies = has(problem, SETTING_certificate);
    bool used = engines_use(engine, settings_rows[id].name);

    for (uint32_t i = 0; i < ENGINES_RACERS && engine_has(engine, ENGINE_RACES);
         i++)
        used |= (!certifies || engine_has(engines_racer(i), ENGINE_PROVES)) &&
                engines_use(engines_racer(i), settings_rows[id].name);
    return used;
}

static bool refuse_option(enum settings_id id, const struct engine *engine,
                          struct diag *diag)
{
    const unsigned users = engines_that_use(id);

    return diag_usage(diag, "engine '%s' does not use option '%s'; %s do%s",
                      engine->name, settings_rows[id].name,
                      api_check_engines(users).at,
                      users & (users - 1) ? "" : "es");
}

static bool check_engine(const struct api_problem *problem,
                         const struct engine *engine, struct diag *diag)
{
    for (uint32_t i = 0; i < SETTING_COUNT; i++) {
        const enum settings_id id = (enum settings_id)i;

        if (settings_given(&problem->settings, id) &&
            !is_used(problem, id, engine))
            return refuse_option(id, engine, diag);
    }
    return true;
}

/* A list and a run of least cost are found by a search of the markings, which
 * has no use for these options.  What is doomed is found on a prefix, too,
 * which has a use for the last five; a run of least cost on a prefix, for the
 * last two; and sets of markings are checked. */
static bool check_search(const struct api_problem *problem,
                         const struct engine *engine, struct diag *diag)
{
    static const enum settings_id idle[] = {
        SETTING_racers,    SETTING_reduce,       SETTING_table,
        SETTING_choose,    SETTING_alternatives, SETTING_cache,
        SETTING_deepening, SETTING_stubborn,     SETTING_interpolation,
        SETTING_seed,      SETTING_check,        SETTING_from_prefix,
        SETTING_cutoffs,   SETTING_max_depth,    SETTING_threads,
        SETTING_order,     SETTING_dependency};
    const struct goal *const goal = problem->goals.at;
    size_t n = sizeof idle / sizeof *idle;

    if (!problem->goals.len ||
        (!goal->question->lists && !goal->question->has_cost))
        return true;
    if (goal->question->lists && goal->formula)
        n -= 5;
    else if (goal->question->has_cost && engine_has(engine, ENGINE_COMPLETES))
        n -= 2;
    for (size_t i = 0; i < n; i++)
        if (settings_given(&problem->settings, idle[i]) &&
            (idle[i] != SETTING_check || !engine_has(engine, ENGINE_SETTLES)))
            return diag_usage(diag, "option '%s' has no effect on '%.400s'",
                              settings_rows[idle[i]].name, goal->text);
    return true;
}

static bool check_reduce(const struct api_problem *problem, struct diag *diag)
{
    const uint64_t rules = api_problem_number(problem, SETTING_reduce);

    if (rules == 0 || rules == SETTINGS_OFF)
        return true;
    if (problem->dep)
        return diag_usage(diag,
                          "a file of independent transitions says nothing "
                          "about a reduced net: option 'reduce' must be off");
    return problem->goals.len ||
           diag_usage(diag, "option 'reduce' has no effect without a question");
}

static bool asks_for_table(const struct settings *settings)
{
    return settings_given(settings, SETTING_table) &&
           settings_number(settings, SETTING_table) != SETTINGS_OFF;
}

static bool asks_for_passes(const struct settings *settings)
{
    return settings_given(settings, SETTING_deepening) &&
           settings_real(settings, SETTING_deepening) > 0;
}

/* Orders, the table of markings and passes serve the cutoffs alone. */
static bool check_cutoffs(const struct api_problem *problem, struct diag *diag)
{
    const struct settings *const settings = &problem->settings;
    const enum settings_id odd = settings_given(settings, SETTING_order)
                                     ? SETTING_order
                                 : asks_for_table(settings)  ? SETTING_table
                                 : asks_for_passes(settings) ? SETTING_deepening
                                                             : SETTING_COUNT;

    return has(problem, SETTING_cutoffs) || odd == SETTING_COUNT ||
           diag_usage(diag, "option '%s' has no effect without cutoffs",
                      settings_rows[odd].name);
}

/* Learning is on the way to an answer. */
static bool check_exhaustive(const struct api_problem *problem,
                             struct diag *diag)
{
    return problem->goals.len ||
           !settings_given(&problem->settings, SETTING_interpolation) ||
           diag_usage(
               diag, "option 'interpolation' has no effect without a question");
}

static bool check_goals(const struct api_problem *problem,
                        const struct engine *engine, struct diag *diag)
{
    if (engine_has(engine, ENGINE_NEEDS_QUESTION) && !problem->goals.len)
        return diag_usage(diag,
                          "engine '%s' explores nothing: it needs a question",
                          engine->name);
    for (uint32_t i = 0; i < problem->goals.len; i++) {
        const struct goal *const goal = &problem->goals.at[i];
        const char *const why = engines_refuse(engine, problem->net, goal, 1);

        if (goal->question->is_alone && problem->goals.len > 1)
            return diag_usage(diag, "'%.80s' is asked alone", goal->text);
        if (goal->question->uncertified && has(problem, SETTING_certificate))
            return diag_usage(diag, "there is no certificate of '%s': %s",
                              goal->text, goal->question->uncertified);
        if (why)
            return diag_usage(
                diag, "engine '%s' cannot answer '%.400s'%s; %s can",
                engine->name, goal->text, why,
                api_check_engines(engines_that_answer(problem->net, goal)).at);
    }
    return true;
}

static bool check_limits(const struct api_problem *problem,
                         const struct engine *engine, const struct dep *dep,
                         struct diag *diag)
{
    const struct engine_problem given = api_check_given(problem, dep);
    const struct engine_limits limits = {
        .max_depth = (uint32_t)api_problem_number(problem, SETTING_max_depth)};

    return !engine->supports || engine->supports(&given, &limits, diag);
}

/* Of several processes each is one worker, and all must explore one net. */
static bool check_ranks(const struct api_problem *problem,
                        const struct engine *engine, struct diag *diag)
{
    if (!problem->ranks.n_ranks)
        return true;
    if (!engine_has(engine, ENGINE_SHARES))
        return diag_usage(diag, "several processes need %s",
                          api_check_engines(engines_with(ENGINE_SHARES)).at);
    if (api_problem_number(problem, SETTING_threads) > 1)
        return diag_usage(diag, "option 'threads' must be 1: each of several "
                                "processes is one worker");
    return !settings_given(&problem->settings, SETTING_reduce) ||
           !has(problem, SETTING_reduce) ||
           diag_usage(diag,
                      "option 'reduce' must be off for several processes");
}

static bool check_checkpoint(const struct api_problem *problem,
                             struct diag *diag)
{
    return !settings_given(&problem->settings, SETTING_checkpoint_every) ||
           strcmp(settings_text(&problem->settings, SETTING_checkpoint),
                  "off") != 0 ||
           diag_usage(diag, "option 'checkpoint-every' has no effect without "
                            "option 'checkpoint'");
}

static unsigned wanted_racers(const struct api_problem *problem)
{
    return race_members_wanted(
        (unsigned)api_problem_number(problem, SETTING_racers),
        has(problem, SETTING_certificate));
}

unsigned api_check_racers(const struct api_problem *problem)
{
    /* Diagrams of circuits are small mostly. */
    return wanted_racers(problem) |
           (problem->is_circuit ? RACE_MEMBERS_EVERY : 0);
}

static bool check_racing(const struct api_problem *problem,
                         const struct engine *engine, struct diag *diag)
{
    if (engine_has(engine, ENGINE_RACES) && !wanted_racers(problem))
        return diag_usage(
            diag,
            "none of the engines of option 'racers' can certify the answer");
    return !settings_given(&problem->settings, SETTING_racers) ||
           engine_has(engine, ENGINE_RACES) ||
           diag_usage(diag,
                      "option 'racers' has no effect: there is no race, engine "
                      "'%s' runs alone",
                      engine->name);
}

/* Option `fair` is for formulas alone.  If a marking decides a formula, the
 * option changes nothing, because each finite run has a fair continuation. */
static bool check_fair(const struct api_problem *problem, struct diag *diag)
{
    net_trans_list list = {0};
    bool good =
        fair_read(problem->net, settings_text(&problem->settings, SETTING_fair),
                  &list, diag);

    for (uint32_t q = 0; list.len && good && q < problem->goals.len; q++)
        good = fair_suits(&problem->goals.at[q], diag);
    if (good && list.len && !problem->goals.len)
        good = diag_usage(diag, "option 'fair' needs a formula");
    vec_free(&list);
    return good;
}

/* Engine `prefix` seeks a run of least cost on its prefix. */
static bool check_cheapest(const struct api_problem *problem,
                           const struct dep *dep, struct diag *diag)
{
    const struct engine *const chosen = api_problem_engine(problem);
    const struct goal *const goal = problem->goals.at;

    if (!problem->goals.len || !goal->question->has_cost ||
        !engine_has(chosen, ENGINE_COMPLETES))
        return true;
    if (goal->kind != GOAL_TRANSITION)
        return diag_usage(diag,
                          "engine '%s' cannot answer '%.400s': its order "
                          "compares what events cost, not markings; %s can",
                          chosen->name, goal->text,
                          api_check_engines(engines_with(ENGINE_LISTS)).at);
    return dep_kind(dep) != DEP_USER ||
           diag_usage(diag,
                      "engine '%s' cannot answer '%.400s' under a relation of "
                      "the user; %s can",
                      chosen->name, goal->text,
                      api_check_engines(engines_with(ENGINE_LISTS)).at);
}

bool api_check_problem(const struct api_problem *problem,
                       const struct engine *engine, const struct dep *dep,
                       struct diag *diag)
{
    return check_goals(problem, engine, diag) &&
           check_search(problem, engine, diag) &&
           check_racing(problem, engine, diag) &&
           check_limits(problem, engine, dep, diag) &&
           check_complete(problem, engine, dep, diag) &&
           check_certificate(problem, engine, dep, diag) &&
           check_engine(problem, engine, diag) &&
           check_ranks(problem, engine, diag) &&
           check_checkpoint(problem, diag) && check_reduce(problem, diag) &&
           check_cutoffs(problem, diag) && check_exhaustive(problem, diag) &&
           check_fair(problem, diag) && check_cheapest(problem, dep, diag);
}
