/* diag.h - one diagnostic: an error and its position.
 *
 * A function that may find bad input has a struct diag as an argument, fills it
 * at the point of detection and returns false, NULL or ..._NONE.  Callers pass
 * it on unchanged, and main prints it once:
 *
 *     net.pnml:12:7: error: arc 'a3' is an inhibitor arc: ...
 *
 * The first report wins, so a less precise report of a caller does no harm.  A
 * caller that does not ask why passes NULL. */
#ifndef DIAG_H
#define DIAG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum diag_code {
    DIAG_NONE,     /* no report */
    DIAG_USAGE,    /* the command line: exit code 3 */
    DIAG_INPUT,    /* a file, or the net in it: exit code 4 */
    DIAG_LIMIT,    /* time, a size or an interruption: exit code 2 */
    DIAG_INTERNAL, /* a bug, or a failure of the machine: exit code 5 */
};

struct diag {
    enum diag_code code;
    char file[256];  /* "" when no file is concerned */
    uint32_t line;   /* from 1; 0 when unknown */
    uint32_t column; /* from 1; 0 when unknown */
    char text[768];  /* one sentence, UTF-8, no newline */
};

/* Sets the text (a printf format) unless there is a report already.  Always
 * returns false, so that it can end a function: return diag_report(...). file
 * may be NULL. */
bool diag_report(struct diag *diag, enum diag_code code, const char *file,
                 uint32_t line, uint32_t column, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* The same without a position: wrong usage, an input as a whole (file may be
 * NULL), and a fault of the program. */
#define diag_usage(diag, ...) \
    diag_report(diag, DIAG_USAGE, NULL, 0, 0, __VA_ARGS__)
#define diag_input(diag, file, ...) \
    diag_report(diag, DIAG_INPUT, file, 0, 0, __VA_ARGS__)
#define diag_internal(diag, ...) \
    diag_report(diag, DIAG_INTERNAL, NULL, 0, 0, __VA_ARGS__)

/* Prints "file:line:column: error: text\n" without the unknown parts.  Control
 * characters from the input appear as \xNN. */
void diag_print(const struct diag *diag, FILE *out);

#endif
