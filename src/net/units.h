/* units.h - the units of a nested-unit Petri net (NUPN).
 *
 * Units form a tree, and each place of the input is in one unit.  A marking is
 * unit-safe iff no two of its tokens are in the same unit, or in a unit and in
 * a unit inside of it.  A file may claim that all reachable markings are
 * unit-safe; then the net is safe.  The claim is not believed: unit_safety.h
 * proves it by the structure where it can.
 *
 * Units are numbered in preorder, the root is 0: the units inside of u, with u,
 * are u, u + 1, ..., end[u] - 1. */
#ifndef UNITS_H
#define UNITS_H

#include <stdbool.h>
#include <stdint.h>

#define UNITS_NONE UINT32_MAX

struct names;

struct units {
    uint32_t n_units, n_places; /* places of the input */
    uint32_t *parent;           /* UNITS_NONE for the root */
    uint32_t *end;              /* see above */
    uint32_t *unit_of;          /* by place */
    uint32_t *place_at; /* the places of u are places[place_at[u]] up to */
    uint32_t *places;   /* places[place_at[u + 1]] */
    bool safe;          /* does the file say that the net is unit-safe?  */
    uint32_t *given;    /* by unit: its number in units_create() */
    struct names *ids;  /* by that number; NULL: units_name() gave none */
};

/* parent[u] is the unit that directly contains u, UNITS_NONE for exactly one
 * unit; unit_of[p] is the unit of place p.  The units may come in any order and
 * get new numbers.  NULL if they do not form a tree. */
struct units *units_create(uint32_t n_units, const uint32_t *parent,
                           uint32_t n_places, const uint32_t *unit_of,
                           bool safe);
void units_destroy(struct units *units); /* may be NULL */

/* Takes the ids of the units, by their numbers in units_create(). */
void units_name(struct units *units, struct names *ids);

/* The id of unit u, or NULL if it has none. */
const char *units_id(const struct units *units, uint32_t u);

/* Is v the unit u, or inside of it? */
static inline bool units_contain(const struct units *units, uint32_t u,
                                 uint32_t v)
{
    return u <= v && v < units->end[u];
}

#endif
