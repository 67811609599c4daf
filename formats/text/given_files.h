/* given_files.h - files that a user gives beside a net.
 *
 * --- costs.c: what a firing of each transition costs.
 *
 * A line has a transition and a whole number, as in `pay 12`; # begins a
 * comment.  The transition is a word, or stands in double quotes.  A transition
 * that the file does not name costs 1. */
#ifndef GIVEN_FILES_H
#define GIVEN_FILES_H

#include "net/dep.h"
#include "proof/witness.h"

enum { COSTS_LARGEST = 1000000000 };

/* By transition of the input, for mem_free(); NULL with a report. */
uint32_t *costs_read(const struct net *net, const char *path,
                     struct diag *diag);

/* --- indep.c: pairs of transitions that commute.
 *
 *     # what the modeller knows
 *     t1  t2
 *     t1  "put token"
 *
 * Each line holds one pair.  Double quotes enclose a name that contains blanks,
 * quotes or '#', with \" and \\ inside.  Independence is symmetric and
 * irreflexive: the file gives each pair once, in either order. */

/* The relation in the file path ("-": standard input), or NULL with a
 * report. */
struct dep *indep_read(const struct net *net, const char *path,
                       struct diag *diag);

/* --- scn.c: runs in the .scn format of the Tina toolbox.
 *
 * White space separates names of transitions.  Braces enclose a name that has
 * other characters than letters, digits, _ and '; inside them a backslash
 * protects braces and itself.  A comment extends from # to the end of the
 * line. */

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
