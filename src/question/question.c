#include "question/question.h"

#include <string.h>

#define REACHED .holds = "reachable", .fails = "unreachable"
#define EACH_APART                                           \
    "a certificate is of one transition; ask for each with " \
    "'reach'"

#define LOST                                                            \
    .goal = GOAL_HOME, .holds = "holds", .fails = "does not hold",      \
    .is_refuted = true, .presumes = true, .keeps = QUESTION_KEEPS_WAYS, \
    .evidence = QUESTION_TWO_PARTS

#define OF_PATHS                                                    \
    .goal = GOAL_LASSO, .holds = "holds", .fails = "does not hold", \
    .keeps = QUESTION_KEEPS_STEPS, .evidence = QUESTION_LOOP_OR_PROOF

#define OF_CIRCUIT                                                  \
    .reads = QUESTION_SIGNALS, .goal = GOAL_OTHER, .holds = "yes",  \
    .fails = "no", .is_refuted = true, .keeps = QUESTION_KEEPS_ALL, \
    .evidence = QUESTION_OF_FORMULA

#define LISTED                                                         \
    .goal = GOAL_OTHER, .is_alone = true, .keeps = QUESTION_KEEPS_ALL, \
    .uncertified = "it lists what a search of all markings has found"

/* Formulas that begin otherwise than the row "formula", which is of EF. */
#define FORMULA .word = "formula", .is_named = true
static const struct question paths[] = {
    [QUESTION_AG] = {FORMULA, .goal = GOAL_FORMULA, .holds = "holds",
                     .fails = "does not hold", .is_refuted = true},
    [QUESTION_AG_EF] = {FORMULA, LOST},
    [QUESTION_ALL_PATHS] = {FORMULA, OF_PATHS, .is_refuted = true},
    [QUESTION_SOME_PATH] = {FORMULA, OF_PATHS},
    [QUESTION_CTL] = {FORMULA, .goal = GOAL_CTL, .holds = "holds",
                      .fails = "does not hold", .keeps = QUESTION_KEEPS_STEPS,
                      .uncertified = "no run shows it, and no invariant"},
};

/* E of a temporal formula, when a marking decides it. */
static const struct question sometimes = {
    FORMULA,
    .goal = GOAL_FORMULA,
    .holds = "holds",
    .fails = "does not hold",
};

static const struct question rows[] = {
    {
        .word = "reach",
        .argument = "T",
        .help = "can transition T (an id or a name) fire?",
        .reads = QUESTION_TRANSITION,
        .is_named = true,
        .goal = GOAL_TRANSITION,
        REACHED,
    },
    {
        .word = "marking",
        .argument = "EXPR",
        .help = "is a marking reachable that fits EXPR?  \"p1 p4 !p7\": tokens "
                "on p1 and p4, none on p7, anything elsewhere",
        .reads = QUESTION_PLACES,
        .goal = GOAL_MARKING,
        REACHED,
    },
    {
        .word = "marking-exact",
        .argument = "EXPR",
        .help = "is the marking reachable that marks exactly the places of "
                "EXPR?",
        .reads = QUESTION_ALL_PLACES,
        .goal = GOAL_MARKING,
        REACHED,
    },
    {
        .word = "deadlock",
        .help = "is a marking reachable that enables no transition?",
        .goal = GOAL_DEADLOCK,
        .keeps = QUESTION_KEEPS_DEADLOCKS,
        REACHED,
    },
    {
        .word = "formula",
        .argument = "TEXT",
        .help = "\"EF COND\": is a marking reachable at which COND holds?  "
                "\"AG COND\": does it hold at all?  \"AG EF COND\": --home "
                "COND.  COND: and, or, not, ->, p1 + 2*p2 <= 1, "
                "fireable(t1, t2), deadlock.  \"A PATH\", \"E PATH\": PATH on "
                "all runs, or on one; it may have X, F, G, U, R, W and M",
        .reads = QUESTION_FORMULA,
        .is_named = true,
        .goal = GOAL_FORMULA,
        REACHED,
    },
    {
        .word = "cheapest",
        .argument = "WHAT",
        .help = "what is a run of least cost that fires transition WHAT, or "
                "reaches a marking of WHAT, a condition or a marking as in "
                "--home?  Each step costs 1, or what --cost says",
        .reads = QUESTION_TARGET,
        .goal = GOAL_FORMULA,
        REACHED,
        .has_cost = true,
        .is_alone = true,
        .keeps = QUESTION_KEEPS_ALL,
        .uncertified = "it compares the costs of runs",
    },
    {
        .word = "bounds",
        .argument = "SUM",
        .help = "what is the largest value of SUM?  \"p1 + 2*p2\"",
        .reads = QUESTION_SUM,
        .goal = GOAL_BOUND,
        .holds = "exact",
        .fails = "exact",
        .presumes = true,
        .evidence = QUESTION_RUN_AND_PROOF,
        .by_prefix = true,
    },
    {
        .word = "safe",
        .help = "is the net safe?  Every answer tells when it is not",
        .goal = GOAL_SAFE,
        .holds = "yes",
        .fails = "no",
        .is_refuted = true,
        .keeps = QUESTION_KEEPS_SAFETY,
        .evidence = QUESTION_RUN_OR_WEIGHTS,
        .by_prefix = true,
    },
    {
        .word = "all-transitions",
        .help = "ask --reach of every transition",
        .reads = QUESTION_LIST,
        .goal = GOAL_TRANSITION,
        REACHED,
    },
    {
        .word = "dead-transitions",
        .help = "which transitions never fire?",
        .goal = GOAL_EACH,
        .holds = "complete",
        .fails = "complete",
        .is_list = true,
        .presumes = true,
        .uncertified = EACH_APART,
    },
    {
        .word = "quasi-live",
        .help = "can every transition fire at least once?",
        .goal = GOAL_EACH,
        .holds = "yes",
        .fails = "no",
        .names = true,
        .uncertified = EACH_APART,
    },
    {
        .word = "home",
        .argument = "COND",
        .help = "can a marking at which COND holds be reached from every "
                "reachable marking?  COND as in --formula, or as in --marking",
        .reads = QUESTION_CONDITION,
        LOST,
    },
    {
        .word = "reversible",
        .help = "can the initial marking be reached from every reachable one?",
        .reads = QUESTION_INITIAL,
        LOST,
    },
    {
        .word = "live",
        .help = "can every transition fire again, whatever has fired?",
        .goal = GOAL_LIVE,
        .holds = "yes",
        .fails = "no",
        .is_refuted = true,
        .names = true,
        .presumes = true,
        .keeps = QUESTION_KEEPS_ALL,
        .evidence = QUESTION_TWO_PARTS,
    },
    {
        .word = "circuit",
        .help =
            "is the circuit consistent, free of deadlocks, input-proper and "
            "output-persistent?",
        OF_CIRCUIT,
        .circuit = QUESTION_CIRCUIT,
    },
    {
        .word = "consistent",
        .help = "do the changes of each signal alternate on all runs?",
        OF_CIRCUIT,
        .circuit = QUESTION_CONSISTENT,
    },
    {
        .word = "persistent",
        .help = "is no output and no internal signal disabled by another "
                "signal?",
        OF_CIRCUIT,
        .circuit = QUESTION_PERSISTENT,
    },
    {
        .word = "input-proper",
        .help = "is no input disabled by an output or an internal signal, and "
                "none enabled by an internal one?",
        OF_CIRCUIT,
        .circuit = QUESTION_PROPER,
    },
    {
        .word = "usc",
        .help = "do different markings have different codes (unique state "
                "coding)?",
        OF_CIRCUIT,
        .circuit = QUESTION_USC,
    },
    {
        .word = "csc",
        .help = "do markings with the same code enable the same outputs and "
                "internal signals (complete state coding)?",
        OF_CIRCUIT,
        .circuit = QUESTION_CSC,
    },
    {
        .word = "sound",
        .argument = "weak",
        .is_optional = true,
        .help = "is the workflow net sound: safe, it can always end, nothing "
                "is left when it ends, and every transition can fire?  weak: "
                "the first two",
        .reads = QUESTION_SOUND,
        .goal = GOAL_OTHER,
        .is_alone = true,
        .holds = "yes",
        .fails = "no",
        .is_refuted = true,
        .keeps = QUESTION_KEEPS_ALL,
        .uncertified = "it is several questions, which can be asked for "
                       "themselves",
    },
    {
        .word = "attractors",
        .help = "which sets of markings does no run leave that has come there, "
                "and where is every marking reachable from every other one?",
        LISTED,
        .lists = "attractors",
        .holds = "complete",
        .fails = "complete",
    },
    {
        .word = "doomed",
        .argument = "BAD",
        .help = "can a run go on for ever without a bad marking?  BAD is a "
                "condition, a marking, or a .bad file.  Lists the minimal "
                "configurations from which none can",
        .reads = QUESTION_CONDITION,
        LISTED,
        .lists = "configurations",
        .holds = "free",
        .fails = "doomed",
    },
#ifdef QUESTION_TEST /* a row that a test adds */
#include QUESTION_TEST
#endif
};

uint32_t question_rows(void)
{
    return sizeof rows / sizeof *rows;
}

const struct question *question_at(uint32_t i)
{
    return &rows[i];
}

const struct question *question_find(const char *word)
{
    for (uint32_t i = 0; i < question_rows(); i++)
        if (!strcmp(rows[i].word, word))
            return &rows[i];
    return NULL;
}

const struct question *question_of_path(enum question_path path)
{
    return path == QUESTION_EF ? question_find(paths[QUESTION_AG].word)
                               : &paths[path];
}

const struct question *question_at_marking(const struct question *of_paths)
{
    return of_paths->is_refuted ? &paths[QUESTION_AG] : &sometimes;
}

enum question_answer question_reads(const struct question *question, bool found)
{
    return found != question->is_refuted ? QUESTION_HOLDS : QUESTION_FAILS;
}

const char *question_text(const struct question *question,
                          enum question_answer answer)
{
    return answer == QUESTION_HOLDS   ? question->holds
           : answer == QUESTION_FAILS ? question->fails
                                      : "unknown";
}
