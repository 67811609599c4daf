/* net_struct.h - the fields of a net, for net.c, which reads them, and for
 * net_builder.c and given_arcs.c, which fill them.  All other modules include
 * net.h. */
#ifndef NET_STRUCT_H
#define NET_STRUCT_H

#include "base/bits.h"
#include "net/names.h"
#include "net/relation.h"

enum { NET_STRUCT_ARCS = 7 }; /* of enum net_arc_kind, and NET_NEEDS */

struct net {
    struct relation arcs[NET_STRUCT_ARCS]; /* first: see net_relation() */
    char *name;
    struct names places, transitions;
    bits_word *marked;
    uint32_t n_given_places, n_given_transitions;
    uint32_t *overflow; /* by transition; NULL: none has one */
    uint32_t *shadowed; /* by transition that was added */
    uint32_t *locks;    /* by place; NULL: no resets, one token */
    uint32_t *tokens;   /* by given place, initially; NULL: at most one each */
    uint32_t *bounds;   /* by given place: most tokens; NULL: one each */
    bool keeps_bounds;  /* weights of its places show that it keeps these */
    uint32_t *levels;   /* by given place: see net_level(); NULL: no bounds */
    struct net_bundle *bundles; /* by transition, then by place */
    uint32_t n_bundles;
    struct net_bundle
        *spare_resets; /* by transition: bundles with a reset arc that changes
                          nothing while the place has one token at most */
    uint32_t n_spare_resets;
    VEC(char *) warnings;
    struct units *units;        /* NULL: none */
    struct signals *signals;    /* NULL: none */
    uint32_t *capacities;       /* by place, 0: none; NULL: no place has one */
    net_place_lists finals;     /* by final marking: its places */
    VEC(uint32_t) final_tokens; /* of each of them */
};

#endif
