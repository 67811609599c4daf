/* outcome.h - what comes of a run: its result and its exit code.
 *
 * Standard output holds the answers, or the one file that was asked to go
 * there. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "cli/json.h"
#include "cli/options.h"
#include "cli/result.h"

enum outcome_code {
    OUTCOME_YES = 0, /* several questions: all are answered; none: done */
    OUTCOME_NO = 1,
    OUTCOME_UNKNOWN = 2,
    OUTCOME_USAGE = 3,
    OUTCOME_INPUT = 4,
    OUTCOME_INTERNAL = 5,
};

struct compare;

struct outcome {
    const struct options *options;
    punfpor_net *net;
    punfpor *problem; /* that was solved, unless there is a comparison */
    bool has_result;
    struct result result;
    const struct compare *compare; /* of --compare, or NULL */
    uint32_t n_printed; /* answers that are on standard output already */
    bool is_block;      /* one of several parts of the questions: no figures */
    double drawn_until; /* of system_now(): Graphviz ends; 0: no limit */
    bool lacks_picture; /* a limit kept one from being drawn */
};

void outcome_finish(struct outcome *outcome);

/* The title of drawings: the name of the net, or that of its file; valid as
 * long as the outcome. */
const char *outcome_title(const struct outcome *outcome);

/* The nodes of the drawing of the explored prefix: its events and, if they are
 * drawn, the conditions of places of the net. */
uint64_t outcome_nodes(const punfpor *problem, bool conditions);

/* False if --mci or --prefix-pnml was given and the prefix is incomplete. */
bool outcome_is_whole(const struct outcome *outcome);

/* The exit code that a result, or the report of a failure, stands for. */
enum outcome_code outcome_code(const struct result *result);
enum outcome_code outcome_failed(const struct diag *diag);

/* Prints the report, if there is one, after everything on standard output.
 * Returns the code, or another one when that output has failed. */
enum outcome_code outcome_end(enum outcome_code code, struct diag *diag);

/* Prints the answers that are not printed yet, the runs, and the figures if
 * they were asked for, are the answer, or a limit ended the run.  Answers, and
 * figures that are the answer, go to standard output, or to standard error when
 * a file is standard output.  All other output goes to standard error. */
void outcome_print(const struct outcome *outcome);

/* --- its files (outcome_files.c) ------------------------------------------
 *
 * Graphviz lays pictures out, within the time that is left for it.  A picture
 * that was not drawn because of a limit is no failure: standard error says so,
 * and outcome->lacks_picture is set. */

/* Can the files asked for be written?  Checked before the exploration. */
bool outcome_files_check(const struct options *options, struct diag *diag);

/* --list, --write, --dot-net, --relations and --concurrent, which need no
 * exploration for questions. */
bool outcome_files_convert(struct outcome *outcome, struct diag *diag);

/* All others, once the engine is done.  Standard error tells which files are
 * missing because the run or a drawing met a limit; that is no failure. */
bool outcome_files_write(struct outcome *outcome, struct diag *diag);

/* --- json_run.c - everything about one run, for programs.
 *
 * The schema is in doc/FORMATS.md.  A key without a value is null. */

/* Writes to the file of --json, or to standard output.  False with a report
 * when that fails. */
bool json_run_write(const struct outcome *outcome, struct diag *diag);

/* The line of a net of several, which also holds the exit code and the error of
 * the net; error may be NULL. */
json_t *json_run_line(const struct outcome *outcome, int code,
                      const char *error);

/* The same line of options->net, which has no results, with null for everything
 * that is not known.  stop: as punfpor_stop_text(); NULL: it failed. */
json_t *json_run_failed(const struct options *options, const char *stop,
                        int code, const char *error);

/* The line of one net of several, with its results or without, after everything
 * else; the diagnostic is why something failed. */
json_t *json_run_end(const struct outcome *outcome, enum outcome_code code,
                     const struct diag *diag);

#endif
