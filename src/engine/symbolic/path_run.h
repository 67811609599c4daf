/* path_run.h - runs of which a path formula with one operator holds, as those
 * of CTL: X, U or R of conditions on markings.
 *
 * A run that ends at a deadlock repeats its last marking here, as in LTL, so
 * that X of what holds there holds there. */
#ifndef PATH_RUN_H
#define PATH_RUN_H

#include "engine/symbolic/ctl.h"
#include "proof/witness.h"

enum path_run_end {
    PATH_RUN_NONE, /* there is none */
    PATH_RUN_FOUND,
    PATH_RUN_OPEN, /* the watch has stopped, or the part that repeats is long */
};

/* A run from marking m that does this, which moves m to its end, and the steps
 * before those that repeat; LTL_OPEN: it shows it however it goes on.  The
 * operands are kept. */
enum path_run_end path_run_show(struct sets *sets, const struct ctl_path *path,
                                bits_word *m, witness_run *run, uint32_t *loop);

#endif
