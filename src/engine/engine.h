/* engine.h - what every engine takes and gives.
 *
 * An engine gets a problem (net, relation, questions), works until all
 * questions are answered or a limit is met, and fills an answer.  It has no
 * global state, writes nothing, and keeps no pointer to its arguments. */
#ifndef ENGINE_H
#define ENGINE_H

#include "answer/answer.h"
#include "net/dep.h"
#include "net/goal.h"

#include <signal.h>

/* Which enabled event is pushed first. */
enum engine_choice {
    CHOICE_LARGEST, /* of the oldest few the one with the most causes */
    CHOICE_OLDEST,  /* the one that was enabled first */
};

#define ENGINE_NO_CACHE UINT64_MAX

/* What a search on markings explores of a marking. */
enum engine_stubborn {
    STUBBORN_PROPERTY,   /* a set that drives towards the goal */
    STUBBORN_PERSISTENT, /* a set that knows nothing of the goal */
    STUBBORN_NONE,       /* everything */
};

enum engine_order { ORDER_SIZE, ORDER_PARIKH, ORDER_FOATA };

/* Gets a run of each maximal configuration as the engine comes to it; with
 * deepening in every pass, of the size that the pass admits.  Only of engines
 * that visit configurations.  maximal may be NULL. */
struct engine_visitor {
    void (*maximal)(void *self, const trans_id *run, uint32_t len);
    void *self;
};

struct engine_question {
    const struct goal *goals; /* none: explore everything */
    uint32_t n_goals;
};

/* For engines that unfold. */
struct engine_unfolding {
    enum engine_order order;
    bool cutoffs;
};

/* For the engine por. */
struct engine_por {
    bool table;           /* marking table; off: cutoffs from events only */
    uint64_t table_limit; /* entries at most, 0: no bound */
    enum engine_choice choice;
    uint32_t k;       /* of D + e only k are resolved, 0: all */
    uint64_t cache;   /* bytes of the store of events; 0: no bound,
                         ENGINE_NO_CACHE: what is outside U is evicted */
    double deepening; /* growth factor above 1, 0: one pass */
};

/* For the engine state. */
struct engine_state {
    enum engine_stubborn stubborn;
    bool interpolation; /* learn cubes */
};

/* What the answer shall hold besides verdicts, runs and figures. */
struct engine_output {
    struct engine_visitor visitor;
    bool proof;        /* finding.proof where the verdict is no, if the engine
                          can */
    bool prefix;       /* answer.prefix */
    bool no_conflicts; /* but leave its conflicts out */
    bool complete;     /* go on when all questions are answered; with either of
                          these two the prefix shows the copies of read places,
                          where an engine makes some */
};

/* Switches that exist for tests. */
struct engine_test {
    uint32_t check;     /* --check: 0, 1, 2 */
    uint32_t evictions; /* evict now and then at random, after one step in so
                           many; 0: only under pressure */
};

struct engine_problem {
    const struct net *net;
    const struct dep *dep;
    struct engine_question question;
    struct engine_unfolding unfolding;
    struct engine_por por;
    struct engine_state state;
    struct engine_output output;
    struct engine_test test;
};

/* What a race tells an engine that runs in it, and hears from it (race.h).
 * Work is counted by the engine's watch. */
struct engine_race_hooks {
    void *self;
    double start; /* seconds on the clock of the watch */
    /* The engine is overtaken when it has done more work than this. */
    const _Atomic uint64_t *end;
    /* By question: another engine has answered it.  Changes in look() only. */
    const bool *closed;
    /* So much work was done; returns with how much to look again.  It may wait
     * for other engines. */
    uint64_t (*look)(void *self, uint64_t work);
    /* There is an answer to the question. */
    void (*found)(void *self, uint32_t goal, uint64_t work);
    /* The process has no more memory: must this engine leave? */
    bool (*must_yield)(void *self);
};

/* Called now and then from a running engine. */
struct engine_progress {
    void (*show)(void *self, const struct answer_stats *stats, uint32_t depth,
                 uint32_t bound); /* bound of this pass, 0: none */
    void *self;
    void (*hide)(void *self); /* wipes what is shown; may be NULL */
};

struct engine_limits {
    double seconds;      /* 0: none, as everywhere here */
    uint64_t max_events; /* created */
    uint64_t max_bytes;  /* resident */
    uint32_t max_depth;  /* events in a local configuration */
    uint32_t threads;    /* of a race; 0: as the machine has processors */
    int (*terminate)(void *data); /* now?  NULL: no; for several threads */
    void *terminate_data;
    const volatile sig_atomic_t *interrupted; /* NULL: none */
    struct engine_progress progress;          /* show may be NULL */
    const struct engine_race_hooks *pace;     /* NULL: this is no race */
};

struct engine {
    const char *name;  /* as --engine takes it */
    const char *about; /* one line for --help */
    bool visits;       /* configurations, so that it has figures of them */
    void (*run)(const struct engine_problem *problem,
                const struct engine_limits *limits, struct answer *answer);
};

#endif
