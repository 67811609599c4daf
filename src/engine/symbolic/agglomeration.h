/* agglomeration.h - places that share a value of a digit, when markings are
 * only counted.
 *
 * Some places of a digit get tokens only by transitions with one input and one
 * output, from one of these places, the head: a token on the head can go to
 * each of them, whatever else happens.  So they share a value of the digit,
 * which counts once for each of its places (THEORY, Lemma 133). */
#ifndef AGGLOMERATION_H
#define AGGLOMERATION_H

#include "net/net.h"

/* Fills head, by place: the head of its places, or the place itself when it
 * stays alone.  digit_of: by place.  Linear in the net. */
void agglomeration_find(const struct net *net, const uint32_t *digit_of,
                        place_id *head);

#endif
