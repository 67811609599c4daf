#include "engine/por/explore.h"

#include "net/marking.h"

/* Enabled events that are looked at to choose one. */
#define MOST_CHOICES 32

/* In a net of more words of places than these C is entered into the marking
 * table less often than in every push, since its marking takes more space. */
#define CHEAP_WORDS 64

/* Events that may be compared in every push to enter C. */
#define CHEAP_COMPARISON 8192

/* Steps between two looks at the watch. */
#define STEPS_A_LOOK 16

/* What a step of the exploration, an event that is walked over, compared or
 * fired, and a push cost (watch.h). */
enum { STEP_COST = 60, WALK_COST = 8, PUSH_COST = 150, CHECK_COST = 100 };

static void answer_match(struct explore *explore,
                         const struct extend_match *match)
{
    struct compiled_net_pattern *const pattern =
        &explore->compiled->patterns[match->pattern];
    const struct es_span producers = {
        explore->extend.producers.at + match->producers, match->n_producers};

    pattern->answered = true;
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
    if (ext->created)
        cache_add(&explore->cache, ext->event);
    else
        cache_use(&explore->cache, ext->event);
    useful_events_add_extension(&explore->useful, ext->event);
    if (ext->created)
        use_companion(explore, ext->event);
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

/* The marking of C, from the nearest known one on the trail: so a push takes no
 * time for markings.  NONE: it is not stored, and the table is full. */
static uint32_t find_marking(struct explore *explore)
{
    struct markings *const markings = &explore->es->markings;
    const struct es_span c = config_span(&explore->c);
    uint32_t *const at = explore->trail_markings.at;
    uint32_t from = c.len;

    ASSERT(explore->trail_markings.len == c.len + 1);
    while (at[from] == MARKINGS_NONE)
        from--;
    explore->n_fired += c.len - from;
    if (from == c.len)
        return at[from];
    markings_open(markings, at[from]);
    for (uint32_t i = from; i < c.len; i++)
        markings_step(markings, explore->es->events.at[c.at[i]].trans);
    return at[c.len] =
               markings_close(markings, cutoff_is_full(&explore->cutoff));
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
    marking = find_marking(explore);
    if (marking != MARKINGS_NONE)
        cutoff_visit(&explore->cutoff, marking, config_span(&explore->c));
    cost = events_touched(explore) - before;
    if (cost > CHEAP_COMPARISON)
        explore->credit -= (int64_t)((cost - CHEAP_COMPARISON) /
                                     (CHEAP_COMPARISON / CHEAP_WORDS));
}

void explore_produce(struct explore *explore, event_id e)
{
    if (explore->es->events.at[e].produces != COND_NONE)
        return;
    es_produce_only(explore->es, e);
    config_grow(&explore->c);
}

static void push_event(struct explore *explore, event_id e)
{
    explore_produce(explore, e);
    vec_push(&explore->trail_markings, MARKINGS_NONE);
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
        .undo = explore->c.undo.len & (CONFIG_MOST_UNDO - 1),
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
    const event_id e =
        guided ? explore->guides.at[explore->guide] : choose_enabled(explore);

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
        useful_events_drop_reason(&explore->useful, e);
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
    (void)vec_pop(&explore->trail_markings);
    cutoff_key_leave(&explore->cutoff.keys, config_size(&explore->c));
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
            useful_events_add_reason(&explore->useful, j.at[i]);
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
    for (uint32_t i = 0; i < explore->trail_markings.len; i++)
        if (explore->trail_markings.at[i] != MARKINGS_NONE)
            explore->trail_markings.at[i] =
                compact_marking(map, explore->trail_markings.at[i]);
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
    (void)watch_work(&explore->watch,
                     CHECK_COST * (uint64_t)config_size(&explore->c));
    if (explore->problem->test.check > 1)
        es_past_check(explore->es);
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

void explore_run(struct explore *explore)
{
    extend(explore);
    enter(explore, 0, false);
    while (explore->frames.len && !must_stop(explore)) {
        struct explore_frame *const f = vec_top(&explore->frames);

        if (explore->problem->test.check)
            check(explore);
        if (explore->bounded && cache_is_due(&explore->cache))
            evict(explore);
        switch ((enum explore_step)f->step) {
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
