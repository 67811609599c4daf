/* answer.h - the result of an engine: verdicts with their runs, the reason why
 * it stopped, figures, and on request the explored prefix. */
#ifndef ANSWER_H
#define ANSWER_H

#include "occurrence/concurrency.h"
#include "occurrence/merged.h"
#include "occurrence/prefix.h"
#include "proof/case_proof.h"
#include "proof/diagram.h"
#include "proof/proof.h"
#include "proof/recovery_proof.h"
#include "proof/witness.h"

/* What a figure counts, whichever engine has it: the line of progress and
 * --profile show sums of these. */
enum answer_count {
    COUNT_NOTHING,
    COUNT_STEPS,
    COUNT_HISTORIES,
    COUNT_MAXIMAL, /* configurations */
    COUNT_MARKINGS,
    COUNT_EXPLORED, /* histories whose extensions are known */
    COUNT_CUTOFFS,
    COUNT_PROGRAMS,
    COUNT_CLAUSES,
    COUNT_WALKS,
    COUNT_AUTOMATON, /* states of automata of temporal formulas */
    COUNT_COMPONENTS,
    COUNT_KINDS
};

/* Figures of a run.  Each engine has a table of its own, X(name, count,
 * meaning), which ends with a name NULL; --stats and JSON print a row for each
 * figure, in the order of the table. */
struct answer_figure {
    const char *name, *meaning;
    enum answer_count count;
};

#define ANSWER_FIGURE(name, count, meaning) {#name, meaning, COUNT_##count},

enum { ANSWER_MOST_FIGURES = 24 };

struct answer_stats {
    const struct answer_figure *figures; /* NULL: no engine was run */
    uint64_t at[ANSWER_MOST_FIGURES];    /* in the order of the table */
    uint64_t work;                       /* in units of the watch */
    double seconds;
    uint64_t peak_bytes; /* maximal resident memory of the process */
};

struct answer_progress {
    uint64_t counts[COUNT_KINDS];
    double seconds;
    uint64_t peak_bytes;
};

enum answer_verdict { VERDICT_UNKNOWN, VERDICT_YES, VERDICT_NO };

enum answer_stop {
    STOP_DONE, /* all questions answered, or everything explored */
    STOP_INTERRUPTED,
    STOP_TIME,
    STOP_EVENTS,
    STOP_DEPTH,
    STOP_MEMORY,
    STOP_UNSAFE, /* answer.unsafe_* is filled: bad input */
    STOP_REPLAY, /* a given run was replayed */
    STOP_OPEN,   /* the engine is at its end, and questions are open */
    STOP_LOST,   /* one of several processes has failed */
    STOP_SIZE,   /* an automaton is too large: see answer_finding.failure */
    /* Those before are also the reasons that a caller knows. */
    STOP_INPUT,     /* answer.diag is filled: bad input */
    STOP_FAULT,     /* answer.diag is filled: a bug of an engine */
    STOP_OVERTAKEN, /* in a race: another engine was first */
};

/* One of what a question lists: the run to an attractor, with its number of
 * markings in decimal digits, and how many of that size it stands for; a
 * configuration, as a run of it. */
struct answer_item {
    witness_run run;
    char *size;      /* NULL: a configuration */
    char *times;     /* in decimal digits; NULL: itself */
    bool is_at_most; /* it may have fewer markings than `size` */
};

typedef VEC(struct answer_item) answer_item_list;

/* With more attractors that differ by inputs, an item stands for several. */
enum { ANSWER_MOST_LISTED = 4096 };

/* A part of a formula of CTL, whether it holds at a marking, and a run that
 * shows that. */
struct answer_branch {
    uint32_t of;   /* it begins at the end of branch of - 1; 0: of the finding's
                      run, or at the initial marking if it has none */
    uint32_t part; /* of temporal.quantified */
    bool holds; /* whether the part holds at the marking where the branch begins
                 */
    bool has_run; /* E holds, or A does not; otherwise the engine knows it by a
                     search of all markings, and no branch continues this */
    witness_run run;
    uint32_t loop; /* as in answer_finding */
    char *shows;   /* the part and whether it holds; the library adds it */
};

typedef VEC(struct answer_branch) answer_branch_list;

struct answer_finding {
    enum answer_verdict verdict;
    witness_run run; /* for VERDICT_YES: answers the question */
    uint32_t loop; /* for a GOAL_LASSO: of the run, the steps before those that
                      repeat for ever; none repeat at a deadlock.  LTL_OPEN:
                      it answers the question however it goes on */
    bool has_run;  /* for a GOAL_CTL: the run, with its loop, shows what the
                      outermost operator says, if what is said of its markings
                      is so */
    answer_branch_list branches; /* for a GOAL_CTL: further runs */
    bool branches_cut;           /* there are more, or some have no run because
                                    all have too many steps together */
    bool has_second;             /* for a circuit, about two runs: */
    uint32_t second;        /* where the second run begins, behind the first */
    uint32_t common;        /* how many steps both begin with */
    answer_item_list items; /* for a listing */
    char *failure;          /* for a circuit, or parts, and VERDICT_YES:
                               what fails; for VERDICT_UNKNOWN: what is too
                               large, see STOP_SIZE */
    bool has_value;         /* for a GOAL_BOUND: */
    int64_t value;       /* the largest value found, which the run reaches; for
                            VERDICT_YES the largest there is */
    uint64_t cost;       /* of the run, where it is a cheapest one */
    bool has_limit;      /* for a GOAL_BOUND: */
    int64_t limit;       /* no reachable marking has a larger value, if the net
                            is safe */
    struct proof *proof; /* for VERDICT_NO: owned by the answer; NULL: none */
    struct case_proof *cases; /* the same, of other kinds */
    struct diagram *diagram;
    struct recovery_proof *recovery; /* of what stays possible; the same */
    const char *no_proof; /* why there is none; NULL: see answer.stop */
    trans_id trans; /* for a GOAL_LIVE and VERDICT_YES: from the marking at
                       the end of the run it never fires; of all
                       transitions and VERDICT_NO: it is dead */
    bool safe; /* for VERDICT_NO: the search has seen all reachable markings,
                  and no second token.  Otherwise the no holds if the net is
                  safe */
    double seconds;     /* from the start to this finding */
    const char *engine; /* that found it; NULL: the one that was run */
};

void answer_item_finish(struct answer_item *item);
void answer_finding_finish(struct answer_finding *finding);

/* Is there a proof of a no? */
static inline bool answer_is_proved(const struct answer_finding *finding)
{
    return finding->proof || finding->cases || finding->diagram;
}

/* Of a copy of a finding that owns them. */
static inline void answer_drop_proofs(struct answer_finding *copy)
{
    copy->proof = NULL;
    copy->cases = NULL;
    copy->diagram = NULL;
}

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
    char *exact[ANSWER_MOST_FIGURES]; /* figures of the stats that 63 bits do
                                         not hold, in decimal digits; or NULL */
    const char *engine; /* of the figures; NULL: the one that was run */
    struct prefix prefix;
    struct merged merged; /* of an engine that makes it without a prefix */
    struct concurrency concurrent; /* if an engine was to find it */
    answer_item_list attractors;   /* likewise */
    trans_id unsafe_trans; /* firing it after unsafe_run puts a second token */
    place_id unsafe_place; /* on this place */
    witness_run unsafe_run;
    struct answer_breach breach; /* if the problem has units, and one was met */
    struct diag diag;
};

void answer_init(struct answer *answer, uint32_t n_goals);
void answer_finish(struct answer *answer);

struct answer_progress answer_progress(const struct answer_stats *stats);

/* "reachable", "unreachable", "unknown". */
const char *answer_verdict_name(enum answer_verdict verdict);

/* "timeout", "interrupted", ... as in "t3: unknown (timeout)". */
const char *answer_stop_name(enum answer_stop stop);

/* --- runs by the transitions of the input (given_run.c) ---------------------
 *
 * In a net with resets (net/given_arcs.h) engines fire a transition and its
 * steps.  Users see the transition alone, which stands for all of them: the
 * steps after it are determined, and change nothing that another transition
 * does before they are over. */

/* Removes the steps of resets from a run. */
void given_run_cut(const struct net *net, witness_run *run);

/* Appends the run to full, with all steps behind their transitions, and before
 * it the steps of transitions that are under way initially.  Steps that the run
 * already has are skipped.  Behind the first transition that cannot fire no
 * steps are added. */
void given_run_fill(const struct net *net, const witness_run *run,
                    witness_run *full);

/* The same for a run that answers the goal: for a transition, `full` ends with
 * it; for a formula, before a step that would put a second token. */
void given_run_answer(const struct net *net, const struct goal *goal,
                      const witness_run *run, witness_run *full);

#endif
