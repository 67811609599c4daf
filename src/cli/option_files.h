/* option_files.h - the files that options name, for one net or for many.
 *
 * A name may have placeholders for the net (file_pattern.h).  With several nets
 * an output needs one, lest each net replaces what another one wrote; only
 * --json may have one file for all of them. */
#ifndef OPTION_FILES_H
#define OPTION_FILES_H

#include "cli/options.h"

struct option_files {
    VEC(char *) names;
};

/* Puts options->net in place of the placeholders.  The new names are valid
 * until option_files_finish(). */
void option_files_fill(struct option_files *files, struct options *options);
void option_files_finish(struct option_files *files);

/* Does each net have outputs of its own, which replace no input? */
bool option_files_check(const struct options *options, struct diag *diag);

#endif
