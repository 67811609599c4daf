/* circuit_runs.h - the common beginning of two runs. */
#ifndef CIRCUIT_RUNS_H
#define CIRCUIT_RUNS_H

#include "net/net.h"

/* Puts both runs of the net, which can be fired, into an order of their traces
 * in which they begin with the same steps, as many as possible; returns how
 * many.  Takes time in the square of the length. */
uint32_t circuit_runs_align(const struct net *net, net_trans_list *a,
                            net_trans_list *b);

#endif
