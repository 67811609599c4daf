/* pnml_prefix.h - complete prefixes as PNML: occurrence nets that other tools
 * open.
 *
 * Conditions are places, named after the places of the net that they mark, and
 * events are transitions, named after their transitions.  Minimal conditions
 * carry a token.  So the net is safe and acyclic, and its runs are the runs of
 * the prefix.  Cutoffs and their companions are notes of this tool, which
 * others skip.  doc/FORMATS.md has an example. */
#ifndef PNML_PREFIX_H
#define PNML_PREFIX_H

#include "base/diag.h"
#include "net/net.h"
#include "occurrence/prefix.h"

#include <stdbool.h>

/* path as for output_open().  The events must consume what their transitions
 * read, so that the conditions show every order and conflict (the copies of
 * engine_problem.output); otherwise a DIAG_USAGE. */
bool pnml_prefix_write(const struct net *net, const struct prefix *prefix,
                       const char *path, struct diag *diag);

#endif
