/* symbolic.h - what the engine `symbolic` finds in the set of all markings. */
#ifndef SYMBOLIC_H
#define SYMBOLIC_H

#include "engine/diagram/sets.h"
#include "occurrence/concurrency.h"
#include "proof/diagram.h"

/* --- risks.c: does a transition put a second token on a place? -------------
 *
 * A transition is a risk at a marking that enables it if it puts a token into a
 * digit that keeps one.  The diagram has no such steps; if no marking of it is
 * a risk, all markings are there, and the net is safe (THEORY, Lemma 111). */

/* *set gets the markings at which *t is a risk; MDD_EMPTY if the digits merge
 * places, which leaves them open.  False: no marking of the diagram is one. */
bool risks_find(struct sets *sets, mdd_id *set, trans_id *t);

/* --- attractors.c: where runs can stay for ever --------------------------- */

/* Appends the terminal components, without markings at which a reset is under
 * way, each with its size and a run there: first those of one marking, if it
 * enables nothing.  Where they are many, an item stands for all of one size.
 * False if the watch stops it before all are found; it may stop the search for
 * their sizes. */
bool attractors_find(struct sets *sets, answer_item_list *list);

/* --- together.c: which nodes are concurrent ------------------------------- */

/* Fills *c, which is all zero, with the places of the input that are marked
 * together, or the transitions that fire together, after sets_explore().  False
 * when the watch stops it; then *c stays empty. */
bool together_find(struct sets *sets, enum concurrency_kind kind,
                   struct concurrency *c);

/* --- invariant.c: the set of all markings as a proof ---------------------- */

/* The caller destroys the result.  NULL: it would have more than
 * DIAGRAM_MOST_ARCS arcs, or the diagram is stopped. */
struct diagram *invariant_of(struct sets *sets);

#endif
