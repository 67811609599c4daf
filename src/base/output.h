/* output.h - files that appear whole or not at all.
 *
 * What is written goes to a new file beside the wanted one, which takes its
 * name only when everything has reached the disk.  "-" is standard output,
 * and what exists but is no ordinary file (a pipe, /dev/null) is written
 * directly.  A symbolic link stays one; its target is replaced.
 *
 *     struct output out;
 *
 *     if (!output_open(&out, path, diag))
 *         return false;
 *     fputs("...", out.file);
 *     return output_close(&out, diag);
 *
 * Failing to open is a DIAG_USAGE, failing to write a DIAG_INTERNAL. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdio.h>

struct output {
    FILE *file;
    char *path; /* as the caller named it, for messages */
    char *goal; /* what temp will be renamed to */
    char *temp; /* NULL when written directly */
};

bool output_open(struct output *out, const char *path, struct diag *diag);

/* Gives the file its name, unless something failed since it was opened. */
bool output_close(struct output *out, struct diag *diag);

/* Instead of output_close(): removes what was written. */
void output_discard(struct output *out);

#endif
