/* contest.h - examinations of the Model Checking Contest. */
#ifndef CONTEST_H
#define CONTEST_H

#include "api/punfpor.h"
#include "base/diag.h"
#include "base/vec.h"
#include "cli/jobs.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/vec.h"

/* --- contest_input.c - what is given for an examination of the Model Checking
 * Contest: by the command line, by the environment, and by its folder.
 *
 * The folder holds model.pnml, a file of formulas or bounds for the
 * examinations that have one, and files that say what is known of the net:
 * iscolored, and GenericPropertiesVerdict.xml, whose statements the makers of
 * the net have proved. */

/* The examinations that have an answer here. */
enum contest_input_kind {
    CONTEST_INPUT_DEADLOCK,
    CONTEST_INPUT_FORMULAS, /* a file of formulas */
    CONTEST_INPUT_BOUNDS,   /* a file of bounds */
    CONTEST_INPUT_SAFE,
    CONTEST_INPUT_QUASI_LIVE,
    CONTEST_INPUT_LIVE,
    CONTEST_INPUT_STABLE,
    CONTEST_INPUT_STATES,
    /* A question for each transition, or for each place. */
    CONTEST_INPUT_QUASI_LIVE_ALL,
    CONTEST_INPUT_STABLE_ALL,
    CONTEST_INPUT_BOUNDS_ALL,
    CONTEST_INPUT_OTHER, /* it has no answer */
};

struct contest_input {
    const char *folder;
    const char *examination;
    enum contest_input_kind kind; /* of the examination */
    const char *engine; /* of questions that no certain engine answers */
    const char *racers, *reduce; /* options of the same names; NULL: as usual */
    double seconds;              /* for all of it; 0: no limit */
    uint64_t bytes;              /* of all children together; 0: no limit */
    uint32_t jobs;               /* children at once */
    const volatile sig_atomic_t *interrupted;
};

/* Fills what is 0 or NULL from the environment: BK_EXAMINATION,
 * BK_TIME_CONFINEMENT (seconds, of which a reserve is kept) and
 * BK_MEMORY_CONFINEMENT (megabytes); and the kind.  False with a report when
 * there is no examination, or when a number is none. */
bool contest_input_read(struct contest_input *input, struct diag *diag);

/* Are the questions in a file of the name of the examination? */
bool contest_input_has_file(const struct contest_input *input);

/* Can the file of the net be opened?  If not, reports why. */
bool contest_input_has_net(const struct contest_input *input,
                           struct diag *diag);

/* Is the net a coloured one? */
bool contest_input_is_coloured(const struct contest_input *input);

/* Does the folder say that the net is safe?  That it is not may be said of a
 * coloured net whose unfolding is safe, so that means nothing. */
bool contest_input_says_safe(const struct contest_input *input);

/* NULL with a report when the file cannot be read.  The caller destroys the
 * result. */
punfpor_net *contest_input_net(const struct contest_input *input,
                               struct diag *diag);
punfpor_properties *contest_input_properties(const struct contest_input *input,
                                             const punfpor_net *net,
                                             struct diag *diag);

/* --- contest.c - examinations of the Model Checking Contest.
 *
 * Standard output gets the lines that the contest asks for, each as soon as it
 * is known:
 *
 *     FORMULA <id> TRUE TECHNIQUES ...
 *     STATE_SPACE STATES <n> TECHNIQUES ...
 *     CANNOT_COMPUTE      DO_NOT_COMPETE
 *
 * All formulas share one net and one budget of time and memory.  Children
 * (jobs.h) work on them in rounds.  The slices of time grow from round to
 * round, so that a formula that takes long does not keep the others waiting.
 * Each child has its part of the memory for itself. */

/* Prints the lines of the contest.  False with a report when there is no
 * model.pnml; then it prints nothing.  A fault of a file is reported on
 * standard error, and the lines end with DO_NOT_COMPETE or CANNOT_COMPUTE. */
bool contest_run(const struct contest_input *input, struct diag *diag);

/* --- contest_child.c - the questions of an examination, in a child process.
 *
 * The child sends its findings to its parent at once, a line each:
 *
 *     answer Q TRUE if_safe ENGINE      on question Q; also FALSE, a number,
 *                                       and "safe" for "if_safe"
 *     fires T TRUE if_safe ENGINE       transition T fires, or never does
 *     changes P TRUE if_safe ENGINE     place P loses or gets a token, or never
 *     no_deadlock                       none is reachable
 *     states N N N                      markings, firings, most tokens of one
 *     safe yes|no [ENGINE]
 *     may_warn                          "warning" may still come
 *     warning TEXT                      what is wrong in the file of the net
 *     error TEXT                        why there is no answer */

/* What a child is asked. */
enum contest_child_question {
    CONTEST_CHILD_FORMULAS,
    CONTEST_CHILD_DEADLOCK,
    CONTEST_CHILD_SAFE,
    CONTEST_CHILD_TRANSITIONS, /* a question each */
    CONTEST_CHILD_PLACES,      /* the same: does it change?  */
    CONTEST_CHILD_STATES,
    CONTEST_CHILD_LIVE,             /* by lost markings, or a list */
    CONTEST_CHILD_LIVE_BY_DEADLOCK, /* a reachable one is a no to that */
};

struct contest_child {
    /* The same for all children of an examination. */
    const struct contest_input *input;
    const punfpor_net *net;
    const punfpor_properties *properties; /* NULL: none */
    const punfpor
        *common;    /* what all begin with (punfpor_prepare()), or NULL */
    uint64_t bytes; /* 0: no limit */

    enum contest_child_question question;
    const uint32_t *asked; /* properties, transitions or places */
    uint32_t n_asked;
    const char *engine; /* the option "engine" */
    double seconds;     /* 0: no limit */
    uint32_t number;    /* of the child among those of a round */
    uint32_t seed;      /* of random walks; 0: the usual one */
};

/* In the child: answers all that it can within the limits. */
void contest_child_run(const struct contest_child *child, int fd);

/* In the parent: prepares what the children have in common, for the questions
 * of the properties and, if that is asked, for deadlocks; NULL: it fails. */
punfpor *contest_child_prepare(struct contest_child *child, bool asks_deadlock);

/* --- contest_answers.c - what an examination has found, and the lines about
 * it.
 *
 * Each question has at most one answer.  It is printed as soon as it may be
 * told: an answer that presumes that the net is safe waits until that is known,
 * and is never told when the net is unsafe.
 *
 * Three examinations follow from which transitions fire and which places
 * change: QuasiLiveness (does each transition fire?), Liveness, and
 * StableMarking (does some place keep its tokens?).  A place changes iff a
 * transition that fires changes it.  Facts about transitions and places arrive
 * one by one, and the question is answered as soon as they suffice.  They are
 * about the net of the file: the places and transitions that the translation of
 * weights and inhibitor arcs adds do not count.
 *
 * Three examinations of 2026 ask that of each object of the file, by its number
 * there: does transition t17 fire, does place p3 keep its tokens, how many does
 * p9 have at most?  In a safe net the last one is 1 iff the place is marked at
 * first or a transition that fires produces on it.  They have lines of their
 * own:
 *
 *     TOTAL QuasiLivenessAll 1242         so many objects
 *     QLIVE t17 TRUE EXPLICIT ...
 *     STABLE p3 FALSE EXPLICIT ...
 *     BOUND p9 1 EXPLICIT ...
 *     BOUND p11 ? 0 1                     open at the end: no less, no more */

struct contest_answers_entry {
    bool known, told;
    bool if_safe;
    char text[32]; /* TRUE, FALSE or a number */
    const char *techniques;
};

/* A place. */
struct contest_answers_place {
    uint32_t n_changers; /* transitions that change it, or mark it, not known to
                            be dead; 0 when it is known not to change */
    bool changes;        /* one of them fires, or it is marked at first */
    bool if_safe;        /* that a transition is dead presumes safety */
};

/* Which transitions fire, and which places change. */
struct contest_answers_firing {
    const punfpor_net *net; /* NULL: it is not followed */
    bool *known;            /* by transition */
    uint32_t n_open;        /* transitions that are not known */
    uint32_t n_stable;      /* places that are not known to change */
    struct contest_answers_place *places;
    VEC(uint32_t) changed; /* scratch: places */
};

struct contest_answers {
    const struct contest_input *input;
    const punfpor_properties *properties; /* NULL: none */
    uint32_t n, n_told;
    struct contest_answers_entry *at; /* by question */
    bool is_safe, is_unsafe;          /* known of the net */
    char *states;     /* contest_answers_note_states(); NULL: not known */
    bool no_deadlock; /* none is reachable */
    struct contest_answers_firing firing;
    FILE *out;
};

/* Of n questions: the properties, if there are any, or one by the name of the
 * examination, or one for each object; the state space is none.  Temporal
 * properties beyond EF and AG get their lines at once, as they have no answer.
 * Borrows its arguments. */
void contest_answers_init(struct contest_answers *answers,
                          const struct contest_input *input,
                          const punfpor_properties *properties, uint32_t n,
                          FILE *out);
void contest_answers_finish(struct contest_answers *answers);

/* From this call on the facts about transitions and places of the net count.
 * Answers the questions that the structure of the net decides. */
void contest_answers_follow(struct contest_answers *answers,
                            const punfpor_net *net);

/* The first answer stays, unless it presumes safety and the new one does not.
 * engine: the one that found it, or "structure" or "units" of the net. */
void contest_answers_note(struct contest_answers *answers, uint32_t q,
                          const char *text, bool if_safe, const char *engine);

/* Transition t fires, or never does; place p changes, or never does. */
void contest_answers_note_firing(struct contest_answers *answers, uint32_t t,
                                 bool fires, bool if_safe, const char *engine);
void contest_answers_note_change(struct contest_answers *answers, uint32_t p,
                                 bool changes, bool if_safe,
                                 const char *engine);

/* Is it not known whether the transition fires, or whether the place changes?
 */
bool contest_answers_is_open_firing(const struct contest_answers *answers,
                                    uint32_t t);
bool contest_answers_is_open_change(const struct contest_answers *answers,
                                    uint32_t p);

void contest_answers_note_safety(struct contest_answers *answers, bool is_safe);
/* As "symbolic 14 27 6": who has counted, then what, in decimal digits, as it
 * may be too large for 64 bits. */
void contest_answers_note_states(struct contest_answers *answers,
                                 const char *text);

/* Has q no answer yet? */
bool contest_answers_is_open(const struct contest_answers *answers, uint32_t q);
uint32_t contest_answers_count_open(const struct contest_answers *answers);

/* Is there an answer that waits for safety? */
bool contest_answers_wait(const struct contest_answers *answers);

/* Is there nothing left to be found out? */
bool contest_answers_are_complete(const struct contest_answers *answers);

/* Prints the state space, and the lines about what has no answer. */
void contest_answers_print_rest(const struct contest_answers *answers);

/* --- contest_jobs.c - the children that work on an examination, and what their
 * lines say.
 *
 *     jobs.shared.question = ...; jobs.shared.engine = ...;
 *     contest_jobs_start(&jobs, &jobs.shared);      for each child of a round
 *     contest_jobs_finish_round(&jobs);
 *
 * All children share the time and the memory of the contest. */

struct contest_jobs {
    struct contest_child shared; /* a child without a question */
    punfpor *common;             /* what all children begin with, or NULL */
    struct contest_answers *answers;
    double end; /* of system_now(); 0: none */
    struct jobs jobs;
    bool may_warn; /* a child will say whether the file of the net is wrong */
    bool warned;   /* one has */
    bool failed;   /* one has said why it has no answer */
};

/* Borrows its arguments. */
void contest_jobs_init(struct contest_jobs *jobs, const punfpor_net *net,
                       struct contest_answers *answers);
void contest_jobs_finish(struct contest_jobs *jobs);

/* Does in this process the work that all children have in common. */
void contest_jobs_prepare(struct contest_jobs *jobs);

/* Seconds; 0 without a limit. */
double contest_jobs_time_left(const struct contest_jobs *jobs);

/* Is there no time left, nothing left to be found out, or no way to do it? */
bool contest_jobs_are_over(const struct contest_jobs *jobs);

/* Waits until a child may run, which others may make needless meanwhile; false:
 * the examination is over. */
bool contest_jobs_await(struct contest_jobs *jobs);

/* Starts a child as soon as one may run; none when the examination is over. */
void contest_jobs_start(struct contest_jobs *jobs, struct contest_child *child);

/* Waits for all children, or kills them when the examination is over. */
void contest_jobs_finish_round(struct contest_jobs *jobs);

#endif
