/* size_queue.h - the events of one size that are not added yet.
 *
 * Many of these events f extend one local configuration [e] alone: [f] has the
 * events of [e] and f.  In a safe net the conditions that f uses are the
 * conditions of the cut of [e] on the places that its transition uses (THEORY,
 * Lemma 86).  So a group of such extensions is kept as e and their transitions,
 * and they become events of the store when they are read: until then an
 * extension takes less than a word if the numbers of the transitions follow
 * each other.
 *
 *     size_queue_push(&q, 7, 1);              event 7
 *     size_queue_wait_at(&q, 4);              extensions of [4]
 *     size_queue_wait_for(&q, 12);                by transition 12
 *     size_queue_push(&q, 8, 2);              events 8 and 9
 *
 *     size_queue_read(&q, &reader, 100, &list)    7, a new event, 8, 9
 *
 * They are read in the order in which they came in.  All zero is an empty
 * queue. */
#ifndef SIZE_QUEUE_H
#define SIZE_QUEUE_H

#include "engine/unfolding/es_past.h"

/* A list of ids in which neighbours often follow each other.
 *
 *     push 5   push 6   push 7   push 3        two runs: 5 6 7, and 3
 *
 * A run of ids that increase by one takes two words, an id that stands alone
 * takes one.  So a list never has more words than ids.  All zero is an empty
 * list. */

/* Ids are below this number. */
#define SIZE_QUEUE_MOST ((uint32_t)1 << 31)

struct size_queue_runs {
    /* an id, or with the highest bit the first of a run, and then how many */
    VEC(uint32_t) words;
    uint32_t len;  /* ids */
    uint32_t last; /* where the last run is among the words */
};

/* Where the next id is; all zero is the first. */
struct size_queue_runs_at {
    uint32_t word;
    uint32_t n; /* of the run there: the number of ids before it */
};

struct size_queue_group {
    event_id event;
    uint32_t before; /* events pushed before it */
    uint32_t n;      /* transitions */
};

struct size_queue {
    struct size_queue_runs events;
    VEC(struct size_queue_group) groups;
    struct size_queue_runs trans; /* of all groups */
};

/* Reads queues, one after the other, each once. */
struct size_queue_reader {
    struct es *es;
    bool (*keeps)(void *self, event_id e);
    void *self;
    struct size_queue_runs_at events, trans; /* what comes next */
    uint32_t n_events, n_trans;              /* read so far */
    uint32_t n_groups;                       /* read to their ends */
    uint32_t n_created;                      /* of the group at hand, */
    event_id event;                          /* which extends this one */
    /* by place: its condition; NULL at first */
    cond_id *initial, *cut; /* after bottom; after the event at hand, */
    struct es_span past;    /* whose local configuration is this */
    VEC(cond_id) name;
    struct es_past_walk walk;
};

void size_queue_finish(struct size_queue *q);

/* Events first, first + 1, ...: n of them. */
void size_queue_push(struct size_queue *q, event_id first, uint32_t n);

/* Extensions of e follow, which has conditions, and then their transitions: t,
 * t + 1, ...: n of them, one at least. */
void size_queue_wait_at(struct size_queue *q, event_id e);
void size_queue_wait_for(struct size_queue *q, trans_id t);

/* Of events and extensions: how many were put in. */
static inline uint64_t size_queue_count(const struct size_queue *q)
{
    return (uint64_t)q->events.len + q->trans.len;
}

/* Borrows the store.  keeps() is told of each extension when it has become the
 * last event of the store; false: it has removed it, and it is not read. */
void size_queue_reader_init(struct size_queue_reader *r, struct es *es,
                            bool (*keeps)(void *self, event_id e), void *self);
void size_queue_reader_finish(struct size_queue_reader *r);

/* Begins with another queue. */
void size_queue_start(struct size_queue_reader *r);

/* The next n events and extensions, or fewer at the end: how many?  Appends the
 * events and the kept extensions to the list. */
uint32_t size_queue_read(const struct size_queue *q,
                         struct size_queue_reader *r, uint32_t n,
                         es_event_list *list);

#endif
