/* marking.h - markings of a safe net as sets of places, and the token game.
 *
 * A marking is bits_words(net_place_count(net)) words; the caller owns it. */
#ifndef MARKING_H
#define MARKING_H

#include "base/bits.h"
#include "net/net.h"

/* Are all of these places marked, or is at least one? */
static inline bool marking_has_all(const bits_word *m,
                                   struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (!bits_has(m, places.at[i]))
            return false;
    return true;
}

static inline bool marking_meets(const bits_word *m,
                                 struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (bits_has(m, places.at[i]))
            return true;
    return false;
}

/* Puts a token on each of these places, or removes it. */
void marking_add_all(bits_word *m, struct net_place_span places);
void marking_remove_all(bits_word *m, struct net_place_span places);

/* Fills the list anew with the marked ones of the first n places. */
void marking_list(const bits_word *m, uint32_t n, net_place_list *places);

uint32_t marking_words(const struct net *net);
void marking_initial(const struct net *net, bits_word *m);

/* The initial marking, as a new one, which the caller frees. */
bits_word *marking_create(const struct net *net);
bool marking_enabled(const struct net *net, const bits_word *m, trans_id t);
bool marking_is_dead(const struct net *net, const bits_word *m);

/* The place on which firing t, which is enabled at m, would put a second token,
 * or PLACE_NONE. */
place_id marking_unsafe(const struct net *net, const bits_word *m, trans_id t);

/* Is p a choice: does a token that is there initially, and never again, only
 * move to one of some places that have none? */
bool marking_is_choice(const struct net *net, place_id p);

/* t must be enabled at m and marking_unsafe() must be PLACE_NONE. */
void marking_fire(const struct net *net, bits_word *m, trans_id t);

/* Fires u, which is t, a transition of the input, or a step of it, and the
 * steps behind it (given_arcs.h), and appends them to `fired` unless that is
 * NULL. False: the last one of `fired` is not enabled, or it would put a second
 * token; m is the marking before it. */
bool marking_fire_given(const struct net *net, bits_word *m, trans_id t,
                        trans_id u, net_trans_list *fired);

/* Sets m to the marking after these transitions, each of which can be fired. */
void marking_after(const struct net *net, const trans_id *run, uint32_t len,
                   bits_word *m);

/* Undoes marking_fire(). */
void marking_unfire(const struct net *net, bits_word *m, trans_id t);

/* Writes "{p1, p4}" into text: at most cap bytes, with "..." when truncated. */
void marking_print(const struct net *net, const bits_word *m, char *text,
                   size_t cap);

#endif
