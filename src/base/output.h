/* output.h - files that appear completely or not at all.
 *
 * The output goes to a new file beside the requested one and is renamed once
 * everything has reached the disk.  "-" is standard output.  An existing
 * special file (a pipe, /dev/null) is written directly.  A symbolic link is
 * preserved; its target is replaced.
 *
 *     struct output out;
 *
 *     if (!output_open(&out, path, diag))
 *         return false;
 *     fputs("...", out.file);
 *     return output_close(&out, diag);
 *
 * A failure to open is a DIAG_USAGE, a failure to write a DIAG_INTERNAL. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "base/diag.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stdio.h>

struct output {
    FILE *file;
    char *path; /* as given by the caller, for messages */
    char *goal; /* the final name of temp */
    char *temp; /* NULL when written directly */
    struct mem_guard guard;
};

/* A program calls this before it opens a file or prints: no file takes the
 * number of a standard stream that was closed, and a line of messages is one
 * write, so that those of several processes do not mix. */
void output_prepare_standard(void);

/* Flushes; 0 or the errno of the first failure. */
int output_flush(FILE *file);

/* Reports such a failure; returns false. */
bool output_report(enum diag_code code, const char *path, int why,
                   struct diag *diag);

/* A field of comma-separated values, in quotes, which are doubled inside. */
void output_field(FILE *file, const char *text);

/* The output must not move while it is open. */
bool output_open(struct output *out, const char *path, struct diag *diag);

/* Renames the file to its final name, unless an error has occurred. */
bool output_close(struct output *out, struct diag *diag);

/* Replaces output_close(): removes the unfinished file. */
void output_discard(struct output *out);

#endif
