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
    struct goal_search *search;
    struct marking_goals *goals;
    const struct engine_race_hooks *race; /* NULL: none */
    struct enabled_set *at;
    struct markings markings;
    uint32_t piece, alone; /* see PIECE, ALONE */
    uint32_t n_workers;
    struct layer_worker **workers; /* the first one is the leader */
    struct marking_cursor **cursors;
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

/* Leaves in layers->before the only marking from which t can lead to m; false
 * when there is none. */
static bool fire_back(struct layers *layers, const bits_word *m, trans_id t)
{
    const uint32_t words = layers->at->words;

    if (!marking_has_all(m, net_post(layers->net, t)))
        return false;
    bits_copy(layers->before, m, words);
    marking_unfire(layers->net, layers->before, t);
    if (!marking_enabled(layers->net, layers->before, t) ||
        marking_unsafe(layers->net, layers->before, t) != PLACE_NONE)
        return false;
    bits_copy(layers->m, layers->before, words);
    marking_fire(layers->net, layers->m, t);
    return bits_equal(layers->m, m, words);
}

/* Is layers->before, from which t leads to the marking of the cursor, a marking
 * of the layer?  If so, the cursor moves there. */
static bool move_into_layer(struct layers *layers,
                            struct marking_cursor *cursor, trans_id t,
                            uint32_t layer)
{
    const uint32_t here = cursor->id;
    const uint32_t id = marking_cursor_find(cursor, t);

    if (id < layers->starts.at[layer] || id >= layers->starts.at[layer + 1])
        return false;
    marking_cursor_move(cursor, id);
    if (bits_equal(cursor->places, layers->before, layers->at->words))
        return true;
    marking_cursor_move(cursor, here);
    return false;
}

static void add_run_through_layers(const void *self, witness_run *run)
{
    struct layers *const layers = (struct layers *)(uintptr_t)self;
    struct marking_cursor *const cursor = layers->cursors[0];

    marking_cursor_move(cursor, layers->hit);
    for (uint32_t layer = layers->hit_layer; layer-- > 0;) {
        trans_id t = 0;

        while (t < net_trans_count(layers->net) &&
               !(fire_back(layers, cursor->places, t) &&
                 move_into_layer(layers, cursor, t, layer)))
            t++;
        CHECK(t < net_trans_count(layers->net));
        vec_push(run, t);
    }
}

/* --- between layers ------------------------------------------------------- */

static void move_to_hit(struct layers *layers, uint32_t id)
{
    layers->hit = id;
    marking_cursor_move(layers->cursors[0], id);
    enabled_set_move(layers->at, layers->cursors[0]->places);
}

static void answer_step(struct layers *layers, struct layer_worker_step step)
{
    if (step.id == SHARED_KEYS_NONE || layers->goals->refused)
        return;
    move_to_hit(layers, step.id);
    (void)marking_goals_fire(layers->goals, layers->at->marking, step.trans);
}

/* What the layer has found, question by question.  A marking that answers one
 * may enable the transition of another one that puts a second token: then the
 * net is refused there. */
static void take_findings(struct layers *layers)
{
    const struct layer_worker *const found = layers->workers[0];
    const struct answer_finding *const findings =
        layers->goals->answer->findings;

    for (uint32_t g = 0; g < layers->goals->problem->question.n_goals; g++)
        if (!layers->goals->refused && found->hits[g] != SHARED_KEYS_NONE &&
            findings[g].verdict == VERDICT_UNKNOWN) {
            move_to_hit(layers, found->hits[g]);
            marking_goals_ask(layers->goals, layers->at);
        }
    answer_step(layers, found->wrong);
    answer_step(layers, found->unsafe);
}

static void count_layer(struct layers *layers, uint32_t n_explored)
{
    struct answer_stats *const stats = &layers->goals->answer->stats;
    const struct layer_worker *const all = layers->workers[0];

    stats->at[STATE_states] = n_explored;
    layers->fired += all->fired;
    stats->at[STATE_fired] = layers->fired;
    stats->at[STATE_met_again] += all->fired - all->fresh;
    stats->at[STATE_deadlocks] += all->deadlocks;
    stats->at[STATE_largest_stack] = layers->starts.len;
    if (all->most_tokens > stats->at[STATE_most_tokens])
        stats->at[STATE_most_tokens] = all->most_tokens;
}

/* All others wait.  The work of the layer is counted before its answers, so
 * that they come at the same amount of work however the layer was shared. */
static void end_layer(struct layers *layers)
{
    struct watch *const watch = layers->goals->watch;
    const uint64_t next = atomic_load(&layers->next);

    marking_cursor_close(layers->cursors, layers->n_workers);
    for (uint32_t i = 1; i < layers->n_workers; i++) {
        layer_worker_add(layers->workers[0], layers->workers[i]);
        layer_worker_clear(layers->workers[i]);
    }
    count_layer(layers, next < layers->end ? (uint32_t)next : layers->end);
    layers->over |= watch_work(watch, goal_search_listing_work(layers->search));
    layers->hit_layer = layers->starts.len - 1;
    take_findings(layers);
    layer_worker_clear(layers->workers[0]);
    watch_events(watch, layers->goals->answer->stats.at[STATE_states]);
    layers->over |=
        watch->reason != STOP_DONE || marking_goals_over(layers->goals);
}

static void begin_layer(struct layers *layers)
{
    const struct engine_question *const question =
        &layers->goals->problem->question;

    atomic_store(&layers->next, layers->end);
    vec_push(&layers->starts, layers->end);
    layers->end = markings_count(&layers->markings);
    vec_clear(&layers->asked);
    for (uint32_t g = 0; g < question->n_goals; g++)
        if (question->goals[g].kind != GOAL_TRANSITION &&
            layers->goals->answer->findings[g].verdict == VERDICT_UNKNOWN)
            vec_push(&layers->asked, g);
}

/* --- a layer -------------------------------------------------------------- */

/* All others wait.  False: the memory of the process does not allow it. */
static bool grow(struct layers *layers)
{
    const size_t bytes = marking_cursor_growth(layers->cursors[0]);

    if (!watch_has_room(layers->goals->watch, bytes)) {
        layers->over = true;
        return false;
    }
    marking_cursor_grow(layers->cursors, layers->n_workers);
    return true;
}

/* All wait until the stores have grown, if that is why they meet; false: to
 * end. */
static bool gather_to_grow(struct layers *layers, uint32_t i)
{
    if (i > 0)
        return crew_wait(&layers->crew);
    crew_gather(&layers->crew);
    if (!grow(layers))
        return false;
    crew_release(&layers->crew);
    return true;
}

/* What is known of the layer, at most what it will have been in the end. */
static void count_so_far(struct layers *layers)
{
    struct answer_stats *const stats = &layers->goals->answer->stats;
    const uint64_t next =
        atomic_load_explicit(&layers->next, memory_order_relaxed);

    stats->at[STATE_states] = next < layers->end ? (uint32_t)next : layers->end;
    stats->at[STATE_fired] = layers->fired;
    layer_worker_tell(layers->workers[0]);
    for (uint32_t i = 0; i < layers->n_workers; i++)
        stats->at[STATE_fired] += atomic_load_explicit(
            &layers->workers[i]->told, memory_order_relaxed);
}

/* The leader, which has explored n more, sees to the limits. */
static bool leader_must_stop(struct layers *layers, uint32_t n)
{
    layers->n_explored += n;
    if (layers->n_explored < LOOK)
        return false;
    layers->n_explored = 0;
    layers->goals->watch->depth = layers->starts.len;
    count_so_far(layers);
    layers->over = watch_work(layers->goals->watch,
                              goal_search_listing_work(layers->search));
    return layers->over;
}

/* A store is full. */
static bool call(struct layers *layers, uint32_t i)
{
    crew_call(&layers->crew);
    return gather_to_grow(layers, i);
}

static bool explore_piece(struct layers *layers, uint32_t i, uint32_t first)
{
    const uint32_t last = layers->end - first < layers->piece
                              ? layers->end
                              : first + layers->piece;

    for (uint32_t id = first; id < last; id++) {
        if (crew_is_called(&layers->crew) && !gather_to_grow(layers, i))
            return false;
        while (!layer_worker_explore(layers->workers[i], id))
            if (!call(layers, i))
                return false;
    }
    layer_worker_tell(layers->workers[i]);
    return i > 0 || !leader_must_stop(layers, last - first);
}

/* The last markings that a worker has found. */
static bool settle(struct layers *layers, uint32_t i)
{
    while (!layer_worker_settle(layers->workers[i]))
        if (!call(layers, i))
            return false;
    return true;
}

/* Until nothing of the layer is left; false: to end. */
static bool explore_pieces(struct layers *layers, uint32_t i)
{
    for (;;) {
        const uint64_t first = atomic_fetch_add_explicit(
            &layers->next, layers->piece, memory_order_relaxed);

        if (first >= layers->end)
            return settle(layers, i);
        if (!explore_piece(layers, i, (uint32_t)first))
            return false;
    }
}

static void work_beside(void *self, uint32_t i)
{
    struct layers *const layers = self;

    while (crew_wait(&layers->crew))
        if (!explore_pieces(layers, i))
            return;
}

/* The others wait before and after.  Those that wait for a store to grow have
 * called. */
static void explore_with_others(struct layers *layers)
{
    crew_gather(&layers->crew);
    crew_release(&layers->crew);
    if (!explore_pieces(layers, 0))
        crew_call(&layers->crew);
    crew_gather(&layers->crew);
    while (!layers->over && crew_is_called(&layers->crew) && grow(layers)) {
        crew_release(&layers->crew);
        crew_gather(&layers->crew);
    }
}

static void explore_alone(struct layers *layers)
{
    uint32_t id = (uint32_t)atomic_load(&layers->next);

    for (; id < layers->end && !leader_must_stop(layers, 1); id++) {
        while (!layer_worker_explore(layers->workers[0], id))
            if (!grow(layers))
                return;
        atomic_store_explicit(&layers->next, id + 1, memory_order_relaxed);
    }
    while (!layer_worker_settle(layers->workers[0]))
        if (!grow(layers))
            return;
}

/* --- all of it ------------------------------------------------------------ */

static void add_worker(struct layers *layers)
{
    struct layer_worker *const worker = mem_zero(1, sizeof *worker);

    layer_worker_init(worker, layers->goals, &layers->markings);
    layers->workers[layers->n_workers] = worker;
    layers->cursors[layers->n_workers] = &worker->cursor;
    layers->n_workers++;
}

static void init_layers(struct layers *layers, struct goal_search *search)
{
    const struct engine_limits *const limits = search->watch.limits;
    const struct engine_race_hooks *const race = limits->race;
    const uint32_t most = race ? race->most_threads : limits->threads;
    const uint32_t piece = search->problem->test.piece;

    *layers = (struct layers){.net = search->net,
                              .search = search,
                              .goals = &search->goals,
                              .race = race,
                              .at = &search->at,
                              .piece = piece ? piece : PIECE,
                              .alone = piece ? 0 : ALONE};
    markings_init(&layers->markings, layers->net, search->problem->exclusive);
    layers->workers = mem_alloc(most, sizeof *layers->workers);
    layers->cursors = mem_alloc(most, sizeof *layers->cursors);
    while (layers->n_workers < (race ? 1 : most))
        add_worker(layers);
    layers->m = mem_zero(layers->at->words, sizeof *layers->m);
    layers->before = mem_zero(layers->at->words, sizeof *layers->before);
    search->goals.add_run = add_run_through_layers;
    search->goals.self = layers;
}

static void finish_layers(struct layers *layers)
{
    for (uint32_t i = 0; i < layers->n_workers; i++) {
        layer_worker_finish(layers->workers[i]);
        mem_free(layers->workers[i]);
    }
    markings_finish(&layers->markings);
    vec_free(&layers->starts);
    vec_free(&layers->asked);
    mem_free(layers->workers);
    mem_free(layers->cursors);
    mem_free(layers->m);
    mem_free(layers->before);
}

/* In a race: the threads that others do not need. */
static void take_threads(struct layers *layers)
{
    const struct engine_race_hooks *const race = layers->race;
    uint32_t n;

    if (!race || (layers->goals->watch->work < ALONE_WORK &&
                  !layers->goals->problem->test.piece))
        return;
    n = race->threads(race->self);
    if (n <= layers->n_workers)
        return;
    crew_finish(&layers->crew);
    while (layers->n_workers < n)
        add_worker(layers);
    crew_init(&layers->crew, n - 1, work_beside, layers);
}

static void explore_layer(struct layers *layers)
{
    take_threads(layers);
    for (uint32_t i = 0; i < layers->n_workers; i++) {
        layers->workers[i]->asked = layers->asked.at;
        layers->workers[i]->n_asked = layers->asked.len;
    }
    if (layers->n_workers == 1 ||
        layers->end - layers->starts.at[layers->starts.len - 1] <=
            layers->alone)
        explore_alone(layers);
    else
        explore_with_others(layers);
}

size_t layers_run(struct goal_search *search)
{
    struct layers layers;
    size_t bytes;

    init_layers(&layers, search);
    if (layers.race)
        layers.race->expect_threads(layers.race->self);
    crew_init(&layers.crew, layers.n_workers - 1, work_beside, &layers);
    for (begin_layer(&layers);
         layers.starts.at[layers.starts.len - 1] < layers.end && !layers.over;
         begin_layer(&layers)) {
        explore_layer(&layers);
        end_layer(&layers);
    }
    crew_finish(&layers.crew);
    bytes = marking_cursor_bytes(layers.cursors, layers.n_workers);
    finish_layers(&layers);
    return bytes;
}
