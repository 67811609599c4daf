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
 * unfolding.  Where that makes too many arcs, places are not copied, and
 * contextual.h finds the same events. */
#include "prefix/saturate.h"

#include "base/id_runs.h"
#include "base/ids.h"
#include "engine/watch.h"
#include "prefix/batch_decide.h"
#include "prefix/batch_writer.h"
#include "prefix/contextual.h"
#include "prefix/event_batch.h"
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

/* What a step, an event that is walked over or compared, and one that is
 * created cost (watch.h). */
enum {
    STEP_COST = 20,
    WALK_COST = 8,
    EVENT_COST = 500,
};

/* The conditions that an event uses are part of its cost up to this number;
 * what each of the others costs. */
enum { FEW_USES = EXTENDER_FEW_USES, USE_COST = 8 };

/* A batch has a part of the events that were added before, so that an answer
 * that ends the run comes hardly later, and this number at least. */
enum { BATCH_PART = 4, BATCH_LEAST = 16 };

/* What is done in a race before threads that are left are asked for. */
enum { ALONE_WORK = 1 << 25 };

/* A run that is late decides about so many more events, and counts the
 * conditions of so many whose names have no more words than these. */
enum { MOST_CLOSED = 1 << 18, MOST_COUNTED = 1 << 22 };

/* Read places are copied where that makes so many arcs between transitions and
 * copies at most, and so many of one transition: each of its events uses these
 * copies, or produces them.  Railroad-PT-050 (2,598 of one transition) takes a
 * quarter of the time without copies, AutonomousCar-PT-09a (663) twenty times
 * as much. */
enum { MOST_ARCS = 1 << 22, MOST_AT_ONCE = 1024 };

/* Where copies are asked for: an arc while copies are made; and what may be
 * held by all, 1 GiB. */
#define COPIED_BYTES UINT64_C(40)
#define MOST_COPIED (UINT64_C(1) << 30)

/* An event with more extensions than were made: those for which so many events
 * besides its past are needed, or more. */
struct later {
    event_id event;
    uint32_t least;
};

typedef VEC(struct later) later_list;

struct saturate {
    uint64_t counted;   /* see work_since() */
    uint64_t many_uses; /* conditions of events beyond FEW_USES */
    const struct engine_problem *problem;
    struct answer *answer;
    struct compiled_net *compiled;
    struct es *es;
    struct order order;
    struct cutoff cutoff;
    struct conc conc;
    struct event_batch batch;
    bool copies; /* else places that are read are not copied, and this: */
    struct contextual contextual;
    VEC(later_list) later; /* by the least size of what was left out */
    struct open_goals open_goals;
    struct step_log taken;
    struct solve_formula formulas;
    bool has_formulas; /* the solver above has its clauses */
    bool asks_events;  /* new events may answer a question */
    bool linked;       /* conditions know their users */
    bool counts_late;  /* conditions are counted until the end */
    struct watch watch;
    VEC(struct id_runs) queue; /* by size */
    es_event_list list;        /* of the size at hand */
    uint32_t list_end;         /* where those end that batches have */
    uint64_t n_taken;          /* events in batches so far */
    uint32_t max_depth;
    bool too_deep;  /* an event beyond max_depth was left out */
    bool complete;  /* the queue is empty */
    bool *answered; /* by pattern */
    struct es_walk walk;
};

/* --- limits --------------------------------------------------------------- */

/* For the extender: more work was done; true: to stop. */
static bool look(void *self, uint64_t work)
{
    struct saturate *const x = self;

    return watch_work(&x->watch, work);
}

/* The work of the modules without a watch since the call before. */
static uint64_t work_since(struct saturate *x)
{
    const uint64_t work =
        WALK_COST * (x->cutoff.walk.work + x->order.work + x->walk.work) +
        EVENT_COST * (uint64_t)x->es->events.len + USE_COST * x->many_uses;
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

/* --- proposals ------------------------------------------------------------ */

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

/* After [e] and the other events: what the extension of them fires at. */
static void open_past(struct saturate *x, event_id e, struct es_span missing)
{
    es_open(x->es, x->es->events.at[e].marking);
    for (uint32_t i = 0; i < missing.len; i++)
        es_open_fire(x->es, x->es->events.at[missing.at[i]].trans);
}

/* The producers of the conditions and the readers are what the extension has in
 * its past; it puts a second token on p. */
static void report_unsafe(struct saturate *x,
                          const struct extender_proposal *proposal,
                          const uint32_t *words, place_id p)
{
    const trans_id t = proposal->subject;
    es_event_list past = {0};

    for (uint32_t i = 0; i < proposal->n_words; i++)
        if (x->es->conds.at[words[i]].producer != EVENT_BOTTOM)
            vec_push(&past, x->es->conds.at[words[i]].producer);
    for (uint32_t i = 0; i < proposal->n_readers; i++)
        vec_push(&past, words[proposal->n_words + i]);
    open_goals_unsafe(&x->open_goals, (struct es_span){past.at, past.len}, t,
                      p);
    vec_free(&past);
}

static struct id_runs *queue_of(struct saturate *x, uint32_t size)
{
    const struct id_runs none = {0};

    while (x->queue.len <= size)
        vec_push(&x->queue, none);
    return &x->queue.at[size];
}

static void enqueue(struct saturate *x, event_id e, uint32_t size)
{
    id_runs_push(queue_of(x, size), e, 1);
}

/* The marking of the extension by t of e and the missing events; NONE, with a
 * report, when t puts a second token on a place. */
static uint32_t marking_of(struct saturate *x, event_id e,
                           const struct extender_proposal *proposal,
                           const uint32_t *words)
{
    const trans_id t = proposal->subject;
    place_id second;

    if (proposal->marking != ES_MARKING_NONE)
        return proposal->marking;
    open_past(x, e,
              (struct es_span){words + proposal->n_words + proposal->n_readers,
                               proposal->n_missing});
    second = es_open_unsafe(x->es, t);
    if (second != PLACE_NONE) {
        report_unsafe(x, proposal, words, second);
        return ES_MARKING_NONE;
    }
    es_open_fire(x->es, t);
    return es_close(x->es, false);
}

/* The extension of e that is proposed. */
static void create(struct saturate *x, event_id e,
                   const struct extender_proposal *proposal,
                   const uint32_t *words)
{
    const uint32_t marking = marking_of(x, e, proposal, words);
    event_id fresh;

    if (proposal->n_words > FEW_USES)
        x->many_uses += proposal->n_words - FEW_USES;
    if (marking == ES_MARKING_NONE)
        return;
    fresh = es_add(x->es, proposal->subject, words, proposal->n_readers,
                   x->es->events.at[e].size + proposal->n_missing + 1, marking);
    open_goals_state(&x->open_goals, fresh);
    cutoff_append(&x->cutoff, fresh);
    open_goals_event(&x->open_goals, fresh);
    enqueue(x, fresh, x->es->events.at[fresh].size);
}

static void answer_pattern(struct saturate *x, uint32_t g,
                           struct es_span producers)
{
    const struct compiled_net_pattern *const pattern =
        &x->compiled->patterns[g];

    if (x->answered[g])
        return;
    x->answered[g] = true;
    if (pattern->goal != UINT32_MAX)
        open_goals_yes(&x->open_goals, pattern->goal, producers);
    else
        open_goals_unsafe(&x->open_goals, producers, pattern->trans,
                          pattern->place);
}

static void accept(struct saturate *x, event_id e,
                   const struct extender_proposal *proposal,
                   const uint32_t *words)
{
    switch (proposal->kind) {
    case EXTENDER_EXTENSION:
        create(x, e, proposal, words);
        break;
    case EXTENDER_PATTERN:
        answer_pattern(x, proposal->subject,
                       (struct es_span){words, proposal->n_words});
        break;
    case EXTENDER_SECOND:
        report_second_token(x, e, *words, proposal->subject);
        break;
    }
}

/* For contextual.h. */
static bool take(void *self, event_id e,
                 const struct extender_proposal *proposal,
                 const uint32_t *words)
{
    struct saturate *const x = self;

    if (must_stop(x))
        return false;
    accept(x, e, proposal, words);
    return true;
}

/* --- batches -------------------------------------------------------------- */

/* The i-th event of the batch: false to stop. */
static bool accept_all(struct saturate *x, uint32_t i)
{
    const struct event_batch_proposals proposals =
        event_batch_proposals(&x->batch, i);

    for (uint32_t k = 0; k < proposals.len; k++) {
        if (must_stop(x))
            return false;
        accept(x, x->batch.items.at[i].event, &proposals.at[k],
               proposals.words + proposals.at[k].words);
    }
    return true;
}

static bool run_batch(struct saturate *x)
{
    event_batch_run(&x->batch);
    return !watch_work(&x->watch, event_batch_work(&x->batch));
}

/* The extensions of e alone, for which `least` events besides [e] are needed,
 * or some more.  Those for which many are needed wait until they can be next.
 */
static bool extend_alone(struct saturate *x, event_id e, uint32_t least)
{
    const uint32_t size = x->es->events.at[e].size;
    const uint32_t most = 2 * least;

    if (contextual_extend(&x->contextual, e, least, most)) {
        const uint32_t at = size + most + 2; /* the least size left out */
        const struct later later = {e, most + 1};
        const later_list none = {0};

        while (x->later.len <= at)
            vec_push(&x->later, none);
        vec_push(&x->later.at[at], later);
    }
    return !watch_work(&x->watch, contextual_untold(&x->contextual)) &&
           !x->contextual.stopped;
}

/* The extensions of that size which were left out. */
static bool extend_later(struct saturate *x, uint32_t size)
{
    bool goes_on = true;

    if (size >= x->later.len)
        return true;
    for (uint32_t i = 0; i < x->later.at[size].len && goes_on; i++) {
        const struct later later = x->later.at[size].at[i];

        goes_on = extend_alone(x, later.event, later.least);
    }
    vec_free(&x->later.at[size]);
    return goes_on;
}

static bool extend_bottom(struct saturate *x)
{
    if (!x->copies)
        return extend_alone(x, EVENT_BOTTOM, 0);
    event_batch_add(&x->batch, EVENT_BOTTOM);
    event_batch_start(&x->batch);
    return run_batch(x) && accept_all(x, 0);
}

/* Is the event, whose size is up, added to the prefix? */
static bool is_added(const struct saturate *x, event_id e)
{
    return !cutoff_has(&x->cutoff, e) &&
           !(x->max_depth && x->es->events.at[e].size > x->max_depth);
}

/* Takes events of the list from where the last batch ends into the next one. */
static void take_batch(struct saturate *x)
{
    const uint64_t part = x->n_taken / BATCH_PART;
    const uint32_t most = part < BATCH_LEAST  ? BATCH_LEAST
                          : part < ROWS_BATCH ? (uint32_t)part
                                              : ROWS_BATCH;
    const es_event_list list = x->list;

    while (x->list_end < list.len && x->batch.coming.len < most) {
        const event_id e = list.at[x->list_end++];

        if (is_added(x, e))
            event_batch_add(&x->batch, e);
    }
    x->n_taken += x->batch.coming.len;
    event_batch_enter(&x->batch);
}

/* Event e comes next: is it added? */
static bool insert(struct saturate *x, event_id e)
{
    const bool added = is_added(x, e);

    step_log_add(&x->taken, STEP_INSERT, e);
    if (added)
        x->answer->stats.explored_events++;
    else if (!cutoff_has(&x->cutoff, e))
        x->too_deep = true;
    return added;
}

/* May events be added many at a time?  Not when one of them may end the run. */
static bool has_room_for(const struct saturate *x, uint32_t n)
{
    const uint64_t most = x->watch.limits->max_events;

    return !x->asks_events && (!most || x->es->events.len - 1 + n <= most);
}

/* What item i brings, which will be in the store. */
static void enqueue_item(struct saturate *x, uint32_t i)
{
    const struct event_batch_item *const item = &x->batch.items.at[i];
    const event_id first = x->es->events.len + item->first_event;
    const uint32_t size = x->es->events.at[item->event].size + 1;
    const struct event_batch_proposals proposals =
        event_batch_proposals(&x->batch, i);

    if (!item->n_far && proposals.len) {
        id_runs_push(queue_of(x, size), first, proposals.len);
        return;
    }
    for (uint32_t k = 0; k < proposals.len; k++)
        enqueue(x, first + k, size + proposals.at[k].n_missing);
}

/* While the threads create the events. */
static void enqueue_all(void *self)
{
    struct saturate *const x = self;

    for (uint32_t i = 0; i < x->batch.items.len; i++)
        enqueue_item(x, i);
    take_batch(x);
}

/* What all events of the batch bring, if that is possible; else nothing. */
static bool create_all(struct saturate *x)
{
    const uint32_t n = event_batch_size(&x->batch);

    if (!has_room_for(x, n) || !batch_writer_run(&x->batch, enqueue_all, x)) {
        event_batch_pause(&x->batch);
        return false;
    }
    x->many_uses += event_batch_many_uses(&x->batch);
    (void)watch_work(&x->watch, (uint64_t)n * STEP_COST);
    return true;
}

/* Events of the list, whose extensions were created. */
static bool insert_all(struct saturate *x, const event_id *events, uint32_t n)
{
    if (x->taken.wanted || x->max_depth)
        for (uint32_t i = 0; i < n; i++)
            (void)insert(x, events[i]);
    else
        x->answer->stats.explored_events += x->batch.items.len;
    (void)watch_work(&x->watch, (uint64_t)(n - 1) * STEP_COST);
    return !must_stop(x);
}

/* Events of the list, some of which are the batch, get their extensions. */
static bool run_part(struct saturate *x, const event_id *events, uint32_t n)
{
    uint32_t k = 0;

    if (!run_batch(x))
        return false;
    if (create_all(x))
        return insert_all(x, events, n);
    for (uint32_t i = 0; i < n; i++)
        if (must_stop(x) || (insert(x, events[i]) && !accept_all(x, k++)))
            return false;
    return true;
}

/* The events of one size, one by one. */
static bool run_one_by_one(struct saturate *x, es_event_list list)
{
    for (uint32_t i = 0; i < list.len; i++) {
        if (must_stop(x))
            return false;
        if (!insert(x, list.at[i]))
            continue;
        conc_add(&x->conc, list.at[i]);
        if (!extend_alone(x, list.at[i], 0))
            return false;
    }
    return true;
}

/* In a race: the threads that others do not need.  To start them takes longer
 * than a small prefix. */
static void take_threads(struct saturate *x)
{
    const struct engine_race_hooks *const race = x->watch.limits->race;

    if (race && (x->watch.work >= ALONE_WORK || x->problem->test.piece))
        event_batch_widen(&x->batch, race->threads(race->self));
}

/* The events of one size.  None of these becomes a cutoff meanwhile, as all new
 * events are larger. */
static bool run_size(struct saturate *x, es_event_list list)
{
    bool goes_on = true;
    uint32_t end;

    batch_decide_cutoffs(&x->batch, &list);
    if (!x->copies)
        return run_one_by_one(x, list);
    x->list = list;
    x->list_end = 0;
    for (uint32_t i = 0; i < list.len && goes_on; i = end) {
        if (must_stop(x))
            return false;
        take_threads(x);
        if (x->list_end == i)
            take_batch(x);
        end = x->list_end;
        event_batch_start(&x->batch);
        goes_on = run_part(x, list.at + i, end - i);
    }
    return goes_on;
}

/* Is the run out of time or memory, so that it must end at once? */
static bool is_late(const struct saturate *x)
{
    const enum answer_stop reason = x->watch.reason;

    return reason == STOP_TIME || reason == STOP_MEMORY ||
           reason == STOP_INTERRUPTED || reason == STOP_OVERTAKEN;
}

/* The events of that size; they leave the queue. */
static es_event_list take_size(struct saturate *x, uint32_t size)
{
    struct id_runs *const runs = &x->queue.at[size];
    es_event_list list = {0};

    vec_expect(&list, runs->len);
    if (runs->len)
        id_runs_read(runs, list.at);
    list.len = runs->len;
    id_runs_finish(runs);
    return list;
}

/* Which of the events are cutoffs whose sizes, from this one on, did not come
 * up: of a few of them when the run is late, unless the prefix is asked for. */
static void decide_rest(struct saturate *x, uint32_t size)
{
    const bool all = !is_late(x) || x->problem->output.prefix;
    uint32_t n = 0;

    for (; size < x->queue.len; size++) {
        es_event_list list;

        n += x->queue.at[size].len;
        if (!all && n > MOST_CLOSED)
            break;
        list = take_size(x, size);
        batch_decide_cutoffs(&x->batch, &list);
        vec_free(&list);
    }
}

static void run_queue(struct saturate *x)
{
    bool goes_on = extend_bottom(x);
    uint32_t size = 0;

    for (; goes_on && (size < x->queue.len || size < x->later.len); size++) {
        x->watch.depth = size;
        goes_on = extend_later(x, size);
        if (!goes_on)
            break;
        if (size < x->queue.len) {
            es_event_list list = take_size(x, size);

            goes_on = run_size(x, list);
            vec_free(&list);
        }
    }
    decide_rest(x, size);
    x->complete = goes_on;
    if (goes_on && x->too_deep)
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
create_compiled(const struct engine_problem *problem, bool copies)
{
    struct goal *const goals = mem_copy(
        problem->question.goals, problem->question.n_goals, sizeof *goals);
    struct compiled_net *compiled;

    for (uint32_t g = 0; g < problem->question.n_goals; g++)
        if (is_solved_late(&goals[g])) {
            goals[g].kind = GOAL_DEADLOCK;
            vec_clear(&goals[g].empty);
        }
    compiled = (copies ? compiled_net_create_copies : compiled_net_create)(
        problem->net, problem->dep, goals, problem->question.n_goals);
    compiled_net_exclude(compiled, problem->dep, problem->exclusive);
    mem_free(goals);
    return compiled;
}

/* Are places that are read copied?  Where this makes too many arcs they are
 * not, unless the prefix is to be given with its copies. */
static bool makes_copies(const struct engine_problem *problem)
{
    const struct compiled_net_copied copied =
        compiled_net_count_copied(problem->net, problem->dep);

    return problem->output.copies ||
           (!problem->test.no_copies && copied.arcs <= MOST_ARCS &&
            copied.most <= MOST_AT_ONCE);
}

/* At most; in a race, one at first.  One where events are extended one by
 * one. */
static uint32_t most_threads(const struct engine_limits *limits, bool copies)
{
    return !copies           ? 1
           : limits->race    ? limits->race->most_threads
           : limits->threads ? limits->threads
                             : 1;
}

static void init(struct saturate *x, const struct engine_problem *problem,
                 const struct engine_limits *limits, struct answer *answer)
{
    *x = (struct saturate){.problem = problem, .answer = answer};
    x->max_depth = limits->max_depth;
    answer->stats.figures = FIGURES_PREFIX;
    watch_init(&x->watch, limits, &answer->stats);
    x->copies = makes_copies(problem);
    x->compiled = create_compiled(problem, x->copies);
    x->es = es_create(x->compiled);
    x->es->lazy = true;
    order_init(&x->order, problem->unfolding.order, x->es);
    cutoff_init(&x->cutoff, x->es,
                problem->unfolding.cutoffs ? &x->order : NULL, 0);
    conc_init(&x->conc, x->es);
    x->conc.eager = problem->test.piece > 1;
    x->conc.links = x->linked = !x->copies;
    open_goals_init(&x->open_goals, problem, answer, x->es, &x->watch);
    x->asks_events = open_goals_asks_events(&x->open_goals);
    step_log_init(&x->taken, problem->output.steps);
    x->answered = mem_zero(x->compiled->n_patterns, sizeof *x->answered);
    event_batch_init(&x->batch, &x->conc, &x->cutoff, x->answered,
                     (struct extender_watch){look, x},
                     most_threads(limits, x->copies), &problem->test);
    if (!limits->race)
        event_batch_widen(&x->batch, most_threads(limits, x->copies));
    else if (x->copies)
        limits->race->expect_threads(limits->race->self);
    if (!x->copies)
        contextual_init(&x->contextual, &x->conc, x->answered,
                        (struct extender_watch){look, x},
                        (struct contextual_sink){take, x});
}

/* Gives back the memory, meanwhile conditions are counted. */
static void finish(struct saturate *x)
{
    for (uint32_t i = 0; i < x->queue.len; i++)
        id_runs_finish(&x->queue.at[i]);
    vec_free(&x->queue);
    if (!x->copies)
        contextual_finish(&x->contextual);
    for (uint32_t i = 0; i < x->later.len; i++)
        vec_free(&x->later.at[i]);
    vec_free(&x->later);
    es_walk_finish(&x->walk);
    open_goals_finish(&x->open_goals);
    step_log_finish(&x->taken);
    conc_finish(&x->conc);
    cutoff_finish(&x->cutoff);
    order_finish(&x->order);
    if (x->has_formulas)
        solve_formula_finish(&x->formulas);
    if (x->counts_late)
        x->answer->stats.conditions = event_batch_counted(&x->batch);
    else
        event_batch_pause(&x->batch);
    es_destroy(x->es);
    event_batch_finish(&x->batch);
    mem_free(x->answered);
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

/* From now on conditions know which events of the prefix use them. */
static void link_all(struct saturate *x)
{
    if (!x->linked)
        es_link_all(x->es);
    x->linked = true;
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
            is_solved_late(&x->problem->question.goals[g])) {
            link_all(x);
            solve(x, g);
        }
}

/* Of the first `end` events all, or all cutoffs, as a set. */
static bits_word *list_events(const struct saturate *x, bool cutoffs,
                              event_id end)
{
    const uint32_t n = x->es->events.len;
    bits_word *const set = mem_zero(bits_words(n), sizeof *set);

    for (event_id e = 1; e < n && e < end; e++)
        if (!cutoffs || cutoff_has(&x->cutoff, e))
            bits_add(set, e);
    return set;
}

/* The conditions of the events before this one are counted. */
static event_id count_end(const struct saturate *x)
{
    const event_id n = x->es->events.len;
    event_id end = n < MOST_CLOSED ? n : MOST_CLOSED;

    if (!is_late(x))
        return EVENT_NONE;
    while (x->es->events.at[end].names > MOST_COUNTED)
        end /= 2;
    return end;
}

static void close_stats(struct saturate *x)
{
    struct answer_stats *const stats = &x->answer->stats;

    event_batch_fetch(&x->batch);
    stats->events = stats->events_created = x->es->events.len - 1;
    stats->cutoffs = 0;
    for (event_id e = 1; e < x->es->events.len; e++)
        stats->cutoffs += cutoff_has(&x->cutoff, e);
    stats->table_entries = x->cutoff.n_entries;
    stats->event_bytes =
        es_bytes(x->es) + conc_bytes(&x->conc) +
        mem_grown(x->cutoff.events.len) * sizeof *x->cutoff.events.at;
    x->counts_late =
        x->complete && !x->too_deep && event_batch_counts(&x->batch);
    if (!x->counts_late) {
        bits_word *const events = list_events(x, false, count_end(x));

        stats->conditions = count_conditions_of(x->es, events);
        mem_free(events);
    }
    watch_close(&x->watch);
}

static void close_prefix(struct saturate *x)
{
    bits_word *const events = list_events(x, false, EVENT_NONE);
    bits_word *const cutoffs = list_events(x, true, EVENT_NONE);
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

    event_batch_pause(&x->batch);
    link_all(x);
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
        COPIED_BYTES *
        compiled_net_count_copied(problem->net, problem->dep).arcs;

    return !makes_copies(problem) ||
           (bytes <= MOST_COPIED &&
            (!limits->max_bytes || bytes <= limits->max_bytes));
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
    event_batch_pause(&x.batch);
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
