/* combine.h - which options go together.
 *
 * options.h reads each option for itself.  Here an option that would have no
 * effect beside another one is refused, as is a file that two outputs would
 * share. */
#ifndef COMBINE_H
#define COMBINE_H

#include "cli/options.h"

/* Reports the first contradiction between options.  Fills in the number of
 * --jobs, and the limit that a row of --compare has when none was given. */
bool combine_options(struct options *options, struct diag *diag);

/* Once all nets are known: reports the first contradiction among the files that
 * are named, and between the options of tasks (batch.h). */
bool combine_files(const struct options *options, struct diag *diag);

#endif
