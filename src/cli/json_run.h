/* json_run.h - everything about one run, for programs.
 *
 * The schema is in doc/FORMATS.md.  A key without a value is null. */
#ifndef JSON_RUN_H
#define JSON_RUN_H

#include "cli/json.h"
#include "cli/outcome.h"

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
