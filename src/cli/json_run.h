/* json_run.h - everything about one run, for programs.
 *
 * The schema is in doc/FORMATS.md.  A key without a value is null. */
#ifndef JSON_RUN_H
#define JSON_RUN_H

#include "base/diag.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/result.h"

struct json_run {
    const char *file;            /* of the net, as the user gave it */
    const punfpor_net *net;      /* NULL: it was not read */
    const punfpor *problem;      /* its options and questions */
    const struct result *result; /* NULL: there is none */
    json_t *comparison; /* the rows of a comparison; NULL: there is none */
    json_t *answers;    /* of its rows: the query with the answer, or null */
};

/* Writes to the file path, "-" for standard output. */
bool json_run_write(const struct json_run *run, const char *path,
                    struct diag *diag);

/* The line of a net of several, which also holds the exit code and the error of
 * the net; error may be NULL. */
json_t *json_run_line(const struct json_run *run, int code, const char *error);

/* A net of a batch that has no results. */
struct json_run_failure {
    const char *file;
    const char *stop;  /* as punfpor_stop_text(); NULL: it failed */
    const char *error; /* NULL: none */
    int code;          /* the exit code of this net */
};

/* The same line with null for everything that is not known; the options are
 * those of the command line. */
json_t *json_run_failed(const struct json_run_failure *failure,
                        const struct options *options);

#endif
