/* scn.h - runs in the .scn format of the Tina toolbox.
 *
 * White space separates names of transitions.  Braces enclose a name that has
 * other characters than letters, digits, _ and '; inside them a backslash
 * protects braces and itself.  A comment extends from # to the end of the
 * line. */
#ifndef SCN_H
#define SCN_H

#include "proof/witness.h"

/* Appends the run in the file path ("-": standard input) to *run.
 * net_find_trans() finds the names.  False with a report on errors. */
bool scn_read(const struct net *net, const char *path, witness_run *run,
              struct diag *diag);

/* Writes a comment, then one name a line; path as for output_open().  Another
 * comment stands before step `loop`, from which on the run repeats for ever;
 * UINT32_MAX: it does not. */
bool scn_write(const struct net *net, const witness_run *run, uint32_t loop,
               const char *comment, const char *path, struct diag *diag);

#endif
