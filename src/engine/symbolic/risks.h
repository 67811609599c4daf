/* risks.h - does a transition put a second token on a place?
 *
 * A transition is a risk at a marking that enables it if it puts a token into a
 * digit that keeps one.  The diagram has no such steps; if no marking of it is
 * a risk, all markings are there, and the net is safe (THEORY, Lemma 111). */
#ifndef RISKS_H
#define RISKS_H

#include "engine/symbolic/sets.h"

struct risks_found {
    mdd_id set; /* the markings that are a risk; EMPTY where the digits merge
                   places, which leaves open what the transition needs */
    trans_id trans;
};

/* False: there are none. */
bool risks_find(struct sets *sets, struct risks_found *found);

#endif
