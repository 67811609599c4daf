/* net_list.h - the names of nets in a file, one a line.
 *
 * A name is all of its line, spaces included; empty lines are left out.  Lines
 * and their length are bounded. */
#ifndef NET_LIST_H
#define NET_LIST_H

#include "base/diag.h"
#include "base/vec.h"

struct net_list {
    VEC(char *) names;
};

/* path "-" is standard input.  False with a report when the file cannot be
 * read, holds a null character, or names nothing. */
bool net_list_read(struct net_list *list, const char *path, struct diag *diag);
void net_list_finish(struct net_list *list);

#endif
