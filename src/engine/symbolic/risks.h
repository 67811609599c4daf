/* risks.h - does a transition put a second token on a place?
 *
 * A transition is a risk at a marking that enables it if it puts a token into a
 * digit that keeps one.  The diagram has no such steps; if no marking of it is
 * a risk, all markings are there, and the net is safe (THEORY, Lemma 111). */
#ifndef RISKS_H
#define RISKS_H

#include "engine/symbolic/sets.h"

struct risks_found {
    mdd_id set; /* the markings at which trans is a risk; MDD_EMPTY if the
                   digits merge places, which leaves them open */
    trans_id trans;
};

/* Fills *found; false: no marking of the diagram is a risk. */
bool risks_find(struct sets *sets, struct risks_found *found);

#endif
