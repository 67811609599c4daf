/* circuit_net.h - a signal transition graph with the values of its signals, as
 * a net; one copy, or two beside each other.
 *
 *     a+      takes the token of the place "a=0", and puts one on "a=1"
 *     a-      the other way round
 *     a~      both, each by a transition of its own
 *     dummy   as it is
 *
 * Where a+ could fire in the graph though a is 1, it is not enabled: the graph
 * is inconsistent, and circuit_goal.h asks for such a marking.  Up to there the
 * runs of both are the same (THEORY, Theorem 104).  Two copies have independent
 * runs: a marking of the net is a pair of markings of the graph, and its prefix
 * is that of the graph, twice (THEORY, Lemma 131). */
#ifndef CIRCUIT_NET_H
#define CIRCUIT_NET_H

#include "net/net.h"
#include "net/signals.h"

enum { CIRCUIT_COPIES = 2 };

struct circuit_net {
    const struct net *graph;
    const struct signals *signals;
    uint32_t n_copies;
    uint32_t n_places, n_transitions; /* of a copy */
    net_trans_list given;   /* by transition of a copy: that of the graph */
    struct relation of;     /* by signal: its transitions in the graph */
    const bool *alternates; /* by signal: its changes are known to alternate,
                               and a net of one copy has no places for its
                               value; NULL: of none is that known */
    uint32_t *number;       /* by signal: of its values among all, if it has
                               places for them; NULL without values */
    struct net *net;
};

/* ones: by signal, whether it is 1 initially; NULL: the net has no values.
 * alternates: as above.  The graph has signals and must outlive the net.  False
 * with DIAG_USAGE if it has arc weights, inhibitor or reset arcs. */
bool circuit_net_init(struct circuit_net *circuit, const struct net *graph,
                      const bool *ones, const bool *alternates,
                      uint32_t n_copies, struct diag *diag);
void circuit_net_finish(struct circuit_net *circuit);

static inline bool circuit_net_has_values(const struct circuit_net *circuit)
{
    return circuit->n_places > net_place_count(circuit->graph);
}

/* Has the signal places for its value? */
static inline bool circuit_net_keeps_value(const struct circuit_net *circuit,
                                           uint32_t signal)
{
    return circuit->number && (circuit->n_copies > 1 || !circuit->alternates ||
                               !circuit->alternates[signal]);
}

/* Place p of the graph in a copy; the place for a value of a signal. */
static inline place_id circuit_net_place(const struct circuit_net *circuit,
                                         uint32_t copy, place_id p)
{
    return copy * circuit->n_places + p;
}

static inline place_id circuit_net_value(const struct circuit_net *circuit,
                                         uint32_t copy, uint32_t signal,
                                         bool one)
{
    return circuit_net_place(circuit, copy,
                             net_place_count(circuit->graph) +
                                 2 * circuit->number[signal] + one);
}

/* The transitions of a signal in the graph. */
static inline struct net_trans_span
circuit_net_edges(const struct circuit_net *circuit, uint32_t signal)
{
    const uint32_t first = circuit->of.start[signal];

    return (struct net_trans_span){circuit->of.at + first,
                                   circuit->of.start[signal + 1] - first};
}

/* Appends the steps of a run that belong to a copy; or the transitions of the
 * graph that they are. */
void circuit_net_select(const struct circuit_net *circuit, uint32_t copy,
                        const trans_id *run, uint32_t len,
                        net_trans_list *steps);
void circuit_net_run(const struct circuit_net *circuit, uint32_t copy,
                     const trans_id *run, uint32_t len, net_trans_list *steps);

/* Puts both runs of a net, which can be fired, into an order of their traces in
 * which they begin with the same steps, as many as possible; returns how many.
 * Takes time in the square of the length. */
uint32_t circuit_runs_align(const struct net *net, net_trans_list *a,
                            net_trans_list *b);

#endif
