/* whole_marking.h - markings that are given as sets of places, for stores to
 * which engines add no marking but by firing. */
#ifndef WHOLE_MARKING_H
#define WHOLE_MARKING_H

#include "engine/unfolding/es.h"

uint32_t markings_add(struct markings *markings, const bits_word *m);
uint32_t es_marking(struct es *es, const bits_word *m);

#endif
