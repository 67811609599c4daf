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
 *     size_queue_wait(&q, 4, 12);             the extension of [4] by 12
 *     size_queue_push(&q, 8, 2);              events 8 and 9
 *
 *     size_queue_read(&q, &reader, 100, &list)    7, a new event, 8, 9
 *
 * They are read in the order in which they came in.  The queue is a list of
 * words:
 *
 *     id             an event; or, in a group, a transition
 *     id, n          a run: id, id + 1, ...: n of them
 *     e, n           a group: the n ids that follow are extensions of [e]
 *
 * The two highest bits of a first word tell which.  So outside groups there are
 * never more words than ids.  All zero is an empty queue. */
#ifndef SIZE_QUEUE_H
#define SIZE_QUEUE_H

#include "engine/unfolding/es_past.h"

/* Ids are below this number. */
#define SIZE_QUEUE_MOST ((uint32_t)1 << 30)

struct size_queue {
    VEC(uint32_t) words;
    uint32_t last;  /* the word of the last run; there is none from words.len on
                       or in the group so far */
    uint32_t group; /* 1 + the word of the group at the end; 0: none */
    uint64_t n;     /* events and extensions that were put in */
    bool waits;     /* some are extensions */
};

/* Reads queues, one after the other, each once.  keeps() is told of each
 * extension when it has become the last event of the store; false: it has
 * removed it, and it is not read. */
struct size_queue_reader {
    struct es *es;
    bool (*keeps)(void *self, event_id e);
    void *self; /* the rest is zero at first */
    uint64_t n_read;
    uint32_t word;      /* what comes next: a run or a group */
    uint32_t n_of_run;  /* ids of that run that were read */
    uint32_t n_waiting; /* ids of the group at hand that were not, */
    event_id event;     /* extensions of this one */
    /* by place: its condition; NULL at first */
    cond_id *initial, *cut; /* after bottom; after the event at hand, */
    struct es_span past;    /* whose local configuration is this */
    VEC(cond_id) name;
    struct es_past_walk walk;
};

void size_queue_finish(struct size_queue *q);

/* Events first, first + 1, ...: n of them. */
void size_queue_push(struct size_queue *q, event_id first, uint32_t n);

/* The extension by t of [e], which has conditions. */
void size_queue_wait(struct size_queue *q, event_id e, trans_id t);

void size_queue_reader_finish(struct size_queue_reader *r);

/* Begins with another queue. */
void size_queue_start(struct size_queue_reader *r);

/* The next n events and extensions, or fewer at the end: how many?  Appends the
 * events and the kept extensions to the list. */
uint32_t size_queue_read(const struct size_queue *q,
                         struct size_queue_reader *r, uint32_t n,
                         es_event_list *list);

#endif
