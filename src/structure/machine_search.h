/* machine_search.h - state machines (machines.h) for places and transitions, by
 * CaDiCaL.
 *
 * There is a variable for each place that the search has met, "it is a member".
 * A transition that produces on a member consumes from one, and produces on one
 * place of the set at most; one member at most is marked.  Clauses about the
 * producers of a place are added when a solution has the place as a member, so
 * the search stays near the places where it begins.  In a net that is a product
 * of nets many choices are wrong for few reasons, which CaDiCaL learns; so this
 * module finds more than machines.h does. */
#ifndef MACHINE_SEARCH_H
#define MACHINE_SEARCH_H

#include "base/stop.h"
#include "structure/machines.h"

struct machine_search;

/* dead is borrowed, and may gain members between two searches.  stop is
 * borrowed (NULL: nothing does): once it is due, no machine is found. */
struct machine_search *machine_search_create(const struct net *net,
                                             const bool *dead,
                                             const struct stop *stop);
void machine_search_destroy(struct machine_search *search);

/* The members of a state machine that contains p, or from which each of the
 * transitions consumes; valid until the next search.  `without` has places that
 * are not sought, but may be added to a machine that was found.  Empty if there
 * is none, or if the search takes more than `work` looks at places and arcs. */
struct net_place_span machine_search_find(struct machine_search *search,
                                          place_id p, uint64_t work);
struct net_place_span machine_search_cover(struct machine_search *search,
                                           struct net_trans_span transitions,
                                           struct net_place_span without,
                                           uint64_t work);

/* Places and arcs that all searches have looked at; UINT64_MAX if they were
 * stopped. */
uint64_t machine_search_work(const struct machine_search *search);

#endif
