/* saturation.h - a complete prefix while it grows: the events that wait, and
 * the treatment of proposed extensions. */
#ifndef SATURATION_H
#define SATURATION_H

#include "engine/prefix/contextual.h"
#include "engine/prefix/event_batch.h"
#include "engine/prefix/repeat.h"
#include "engine/prefix/size_queue.h"
#include "engine/prefix/solve_formula.h"
#include "engine/unfolding/compiled_net.h"
#include "engine/unfolding/cutoff.h"
#include "engine/unfolding/es_past.h"
#include "engine/unfolding/event_goals.h"
#include "engine/unfolding/order.h"
#include "engine/unfolding/step_log.h"
#include "engine/watch.h"

#define PREFIX_FIGURES(X)   \
    ES_FIGURES(X, EXPLORED) \
    ES_CREATED_FIGURE(X)    \
    ES_STORE_FIGURES(X)

enum {
#define X(name, count, meaning) PREFIX_##name,
    PREFIX_FIGURES(X)
#undef X
};

enum {
    SATURATION_STEP_COST = 20, /* of a step (watch.h) */
    /* a run that is late decides about this many more events */
    SATURATION_MOST_CLOSED = 1 << 18,
};

/* An event with more extensions than were made: the missing ones need at least
 * this many events besides its past. */
struct saturation_later {
    event_id event;
    uint32_t least;
};

typedef VEC(struct saturation_later) saturation_later_list;

/* For saturation_waiting.c. */
struct saturation_waiting {
    struct size_queue_reader reader;
    uint64_t n; /* extensions in the queue that are not events yet */
    bool drops; /* cutoffs among them are not stored: */
    struct size_queue dropped;
    uint64_t n_conditions; /* of these */
};

struct saturation {
    uint64_t counted;   /* see work_since() */
    uint64_t many_uses; /* conditions of events beyond EXTENDER_FEW_USES */
    const struct engine_problem *problem;
    struct answer *answer;
    struct compiled_net *compiled;
    struct es *es;
    struct order order;
    struct cutoff cutoff;
    struct repeat *repeat; /* cuts events instead; NULL: as usual */
    struct conc conc;
    struct event_batch batch;
    bool copies; /* else places that are read are not copied, and this: */
    struct contextual contextual;
    /* by the least size of what was left out: */
    VEC(saturation_later_list) later;
    struct event_goals open_goals;
    struct step_log taken;
    struct solve_formula formulas; /* all zero until it is needed */
    bool asks_events;              /* new events may answer a question */
    bool counts_late;              /* nodes are counted until the end */
    struct watch watch;
    VEC(struct size_queue) queue; /* by size */
    struct saturation_waiting waiting;
    es_event_list list;  /* of the size at hand */
    uint32_t list_end;   /* where those end that batches have */
    uint64_t n_taken;    /* events in batches so far */
    uint64_t n_proposed; /* for these */
    bool too_deep;       /* an event beyond the limit on depth was left out */
    bool complete;       /* the queue is empty */
    struct es_past_walk walk;
};

extern const struct answer_figure saturation_run_figures[];

/* A run of its own: the prefix, and the answers to the questions.  False: there
 * is no room for it, and nothing to finish.  repeat: see repeat.h. */
bool saturation_run_init(struct saturation *saturation,
                         const struct engine_problem *problem,
                         const struct engine_limits *limits,
                         struct answer *answer, struct repeat *repeat);
void saturation_run(struct saturation *saturation);

/* Frees the memory, while a thread still counts conditions. */
void saturation_run_finish(struct saturation *saturation);

/* Tells the watch of the work so far: must the run end? */
bool saturation_must_stop(struct saturation *saturation);

/* Is it out of time or memory, so that it must end at once? */
bool saturation_is_late(const struct saturation *saturation);

/* The events of that size which are not added yet. */
struct size_queue *saturation_queue_of(struct saturation *saturation,
                                       uint32_t size);

/* Is there room for n more events, as far as --max-events goes? */
bool saturation_has_room(const struct saturation *saturation, uint32_t n);

/* Takes what is proposed at e: a new event, an answer, or a second token. */
void saturation_accept(struct saturation *saturation, event_id e,
                       const struct extender_proposal *proposal,
                       const uint32_t *words);

/* --- the end -------------------------------------------------------------- */

/* Sets the figures.  Where nodes are counted later (`counts_late`), the second
 * function sets those of the nodes. */
void saturation_close_stats(struct saturation *saturation);
void saturation_close_counts(struct saturation *saturation,
                             struct count_nodes_sizes sizes);

/* From now on conditions know which events of the prefix use them. */
void saturation_link(struct saturation *saturation);

/* The prefix, for the answer. */
void saturation_close_prefix(struct saturation *saturation);

/* --- extensions that wait for their size (saturation_waiting.c) -----------
 *
 * Most events of a large prefix are extensions of local configurations which
 * have many: under `none` each event has one for every transition that it
 * enables.  They wait until their size comes up (size_queue.h).  Most are then
 * cutoffs, which are counted and wait again, until a question to the SAT solver
 * needs them. */

void saturation_waiting_init(struct saturation *saturation);
void saturation_waiting_finish(struct saturation *saturation);

/* The i-th event of the batch brings extensions that can wait
 * (event_batch_can_wait()).  saturation_waiting_may(): may they?  Not if one
 * puts a second token on a place.  saturation_waiting_put() lets them wait,
 * except extensions that may answer a question. */
bool saturation_waiting_may(struct saturation *saturation, uint32_t i);
void saturation_waiting_put(struct saturation *saturation, uint32_t i);

/* The events of that size leave the queue for the list, and are decided about;
 * false: the watch has ended the run, and some are left unless the prefix is
 * asked for. */
bool saturation_waiting_take(struct saturation *saturation, uint32_t size,
                             es_event_list *list);

/* The cutoffs that wait again become events of the store, if there is time. */
void saturation_waiting_restore(struct saturation *saturation);

/* --- solve.c - questions that are answered on the finished prefix, by a SAT
 * solver (CaDiCaL).
 *
 * The solutions of the solver are the configurations (encoder.h); those of a
 * complete prefix reach all reachable markings ([McM92], [ERV02]).  A deadlock
 * is a configuration that enables no event, cutoffs included: each event uses a
 * condition that is not produced or is consumed (THEORY, Theorem 34). */

/* Does the question wait until the prefix is finished? */
bool solve_waits(const struct goal *goal);

/* Answers the open questions, until the watch stops it. */
void solve_all(struct saturation *saturation);

/* One question, a GOAL_MARKING or a GOAL_DEADLOCK.  Appends the events of a
 * configuration when there is one.  Unknown when the watch ended the search.
 * No event of the store reads conditions. */
enum cadical_verdict solve_prefix(const struct es *es, const struct goal *goal,
                                  struct watch *watch,
                                  es_event_list *configuration);

#endif
