/* combine.h - which options go together.
 *
 * options.h reads each option for itself.  Here an option that would have no
 * effect beside another one is refused, as is a file that two outputs would
 * share. */
#ifndef COMBINE_H
#define COMBINE_H

#include "cli/options.h"

/* Reports the first contradiction.  Fills in the limit that a row of --compare
 * has when none was given. */
bool combine_options(struct options *options, struct diag *diag);

/* The same about files and tasks (batch.h), once all nets are known. */
bool combine_files(const struct options *options, struct diag *diag);

#endif
