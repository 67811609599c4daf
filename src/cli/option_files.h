/* option_files.h - the files that options name, for one net or for many.
 *
 * A name may be a pattern, with placeholders for the net:
 *
 *     {}    the net as it was given      nets/ring.pnml
 *     {.}   without its extension        nets/ring
 *     {/}   without its folder           ring.pnml
 *     {//}  its folder                   nets
 *     {/.}  without both                 ring
 *
 * These are the placeholders of GNU parallel and of fd.  Other braces stay as
 * they are.  With several nets an output needs a placeholder, so that no net
 * replaces the output of another one; only --json may have one file for all
 * nets. */
#ifndef OPTION_FILES_H
#define OPTION_FILES_H

#include "cli/options.h"

/* Does the text have a placeholder? */
bool option_files_is_pattern(const char *text);

/* The text with the net in place of each placeholder; the caller frees it. */
char *option_files_name(const char *text, const char *net);

struct option_files {
    VEC(char *) names;
};

/* Fills in options->net for the placeholders of all options.  The new names are
 * valid until option_files_finish(). */
void option_files_fill(struct option_files *files, struct options *options);
void option_files_finish(struct option_files *files);

/* Does each net have outputs of its own, which replace no input?  If not,
 * reports the first two names of one file.  Existing files are compared by
 * device and number, other files by folder and name.  Any number of outputs may
 * share a pipe, a device, or "-", a standard stream: these are equal to
 * nothing. */
bool option_files_check(const struct options *options, struct diag *diag);

#endif
