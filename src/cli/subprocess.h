/* subprocess.h - a run of the library in a child process (child.h), with its
 * result. */
#ifndef SUBPROCESS_H
#define SUBPROCESS_H

#include "base/diag.h"
#include "cli/result.h"

#include <signal.h>

enum subprocess_end {
    SUBPROCESS_ENDED,   /* there is a result */
    SUBPROCESS_MEMORY,  /* the machine had no memory left */
    SUBPROCESS_KILLED,  /* did not end at its deadline */
    SUBPROCESS_CRASHED, /* an internal error */
};

struct subprocess_work {
    /* Fills a result that was initialised; in the child. */
    void (*run)(void *self, struct result *result);
    void *self;
};

struct subprocess_limits {
    double seconds;                           /* 0: none */
    const volatile sig_atomic_t *interrupted; /* NULL: none */
};

/* result was initialised; it stays so, but for the seconds, unless *end is
 * SUBPROCESS_ENDED.  False when no process can be started. */
bool subprocess_run(const struct subprocess_work *work,
                    const struct subprocess_limits *limits,
                    struct result *result, enum subprocess_end *end,
                    struct diag *diag);

#endif
