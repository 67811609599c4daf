/* names.h - ids, names and labels of the nodes of one kind.
 *
 * A node has a unique id, an optional name, which other nodes may share, and a
 * label: its id or its name.  names_choose() chooses labels such that they are
 * unique.  Nodes are numbered from 0 in the order of names_add().  All zero is
 * a valid empty table. */
#ifndef NAMES_H
#define NAMES_H

#include "base/slots.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define NAMES_NONE UINT32_MAX

/* What a node has besides its id; all zero: no name. */
struct names_named {
    uint32_t name : 30;   /* 1 + its offset in texts */
    uint32_t shared : 1;  /* another node has the same name */
    uint32_t by_name : 1; /* the label is the name */
};

#define NAMES_MOST_TEXT (((uint32_t)1 << 30) - 1) /* bytes */

struct names {
    VEC(char) texts;
    VEC(uint32_t) ids;             /* by node: the offset of its id in texts */
    VEC(struct names_named) named; /* by node, as far as one has a name */
    struct slots by_id;            /* all nodes */
    struct slots by_name;          /* the first node of each name */
};

static inline uint32_t names_count(const struct names *names)
{
    return names->ids.len;
}

void names_finish(struct names *names);

/* Adds a node and returns it; NAMES_NONE when the id is in use.  name may be
 * NULL or "", which both mean none. */
uint32_t names_add(struct names *names, const char *id, const char *name);

/* The node with this id, a new one without a name if there is none. */
uint32_t names_intern(struct names *names, const char *id);

/* Gives a name to a node without one. */
void names_name_node(struct names *names, uint32_t n, const char *name);

/* Makes unique names the labels.  Before this call all labels are ids. */
void names_choose(struct names *names);

const char *names_id(const struct names *names, uint32_t n);
const char *names_name(const struct names *names, uint32_t n); /* or NULL */
const char *names_label(const struct names *names, uint32_t n);

/* The node with this label, otherwise with this id, otherwise with this name.
 * NAMES_NONE when there is none or *shared: several nodes have the name.
 * shared may be NULL. */
uint32_t names_find(const struct names *names, const char *text, bool *shared);

static inline bool names_has(const struct names *names, const char *text)
{
    return names_find(names, text, NULL) != NAMES_NONE;
}

#endif
