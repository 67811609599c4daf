/* engine.h - what every engine takes and gives.
 *
 * An engine gets a problem (net, relation, questions), works until all
 * questions are answered or a limit is met, and fills an answer.  It has no
 * global state, writes nothing, and keeps no pointer to its arguments. */
#ifndef ENGINE_H
#define ENGINE_H

#include "dep.h"
#include "goal.h"
#include "prefix.h"
#include "witness.h"

#include <signal.h>

enum order_kind { ORDER_SIZE, ORDER_PARIKH, ORDER_FOATA };

struct problem {
    const struct net *net;
    const struct dep *dep;
    const struct goal *goals; /* none: explore everything */
    uint32_t n_goals;
    enum order_kind order;
    bool cutoffs;
    bool table;           /* marking table; off: cutoffs from events only */
    uint64_t table_limit; /* entries at most, 0: no bound */
    double deepening;     /* growth factor above 1, 0: one pass */
    uint32_t check;       /* --check: 0, 1, 2 */
    bool want_prefix;     /* fill answer.prefix */
};

/* Figures of a run.  X(name, type, meaning): one row for each figure that is
 * printed by --stats and in JSON, in this order. */
#define STATS(X)                                                   \
    X(events, "events of the explored prefix, cutoffs included")   \
    X(explored_events, "events that were part of a configuration") \
    X(cutoffs, "events of the prefix that are cutoffs")            \
    X(maximal_configurations, "maximal configurations visited")    \
    X(ssb, "sleep-set blocked runs")                               \
    X(max_configuration, "events in the largest configuration")    \
    X(alternatives, "alternatives found")                          \
    X(alternative_steps, "steps of the search for alternatives")   \
    X(pushes, "events pushed on a configuration, all passes")      \
    X(events_created, "events created, all passes")                \
    X(passes, "passes of the deepening")                           \
    X(table_entries, "markings in the marking table")              \
    X(event_bytes, "bytes held by the store of events")

struct stats {
#define X(name, text) uint64_t name;
    STATS(X)
#undef X
    double seconds;
    uint64_t peak_bytes; /* resident memory of the process at its highest */
};

/* Called now and then from a running engine. */
struct progress {
    void (*show)(void *self, const struct stats *stats, uint32_t depth,
                 uint32_t bound); /* bound of this pass, 0: none */
    void *self;
};

struct limits {
    double seconds;      /* 0: none, as everywhere here */
    uint64_t max_events; /* created */
    uint64_t max_bytes;  /* resident */
    uint32_t max_depth;  /* events in a local configuration */
    const volatile sig_atomic_t *interrupted; /* NULL: none */
    struct progress progress;                 /* show may be NULL */
};

enum verdict { VERDICT_UNKNOWN, VERDICT_YES, VERDICT_NO };

enum stop_reason {
    STOP_DONE, /* all questions answered, or everything explored */
    STOP_INTERRUPTED,
    STOP_TIME,
    STOP_EVENTS,
    STOP_DEPTH,
    STOP_MEMORY,
    STOP_UNSAFE, /* answer.unsafe_* is filled: bad input */
    STOP_INPUT,  /* answer.diag is filled: bad input */
    STOP_REPLAY, /* a given run was fired; it answers what it answers */
};

struct finding {
    enum verdict verdict;
    run_list run; /* for VERDICT_YES: answers the question */
};

struct answer {
    enum stop_reason stop;
    struct finding *findings; /* one a goal, in their order */
    uint32_t n_findings;
    struct stats stats;
    struct prefix prefix;
    trans_id unsafe_trans; /* fires after unsafe_run and puts a second */
    place_id unsafe_place; /* token here */
    run_list unsafe_run;
    struct diag diag;
};

struct engine {
    const char *name;  /* as --engine takes it */
    const char *about; /* one line for --help */
    void (*run)(const struct problem *problem, const struct limits *limits,
                struct answer *answer);
};

void answer_init(struct answer *answer, uint32_t n_goals);
void answer_finish(struct answer *answer);

/* "reachable", "unreachable", "unknown". */
const char *verdict_name(enum verdict verdict);

/* "timeout", "interrupted", ... as in "t3: unknown (timeout)". */
const char *stop_name(enum stop_reason stop);

extern const struct engine explore_engine; /* --engine por */

#endif
