/* contest_child.h - the questions of an examination, in a child process.
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
#ifndef CONTEST_CHILD_H
#define CONTEST_CHILD_H

#include "base/child.h"
#include "cli/contest/contest_input.h"

struct contest_child {
    /* The same for all children of an examination. */
    const struct contest_input *input;
    const punfpor_net *net;
    const punfpor_properties *properties; /* NULL: none */
    const punfpor
        *common;    /* what all begin with (punfpor_prepare()), or NULL */
    uint64_t bytes; /* 0: no limit */

    enum contest_input_question question;
    const uint32_t *asked; /* properties, transitions or places */
    uint32_t n_asked;
    const char *engine; /* the option "engine" */
    double seconds;     /* 0: no limit */
    uint32_t number;    /* of the child among those of a round */
    uint32_t seed;      /* of random walks; 0: the usual one */
};

/* The work of a job, with the struct: answers all that it can within the
 * limits. */
child_work contest_child_run;

/* In the parent: prepares what the children have in common, for the questions
 * of the properties and, if that is asked, for deadlocks; NULL: it fails. */
punfpor *contest_child_prepare(struct contest_child *child, bool asks_deadlock);

#endif
