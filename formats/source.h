/* source.h - a named stream of bytes: a file or standard input.
 *
 * Its first page can be looked at before anything is read, so that a format
 * is told by its content.  What gzip packed is unpacked on the way. */
#ifndef SOURCE_H
#define SOURCE_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

struct source;

/* "-" is standard input.  NULL with a report when it cannot be opened. */
struct source *source_open(const char *path, struct diag *diag);

/* The same from bytes in memory, which must stay until source_close(). */
struct source *source_open_memory(const void *bytes, size_t size,
                                  const char *name, struct diag *diag);
void source_close(struct source *source);

/* What messages call it: the path, or "<stdin>". */
const char *source_name(const struct source *source);

/* The first bytes, at most a page; the same as long as nothing is read. */
const char *source_peek(const struct source *source, size_t *len);

/* Up to cap bytes; 0 at the end and after a failure. */
size_t source_read(struct source *source, char *bytes, size_t cap);

/* Did reading fail?  Then reports why and returns true. */
bool source_failed(const struct source *source, struct diag *diag);

#endif
