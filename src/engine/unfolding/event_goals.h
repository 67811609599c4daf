/* event_goals.h - the questions that are still open while an engine runs, and
 * what it finds about them: from configurations to runs.
 *
 * Finding a second token is an answer too: it ends everything. */
#ifndef EVENT_GOALS_H
#define EVENT_GOALS_H

#include "engine/engine.h"
#include "engine/unfolding/es_past.h"
#include "engine/watch.h"
#include "net/check_independence.h"
#include "structure/unit_breach.h"

struct event_goals {
    const struct engine_problem *problem;
    struct answer *answer;
    const struct es *es;
    struct watch *watch;
    struct es_past_walk walk;
    struct check_independence independence; /* a user's pairs to be tried */
    struct unit_breach breach;
    bits_word *marking;       /* scratch, if there are such pairs, or units */
    uint32_t *goal_of, *same; /* goal_index() */
    uint32_t n_open;          /* questions without an answer */
    es_event_list witness; /* events whose pasts are the run of the first yes */
    bool finished;         /* all answered and no more asked, or net refused */
};

/* Does every marking answer the goal? */
bool event_goals_is_trivial(const struct goal *goal);

/* Questions that every net answers are answered at once. */
void event_goals_init(struct event_goals *q,
                      const struct engine_problem *problem,
                      struct answer *answer, const struct es *es,
                      struct watch *watch);
void event_goals_finish(struct event_goals *q);

/* Event e was found: its transition can fire. */
void event_goals_event(struct event_goals *q, event_id e);

/* The pasts of the events reach what question g asks for. */
void event_goals_yes(struct event_goals *q, uint32_t g, struct es_span events);

/* No marking, reachable or not, answers question g, which is open. */
void event_goals_no(struct event_goals *q, uint32_t g);

/* After the configuration, t puts a second token on p. */
void event_goals_unsafe(struct event_goals *q, struct es_span configuration,
                        trans_id t, place_id p);

/* Does the user's relation have pairs that must be tried at markings? */
static inline bool event_goals_wants_markings(const struct event_goals *q)
{
    return q->independence.pairs.len > 0;
}

/* May a new event, or its marking, answer any question?  May a new event of t
 * do so? */
bool event_goals_asks_events(const struct event_goals *q);
bool event_goals_asks_event(const struct event_goals *q, trans_id t);

/* Marking m was met: a user's relation must hold there, or the input is
 * refused. */
void event_goals_marking(struct event_goals *q, const bits_word *m);

/* The same for state([e]). */
void event_goals_state(struct event_goals *q, event_id e);

/* event_goals_value(): the sum of question g has this value after the
 * configuration, the largest so far. event_goals_exact(): the value found last
 * is the largest of all. */
void event_goals_value(struct event_goals *q, uint32_t g, struct es_span events,
                       int64_t value);
void event_goals_exact(struct event_goals *q, uint32_t g);

/* Ends the run: stores why it stopped; if it did not stop early, open questions
 * get the answer no.  In a race, questions that other engines have answered are
 * left to them. */
void event_goals_close(struct event_goals *q, enum answer_stop reason);

#endif
