/* dot_names.h - the names of nodes as a drawing shows them.
 *
 * A large drawing has no room for long names.  They keep their beginning and
 * the part where they first differ from their neighbours in the order of all
 * names:
 *
 *     Process_Alpha_Phase_Request_One_2      Proces…ase_Request_One_2
 *     Process_Alpha_Phase_Request_Two_2      Proces…ase_Request_Two_2
 *
 * Names that would look alike then are shown whole.
 *
 * A step that changes how many tokens a place has (given_arcs.h) is shown as
 * the place with the new number: buffer=2. */
#ifndef DOT_NAMES_H
#define DOT_NAMES_H

#include "net/net.h"

struct dot_names {
    const struct net *net;
    char **places, **transitions; /* by node: NULL: its label; NULL: all have
                                     their labels */
};

/* shortens: the drawing is large.  The net must outlive the names. */
void dot_names_init(struct dot_names *names, const struct net *net,
                    bool shortens);
void dot_names_finish(struct dot_names *names);

/* Valid until dot_names_finish(). */
const char *dot_names_place(const struct dot_names *names, place_id p);
const char *dot_names_trans(const struct dot_names *names, trans_id t);

#endif
