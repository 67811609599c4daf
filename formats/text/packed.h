/* packed.h - unpacks gzip, by zlib, which checks the sums that libarchive does
 * not; and xz, bzip2 and zip, by libarchive.  A build without that library
 * recognises such files and says so. */
#ifndef PACKED_H
#define PACKED_H

#include <stdbool.h>
#include <stddef.h>

struct packed;

/* Reads packed bytes: up to cap, 0 at the end.  It must not allocate. */
typedef size_t packed_source(void *self, unsigned char *bytes, size_t cap);

enum packed_kind {
    PACKED_NOT,
    PACKED_GZIP, /* other bytes behind its members are ignored, as gzip(1)
                    does */
    PACKED_XZ,
    PACKED_BZIP2,
    PACKED_ZIP
};

/* What a file with these first bytes is. */
enum packed_kind packed_probe(const unsigned char *bytes, size_t len);

enum { PACKED_WHY = 600 };

/* Opens the only file of an archive, or the stream.  NULL with the reason in
 * why: an archive that has no file, or several, or is damaged.  A reason that
 * stands there already remains; why gets those of packed_read() as well, so it
 * must live as long.  An archive is held in memory, packed, since
 * its contents stand at its end. */
struct packed *packed_open(enum packed_kind kind, packed_source *read,
                           void *self, char why[PACKED_WHY]);
void packed_close(struct packed *packed); /* may be NULL */

/* Up to cap bytes, unpacked; 0 at the end, and after an error, which sets why.
 */
size_t packed_read(struct packed *packed, char *bytes, size_t cap);

#endif
