/* prefix_text.h - prefixes written down by hand.
 *
 *     struct prefix prefix = {0};
 *     prefix_text_begin(&prefix, "0 1");             conditions 0, 1 on places
 * 0, 1 prefix_text_event(&prefix, 7, "0", "0", "1", "2"); event 1: transition
 * 7, below it bottom, takes condition 0, reads condition 1, makes a condition
 * on place 2 (condition 2) prefix_text_conflict(&prefix, 1, 2);
 *
 * Lists are numbers between blanks; "-" is the place PLACE_NONE.  Nothing is
 * checked: tests write down broken prefixes too. */
#ifndef PREFIX_TEXT_H
#define PREFIX_TEXT_H

#include "answer/prefix.h"

void prefix_text_begin(struct prefix *prefix, const char *places);

/* The number of the event. */
uint32_t prefix_text_event(struct prefix *prefix, trans_id trans,
                           const char *causes, const char *takes,
                           const char *reads, const char *places);
void prefix_text_conflict(struct prefix *prefix, uint32_t a, uint32_t b);

/* Marks e as a cutoff whose corresponding event is companion. */
void prefix_text_cutoff(struct prefix *prefix, uint32_t e, uint32_t companion);

#endif
