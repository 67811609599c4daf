/* json.h - everything about one run, for programs, and the lines by which
 * processes of this program tell each other what they have found.
 *
 * The schema is in doc/FORMATS.md.  All keys are present; a key without a value
 * is null.  A child process sends one line to its parent, which is the line of
 * a net under --json, or has it under a key. */
#ifndef JSON_H
#define JSON_H

#include "base/diag.h"
#include "base/text.h"
#include "cli/options.h"
#include "cli/result.h"

#include <jansson.h>

/* Once, before all else that makes or reads JSON: Jansson then allocates by
 * mem.h, and making a value never fails. */
void json_prepare(void);

struct json_run {
    const char *file;            /* of the net, as the user gave it */
    const punfpor_net *net;      /* NULL: it was not read */
    const punfpor *problem;      /* its options and questions */
    const struct result *result; /* NULL: there is none */
    json_t *comparison; /* the rows of a comparison; NULL: there is none */
    json_t *answers;    /* of its rows: the query with the answer, or null */
};

/* Writes to the file path, "-" for standard output. */
bool json_write(const struct json_run *run, const char *path,
                struct diag *diag);

/* The line of a net of several, which also holds the exit code and the error of
 * the net; error may be NULL. */
json_t *json_line(const struct json_run *run, int code, const char *error);

/* A net of a batch that has no results. */
struct json_failure {
    const char *file;
    const char *stop;  /* as punfpor_stop_text(); NULL: it failed */
    const char *error; /* NULL: none */
    int code;          /* the exit code of this net */
};

/* The same line with null for everything that is not known; the options are
 * those of the command line. */
json_t *json_failed_line(const struct json_failure *failure,
                         const struct options *options);

/* The object as one line, without its end. */
char *json_text(const json_t *object);

/* Takes the object and writes its line.  False when that fails. */
bool json_send(json_t *object, int fd);

/* The object that is the text; NULL: it is none, or is damaged. */
json_t *json_receive(const char *text, size_t n);

/* The text as a string; one that is not UTF-8 is read as ISO 8859-1. */
json_t *json_word(const char *text);

/* A text that need not be UTF-8, as a string: each byte is the character of its
 * number.  And back; of another value the text is empty. */
json_t *json_bytes(const char *bytes, size_t n);
void json_take_bytes(const json_t *string, text_buffer *text);

#endif
