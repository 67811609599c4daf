/* result.h - the result of a run of an engine, as plain data.
 *
 * It is filled from a problem that was solved, in this process or in a child
 * (subprocess.h), or joined from several results (compare.h).  Everything that
 * is printed about answers is printed from it. */
#ifndef RESULT_H
#define RESULT_H

#include "api/punfpor.h"
#include "base/vec.h"

#include <stdbool.h>

enum { RESULT_NAME = 32, RESULT_WARNING = 400 };

/* Transitions. */
typedef VEC(uint32_t) result_run;

struct result_finding {
    enum punfpor_verdict verdict;
    result_run run;      /* when punfpor_has_run() */
    bool if_safe;        /* the verdict presumes that the net is safe */
    uint32_t transition; /* punfpor_named_transition() */
    double seconds;
    char engine[RESULT_NAME]; /* that answered; "": not known */
};

struct result_figure {
    char name[RESULT_NAME];
    uint64_t value;
};

struct result {
    enum punfpor_status status;
    punfpor_error error; /* unless status is PUNFPOR_OK */
    enum punfpor_stop stop;
    bool is_safe; /* the run has shown that the net is safe */
    struct result_finding *findings; /* one a question */
    uint32_t n_findings;
    VEC(struct result_figure) figures;
    char engine[RESULT_NAME]; /* whose figures these are */
    double seconds;
    uint64_t work, peak_bytes;
    /* For PUNFPOR_UNSAFE: after the run, the transition puts a second token on
     * the place. */
    result_run unsafe_run;
    uint32_t unsafe_transition, unsafe_place;
    char warning[RESULT_WARNING]; /* punfpor_warning(); "": nothing */
};

/* All questions are unknown. */
void result_init(struct result *result, uint32_t n_questions);
void result_finish(struct result *result);

/* Fills a result that was initialised from a problem after punfpor_solve() or
 * punfpor_replay_file(), which returned status and left error. */
void result_take(struct result *result, const punfpor *problem,
                 enum punfpor_status status, const punfpor_error *error);

/* The figure of that name; false when there is none. */
bool result_find(const struct result *result, const char *name,
                 uint64_t *value);

/* How many findings have this verdict. */
uint32_t result_count(const struct result *result,
                      enum punfpor_verdict verdict);

void result_copy_run(result_run *to, const uint32_t *steps, uint32_t n_steps);

#endif
