/* coset.h - a co-set: pairwise concurrent conditions, chosen one by one, as on
 * a stack, among the partners of the event e of the query (conc.h).
 *
 * Where the component has rows, each condition is compared with the others.
 * Where it has walks, the co-set has the events that its conditions bring to
 * [e]: the next condition fits when none of these consumes it, and when what it
 * brings consumes none of the chosen conditions and nothing that is consumed
 * already (THEORY, Lemma 49). */
#ifndef COSET_H
#define COSET_H

#include "engine/prefix/conc.h"
#include "engine/unfolding/es_past.h"

struct coset {
    struct conc_query *query; /* the rest is zero at first */
    conc_list at;
    VEC(uint32_t) n_before; /* by chosen: how many of `brought` came before */
    es_event_list brought;
    struct stamp in;    /* those events */
    struct stamp taken; /* conditions that they consume, or that are chosen */
    struct es_past_walk walk;
    uint64_t work; /* conditions compared, and events brought */
};

void coset_finish(struct coset *coset);

/* The empty co-set. */
void coset_start(struct coset *coset);

/* Chooses b as well, if it is concurrent with the others. */
bool coset_push(struct coset *coset, struct conc_partner b);
void coset_pop(struct coset *coset);

/* The events below the co-set that [e] lacks, increasing. */
void coset_missing(struct coset *coset, es_event_list *missing);

#endif
