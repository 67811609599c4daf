/* engine.h - the input and output of every engine.
 *
 * An engine gets a problem (net, relation, questions), works until all
 * questions are answered or a limit is reached, and fills an answer.  It has no
 * global state, writes nothing, and keeps no pointer to its arguments. */
#ifndef ENGINE_H
#define ENGINE_H

#include "answer/answer.h"
#include "answer/partial.h"
#include "answer/profile.h"
#include "net/dep.h"
#include "net/units.h"
#include "question/goal.h"
#include "proof/weights.h"
#include "structure/exclusive.h"

/* The event that Explore adds first among the enabled ones. */
enum engine_choice {
    CHOICE_LARGEST, /* the one with the most causes among the oldest few */
    CHOICE_OLDEST,  /* the one enabled first */
};

#define ENGINE_NO_CACHE UINT64_MAX

/* The transitions that a search on markings fires at a marking. */
enum engine_stubborn {
    STUBBORN_PROPERTY,   /* a stubborn set for the goal */
    STUBBORN_PERSISTENT, /* a persistent set, independent of the goal */
    STUBBORN_NONE,       /* all enabled transitions */
};

enum engine_order { ORDER_SIZE, ORDER_PARIKH, ORDER_FOATA };

/* Receives a run of each maximal configuration that the engine visits; with
 * deepening, each pass visits the configurations of the size that it admits.
 * Only for engines that visit configurations.  maximal may be NULL. */
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
    uint32_t k;       /* alternatives resolve only k events of D + e; 0: all */
    uint64_t cache;   /* bytes of the store of events; 0: no bound,
                         ENGINE_NO_CACHE: evicts all events outside U */
    double deepening; /* growth factor above 1, 0: one pass */
};

/* For the engine state. */
struct engine_state {
    enum engine_stubborn stubborn;
    bool interpolation; /* learn cubes */
};

/* The contents of the answer besides verdicts, runs and figures. */
struct engine_output {
    struct engine_visitor visitor;
    bool proof;        /* finding.proof for a no, if the engine can */
    bool prefix;       /* answer.prefix */
    bool whole;        /* or none, if a limit ends the run */
    bool no_conflicts; /* without its conflicts */
    bool steps;        /* with the steps of the exploration */
    bool copies;       /* with the copies of read places as conditions, if the
                          engine creates them; without: with read arcs */
    bool complete;     /* continue after all questions are answered */
    enum concurrency_kind concurrent; /* answer.concurrent */
    bool attractors;                  /* answer.attractors */
};

/* Switches for tests. */
struct engine_test {
    uint32_t check;     /* --check: 0, 1, 2 */
    uint64_t budget;    /* of engine state: work of a first search; 0: usual.
                           Of engine equation: the same, by linear programs
                           and by induction */
    uint32_t proof;     /* of engine equation: its largest proof; 0: usual */
    bool induction;     /* of engine equation: inductive clauses alone */
    uint32_t evictions; /* evict at random, once in this many steps; 0: only
                           under pressure */
    uint32_t piece;     /* of engine state: markings that a thread takes at
                           once, however few there are; 0: usual.  Of engine
                           prefix: not 0: all threads work at any batch; above
                           1: all its components get rows */
    bool no_copies;     /* of engine prefix: read places are not copied, however
                           few arcs that makes */
    bool weak_order;    /* of engine reverse: hashes of one bit */
    uint32_t postponed; /* of engine reverse: from 2^postponed histories of a
                           consumer on, or 16 * postponed events, extensions
                           wait for a maximal configuration; 0: usual */
};

/* Asks all engines at once about the net with initial marking m. ask() fills an
 * answer that is all zero, by goal, with runs from m; each engine does at most
 * `work` units of work. terminate() is as in struct engine_limits. */
struct engine_help {
    void (*ask)(const void *self, const bits_word *m, struct goal *goals,
                uint32_t n_goals, uint64_t work, int (*terminate)(void *data),
                void *data, struct answer *answer);
    const void *self; /* ask NULL: nobody helps */
};

struct engine_problem {
    const struct net *net;
    const struct dep *dep;
    /* The net is shown to be safe, or one of which it is what reductions leave
     * (THEORY, Lemma 60). */
    bool is_safe;
    const struct exclusive *exclusive; /* of the net; NULL: none are known */
    struct weights_about weights;      /* whose vectors proofs may name */
    const struct units *units; /* a file says that all markings are unit-safe,
                                  and nothing shows it; NULL: no file does */
    struct engine_question question;
    struct engine_unfolding unfolding;
    struct engine_por por;
    struct engine_state state;
    unsigned racers;         /* of a race: a set, 1 << number in ENGINES_RACING
                                (engines.h); 0: all */
    uint64_t seed;           /* of random walks */
    uint64_t from_prefix;    /* of engine merged: histories of a prefix that the
                                process is made from */
    struct engine_help help; /* of engines recovery and state */
    struct engine_output output;
    struct engine_test test;
};

/* The connection between an engine and its race (race.h).  The watch of the
 * engine counts its work. */
struct engine_race_hooks {
    void *self;
    double start; /* seconds on the clock of the watch */
    /* The race is over for this engine beyond this amount of work. */
    const _Atomic uint64_t *end;
    /* By goal: another engine has answered it, or a goal that is joint with it
     * by no.  Only look() changes it, until the engine is overtaken. */
    const _Atomic bool *closed;
    /* Reports the amount of work done; returns the amount at which to call
     * again.  It may wait for other engines. */
    uint64_t (*look)(void *self, uint64_t work);
    /* Reports that the engine has answered a question.  May be NULL. */
    void (*found)(void *self, uint32_t goal, uint64_t work);
    /* About a question for a largest value.  reached() reports a finding with a
     * larger value than before; limited() that no reachable marking has a
     * larger value than limit. */
    void (*reached)(void *self, uint32_t goal,
                    const struct answer_finding *finding, uint64_t work);
    void (*limited)(void *self, uint32_t goal, int64_t limit, uint64_t work);
    /* The process has reached its memory limit: must this engine stop? */
    bool (*must_yield)(void *self);
    /* This engine is going to ask for threads, so others leave it some. */
    void (*expect_threads)(void *self);
    /* How many threads this engine may use from now on: its own, and its share
     * of the threads that no engine of the race needs.  The number grows when
     * engines leave the race, never shrinks, and is most_threads at most.  Only
     * an engine that does the same with any number of threads, down to the
     * amount of work at each answer, may ask. */
    uint32_t (*threads)(void *self);
    uint32_t most_threads;
    bool others_list; /* another racer meets all markings, whatever is asked,
                         and so sees whether the net is safe */
};

/* A running engine calls show() periodically. */
struct engine_progress {
    void (*show)(void *self, const struct answer_progress *now, uint32_t depth,
                 uint32_t bound); /* bound of this pass, 0: none */
    void *self;
};

/* A running engine calls tell() when it has found a verdict, possibly from
 * several threads, and several times a question.  engine is NULL for the engine
 * that was run. */
struct engine_verdicts {
    void (*tell)(void *self, uint32_t goal,
                 const struct answer_finding *finding, const char *engine);
    void *self;
};

/* In a race: when all racers have passed the clock at which a question was
 * answered, nothing that happens later changes the answer.  Each racer calls
 * tell() of each such question, soon afterwards and before anything else. */
struct engine_settled {
    void (*tell)(void *self, uint32_t goal); /* may be NULL */
    void *self;
    uint32_t n_goals;
};

/* Goals first, first + 1, ..., first + n - 1 are parts of one question.  A no
 * to one of these goals answers the question, and closes all of them. */
struct engine_joint {
    uint32_t first, n; /* n is 0: there are none */
};

/* For engine reverse: what is left of a search. */
struct engine_checkpoint {
    /* Called in the beginning, at intervals and at the end; by one thread at a
     * time.  NULL: not wanted.  False with a report: the search ends. */
    bool (*write)(void *self, const struct partial_search *state,
                  struct diag *diag);
    void *self;
    double seconds;                    /* between two calls, at least */
    const struct partial_search *from; /* goes on with that; NULL: begins */
};

/* Several processes that share a run of engine reverse, the ranks from 0 on. */
struct engine_ranks {
    uint32_t rank, n_ranks;
    /* Sends the words, which it copies; never waits for the other rank. */
    void (*send)(void *self, uint32_t to, const uint32_t *words, size_t n);
    /* A message that has arrived, valid until the next call; NULL: none has. */
    const uint32_t *(*receive)(void *self, uint32_t *from, size_t *n);
    void *self;
};

/* The work that remains when an engine has ended: each run is lifted from the
 * reduced net to the original and fired again.  The engines of a race share one
 * struct. */
struct engine_closing {
    double step;              /* seconds that a step of a run takes then */
    _Atomic uint64_t n_steps; /* of the runs found so far */
};

struct engine_limits {
    double seconds;                 /* 0: no limit, also below */
    struct engine_closing *closing; /* takes a part of the seconds; NULL:
                                       nothing does */
    uint64_t work;       /* of each engine of a race (watch.h), which then stops
                            with STOP_OVERTAKEN */
    uint64_t max_events; /* created */
    uint64_t max_bytes;  /* resident */
    uint32_t max_depth;  /* events in a local configuration */
    uint32_t threads;    /* of a race, or of engine reverse; 0: number of
                            processors.  Of engines state and prefix; 0: 1.  In
                            a race: see engine_race_hooks */
    /* Called periodically, possibly by several threads; not 0: stop.  May be
     * NULL. */
    int (*terminate)(void *data);
    void *terminate_data;
    struct engine_joint joint;
    struct engine_verdicts verdicts; /* tell may be NULL */
    struct engine_settled settled;
    struct engine_progress progress; /* show may be NULL */
    struct engine_checkpoint checkpoint;
    const struct engine_ranks *ranks; /* NULL: this process alone */
    struct profile *profile;          /* gets rows; NULL: none, as in a race */
    const struct engine_race_hooks *race; /* NULL: no race */
};

/* The goals that a run to a marking or to a step answers. */
#define ENGINE_REACHES ((1u << GOAL_LIVE) - 1)

/* From this number of questions on, engines that answer all of them at once
 * race (struct engine, races_for_many). */
enum { ENGINE_MANY = 64 };

/* What is to be known of an engine besides its functions, as bits.  Those that
 * callers of the library can ask for have the order of enum punfpor_trait. */
enum engine_trait {
    ENGINE_RACES = 1 << 0,     /* others work for it */
    ENGINE_VISITS = 1 << 1,    /* configurations, of which a visitor hears */
    ENGINE_COMPLETES = 1 << 2, /* the prefix, whatever is asked */
    ENGINE_MERGES = 1 << 3,    /* builds the complete answer.merged */
    ENGINE_LISTS = 1 << 4,     /* all markings: `states`, `fired`, ... */
    ENGINE_COUNTS = 1 << 5,    /* the same figures, without a list */
    ENGINE_SHARES = 1 << 6,    /* a run with other processes */
    ENGINE_INFERS = 1 << 7,    /* by invariants what cannot be reached */
    ENGINE_AIMS = 1 << 8,      /* at each question, and only for a yes */
    ENGINE_NEEDS_QUESTION = 1 << 9, /* explores nothing by itself */
    ENGINE_EXPLORES = 1 << 10,      /* is run for a race without a question */
    ENGINE_UNFOLDS = 1 << 11, /* meets all markings, whatever is asked, and
                                 checks a relation of the user */
    ENGINE_DECIDES = 1 << 12, /* answers yes or no to what it does not refuse,
                                 unless something stops it */
    ENGINE_PROVES = 1 << 13,  /* each answer in a race can be certified */
    ENGINE_IS_LAST = 1 << 14, /* formulas take it much time: races for them
                                 only if no engine that decides does */
    ENGINE_PAIRS = 1 << 15,   /* fills answer.concurrent on demand */
    ENGINE_SETTLES = 1 << 16, /* fills answer.attractors on demand */
    ENGINE_WHOLE = 1 << 17,   /* fires a transition and the steps behind it as
                                 one, as temporal formulas see them */
};

/* An engine as all other modules know it; engines.h has one row for each. */
struct engine {
    const char *name; /* the value of --engine */
    /* The options that it uses, without ENGINES_ALL_USE (engines.h); with a
     * blank before and behind each. */
    const char *uses;
    const struct answer_figure *figures; /* NULL: none of its own */
    const char *techniques; /* as the Model Checking Contest names them */

    unsigned traits;

    unsigned goals; /* a set, 1 << enum question_goal: the goals that it
                       answers, but for those that refuses() excepts */

    unsigned races; /* a set of the same kind: it takes part in a race of all
                       only if one of these is asked; 0: in any */
    unsigned races_for_many; /* or if ENGINE_MANY of these are, since it
                                answers all of them at once */

    /* Why it cannot answer such a goal, as a clause that follows the question;
     * NULL: it can.  refuses NULL: there are no exceptions. */
    const char *(*refuses)(const struct net *net, const struct goal *goal);

    /* Whether it can answer under these options, otherwise a report; NULL: yes.
     * refuses() was asked before. */
    bool (*supports)(const struct engine_problem *problem,
                     const struct engine_limits *limits, struct diag *diag);

    /* Whether it can certify its answer to the only question, otherwise a
     * report without the engines that can; NULL: never. */
    bool (*certifies)(const struct engine_problem *problem, struct diag *diag);

    void (*run)(const struct engine_problem *problem,
                const struct engine_limits *limits, struct answer *answer);
};

static inline bool engine_has(const struct engine *engine,
                              enum engine_trait trait)
{
    return engine->traits & trait;
}

#endif
