/* answer.h - the result of an engine: verdicts with their runs, the reason why
 * it stopped, figures, and on request the explored prefix. */
#ifndef ANSWER_H
#define ANSWER_H

#include "occurrence/prefix.h"
#include "proof/case_proof.h"
#include "proof/proof.h"
#include "proof/witness.h"

/* Figures of a run.  An event that consumes what others read has several
 * histories (histories.h), and engines work on histories.  An event of a
 * configuration has one history.  --stats and JSON print one row for each
 * figure, in this order.  B(name, meaning): engines `por` and `prefix` have it;
 * P(name, meaning): only `por` has; R(name, meaning): `por` and `reverse` have
 * it. */
#define UNFOLDING_STATS(B, P, R)                                           \
    B(histories, "pairs of event and history in the prefix, with cutoffs") \
    B(events, "events of the prefix, each once for all its histories")     \
    B(conditions, "conditions of the prefix, once for all histories")      \
    B(explored_histories, "histories that were part of a configuration")   \
    B(cutoffs, "histories of the prefix that are cutoffs")                 \
    R(maximal_configurations, "maximal configurations visited")            \
    P(ssb, "sleep-set blocked runs")                                       \
    R(max_configuration, "events in the largest configuration")            \
    P(alternatives, "alternatives found")                                  \
    P(searches, "searches for alternatives")                               \
    P(comb_spikes, "spikes of the combs of these searches")                \
    P(largest_comb, "spikes of the largest comb")                          \
    P(alternative_steps, "steps of the search for alternatives")           \
    R(pushes, "events pushed on a configuration, all passes")              \
    B(histories_created, "histories created, all passes")                  \
    P(passes, "passes of the deepening")                                   \
    P(u_average, "|U| at maximal configurations, on average")              \
    P(u_largest, "the largest of them")                                    \
    P(evicted, "histories evicted from the cache")                         \
    P(rebuilt, "histories created again after eviction")                   \
    P(cutoffs_by_cache, "cutoffs found through histories outside U")       \
    B(table_entries, "markings in the marking table")                      \
    B(event_bytes, "bytes held by the store of events")

#define STATS(X) UNFOLDING_STATS(X, X, X)

/* The figures of an engine that searches markings. */
#define STATE_STATS(X)                                                    \
    X(states, "markings explored")                                        \
    X(fired, "transitions fired, from one marking to another")            \
    X(met_again, "of these, to a marking that was explored before")       \
    X(covered, "of these, to a marking in a cube of another one")         \
    X(deadlocks, "explored markings that enable nothing")                 \
    X(most_tokens, "tokens of the largest marking explored, of a list")   \
    X(largest_stack, "markings on the longest path of the search")        \
    X(sets, "sets of transitions that were tried")                        \
    X(widened, "markings whose persistent set was not enough")            \
    X(cubes, "cubes learnt")                                              \
    X(compared, "cubes compared with a marking")                          \
    X(renewed, "uses of a cube taken back because it had become smaller") \
    X(store_bytes, "bytes held by the store of markings and cubes")

/* The figures of an engine that solves linear programs, and of IC3. */
#define EQUATION_STATS(X)                                             \
    X(programs, "linear programs solved")                             \
    X(refuted_cubes, "sets of conditions that no solution has")       \
    X(traps, "traps found that some solution leaves without token")   \
    X(frames, "frames of the search for inductive clauses with most") \
    X(frame_cubes, "cubes excluded from frames")                      \
    X(frame_calls, "calls of the SAT solver about frames")

/* The figures of an engine that walks. */
#define WALK_STATS(X)                            \
    X(walks, "walks from the initial marking")   \
    X(firings, "transitions fired on all walks") \
    X(longest_walk, "steps of the longest walk")

/* The figures of the reverse search besides the figures R. */
#define REVERSE_STATS(X)                                              \
    X(min_configuration, "events in the smallest configuration")      \
    X(total_length, "events of all configurations, added up")         \
    X(extensions, "extensions found, again after each pop and push")  \
    X(tested, "extensions that were tried as first event of a child") \
    X(tree_depth, "configurations on the longest path of the tree")

/* The figures that an engine has: P, B and R; B; STATE_STATS; EQUATION_STATS;
 * WALK_STATS; or R and REVERSE_STATS. */
enum answer_figures {
    FIGURES_POR,
    FIGURES_PREFIX,
    FIGURES_STATE,
    FIGURES_EQUATION,
    FIGURES_WALK,
    FIGURES_REVERSE,
};

struct answer_stats {
    enum answer_figures figures;
#define X(name, text) uint64_t name;
    STATS(X)
    STATE_STATS(X)
    EQUATION_STATS(X)
    WALK_STATS(X)
    REVERSE_STATS(X)
#undef X
    uint64_t work; /* in units of the watch */
    double seconds;
    uint64_t peak_bytes; /* maximal resident memory of the process */
};

enum answer_verdict { VERDICT_UNKNOWN, VERDICT_YES, VERDICT_NO };

enum answer_stop {
    STOP_DONE, /* all questions answered, or everything explored */
    STOP_INTERRUPTED,
    STOP_TIME,
    STOP_EVENTS,
    STOP_DEPTH,
    STOP_MEMORY,
    STOP_OPEN,      /* the engine is at its end, and questions are open */
    STOP_UNSAFE,    /* answer.unsafe_* is filled: bad input */
    STOP_INPUT,     /* answer.diag is filled: bad input */
    STOP_FAULT,     /* answer.diag is filled: a bug of an engine */
    STOP_OVERTAKEN, /* in a race: another engine was first */
    STOP_REPLAY,    /* a given run was replayed */
    STOP_LOST,      /* one of several processes has failed */
};

struct answer_finding {
    enum answer_verdict verdict;
    enum question_answer holds; /* the same as the asker reads it: the library
                                   adds that to what engines find */
    witness_run run;            /* for VERDICT_YES: answers the question */
    bool has_value;             /* for a GOAL_BOUND: */
    int64_t value;       /* the largest value found, which the run reaches; for
                            VERDICT_YES the largest there is */
    bool has_limit;      /* for a GOAL_BOUND: */
    int64_t limit;       /* no reachable marking has a larger value, if the net
                            is safe */
    struct proof *proof; /* for VERDICT_NO: owned by the answer; NULL: none */
    struct case_proof *cases; /* the same, of another kind */
    const char *no_proof;     /* why there is neither; NULL: see answer.stop */
    trans_id trans; /* for a GOAL_LIVE and VERDICT_YES: from the marking at
                       the end of the run it never fires; of all
                       transitions and VERDICT_NO: it is dead */
    bool safe; /* for VERDICT_NO: the search has seen all reachable markings,
                  and no second token.  Otherwise the no holds if the net is
                  safe */
    double seconds;     /* from the start to this finding */
    const char *engine; /* that found it; NULL: the one that was run */
};

/* A run to a marking that is not unit-safe (unit_breach.h): the first such run
 * that an engine has met, and the work until then. */
struct answer_breach {
    bool met;
    witness_run run;
    uint64_t work;
};

struct answer {
    enum answer_stop stop;
    struct answer_finding *findings; /* one for each goal, in their order */
    uint32_t n_findings;
    bool safe; /* all reachable markings were seen, and no second token */
    struct answer_stats stats;
    const char *engine; /* of the figures; NULL: the one that was run */
    struct prefix prefix;
    trans_id unsafe_trans; /* firing it after unsafe_run puts a second token */
    place_id unsafe_place; /* on this place */
    witness_run unsafe_run;
    struct answer_breach breach; /* if the problem has units, and one was met */
    struct diag diag;
};

void answer_init(struct answer *answer, uint32_t n_goals);
void answer_finish(struct answer *answer);

/* "reachable", "unreachable", "unknown". */
const char *answer_verdict_name(enum answer_verdict verdict);

/* "timeout", "interrupted", ... as in "t3: unknown (timeout)". */
const char *answer_stop_name(enum answer_stop stop);

#endif
