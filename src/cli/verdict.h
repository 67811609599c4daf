/* verdict.h - the line of a verdict on standard output.
 *
 *     t3: reachable
 *     marking p1 !p4: unreachable (if the net is safe)
 *     deadlock: unknown (timeout)
 *     bounds p1 + p2: 2
 *     quasi-live: no, t7 never fires
 *     live: no, after a run t7 never fires again
 *     dead-transitions: 2 of 9: t7 t8
 *     bounds p1 + p2: unknown, at least 1, at most 2 (timeout)
 *     dead-transitions: unknown, 1 dead: t7; 2 fire: t1 t2; 1 open: t3
 * (timeout)
 *
 * Names of transitions in a list are written as in runs. */
#ifndef VERDICT_H
#define VERDICT_H

#include "cli/result.h"

#include <stdio.h>

struct verdict {
    enum punfpor_verdict verdict;
    bool if_safe;
    bool has_value; /* of a bound: */
    int64_t value;
    bool has_limit; /* of a bound that is unknown: */
    int64_t limit;
    uint32_t transition; /* punfpor_named_transition() */
    const char *text;    /* punfpor_answer_text() */
};

/* What a line says of the question. */
struct verdict_question {
    const char *label;
    bool is_bound, is_about_all;
    bool is_list; /* then the problem is asked for the list */
    const punfpor *problem;
};

struct verdict_question verdict_question_of(const punfpor *problem, uint32_t q);

/* The verdict on question q of a result; the problem has the values of its
 * bounds, unless the result was joined from other ones. */
struct verdict verdict_of(const struct result *result, const punfpor *problem,
                          uint32_t q);

/* Prints the line. */
void verdict_print(FILE *out, const struct verdict *verdict,
                   const struct verdict_question *question,
                   const punfpor_net *net, enum punfpor_stop stop);

#endif
