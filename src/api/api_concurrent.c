/* Which places can be marked together, and which transitions can fire together:
 * by an engine that tells, or by the complete prefix. */
#include "api/askers.h"
#include "api/handle.h"
#include "formats/picture/tables.h"

#include <string.h>

/* The table has an entry for each pair. */
enum { MOST_NODES = 20000 };

static bool is_table_allowed(const struct net *net, enum concurrency_kind kind,
                             struct diag *diag)
{
    const bool of_places = kind == CONCURRENCY_PLACES;
    const uint32_t n =
        of_places ? net_given_places(net) : net_given_transitions(net);

    if (net_has_steps(net) || net_counted(net) != PLACE_NONE)
        return diag_usage(diag, "what is concurrent is not found for a net "
                                "with reset arcs or with several tokens");
    return n <= MOST_NODES ||
           diag_report(diag, DIAG_LIMIT, NULL, 0, 0,
                       "what is concurrent of more than %u %s has no table",
                       MOST_NODES, of_places ? "places" : "transitions");
}

static bool by_engine(const struct api_problem *problem, uint32_t engine,
                      enum concurrency_kind kind, struct concurrency *c,
                      struct diag *diag)
{
    struct api_problem part =
        api_problem_part(problem, problem->net, (goal_list){0});
    struct api_run made;
    bool good;

    part.settings.values[SETTING_engine].number = engine;
    part.dep = problem->dep;
    part.concurrent = kind;
    made = api_solve_run(&part, diag);
    good = api_listing_is_done(made.answer.stop, "the diagram", diag);
    if (good) {
        *c = made.answer.concurrent;
        made.answer.concurrent = (struct concurrency){0};
    }
    api_run_finish(&made);
    return good;
}

static bool by_prefix(const struct api_problem *problem,
                      enum concurrency_kind kind, struct concurrency *c,
                      struct diag *diag)
{
    struct api_problem_clock clock = api_problem_clock(problem);
    const struct stop stop = api_problem_stop(&clock);
    struct api_run made = api_listing_prefix(problem, problem->net, false,
                                             DEP_READ, clock.start, diag);
    const bool good =
        api_listing_is_done(made.answer.stop, "the prefix", diag) &&
        (concurrency_from_prefix(c, kind, problem->net, &made.answer.prefix,
                                 &stop) ||
         api_listing_is_done(clock.stop, "the matrix", diag));

    api_run_finish(&made);
    return good;
}

static bool report_engine(const struct engine *engine, struct diag *diag)
{
    const unsigned others =
        engines_with(ENGINE_PAIRS) | engines_with(ENGINE_COMPLETES);

    return diag_usage(diag,
                      "engine '%s' does not find what is concurrent; %s do",
                      engine->name, api_check_engines(others).at);
}

/* Without the name of an engine: one that tells. */
static bool find_concurrent(const struct api_problem *problem,
                            enum concurrency_kind kind, struct concurrency *c,
                            struct diag *diag)
{
    uint32_t number = (uint32_t)api_problem_number(problem, SETTING_engine);

    if (!is_table_allowed(problem->net, kind, diag))
        return false;
    if (engine_has(engines_list[number], ENGINE_RACES))
        number = bits_lowest(engines_with(ENGINE_PAIRS));
    return engine_has(engines_list[number], ENGINE_PAIRS)
               ? by_engine(problem, number, kind, c, diag)
           : engine_has(engines_list[number], ENGINE_COMPLETES)
               ? by_prefix(problem, kind, c, diag)
               : report_engine(engines_list[number], diag);
}

static enum concurrency_kind kind_of(enum punfpor_nodes nodes)
{
    return nodes == PUNFPOR_PLACES ? CONCURRENCY_PLACES
                                   : CONCURRENCY_TRANSITIONS;
}

enum punfpor_status punfpor_concurrent(const punfpor *problem,
                                       enum punfpor_nodes nodes,
                                       unsigned char *table,
                                       punfpor_error *error)
{
    struct concurrency c;

    CALL(call, error);
    if (find_concurrent(&problem->asked, kind_of(nodes), &c, &call.diag)) {
        for (uint32_t a = 0; a < c.n; a++)
            for (uint32_t b = 0; b < c.n; b++)
                table[(size_t)a * c.n + b] = concurrency_has(&c, a, b);
        concurrency_finish(&c);
    }
    return call_end(&call, error);
}

static bool write_concurrent(const punfpor *problem, enum concurrency_kind kind,
                             const char *format, const char *title,
                             const char *path, struct diag *diag)
{
    const bool csv = !strcmp(format, "csv"), svg = !strcmp(format, "svg");
    const struct net *const net = problem->asked.net;
    struct concurrency c;
    bool good;

    if (!csv && !svg && strcmp(format, "text") != 0)
        return diag_usage(diag,
                          "what is concurrent is written as text, csv or svg, "
                          "not as '%s'",
                          format);
    if (!find_concurrent(&problem->asked, kind, &c, diag))
        return false;
    good = csv   ? concurrency_write_csv(net, kind, &c, path, diag)
           : svg ? concurrency_write_svg(
                       net, kind, title ? title : net_name(net), &c, path, diag)
                 : concurrency_write_text(&c, path, diag);
    concurrency_finish(&c);
    return good;
}

enum punfpor_status
punfpor_write_concurrent(const punfpor *problem, enum punfpor_nodes nodes,
                         const char *format, const char *title,
                         const char *path, punfpor_error *error)
{
    CALL(call, error);
    (void)write_concurrent(problem, kind_of(nodes), format, title, path,
                           &call.diag);
    return call_end_writing(&call, error);
}
