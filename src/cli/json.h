/* json.h - everything about one run, for programs.
 *
 * The schema is in doc/FORMATS.md.  Keys are never left out: what has no
 * value is null. */
#ifndef JSON_H
#define JSON_H

#include "cli/row.h"

struct json_run {
    const char *file;   /* of the net, as the user gave it */
    const char *engine; /* options as on the command line; NULL: all */
    const char *dependency;
    const char *order;
    const char *stubborn; /* as --stubborn takes it */
    const struct engine_problem *problem;
    const struct engine_limits *limits;
    const struct answer *answer;
    const struct row *rows; /* of a comparison; NULL: there is none */
    uint32_t n_rows;
};

/* Writes to the file path, "-" for standard output. */
bool json_write(const struct json_run *run, const char *path,
                struct diag *diag);

#endif
