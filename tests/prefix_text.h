/* prefix_text.h - prefixes written by hand.
 *
 *     struct prefix prefix = {0};
 *     prefix_text_begin(&prefix, "0 1");
 *     prefix_text_event(&prefix, 7, "0", "0", "1", "2");
 *     prefix_text_conflict(&prefix, 1, 2);
 *
 * The first call adds conditions 0 and 1 on places 0 and 1.  The second adds
 * event 1 with transition 7 and cause bottom: it consumes condition 0, reads
 * condition 1 and produces condition 2 on place 2.
 *
 * A list contains numbers between blanks; "-" is the place PLACE_NONE.  Nothing
 * is checked, so tests can also write invalid prefixes. */
#ifndef PREFIX_TEXT_H
#define PREFIX_TEXT_H

#include "occurrence/prefix.h"

void prefix_text_begin(struct prefix *prefix, const char *places);

/* Adds an event and returns its number. */
uint32_t prefix_text_event(struct prefix *prefix, trans_id trans,
                           const char *causes, const char *consumes,
                           const char *reads, const char *places);
void prefix_text_conflict(struct prefix *prefix, uint32_t a, uint32_t b);

/* Marks e as a cutoff with this companion. */
void prefix_text_cutoff(struct prefix *prefix, uint32_t e, uint32_t companion);

#endif
