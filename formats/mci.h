/* mci.h - complete prefixes in the binary format of Mole, PEP and Punf.
 *
 * The format holds an occurrence net without read arcs: the producer and the
 * consumers of each condition, the cutoffs with their companions, and the names
 * of the net's nodes.  doc/FORMATS.md gives the layout.  Conditions of own
 * places are left out; where mci_fits() agrees, nothing is lost. */
#ifndef MCI_H
#define MCI_H

#include "answer/prefix.h"
#include "base/diag.h"
#include "net/dep.h"
#include "net/net.h"

#include <stdbool.h>

/* Can prefixes of the net under the relation be written?  Yes if readers
 * consume and produce the token (classic), or if no two transitions read one
 * place, which gives the same prefix.  Conditions must order all that is
 * ordered, so `none` and a user's relation do not fit.  If not, a DIAG_USAGE.
 */
bool mci_fits(const struct net *net, const struct dep *dep, struct diag *diag);

/* path as for output_open().  Each event must consume from each place that its
 * transition consumes or reads; if not, a DIAG_USAGE. */
bool mci_write(const struct net *net, const struct prefix *prefix,
               const char *path, struct diag *diag);

#endif
