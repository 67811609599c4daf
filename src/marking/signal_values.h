/* signal_values.h - the initial values of the signals of a net: as the input
 * tells them, or by walks.
 *
 * Let k edges a~ come before the first a+ or a- of a run.  In a consistent net
 * a is 0 initially if that edge is a+ and k is even, or a- and k is odd;
 * otherwise a is 1.  A signal that has only edges a~ is 0 by convention. */
#ifndef SIGNAL_VALUES_H
#define SIGNAL_VALUES_H

#include "net/net.h"
#include "net/signals.h"

enum signal_values_value { SIGNAL_OPEN, SIGNAL_ZERO, SIGNAL_ONE };

struct signal_values {
    enum signal_values_value *at; /* by signal */
    bool *odd; /* by signal: the run so far has an odd number of edges a~ */
    uint32_t n_open;
};

/* Fires random walks from the initial marking until all values are known, or
 * for a fixed number of steps. */
void signal_values_init(struct signal_values *values, const struct net *net);
void signal_values_finish(struct signal_values *values);

/* Notes what a run of the net shows, from its beginning on. */
void signal_values_note(struct signal_values *values, const struct net *net,
                        const trans_id *run, uint32_t len);

#endif
