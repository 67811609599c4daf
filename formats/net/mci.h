/* mci.h - complete prefixes in the binary format of Mole, PEP and Punf.
 *
 * The format holds an occurrence net without read arcs: the producer and the
 * consumers of each condition, the cutoffs with their companions, and the names
 * of the net's nodes.  doc/FORMATS.md gives the layout.  Conditions of the
 * engine's own are omitted; mci_fits() ensures that they carry no
 * information. */
#ifndef MCI_H
#define MCI_H

#include "base/diag.h"
#include "net/dep.h"
#include "net/net.h"
#include "occurrence/prefix.h"

#include <stdbool.h>

/* Can the format hold prefixes of the net under the relation?  It can when
 * reading consumes and reproduces (classic), or when no two transitions read
 * the same place, which is equivalent.  Conditions must show all causality, so
 * `none` and a user's relation do not fit.  False with a DIAG_USAGE if not. */
bool mci_fits(const struct net *net, const struct dep *dep, struct diag *diag);

/* path as for output_open().  Every event of the prefix must consume each place
 * that its transition consumes or reads; otherwise a DIAG_USAGE. */
bool mci_write(const struct net *net, const struct prefix *prefix,
               const char *path, struct diag *diag);

#endif
