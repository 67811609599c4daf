#include "api/fits.h"

#include "engine/por/split.h"
#include "engine/race/race.h"
#include "engine/reverse/run_goals.h"
#include "formats/net/mci.h"
#include "question/formula_cubes.h"
#include "structure/termination.h"

#include <string.h>

static bool is(const struct engine *engine, const char *name)
{
    return !strcmp(engine->name, name);
}

static bool has(const punfpor *problem, enum settings_id id)
{
    return settings_number(&problem->settings, id) != 0;
}

/* A complete prefix requires the engine that completes it. */
static bool fits_complete(const punfpor *problem, const struct engine *engine,
                          const struct dep *dep, struct diag *diag)
{
    const uint64_t prefix = settings_number(&problem->settings, SETTING_prefix);

    if (prefix < SETTINGS_PREFIX_COMPLETE)
        return true;
    if (!is(engine, "prefix"))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "engine '%s' builds no complete prefix; engine "
                           "'prefix' does",
                           engine->name);
    return prefix != SETTINGS_PREFIX_MCI || mci_fits(problem->net, dep, diag);
}

/* --- certificates --------------------------------------------------------- */

/* A complete prefix shows which places are never marked together.  That none of
 * its markings leaves a place empty would take a refutation besides. */
static bool prefix_certifies_formula(const struct net *net,
                                     const struct goal *goal, struct diag *diag)
{
    formula_cubes_list cubes;
    place_id empty = PLACE_NONE;

    if (!formula_cubes_of(goal->formula, net, FORMULA_CUBES_CERTIFIED, &cubes))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "engine 'prefix' cannot certify '%.300s', which "
                           "asks for a deadlock or for more than %d sets of "
                           "places; engine 'state' can",
                           goal->text, FORMULA_CUBES_CERTIFIED);
    for (uint32_t i = 0; i < cubes.len && empty == PLACE_NONE; i++)
        if (cubes.at[i].empty.len)
            empty = cubes.at[i].empty.at[0];
    formula_cubes_free(&cubes);
    return empty == PLACE_NONE ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "engine 'prefix' cannot certify '%.300s': a prefix "
                       "does not show that '%.100s' is never empty then; "
                       "engine 'state' can",
                       goal->text, net_place_label(net, empty));
}

static bool prefix_certifies_sum(const struct net *net, const struct goal *goal,
                                 struct diag *diag)
{
    const struct formula_node *const node = goal->formula->nodes.at;

    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term *const term =
            &goal->formula->terms.at[node->first + i];

        if (term->factor < 0)
            return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                               "engine 'prefix' cannot certify '%.300s': a "
                               "prefix does not show when '%.100s' is empty; "
                               "engine 'state' can",
                               goal->text, net_place_label(net, term->place));
    }
    return true;
}

/* As far as the question goes. */
static bool prefix_certifies_goal(const punfpor *problem, struct diag *diag)
{
    const struct goal *const goal = problem->goals.at;

    if (goal->kind == GOAL_DEADLOCK || goal->empty.len)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "engine 'prefix' cannot certify that '%s' is "
                           "unreachable; engine 'state' can",
                           goal->text);
    if (goal->kind == GOAL_FORMULA)
        return prefix_certifies_formula(problem->net, goal, diag);
    return goal->kind != GOAL_BOUND ||
           prefix_certifies_sum(problem->net, goal, diag);
}

static bool prefix_certifies(const punfpor *problem, const struct dep *dep,
                             struct diag *diag)
{
    const enum dep_kind kind = dep_kind(dep);

    if (kind != DEP_CLASSIC && kind != DEP_READ)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "a certificate of engine 'prefix' needs option "
                           "'dependency' to be classic or read");
    return prefix_certifies_goal(problem, diag);
}

static bool state_certifies(const punfpor *problem, struct diag *diag)
{
    return (settings_number(&problem->settings, SETTING_stubborn) ==
                STUBBORN_PROPERTY &&
            has(problem, SETTING_interpolation)) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "a certificate of engine 'state' needs option "
                       "'stubborn' to be property and 'interpolation' to be "
                       "on");
}

static const char *engines_that_certify(const punfpor *problem)
{
    struct diag why = {0};

    return problem->goals.at->kind == GOAL_SAFE   ? "engine 'prefix' can"
           : prefix_certifies_goal(problem, &why) ? "engines 'state' and "
                                                    "'prefix' can"
                                                  : "engine 'state' can";
}

static bool fits_certificate(const punfpor *problem,
                             const struct engine *engine, const struct dep *dep,
                             struct diag *diag)
{
    if (!has(problem, SETTING_certificate))
        return true;
    if (problem->goals.len != 1)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "a certificate needs exactly one question");
    if (is(engine, "prefix"))
        return prefix_certifies(problem, dep, diag);
    if (problem->goals.at->kind == GOAL_SAFE)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "engine '%s' cannot certify that the net is safe; "
                           "engine 'prefix' can",
                           engine->name);
    if (is(engine, "state") || is(engine, "auto"))
        return state_certifies(problem, diag);
    if (is(engine, "equation"))
        return true;
    return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "engine '%s' cannot certify '%s'; %s", engine->name,
                       problem->goals.at->text, engines_that_certify(problem));
}

/* --- options without effect ----------------------------------------------- */

static unsigned set_of(const punfpor *problem, const struct engine *engine)
{
    return is(engine, "por")        ? SETTINGS_POR
           : is(engine, "prefix")   ? SETTINGS_PREFIX
           : is(engine, "state")    ? SETTINGS_STATE
           : is(engine, "walk")     ? SETTINGS_WALK
           : is(engine, "equation") ? SETTINGS_EQUATION
           : is(engine, "reverse")  ? SETTINGS_REVERSE
           : has(problem, SETTING_certificate)
               ? SETTINGS_CERTIFYING
               : SETTINGS_ALL; /* each engine uses its own */
}

static bool refuse(enum settings_id id, const struct engine *engine,
                   struct diag *diag)
{
    const char *const users = settings_users(id);
    const char *const other = strchr(users, ' ');

    return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "engine '%s' does not use option '%s'; engine%s '%.*s'"
                       "%s%.*s%s do%s",
                       engine->name, settings_name(id), other ? "s" : "",
                       (int)strcspn(users, " "), users, other ? " and '" : "",
                       other ? (int)strcspn(other + 1, " ") : 0,
                       other ? other + 1 : "", other ? "'" : "",
                       other ? "" : "es");
}

static bool fits_engine(const punfpor *problem, const struct engine *engine,
                        struct diag *diag)
{
    for (uint32_t i = 0; i < SETTING_COUNT; i++) {
        const enum settings_id id = (enum settings_id)i;

        if (settings_given(&problem->settings, id) &&
            !(settings_engines(id) & set_of(problem, engine)))
            return refuse(id, engine, diag);
    }
    return true;
}

static bool fits_reduce(const punfpor *problem, struct diag *diag)
{
    const uint64_t rules = settings_number(&problem->settings, SETTING_reduce);

    if (rules == 0 || rules == SETTINGS_OFF)
        return true;
    if (problem->dep)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "a file of independent transitions says nothing "
                           "about a reduced net: option 'reduce' must be off");
    return problem->goals.len ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "option 'reduce' has no effect without a question");
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
static bool fits_cutoffs(const punfpor *problem, struct diag *diag)
{
    const struct settings *const settings = &problem->settings;
    const enum settings_id odd = settings_given(settings, SETTING_order)
                                     ? SETTING_order
                                 : asks_for_table(settings)  ? SETTING_table
                                 : asks_for_passes(settings) ? SETTING_deepening
                                                             : SETTING_COUNT;

    return has(problem, SETTING_cutoffs) || odd == SETTING_COUNT ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "option '%s' has no effect without cutoffs",
                       settings_name(odd));
}

/* Engine 'state' learns on the way to an answer. */
static bool fits_exhaustive(const punfpor *problem, const struct engine *engine,
                            struct diag *diag)
{
    return problem->goals.len || !is(engine, "state") ||
           !settings_given(&problem->settings, SETTING_interpolation) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "option 'interpolation' has no effect without a "
                       "question");
}

static const char *engines_for(const struct goal *goal)
{
    return goal->kind == GOAL_LIVE ? "engine 'state' can"
                                   : "engines 'state' and 'prefix' can";
}

/* What is missing for a certificate of the question; NULL: nothing. */
static const char *missing_for(const struct goal *goal)
{
    if (goal->kind == GOAL_LIVE)
        return "a proof speaks of markings that are never reached, not of "
               "those from which a transition can fire again";
    return goal_has_members(goal)
               ? "a certificate is of one transition; ask for each with "
                 "'reach'"
               : NULL;
}

/* The state equation is about questions. */
static bool fits_equation(const punfpor *problem, struct diag *diag)
{
    return problem->goals.len ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "engine 'equation' explores nothing: it needs a "
                       "question");
}

static bool fits_goals(const punfpor *problem, const struct engine *engine,
                       struct diag *diag)
{
    if (is(engine, "equation") && !fits_equation(problem, diag))
        return false;
    for (uint32_t i = 0; i < problem->goals.len; i++) {
        const struct goal *const goal = &problem->goals.at[i];

        if (missing_for(goal) && has(problem, SETTING_certificate))
            return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                               "there is no certificate of '%s': %s",
                               goal->text, missing_for(goal));
        if (goal->kind == GOAL_LIVE && !is(engine, "state"))
            return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                               "engine '%s' cannot answer '%s'; %s",
                               engine->name, goal->text, engines_for(goal));
        if (goal->kind != GOAL_FORMULA && goal->kind != GOAL_BOUND)
            continue;
        if ((is(engine, "por") || is(engine, "reverse")) &&
            goal->kind == GOAL_BOUND)
            return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                               "engine '%s' cannot answer '%.400s'; %s",
                               engine->name, goal->text, engines_for(goal));
        if (is(engine, "reverse") && !run_goals_fit(goal->formula))
            return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                               "engine 'reverse' cannot answer '%.400s', which "
                               "is not about the ends of runs: 'EF (deadlock "
                               "and ...)'; %s",
                               goal->text, engines_for(goal));
        if (is(engine, "por") && !split_fits(goal->formula, problem->net))
            return diag_report(
                diag, DIAG_USAGE, NULL, 0, 0,
                "engine 'por' cannot answer '%.400s', which does "
                "not split into %d markings or fewer; engines "
                "'state' and 'prefix' can",
                goal->text, FORMULA_CUBES_MOST);
    }
    return true;
}

/* A walk has somewhere to go, or it never ends. */
static bool fits_walk(const punfpor *problem, const struct engine *engine,
                      struct diag *diag)
{
    return problem->goals.len || !is(engine, "walk") ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "engine 'walk' needs a question");
}

/* Without cutoffs, a search ends if all runs do. */
static bool fits_endless(const punfpor *problem, const struct engine *engine,
                         struct diag *diag)
{
    trans_id t;

    if (!is(engine, "reverse") || has(problem, SETTING_max_depth))
        return true;
    t = termination_find_endless(problem->net);
    return t == TRANS_NONE ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "engine 'reverse' needs option 'max-depth' for a net "
                       "whose runs may have no end: as far as its structure "
                       "shows, transition '%.300s' may fire for ever",
                       net_trans_label(problem->net, t));
}

/* Of several processes each is one worker, and all must explore one net. */
static bool fits_ranks(const punfpor *problem, const struct engine *engine,
                       struct diag *diag)
{
    if (!problem->ranks.n_ranks)
        return true;
    if (!is(engine, "reverse"))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "several processes need engine 'reverse'");
    if (settings_number(&problem->settings, SETTING_threads) > 1)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "option 'threads' must be 1: each of several "
                           "processes is one worker");
    return !settings_given(&problem->settings, SETTING_reduce) ||
           !has(problem, SETTING_reduce) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "option 'reduce' must be off for several processes");
}

static bool fits_checkpoint(const punfpor *problem, struct diag *diag)
{
    return !settings_given(&problem->settings, SETTING_checkpoint_every) ||
           strcmp(settings_text(&problem->settings, SETTING_checkpoint),
                  "off") != 0 ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "option 'checkpoint-every' has no effect without "
                       "option 'checkpoint'");
}

unsigned fits_racers(const punfpor *problem)
{
    const unsigned wanted =
        (unsigned)settings_number(&problem->settings, SETTING_racers);
    const unsigned all = (1u << RACERS) - 1;

    return (wanted ? wanted : all) &
           (has(problem, SETTING_certificate) ? RACE_CERTIFYING : all);
}

/* A race has a racer. */
static bool fits_race(const punfpor *problem, const struct engine *engine,
                      const struct dep *dep, struct diag *diag)
{
    unsigned racers;

    if (!settings_given(&problem->settings, SETTING_racers))
        return true;
    if (!is(engine, "auto"))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "option 'racers' has no effect: there is no race, "
                           "engine '%s' runs alone",
                           engine->name);
    racers = fits_racers(problem);
    return (racers && race_members(racers, dep_kind(dep), problem->net,
                                   problem->goals.at, problem->goals.len)) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "none of the engines of option 'racers' can %s",
                       has(problem, SETTING_certificate)
                           ? "certify the answer"
                           : "answer all questions");
}

bool fits_problem(const punfpor *problem, const struct engine *engine,
                  const struct dep *dep, struct diag *diag)
{
    return fits_goals(problem, engine, diag) &&
           fits_walk(problem, engine, diag) &&
           fits_endless(problem, engine, diag) &&
           fits_race(problem, engine, dep, diag) &&
           fits_complete(problem, engine, dep, diag) &&
           fits_certificate(problem, engine, dep, diag) &&
           fits_engine(problem, engine, diag) &&
           fits_ranks(problem, engine, diag) &&
           fits_checkpoint(problem, diag) && fits_reduce(problem, diag) &&
           fits_cutoffs(problem, diag) &&
           fits_exhaustive(problem, engine, diag);
}
