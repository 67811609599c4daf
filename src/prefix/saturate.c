/* saturate.c - the complete finite prefix, by saturation.
 *
 *     put the extensions of the initial conditions into the queue
 *     while the queue is not empty
 *         remove a smallest event e from it
 *         if e is no cutoff
 *             add e and its conditions
 *             put the extensions that use one of these into the queue
 *
 * ([ERV02] Fig. 6.)  The queue is a list for each size: extensions of an event
 * are larger than it.  When the first event of a size is removed, all events of
 * that size are known, and the marking table has decided which of them are
 * cutoffs.  So the order of events within a size does not matter (THEORY,
 * Theorem 31).
 *
 * Each extension is found once: when the last of its direct causes is added.
 *
 * Places that transitions read are copied (THEORY, Lemma 33), so that under
 * `read` the events are the pairs of event and history of the contextual
 * unfolding. */
#include "prefix/saturate.h"

#include "base/ids.h"
#include "engine/watch.h"
#include "prefix/coset.h"
#include "prefix/excluded.h"
#include "prefix/solve.h"
#include "prefix/solve_formula.h"
#include "unfolding/compiled_net.h"
#include "unfolding/count_conditions.h"
#include "unfolding/cutoff.h"
#include "unfolding/es.h"
#include "unfolding/export.h"
#include "unfolding/open_goals.h"
#include "unfolding/order.h"
#include "unfolding/step_log.h"

#include <stdlib.h>

/* What a step, an entry of the lists of concurrent events, a choice of a
 * condition, an event that is walked over or compared, and one that is created
 * cost (watch.h). */
enum {
    STEP_COST = 20,
    LIST_COST = 2,
    CHOICE_COST = 8,
    WALK_COST = 8,
    EVENT_COST = 500,
};

/* An arc between a transition and a copy of a place, while copies are made; and
 * what may be held by all, 1 GiB. */
#define COPIED_BYTES UINT64_C(40)
#define MOST_COPIED (UINT64_C(1) << 30)

/* A needed place: its candidates are still to be listed, or not. */
enum { UNLISTED, LISTED, N_STATES };

struct saturate {
    uint64_t counted; /* see work_since() */
    const struct engine_problem *problem;
    struct answer *answer;
    struct compiled_net *compiled;
    struct es *es;
    struct order order;
    struct cutoff cutoff;
    struct conc conc;
    struct excluded excluded;
    struct open_goals open_goals;
    struct step_log taken;
    struct solve_formula formulas;
    bool has_formulas; /* the solver above has its clauses */
    struct watch watch;
    VEC(es_event_list) queue; /* by size */
    uint32_t max_depth;
    bool too_deep;   /* an event beyond max_depth was left out */
    bool *answered;  /* by pattern */
    uint32_t *n_had; /* by transition, then by pattern: see have_conditions() */

    /* scratch for the extensions of the event that was added last */
    struct es_walk walk;
    conc_list *candidates; /* by needed place: conditions concurrent with it */
    struct stamp needed;   /* places that an extension may use: UNLISTED, ... */
    VEC(place_id) unlisted;
    struct stamp users; /* transitions whose places are needed */
    struct stamp tried, tried_patterns;
    VEC(place_id) places; /* of a choice, fewest candidates first */
    VEC(uint32_t) next;   /* by place of a choice: the next candidate */
    struct coset coset;   /* the choice in that order */
    cond_id *chosen;      /* by place of the choice: its condition */
    VEC(cond_id) name;    /* the same in the order of the arcs */
    es_event_list extra;  /* below the choice, but not in its past */
};

/* --- candidates --------------------------------------------------------- */

static void need(struct saturate *x, place_id p)
{
    if (stamp_has(&x->needed, p))
        return;
    stamp_paint(&x->needed, p, UNLISTED);
    vec_push(&x->unlisted, p);
    vec_clear(&x->candidates[p]);
}

/* Does the prefix have conditions of all these places?  *n_had of them had some
 * before.  What e produces on a place that is used alone needs no list. */
static bool have_conditions(struct saturate *x, const place_id *places,
                            uint32_t n, uint32_t *n_had)
{
    if (n == 1)
        return true;
    for (; *n_had < n; ++*n_had) {
        x->conc.work++;
        if (!conc_count_on(&x->conc, places[*n_had]))
            return false;
    }
    return true;
}

static void need_all(struct saturate *x, const place_id *places, uint32_t n,
                     uint32_t *n_had)
{
    if (!have_conditions(x, places, n, n_had) ||
        excluded_has(&x->excluded, places, n))
        return;
    x->conc.work += n;
    for (uint32_t i = 0; i < n; i++)
        need(x, places[i]);
}

/* The places of all transitions and patterns that use a place of the postset.
 */
static void need_places(struct saturate *x, struct net_place_span produced)
{
    const struct compiled_net *const compiled = x->compiled;

    excluded_start(&x->excluded, produced);
    for (uint32_t i = 0; i < produced.len; i++) {
        const place_id p = produced.at[i];
        const struct compiled_net_pattern_span patterns =
            compiled_net_patterns_of(compiled, p);

        for (uint32_t k = compiled->consumer_at[p];
             k < compiled->consumer_at[p + 1]; k++) {
            const trans_id t = compiled->consumers[k];

            if (!stamp_has(&x->users, t))
                need_all(x, compiled_net_use(compiled, t).at,
                         compiled_net_use(compiled, t).len, &x->n_had[t]);
            stamp_add(&x->users, t);
        }
        for (uint32_t k = 0; k < patterns.len; k++) {
            const uint32_t g = patterns.at[k];

            need_all(x, compiled->pattern_places + compiled->pattern_at[g],
                     compiled->pattern_at[g + 1] - compiled->pattern_at[g],
                     &x->n_had[compiled->n_trans + g]);
        }
        need(x, p);
    }
}

/* What e produces is its own candidate.  Another condition of such a place
 * would be a second token: it is sought where the place is fed twice. */
static void list_produced(struct saturate *x, event_id e)
{
    const cond_id produces = x->es->events.at[e].produces;

    for (uint32_t i = 0; i < es_produce_count(x->es, e); i++) {
        const place_id p = x->es->conds.at[produces + i].place;
        const struct conc_partner own = {.cond = produces + i};

        vec_push(&x->candidates[p], own);
        if (!bits_has(x->conc.needed.fed_twice, p))
            stamp_paint(&x->needed, p, LISTED);
    }
}

static const conc_list *list_candidates(struct saturate *x, place_id p)
{
    if (stamp_is(&x->needed, p, UNLISTED) && x->conc.added != EVENT_BOTTOM)
        conc_partners(&x->conc, p, &x->candidates[p]);
    stamp_paint(&x->needed, p, LISTED);
    return &x->candidates[p];
}

/* All lists at once, if that takes less time than one by one. */
static void try_to_list_all(struct saturate *x)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < x->unlisted.len; i++)
        if (stamp_is(&x->needed, x->unlisted.at[i], UNLISTED))
            n += conc_count_on(&x->conc, x->unlisted.at[i]);
    if (conc_partners_on(&x->conc, n < UINT32_MAX ? (uint32_t)n : UINT32_MAX,
                         &x->needed, x->candidates))
        for (uint32_t i = 0; i < x->unlisted.len; i++)
            stamp_paint(&x->needed, x->unlisted.at[i], LISTED);
}

/* e and g, which are concurrent, both produce a token on p. */
static void report_second_token(struct saturate *x, event_id e, event_id g,
                                place_id p)
{
    const event_id both[] = {e, g};
    const struct es_span past =
        es_past(x->es, &x->walk, (struct es_span){both, 2});
    es_event_list before = {0};

    for (uint32_t i = 0; i < past.len; i++)
        if (past.at[i] != e)
            vec_push(&before, past.at[i]);
    open_goals_unsafe(&x->open_goals, (struct es_span){before.at, before.len},
                      x->es->events.at[e].trans, p);
    vec_free(&before);
}

/* Does an event concurrent with e produce on a place of e?  Reports the one
 * that was added first. */
static void check_second_token(struct saturate *x, event_id e)
{
    const struct es_event *const events = x->es->events.at;
    event_id second = EVENT_NONE;
    place_id on = PLACE_NONE;

    for (uint32_t i = 0; i < es_produce_count(x->es, e); i++) {
        const place_id p = x->es->conds.at[events[e].produces + i].place;
        const conc_list *const candidates = list_candidates(x, p);
        event_id g;

        if (candidates->len < 2)
            continue;
        g = x->es->conds.at[candidates->at[1].cond].producer;
        if (second == EVENT_NONE ||
            events[g].produces < events[second].produces) {
            second = g;
            on = p;
        }
    }
    if (second != EVENT_NONE && !x->open_goals.finished)
        report_second_token(x, e, second, on);
}

static void find_candidates(struct saturate *x, event_id e)
{
    stamp_start_colours(&x->needed, N_STATES);
    stamp_start(&x->users);
    stamp_start(&x->tried);
    stamp_start(&x->tried_patterns);
    vec_clear(&x->unlisted);
    need_places(
        x, (e == EVENT_BOTTOM)
               ? (struct net_place_span){x->compiled->initial,
                                         x->compiled->n_initial}
               : compiled_net_produce(x->compiled, x->es->events.at[e].trans));
    list_produced(x, e);
    try_to_list_all(x);
    check_second_token(x, e);
}

/* --- choices ------------------------------------------------------------ */

/* The places with the fewest candidates first: by insertion, as there are few.
 * False when one has none. */
static bool order_places(struct saturate *x, const place_id *places, uint32_t n)
{
    x->conc.work += n;
    vec_clear(&x->places);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t size, k = i;

        if (!stamp_has(&x->needed, places[i]))
            return false;
        size = list_candidates(x, places[i])->len;
        if (!size)
            return false;
        vec_push(&x->places, places[i]);
        for (; k > 0 && x->candidates[x->places.at[k - 1]].len > size; k--)
            x->places.at[k] = x->places.at[k - 1];
        x->places.at[k] = places[i];
    }
    return true;
}

/* The next choice of pairwise concurrent conditions; false when there is
 * none. */
static bool next_choice(struct saturate *x, bool first)
{
    const uint32_t n = x->places.len;

    if (first) {
        coset_start(&x->coset);
        vec_clear(&x->next);
        vec_push(&x->next, 0);
    } else {
        coset_pop(&x->coset);
    }
    while (x->next.len && !watch_work(&x->watch, CHOICE_COST)) {
        const conc_list *const candidates =
            &x->candidates[x->places.at[x->next.len - 1]];
        uint32_t *const i = vec_top(&x->next);

        if (*i == candidates->len) {
            (void)vec_pop(&x->next);
            if (x->coset.at.len)
                coset_pop(&x->coset);
            continue;
        }
        if (!coset_push(&x->coset, candidates->at[(*i)++]))
            continue;
        if (x->coset.at.len == n)
            return true;
        vec_push(&x->next, 0);
    }
    return false;
}

/* The choice in the order of the places of t. */
static void sort_choice(struct saturate *x, struct net_place_span use)
{
    for (uint32_t i = 0; i < use.len; i++) {
        const cond_id b = x->coset.at.at[i].cond;

        x->chosen[x->es->conds.at[b].place] = b;
    }
    vec_clear(&x->name);
    for (uint32_t i = 0; i < use.len; i++)
        vec_push(&x->name, x->chosen[use.at[i]]);
}

/* --- extensions --------------------------------------------------------- */

static void past_marking(struct saturate *x, event_id e)
{
    es_open(x->es, x->es->events.at[e].marking);
    for (uint32_t i = 0; i < x->extra.len; i++)
        es_open_fire(x->es, x->es->events.at[x->extra.at[i]].trans);
}

static void report_unsafe(struct saturate *x, trans_id t, place_id p)
{
    es_event_list past = {0};

    for (uint32_t i = 0; i < x->name.len; i++)
        if (x->es->conds.at[x->name.at[i]].producer != EVENT_BOTTOM)
            vec_push(&past, x->es->conds.at[x->name.at[i]].producer);
    open_goals_unsafe(&x->open_goals, (struct es_span){past.at, past.len}, t,
                      p);
    vec_free(&past);
}

static void enqueue(struct saturate *x, event_id e)
{
    const uint32_t size = x->es->events.at[e].size;
    const es_event_list none = {0};

    while (x->queue.len <= size)
        vec_push(&x->queue, none);
    vec_push(&x->queue.at[size], e);
}

/* The extension <t, choice>; e is the event added last. */
static void create(struct saturate *x, trans_id t, event_id e)
{
    place_id second;
    event_id fresh;

    coset_missing(&x->coset, &x->extra);
    past_marking(x, e);
    second = es_open_unsafe(x->es, t);
    if (second != PLACE_NONE) {
        report_unsafe(x, t, second);
        return;
    }
    es_open_fire(x->es, t);
    fresh = es_add(x->es, t, x->name.at, 0,
                   x->es->events.at[e].size + x->extra.len + 1,
                   es_close(x->es, false));
    open_goals_state(&x->open_goals, fresh);
    cutoff_add(&x->cutoff, fresh);
    open_goals_event(&x->open_goals, fresh);
    enqueue(x, fresh);
}

/* The work of the modules without a watch since the call before. */
static uint64_t work_since(struct saturate *x)
{
    const uint64_t work =
        WALK_COST * (x->cutoff.walk.work + x->order.work + x->walk.work +
                     x->conc.walk.work + x->coset.walk.work) +
        LIST_COST * (conc_work(&x->conc) + x->coset.work) +
        EVENT_COST * x->es->events.len;
    const uint64_t since = work - x->counted;

    x->counted = work;
    return STEP_COST + since;
}

static bool must_stop(struct saturate *x)
{
    x->answer->stats.events_created = x->es->events.len - 1;
    watch_events(&x->watch, x->es->events.len - 1);
    x->watch.cutoffs = x->cutoff.n_cutoffs;
    return x->open_goals.finished || watch_work(&x->watch, work_since(x));
}

static void try_trans(struct saturate *x, trans_id t, event_id e)
{
    const struct net_place_span use = compiled_net_use(x->compiled, t);

    if (stamp_has(&x->tried, t))
        return;
    stamp_add(&x->tried, t);
    if (!order_places(x, use.at, use.len))
        return;
    for (bool first = true; next_choice(x, first) && !must_stop(x);
         first = false) {
        sort_choice(x, use);
        create(x, t, e);
    }
}

static void answer_pattern(struct saturate *x, uint32_t g)
{
    const struct compiled_net_pattern *const pattern =
        &x->compiled->patterns[g];
    es_event_list producers = {0};

    for (uint32_t i = 0; i < x->coset.at.len; i++)
        vec_push(&producers, x->es->conds.at[x->coset.at.at[i].cond].producer);
    x->answered[g] = true;
    if (pattern->goal != UINT32_MAX)
        open_goals_yes(&x->open_goals, pattern->goal,
                       (struct es_span){producers.at, producers.len});
    else
        open_goals_unsafe(&x->open_goals,
                          (struct es_span){producers.at, producers.len},
                          pattern->trans, pattern->place);
    vec_free(&producers);
}

static void try_pattern(struct saturate *x, uint32_t g)
{
    const struct compiled_net *const compiled = x->compiled;

    if (x->answered[g] || stamp_has(&x->tried_patterns, g))
        return;
    stamp_add(&x->tried_patterns, g);
    if (order_places(x, compiled->pattern_places + compiled->pattern_at[g],
                     compiled->pattern_at[g + 1] - compiled->pattern_at[g]) &&
        next_choice(x, true))
        answer_pattern(x, g);
}

static void try_users(struct saturate *x, place_id p, event_id e)
{
    const struct compiled_net *const compiled = x->compiled;
    const struct compiled_net_pattern_span patterns =
        compiled_net_patterns_of(compiled, p);

    for (uint32_t i = compiled->consumer_at[p];
         i < compiled->consumer_at[p + 1] && !must_stop(x); i++)
        try_trans(x, compiled->consumers[i], e);
    for (uint32_t i = 0; i < patterns.len && !must_stop(x); i++)
        try_pattern(x, patterns.at[i]);
}

/* Extensions that use a condition of e, which was added last. */
static void extend(struct saturate *x, event_id e)
{
    const cond_id produces = x->es->events.at[e].produces;

    find_candidates(x, e);
    for (uint32_t i = 0; i < es_produce_count(x->es, e); i++)
        try_users(x, x->es->conds.at[produces + i].place, e);
}

static void add(struct saturate *x, event_id e)
{
    x->answer->stats.explored_events++;
    conc_add(&x->conc, e);
    extend(x, e);
}

static void run_queue(struct saturate *x)
{
    extend(x, EVENT_BOTTOM);
    for (uint32_t size = 0; size < x->queue.len; size++) {
        x->watch.depth = size;
        for (uint32_t i = 0; i < x->queue.at[size].len; i++) {
            const event_id e = x->queue.at[size].at[i];

            if (must_stop(x))
                return;
            step_log_add(&x->taken, STEP_INSERT, e);
            if (cutoff_has(&x->cutoff, e))
                continue;
            if (x->max_depth && size > x->max_depth)
                x->too_deep = true;
            else
                add(x, e);
        }
        vec_free(&x->queue.at[size]);
    }
    if (x->too_deep)
        x->watch.reason = STOP_DEPTH;
}

/* --- the engine --------------------------------------------------------- */

/* Is the question answered by the solver, on the finished prefix? */
static bool is_solved_late(const struct goal *goal)
{
    return goal->kind == GOAL_DEADLOCK || goal->kind == GOAL_FORMULA ||
           goal->kind == GOAL_BOUND ||
           (goal->kind == GOAL_MARKING && goal->empty.len > 0);
}

/* Of the questions about markings, those with empty places are left out:
 * complements of these places would change the prefix. */
static struct compiled_net *
create_compiled(const struct engine_problem *problem)
{
    struct goal *const goals = mem_copy(
        problem->question.goals, problem->question.n_goals, sizeof *goals);
    struct compiled_net *compiled;

    for (uint32_t g = 0; g < problem->question.n_goals; g++)
        if (is_solved_late(&goals[g])) {
            goals[g].kind = GOAL_DEADLOCK;
            vec_clear(&goals[g].empty);
        }
    compiled = compiled_net_create_copies(problem->net, problem->dep, goals,
                                          problem->question.n_goals);
    compiled_net_exclude(compiled, problem->dep, problem->exclusive);
    mem_free(goals);
    return compiled;
}

static void init(struct saturate *x, const struct engine_problem *problem,
                 const struct engine_limits *limits, struct answer *answer)
{
    *x = (struct saturate){.problem = problem, .answer = answer};
    x->max_depth = limits->max_depth;
    answer->stats.figures = FIGURES_PREFIX;
    watch_init(&x->watch, limits, &answer->stats);
    x->compiled = create_compiled(problem);
    x->es = es_create(x->compiled);
    x->es->lazy = true;
    order_init(&x->order, problem->unfolding.order, x->es);
    cutoff_init(&x->cutoff, x->es,
                problem->unfolding.cutoffs ? &x->order : NULL, 0);
    conc_init(&x->conc, x->es);
    coset_init(&x->coset, &x->conc);
    excluded_init(&x->excluded, x->compiled);
    x->chosen = mem_alloc(x->compiled->n_places, sizeof *x->chosen);
    open_goals_init(&x->open_goals, problem, answer, x->es, &x->watch);
    step_log_init(&x->taken, problem->output.steps);
    x->answered = mem_zero(x->compiled->n_patterns, sizeof *x->answered);
    x->n_had = mem_zero((size_t)x->compiled->n_trans + x->compiled->n_patterns,
                        sizeof *x->n_had);
    x->candidates = mem_zero(x->compiled->n_places, sizeof *x->candidates);
    stamp_fit(&x->needed, x->compiled->n_places);
    stamp_fit(&x->users, x->compiled->n_trans);
    stamp_fit(&x->tried, x->compiled->n_trans);
    stamp_fit(&x->tried_patterns, x->compiled->n_patterns);
}

static void finish(struct saturate *x)
{
    for (uint32_t i = 0; i < x->queue.len; i++)
        vec_free(&x->queue.at[i]);
    vec_free(&x->queue);
    for (place_id p = 0; p < x->compiled->n_places; p++)
        vec_free(&x->candidates[p]);
    mem_free(x->candidates);
    stamp_finish(&x->needed);
    stamp_finish(&x->users);
    stamp_finish(&x->tried);
    stamp_finish(&x->tried_patterns);
    mem_free(x->answered);
    mem_free(x->n_had);
    vec_free(&x->unlisted);
    vec_free(&x->places);
    vec_free(&x->next);
    coset_finish(&x->coset);
    excluded_finish(&x->excluded);
    mem_free(x->chosen);
    vec_free(&x->name);
    vec_free(&x->extra);
    es_walk_finish(&x->walk);
    open_goals_finish(&x->open_goals);
    step_log_finish(&x->taken);
    conc_finish(&x->conc);
    cutoff_finish(&x->cutoff);
    order_finish(&x->order);
    if (x->has_formulas)
        solve_formula_finish(&x->formulas);
    es_destroy(x->es);
    compiled_net_destroy(x->compiled);
}

static void make_solver(struct saturate *x)
{
    if (!x->has_formulas)
        solve_formula_init(&x->formulas, x->es, x->problem->net, &x->watch);
    x->has_formulas = true;
}

/* The largest value of a sum: each configuration that the solver finds raises
 * the bound that the next one is to exceed. */
static enum encoder_verdict solve_bound(struct saturate *x, uint32_t g)
{
    const struct goal *const goal = &x->problem->question.goals[g];
    const int64_t limit = formula_limit(goal->formula, goal->formula->nodes.at);
    enum encoder_verdict verdict = ENCODER_YES;
    es_event_list found = {0};
    struct formula_view larger;

    make_solver(x);
    while (verdict == ENCODER_YES) {
        const int64_t sum =
            solve_formula_value(&x->formulas, goal->formula, &found);

        open_goals_value(&x->open_goals, g,
                         (struct es_span){found.at, found.len},
                         sum + goal->constant);
        vec_clear(&found);
        formula_view(&larger, goal->formula, sum + 1);
        verdict = sum == limit ? ENCODER_NO
                               : solve_formula_ask(&x->formulas,
                                                   &larger.formula, &found);
    }
    vec_free(&found);
    if (verdict == ENCODER_NO)
        open_goals_exact(&x->open_goals, g);
    return verdict;
}

/* A formula is asked of a solver that all formulas share. */
static enum encoder_verdict
solve_formula(struct saturate *x, const struct goal *goal, es_event_list *found)
{
    make_solver(x);
    return solve_formula_ask(&x->formulas, goal->formula, found);
}

/* Question g, on the finished prefix. */
static void solve(struct saturate *x, uint32_t g)
{
    const struct goal *const goal = &x->problem->question.goals[g];
    es_event_list found = {0};
    const enum encoder_verdict verdict =
        goal->kind == GOAL_BOUND     ? solve_bound(x, g)
        : goal->kind == GOAL_FORMULA ? solve_formula(x, goal, &found)
        : goal->kind == GOAL_DEADLOCK
            ? solve_deadlock(x->es, &x->watch, &found)
            : solve_marking(x->es, goal, &x->watch, &found);

    if (verdict == ENCODER_YES)
        open_goals_yes(&x->open_goals, g,
                       (struct es_span){found.at, found.len});
    if (verdict == ENCODER_UNKNOWN && x->watch.reason == STOP_DONE &&
        !watch_look(&x->watch))
        x->watch.reason = STOP_MEMORY;
    vec_free(&found);
}

static void solve_all(struct saturate *x)
{
    for (uint32_t g = 0; g < x->problem->question.n_goals; g++)
        if (!x->open_goals.finished && x->watch.reason == STOP_DONE &&
            !watch_closed(&x->watch, g) &&
            is_solved_late(&x->problem->question.goals[g]))
            solve(x, g);
}

/* All events, or all cutoffs, as a set. */
static bits_word *list_events(const struct saturate *x, bool cutoffs)
{
    const uint32_t n = x->es->events.len;
    bits_word *const set = mem_zero(bits_words(n), sizeof *set);

    for (event_id e = 1; e < n; e++)
        if (!cutoffs || cutoff_has(&x->cutoff, e))
            bits_add(set, e);
    return set;
}

static void close_stats(struct saturate *x)
{
    struct answer_stats *const stats = &x->answer->stats;
    bits_word *const events = list_events(x, false);

    stats->events = stats->events_created = x->es->events.len - 1;
    stats->cutoffs = 0;
    for (event_id e = 1; e < x->es->events.len; e++)
        stats->cutoffs += cutoff_has(&x->cutoff, e);
    stats->conditions = count_conditions_of(x->es, events);
    mem_free(events);
    stats->table_entries = x->cutoff.n_entries;
    stats->event_bytes = es_bytes(x->es) + conc_bytes(&x->conc) +
                         x->cutoff.events.cap * sizeof *x->cutoff.events.at;
    watch_close(&x->watch);
}

static void close_prefix(struct saturate *x)
{
    bits_word *const events = list_events(x, false);
    bits_word *const cutoffs = list_events(x, true);
    const struct export_choice choice = {
        .events = events,
        .cutoffs = cutoffs,
        .witness = {x->open_goals.witness.at, x->open_goals.witness.len},
        .cutoff = &x->cutoff,
        .steps = &x->taken,
        .no_conflicts = x->problem->output.no_conflicts,
        .plain = x->problem->output.copies,
    };
    struct config c;

    for (event_id e = 1; e < x->es->events.len; e++)
        if (x->es->events.at[e].produces == COND_NONE)
            es_produce(x->es, e);
    config_init(&c, x->es);
    export_prefix(&c, &choice, &x->answer->prefix);
    config_finish(&c);
    mem_free(events);
    mem_free(cutoffs);
}

/* Is there room for the copies of places that are read, and time to make them?
 * They are all made before the first event. */
static bool has_room(const struct engine_problem *problem,
                     const struct engine_limits *limits)
{
    const uint64_t bytes =
        COPIED_BYTES * compiled_net_count_copied(problem->net, problem->dep);

    return bytes <= MOST_COPIED &&
           (!limits->max_bytes || bytes <= limits->max_bytes);
}

static void leave(const struct engine_limits *limits, struct answer *answer)
{
    struct watch watch;

    answer->stop = STOP_MEMORY;
    answer->stats.figures = FIGURES_PREFIX;
    watch_init(&watch, limits, &answer->stats);
    watch_close(&watch);
}

static void run(const struct engine_problem *problem,
                const struct engine_limits *limits, struct answer *answer)
{
    struct saturate x;

    if (!has_room(problem, limits)) {
        leave(limits, answer);
        return;
    }
    init(&x, problem, limits, answer);
    open_goals_state(&x.open_goals, EVENT_BOTTOM);
    if (!x.open_goals.finished)
        run_queue(&x);
    solve_all(&x);
    open_goals_close(&x.open_goals, x.watch.reason);
    if (answer->stop != STOP_OVERTAKEN)
        close_stats(&x);
    if (problem->output.prefix)
        close_prefix(&x);
    finish(&x);
}

const struct engine saturate_engine = {
    .name = "prefix",
    .about = "complete finite prefix by saturation",
    .run = run,
};
