#include "engine/state/layers.h"

#include "base/check.h"
#include "base/crew.h"
#include "base/mem.h"
#include "engine/state/layer_worker.h"
#include "net/marking.h"

enum {
    PIECE = 64,        /* markings that a thread takes at once */
    ALONE = 4 * PIECE, /* so many are explored by the leader alone */
    LOOK = 1024,       /* markings of the leader between looks at the clock */
    ALONE_WORK = 1 << 25, /* done in a race before other threads are asked for:
                             to start them takes longer than a small search */
};

struct layers {
    const struct net *net;
    struct marking_goals *goals;
    struct enabled_set *at;
    uint64_t (*work)(void *self);
    void *self;
    struct shared_markings markings;
    uint32_t piece, alone; /* see PIECE, ALONE */
    uint32_t n_workers;
    struct layer_worker **workers; /* the first one is the leader */
    struct shared_markings_cursor **cursors;
    struct crew crew;
    VEC(uint32_t) starts;    /* by layer: its first number */
    VEC(uint32_t) asked;     /* the open questions but those for transitions */
    uint32_t end;            /* of the current layer */
    uint64_t fired;          /* in the layers before */
    uint32_t n_explored;     /* by the leader since its last look */
    bool over;               /* the watch says stop */
    uint32_t hit, hit_layer; /* a marking to which a run is sought */
    bits_word *m, *before;   /* scratch: markings */
    /* all threads read what is above, and write the next line */
    char apart[SHARED_KEYS_APART];
    _Atomic uint64_t next; /* of the layer: taken by no thread */
};

/* --- runs ----------------------------------------------------------------- */

/* Leaves in x->before the only marking from which t can lead to m; false when
 * there is none. */
static bool fire_back(struct layers *x, const bits_word *m, trans_id t)
{
    const struct net_place_span pre = net_pre(x->net, t);
    const struct net_place_span post = net_post(x->net, t);
    const uint32_t words = x->at->words;

    if (!marking_has_all(m, post))
        return false;
    bits_copy(x->before, m, words);
    for (uint32_t i = 0; i < post.len; i++)
        bits_remove(x->before, post.at[i]);
    for (uint32_t i = 0; i < pre.len; i++)
        bits_add(x->before, pre.at[i]);
    if (!marking_enabled(x->net, x->before, t) ||
        marking_unsafe(x->net, x->before, t) != PLACE_NONE)
        return false;
    bits_copy(x->m, x->before, words);
    marking_fire(x->net, x->m, t);
    return bits_equal(x->m, m, words);
}

/* Is x->before, from which t leads to the marking of the cursor, a marking of
 * the layer?  If so, the cursor moves there. */
static bool step_back(struct layers *x, struct shared_markings_cursor *cursor,
                      trans_id t, uint32_t layer)
{
    const uint32_t here = cursor->numbers[1];
    const uint32_t id = shared_markings_cursor_find(cursor, t);

    if (id < x->starts.at[layer] || id >= x->starts.at[layer + 1])
        return false;
    shared_markings_cursor_move(cursor, id);
    if (bits_equal(cursor->places, x->before, x->at->words))
        return true;
    shared_markings_cursor_move(cursor, here);
    return false;
}

static void add_run(const void *self, witness_run *run)
{
    struct layers *const x = (struct layers *)(uintptr_t)self;
    struct shared_markings_cursor *const cursor = x->cursors[0];

    shared_markings_cursor_move(cursor, x->hit);
    for (uint32_t layer = x->hit_layer; layer-- > 0;) {
        trans_id t = 0;

        while (t < net_trans_count(x->net) &&
               !(fire_back(x, cursor->places, t) &&
                 step_back(x, cursor, t, layer)))
            t++;
        CHECK(t < net_trans_count(x->net));
        vec_push(run, t);
    }
}

/* --- between layers ------------------------------------------------------- */

static void move_to(struct layers *x, uint32_t id)
{
    x->hit = id;
    shared_markings_cursor_move(x->cursors[0], id);
    enabled_set_move(x->at, x->cursors[0]->places);
}

static void answer_step(struct layers *x, struct layer_worker_step step)
{
    if (step.id == SHARED_KEYS_NONE || x->goals->refused)
        return;
    move_to(x, step.id);
    (void)marking_goals_fire(x->goals, x->at->marking, step.trans);
}

/* What the layer has found, question by question.  A marking that answers one
 * may enable the transition of another one that puts a second token: then the
 * net is refused there. */
static void answer(struct layers *x)
{
    const struct layer_worker *const found = x->workers[0];
    const struct answer_finding *const findings = x->goals->answer->findings;

    for (uint32_t g = 0; g < x->goals->problem->question.n_goals; g++)
        if (!x->goals->refused && found->hits[g] != SHARED_KEYS_NONE &&
            findings[g].verdict == VERDICT_UNKNOWN) {
            move_to(x, found->hits[g]);
            marking_goals_ask(x->goals, x->at);
        }
    answer_step(x, found->wrong);
    answer_step(x, found->unsafe);
}

static void count(struct layers *x, uint32_t n_explored)
{
    struct answer_stats *const stats = &x->goals->answer->stats;
    const struct layer_worker *const all = x->workers[0];

    stats->at[STATE_states] = n_explored;
    x->fired += all->fired;
    stats->at[STATE_fired] = x->fired;
    stats->at[STATE_met_again] += all->fired - all->fresh;
    stats->at[STATE_deadlocks] += all->deadlocks;
    stats->at[STATE_largest_stack] = x->starts.len;
    if (all->most_tokens > stats->at[STATE_most_tokens])
        stats->at[STATE_most_tokens] = all->most_tokens;
}

/* All others wait.  The work of the layer is counted before its answers, so
 * that they come at the same amount of work however the layer was shared. */
static void end_layer(struct layers *x)
{
    struct watch *const watch = x->goals->watch;
    const uint64_t next = atomic_load(&x->next);

    shared_markings_close(&x->markings, x->cursors, x->n_workers);
    for (uint32_t i = 1; i < x->n_workers; i++) {
        layer_worker_add(x->workers[0], x->workers[i]);
        layer_worker_clear(x->workers[i]);
    }
    count(x, next < x->end ? (uint32_t)next : x->end);
    x->over |= watch_work(watch, x->work(x->self));
    x->hit_layer = x->starts.len - 1;
    answer(x);
    layer_worker_clear(x->workers[0]);
    watch_events(watch, x->goals->answer->stats.at[STATE_states]);
    x->over |= watch->reason != STOP_DONE || marking_goals_over(x->goals);
}

static void begin_layer(struct layers *x)
{
    const struct engine_question *const question = &x->goals->problem->question;

    atomic_store(&x->next, x->end);
    vec_push(&x->starts, x->end);
    x->end = shared_markings_count(&x->markings);
    vec_clear(&x->asked);
    for (uint32_t g = 0; g < question->n_goals; g++)
        if (question->goals[g].kind != GOAL_TRANSITION &&
            x->goals->answer->findings[g].verdict == VERDICT_UNKNOWN)
            vec_push(&x->asked, g);
    for (uint32_t i = 0; i < x->n_workers; i++) {
        x->workers[i]->asked = x->asked.at;
        x->workers[i]->n_asked = x->asked.len;
    }
}

/* --- a layer -------------------------------------------------------------- */

/* All others wait.  False: the memory of the process does not allow it. */
static bool grow(struct layers *x)
{
    const size_t bytes = shared_markings_growth(&x->markings);

    if (!watch_has_room(x->goals->watch, bytes)) {
        x->over = true;
        return false;
    }
    shared_markings_grow(&x->markings, x->cursors, x->n_workers);
    return true;
}

/* All wait until the stores have grown, if that is why they meet; false: to
 * end. */
static bool meet(struct layers *x, uint32_t i)
{
    if (i > 0)
        return crew_wait(&x->crew);
    crew_gather(&x->crew);
    if (!grow(x))
        return false;
    crew_release(&x->crew);
    return true;
}

/* What is known of the layer, at most what it will have been in the end. */
static void count_so_far(struct layers *x)
{
    struct answer_stats *const stats = &x->goals->answer->stats;
    const uint64_t next = atomic_load_explicit(&x->next, memory_order_relaxed);

    stats->at[STATE_states] = next < x->end ? (uint32_t)next : x->end;
    stats->at[STATE_fired] = x->fired;
    layer_worker_tell(x->workers[0]);
    for (uint32_t i = 0; i < x->n_workers; i++)
        stats->at[STATE_fired] +=
            atomic_load_explicit(&x->workers[i]->told, memory_order_relaxed);
}

/* The leader, which has explored n more, sees to the limits. */
static bool must_stop(struct layers *x, uint32_t n)
{
    x->n_explored += n;
    if (x->n_explored < LOOK)
        return false;
    x->n_explored = 0;
    x->goals->watch->depth = x->starts.len;
    count_so_far(x);
    x->over = watch_work(x->goals->watch, x->work(x->self));
    return x->over;
}

/* A store is full. */
static bool call(struct layers *x, uint32_t i)
{
    crew_call(&x->crew);
    return meet(x, i);
}

static bool explore_piece(struct layers *x, uint32_t i, uint32_t first)
{
    const uint32_t last = x->end - first < x->piece ? x->end : first + x->piece;

    for (uint32_t id = first; id < last; id++) {
        if (crew_is_called(&x->crew) && !meet(x, i))
            return false;
        while (!layer_worker_explore(x->workers[i], id))
            if (!call(x, i))
                return false;
    }
    layer_worker_tell(x->workers[i]);
    return i > 0 || !must_stop(x, last - first);
}

/* The last markings that a worker has found. */
static bool settle(struct layers *x, uint32_t i)
{
    while (!layer_worker_settle(x->workers[i]))
        if (!call(x, i))
            return false;
    return true;
}

/* Until nothing of the layer is left; false: to end. */
static bool explore_pieces(struct layers *x, uint32_t i)
{
    for (;;) {
        const uint64_t first =
            atomic_fetch_add_explicit(&x->next, x->piece, memory_order_relaxed);

        if (first >= x->end)
            return settle(x, i);
        if (!explore_piece(x, i, (uint32_t)first))
            return false;
    }
}

static void work_beside(void *self, uint32_t i)
{
    struct layers *const x = self;

    while (crew_wait(&x->crew))
        if (!explore_pieces(x, i))
            return;
}

/* The others wait before and after.  Those that wait for a store to grow have
 * called. */
static void explore_with_others(struct layers *x)
{
    crew_gather(&x->crew);
    crew_release(&x->crew);
    if (!explore_pieces(x, 0))
        crew_call(&x->crew);
    crew_gather(&x->crew);
    while (!x->over && crew_is_called(&x->crew) && grow(x)) {
        crew_release(&x->crew);
        crew_gather(&x->crew);
    }
}

static void explore_alone(struct layers *x)
{
    uint32_t id = (uint32_t)atomic_load(&x->next);

    for (; id < x->end && !must_stop(x, 1); id++) {
        while (!layer_worker_explore(x->workers[0], id))
            if (!grow(x))
                return;
        atomic_store_explicit(&x->next, id + 1, memory_order_relaxed);
    }
    while (!layer_worker_settle(x->workers[0]))
        if (!grow(x))
            return;
}

/* --- all of it ------------------------------------------------------------ */

static void add_worker(struct layers *x)
{
    struct layer_worker *const worker = mem_zero(1, sizeof *worker);

    layer_worker_init(worker, x->goals, &x->markings);
    worker->asked = x->asked.at;
    worker->n_asked = x->asked.len;
    x->workers[x->n_workers] = worker;
    x->cursors[x->n_workers] = &worker->cursor;
    x->n_workers++;
}

static void init(struct layers *x, struct marking_goals *goals,
                 uint32_t n_threads)
{
    const struct engine_race_hooks *const race = goals->watch->limits->race;
    const uint32_t most = race ? race->most_threads : n_threads;
    const struct net *const net = goals->problem->net;
    const uint32_t piece = goals->problem->test.piece;

    x->net = net;
    x->piece = piece ? piece : PIECE;
    x->alone = piece ? 0 : ALONE;
    x->goals = goals;
    shared_markings_init(&x->markings, net, goals->problem->exclusive);
    x->workers = mem_alloc(most, sizeof *x->workers);
    x->cursors = mem_alloc(most, sizeof *x->cursors);
    while (x->n_workers < (race ? 1 : most))
        add_worker(x);
    x->m = mem_zero(x->at->words, sizeof *x->m);
    x->before = mem_zero(x->at->words, sizeof *x->before);
    goals->add_run = add_run;
    goals->self = x;
}

static void finish(struct layers *x)
{
    for (uint32_t i = 0; i < x->n_workers; i++) {
        layer_worker_finish(x->workers[i]);
        mem_free(x->workers[i]);
    }
    shared_markings_finish(&x->markings);
    vec_free(&x->starts);
    vec_free(&x->asked);
    mem_free(x->workers);
    mem_free(x->cursors);
    mem_free(x->m);
    mem_free(x->before);
}

/* In a race: the threads that others do not need. */
static void take_threads(struct layers *x)
{
    const struct engine_race_hooks *const race = x->goals->watch->limits->race;
    uint32_t n;

    if (!race ||
        (x->goals->watch->work < ALONE_WORK && !x->goals->problem->test.piece))
        return;
    n = race->threads(race->self);
    if (n <= x->n_workers)
        return;
    crew_finish(&x->crew);
    while (x->n_workers < n)
        add_worker(x);
    crew_init(&x->crew, n - 1, work_beside, x);
}

static void explore_layer(struct layers *x)
{
    take_threads(x);
    if (x->n_workers == 1 ||
        x->end - x->starts.at[x->starts.len - 1] <= x->alone)
        explore_alone(x);
    else
        explore_with_others(x);
}

size_t layers_run(struct marking_goals *goals, struct enabled_set *at,
                  uint32_t n_threads, uint64_t (*work)(void *self), void *self)
{
    const struct engine_race_hooks *const race = goals->watch->limits->race;
    struct layers x = {.at = at, .work = work, .self = self};
    size_t bytes;

    init(&x, goals, n_threads);
    if (race)
        race->expect_threads(race->self);
    crew_init(&x.crew, x.n_workers - 1, work_beside, &x);
    for (begin_layer(&x); x.starts.at[x.starts.len - 1] < x.end && !x.over;
         begin_layer(&x)) {
        explore_layer(&x);
        end_layer(&x);
    }
    crew_finish(&x.crew);
    bytes = shared_markings_bytes(&x.markings, x.cursors, x.n_workers);
    finish(&x);
    return bytes;
}
