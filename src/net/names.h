/* names.h - the texts by which the nodes of one kind are addressed.
 *
 * A node has a unique id, maybe a name, which others may bear too, and a
 * label: its id or its name, chosen by names_choose() so that labels are
 * unique.  Nodes are numbered from 0 in the order of names_add().  All zero
 * is a valid empty table. */
#ifndef NAMES_H
#define NAMES_H

#include "base/hash.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define NAMES_NONE UINT32_MAX

struct names_node {
    uint32_t id, name; /* where in texts; NAMES_NONE: no name */
    bool shared;       /* another node bears the same name */
    bool by_name;      /* the label is the name */
};

struct names {
    VEC(char) texts;
    VEC(struct names_node) nodes;
    struct hash ids;   /* id -> node */
    struct hash bears; /* name -> the first node that bears it */
};

void names_finish(struct names *names);

/* The new node, or NAMES_NONE when the id is taken.  name may be NULL or "",
 * which are the same. */
uint32_t names_add(struct names *names, const char *id, const char *name);

/* Makes names the labels, where these are unique; until then ids are. */
void names_choose(struct names *names);

const char *names_id(const struct names *names, uint32_t n);
const char *names_name(const struct names *names, uint32_t n); /* or NULL */
const char *names_label(const struct names *names, uint32_t n);

/* The node with this label, else with this id, else with this name.
 * NAMES_NONE when there is none; *shared tells whether that is because
 * several bear the name. */
uint32_t names_find(const struct names *names, const char *text, bool *shared);

/* Aborts if an invariant is broken. */
void names_check(const struct names *names);

#endif
