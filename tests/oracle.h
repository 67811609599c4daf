/* oracle.h - the behaviour of a small net, by brute force.
 *
 * The tests compare the tool with this oracle.  It has no events, orders or
 * cutoffs: it lists markings breadth first, and configurations as words in
 * Foata normal form, one for each Mazurkiewicz trace.  Two words are the same
 * trace iff they have the same normal form, so every trace is listed once.  The
 * traces with a single maximal occurrence are the prime ones; they are the
 * events of the unfolding.
 *
 * The oracle is not part of the tool.  It is slow because it is kept simple. */
#ifndef ORACLE_H
#define ORACLE_H

#include "base/bits.h"
#include "base/vec.h"
#include "net/dep.h"
#include "net/net.h"

/* Firing a transition leads from one marking to another. */
struct oracle_edge {
    uint32_t from, to;
};

typedef VEC(struct oracle_edge) oracle_edge_list; /* increasing in from */

struct oracle {
    const struct net *net;
    uint32_t words;          /* of a marking */
    VEC(bits_word) markings; /* contiguous, the initial one first */
    uint32_t n_markings;
    oracle_edge_list graph;
    uint64_t edges;      /* pairs of a marking and an enabled transition */
    uint32_t deadlocks;  /* markings that enable nothing */
    bits_word *fireable; /* transitions enabled somewhere */
    bool unsafe;         /* the other fields cover the markings found before */
    bool complete;       /* all within the limit, and safe */
    bool terminating;    /* complete, and no run is infinite */
};

/* Lists at most limit reachable markings. */
void oracle_init(struct oracle *oracle, const struct net *net, uint32_t limit);
void oracle_finish(struct oracle *oracle);

const bits_word *oracle_marking(const struct oracle *oracle, uint32_t i);
bool oracle_reaches(const struct oracle *oracle, const bits_word *m);

/* By marking: how many steps lead there from the initial one, at least.  The
 * caller frees the result. */
uint32_t *oracle_distances(const struct oracle *oracle);

/* From which markings is one of those reachable?  In place, by marking. */
void oracle_go_back(const struct oracle *oracle, bool *can);

/* By marking: can t fire from there, maybe after other steps?  The oracle must
 * be complete; the caller frees the result. */
bool *oracle_can_fire(const struct oracle *oracle, trans_id t);

/* Is t live: can it fire from every reachable marking? */
bool oracle_live(const struct oracle *oracle, trans_id t);

/* Is a marking reachable that contains marked and is disjoint from empty? */
bool oracle_covers(const struct oracle *oracle, const bits_word *marked,
                   const bits_word *empty);

struct oracle_traces {
    uint64_t configurations; /* all, with the empty one */
    uint64_t maximal;        /* those that enable nothing */
    uint64_t primes;         /* those with exactly one maximal event */
    uint32_t longest;        /* events in the largest one */
};

/* Counts the traces of a terminating net under a relation; false when there are
 * more than limit. */
bool oracle_traces(const struct oracle *oracle, const struct dep *dep,
                   uint64_t limit, struct oracle_traces *traces);

/* The same; also calls visit with a run of each maximal trace. */
bool oracle_maximal(const struct oracle *oracle, const struct dep *dep,
                    uint64_t limit, struct oracle_traces *traces,
                    void (*visit)(void *self, const trans_id *run,
                                  uint32_t len),
                    void *self);

#endif
