/* How the transitions of a net are ordered. */
#include "api/askers.h"
#include "api/handle.h"
#include "formats/picture/dot.h"
#include "formats/picture/tables.h"
#include "net/after_net.h"

#include <string.h>

/* The table has an entry for each pair. */
enum { MOST_TRANSITIONS = 20000 };

static bool is_order_allowed(const struct api_problem *problem,
                             struct diag *diag)
{
    const struct net *const net = problem->net;
    const char *const name =
        settings_text(&problem->settings, SETTING_dependency);

    if (net_has_steps(net))
        return diag_usage(diag, "the order of transitions is not found for a "
                                "net with reset arcs or with several tokens");
    if (net_given_transitions(net) > MOST_TRANSITIONS)
        return diag_report(diag, DIAG_LIMIT, NULL, 0, 0,
                           "the order of more than %u transitions has no table",
                           MOST_TRANSITIONS);
    return (!problem->dep && strcmp(name, "none") != 0) ||
           diag_usage(diag, "the order of transitions is found under the "
                            "dependency classic or read");
}

static bool find_relations(const struct api_problem *problem,
                           struct relations *r, struct diag *diag)
{
    struct api_problem_clock clock = api_problem_clock(problem);
    const struct stop stop = api_problem_stop(&clock);
    struct net *after, *view;
    struct api_run made;
    bool good;

    if (!is_order_allowed(problem, diag))
        return false;
    view = parts_view(problem->net);
    after = after_net(view ? view : problem->net);
    net_view_destroy(view);
    made =
        api_listing_prefix(problem, after, false, DEP_READ, clock.start, diag);
    if (made.answer.stop == STOP_UNSAFE) { /* by the name of the input */
        *diag = (struct diag){0};
        (void)api_listing_unsafe(
            problem->net,
            made.answer.unsafe_trans % net_trans_count(problem->net), diag);
    }
    good = api_listing_is_done(made.answer.stop, "the prefix", diag);
    if (good)
        good = relations_init(r, problem->net, &made.answer.prefix, &stop) ||
               api_listing_is_done(clock.stop, "the order", diag);
    api_run_finish(&made);
    net_destroy(after);
    return good;
}

enum punfpor_status punfpor_relations(const punfpor *problem,
                                      unsigned char *table,
                                      punfpor_error *error)
{
    struct relations r;

    CALL(call, error);
    if (find_relations(&problem->asked, &r, &call.diag)) {
        for (trans_id a = 0; a < r.n; a++)
            for (trans_id b = 0; b < r.n; b++)
                table[(size_t)a * r.n + b] =
                    (unsigned char)relations_of(&r, a, b);
        relations_finish(&r);
    }
    return call_end(&call, error);
}

const char *punfpor_relation_text(enum punfpor_relation relation)
{
    return relations_word((enum relations_kind)relation);
}

static bool write_relations(const punfpor *problem, const char *format,
                            const char *title, const char *path,
                            struct diag *diag)
{
    struct drawing_options drawing = {0};
    const bool csv = !strcmp(format, "csv"), json = !strcmp(format, "json");
    struct relations r;
    bool good;

    if ((!csv && !json &&
         !api_drawings_begin(problem, format, title, &drawing, diag)) ||
        !find_relations(&problem->asked, &r, diag))
        return false;
    good = csv    ? relations_write_csv(&r, path, diag)
           : json ? relations_write_json(&r, path, diag)
                  : relations_dot_write(&r, &drawing, path, diag);
    relations_finish(&r);
    return good;
}

enum punfpor_status punfpor_write_relations(const punfpor *problem,
                                            const char *format,
                                            const char *title, const char *path,
                                            punfpor_error *error)
{
    CALL(call, error);
    (void)write_relations(problem, format, title, path, &call.diag);
    return call_end_writing(&call, error);
}
