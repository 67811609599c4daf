/* file_pattern.h - file names with a place for the name of the net.
 *
 *     {}    the net as it was given      nets/ring.pnml
 *     {.}   without its extension        nets/ring
 *     {/}   without its folder           ring.pnml
 *     {//}  its folder                   nets
 *     {/.}  without both                 ring
 *
 * These are the placeholders of GNU parallel and of fd.  Other braces stay as
 * they are. */
#ifndef FILE_PATTERN_H
#define FILE_PATTERN_H

#include <stdbool.h>

/* Does the text have a placeholder? */
bool file_pattern_is(const char *text);

/* The text with the net in place of each placeholder; the caller frees it. */
char *file_pattern_fill(const char *text, const char *net);

#endif
