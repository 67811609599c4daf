/* path_run.h - runs of which a path formula of CTL holds: X, U or R of
 * conditions on markings. */
#ifndef PATH_RUN_H
#define PATH_RUN_H

#include "engine/symbolic/ctl.h"
#include "proof/witness.h"

/* Appends a run from marking m of which the path formula holds, and moves m to
 * its end.  *loop: the steps before those that repeat; LTL_OPEN: the formula
 * holds however the run goes on.  The operands must be kept (mdd.h).  False:
 * there is no such run, the watch has stopped, or the part that repeats is too
 * long. */
bool path_run_show(struct sets *sets, const struct ctl_path *path, bits_word *m,
                   witness_run *run, uint32_t *loop);

#endif
