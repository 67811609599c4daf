/* outcome.h - what a run leaves behind: verdicts, runs, files, exit code.
 *
 * It does what the options ask for with an answer whose runs were replayed
 * before, and decides which stream a text belongs to: standard output holds
 * the verdicts, or the one file that was asked to go there. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "cli/options.h"
#include "cli/row.h"

enum outcome_code {
    OUTCOME_YES = 0, /* several questions: all are answered; none: done */
    OUTCOME_NO = 1,
    OUTCOME_UNKNOWN = 2,
    OUTCOME_USAGE = 3,
    OUTCOME_INPUT = 4,
    OUTCOME_INTERNAL = 5,
};

struct outcome {
    const struct options *options;
    const char *engine; /* that was run */
    const struct engine_problem *problem;
    const struct engine_limits *limits;
    const struct answer *answer;
    const struct row *rows; /* of a comparison; NULL: there is none */
    uint32_t n_rows;
};

/* Can the files asked for be written?  Better told before an hour of
 * exploration than after it. */
bool outcome_check_files(const struct options *options, struct diag *diag);

/* --write and --dot-net, which need no exploration. */
bool outcome_convert(const struct options *options, const struct net *net,
                     struct diag *diag);

/* Fires every run of the answer by the token game, and verifies every proof.
 * One that fails is an internal error: then nothing of the answer may be
 * believed. */
bool outcome_prove(const struct engine_problem *problem,
                   const struct answer *answer, struct diag *diag);

/* Was the prefix that --mci wants, if it does, built to its end? */
bool outcome_is_whole(const struct outcome *outcome);

/* Everything that is printed or written once the engine is done. */
bool outcome_write(const struct outcome *outcome, struct diag *diag);

/* The exit code of an answer, or of a report. */
enum outcome_code outcome_code(const struct answer *answer);
enum outcome_code outcome_failed(const struct diag *diag);

#endif
