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

/* --- pnml_prefix.c - complete prefixes as PNML: occurrence nets that other
 * tools open.
 *
 * Conditions are places, named after the places of the net that they mark, and
 * events are transitions, named after their transitions.  Minimal conditions
 * carry a token.  So the net is safe and acyclic, and its runs are the runs of
 * the prefix.  Cutoffs and their companions are notes of this tool, which
 * others skip.  doc/FORMATS.md has an example. */

/* path as for output_open().  The events must consume what their transitions
 * read, so that the conditions show every order and conflict (the copies of
 * engine_problem.output); otherwise a DIAG_USAGE. */
bool pnml_prefix_write(const struct net *net, const struct prefix *prefix,
                       const char *path, struct diag *diag);

#endif
