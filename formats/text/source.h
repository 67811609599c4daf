/* source.h - a named stream of bytes: a file, standard input, or memory.
 *
 * The first page is visible before anything is read, so that readers can detect
 * a format by its content.  Input that is packed by gzip, xz, bzip2 or zip is
 * unpacked. */
#ifndef SOURCE_H
#define SOURCE_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

struct source;

/* "-" is standard input.  NULL with a report when it cannot be opened. */
struct source *source_open(const char *path, struct diag *diag);

/* The same from bytes in memory, which must remain valid until
 * source_close(). */
struct source *source_open_memory(const void *bytes, size_t size,
                                  const char *name, struct diag *diag);
void source_close(struct source *source);

/* The name for messages: the path, or "<stdin>". */
const char *source_name(const struct source *source);

/* The first bytes, at most one page.  Only valid before the first
 * source_read(). */
const char *source_peek(const struct source *source, size_t *len);

/* Reads up to cap bytes.  0 at the end and after a failure. */
size_t source_read(struct source *source, char *bytes, size_t cap);

/* Has reading failed?  If so, also reports why. */
bool source_failed(const struct source *source, struct diag *diag);

#endif
