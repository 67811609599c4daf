#include "api/askers.h"

#include "base/system.h"
#include "marking/doomed.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    MOST_MARKINGS = 1 << 22,
    MOST_CONFIGURATIONS = 1 << 20,
    FIRST_WORK = 1 << 26 /* markings times transitions */
};

struct listing {
    const struct api_problem *problem;
    struct api_problem_clock clock;
    struct marking_graph graph;
    struct answer *answer;
    struct answer_finding *finding; /* of the answer */
    struct diag *diag;
};

uint32_t api_listing_most(const struct api_problem *problem, uint32_t most)
{
    const uint64_t n = api_problem_number(problem, SETTING_max_events);

    return n && n < most ? (uint32_t)n : most;
}

void api_listing_exceeded(struct api_problem_clock *clock, bool by_option)
{
    if (clock->stop == STOP_DONE)
        clock->stop = by_option ? STOP_EVENTS : STOP_MEMORY;
}

bool api_listing_unsafe(const struct net *net, trans_id t, struct diag *diag)
{
    return diag_input(
        diag, NULL,
        "the net is not safe: transition '%s' puts a second token on a place",
        net_trans_label(net, net_given_trans(net, t)));
}

bool api_listing_is_done(enum answer_stop stop, const char *what,
                         struct diag *diag)
{
    if (stop != STOP_DONE)
        (void)diag_report(diag, DIAG_LIMIT, NULL, 0, 0,
                          "%s is not complete (%s)", what,
                          answer_stop_name(stop));
    return diag->code == DIAG_NONE;
}

/* Lists the markings; if `chooses`, behind all choices (marking_graph.h).
 * Without an answer, says why. */
static bool explore(struct listing *listing, uint32_t most, bool chooses)
{
    const struct net *const net = listing->problem->net;
    const struct stop stop = api_problem_stop(&listing->clock);
    const struct marking_graph_limits limits = {
        &stop, api_listing_most(listing->problem, most), chooses};

    if (marking_graph_init(&listing->graph, net, &limits))
        return true;
    if (listing->graph.unsafe != TRANS_NONE)
        return api_listing_unsafe(net, listing->graph.unsafe, listing->diag);
    api_listing_exceeded(&listing->clock, limits.most < most);
    return false;
}

static void add_item(struct listing *listing, struct answer_item item)
{
    given_run_cut(listing->problem->net, &item.run);
    vec_push(&listing->finding->items, item);
}

/* Is no reset under way (settled.c)?  m is scratch. */
static bool is_settled(const struct listing *listing, uint32_t number,
                       bits_word *m)
{
    const struct net *const net = listing->problem->net;

    if (!net_has_steps(net))
        return true;
    markings_read(&listing->graph.markings, number, m);
    for (place_id p = 0; p < net_given_places(net); p++)
        if (net_lock(net, p) != PLACE_NONE && !bits_has(m, net_lock(net, p)))
            return false;
    return true;
}

/* The settled marking with the shortest run, and how many there are. */
static void add_attractor(struct listing *listing, uint32_t c)
{
    const struct marking_graph *const g = &listing->graph;
    uint32_t first = UINT32_MAX, size = 0;
    char digits[16];
    bits_word *const m = mem_alloc(marking_words(g->net), sizeof *m);
    witness_run run = {0};

    for (uint32_t i = g->members.start[c]; i < g->members.start[c + 1]; i++)
        if (is_settled(listing, g->members.at[i], m)) {
            size++;
            if (g->members.at[i] < first)
                first = g->members.at[i];
        }
    mem_free(m);
    if (!size)
        return;
    marking_graph_run(g, first, &run);
    (void)snprintf(digits, sizeof digits, "%" PRIu32, size);
    add_item(listing,
             (struct answer_item){.run = run, .size = mem_text(digits)});
}

/* False: they are many. */
static bool find_in_list(struct listing *listing)
{
    uint32_t n = 0;

    for (uint32_t c = listing->graph.n_components; c-- > 0;)
        n += marking_graph_is_terminal(&listing->graph, c);
    if (n > ANSWER_MOST_LISTED)
        return false;
    for (uint32_t c = listing->graph.n_components; c-- > 0;)
        if (marking_graph_is_terminal(&listing->graph, c))
            add_attractor(listing, c);
    listing->finding->verdict = VERDICT_YES;
    return true;
}

/* By an engine that has no list of the markings. */
static void find_in_sets(struct listing *listing)
{
    struct api_problem part = api_problem_part(
        listing->problem, listing->problem->net, (goal_list){0});
    const uint32_t engine = bits_lowest(engines_with(ENGINE_SETTLES));
    struct api_run made;

    api_problem_shorten(&part, listing->clock.start);
    part.settings.values[SETTING_engine].number = engine;
    part.attractors = true;
    made = api_solve_run(&part, listing->diag);
    for (uint32_t i = 0; i < made.answer.attractors.len; i++) {
        add_item(listing, made.answer.attractors.at[i]);
        made.answer.attractors.at[i] = (struct answer_item){0};
    }
    listing->answer->engine = engines_list[engine]->name;
    listing->answer->stats = made.answer.stats;
    if (made.answer.stop != STOP_UNSAFE) /* which the diag says */
        listing->clock.stop = made.answer.stop;
    if (made.answer.stop == STOP_DONE)
        listing->finding->verdict = VERDICT_YES;
    api_run_finish(&made);
}

/* First in a list, unless the engine has none. */
static void find_attractors(struct listing *listing)
{
    const struct api_problem *const problem = listing->problem;
    const bool limited = api_problem_number(problem, SETTING_max_events);
    const uint32_t most = FIRST_WORK / (1 + net_trans_count(problem->net));

    if (engine_has(api_problem_engine(problem), ENGINE_SETTLES)) {
        find_in_sets(listing);
        return;
    }
    if (explore(listing, limited ? MOST_MARKINGS : most, true)
            ? !find_in_list(listing)
            : !limited && listing->clock.stop == STOP_MEMORY)
        find_in_sets(listing);
    marking_graph_finish(&listing->graph);
}

struct api_run api_listing_prefix(const struct api_problem *problem,
                                  const struct net *net, bool drawn,
                                  enum dep_kind kind, double start,
                                  struct diag *diag)
{
    struct api_problem part = api_problem_part(problem, net, (goal_list){0});
    struct dep *made_dep = NULL;
    struct api_run made;

    api_problem_shorten(&part, start);
    part.settings.values[SETTING_prefix].number = SETTINGS_PREFIX_PNML;
    if (!drawn)
        part.settings.values[SETTING_conflicts].number = false;
    if (!settings_given(&part.settings, SETTING_dependency))
        part.dep = made_dep = dep_create(net, kind);
    made = api_solve_run(&part, diag);
    dep_destroy(made_dep);
    return made;
}

static void find_configurations(struct listing *listing,
                                const struct prefix *prefix, const bool *bad,
                                const bool *doomed)
{
    const struct stop stop = api_problem_stop(&listing->clock);
    const struct marking_graph_limits limits = {&stop, MOST_CONFIGURATIONS,
                                                false};
    answer_item_list found = {0};

    if (doomed_find(&listing->graph, prefix, bad, doomed, &limits, &found)) {
        for (uint32_t i = 0; i < found.len; i++)
            add_item(listing, found.at[i]);
        listing->finding->verdict = doomed[0] ? VERDICT_NO : VERDICT_YES;
    } else {
        api_listing_exceeded(&listing->clock, false);
    }
    vec_free(&found);
}

/* By marking: does the condition hold? */
static bool *find_bad(struct listing *listing)
{
    const struct net *const net = listing->problem->net;
    const uint32_t n = marking_graph_count(&listing->graph);
    bool *const bad = mem_zero(n, sizeof *bad);
    bits_word *const m = mem_alloc(marking_words(net), sizeof *m);

    for (uint32_t i = 0; i < n; i++) {
        markings_read(&listing->graph.markings, i, m);
        bad[i] = formula_holds(listing->problem->goals.at[0].formula, net, m);
    }
    mem_free(m);
    return bad;
}

/* For drawings: the prefix, with the fates of its events. */
static void keep_prefix(const struct listing *listing, const bool *bad,
                        const bool *doomed, struct api_run *made,
                        struct api_run *run)
{
    if (!api_problem_number(listing->problem, SETTING_prefix))
        return;
    if (made->answer.prefix.has_copies) {
        prefix_fold_reads(&made->answer.prefix, &run->answer.prefix);
    } else {
        run->answer.prefix = made->answer.prefix;
        made->answer.prefix = (struct prefix){0};
    }
    doomed_mark(&listing->graph, bad, doomed, &run->answer.prefix);
}

static void find_doomed(struct listing *listing, struct api_run *run)
{
    if (explore(listing, MOST_MARKINGS, false)) {
        bool *const bad = find_bad(listing);
        bool *const doomed =
            mem_zero(marking_graph_count(&listing->graph), sizeof *doomed);
        struct api_run made = api_listing_prefix(
            listing->problem, listing->problem->net, true, DEP_CLASSIC,
            listing->clock.start, listing->diag);

        doomed_markings(&listing->graph, bad, doomed);
        if (made.answer.prefix.events.len && made.answer.stop == STOP_DONE) {
            find_configurations(listing, &made.answer.prefix, bad, doomed);
            keep_prefix(listing, bad, doomed, &made, run);
        } else {
            listing->clock.stop = made.answer.stop;
        }
        api_run_finish(&made);
        mem_free(bad);
        mem_free(doomed);
    }
    marking_graph_finish(&listing->graph);
}

struct api_run api_listing_run(const struct api_problem_request *request,
                               struct diag *diag)
{
    const struct api_problem *const problem = request->problem;
    struct api_run run = {0};
    struct listing listing = {
        .problem = problem,
        .clock = api_problem_clock(problem),
        .diag = diag,
    };

    answer_init(&run.answer, 1);
    listing.answer = &run.answer;
    listing.finding = &run.answer.findings[0];
    if (problem->goals.at[0].formula)
        find_doomed(&listing, &run);
    else
        find_attractors(&listing);
    listing.finding->safe = true;
    listing.finding->seconds = system_now() - listing.clock.start;
    run.answer.safe = listing.finding->verdict != VERDICT_UNKNOWN;
    run.answer.stop = listing.clock.stop;
    run.answer.stats.seconds = listing.finding->seconds;
    return run;
}
