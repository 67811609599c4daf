#include "net/units.h"

#include "base/mem.h"
#include "net/names.h"
#include "net/relation.h"

/* -- Creation -- */

/* Numbers the units in preorder: order[k] is the old number of unit k.  Returns
 * how many the root contains. */
static uint32_t walk(uint32_t n, const uint32_t *parent, uint32_t *order)
{
    struct relation children;
    uint32_t *stack = mem_alloc((size_t)n + 1, sizeof *stack);
    uint32_t n_stack = 0, n_met = 0;

    relation_init_keys(&children, n, parent, n);
    for (uint32_t u = 0; u < n; u++)
        if (parent[u] == UNITS_NONE)
            stack[n_stack++] = u;
    while (n_stack == 1 || (n_stack && n_met)) {
        const uint32_t u = stack[--n_stack];

        order[n_met++] = u;
        for (uint32_t i = children.start[u + 1]; i > children.start[u]; i--)
            stack[n_stack++] = children.at[i - 1];
    }
    relation_finish(&children);
    mem_free(stack);
    return n_met;
}

static void fill(struct units *units, const uint32_t *parent,
                 const uint32_t *order, const uint32_t *unit_of)
{
    const uint32_t n = units->n_units;
    uint32_t *number = mem_alloc(n, sizeof *number);
    struct relation places;

    for (uint32_t u = 0; u < n; u++)
        number[order[u]] = u;
    for (uint32_t u = 0; u < n; u++) {
        units->parent[u] = u ? number[parent[order[u]]] : UNITS_NONE;
        units->end[u] = u + 1;
    }
    for (uint32_t u = n - 1; u > 0; u--)
        if (units->end[units->parent[u]] < units->end[u])
            units->end[units->parent[u]] = units->end[u];
    for (uint32_t p = 0; p < units->n_places; p++)
        units->unit_of[p] = number[unit_of[p]];
    mem_free(number);
    relation_init_keys(&places, n, units->unit_of, units->n_places);
    units->place_at = places.start;
    units->places = places.at;
}

struct units *units_create(uint32_t n_units, const uint32_t *parent,
                           uint32_t n_places, const uint32_t *unit_of,
                           bool safe)
{
    uint32_t *order = mem_alloc(n_units, sizeof *order);
    struct units *units = NULL;

    if (n_units && walk(n_units, parent, order) == n_units) {
        units = mem_zero(1, sizeof *units);
        units->n_units = n_units;
        units->n_places = n_places;
        units->safe = safe;
        units->parent = mem_alloc(n_units, sizeof *units->parent);
        units->end = mem_alloc(n_units, sizeof *units->end);
        units->unit_of = mem_alloc(n_places, sizeof *units->unit_of);
        fill(units, parent, order, unit_of);
        units->given = order;
    } else {
        mem_free(order);
    }
    return units;
}

void units_destroy(struct units *units)
{
    if (!units)
        return;
    mem_free(units->parent);
    mem_free(units->end);
    mem_free(units->unit_of);
    mem_free(units->place_at);
    mem_free(units->places);
    mem_free(units->given);
    if (units->ids)
        names_finish(units->ids);
    mem_free(units->ids);
    mem_free(units);
}

/* -- Names -- */

void units_name(struct units *units, struct names *ids)
{
    units->ids = mem_copy(ids, 1, sizeof *ids);
    *ids = (struct names){0};
}

const char *units_id(const struct units *units, uint32_t u)
{
    return units->ids ? names_id(units->ids, units->given[u]) : NULL;
}
