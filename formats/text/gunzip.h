/* gunzip.h - unpacks gzip while it is read. */
#ifndef GUNZIP_H
#define GUNZIP_H

#include <stdbool.h>
#include <stddef.h>

struct gunzip;

/* Reads packed bytes: up to cap, 0 at the end.  It must not allocate. */
typedef size_t gunzip_source(void *self, unsigned char *bytes, size_t cap);

/* Is this the beginning of such a file? */
bool gunzip_probe(const unsigned char *bytes, size_t len);

struct gunzip *gunzip_open(gunzip_source *read, void *self);
void gunzip_close(struct gunzip *gunzip); /* may be NULL */

/* Up to cap bytes, unpacked; 0 at the end, and after an error, which sets
 * *why.  A file may have several members; other bytes behind a member are
 * ignored, as gzip(1) does. */
size_t gunzip_read(struct gunzip *gunzip, char *bytes, size_t cap,
                   const char **why);

#endif
