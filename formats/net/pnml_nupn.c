#include "formats/net/pnml.h"

#include "base/mem.h"
#include "net/units.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void pnml_nupn_finish(struct pnml_nupn *nupn)
{
    names_finish(&nupn->ids);
    vec_free(&nupn->units);
    vec_free(&nupn->places);
    vec_free(&nupn->root);
    vec_free(&nupn->list);
}

/* Only the first problem is kept.  Always false. */
static bool complain(struct pnml_nupn *nupn, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool complain(struct pnml_nupn *nupn, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (!nupn->problem[0])
        (void)vsnprintf(nupn->problem, sizeof nupn->problem, format, args);
    va_end(args);
    return false;
}

static uint32_t intern(struct pnml_nupn *nupn, const char *id)
{
    const uint32_t unit = names_intern(&nupn->ids, id);

    if (unit == nupn->units.len)
        vec_push(&nupn->units, ((struct pnml_nupn_unit){UNITS_NONE, false}));
    return unit;
}

/* -- Reading -- */

static uint64_t read_size_attribute(struct pnml_nupn *nupn, struct xml *xml,
                                    const char *name)
{
    const char *text = xml_attribute(xml, name);
    uint64_t number = 0;

    if (!text || text_number(text, &number) != TEXT_NUMBER)
        (void)complain(nupn, "%s=\"%.40s\" is no number", name,
                       text ? text : "");
    return number;
}

static bool read_size(struct pnml_nupn *nupn, struct xml *xml)
{
    nupn->has_size = true;
    nupn->size[0] = read_size_attribute(nupn, xml, "places");
    nupn->size[1] = read_size_attribute(nupn, xml, "transitions");
    return xml_skip(xml);
}

static void add_child(struct pnml_nupn *nupn, uint32_t unit, const char *id)
{
    const uint32_t child = intern(nupn, id);

    if (nupn->units.at[child].parent != UNITS_NONE)
        (void)complain(nupn, "unit '%.80s' is in two units", id);
    nupn->units.at[child].parent = unit;
}

/* The words of <places>, or of <subunits> when symbols is NULL. */
static bool read_unit_members(struct pnml_nupn *nupn, struct xml *xml,
                              uint32_t unit, struct symbols *symbols)
{
    char *word;

    if (!pnml_label_read_name(xml, &nupn->list))
        return false;
    word = nupn->list.at;
    while (*word) {
        char *const end = word + strcspn(word, " ");
        const bool more = *end;

        *end = '\0';
        if (symbols)
            vec_push(&nupn->places, ((struct pnml_nupn_place){
                                        unit, symbols_intern(symbols, word)}));
        else
            add_child(nupn, unit, word);
        word = end + more;
    }
    return true;
}

static bool read_unit(struct pnml_nupn *nupn, struct xml *xml,
                      struct symbols *symbols)
{
    const uint32_t depth = xml_depth(xml);
    uint32_t unit;

    (void)pnml_label_attribute(xml, "id", &nupn->list);
    unit = intern(nupn, nupn->list.at);
    if (nupn->units.at[unit].described)
        (void)complain(nupn, "unit '%.80s' is described twice", nupn->list.at);
    nupn->units.at[unit].described = true;
    nupn->n_described++;
    while (xml_next(xml) && xml_depth(xml) > depth) {
        const bool places = xml_is(xml, "places");

        if (!(places || xml_is(xml, "subunits")
                  ? read_unit_members(nupn, xml, unit, places ? symbols : NULL)
                  : xml_skip(xml)))
            return false;
    }
    return !xml_failed(xml);
}

static bool read_structure(struct pnml_nupn *nupn, struct xml *xml,
                           struct symbols *symbols)
{
    const uint32_t depth = xml_depth(xml);

    nupn->has_structure = true;
    nupn->n_units = read_size_attribute(nupn, xml, "units");
    nupn->safe = xml_has(xml, "safe", "true");
    (void)pnml_label_attribute(xml, "root", &nupn->root);
    while (xml_next(xml) && xml_depth(xml) > depth)
        if (!(xml_is(xml, "unit") ? read_unit(nupn, xml, symbols)
                                  : xml_skip(xml)))
            return false;
    return !xml_failed(xml);
}

bool pnml_nupn_read(struct pnml_nupn *nupn, struct xml *xml,
                    struct symbols *symbols)
{
    const uint32_t depth = xml_depth(xml);

    if (nupn->seen)
        (void)complain(nupn, "they are described twice");
    nupn->seen = true;
    nupn->where = xml_where(xml);
    while (xml_next(xml) && xml_depth(xml) > depth)
        if (!(xml_is(xml, "size")        ? read_size(nupn, xml)
              : xml_is(xml, "structure") ? read_structure(nupn, xml, symbols)
                                         : xml_skip(xml)))
            return false;
    return !xml_failed(xml);
}

/* -- Building -- */

static bool check_size(struct pnml_nupn *nupn, uint32_t n_places,
                       uint32_t n_transitions)
{
    if (!nupn->has_structure)
        return complain(nupn, "there is no <structure>");
    if (nupn->n_units != nupn->n_described)
        return complain(nupn, "%u units are described, not %llu",
                        nupn->n_described, (unsigned long long)nupn->n_units);
    if (nupn->has_size &&
        (nupn->size[0] != n_places || nupn->size[1] != n_transitions))
        return complain(nupn,
                        "they are those of a net with %llu places and %llu "
                        "transitions",
                        (unsigned long long)nupn->size[0],
                        (unsigned long long)nupn->size[1]);
    return true;
}

static bool check_units(struct pnml_nupn *nupn)
{
    const uint32_t root = names_find(&nupn->ids, nupn->root.at, NULL);

    if (root == NAMES_NONE)
        return complain(nupn, "the root '%.80s' is no unit", nupn->root.at);
    for (uint32_t u = 0; u < nupn->units.len; u++) {
        const char *const id = names_id(&nupn->ids, u);

        if (!nupn->units.at[u].described)
            return complain(nupn, "unit '%.80s' is not described", id);
        if ((nupn->units.at[u].parent == UNITS_NONE) != (u == root))
            return complain(nupn,
                            u == root ? "the root '%.80s' is in a unit"
                                      : "unit '%.80s' is in no unit",
                            id);
    }
    return true;
}

/* Are all places in a unit? */
static bool check_all_in_units(struct pnml_nupn *nupn,
                               const struct symbols *symbols,
                               const uint32_t *unit_of)
{
    for (uint32_t s = 0; s < symbols->at.len; s++)
        if (symbols->at.at[s].kind == SYMBOL_PLACE &&
            unit_of[symbols->at.at[s].target] == UNITS_NONE)
            return complain(nupn, "place '%.80s' is in no unit",
                            symbols_id(symbols, s));
    return true;
}

/* Fills in the unit of each place, which is UNITS_NONE at first. */
static bool sort_places(struct pnml_nupn *nupn, const struct symbols *symbols,
                        uint32_t *unit_of, uint32_t n_places)
{
    for (uint32_t i = 0; i < nupn->places.len; i++) {
        const struct pnml_nupn_place *const listed = &nupn->places.at[i];
        const struct symbols_entry *const symbol =
            &symbols->at.at[listed->symbol];
        const char *const id = symbols_id(symbols, listed->symbol);

        if (symbol->kind != SYMBOL_PLACE)
            return complain(nupn, "'%.80s' is no place", id);
        if (unit_of[symbol->target] != UNITS_NONE)
            return complain(nupn, "place '%.80s' is listed twice", id);
        unit_of[symbol->target] = listed->unit;
    }
    return nupn->places.len == n_places ||
           check_all_in_units(nupn, symbols, unit_of);
}

static struct units *create(struct pnml_nupn *nupn,
                            const struct symbols *symbols, uint32_t n_places)
{
    const uint32_t n = nupn->units.len;
    uint32_t *parent = mem_alloc(n, sizeof *parent);
    uint32_t *unit_of = mem_none(n_places);
    struct units *units = NULL;

    for (uint32_t u = 0; u < n; u++)
        parent[u] = nupn->units.at[u].parent;
    if (sort_places(nupn, symbols, unit_of, n_places)) {
        units = units_create(n, parent, n_places, unit_of, nupn->safe);
        if (units)
            units_name(units, &nupn->ids);
        else
            (void)complain(nupn, "some are inside of each other");
    }
    mem_free(parent);
    mem_free(unit_of);
    return units;
}

void pnml_nupn_build(struct pnml_nupn *nupn, const struct symbols *symbols,
                     uint32_t n_places, uint32_t n_transitions,
                     struct net_builder *builder)
{
    struct units *units = NULL;

    if (!nupn->seen)
        return;
    if (!nupn->problem[0] && check_size(nupn, n_places, n_transitions) &&
        check_units(nupn))
        units = create(nupn, symbols, n_places);
    if (units)
        net_builder_units(builder, units, nupn->where);
    else
        net_builder_warn(builder, nupn->where, "the NUPN units are ignored: %s",
                         nupn->problem);
}
