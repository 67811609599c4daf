/* mci.h - complete prefixes in the binary format of Mole, PEP and Punf.
 *
 * The format holds an occurrence net without read arcs: who makes and who
 * takes each condition, which events are cutoffs and of what, and the names of
 * the net's nodes.  doc/FORMATS.md gives the layout.  Conditions of the
 * engine's own are left out; that loses nothing where mci_fits() agrees. */
#ifndef MCI_H
#define MCI_H

#include "answer/prefix.h"
#include "base/diag.h"
#include "net/dep.h"
#include "net/net.h"

#include <stdbool.h>

/* Can prefixes of the net under the relation be written?  Either reading
 * takes and gives back (classic), or no two transitions read one place, which
 * comes to the same.  Conditions must order all that is ordered, so `none` and
 * a user's relation do not fit.  Else a DIAG_USAGE. */
bool mci_fits(const struct net *net, const struct dep *dep, struct diag *diag);

/* path as for output_open(); a prefix in which an event does not take each
 * place that its transition takes or reads is a DIAG_USAGE. */
bool mci_write(const struct net *net, const struct prefix *prefix,
               const char *path, struct diag *diag);

#endif
