/* doomed.h - which configurations of a prefix can no longer avoid bad markings.
 *
 * The bad markings are closed: what is reachable from one is bad.  A marking is
 * free if an infinite run from it never meets a bad one and leaves no
 * transition waiting for ever: it comes to a component of the graph of markings
 * in which each enabled transition fires, or loses a token to one that fires.
 * All other markings are doomed, also markings from which every run ends at a
 * deadlock, as in published tools.  A configuration is doomed if its marking is
 * doomed.
 *
 * doomed_find() lists the minimal doomed configurations that are part of a
 * maximal configuration of the prefix in which a bad marking is met. */
#ifndef DOOMED_H
#define DOOMED_H

#include "answer/answer.h"
#include "marking/marking_graph.h"

/* Fills doomed, by marking. bad, by marking: the markings that the question
 * calls bad; what they reach is bad, too. */
void doomed_markings(const struct marking_graph *g, const bool *bad,
                     bool *doomed);

/* Appends a run for each configuration.  Where places are read, the prefix is
 * one with copies, whose events are histories: its sets of conditions tell
 * which events exclude each other.  bad: as given.  False, and nothing is
 * appended, when there are more than `most` configurations, or when a limit
 * ends it. */
bool doomed_find(const struct marking_graph *g, const struct prefix *prefix,
                 const bool *bad, const bool *doomed,
                 const struct marking_graph_limits *limits,
                 answer_item_list *found);

/* Fills the fate of each event: whether the marking of its local configuration
 * is bad (or reached from a bad one), doomed, or free. */
void doomed_mark(const struct marking_graph *g, const bool *bad,
                 const bool *doomed, struct prefix *prefix);

#endif
