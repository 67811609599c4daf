/* saturation_run.c - the complete finite prefix, by saturation.
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
#include "engine/prefix/saturation.h"

/* A batch has a part of the events that were added before, so that an answer
 * that ends the run comes hardly later, and this number at least. */
enum { BATCH_PART = 4, BATCH_LEAST = 16 };

/* A batch has about as many events as to bring so many extensions at most. */
#define MOST_PROPOSED (UINT64_C(1) << 20)

/* What is done in a race before threads that are left are asked for. */
enum { ALONE_WORK = 1 << 25 };

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

/* For the extender: more work was done; true: to stop. */
static bool tell_watch(void *watch, uint64_t work)
{
    return watch_work(watch, work);
}

/* For contextual.h. */
static bool take_proposal(void *self, event_id e,
                          const struct extender_proposal *proposal,
                          const uint32_t *words)
{
    struct saturation *const saturation = self;

    if (saturation_must_stop(saturation))
        return false;
    saturation_accept(saturation, e, proposal, words);
    return true;
}

/* --- batches -------------------------------------------------------------- */

/* The i-th event of the batch: false to stop. */
static bool accept_all(struct saturation *saturation, uint32_t i)
{
    const struct event_batch_proposals proposals =
        event_batch_proposals(&saturation->batch, i);

    if (event_batch_can_wait(&saturation->batch, i) &&
        saturation_waiting_may(saturation, i)) {
        saturation_waiting_put(saturation, i);
        return !watch_work(&saturation->watch,
                           (uint64_t)proposals.len * SATURATION_STEP_COST);
    }
    for (uint32_t k = 0; k < proposals.len; k++) {
        if (saturation_must_stop(saturation))
            return false;
        saturation_accept(saturation, saturation->batch.items.at[i].event,
                          &proposals.at[k],
                          proposals.words + proposals.at[k].words);
    }
    return true;
}

static bool run_batch(struct saturation *saturation)
{
    event_batch_run(&saturation->batch);
    saturation->n_proposed += event_batch_size(&saturation->batch);
    return !watch_work(&saturation->watch,
                       event_batch_work(&saturation->batch));
}

/* The extensions of e alone, for which `least` events besides [e] are needed,
 * or some more.  Those for which many are needed wait until they can be next.
 */
static bool extend_one(struct saturation *saturation, event_id e,
                       uint32_t least)
{
    const uint32_t size = saturation->es->events.at[e].size;
    const uint32_t most = 2 * least;

    if (contextual_extend(&saturation->contextual, e, least, most)) {
        const uint32_t at = size + most + 2; /* the least size left out */
        const struct saturation_later later = {e, most + 1};

        vec_fit(&saturation->later, at + 1);
        vec_push(&saturation->later.at[at], later);
    }
    return !watch_work(&saturation->watch,
                       contextual_untold(&saturation->contextual)) &&
           !saturation->contextual.stopped;
}

/* The extensions of that size which were left out. */
static bool extend_later(struct saturation *saturation, uint32_t size)
{
    bool goes_on = true;

    if (size >= saturation->later.len)
        return true;
    for (uint32_t i = 0; i < saturation->later.at[size].len && goes_on; i++) {
        const struct saturation_later later = saturation->later.at[size].at[i];

        goes_on = extend_one(saturation, later.event, later.least);
    }
    vec_free(&saturation->later.at[size]);
    return goes_on;
}

static bool extend_bottom(struct saturation *saturation)
{
    if (!saturation->copies)
        return extend_one(saturation, EVENT_BOTTOM, 0);
    event_batch_add(&saturation->batch, EVENT_BOTTOM);
    event_batch_start(&saturation->batch);
    return run_batch(saturation) && accept_all(saturation, 0);
}

/* Is the event, whose size is up, added to the prefix? */
static bool is_added(const struct saturation *saturation, event_id e)
{
    const uint32_t most = saturation->watch.limits->max_depth;

    return !cutoff_has(&saturation->cutoff, e) &&
           !(most && saturation->es->events.at[e].size > most);
}

/* Takes events of the list from where the last batch ends into the next one. */
static void take_batch(struct saturation *saturation)
{
    const uint64_t part = saturation->n_taken / BATCH_PART;
    const uint64_t room =
        MOST_PROPOSED * saturation->n_taken / (saturation->n_proposed + 1);
    const uint64_t wanted = part < BATCH_LEAST ? BATCH_LEAST : part;
    const uint64_t some = wanted < ROWS_BATCH ? wanted : ROWS_BATCH;
    const uint64_t most = !saturation->n_taken || some < room ? some : room + 1;
    const es_event_list list = saturation->list;

    while (saturation->list_end < list.len &&
           saturation->batch.coming.len < most) {
        const event_id e = list.at[saturation->list_end++];

        if (is_added(saturation, e))
            event_batch_add(&saturation->batch, e);
    }
    saturation->n_taken += saturation->batch.coming.len;
    event_batch_enter(&saturation->batch);
}

/* Event e comes next: is it added? */
static bool insert(struct saturation *saturation, event_id e)
{
    const bool added = is_added(saturation, e);

    step_log_add(&saturation->taken, STEP_INSERT, e);
    if (added)
        saturation->answer->stats.at[PREFIX_explored_histories]++;
    else if (!cutoff_has(&saturation->cutoff, e))
        saturation->too_deep = true;
    return added;
}

/* What item i brings, which will be in the store. */
static void enqueue_item(struct saturation *saturation, uint32_t i)
{
    const struct event_batch_item *const item = &saturation->batch.items.at[i];
    const event_id first = saturation->es->events.len + item->first_event;
    const uint32_t size = saturation->es->events.at[item->event].size + 1;
    const struct event_batch_proposals proposals =
        event_batch_proposals(&saturation->batch, i);

    if (item->waits) {
        saturation_waiting_put(saturation, i);
        return;
    }
    if (!item->counts.n_far && proposals.len) {
        size_queue_push(saturation_queue_of(saturation, size), first,
                        proposals.len);
        return;
    }
    for (uint32_t k = 0; k < proposals.len; k++)
        size_queue_push(
            saturation_queue_of(saturation, size + proposals.at[k].n_missing),
            first + k, 1);
}

/* While the threads create the events. */
static void enqueue_all(void *self)
{
    struct saturation *const saturation = self;

    for (uint32_t i = 0; i < saturation->batch.items.len; i++)
        enqueue_item(saturation, i);
    take_batch(saturation);
}

/* What all events of the batch bring, if that is possible; else nothing, as
 * when one of them may end the run. */
static bool create_all(struct saturation *saturation)
{
    const uint32_t n = event_batch_size(&saturation->batch);

    if (saturation->asks_events || !saturation_has_room(saturation, n) ||
        !event_batch_write(&saturation->batch, enqueue_all, saturation)) {
        event_batch_pause(&saturation->batch);
        return false;
    }
    saturation->many_uses += event_batch_many_uses(&saturation->batch);
    (void)watch_work(&saturation->watch, (uint64_t)n * SATURATION_STEP_COST);
    return true;
}

/* Events of the list, whose extensions were created. */
static bool insert_all(struct saturation *saturation, const event_id *events,
                       uint32_t n)
{
    if (saturation->taken.wanted || saturation->watch.limits->max_depth)
        for (uint32_t i = 0; i < n; i++)
            (void)insert(saturation, events[i]);
    else
        saturation->answer->stats.at[PREFIX_explored_histories] +=
            saturation->batch.items.len;
    (void)watch_work(&saturation->watch,
                     (uint64_t)(n - 1) * SATURATION_STEP_COST);
    return !saturation_must_stop(saturation);
}

/* Events of the list, some of which are the batch, get their extensions. */
static bool run_part(struct saturation *saturation, const event_id *events,
                     uint32_t n)
{
    uint32_t k = 0;

    if (!run_batch(saturation))
        return false;
    if (create_all(saturation))
        return insert_all(saturation, events, n);
    for (uint32_t i = 0; i < n; i++)
        if (saturation_must_stop(saturation) ||
            (insert(saturation, events[i]) && !accept_all(saturation, k++)))
            return false;
    return true;
}

/* The events of one size, one by one. */
static bool run_one_by_one(struct saturation *saturation, es_event_list list)
{
    for (uint32_t i = 0; i < list.len; i++) {
        if (saturation_must_stop(saturation))
            return false;
        if (!insert(saturation, list.at[i]))
            continue;
        conc_add(&saturation->conc, list.at[i]);
        if (!extend_one(saturation, list.at[i], 0))
            return false;
    }
    return true;
}

/* In a race: the threads that others do not need.  To start them takes longer
 * than a small prefix. */
static void take_threads(struct saturation *saturation)
{
    const struct engine_race_hooks *const race = saturation->watch.limits->race;

    if (race && (saturation->watch.work >= ALONE_WORK ||
                 saturation->problem->test.piece))
        event_batch_widen(&saturation->batch, race->threads(race->self));
}

/* The events of one size.  None of these becomes a cutoff meanwhile, as all new
 * events are larger. */
static bool run_list(struct saturation *saturation, es_event_list list)
{
    bool goes_on = true;
    uint32_t end;

    if (!saturation->copies)
        return run_one_by_one(saturation, list);
    saturation->list = list;
    saturation->list_end = 0;
    for (uint32_t i = 0; i < list.len && goes_on; i = end) {
        if (saturation_must_stop(saturation))
            return false;
        take_threads(saturation);
        if (saturation->list_end == i)
            take_batch(saturation);
        end = saturation->list_end;
        event_batch_start(&saturation->batch);
        goes_on = run_part(saturation, list.at + i, end - i);
    }
    return goes_on;
}

static bool run_size(struct saturation *saturation, uint32_t size)
{
    es_event_list list = {0};
    const bool goes_on =
        saturation_waiting_take(saturation, size, &list) &&
        (!saturation->repeat ||
         repeat_enter(saturation->repeat, list.at, list.len)) &&
        run_list(saturation, list);

    vec_free(&list);
    return goes_on;
}

/* Which of the events are cutoffs whose sizes, from this one on, did not come
 * up: of a few of them when all is answered or the run is late, and then of
 * none that waits to become one, unless the prefix is asked for. */
static void decide_rest(struct saturation *saturation, uint32_t size)
{
    const bool late = saturation_is_late(saturation);
    const bool few = (late || saturation->open_goals.finished) &&
                     !saturation->problem->output.prefix;
    uint64_t n = 0;

    for (; size < saturation->queue.len; size++) {
        es_event_list list = {0};

        n += saturation->queue.at[size].n;
        if (few && (n > SATURATION_MOST_CLOSED ||
                    (late && saturation->queue.at[size].waits)))
            break;
        (void)saturation_waiting_take(saturation, size, &list);
        vec_free(&list);
    }
}

static void run_queue(struct saturation *saturation)
{
    bool goes_on = extend_bottom(saturation);
    uint32_t size = 0;

    for (; goes_on &&
           (size < saturation->queue.len || size < saturation->later.len);
         size++) {
        saturation->watch.depth = size;
        goes_on = extend_later(saturation, size);
        if (!goes_on)
            break;
        if (size < saturation->queue.len)
            goes_on = run_size(saturation, size);
    }
    decide_rest(saturation, size);
    saturation->complete = goes_on;
    if (goes_on && saturation->too_deep)
        saturation->watch.reason = STOP_DEPTH;
}

/* --- the run ------------------------------------------------------------ */

/* Of the questions about markings, those with empty places are left out:
 * complements of these places would change the prefix. */
static struct compiled_net *
create_compiled(const struct engine_problem *problem, bool copies)
{
    struct goal *const goals = mem_copy(
        problem->question.goals, problem->question.n_goals, sizeof *goals);
    struct compiled_net *compiled;

    for (uint32_t g = 0; g < problem->question.n_goals; g++)
        if (solve_waits(&goals[g])) {
            goals[g].kind = GOAL_DEADLOCK;
            vec_clear(&goals[g].empty);
        }
    compiled = compiled_net_create(problem->net, problem->dep, goals,
                                   problem->question.n_goals, copies);
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

const struct answer_figure saturation_run_figures[] = {
    PREFIX_FIGURES(ANSWER_FIGURE){0}};

static void init(struct saturation *saturation,
                 const struct engine_problem *problem,
                 const struct engine_limits *limits, struct answer *answer,
                 struct repeat *repeat)
{
    uint32_t most;

    *saturation = (struct saturation){
        .problem = problem, .answer = answer, .repeat = repeat};
    watch_init(&saturation->watch, limits, &answer->stats);
    saturation->copies = makes_copies(problem);
    most = most_threads(limits, saturation->copies);
    saturation->compiled = create_compiled(problem, saturation->copies);
    saturation->es = es_create(saturation->compiled);
    saturation->es->lazy = true;
    order_init(&saturation->order, problem->unfolding.order, saturation->es);
    cutoff_init(
        &saturation->cutoff, saturation->es,
        problem->unfolding.cutoffs && !repeat ? &saturation->order : NULL, 0);
    if (repeat)
        repeat_start(repeat, saturation->es, &saturation->cutoff,
                     &saturation->order);
    conc_init(&saturation->conc, saturation->es);
    saturation->conc.eager = problem->test.piece > 1;
    saturation->conc.links = !saturation->copies;
    event_goals_init(&saturation->open_goals, problem, answer, saturation->es,
                     &saturation->watch);
    saturation->asks_events =
        repeat || event_goals_asks_events(&saturation->open_goals);
    saturation->taken = (struct step_log){.wanted = problem->output.steps};
    event_batch_init(&saturation->batch, &saturation->conc, &saturation->cutoff,
                     (struct extender_watch){tell_watch, &saturation->watch},
                     most, &problem->test);
    saturation_waiting_init(saturation);
    if (!limits->race)
        event_batch_widen(&saturation->batch, most);
    else if (saturation->copies)
        limits->race->expect_threads(limits->race->self);
    if (!saturation->copies)
        contextual_init(&saturation->contextual, &saturation->conc,
                        (struct extender_watch){tell_watch, &saturation->watch},
                        (struct contextual_sink){take_proposal, saturation});
}

void saturation_run_finish(struct saturation *saturation)
{
    for (uint32_t i = 0; i < saturation->queue.len; i++)
        size_queue_finish(&saturation->queue.at[i]);
    vec_free(&saturation->queue);
    saturation_waiting_finish(saturation);
    if (!saturation->copies)
        contextual_finish(&saturation->contextual);
    for (uint32_t i = 0; i < saturation->later.len; i++)
        vec_free(&saturation->later.at[i]);
    vec_free(&saturation->later);
    es_past_finish(&saturation->walk);
    event_goals_finish(&saturation->open_goals);
    step_log_finish(&saturation->taken);
    conc_finish(&saturation->conc);
    cutoff_finish(&saturation->cutoff);
    order_finish(&saturation->order);
    solve_formula_finish(&saturation->formulas);
    if (saturation->counts_late)
        saturation_close_counts(saturation,
                                event_batch_counted(&saturation->batch));
    else
        event_batch_pause(&saturation->batch);
    es_destroy(saturation->es);
    event_batch_finish(&saturation->batch);
    compiled_net_destroy(saturation->compiled);
}

bool saturation_run_init(struct saturation *saturation,
                         const struct engine_problem *problem,
                         const struct engine_limits *limits,
                         struct answer *answer, struct repeat *repeat)
{
    /* all copies of places that are read are made before the first event */
    const uint64_t bytes =
        COPIED_BYTES *
        compiled_net_count_copied(problem->net, problem->dep).arcs;
    struct watch watch;

    answer->stats.figures = saturation_run_figures;
    if (!makes_copies(problem) ||
        (bytes <= MOST_COPIED &&
         (!limits->max_bytes || bytes <= limits->max_bytes))) {
        init(saturation, problem, limits, answer, repeat);
        return true;
    }
    answer->stop = STOP_MEMORY;
    watch_init(&watch, limits, &answer->stats);
    watch_close(&watch);
    return false;
}

void saturation_run(struct saturation *saturation)
{
    struct answer *const answer = saturation->answer;

    event_goals_state(&saturation->open_goals, EVENT_BOTTOM);
    if (!saturation->open_goals.finished)
        run_queue(saturation);
    event_batch_pause(&saturation->batch);
    solve_all(saturation);
    event_goals_close(&saturation->open_goals, saturation->watch.reason);
    if (answer->stop != STOP_OVERTAKEN)
        saturation_close_stats(saturation);
    if (saturation->problem->output.prefix &&
        (!saturation->problem->output.whole || answer->stop == STOP_DONE))
        saturation_close_prefix(saturation);
}
