/* families.h - markings by the values of the digits that no step changes, such
 * as those of the inputs of a Boolean network.
 *
 * Markings with equal values of these digits are a family.  No run leads from
 * one family to another, so one operation treats a marking of each family at
 * once. */
#ifndef FAMILIES_H
#define FAMILIES_H

#include "engine/diagram/sets.h"
#include "marking/enabled_set.h"

struct families {
    struct sets *sets;
    uint32_t *start;  /* by level, from 1 on, and one more: where its values are
                       */
    uint32_t *values; /* in use, increasing */
    bool *changes;    /* by level: does a step change its digit? */
    bool several;     /* there is more than one family */
};

/* After sets_explore(). */
void families_init(struct families *families, struct sets *sets);
void families_finish(struct families *families);

/* Those in which the digit of the level, which no step changes, has the value;
 * all of them for level 0. */
struct families families_part(const struct families *families, uint32_t level,
                              uint32_t value);

/* All combinations of the values in use; only those that have a value need[k]
 * at level k where that is not UINT32_MAX, if need is not NULL. */
mdd_id families_all(const struct families *families, const uint32_t *need);

/* One marking of each family that has one in the set. */
mdd_id families_pick(const struct families *families, mdd_id set);

/* The markings of the set whose family has one in `of`. */
mdd_id families_select(const struct families *families, mdd_id set, mdd_id of);

/* Families whose parts of a set have equally many markings. */
struct families_class {
    char *size;    /* in decimal digits */
    mdd_id picked; /* a marking of each, not always of the set */
};

typedef VEC(struct families_class) families_class_list;

/* Appends those of the set, each size once, in an order that depends on the set
 * alone; the caller frees the texts.  Time grows with the sizes: where a digit
 * changes, those of its values are added in pairs.  None if the diagram is
 * stopped. */
void families_classes(const struct families *families, mdd_id set,
                      families_class_list *list);

/* Is the value of the level that of a marking? */
bool families_use(const struct families *families, uint32_t level,
                  uint32_t value);

/* --- terminals.c: the terminal components ----------------------------------
 */

/* Hears of a component, which is kept during the call; false to end. */
typedef bool terminals_listener(void *self, mdd_id component);

/* Tells of the terminal components in a set that no step leaves, but for those
 * that `known` has, each once (THEORY, Theorem 113), until the listener or the
 * watch ends it.  Where digits that no step changes have several values, a
 * component is one for each of several families. */
void terminals_find(const struct families *families, mdd_id within,
                    mdd_id known, void *self, terminals_listener *found);

#endif
