/* copies.h - the net whose branching process a prefix certificate shows; it has
 * no read arcs (THEORY, Lemma 33).
 *
 *     classic   a transition that reads a place consumes and produces its token
 *     read      a place has one copy for each of its readers: the reader
 *               consumes and produces its own copy; a transition that consumes
 *               or produces on the place does so on all copies
 *
 * A marking of the net marks all copies of a marked place, so both nets have
 * the same runs.  Copies of a place are numbered consecutively, in the order of
 * its readers; a place without readers has one copy.
 *
 * Two copies are joined when a transition consumes or produces both, or when a
 * goal is about both; connected is the transitive closure.  The conditions that
 * an event consumes and produces are on connected copies, so the concurrency of
 * two conditions on connected copies follows from that of other such pairs; the
 * concurrency of other pairs is never needed. */
#ifndef COPIES_H
#define COPIES_H

#include "base/vec.h"
#include "net/net.h"

typedef VEC(uint32_t) copies_list;

struct copies {
    const struct net *net;
    uint32_t *first; /* by place: its first copy; then their number */
    VECS(copies_list)
    consumes, produces;                /* by transition: copies, increasing */
    uint32_t *consumer_at, *consumers; /* by copy: its consumers */
    uint32_t *up; /* by copy: another one that it is connected with; itself: it
                     stands for all of them */
};

struct copies_span {
    const uint32_t *at;
    uint32_t len;
};

/* reads: one copy for each reader; otherwise one for each place. */
void copies_init(struct copies *copies, const struct net *net, bool reads);
void copies_finish(struct copies *copies);

static inline uint32_t copies_count(const struct copies *copies)
{
    return copies->first[net_place_count(copies->net)];
}

struct copies_span copies_consumed(const struct copies *copies, trans_id t);
struct copies_span copies_produced(const struct copies *copies, trans_id t);
struct net_trans_span copies_consumers(const struct copies *copies,
                                       uint32_t copy);

/* The place of this copy. */
place_id copies_place(const struct copies *copies, uint32_t copy);

/* Joins two copies; the copy that stands for all that are connected with this
 * one.  The latter shortens the way there. */
void copies_join(struct copies *copies, uint32_t a, uint32_t b);
uint32_t copies_leader(struct copies *copies, uint32_t copy);

/* The index of the first number of an increasing list that is not below this
 * one. */
uint32_t copies_find(const uint32_t *at, uint32_t n, uint32_t number);

#endif
