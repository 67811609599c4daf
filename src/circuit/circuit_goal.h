/* circuit_goal.h - what must never be reached in a circuit, as formulas about a
 * circuit_net.h.
 *
 *     consistent   a+ fires only while a is 0, a- only while a is 1
 *     persistent   no transition of another signal, and no dummy, disables a
 *                  local signal
 *     proper       no internal signal enables an input, and no local signal
 *                  disables one
 *     circuit      all of these, and no deadlock
 *     usc, csc     no two markings have the same values of all signals, and
 *                  differ; or enable other local signals
 *
 * A signal is enabled if one of its transitions is.  The last two are about two
 * copies, and are also violated where the first copy is inconsistent; a marking
 * that enables a dummy stands for those behind it, and does not count. */
#ifndef CIRCUIT_GOAL_H
#define CIRCUIT_GOAL_H

#include "base/bits.h"
#include "base/text.h"
#include "circuit/circuit_net.h"
#include "question/question.h"

struct formula;

/* A question about a graph, and the net that stands for it. */
struct circuit_goal {
    const struct question *question;
    const struct circuit_net *net;
    const bool *ones; /* by signal: initially 1; NULL: the net has no values */
    struct net_trans_span first; /* a run of the graph that shows such a value,
                                    in a certificate; none: empty */
};

/* The i-th of n parts of a property, which holds if each of them does: of
 * persistent and proper, about a share of the transitions that disable or
 * enable others; n is 1 for the other properties. */
struct circuit_goal_share {
    uint32_t i, n;
};

#define CIRCUIT_GOAL_ALL ((struct circuit_goal_share){0, 1})

/* The formula of the markings that violate a part of a property; NULL with
 * DIAG_USAGE if it becomes too large. */
struct formula *circuit_goal_formula(const struct circuit_net *circuit,
                                     enum question_circuit property,
                                     struct circuit_goal_share share,
                                     struct diag *diag);

/* Does the marking violate USC or CSC by its codes, as it would where the graph
 * is consistent? */
bool circuit_goal_codes(const struct circuit_net *circuit,
                        enum question_circuit property, const bits_word *m);

/* Persistent or proper: is it a violation that u disables t, in the graph? */
bool circuit_goal_disables(const struct circuit_net *circuit,
                           enum question_circuit property, trans_id t,
                           trans_id u);

/* --- circuit_tell.c - how a marking violates a property, in words of the
 * graph. */

/* A marking of the net violates the property: tells how, and appends the
 * transition of the graph that shows it, unless two runs or the marking do.  Of
 * several reasons for which a circuit is none, tells the first. */
void circuit_tell(const struct circuit_net *circuit,
                  enum question_circuit property, const bits_word *m,
                  net_trans_list *steps, text_buffer *text);

/* Does a run to a violation show it, whatever the initial values are?  Codes
 * are equal after the same numbers of changes; that a+ fires while a is 1
 * follows from the run if it has a+ or a-, or if the first a+ or a- of `first`,
 * a run of the graph, could not fire with the other initial value of a. */
bool circuit_tell_shows(const struct circuit_net *circuit,
                        enum question_circuit property, const trans_id *run,
                        uint32_t len, struct net_trans_span first);

/* A signal whose initial value such a run needs if it does not show the
 * violation; SIGNALS_NONE if it needs none. */
uint32_t circuit_tell_needed(const struct circuit_net *circuit,
                             const trans_id *run, uint32_t len);

#endif
