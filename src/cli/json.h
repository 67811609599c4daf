/* json.h - everything about one run, for programs.
 *
 * The schema is in doc/FORMATS.md.  All keys are present; a key without a value
 * is null. */
#ifndef JSON_H
#define JSON_H

#include "base/diag.h"
#include "cli/compare.h"
#include "cli/options.h"
#include "cli/result.h"

struct json_run {
    const char *file;              /* of the net, as the user gave it */
    const punfpor_net *net;        /* NULL: it was not read */
    const punfpor *problem;        /* its options and questions */
    const struct result *result;   /* NULL: there is none */
    const struct compare *compare; /* NULL: there is none */
};

/* Writes to the file path, "-" for standard output. */
bool json_write(const struct json_run *run, const char *path,
                struct diag *diag);

/* A net of a batch that has no results. */
struct json_failure {
    const char *file;
    const char *stop;  /* as punfpor_stop_text(); NULL: it failed */
    const char *error; /* NULL: none */
    int code;          /* the exit code of this net */
};

/* One line, which also holds the exit code and the error of the net; error may
 * be NULL.  False when it could not be written. */
bool json_write_line(const struct json_run *run, int code, const char *error,
                     FILE *out);

/* The same line with null for everything that is not known; the options are
 * those of the command line. */
bool json_write_failure(const struct json_failure *failure,
                        const struct options *options, FILE *out);

#endif
