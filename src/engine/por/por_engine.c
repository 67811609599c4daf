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

static void answer_match(struct explore *x, const struct extend_match *match)
{
    const struct compiled_net_pattern *const pattern =
        &x->compiled->patterns[match->pattern];
    const struct es_span producers = {x->extend.producers.at + match->producers,
                                      match->n_producers};

    x->extend.answered[match->pattern] = true;
    if (pattern->goal != UINT32_MAX)
        event_goals_yes(&x->open_goals, x->cubes.question.at[pattern->goal],
                        producers);
    else
        event_goals_unsafe(&x->open_goals, producers, pattern->trans,
                           pattern->place);
}

/* The push of the event on top put a second token on a place: all of C that
 * need not come after the consumer of the first token is a run to it. */
static void report_unsafe(struct explore *x)
{
    const struct config *const c = &x->c;
    const place_id p = c->unsafe_place;
    const uint32_t consumed = config_older(c, config_youngest(c, p))->consumed;
    const uint32_t top = config_len(c) - 1;
    es_event_list run = {0};

    for (uint32_t pos = 1; pos < top; pos++)
        if (consumed == POS_NONE || !config_before(c, consumed, pos))
            vec_push(&run, config_at(c, pos));
    event_goals_unsafe(&x->open_goals, (struct es_span){run.at, run.len},
                       x->es->events.at[config_at(c, top)].trans, p);
    vec_free(&run);
}

static bool is_beyond(const struct explore *x, const struct es_event *ev)
{
    return x->bound && ev->size > x->bound;
}

/* Which event of the store cuts e off?  Marks it as used, and counts it when it
 * is outside U. */
static void use_companion(struct explore *x, event_id e)
{
    const event_id companion = cutoff_companion(&x->cutoff, e);

    if (companion == EVENT_NONE || !cutoff_has(&x->cutoff, e))
        return;
    cache_use(&x->cache, companion);
    x->answer->stats.at[POR_cutoffs_by_cache] +=
        !useful_events_has(&x->useful, companion);
}

static void add_new_event(struct explore *x, event_id e)
{
    x->answer->stats.at[POR_histories_created]++;
    pass_add(&x->pass, e);
    cutoff_add(&x->cutoff, e);
    event_goals_event(&x->open_goals, e);
    event_goals_state(&x->open_goals, e);
}

static void add_to_u(struct explore *x, const struct extend_extension *ext)
{
    if (ext->created) {
        (void)cache_add(&x->cache, ext->event);
        useful_events_add_extension(&x->useful, ext->event);
        use_companion(x, ext->event);
    } else {
        useful_events_add_extension(&x->useful, ext->event);
        cache_use(&x->cache, ext->event);
    }
}

static void add_extension(struct explore *x, const struct extend_extension *ext)
{
    const struct es_event *ev;
    bool is_cutoff;

    if (ext->created)
        add_new_event(x, ext->event);
    if (x->bounded)
        add_to_u(x, ext);
    ev = &x->es->events.at[ext->event];
    is_cutoff = cutoff_has(&x->cutoff, ext->event);
    x->answer->stats.at[POR_histories] += pass_meet(&x->pass, ext->event);
    if (!is_cutoff && is_beyond(x, ev) && ev->size < x->beyond)
        x->beyond = ev->size;
    if (ext->enabled)
        config_enable(&x->c, ev->trans, ext->event,
                      is_cutoff || is_beyond(x, ev) ? EN_EXCLUDED : EN_FREE);
}

/* Extend(C), line 13: adds the extensions that the event on top of C brings.
 * The others were added before it was pushed. */
static void extend(struct explore *x)
{
    extend_run(&x->extend);
    for (uint32_t i = 0; i < x->extend.found.len; i++)
        add_extension(x, &x->extend.found.at[i]);
    watch_events(&x->watch, x->answer->stats.at[POR_histories_created]);
    for (uint32_t i = 0; i < x->extend.matches.len; i++)
        answer_match(x, &x->extend.matches.at[i]);
    if (x->extend.unsafe_place != PLACE_NONE) {
        const es_event_list *const past = &x->extend.unsafe_past;

        event_goals_unsafe(&x->open_goals,
                           (struct es_span){past->at, past->len},
                           x->extend.unsafe_trans, x->extend.unsafe_place);
    }
}

/* What walks, comparisons and markings have cost so far, in events. */
static uint64_t events_touched(const struct explore *x)
{
    return x->cutoff.walk.work + x->order.work + x->n_fired;
}

/* Enters C into the marking table.  The marking takes the more space the larger
 * the net is, and a comparison with another configuration of that marking takes
 * the more time the larger C is.  So each push earns a credit, which entering C
 * spends: the cost of a push grows neither with the net nor with C. */
static void record_node(struct explore *x)
{
    const uint64_t before = events_touched(x);
    uint32_t marking;
    uint64_t cost;

    x->credit += CHEAP_WORDS;
    if (x->credit < (int64_t)x->words)
        return;
    x->credit = 0;
    marking = trail_markings_find(&x->trail_markings, config_span(&x->c),
                                  cutoff_is_full(&x->cutoff), &x->n_fired);
    if (marking != ES_MARKING_NONE)
        cutoff_visit(&x->cutoff, marking, config_span(&x->c));
    cost = events_touched(x) - before;
    if (cost > CHEAP_COMPARISON)
        x->credit -= (int64_t)((cost - CHEAP_COMPARISON) /
                               (CHEAP_COMPARISON / CHEAP_WORDS));
}

/* The conditions of e: most events are never explored, and have none. */
static void produce(struct explore *x, event_id e)
{
    if (x->es->events.at[e].produces != COND_NONE)
        return;
    es_produce_only(x->es, e);
    config_grow(&x->c);
}

static void push(struct explore *x, event_id e)
{
    produce(x, e);
    trail_markings_push(&x->trail_markings);
    x->answer->stats.at[POR_pushes]++;
    pass_explore(&x->pass, e);
    if (!config_push(&x->c, e)) {
        report_unsafe(x);
        return;
    }
    if (x->bounded)
        useful_events_push(&x->useful, e);
    extend(x);
    if (x->problem->unfolding.cutoffs && x->problem->por.table)
        record_node(x);
    if (x->marking) {
        marking_fire(x->problem->net, x->marking, x->es->events.at[e].trans);
        event_goals_marking(&x->open_goals, x->marking);
    }
}

/* --- Alg. 1 ------------------------------------------------------------- */

/* `guide`: where its A begins, if `is_guided` a new one. */
static void enter(struct explore *x, uint32_t guide, bool is_guided)
{
    const struct explore_frame f = {
        .event = EVENT_NONE,
        .step = LEFT,
        .is_guided = is_guided,
        .undo = config_undo_point(&x->c) & (CONFIG_MOST_UNDO - 1),
    };

    if (is_guided)
        vec_push(&x->guides_before, guide);
    x->guide = guide;
    vec_push(&x->frames, f);
}

static void leave(struct explore *x)
{
    const struct explore_frame f = vec_pop(&x->frames);

    config_undo(&x->c, f.undo);
    if (f.is_guided) {
        vec_cut(&x->guides, *vec_top(&x->guides_before));
        (void)vec_pop(&x->guides_before);
    }
}

/* Line 6: of the oldest few events that are free, the one with the largest
 * local configuration.  Thus a run grows in one part of the net first, and few
 * different runs are in the store at a time.  Events that have become cutoffs
 * are excluded on the way. */
static event_id choose_enabled(struct explore *x)
{
    const uint32_t most =
        x->problem->por.choice == CHOICE_LARGEST ? MOST_CHOICES : 1;
    const trans_id head = config_head(&x->c, EN_FREE);
    const struct es_event *const events = x->es->events.at;
    const struct config_en_node *const en = x->c.en;
    event_id best = EVENT_NONE;
    uint32_t best_size = 0;
    trans_id t = en[head].next;

    for (uint32_t seen = 0; seen < most && t != head;) {
        const trans_id next = en[t].next;
        const event_id e = config_en_id(en[t].is);

        if (cutoff_has(&x->cutoff, e)) {
            config_set(&x->c, t, EN_EXCLUDED);
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
static event_id choose(struct explore *x)
{
    return x->guide < x->guides.len ? x->guides.at[x->guide]
                                    : choose_enabled(x);
}

static void show_maximal(struct explore *x)
{
    const struct engine_visitor *const visitor = &x->problem->output.visitor;
    const struct es_span c = config_span(&x->c);
    witness_run run = {0};

    for (uint32_t i = 0; i < c.len; i++)
        vec_push(&run, x->es->events.at[c.at[i]].trans);
    visitor->maximal(visitor->self, run.at, run.len);
    vec_free(&run);
}

static void answer_deadlocks(struct explore *x)
{
    for (uint32_t i = 0; i < x->cubes.goals.len; i++)
        if (x->cubes.goals.at[i].kind == GOAL_DEADLOCK)
            event_goals_yes(&x->open_goals, x->cubes.question.at[i],
                            config_span(&x->c));
}

/* Line 4: no event can be chosen.  When an event is asleep the run is blocked,
 * and not maximal (THEORY, Definition 19). */
static void visit_leaf(struct explore *x)
{
    struct answer_stats *const stats = &x->answer->stats;
    const trans_id asleep = config_head(&x->c, EN_ASLEEP);

    if (config_next(&x->c, asleep) != asleep) {
        stats->at[POR_ssb]++;
        step_log_add(&x->taken, STEP_BLOCKED, PREFIX_NO_EVENT);
        return;
    }
    step_log_add(&x->taken, STEP_MAXIMAL, PREFIX_NO_EVENT);
    stats->at[POR_maximal_configurations]++;
    if (config_size(&x->c) > stats->at[POR_max_configuration])
        stats->at[POR_max_configuration] = config_size(&x->c);
    x->u_sum += x->useful.n;
    if (x->useful.n > stats->at[POR_u_largest])
        stats->at[POR_u_largest] = x->useful.n;
    if (x->problem->output.visitor.maximal)
        show_maximal(x);
    if (!x->c.n_en)
        answer_deadlocks(x);
}

/* Lines 3 to 9. */
static void explore_left(struct explore *x, struct explore_frame *f)
{
    const bool guided = x->guide < x->guides.len;
    const uint32_t guide = x->guide + guided;
    const event_id e = choose(x);

    if (e == EVENT_NONE) {
        visit_leaf(x);
        leave(x);
        return;
    }
    ASSERT(config_enabled(&x->c, x->es->events.at[e].trans) == e);
    f->event = e;
    f->step = RIGHT;
    step_log_add(&x->taken, guided ? STEP_GUIDED : STEP_ADD, e);
    push(x, e);
    if (x->bounded && guided)
        useful_events_drop_guide(&x->useful, e);
    enter(x, guide, false); /* f is stale from here */
}

/* After line 9: e goes from C to D. */
static void disable(struct explore *x, event_id e)
{
    if (x->bounded)
        useful_events_disable(&x->useful);
    config_pop(&x->c);
    if (x->marking)
        marking_unfire(x->problem->net, x->marking, x->es->events.at[e].trans);
    trail_markings_pop(&x->trail_markings);
    cutoff_leave(&x->cutoff, config_size(&x->c));
    config_set(&x->c, x->es->events.at[e].trans, EN_ASLEEP);
}

/* Line 12: Remove(e, C, D), lines 15 to 18.  Then Explore(C, D, A) returns. */
static void finish_node(struct explore *x, const struct explore_frame *f)
{
    step_log_add(&x->taken, STEP_REMOVE, f->event);
    if (x->bounded)
        useful_events_remove(&x->useful, f->event);
    leave(x);
}

/* Lines 10 and 11. */
static void explore_right(struct explore *x, struct explore_frame *f)
{
    struct es_span j;
    const uint32_t guide = x->guides.len;

    step_log_add(&x->taken, STEP_DISABLE, f->event);
    disable(x, f->event);
    f->step = FINISH;
    x->alt.bound = x->bound ? x->bound : ALT_NO_BOUND;
    j = alt_find(&x->alt);
    if (!j.len) {
        finish_node(x, f);
        return;
    }
    if (x->problem->test.check)
        alt_check(&x->alt, j);
    x->answer->stats.at[POR_alternatives]++;
    step_log_alternative(&x->taken, j);
    for (uint32_t i = 0; i < j.len; i++) {
        vec_push(&x->guides, j.at[i]);
        if (x->bounded)
            useful_events_add_guide(&x->useful, j.at[i]);
    }
    enter(x, guide, true); /* f is stale from here */
}

/* --- the store under its bound ------------------------------------------ */

static void renumber(struct explore *x)
{
    const struct compact_map *const map = &x->cache.map;

    for (uint32_t i = 0; i < x->guides.len; i++)
        x->guides.at[i] = compact_event(map, x->guides.at[i]);
    for (uint32_t i = 0; i < x->frames.len; i++)
        x->frames.at[i].event = compact_event(map, x->frames.at[i].event);
    vec_clear(&x->open_goals.witness);
}

/* Evicts events outside U. */
static void evict(struct explore *x)
{
    cache_choose(&x->cache);
    pass_release(&x->pass, &x->cache.map);
    cutoff_sweep_release(&x->sweep, &x->cache.map, x->problem->por.table);
    compact_store(x->es, &x->cache.map);
    cutoff_sweep_renumber(&x->sweep, &x->cache.map);
    config_renumber(&x->c, &x->cache.map);
    useful_events_renumber(&x->useful, &x->cache.map);
    alt_renumber(&x->alt);
    pass_renumber(&x->pass, &x->cache.map);
    trail_markings_renumber(&x->trail_markings, &x->cache.map);
    cache_renumber(&x->cache);
    renumber(x);
}

/* What is left of A in the frame on top. */
static struct es_span rest_of_guide(const struct explore *x)
{
    const struct explore_frame *const f = vec_top(&x->frames);

    if (f->step != LEFT || x->guide >= x->guides.len)
        return (struct es_span){0};
    return (struct es_span){x->guides.at + x->guide, x->guides.len - x->guide};
}

static void check(struct explore *x)
{
    config_check(&x->c);
    if (x->problem->test.check > 1)
        es_check(x->es);
    if (x->problem->test.check > 1 && x->bounded)
        useful_events_check(&x->useful, rest_of_guide(x));
}

/* The cost of the step before: the work of the modules without a watch. */
static uint64_t work_since(struct explore *x)
{
    const uint64_t work =
        WALK_COST * events_touched(x) +
        PUSH_COST * (x->answer->stats.at[POR_pushes] +
                     x->answer->stats.at[POR_histories_created]);
    const uint64_t since = work - x->counted;

    x->counted = work;
    return STEPS_A_LOOK * STEP_COST + since;
}

/* The watch gets the work of some steps at a time: a step costs little more
 * than a look at the watch. */
static bool must_stop(struct explore *x)
{
    if (x->open_goals.finished || x->watch.reason != STOP_DONE)
        return true;
    if (++x->steps % STEPS_A_LOOK)
        return false;
    x->watch.cutoffs = x->cutoff.n_cutoffs;
    x->watch.u = x->useful.n;
    x->watch.depth = config_size(&x->c);
    return watch_work(&x->watch, work_since(x));
}

static void run_frames(struct explore *x)
{
    enter(x, 0, false);
    while (x->frames.len && !must_stop(x)) {
        struct explore_frame *const f = vec_top(&x->frames);

        if (x->problem->test.check)
            check(x);
        if (x->bounded && cache_is_due(&x->cache))
            evict(x);
        switch ((enum step_kind)f->step) {
        case LEFT:
            explore_left(x, f);
            break;
        case RIGHT:
            explore_right(x, f);
            break;
        case FINISH:
            finish_node(x, f);
            break;
        }
    }
}

/* --- passes ------------------------------------------------------------- */

static void start_pass(struct explore *x)
{
    struct answer_stats *const stats = &x->answer->stats;

    step_log_add(&x->taken, STEP_PASS, x->bound);
    pass_start(&x->pass);
    stats->at[POR_passes] = x->pass.number;
    stats->at[POR_histories] = stats->at[POR_maximal_configurations] =
        stats->at[POR_ssb] = 0;
    stats->at[POR_max_configuration] = 0;
    stats->at[POR_u_largest] = 0;
    x->u_sum = 0;
    x->beyond = UINT32_MAX;
    x->n_cutoffs_before = x->cutoff.n_cutoffs;
    x->pushes_before = stats->at[POR_pushes];
    x->watch.bound = x->bound;
    config_undo(&x->c, 0);
    if (x->bounded)
        useful_events_restart(&x->useful);
    extend(x);
}

/* A pass that cost much and cut nothing was of no use to the next: grow
 * faster. */
static uint32_t next_bound(const struct explore *x, uint32_t max_depth)
{
    const bool useful =
        x->cutoff.n_cutoffs > x->n_cutoffs_before ||
        x->answer->stats.at[POR_pushes] - x->pushes_before < CHEAP_PASS;
    const double factor = x->problem->por.deepening;
    const double grown = (double)x->bound * factor * (useful ? 1 : factor);
    uint32_t next = grown < (double)UINT32_MAX ? (uint32_t)grown : 0;

    if (next < x->beyond)
        next = x->beyond;
    return max_depth && next > max_depth ? max_depth : next;
}

static void run_passes(struct explore *x, uint32_t max_depth)
{
    const bool deepening =
        x->problem->unfolding.cutoffs && x->problem->por.deepening > 1;

    x->bound = deepening ? 1 : max_depth;
    for (;;) {
        start_pass(x);
        run_frames(x);
        if (x->open_goals.finished || x->watch.reason != STOP_DONE ||
            x->beyond == UINT32_MAX)
            return;
        if (max_depth && x->bound == max_depth) {
            x->watch.reason = STOP_DEPTH;
            return;
        }
        x->bound = next_bound(x, max_depth);
    }
}

/* --- the engine --------------------------------------------------------- */

/* A bound on the store is shared with a marking table that has none of its
 * own. */
static void init_cache(struct explore *x)
{
    const struct engine_problem *const p = x->problem;
    const bool table = p->unfolding.cutoffs && p->por.table;
    uint64_t bound = p->por.cache;

    if (bound && bound != ENGINE_NO_CACHE && table && !p->por.table_limit) {
        bound = bound / 2 + 1;
        x->cutoff.limit = bound / 2 / TABLE_ENTRY_BYTES + 1;
        x->cutoff.node_limit = bound / 2 / sizeof *x->cutoff.keys.nodes.at + 1;
    }
    x->bounded = true;
    useful_events_init(&x->useful, &x->c);
    cache_init(&x->cache, x->es, &x->useful, bound, p->test.evictions);
    x->cache.has_markings = !table;
}

static const struct answer_figure figures[] = {POR_FIGURES(ANSWER_FIGURE){0}};

static void init(struct explore *x, const struct engine_problem *problem,
                 const struct engine_limits *limits, struct answer *answer)
{
    *x = (struct explore){.problem = problem, .answer = answer};
    answer->stats.figures = figures;
    watch_init(&x->watch, limits, &answer->stats);
    cube_goals_init(&x->cubes, problem);
    x->compiled =
        compiled_net_create(problem->net, problem->dep, x->cubes.goals.at,
                            x->cubes.goals.len, false);
    compiled_net_exclude(x->compiled, problem->dep, problem->exclusive);
    x->es = es_create(x->compiled);
    x->es->late = true;
    order_init(&x->order, problem->unfolding.order, x->es);
    cutoff_init(&x->cutoff, x->es,
                problem->unfolding.cutoffs ? &x->order : NULL,
                problem->por.table_limit);
    cutoff_sweep_init(&x->sweep, &x->cutoff);
    pass_init(&x->pass, &x->cutoff);
    trail_markings_init(&x->trail_markings, x->es);
    x->words = marking_words(problem->net);
    config_init(&x->c, x->es, false);
    extend_init(&x->extend, x->es, &x->c, &x->watch);
    alt_init(&x->alt, x->es, &x->c, &x->cutoff, &x->watch);
    x->alt.k = problem->por.k;
    event_goals_init(&x->open_goals, problem, answer, x->es, &x->watch);
    step_log_init(&x->taken, problem->output.steps && !problem->por.cache &&
                                 !problem->test.evictions);
    if (event_goals_wants_markings(&x->open_goals)) {
        x->marking = mem_zero(x->words, sizeof *x->marking);
        marking_initial(problem->net, x->marking);
    }
    if (problem->por.cache || problem->test.evictions)
        init_cache(x);
}

static void finish(struct explore *x)
{
    cache_finish(&x->cache);
    useful_events_finish(&x->useful);
    alt_finish(&x->alt);
    extend_finish(&x->extend);
    config_finish(&x->c);
    pass_finish(&x->pass);
    cutoff_sweep_finish(&x->sweep);
    cutoff_finish(&x->cutoff);
    order_finish(&x->order);
    event_goals_finish(&x->open_goals);
    cube_goals_finish(&x->cubes, x->problem);
    step_log_finish(&x->taken);
    es_destroy(x->es);
    compiled_net_destroy(x->compiled);
    vec_free(&x->frames);
    vec_free(&x->guides);
    vec_free(&x->guides_before);
    mem_free(x->marking);
    trail_markings_finish(&x->trail_markings);
}

/* Formulas that all markings fit, and formulas that none does. */
static void answer_constants(struct explore *x)
{
    const struct engine_question *const question = &x->problem->question;
    const struct cube_goals *const cubes = &x->cubes;
    uint32_t i = 0;

    for (uint32_t g = 0; g < question->n_goals; g++) {
        const uint32_t first = i;

        for (; i < cubes->goals.len && cubes->question.at[i] == g; i++)
            if (event_goals_is_trivial(&cubes->goals.at[i]))
                event_goals_yes(&x->open_goals, g, (struct es_span){0});
        if (question->goals[g].kind == GOAL_FORMULA && i == first)
            event_goals_no(&x->open_goals, g);
    }
}

/* What the modules have for each event of the store. */
static size_t event_bytes(const struct explore *x)
{
    return es_bytes(x->es) +
           x->cutoff.events.cap * sizeof *x->cutoff.events.at +
           x->pass.events.cap * sizeof *x->pass.events.at;
}

/* Events that were evicted can be counted only where each has one history. */
static void close_counts(struct explore *x, const bits_word *events)
{
    struct answer_stats *const stats = &x->answer->stats;
    struct count_nodes_sizes sizes = {0};

    if (!stats->at[POR_evicted])
        sizes = count_nodes_of(x->es, events);
    stats->at[POR_conditions] = sizes.conditions;
    if (!stats->at[POR_evicted] || !x->compiled->n_read)
        stats->at[POR_events] = stats->at[POR_histories] - sizes.further;
}

static void close_stats(struct explore *x)
{
    struct answer_stats *const stats = &x->answer->stats;
    bits_word *const events = pass_events(&x->pass, false);

    pass_count(&x->pass, &stats->at[POR_explored_histories],
               &stats->at[POR_cutoffs]);
    stats->at[POR_searches] = x->alt.searches;
    stats->at[POR_comb_spikes] = x->alt.spikes;
    stats->at[POR_largest_comb] = x->alt.largest_comb;
    stats->at[POR_alternative_steps] = x->alt.steps;
    stats->at[POR_evicted] = x->cache.n_evicted;
    stats->at[POR_rebuilt] = x->cache.n_rebuilt;
    if (stats->at[POR_maximal_configurations])
        stats->at[POR_u_average] =
            (x->u_sum + stats->at[POR_maximal_configurations] / 2) /
            stats->at[POR_maximal_configurations];
    close_counts(x, events);
    stats->at[POR_table_entries] = x->cutoff.n_entries;
    stats->at[POR_event_bytes] = event_bytes(x);
    mem_free(events);
    watch_close(&x->watch);
}

static void close_prefix(struct explore *x)
{
    bits_word *const events = pass_events(&x->pass, false);
    bits_word *const cutoffs = pass_events(&x->pass, true);
    const struct export_choice choice = {
        .events = events,
        .cutoffs = cutoffs,
        .witness = {x->open_goals.witness.at, x->open_goals.witness.len},
        .cutoff = &x->cutoff,
        .steps = &x->taken,
        .no_conflicts = x->problem->output.no_conflicts,
    };

    while (config_len(&x->c) > 1)
        config_pop(&x->c);
    for (event_id e = 1; e < x->es->events.len; e++)
        if (bits_has(events, e))
            produce(x, e);
    export_prefix(&x->c, &choice, &x->answer->prefix);
    mem_free(events);
    mem_free(cutoffs);
}

static void run_por(const struct engine_problem *problem,
                    const struct engine_limits *limits, struct answer *answer)
{
    struct explore x;

    init(&x, problem, limits, answer);
    answer_constants(&x);
    event_goals_state(&x.open_goals, EVENT_BOTTOM);
    if (!x.open_goals.finished)
        run_passes(&x, limits->max_depth);
    event_goals_close(&x.open_goals, x.watch.reason);
    if (answer->stop != STOP_OVERTAKEN)
        close_stats(&x);
    if (problem->output.prefix)
        close_prefix(&x);
    finish(&x);
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
