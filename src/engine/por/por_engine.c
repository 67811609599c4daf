/* por_engine.c - the exploration Explore(C, D, A) of unfolding-based POR.
 *
 *     line  [Rod15] Alg. 1                          here
 *
 *      1    U := {bottom}, G := {}                  start_pass()
 *           Explore({bottom}, {}, {})               run_frames()
 *      2    Explore(C, D, A)                        struct explore_frame
 *      3        Extend(C)                           push(), before the call
 *      4        if en(C) = {} return                visit_leaf()
 *      5        if A = {}                           choose()
 *      6            choose e from en(C)             choose_enabled()
 *      7        else
 *      8            choose e from A and en(C)       choose()
 *      9        Explore(C + e, D, A - e)            explore_left()
 *     10        if some J is in Alt(C, D + e)       explore_right()
 *     11            Explore(C, D + e, J - C)        explore_right()
 *     12        Remove(e, C, D)                     finish_node()
 *     13    Extend(C)                               extend()
 *     14        add ex(C) to U                      add_extension()
 *     15    Remove(e, C, D)                         finish_node()
 *     16        move {e} - Q(C, D, U) to G          useful_events_remove()
 *     17        for each f of U with e #i f         useful_events_remove()
 *     18            move [f] - Q(C, D, U) to G      useful_events_remove()
 *
 * (THEORY, Definition 15.)  The recursion is kept in frames of our own, for two
 * reasons: runs are deeper than any C stack, and a run may stop and print its
 * statistics at any step.  A frame makes three steps: explore_left(),
 * explore_right() when the left call has returned, finish_node() when the right
 * call has.  C is a trail.  D is what is asleep in it (config.h) and what
 * conflicts with it.  All the A's are one trail of guides, so that leaving a
 * frame is truncation.
 *
 * Without a bound on the store no event is ever evicted.  Then U and G need not
 * be told apart, and Remove has nothing to do.
 *
 * With deepening the exploration is repeated with a growing bound on the size
 * of events, until a pass meets no event beyond it but cutoffs (THEORY,
 * Definition 29).  Events and the marking table are kept between passes.  An
 * entry of an earlier pass still cuts, because it is a fact about the unfolding
 * (THEORY, Theorem 28). */
#include "engine/engine.h"
#include "engine/por/alt.h"
#include "engine/por/cache.h"
#include "engine/por/pass.h"
#include "engine/por/cube_goals.h"
#include "engine/por/trail_markings.h"
#include "engine/por/useful_events.h"
#include "engine/unfolding/compiled_net.h"
#include "engine/unfolding/config.h"
#include "engine/unfolding/count_nodes.h"
#include "engine/unfolding/cutoff.h"
#include "engine/unfolding/cutoff_sweep.h"
#include "engine/unfolding/es.h"
#include "engine/unfolding/export.h"
#include "engine/unfolding/extend.h"
#include "engine/unfolding/event_goals.h"
#include "engine/unfolding/order.h"
#include "engine/unfolding/step_log.h"
#include "engine/watch.h"
#include "net/marking.h"
#include "question/formula_cubes.h"

#define POR_FIGURES(X)                                                        \
    ES_FIGURES(X, NOTHING)                                                    \
    CONFIG_MAXIMAL_FIGURE(X)                                                  \
    X(ssb, NOTHING, "sleep-set blocked runs")                                 \
    CONFIG_LARGEST_FIGURE(X)                                                  \
    X(alternatives, NOTHING, "alternatives found")                            \
    X(searches, NOTHING, "searches for alternatives")                         \
    X(comb_spikes, NOTHING, "spikes of the combs of these searches")          \
    X(largest_comb, NOTHING, "spikes of the largest comb")                    \
    X(alternative_steps, NOTHING, "steps of the search for alternatives")     \
    CONFIG_PUSHES_FIGURE(X)                                                   \
    ES_CREATED_FIGURE(X)                                                      \
    X(passes, NOTHING, "passes of the deepening")                             \
    X(u_average, NOTHING, "|U| at maximal configurations, on average")        \
    X(u_largest, NOTHING, "the largest of them")                              \
    X(evicted, NOTHING, "histories evicted from the cache")                   \
    X(rebuilt, NOTHING, "histories created again after eviction")             \
    X(cutoffs_by_cache, NOTHING, "cutoffs found through histories outside U") \
    ES_STORE_FIGURES(X)

enum {
#define X(name, count, meaning) POR_##name,
    POR_FIGURES(X)
#undef X
};

/* Enabled events that are looked at to choose one. */
#define MOST_CHOICES 32

/* Pushes of a pass that is not worth saving. */
#define CHEAP_PASS 4096

/* Of an entry of the marking table, with its marking. */
#define TABLE_ENTRY_BYTES 64

/* In a net of more words of places than these C is entered into the marking
 * table less often than in every push, since its marking takes more space. */
#define CHEAP_WORDS 64

/* Events that may be compared in every push to enter C. */
#define CHEAP_COMPARISON 8192

/* Steps between two looks at the watch. */
#define STEPS_A_LOOK 16

/* What a step of the exploration, an event that is walked over, compared or
 * fired, and a push cost (watch.h). */
enum { STEP_COST = 60, WALK_COST = 8, PUSH_COST = 150 };

/* What a frame does next. */
enum step_kind { LEFT, RIGHT, FINISH };

struct explore_frame {
    event_id event;         /* e, once chosen */
    uint32_t step : 2;      /* enum step_kind */
    uint32_t is_guided : 1; /* it is a right child: an A begins with it */
    uint32_t undo : 29;     /* of the configuration, to leave the frame */
};

struct explore {
    const struct engine_problem *problem;
    struct answer *answer;
    struct compiled_net *compiled;
    struct es *es;
    struct order order;
    struct cutoff cutoff;
    struct cutoff_sweep sweep;
    struct pass pass;
    struct config c;
    struct extend extend;
    struct alt alt;
    struct watch watch;
    VEC(struct explore_frame) frames;
    struct trail_markings trail_markings;
    es_event_list guides;        /* all the A's, causes first */
    VEC(uint32_t) guides_before; /* by A: how many guides there were before */
    uint32_t guide; /* A of the frame on top: from here to the end */
    struct cube_goals cubes;
    struct event_goals open_goals;
    struct step_log taken;
    bits_word *marking; /* of C, if a user's relation is tried there */
    bool bounded;       /* the two below are in use */
    struct useful_events useful;
    struct cache cache;
    uint64_t u_sum; /* |U| at the maximal configurations of the pass */
    uint32_t bound;
    uint32_t beyond;  /* the smallest size met that is beyond the bound */
    uint64_t counted; /* see work_since() */
    uint32_t steps;   /* of run_frames() */
    uint32_t words;   /* of a marking */
    int64_t credit;   /* see record_node() */
    uint64_t n_fired; /* events, to find markings */
    uint64_t n_cutoffs_before, pushes_before; /* when the pass began */
};

static void answer_match(struct explore *explore,
                         const struct extend_match *match)
{
    const struct compiled_net_pattern *const pattern =
        &explore->compiled->patterns[match->pattern];
    const struct es_span producers = {
        explore->extend.producers.at + match->producers, match->n_producers};

    explore->extend.answered[match->pattern] = true;
    if (pattern->goal != UINT32_MAX)
        event_goals_yes(&explore->open_goals,
                        explore->cubes.question.at[pattern->goal], producers);
    else
        event_goals_unsafe(&explore->open_goals, producers, pattern->trans,
                           pattern->place);
}

/* The push of the event on top put a second token on a place: all of C that
 * need not come after the consumer of the first token is a run to it. */
static void report_unsafe(struct explore *explore)
{
    const struct config *const c = &explore->c;
    const place_id p = c->unsafe_place;
    const uint32_t consumed = config_older(c, config_youngest(c, p))->consumed;
    const uint32_t top = config_len(c) - 1;
    es_event_list run = {0};

    for (uint32_t pos = 1; pos < top; pos++)
        if (consumed == POS_NONE || !config_before(c, consumed, pos))
            vec_push(&run, config_at(c, pos));
    event_goals_unsafe(&explore->open_goals, (struct es_span){run.at, run.len},
                       explore->es->events.at[config_at(c, top)].trans, p);
    vec_free(&run);
}

static bool is_beyond(const struct explore *explore, const struct es_event *ev)
{
    return explore->bound && ev->size > explore->bound;
}

/* Which event of the store cuts e off?  Marks it as used, and counts it when it
 * is outside U. */
static void use_companion(struct explore *explore, event_id e)
{
    const event_id companion = cutoff_companion(&explore->cutoff, e);

    if (companion == EVENT_NONE || !cutoff_has(&explore->cutoff, e))
        return;
    cache_use(&explore->cache, companion);
    explore->answer->stats.at[POR_cutoffs_by_cache] +=
        !useful_events_has(&explore->useful, companion);
}

static void add_new_event(struct explore *explore, event_id e)
{
    explore->answer->stats.at[POR_histories_created]++;
    pass_add(&explore->pass, e);
    cutoff_add(&explore->cutoff, e);
    event_goals_event(&explore->open_goals, e);
    event_goals_state(&explore->open_goals, e);
}

static void add_to_u(struct explore *explore,
                     const struct extend_extension *ext)
{
    if (ext->created) {
        (void)cache_add(&explore->cache, ext->event);
        useful_events_add_extension(&explore->useful, ext->event);
        use_companion(explore, ext->event);
    } else {
        useful_events_add_extension(&explore->useful, ext->event);
        cache_use(&explore->cache, ext->event);
    }
}

static void add_extension(struct explore *explore,
                          const struct extend_extension *ext)
{
    const struct es_event *ev;
    bool is_cutoff;

    if (ext->created)
        add_new_event(explore, ext->event);
    if (explore->bounded)
        add_to_u(explore, ext);
    ev = &explore->es->events.at[ext->event];
    is_cutoff = cutoff_has(&explore->cutoff, ext->event);
    explore->answer->stats.at[POR_histories] +=
        pass_meet(&explore->pass, ext->event);
    if (!is_cutoff && is_beyond(explore, ev) && ev->size < explore->beyond)
        explore->beyond = ev->size;
    if (ext->enabled)
        config_enable(&explore->c, ev->trans, ext->event,
                      is_cutoff || is_beyond(explore, ev) ? EN_EXCLUDED
                                                          : EN_FREE);
}

/* Extend(C), line 13: adds the extensions that the event on top of C brings.
 * The others were added before it was pushed. */
static void extend(struct explore *explore)
{
    extend_run(&explore->extend);
    for (uint32_t i = 0; i < explore->extend.found.len; i++)
        add_extension(explore, &explore->extend.found.at[i]);
    watch_events(&explore->watch,
                 explore->answer->stats.at[POR_histories_created]);
    for (uint32_t i = 0; i < explore->extend.matches.len; i++)
        answer_match(explore, &explore->extend.matches.at[i]);
    if (explore->extend.unsafe_place != PLACE_NONE) {
        const es_event_list *const past = &explore->extend.unsafe_past;

        event_goals_unsafe(
            &explore->open_goals, (struct es_span){past->at, past->len},
            explore->extend.unsafe_trans, explore->extend.unsafe_place);
    }
}

/* What walks, comparisons and markings have cost so far, in events. */
static uint64_t events_touched(const struct explore *explore)
{
    return explore->cutoff.walk.work + explore->order.work + explore->n_fired;
}

/* Enters C into the marking table.  The marking takes the more space the larger
 * the net is, and a comparison with another configuration of that marking takes
 * the more time the larger C is.  So each push earns a credit, which entering C
 * spends: the cost of a push grows neither with the net nor with C. */
static void record_node(struct explore *explore)
{
    const uint64_t before = events_touched(explore);
    uint32_t marking;
    uint64_t cost;

    explore->credit += CHEAP_WORDS;
    if (explore->credit < (int64_t)explore->words)
        return;
    explore->credit = 0;
    marking = trail_markings_find(
        &explore->trail_markings, config_span(&explore->c),
        cutoff_is_full(&explore->cutoff), &explore->n_fired);
    if (marking != ES_MARKING_NONE)
        cutoff_visit(&explore->cutoff, marking, config_span(&explore->c));
    cost = events_touched(explore) - before;
    if (cost > CHEAP_COMPARISON)
        explore->credit -= (int64_t)((cost - CHEAP_COMPARISON) /
                                     (CHEAP_COMPARISON / CHEAP_WORDS));
}

/* The conditions of e: most events are never explored, and have none. */
static void produce(struct explore *explore, event_id e)
{
    if (explore->es->events.at[e].produces != COND_NONE)
        return;
    es_produce_only(explore->es, e);
    config_grow(&explore->c);
}

static void push_event(struct explore *explore, event_id e)
{
    produce(explore, e);
    trail_markings_push(&explore->trail_markings);
    explore->answer->stats.at[POR_pushes]++;
    pass_explore(&explore->pass, e);
    if (!config_push(&explore->c, e)) {
        report_unsafe(explore);
        return;
    }
    if (explore->bounded)
        useful_events_push(&explore->useful, e);
    extend(explore);
    if (explore->problem->unfolding.cutoffs && explore->problem->por.table)
        record_node(explore);
    if (explore->marking) {
        marking_fire(explore->problem->net, explore->marking,
                     explore->es->events.at[e].trans);
        event_goals_marking(&explore->open_goals, explore->marking);
    }
}

/* --- Alg. 1 ------------------------------------------------------------- */

/* `guide`: where its A begins, if `is_guided` a new one. */
static void enter(struct explore *explore, uint32_t guide, bool is_guided)
{
    const struct explore_frame f = {
        .event = EVENT_NONE,
        .step = LEFT,
        .is_guided = is_guided,
        .undo = config_undo_point(&explore->c) & (CONFIG_MOST_UNDO - 1),
    };

    if (is_guided)
        vec_push(&explore->guides_before, guide);
    explore->guide = guide;
    vec_push(&explore->frames, f);
}

static void leave(struct explore *explore)
{
    const struct explore_frame f = vec_pop(&explore->frames);

    config_undo(&explore->c, f.undo);
    if (f.is_guided) {
        vec_cut(&explore->guides, *vec_top(&explore->guides_before));
        (void)vec_pop(&explore->guides_before);
    }
}

/* Line 6: of the oldest few events that are free, the one with the largest
 * local configuration.  Thus a run grows in one part of the net first, and few
 * different runs are in the store at a time.  Events that have become cutoffs
 * are excluded on the way. */
static event_id choose_enabled(struct explore *explore)
{
    const uint32_t most =
        explore->problem->por.choice == CHOICE_LARGEST ? MOST_CHOICES : 1;
    const trans_id head = config_head(&explore->c, EN_FREE);
    const struct es_event *const events = explore->es->events.at;
    const struct config_en_node *const en = explore->c.en;
    event_id best = EVENT_NONE;
    uint32_t best_size = 0;
    trans_id t = en[head].next;

    for (uint32_t seen = 0; seen < most && t != head;) {
        const trans_id next = en[t].next;
        const event_id e = config_en_id(en[t].is);

        if (cutoff_has(&explore->cutoff, e)) {
            config_set(&explore->c, t, EN_EXCLUDED);
        } else {
            seen++;
            if (events[e].size > best_size) {
                best_size = events[e].size;
                best = e;
            }
        }
        t = next;
    }
    return best;
}

/* Lines 5 to 8; EVENT_NONE when the node is a leaf. */
static event_id choose(struct explore *explore)
{
    return explore->guide < explore->guides.len
               ? explore->guides.at[explore->guide]
               : choose_enabled(explore);
}

static void show_maximal(struct explore *explore)
{
    const struct engine_visitor *const visitor =
        &explore->problem->output.visitor;
    const struct es_span c = config_span(&explore->c);
    witness_run run = {0};

    for (uint32_t i = 0; i < c.len; i++)
        vec_push(&run, explore->es->events.at[c.at[i]].trans);
    visitor->maximal(visitor->self, run.at, run.len);
    vec_free(&run);
}

static void answer_deadlocks(struct explore *explore)
{
    for (uint32_t i = 0; i < explore->cubes.goals.len; i++)
        if (explore->cubes.goals.at[i].kind == GOAL_DEADLOCK)
            event_goals_yes(&explore->open_goals, explore->cubes.question.at[i],
                            config_span(&explore->c));
}

/* Line 4: no event can be chosen.  When an event is asleep the run is blocked,
 * and not maximal (THEORY, Definition 19). */
static void visit_leaf(struct explore *explore)
{
    struct answer_stats *const stats = &explore->answer->stats;
    const trans_id asleep = config_head(&explore->c, EN_ASLEEP);

    if (config_next(&explore->c, asleep) != asleep) {
        stats->at[POR_ssb]++;
        step_log_add(&explore->taken, STEP_BLOCKED, PREFIX_NO_EVENT);
        return;
    }
    step_log_add(&explore->taken, STEP_MAXIMAL, PREFIX_NO_EVENT);
    stats->at[POR_maximal_configurations]++;
    if (config_size(&explore->c) > stats->at[POR_max_configuration])
        stats->at[POR_max_configuration] = config_size(&explore->c);
    explore->u_sum += explore->useful.n;
    if (explore->useful.n > stats->at[POR_u_largest])
        stats->at[POR_u_largest] = explore->useful.n;
    if (explore->problem->output.visitor.maximal)
        show_maximal(explore);
    if (!explore->c.n_en)
        answer_deadlocks(explore);
}

/* Lines 3 to 9. */
static void explore_left(struct explore *explore, struct explore_frame *f)
{
    const bool guided = explore->guide < explore->guides.len;
    const uint32_t guide = explore->guide + guided;
    const event_id e = choose(explore);

    if (e == EVENT_NONE) {
        visit_leaf(explore);
        leave(explore);
        return;
    }
    ASSERT(config_enabled(&explore->c, explore->es->events.at[e].trans) == e);
    f->event = e;
    f->step = RIGHT;
    step_log_add(&explore->taken, guided ? STEP_GUIDED : STEP_ADD, e);
    push_event(explore, e);
    if (explore->bounded && guided)
        useful_events_drop_guide(&explore->useful, e);
    enter(explore, guide, false); /* f is stale from here */
}

/* After line 9: e goes from C to D. */
static void disable(struct explore *explore, event_id e)
{
    if (explore->bounded)
        useful_events_disable(&explore->useful);
    config_pop(&explore->c);
    if (explore->marking)
        marking_unfire(explore->problem->net, explore->marking,
                       explore->es->events.at[e].trans);
    trail_markings_pop(&explore->trail_markings);
    cutoff_leave(&explore->cutoff, config_size(&explore->c));
    config_set(&explore->c, explore->es->events.at[e].trans, EN_ASLEEP);
}

/* Line 12: Remove(e, C, D), lines 15 to 18.  Then Explore(C, D, A) returns. */
static void finish_node(struct explore *explore, const struct explore_frame *f)
{
    step_log_add(&explore->taken, STEP_REMOVE, f->event);
    if (explore->bounded)
        useful_events_remove(&explore->useful, f->event);
    leave(explore);
}

/* Lines 10 and 11. */
static void explore_right(struct explore *explore, struct explore_frame *f)
{
    struct es_span j;
    const uint32_t guide = explore->guides.len;

    step_log_add(&explore->taken, STEP_DISABLE, f->event);
    disable(explore, f->event);
    f->step = FINISH;
    explore->alt.bound = explore->bound ? explore->bound : ALT_NO_BOUND;
    j = alt_find(&explore->alt);
    if (!j.len) {
        finish_node(explore, f);
        return;
    }
    if (explore->problem->test.check)
        alt_check(&explore->alt, j);
    explore->answer->stats.at[POR_alternatives]++;
    step_log_alternative(&explore->taken, j);
    for (uint32_t i = 0; i < j.len; i++) {
        vec_push(&explore->guides, j.at[i]);
        if (explore->bounded)
            useful_events_add_guide(&explore->useful, j.at[i]);
    }
    enter(explore, guide, true); /* f is stale from here */
}

/* --- the store under its bound ------------------------------------------ */

static void renumber(struct explore *explore)
{
    const struct compact_map *const map = &explore->cache.map;

    for (uint32_t i = 0; i < explore->guides.len; i++)
        explore->guides.at[i] = compact_event(map, explore->guides.at[i]);
    for (uint32_t i = 0; i < explore->frames.len; i++)
        explore->frames.at[i].event =
            compact_event(map, explore->frames.at[i].event);
    vec_clear(&explore->open_goals.witness);
}

/* Evicts events outside U. */
static void evict(struct explore *explore)
{
    cache_choose(&explore->cache);
    pass_release(&explore->pass, &explore->cache.map);
    cutoff_sweep_release(&explore->sweep, &explore->cache.map,
                         explore->problem->por.table);
    compact_store(explore->es, &explore->cache.map);
    cutoff_sweep_renumber(&explore->sweep, &explore->cache.map);
    config_renumber(&explore->c, &explore->cache.map);
    useful_events_renumber(&explore->useful, &explore->cache.map);
    alt_renumber(&explore->alt);
    pass_renumber(&explore->pass, &explore->cache.map);
    trail_markings_renumber(&explore->trail_markings, &explore->cache.map);
    cache_renumber(&explore->cache);
    renumber(explore);
}

/* What is left of A in the frame on top. */
static struct es_span rest_of_guide(const struct explore *explore)
{
    const struct explore_frame *const f = vec_top(&explore->frames);

    if (f->step != LEFT || explore->guide >= explore->guides.len)
        return (struct es_span){0};
    return (struct es_span){explore->guides.at + explore->guide,
                            explore->guides.len - explore->guide};
}

static void check(struct explore *explore)
{
    config_check(&explore->c);
    if (explore->problem->test.check > 1)
        es_check(explore->es);
    if (explore->problem->test.check > 1 && explore->bounded)
        useful_events_check(&explore->useful, rest_of_guide(explore));
}

/* The cost of the step before: the work of the modules without a watch. */
static uint64_t work_since(struct explore *explore)
{
    const uint64_t work =
        WALK_COST * events_touched(explore) +
        PUSH_COST * (explore->answer->stats.at[POR_pushes] +
                     explore->answer->stats.at[POR_histories_created]);
    const uint64_t since = work - explore->counted;

    explore->counted = work;
    return STEPS_A_LOOK * STEP_COST + since;
}

/* The watch gets the work of some steps at a time: a step costs little more
 * than a look at the watch. */
static bool must_stop(struct explore *explore)
{
    if (explore->open_goals.finished || explore->watch.reason != STOP_DONE)
        return true;
    if (++explore->steps % STEPS_A_LOOK)
        return false;
    explore->watch.cutoffs = explore->cutoff.n_cutoffs;
    explore->watch.u = explore->useful.n;
    explore->watch.depth = config_size(&explore->c);
    return watch_work(&explore->watch, work_since(explore));
}

static void run_frames(struct explore *explore)
{
    enter(explore, 0, false);
    while (explore->frames.len && !must_stop(explore)) {
        struct explore_frame *const f = vec_top(&explore->frames);

        if (explore->problem->test.check)
            check(explore);
        if (explore->bounded && cache_is_due(&explore->cache))
            evict(explore);
        switch ((enum step_kind)f->step) {
        case LEFT:
            explore_left(explore, f);
            break;
        case RIGHT:
            explore_right(explore, f);
            break;
        case FINISH:
            finish_node(explore, f);
            break;
        }
    }
}

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
    extend(explore);
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
        run_frames(explore);
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
    explore->es->late = true;
    order_init(&explore->order, problem->unfolding.order, explore->es);
    cutoff_init(&explore->cutoff, explore->es,
                problem->unfolding.cutoffs ? &explore->order : NULL,
                problem->por.table_limit);
    cutoff_sweep_init(&explore->sweep, &explore->cutoff);
    pass_init(&explore->pass, &explore->cutoff);
    trail_markings_init(&explore->trail_markings, explore->es);
    explore->words = marking_words(problem->net);
    config_init(&explore->c, explore->es, false);
    extend_init(&explore->extend, explore->es, &explore->c, &explore->watch);
    alt_init(&explore->alt, explore->es, &explore->c, &explore->cutoff,
             &explore->watch);
    explore->alt.k = problem->por.k;
    event_goals_init(&explore->open_goals, problem, answer, explore->es,
                     &explore->watch);
    step_log_init(&explore->taken, problem->output.steps &&
                                       !problem->por.cache &&
                                       !problem->test.evictions);
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
    pass_finish(&explore->pass);
    cutoff_sweep_finish(&explore->sweep);
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
    trail_markings_finish(&explore->trail_markings);
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

/* What the modules have for each event of the store. */
static size_t event_bytes(const struct explore *explore)
{
    return es_bytes(explore->es) +
           explore->cutoff.events.cap * sizeof *explore->cutoff.events.at +
           explore->pass.events.cap * sizeof *explore->pass.events.at;
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
    stats->at[POR_event_bytes] = event_bytes(explore);
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
            produce(explore, e);
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
    .explores = true,
    .unfolds = true,
    .is_last = true,
    .visits = true,
    .goals = ENGINE_REACHES & ~(1u << GOAL_BOUND),
    .refuses = refuses,
    .run = run_por,
};
