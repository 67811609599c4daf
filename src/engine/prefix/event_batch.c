#include "engine/prefix/event_batch.h"

#include "base/system.h"

enum {
    ALONE = 8,          /* events: to wake the others would take longer */
    ROW_ENTRY_COST = 2, /* of an entry of the rows (watch.h) */
    COUNTED = 32, /* events that are counted between looks at what others do */
    KEPT = 2048,  /* of these, left for when the leader is alone */
    /* nanoseconds, about: to count an event, find the row of one, read an entry
       of rows */
    COUNT_TIME = 150,
    ROW_TIME = 300,
    ENTRY_TIME = 1,
    /* events for which there is room, so that little moves; bytes of this room
       between looks at the leader */
    ROOM_EVENTS = 1 << 16,
    POPULATED = 1 << 17,
};

/* --- work ----------------------------------------------------------------- */

static bool look_as_leader(void *self, uint64_t work)
{
    struct event_batch *const batch = self;
    const bool stopped = batch->watch.look(batch->watch.self, work);

    if (stopped)
        atomic_store_explicit(&batch->stopped, true, memory_order_relaxed);
    return stopped;
}

static bool look_beside(void *self, uint64_t work)
{
    struct event_batch_thread *const thread = self;

    thread->untold += work;
    return atomic_load_explicit(&thread->batch->stopped, memory_order_relaxed);
}

uint64_t event_batch_work(struct event_batch *batch)
{
    uint64_t work = 0;

    for (uint32_t i = 0; i < batch->crew.n_threads; i++) {
        struct event_batch_thread *const thread = &batch->threads[i];

        work += thread->untold + extender_untold(&thread->extender) +
                ROW_ENTRY_COST * (thread->rows.work - thread->told_rows);
        thread->untold = 0;
        thread->told_rows = thread->rows.work;
    }
    return work;
}

/* --- threads -------------------------------------------------------------- */

bool event_batch_is_counting(const struct event_batch *batch, uint32_t i)
{
    return i == 1 && batch->counts;
}

static void start_thread(void *self, uint32_t i)
{
    struct event_batch *const batch = self;
    struct event_batch_thread *const thread = &batch->threads[i];
    const struct extender_watch by_leader = {look_as_leader, batch};
    const struct extender_watch beside = {look_beside, thread};

    if (i && batch->cutoff->order)
        order_init(&thread->order, batch->cutoff->order->kind, batch->conc->es);
    if (event_batch_is_counting(batch, i))
        count_nodes_init(&batch->beside.nodes, batch->conc->es);
    thread->part.order = batch->cutoff->order ? &thread->order : NULL;
    extender_init(&thread->extender, batch->conc, i ? beside : by_leader);
}

static void end_thread(void *self, uint32_t i)
{
    struct event_batch *const batch = self;

    if (event_batch_is_counting(batch, i))
        count_beside_finish(&batch->beside);
    extender_finish(&batch->threads[i].extender);
    rows_worker_finish(&batch->threads[i].rows);
    vec_free(&batch->rows.lists[i]);
    vec_free(&batch->threads[i].foreseen);
    order_finish(&batch->threads[i].order);
    es_past_finish(&batch->threads[i].part.walk);
}

static void do_step(void *self, uint32_t i)
{
    struct event_batch *const batch = self;

    if (event_batch_is_counting(batch, i))
        count_beside_fetch(&batch->beside);
    batch->step(batch, i);
    if (event_batch_is_counting(batch, i))
        count_beside_note(&batch->beside);
}

/* Some memory is taken from the system before others wait for it; false: that
 * is done. */
static bool populate(struct event_batch *batch)
{
    struct event_batch_room *const room = &batch->room;
    const size_t n = room->left < POPULATED ? room->left : POPULATED;

    if (!room->left)
        return false;
    system_populate(room->at, n);
    room->at += n;
    room->left -= n;
    if (!room->left)
        count_beside_expect(&batch->beside);
    return true;
}

/* While the thread waits: false when it has nothing to do. */
static bool work_idly(void *self, uint32_t i)
{
    struct event_batch *const batch = self;

    return event_batch_is_counting(batch, i) &&
           (populate(batch) || count_beside_idly(&batch->beside));
}

/* A thread has got no memory: the leader must not wait for what it counts. */
static void leave_count(void *self, uint32_t i)
{
    struct event_batch *const batch = self;

    (void)i;
    atomic_store(&batch->beside.is_busy, false);
}

static const struct batch_crew_calls calls = {.start = start_thread,
                                              .end = end_thread,
                                              .step = do_step,
                                              .idle = work_idly,
                                              .failed = leave_count};

void event_batch_init(struct event_batch *batch, struct conc *conc,
                      struct cutoff *cutoff, struct extender_watch watch,
                      uint32_t n_most, const struct engine_test *test)
{
    *batch = (struct event_batch){.conc = conc,
                                  .cutoff = cutoff,
                                  .watch = watch,
                                  .alone = test->piece ? 0 : ALONE,
                                  .rows.rows = &conc->rows,
                                  .rows.n_threads = 1};
    batch_crew_init(&batch->crew, &calls, batch, n_most);
    batch->threads = mem_zero(n_most, sizeof *batch->threads);
    batch->rows.lists = mem_zero(n_most, sizeof *batch->rows.lists);
    batch->threads[0].batch = batch;
    start_thread(batch, 0);
}

/* Room for what several threads read, so that little moves. */
static void make_room(struct event_batch *batch)
{
    struct es *const es = batch->conc->es;

    rows_share(&batch->conc->rows);
    es_make_room(es);
    vec_expect(&batch->cutoff->events, ROOM_EVENTS);
    batch->room = (struct event_batch_room){
        (char *)es->events.at, (size_t)ROOM_EVENTS / 2 * sizeof *es->events.at};
}

void event_batch_widen(struct event_batch *batch, uint32_t n)
{
    bool counts;

    if (n > batch->crew.n_most)
        n = batch->crew.n_most;
    if (n <= batch->crew.n_wanted)
        return;
    /* none of the conditions was left out of the count */
    counts = batch->crew.n_wanted == 1 && batch->conc->es->events.len == 1 &&
             batch->conc->es->compiled->copies;
    batch_crew_end(&batch->crew);
    batch->counts = counts; /* the threads that have ended read it */
    for (uint32_t i = 1; i < n; i++)
        batch->threads[i] = (struct event_batch_thread){.batch = batch};
    make_room(batch);
    batch_crew_widen(&batch->crew, n);
    batch->rows.n_threads = batch->crew.n_threads;
}

void event_batch_finish(struct event_batch *batch)
{
    batch_crew_finish(&batch->crew);
    end_thread(batch, 0);
    vec_free(&batch->items);
    vec_free(&batch->coming);
    vec_free(&batch->beside.coming);
    vec_free(&batch->undecided);
    vec_free(&batch->fresh);
    rows_batch_finish(&batch->rows);
    mem_free(batch->rows.lists);
    mem_free(batch->threads);
}

void event_batch_step(struct event_batch *batch,
                      void (*step)(struct event_batch *batch, uint32_t thread))
{
    if (batch->counts)
        count_beside_allow(&batch->beside);
    batch->step = step;
    batch_crew_run(&batch->crew);
}

/* --- conditions ----------------------------------------------------------- */

/* As long as others have some of the n items to take, and there is enough left
 * to do when the leader is alone. */
static void count_meanwhile(struct event_batch *batch, uint32_t i, uint32_t n)
{
    if (!event_batch_is_counting(batch, i))
        return;
    while (count_beside_left(&batch->beside) > KEPT &&
           batch_crew_has_more(&batch->crew, n))
        count_beside_some(&batch->beside, COUNTED);
}

static void count_rest(struct event_batch *batch, uint32_t i)
{
    if (event_batch_is_counting(batch, i))
        count_beside_some(&batch->beside, UINT32_MAX);
}

static void do_nothing(struct event_batch *batch, uint32_t i)
{
    (void)batch;
    (void)i;
}

bool event_batch_can_be_alone(const struct event_batch *batch, uint64_t wanted)
{
    return batch->crew.n_threads == 2 && batch->counts &&
           COUNT_TIME * (uint64_t)count_beside_left(&batch->beside) >= wanted;
}

void event_batch_fetch(struct event_batch *batch)
{
    if (batch->counts && batch->beside.coming.len)
        event_batch_step(batch, do_nothing);
}

void event_batch_pause(struct event_batch *batch)
{
    if (batch->counts)
        count_beside_stop(&batch->beside);
}

/* --- rows ----------------------------------------------------------------- */

static void find_rows(struct event_batch *batch, uint32_t i)
{
    struct batch_crew_piece piece;

    count_meanwhile(batch, i, batch->rows.pieces.len);
    while (batch_crew_take(&batch->crew, batch->rows.pieces.len, &piece))
        for (uint32_t k = piece.at; k < piece.end; k++)
            rows_batch_find(&batch->rows, &batch->threads[i].rows, k, i);
}

static void enter_rows(struct event_batch *batch, uint32_t i)
{
    rows_batch_enter(&batch->rows, &batch->threads[i].rows, i);
}

static void compare_rows(struct event_batch *batch, uint32_t i)
{
    struct batch_crew_piece piece;

    while (batch_crew_take(&batch->crew, batch->rows.items.len, &piece))
        for (uint32_t k = piece.at; k < piece.end; k++)
            rows_batch_compare(&batch->rows, &batch->threads[i].rows, k, i);
}

static void close_rows(struct event_batch *batch, uint32_t i)
{
    rows_batch_close(&batch->rows, i);
}

/* The rows that the events must have.  A component that gets its first rows
 * gets them from one thread. */
static void fill_rows(struct event_batch *batch, bool together)
{
    struct conc *const conc = batch->conc;

    rows_batch_start(&batch->rows);
    for (uint32_t i = 0; i < batch->items.len; i++) {
        const event_id e = batch->items.at[i].event;
        uint32_t k;

        if (e == EVENT_BOTTOM || !conc_wants_rows(conc, e))
            continue;
        k = rows_component_of(&conc->rows, e);
        if (!together || !rows_has(&conc->rows, k) ||
            !rows_batch_add(&batch->rows, k))
            rows_fill(&conc->rows, &batch->threads[0].rows, k);
    }
    if (!batch->rows.items.len)
        return;
    vec_fit(&conc->rows.after, conc->es->conds.len);
    event_batch_step(batch, find_rows);
    event_batch_step(batch, enter_rows);
    event_batch_step(batch, compare_rows);
    event_batch_step(batch, close_rows);
}

/* --- extensions ----------------------------------------------------------- */

static void extend(struct event_batch *batch, uint32_t k, uint32_t i)
{
    struct extender *const extender = &batch->threads[i].extender;
    struct event_batch_item *const item = &batch->items.at[k];

    item->thread = i;
    item->first = extender->proposals.len;
    extender_extend(extender, item->event);
    item->n_proposals = extender->proposals.len - item->first;
    item->counts = extender->counts;
    item->walked = extender->query.walked;
}

bool event_batch_counts(const struct event_batch *batch)
{
    return batch->crew.n_threads > 1 && batch->counts;
}

struct count_nodes_sizes event_batch_counted(struct event_batch *batch)
{
    struct count_nodes_sizes sizes;

    event_batch_step(batch, count_rest);
    sizes = batch->beside.nodes.sizes;
    crew_dismiss(&batch->crew.crew);
    return sizes;
}

static void extend_items(struct event_batch *batch, uint32_t i)
{
    struct batch_crew_piece piece;

    count_meanwhile(batch, i, batch->items.len);
    batch->threads[i].extender.has_view = true;
    while (batch_crew_take(&batch->crew, batch->items.len, &piece))
        for (uint32_t k = piece.at; k < piece.end; k++)
            extend(batch, k, i);
}

static void count_walks(struct event_batch *batch)
{
    struct conc *const conc = batch->conc;

    for (uint32_t i = 0; i < batch->items.len; i++) {
        const struct event_batch_item *const item = &batch->items.at[i];

        if (item->walked)
            conc->walked[rows_component_of(&conc->rows, item->event)] +=
                item->walked;
    }
}

/* What the rows of the batch take, if they are like those before: in
 * nanoseconds. */
static uint64_t time_of_rows(const struct event_batch *batch)
{
    const uint64_t n = batch->items.len;
    uint64_t work = 0;

    for (uint32_t i = 0; i < batch->crew.n_threads; i++)
        work += batch->threads[i].rows.work;
    return n * (ROW_TIME + ENTRY_TIME * work / (batch->n_rows + 1));
}

void event_batch_run(struct event_batch *batch)
{
    batch->together =
        batch->crew.n_threads > 1 && batch->items.len > batch->alone;
    if (!batch->together)
        event_batch_pause(batch);
    fill_rows(batch, batch->together &&
                         !event_batch_can_be_alone(batch, time_of_rows(batch)));
    batch->threads[0].extender.has_view = false;
    if (batch->together)
        event_batch_step(batch, extend_items);
    for (uint32_t k = 0; k < batch->items.len && !batch->together; k++)
        extend(batch, k, 0);
    count_walks(batch);
    batch->n_rows += batch->items.len;
}

void event_batch_add(struct event_batch *batch, event_id e)
{
    es_fetch(batch->conc->es, e);
    vec_push(&batch->coming, e);
}

/* False: the store has no room for the conditions of e, and others read it. */
static bool can_enter(struct event_batch *batch, event_id e)
{
    const struct es *const es = batch->conc->es;

    if (!batch->counts && !batch->creates)
        return true;
    if (es->conds.cap - es->conds.len >= es_produce_count(es, e))
        return true;
    if (!batch->creates)
        event_batch_pause(batch);
    return !batch->creates;
}

void event_batch_enter(struct event_batch *batch)
{
    const struct es *const es = batch->conc->es;
    const es_event_list *const list = &batch->coming;

    for (; batch->n_entered < list->len; batch->n_entered++) {
        const uint32_t i = batch->n_entered;

        if (i + EVENT_BATCH_AHEAD / 2 < list->len)
            es_fetch_uses(es, list->at[i + EVENT_BATCH_AHEAD / 2]);
        if (list->at[i] == EVENT_BOTTOM)
            continue;
        if (!can_enter(batch, list->at[i]))
            return;
        conc_add(batch->conc, list->at[i]);
    }
}

void event_batch_start(struct event_batch *batch)
{
    event_batch_enter(batch);
    vec_clear(&batch->items);
    for (uint32_t i = 0; i < batch->coming.len; i++) {
        const event_id e = batch->coming.at[i];
        const struct event_batch_item item = {.event = e};

        vec_push(&batch->items, item);
        if (batch->counts && e != EVENT_BOTTOM)
            vec_push(&batch->beside.coming, e);
    }
    vec_clear(&batch->coming);
    batch->n_entered = 0;
    for (uint32_t i = 0; i < batch->crew.n_threads; i++)
        extender_start(&batch->threads[i].extender);
}

struct event_batch_proposals
event_batch_proposals(const struct event_batch *batch, uint32_t i)
{
    const struct event_batch_item *const item = &batch->items.at[i];
    const struct extender *const extender =
        &batch->threads[item->thread].extender;

    return (struct event_batch_proposals){
        .at = extender->proposals.at ? extender->proposals.at + item->first
                                     : NULL,
        .len = item->n_proposals,
        .words = extender->words.at,
    };
}

uint32_t event_batch_size(const struct event_batch *batch)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < batch->items.len; i++)
        n += batch->items.at[i].n_proposals;
    return n;
}

uint64_t event_batch_many_uses(const struct event_batch *batch)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < batch->items.len; i++)
        n += batch->items.at[i].counts.n_many;
    return n;
}
