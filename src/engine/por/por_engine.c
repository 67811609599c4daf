/* por_engine.c - the engine `por`: passes of the exploration, and what they
 * have found. */
#include "engine/por/explore.h"

#include "engine/unfolding/count_nodes.h"
#include "engine/unfolding/export.h"
#include "net/marking.h"
#include "question/formula.h"

/* Pushes of a pass that is not worth saving. */
#define CHEAP_PASS 4096

/* Of an entry of the marking table, with its marking. */
#define TABLE_ENTRY_BYTES 64

/* --- passes ------------------------------------------------------------- */

static void start_pass(struct explore *explore)
{
    struct answer_stats *const stats = &explore->answer->stats;

    step_log_add(&explore->taken, STEP_PASS, explore->bound);
    pass_start(&explore->pass);
    stats->at[POR_passes] = explore->pass.number;
    stats->at[POR_histories] = stats->at[POR_maximal_configurations] =
        stats->at[POR_ssb] = 0;
    stats->at[POR_max_configuration] = 0;
    stats->at[POR_u_largest] = 0;
    explore->u_sum = 0;
    explore->beyond = UINT32_MAX;
    explore->n_cutoffs_before = explore->cutoff.n_cutoffs;
    explore->pushes_before = stats->at[POR_pushes];
    explore->watch.bound = explore->bound;
    config_undo(&explore->c, 0);
    if (explore->bounded)
        useful_events_restart(&explore->useful);
}

/* A pass that cost much and cut nothing was of no use to the next: grow
 * faster. */
static uint32_t next_bound(const struct explore *explore, uint32_t max_depth)
{
    const bool useful =
        explore->cutoff.n_cutoffs > explore->n_cutoffs_before ||
        explore->answer->stats.at[POR_pushes] - explore->pushes_before <
            CHEAP_PASS;
    const double factor = explore->problem->por.deepening;
    const double grown =
        (double)explore->bound * factor * (useful ? 1 : factor);
    uint32_t next = grown < (double)UINT32_MAX ? (uint32_t)grown : 0;

    if (next < explore->beyond)
        next = explore->beyond;
    return max_depth && next > max_depth ? max_depth : next;
}

static void run_passes(struct explore *explore, uint32_t max_depth)
{
    const bool deepening = explore->problem->unfolding.cutoffs &&
                           explore->problem->por.deepening > 1;

    explore->bound = deepening ? 1 : max_depth;
    for (;;) {
        start_pass(explore);
        explore_run(explore);
        if (explore->open_goals.finished ||
            explore->watch.reason != STOP_DONE || explore->beyond == UINT32_MAX)
            return;
        if (max_depth && explore->bound == max_depth) {
            explore->watch.reason = STOP_DEPTH;
            return;
        }
        explore->bound = next_bound(explore, max_depth);
    }
}

/* --- the engine --------------------------------------------------------- */

/* A bound on the store is shared with a marking table that has none of its
 * own. */
static void init_cache(struct explore *explore)
{
    const struct engine_problem *const p = explore->problem;
    const bool table = p->unfolding.cutoffs && p->por.table;
    uint64_t bound = p->por.cache;

    if (bound && bound != ENGINE_NO_CACHE && table && !p->por.table_limit) {
        bound = bound / 2 + 1;
        explore->cutoff.limit = bound / 2 / TABLE_ENTRY_BYTES + 1;
        explore->cutoff.node_limit =
            bound / 2 / sizeof *explore->cutoff.keys.nodes.at + 1;
    }
    explore->bounded = true;
    useful_events_init(&explore->useful, &explore->c);
    cache_init(&explore->cache, explore->es, &explore->useful, bound,
               p->test.evictions);
    explore->cache.has_markings = !table;
}

static const struct answer_figure figures[] = {POR_FIGURES(ANSWER_FIGURE){0}};

static void init(struct explore *explore, const struct engine_problem *problem,
                 const struct engine_limits *limits, struct answer *answer)
{
    *explore = (struct explore){.problem = problem, .answer = answer};
    answer->stats.figures = figures;
    watch_init(&explore->watch, limits, &answer->stats);
    cube_goals_init(&explore->cubes, problem);
    explore->compiled =
        compiled_net_create(problem->net, problem->dep, explore->cubes.goals.at,
                            explore->cubes.goals.len, false);
    compiled_net_exclude(explore->compiled, problem->dep, problem->exclusive);
    explore->es = es_create(explore->compiled);
    order_init(&explore->order, problem->unfolding.order, explore->es);
    cutoff_init(&explore->cutoff, explore->es,
                problem->unfolding.cutoffs ? &explore->order : NULL,
                problem->por.table_limit);
    explore->sweep = (struct cutoff_sweep){.cutoff = &explore->cutoff};
    pass_init(&explore->pass, &explore->cutoff);
    vec_push(&explore->trail_markings,
             explore->es->events.at[EVENT_BOTTOM].marking);
    explore->words = marking_words(problem->net);
    config_init(&explore->c, explore->es, false);
    extend_init(&explore->extend, explore->es, &explore->c, &explore->watch);
    alt_init(&explore->alt, explore->es, &explore->c, &explore->cutoff,
             &explore->watch);
    explore->alt.k = problem->por.k;
    event_goals_init(&explore->open_goals, problem, answer, explore->es,
                     &explore->watch);
    explore->taken = (struct step_log){.wanted = problem->output.steps &&
                                                 !problem->por.cache &&
                                                 !problem->test.evictions};
    if (event_goals_wants_markings(&explore->open_goals)) {
        explore->marking = mem_zero(explore->words, sizeof *explore->marking);
        marking_initial(problem->net, explore->marking);
    }
    if (problem->por.cache || problem->test.evictions)
        init_cache(explore);
}

static void finish(struct explore *explore)
{
    cache_finish(&explore->cache);
    useful_events_finish(&explore->useful);
    alt_finish(&explore->alt);
    extend_finish(&explore->extend);
    config_finish(&explore->c);
    vec_free(&explore->pass.events);
    vec_free(&explore->sweep.touched);
    cutoff_finish(&explore->cutoff);
    order_finish(&explore->order);
    event_goals_finish(&explore->open_goals);
    cube_goals_finish(&explore->cubes, explore->problem);
    step_log_finish(&explore->taken);
    es_destroy(explore->es);
    compiled_net_destroy(explore->compiled);
    vec_free(&explore->frames);
    vec_free(&explore->guides);
    vec_free(&explore->guides_before);
    mem_free(explore->marking);
    vec_free(&explore->trail_markings);
}

/* Formulas that all markings fit, and formulas that none does. */
static void answer_constants(struct explore *explore)
{
    const struct engine_question *const question = &explore->problem->question;
    const struct cube_goals *const cubes = &explore->cubes;
    uint32_t i = 0;

    for (uint32_t g = 0; g < question->n_goals; g++) {
        const uint32_t first = i;

        for (; i < cubes->goals.len && cubes->question.at[i] == g; i++)
            if (event_goals_is_trivial(&cubes->goals.at[i]))
                event_goals_yes(&explore->open_goals, g, (struct es_span){0});
        if (question->goals[g].kind == GOAL_FORMULA && i == first)
            event_goals_no(&explore->open_goals, g);
    }
}

/* Events that were evicted can be counted only where each has one history. */
static void close_counts(struct explore *explore, const bits_word *events)
{
    struct answer_stats *const stats = &explore->answer->stats;
    struct count_nodes_sizes sizes = {0};

    if (!stats->at[POR_evicted])
        sizes = count_nodes_of(explore->es, events);
    stats->at[POR_conditions] = sizes.conditions;
    if (!stats->at[POR_evicted] || !explore->compiled->n_read)
        stats->at[POR_events] = stats->at[POR_histories] - sizes.further;
}

static void close_stats(struct explore *explore)
{
    struct answer_stats *const stats = &explore->answer->stats;
    bits_word *const events = pass_events(&explore->pass, false);

    pass_count(&explore->pass, &stats->at[POR_explored_histories],
               &stats->at[POR_cutoffs]);
    stats->at[POR_searches] = explore->alt.searches;
    stats->at[POR_comb_spikes] = explore->alt.spikes;
    stats->at[POR_largest_comb] = explore->alt.largest_comb;
    stats->at[POR_alternative_steps] = explore->alt.steps;
    stats->at[POR_evicted] = explore->cache.n_evicted;
    stats->at[POR_rebuilt] = explore->cache.n_rebuilt;
    if (stats->at[POR_maximal_configurations])
        stats->at[POR_u_average] =
            (explore->u_sum + stats->at[POR_maximal_configurations] / 2) /
            stats->at[POR_maximal_configurations];
    close_counts(explore, events);
    stats->at[POR_table_entries] = explore->cutoff.n_entries;
    stats->at[POR_event_bytes] = es_bytes(explore->es) +
                                 vec_bytes(&explore->cutoff.events) +
                                 vec_bytes(&explore->pass.events);
    mem_free(events);
    watch_close(&explore->watch);
}

static void close_prefix(struct explore *explore)
{
    bits_word *const events = pass_events(&explore->pass, false);
    bits_word *const cutoffs = pass_events(&explore->pass, true);
    const struct export_choice choice = {
        .events = events,
        .cutoffs = cutoffs,
        .witness = {explore->open_goals.witness.at,
                    explore->open_goals.witness.len},
        .cutoff = &explore->cutoff,
        .steps = &explore->taken,
        .no_conflicts = explore->problem->output.no_conflicts,
    };

    while (config_len(&explore->c) > 1)
        config_pop(&explore->c);
    for (event_id e = 1; e < explore->es->events.len; e++)
        if (bits_has(events, e))
            explore_produce(explore, e);
    export_prefix(&explore->c, &choice, &explore->answer->prefix);
    mem_free(events);
    mem_free(cutoffs);
}

static void run_por(const struct engine_problem *problem,
                    const struct engine_limits *limits, struct answer *answer)
{
    struct explore explore;

    init(&explore, problem, limits, answer);
    answer_constants(&explore);
    event_goals_state(&explore.open_goals, EVENT_BOTTOM);
    if (!explore.open_goals.finished)
        run_passes(&explore, limits->max_depth);
    event_goals_close(&explore.open_goals, explore.watch.reason);
    if (answer->stop != STOP_OVERTAKEN)
        close_stats(&explore);
    if (problem->output.prefix)
        close_prefix(&explore);
    finish(&explore);
}

static const char *refuses(const struct net *net, const struct goal *goal)
{
    _Static_assert(FORMULA_CUBES_MOST == 64, "the text below says so");
    return goal->kind == GOAL_FORMULA && !cube_goals_fits(goal->formula, net)
               ? ", which does not split into 64 markings or fewer"
               : NULL;
}

const struct engine por_engine = {
    .name = "por",
    .uses = " dependency order cutoffs table choose alternatives cache "
            "deepening check max-events max-depth prefix conflicts steps "
            "profile ",
    .figures = figures,
    .techniques = "NET_UNFOLDING PARTIAL_ORDER",
    .traits = ENGINE_EXPLORES | ENGINE_UNFOLDS | ENGINE_IS_LAST | ENGINE_VISITS,
    .goals = ENGINE_REACHES & ~(1u << GOAL_BOUND),
    .refuses = refuses,
    .run = run_por,
};
