/* query.h - the questions that are still open while an engine runs, and what
 * it finds about them: from configurations to runs.
 *
 * Finding a second token is an answer too: it ends everything. */
#ifndef QUERY_H
#define QUERY_H

#include "engine/engine.h"
#include "engine/watch.h"
#include "net/suspect.h"
#include "unfolding/es.h"

struct query {
    const struct problem *problem;
    struct answer *answer;
    const struct es *es;
    struct watch *watch;
    struct es_walk walk;
    struct suspect suspect; /* pairs of a user's relation to be tried */
    uint32_t *goal_of; /* by transition: its first question, or UINT32_MAX */
    uint32_t *same;    /* by question: the next one about that transition */
    uint32_t n_open;   /* questions without an answer */
    event_list shown;  /* whose pasts are the run of the first answer */
    bool finished;     /* all answered and no more asked, or net refused */
};

/* Questions that every net answers are answered at once. */
void query_init(struct query *q, const struct problem *problem,
                struct answer *answer, const struct es *es,
                struct watch *watch);
void query_finish(struct query *q);

/* Event e was found: its transition can fire. */
void query_event(struct query *q, event_id e);

/* The pasts of the events reach what question g asks for. */
void query_yes(struct query *q, uint32_t g, struct event_span events);

/* The configuration enables nothing. */
void query_deadlock(struct query *q, struct event_span configuration);

/* After the configuration, t puts a second token on p. */
void query_unsafe(struct query *q, struct event_span configuration, trans_id t,
                  place_id p);

/* Marking m was met: a user's relation must hold there, or the input is
 * refused. */
void query_marking(struct query *q, const bits_word *m);

/* The input is refused; answer->diag says why. */
void query_refuse(struct query *q);

/* Ends the run: why it stopped, and no for what is still open when it did not
 * stop early.  In a race, what others have answered is left to them. */
void query_close(struct query *q, enum stop_reason reason);

#endif
