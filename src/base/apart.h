/* apart.h - work in a child process, whose bytes come back.
 *
 * For what other libraries do that nobody can interrupt, or that may end the
 * process.  The child has a copy of everything; its parent waits, and ends it
 * when a limit is met or somebody says so. */
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
    APART_FAILED,  /* the work says so; or the child died, or found no memory */
    APART_LATE,    /* the seconds are over */
    APART_STOPPED, /* stop() has said so */
    APART_ALONE,   /* the system gives no process */
};

/* In the child: writes to the file, and returns whether that is complete.  What
 * it changes, opens and allocates is lost. */
typedef bool apart_work(const void *self, FILE *out);

/* Appends what the work writes to the bytes; they are of use after APART_DONE
 * only. */
enum apart_end apart_run(apart_work *work, const void *self,
                         const struct apart_limits *limits, text_buffer *bytes);

#endif
