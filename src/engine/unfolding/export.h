/* export.h - the explored part of a store of events as a struct prefix.
 *
 * For drawing and comparison, not for the hot path: causes are reduced and
 * immediate conflicts found by their definitions. */
#ifndef EXPORT_H
#define EXPORT_H

#include "engine/unfolding/config.h"
#include "engine/unfolding/cutoff.h"
#include "engine/unfolding/step_log.h"
#include "occurrence/prefix.h"

/* What is exported: a set of events that has the causes of its members, and the
 * members that are shown as cutoffs.  The past of `witness` is the run of an
 * answer. */
struct export_choice {
    const bits_word *events, *cutoffs;
    struct es_span witness;
    const struct cutoff *cutoff;  /* for companions, or NULL */
    const struct step_log *steps; /* or NULL */
    bool no_conflicts; /* leave these out: finding them takes most time */
    bool plain;        /* copies of read places as they are, not as reads */
};

/* c must be {bottom} and is that again afterwards. */
void export_prefix(struct config *c, const struct export_choice *choice,
                   struct prefix *prefix);

#endif
