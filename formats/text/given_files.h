/* given_files.h - files that a user gives beside a net.  doc/FORMATS.md has
 * their grammars.
 *
 * --- costs.c: what a firing of each transition costs. */
#ifndef GIVEN_FILES_H
#define GIVEN_FILES_H

#include "net/dep.h"
#include "proof/witness.h"

enum { COSTS_LARGEST = 1000000000 };

/* By transition of the input, for mem_free(): 1 for those that the file does
 * not name.  NULL with a report. */
uint32_t *costs_read(const struct net *net, const char *path,
                     struct diag *diag);

/* --- indep.c: pairs of transitions that commute. */

/* The relation in the file path ("-": standard input), or NULL with a
 * report. */
struct dep *indep_read(const struct net *net, const char *path,
                       struct diag *diag);

/* --- scn.c: runs in the .scn format of the Tina toolbox. */

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
