/* trap_spaces.h - the smallest trap spaces of markings.
 *
 * A trap space is a set of markings that no step leaves, one of all
 * combinations of some values of each digit (Klarner, Bockmayr, Siebert, 2015).
 * If the smallest one with a marking has a single one of some markings from
 * which all terminal components are reached, a single terminal component is in
 * it, which has this marking (THEORY, Theorem 149). */
#ifndef TRAP_SPACES_H
#define TRAP_SPACES_H

#include "engine/symbolic/influences.h"

struct trap_spaces_item {
    mdd_id inside; /* a marking of each of several families, and */
    mdd_id around; /* the trap spaces that have them */
};

typedef VEC(struct trap_spaces_item) trap_spaces_list;

/* All terminal components are reached from `fixed`, markings that enable
 * nothing, and `others`.  Appends those of `others` that are alone in their
 * trap space.  *known gets the fixed ones and all these trap spaces, *rest
 * those of `others` that are not alone and from which no walk into *known is
 * found.  What is found is kept. */
void trap_spaces_find(const struct influences *influences, mdd_id fixed,
                      mdd_id others, trap_spaces_list *list, mdd_id *known,
                      mdd_id *rest);

#endif
