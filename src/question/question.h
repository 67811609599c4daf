/* question.h - the kinds of questions, a row each.
 *
 * Whatever must know all of them reads this array: the options of both
 * programs and their help, punfpor_ask(), property files, the words of answers,
 * the refusals, the choice of the engine, JSON.  goal.h has a question as it
 * was asked. */
#ifndef QUESTION_H
#define QUESTION_H

#include <stdbool.h>
#include <stdint.h>

/* What the engines are asked (goal.h). */
enum question_goal {
    GOAL_TRANSITION,
    GOAL_MARKING,
    GOAL_DEADLOCK,
    GOAL_FORMULA,
    GOAL_BOUND,
    GOAL_SAFE,
    GOAL_EACH,
    GOAL_LIVE,
    GOAL_HOME,
    GOAL_LASSO,
    GOAL_CTL,
    GOAL_OTHER, /* no engine gets it: api/askers.h */
};

/* How the argument is read. */
enum question_argument {
    QUESTION_NOTHING,
    QUESTION_TRANSITION,
    QUESTION_PLACES,     /* marking_parser.c */
    QUESTION_ALL_PLACES, /* the same; the places that it omits are empty */
    QUESTION_FORMULA,    /* formula_parser.h */
    QUESTION_CONDITION,  /* a condition without EF or AG, or a marking */
    QUESTION_TARGET,     /* a transition, or the same */
    QUESTION_INITIAL,    /* nothing: the initial marking */
    QUESTION_SUM,
    QUESTION_SIGNALS, /* nothing: of a net that has signals */
    QUESTION_LIST,    /* nothing: one question for each transition */
    QUESTION_SOUND,   /* soundness.c */
};

/* What a formula begins with; each has a row of its own. */
enum question_path {
    QUESTION_EF,
    QUESTION_AG,
    QUESTION_AG_EF,
    QUESTION_ALL_PATHS, /* A, of a temporal formula */
    QUESTION_SOME_PATH, /* E */
    QUESTION_CTL,       /* of CTL, with quantifiers under others */
};

/* What a reduction must keep for it (reduction.h). */
enum question_keeps {
    QUESTION_KEEPS_PLACES, /* those that it asks about */
    QUESTION_KEEPS_DEADLOCKS,
    QUESTION_KEEPS_SAFETY,
    QUESTION_KEEPS_WAYS,  /* those that it asks about, and from which markings
                             others can be reached */
    QUESTION_KEEPS_STEPS, /* runs, with what repeats */
    QUESTION_KEEPS_ALL, /* how all markings are connected: no reduction does */
};

/* What is in a certificate of its answer (cert.h): evidence of what engines
 * find or that there is none. */
enum question_evidence {
    QUESTION_RUN_OR_PROOF,
    QUESTION_RUN_AND_PROOF,  /* of the largest value, that none exceeds it */
    QUESTION_RUN_OR_WEIGHTS, /* or a proof */
    QUESTION_LOOP_OR_PROOF,  /* a run that repeats; about a product */
    QUESTION_TWO_PARTS,      /* a run or a recovery proof, and a proof */
    QUESTION_OF_FORMULA, /* that of the formula that a circuit makes of it */
};

/* What is asked of a circuit (circuit_goal.h). */
enum question_circuit {
    QUESTION_NO_CIRCUIT,
    QUESTION_CONSISTENT,
    QUESTION_PERSISTENT,
    QUESTION_PROPER,
    QUESTION_USC,
    QUESTION_CSC,
    QUESTION_CIRCUIT, /* consistent, no deadlock, proper, persistent */
};

/* About how many copies of the net the property is asked. */
static inline uint32_t question_circuit_copies(enum question_circuit property)
{
    return property == QUESTION_USC || property == QUESTION_CSC ? 2 : 1;
}

/* An answer as the asker reads it. */
enum question_answer { QUESTION_OPEN, QUESTION_HOLDS, QUESTION_FAILS };

struct question {
    const char *word;     /* of its option, its text and punfpor_ask() */
    const char *argument; /* in help; NULL: it takes none */
    const char *help;
    enum question_argument reads;
    bool is_optional; /* the argument may be missing */
    bool is_named;    /* lines begin with the argument, without the word */
    enum question_goal goal;
    const char *holds, *fails; /* how it is answered in words */
    bool is_refuted; /* it fails by what engines find, a run or a second token;
                        otherwise it holds by that */
    bool is_list;    /* the answer lists the transitions that never fire */
    bool names;      /* a no names a transition (JSON: "transition") */
    bool presumes;   /* its yes, too, may hold only if the net is safe */
    const char *lists; /* its items, as punfpor_listed() calls them, or NULL */
    enum question_keeps keeps;
    enum question_evidence evidence;
    const char *uncertified; /* why it has no certificate; NULL: it has one */
    enum question_circuit circuit;
    bool has_cost;  /* the run of a yes is one of least cost */
    bool is_alone;  /* no other question is asked with it */
    bool by_prefix; /* a prefix certifies it where others do not */
};

/* The rows, in the order of --help. */
uint32_t question_rows(void);
const struct question *question_at(uint32_t i);

/* The row with this word; NULL: there is none. */
const struct question *question_find(const char *word);

/* The row of formulas that begin so, in a text or in a property file. */
const struct question *question_of_path(enum question_path path);

/* The row, EF or AG, of a question about paths that a reachable marking
 * decides. */
const struct question *question_at_marking(const struct question *of_paths);

/* The answer, when engines have or have not found what the goal asks for. */
enum question_answer question_reads(const struct question *question,
                                    bool found);

/* "reachable", "no", "complete"; "unknown". */
const char *question_text(const struct question *question,
                          enum question_answer answer);

/* Is the goal about what stays possible (AG EF)?  No single marking and no
 * single run answers that; engines find lost markings. */
static inline bool question_asks_again(enum question_goal goal)
{
    return goal == GOAL_LIVE || goal == GOAL_HOME;
}

/* Is it about runs as a whole, or about quantified parts? */
static inline bool question_is_temporal(enum question_goal goal)
{
    return goal == GOAL_LASSO || goal == GOAL_CTL;
}

/* Is it about all transitions, so that an engine gets a goal for each? */
static inline bool question_is_about_all(const struct question *question)
{
    return question->goal == GOAL_EACH;
}

#endif
