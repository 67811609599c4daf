/* apart.h - work in a child process, whose bytes come back.
 *
 * For calls of other libraries that cannot be interrupted, or that may end the
 * process.  The child has a copy of all memory.  The parent waits, and kills
 * the child when a limit is met or stop() says so. */
#ifndef APART_H
#define APART_H

#include "base/text.h"

#include <stdint.h>

struct apart_limits {
    double seconds;          /* 0: none */
    uint64_t bytes;          /* of memory; 0: none */
    int (*stop)(void *data); /* asked many times a second; NULL: never */
    void *stop_data;
};

enum apart_end {
    APART_DONE,    /* the bytes are complete */
    APART_FAILED,  /* the work returned false, the child died, or no memory */
    APART_LATE,    /* the seconds are over */
    APART_STOPPED, /* stop() has said so */
    APART_ALONE,   /* the system gives no process */
};

/* In the child: writes to the file, and returns whether the output is complete.
 * The parent sees no other change of the child. */
typedef bool apart_work(const void *self, FILE *out);

/* Appends the output of the work to the bytes, which are complete only after
 * APART_DONE. */
enum apart_end apart_run(apart_work *work, const void *self,
                         const struct apart_limits *limits, text_buffer *bytes);

#endif
