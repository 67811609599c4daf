/* result.h - what is known of the questions when the search has ended.
 *
 * It is filled from a problem that was solved, or joined from the rows of a
 * comparison (compare.h), whose problem was solved in other processes.  Names
 * are those of the net, or of the rows, which live longer. */
#ifndef RESULT_H
#define RESULT_H

#include "api/punfpor.h"
#include "base/diag.h"
#include "base/vec.h"

#include <stdbool.h>

struct result_finding {
    enum punfpor_verdict verdict;
    bool if_safe;           /* the verdict presumes that the net is safe */
    const char *transition; /* punfpor_named_transition(); NULL: none */
    const char *failure;    /* punfpor_failure(); NULL: none */
    bool has_value, has_limit, has_cost;
    int64_t value, limit; /* punfpor_bound(), punfpor_limit() */
    uint64_t cost;        /* punfpor_cost() */
};

struct result {
    enum punfpor_stop stop;
    bool is_safe; /* the run has shown that the net is safe */
    struct result_finding *findings; /* one a question */
    uint32_t n_findings;
    /* For PUNFPOR_UNSAFE: after the run, the transition puts a second token on
     * the place. */
    VEC(const char *) unsafe_run;
    const char *unsafe_transition, *unsafe_place;
    char warning[400]; /* punfpor_warning(); "": nothing */
};

/* All questions are unknown. */
void result_init(struct result *result, uint32_t n_questions);
void result_finish(struct result *result);

/* Fills a result that was initialised from a problem after punfpor_solve() or
 * punfpor_replay_file(). */
void result_take(struct result *result, const punfpor *problem,
                 const punfpor_net *net);

/* How many findings have this verdict. */
uint32_t result_count(const struct result *result,
                      enum punfpor_verdict verdict);

/* The decimal digits of the figure of that name, which the caller frees; NULL
 * when the problem has none. */
char *result_figure(const punfpor *problem, const char *name);

/* For an error that was all zero before calls of the library: true when these
 * have succeeded, otherwise reports the error. */
bool result_is_ok(const punfpor_error *error, struct diag *diag);

#endif
