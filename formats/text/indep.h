/* indep.h - a user's independence file: pairs of transitions that commute.
 *
 *     # what the modeller knows
 *     t1  t2
 *     t1  "put token"
 *
 * Each line holds one pair.  Double quotes enclose a name that contains blanks,
 * quotes or '#', with \" and \\ inside.  Independence is symmetric and
 * irreflexive: the file gives each pair once, in either order. */
#ifndef INDEP_H
#define INDEP_H

#include "net/dep.h"
#include "net/net.h"

/* The relation in the file path ("-": standard input), or NULL with a
 * report. */
struct dep *indep_read(const struct net *net, const char *path,
                       struct diag *diag);

#endif
