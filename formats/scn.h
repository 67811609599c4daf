/* scn.h - runs as the Tina toolbox writes them, .scn.
 *
 * Names of transitions between white space; a name that is not made of
 * letters, digits, _ and ' stands between braces, in which a backslash
 * protects braces and itself; # begins a comment up to the end of the line. */
#ifndef SCN_H
#define SCN_H

#include "answer/witness.h"

/* The transition's label as it stands in such a file; to be freed. */
char *scn_name(const struct net *net, trans_id t);

/* Appends the run in the file path ("-": standard input) to *run; each name
 * is addressed as net_find_trans() does. */
bool scn_read(const struct net *net, const char *path, witness_run *run,
              struct diag *diag);

/* One name a line, behind a comment; path as for output_open(). */
bool scn_write(const struct net *net, const witness_run *run,
               const char *comment, const char *path, struct diag *diag);

#endif
