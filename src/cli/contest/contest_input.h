/* contest_input.h - what is given for an examination of the Model Checking
 * Contest: by the command line, by the environment, and by its folder.
 *
 * The folder holds model.pnml, a file of formulas or bounds for the
 * examinations that have one, and files that say what is known of the net:
 * iscolored, and GenericPropertiesVerdict.xml, whose statements the makers of
 * the net have proved. */
#ifndef CONTEST_INPUT_H
#define CONTEST_INPUT_H

#include "api/punfpor.h"
#include "base/diag.h"

#include <signal.h>

/* What is asked of a child. */
enum contest_input_question {
    CONTEST_INPUT_FORMULAS, /* or bounds, of a file */
    CONTEST_INPUT_DEADLOCK,
    CONTEST_INPUT_SAFE,
    CONTEST_INPUT_TRANSITIONS, /* a question each: does it fire? */
    CONTEST_INPUT_PLACES,      /* the same: does it change?  */
    CONTEST_INPUT_STATES,
    CONTEST_INPUT_LIVE,             /* by lost markings, or a list */
    CONTEST_INPUT_LIVE_BY_DEADLOCK, /* a reachable one is a no to that */
};

/* An examination that has an answer here. */
struct contest_input_row {
    const char *name;
    enum contest_input_question question; /* that decides it */
    const char *word; /* of lines, one for each transition or place; NULL: the
                         examination has one answer, or a file */
    bool is_bound;    /* how many tokens a place has at most: is it marked? */
};

struct contest_input {
    const char *folder;
    const char *examination;
    const struct contest_input_row *row; /* NULL: it has no answer */
    const char *engine; /* of questions that no certain engine answers */
    const char *racers, *reduce; /* options of the same names; NULL: as usual */
    bool counts;    /* places may have as many tokens as place weights bound */
    double seconds; /* for all of it; 0: no limit */
    uint64_t bytes; /* of all children together; 0: no limit */
    uint32_t jobs;  /* children at once */
    const volatile sig_atomic_t *interrupted;
};

/* Fills what is 0 or NULL from the environment: BK_EXAMINATION,
 * BK_TIME_CONFINEMENT (seconds, of which a reserve is kept) and
 * BK_MEMORY_CONFINEMENT (megabytes); and the row.  False with a report when
 * there is no examination, or when a number is none. */
bool contest_input_read(struct contest_input *input, struct diag *diag);

/* The examination of that name; NULL: it has no answer. */
const struct contest_input_row *contest_input_find(const char *name);

/* Can the file of the net be opened?  If not, reports why. */
bool contest_input_has_net(const struct contest_input *input,
                           struct diag *diag);

/* Is the net a coloured one? */
bool contest_input_is_coloured(const struct contest_input *input);

/* Does the folder say that the net is safe?  That it is not may be said of a
 * coloured net whose unfolding is safe, so that means nothing. */
bool contest_input_says_safe(const struct contest_input *input);

/* Can places of the net have several tokens? */
bool contest_input_counts(const punfpor_net *net);

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

#endif
