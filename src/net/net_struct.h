/* net_struct.h - the fields of a net, for net.c, which reads them, and
 * net_builder.c, which fills them.  All other modules include net.h. */
#ifndef NET_STRUCT_H
#define NET_STRUCT_H

#include "base/bits.h"
#include "net/names.h"
#include "net/relation.h"

struct net {
    char *name;
    struct names places, transitions;
    bits_word *marked;
    struct relation pre, post, read;               /* by transition */
    struct relation consumers, producers, readers; /* by place */
};

#endif
