/* event_batch.h - events that are added together: which are cutoffs, their rows
 * and their possible extensions, by one thread or by several side by side.
 *
 *     event_batch_add(&b, e);                  events of one size
 *     event_batch_enter(&b);
 *     event_batch_start(&b);
 *     event_batch_run(&b);
 *     for (i = 0; i < b.items.len; i++)  in the order of event_batch_add()
 *         event_batch_proposals(&b, i)
 *
 * The next batch may be added and entered while the threads create the events
 * that this one proposes.
 *
 * None of the events is a cause of another, so what one of them extends does
 * not depend on the later ones.  The proposals are those of a saturation that
 * adds event by event, in the same order, for any number of threads (THEORY,
 * Lemma 80); the counts of work are the same as well. */
#ifndef EVENT_BATCH_H
#define EVENT_BATCH_H

#include "engine/engine.h"
#include "engine/prefix/batch_crew.h"
#include "engine/prefix/count_beside.h"
#include "engine/prefix/extender.h"
#include "engine/prefix/rows_batch.h"
#include "engine/unfolding/cutoff.h"

struct event_batch_item {
    event_id event;
    uint32_t thread;             /* which has extended it */
    uint32_t first, n_proposals; /* a slice of the proposals of its extender */
    struct extender_counts counts;
    bool waits;                      /* see event_batch_can_wait() */
    uint32_t first_event, first_use; /* counted from the first of the batch */
    uint64_t walked;                 /* events met by walks */
};

/* Memory that is not taken from the system yet. */
struct event_batch_room {
    char *at;
    size_t left;
};

struct event_batch_thread {
    struct event_batch *batch;
    struct rows_worker rows;
    struct extender extender;
    struct order order;
    struct cutoff part;     /* of the marking table; not of the leader */
    es_event_list foreseen; /* cutoffs among the events that it has written */
    uint64_t untold;        /* work that it did, besides the leader */
    uint64_t told_rows;     /* work of the rows that was told */
    char apart[CREW_APART];
};

struct event_batch {
    struct conc *conc;
    struct extender_watch watch;
    uint32_t alone; /* a batch of this many events is left to one thread */
    bool together;  /* all threads have worked on the events */
    VEC(struct event_batch_item) items;
    es_event_list coming;       /* events of the next batch */
    uint32_t n_entered;         /* of these, into the relation */
    struct count_beside beside; /* conditions, if `counts` */
    struct rows_batch rows;
    uint64_t n_rows;              /* items so far */
    uint64_t n_decided;           /* events so far, by several threads */
    struct event_batch_room room; /* for events */
    struct cutoff *cutoff;
    es_event_list undecided;
    struct batch_crew crew;
    void (*step)(struct event_batch *batch, uint32_t thread);
    struct event_batch_thread *threads; /* of the crew */
    uint32_t least_waiting; /* an event with this many extensions, and at least
                               as many as its past has events, may leave them to
                               the queue (size_queue.h); 0: none may */
    bool counts;            /* one of the others counts conditions */
    bool creates;           /* in event_batch_write(), */
    void (*note)(void *self); /* see there */
    void *self;
    VEC(uint32_t) fresh; /* numbers of markings that were not known */
    _Atomic bool is_written[ROWS_BATCH]; /* by piece: some thread writes it */
    _Atomic bool stopped;                /* by the watch */
};

/* For one thread, which calls the watch, and n_most at most. */
void event_batch_init(struct event_batch *batch, struct conc *conc,
                      struct cutoff *cutoff, struct extender_watch watch,
                      uint32_t n_most, const struct engine_test *test);
void event_batch_finish(struct event_batch *batch);

/* From now on there are n threads, with the leader, unless there are more
 * already; or fewer if no more can be started.  Between two batches, when the
 * watch was told of all work. */
void event_batch_widen(struct event_batch *batch, uint32_t n);

/* Adds e to the next batch: ROWS_BATCH events at most. */
void event_batch_add(struct event_batch *batch, event_id e);

/* Adds all of these events but bottom to the relation; while the threads create
 * events, only as many as need no memory that other threads read. */
void event_batch_enter(struct event_batch *batch);

/* The next batch begins, whose events are in the relation: no proposals. */
void event_batch_start(struct event_batch *batch);

/* Does one of several threads count the events and their conditions: all events
 * of batches, and all events that were decided to be cutoffs?  Then
 * event_batch_counted() gives their numbers.  Afterwards only
 * event_batch_finish() may be called, when the conc and the store, which are
 * borrowed, need not exist. */
bool event_batch_counts(const struct event_batch *batch);
struct count_nodes_sizes event_batch_counted(struct event_batch *batch);

/* Whatever was added so far is counted while the leader is alone. */
void event_batch_fetch(struct event_batch *batch);

/* Until the next step nothing is counted, so that arrays of the store may
 * move. */
void event_batch_pause(struct event_batch *batch);

/* Computes rows and proposals. */
void event_batch_run(struct event_batch *batch);

struct event_batch_proposals {
    const struct extender_proposal *at;
    uint32_t len;
    const uint32_t *words; /* see extender.h */
};

/* Those of the i-th event. */
struct event_batch_proposals
event_batch_proposals(const struct event_batch *batch, uint32_t i);

/* May the extensions of the i-th event e wait in the queue?  Only if all
 * proposals at e are extensions, and none needs events besides [e]. */
static inline bool event_batch_can_wait(const struct event_batch *batch,
                                        uint32_t i)
{
    const struct event_batch_item *const item = &batch->items.at[i];

    return item->n_proposals >= batch->least_waiting && !item->counts.n_far &&
           !item->counts.n_odd && batch->least_waiting &&
           item->n_proposals >= batch->conc->es->events.at[item->event].size;
}

/* How many events are proposed, and how many of the conditions that they use
 * are beyond EXTENDER_FEW_USES of an event. */
uint32_t event_batch_size(const struct event_batch *batch);
uint64_t event_batch_many_uses(const struct event_batch *batch);

/* The work that the watch was not told of. */
uint64_t event_batch_work(struct event_batch *batch);

/* Adds all proposed events, in their order, to the store and the table; the
 * threads write them side by side.  Meanwhile the leader calls note(self),
 * which may ask for the proposals, but not for the new events, and may add and
 * enter the next batch.  Returns false and does nothing when the proposals must
 * be accepted one by one: when one thread has made them, or when some of them
 * are no extensions. */
bool event_batch_write(struct event_batch *batch, void (*note)(void *self),
                       void *self);

/* --- for the steps in other files ----------------------------------------- */

/* Events between one that is used and one that is fetched (es_fetch()). */
enum { EVENT_BATCH_AHEAD = 16 };

/* Does thread i count conditions?  The leader has enough to do. */
bool event_batch_is_counting(const struct event_batch *batch, uint32_t i);

/* All threads do it; what was added is counted between such steps. */
void event_batch_step(struct event_batch *batch,
                      void (*step)(struct event_batch *batch, uint32_t thread));

/* With two threads: has the second thread so much to count that the leader can
 * work alone for `wanted` nanoseconds? */
bool event_batch_can_be_alone(const struct event_batch *batch, uint64_t wanted);

#endif
