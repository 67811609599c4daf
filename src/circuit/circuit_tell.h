/* circuit_tell.h - how a marking violates a property of circuit_goal.h, in
 * words of the graph. */
#ifndef CIRCUIT_TELL_H
#define CIRCUIT_TELL_H

#include "base/text.h"
#include "circuit/circuit_net.h"
#include "question/question.h"

/* A marking of the net violates the property: tells how, and appends the
 * transition of the graph that shows it, unless two runs or the marking do.  Of
 * several reasons for which a circuit is none, tells the first. */
void circuit_tell(const struct circuit_net *x, enum question_circuit property,
                  const bits_word *m, net_trans_list *steps, text_buffer *text);

/* Does a run to a violation show it, whatever the initial values are?  Codes
 * are equal after the same numbers of changes; that a+ fires while a is 1
 * follows from the run if it has a+ or a-, or if the first a+ or a- of `first`,
 * a run of the graph, could not fire with the other initial value of a. */
bool circuit_tell_shows(const struct circuit_net *x,
                        enum question_circuit property, const trans_id *run,
                        uint32_t len, struct net_trans_span first);

/* A signal whose initial value such a run needs if it does not show the
 * violation; SIGNALS_NONE if it needs none. */
uint32_t circuit_tell_needed(const struct circuit_net *x, const trans_id *run,
                             uint32_t len);

#endif
