/* markable.h - which places can still be marked from a marking on, as far as
 * the structure of the net shows.
 *
 * A place is markable if it is marked, or if a transition produces into it all
 * of whose consumed and read places are markable: the least such set.  The
 * places outside are an empty siphon, the largest one: they stay empty, and a
 * transition that needs one of them never fires.  A marked place that no other
 * transition consumes stays marked (THEORY, Lemma 89). */
#ifndef MARKABLE_H
#define MARKABLE_H

#include "base/bits.h"
#include "question/formula.h"

struct markable {
    const struct net *net;
    uint32_t *missing;    /* by transition: places that are not markable */
    bits_word *markable;  /* places */
    net_place_list queue; /* scratch */
    VEC(bool) may;        /* scratch, by node of a formula */
};

void markable_init(struct markable *markable, const struct net *net);
void markable_finish(struct markable *markable);

/* From marking m on.  Linear in the arcs. */
void markable_find(struct markable *markable, const bits_word *m);

/* Afterwards: the first transition of the input that never fires, or
 * TRANS_NONE; can the formula still hold at some marking?  m is the same
 * marking. */
trans_id markable_dead(const struct markable *markable);
bool markable_may_hold(struct markable *markable, const bits_word *m,
                       const struct formula *formula);

#endif
