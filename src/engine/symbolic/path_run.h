/* path_run.h - runs of which a path formula of CTL holds: X, U or R of
 * conditions on markings. */
#ifndef PATH_RUN_H
#define PATH_RUN_H

#include "engine/symbolic/ctl.h"
#include "proof/witness.h"

/* A run from marking m that does this, which moves m to its end, and the steps
 * before those that repeat; LTL_OPEN: it shows it however it goes on.  The
 * operands are kept.  False: there is none, the watch has stopped, or the part
 * that repeats is long. */
bool path_run_show(struct sets *sets, const struct ctl_path *path, bits_word *m,
                   witness_run *run, uint32_t *loop);

#endif
