/* outcome_files.h - the files that the options ask for.
 *
 * One of them may be standard output, by the name "-". */
#ifndef OUTCOME_FILES_H
#define OUTCOME_FILES_H

#include "cli/outcome.h"

/* Can the files asked for be written?  Checked before the exploration. */
bool outcome_files_check(const struct options *options, struct diag *diag);

/* --list, --write, --dot-net, --relations and --concurrent, which need no
 * exploration for questions. */
bool outcome_files_convert(struct outcome *outcome, struct diag *diag);

/* All others, once the engine is done.  Standard error tells which files are
 * missing because the run or a drawing met a limit; that is no failure. */
bool outcome_files_write(struct outcome *outcome, struct diag *diag);

#endif
