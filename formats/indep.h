/* indep.h - a user's independence file: pairs of transitions that commute.
 *
 *     # what the modeller knows
 *     t1  t2
 *     t1  "put token"
 *
 * One pair a line; a name that holds blanks, quotes or '#' stands in double
 * quotes, with \" and \\ inside.  Independence is symmetric and never
 * reflexive: a pair is given once, in either order. */
#ifndef INDEP_H
#define INDEP_H

#include "net/dep.h"
#include "net/net.h"

/* The relation that a file ("-": standard input) describes, or NULL with a
 * report. */
struct dep *indep_read(const struct net *net, const char *path,
                       struct diag *diag);

#endif
