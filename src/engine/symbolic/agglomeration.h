/* agglomeration.h - places of which a digit need not tell one from another,
 * when markings are only counted.
 *
 * The places of a digit that transitions of one place to another lead to from
 * one of them, the head, and from nowhere else: a token that is put on the head
 * can go to each of them, whatever else happens.  So they are one value of the
 * digit, which counts as often as it has places (THEORY, Lemma 133). */
#ifndef AGGLOMERATION_H
#define AGGLOMERATION_H

#include "net/net.h"

/* Fills head, by place: the head of its places, or the place itself when it
 * stays alone.  digit_of: by place.  Linear in the net. */
void agglomeration_find(const struct net *net, const uint32_t *digit_of,
                        place_id *head);

#endif
