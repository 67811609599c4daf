#include "formats/net/sketch.h"

#include <string.h>

void sketch_init(struct sketch *sketch, const char *file,
                 const struct registry_options *options, struct diag *diag)
{
    *sketch = (struct sketch){.builder = net_builder_create(),
                              .diag = diag,
                              .options = options,
                              .file = file};
}

uint32_t sketch_find(const struct sketch_nodes *nodes, const char *id)
{
    return names_find(&nodes->ids, id, NULL);
}

uint32_t sketch_node(struct sketch_nodes *nodes, const char *id)
{
    const uint32_t n = names_intern(&nodes->ids, id);

    if (n == nodes->at.len)
        vec_push(&nodes->at, (struct sketch_node){.name = NAMES_NONE});
    return n;
}

const char *sketch_id(const struct sketch_nodes *nodes, uint32_t n)
{
    return names_id(&nodes->ids, n);
}

void sketch_name(struct sketch_nodes *nodes, uint32_t n, const char *name)
{
    nodes->at.at[n].name = nodes->texts.len;
    text_add(&nodes->texts, name, strlen(name) + 1);
}

bool sketch_mark(struct sketch *sketch, place_id p, uint64_t tokens,
                 struct net_where where)
{
    struct sketch_node *node = &sketch->places.at.at[p];

    if (node->marked)
        return diag_report(sketch->diag, DIAG_INPUT, where.file, where.line,
                           where.column, "place '%s' has two initial markings",
                           sketch_id(&sketch->places, p));
    node->line = where.line;
    node->column = where.column;
    node->marked = true;
    node->tokens = tokens < NET_MAX_WEIGHT ? (uint32_t)tokens : NET_MAX_WEIGHT;
    return true;
}

bool sketch_add(struct sketch *sketch, enum net_given_kind kind, place_id p,
                trans_id t, uint64_t weight, struct net_where where)
{
    const char *place = sketch_id(&sketch->places, p);
    const char *trans = sketch_id(&sketch->transitions, t);
    const bool out = kind == GIVEN_PRODUCE;

    if (!weight || weight > NET_MAX_WEIGHT)
        return diag_report(
            sketch->diag, DIAG_INPUT, where.file, where.line, where.column,
            "the arc from %s '%.200s' to %s '%.200s' has the "
            "weight %llu, which is too %s",
            out ? "transition" : "place", out ? trans : place,
            out ? "place" : "transition", out ? place : trans,
            (unsigned long long)weight, weight ? "large" : "small");
    vec_push(&sketch->arcs,
             ((struct sketch_arc){p, t, kind, (uint32_t)weight}));
    return true;
}

/* -- The net -- */

static bool add_nodes(const struct sketch *sketch,
                      const struct sketch_nodes *nodes)
{
    const bool are_places = nodes == &sketch->places;

    for (uint32_t n = 0; n < nodes->at.len; n++) {
        const struct sketch_node *node = &nodes->at.at[n];
        const struct net_where where = {sketch->file, node->line, node->column};
        const char *id = sketch_id(nodes, n);
        const char *name =
            node->name == NAMES_NONE ? NULL : nodes->texts.at + node->name;

        if ((are_places ? net_builder_place(sketch->builder, id, name,
                                            node->tokens, where, sketch->diag)
                        : net_builder_trans(sketch->builder, id, name, where,
                                            sketch->diag)) == NAMES_NONE)
            return false;
    }
    return true;
}

static void free_nodes(struct sketch_nodes *nodes)
{
    names_finish(&nodes->ids);
    vec_free(&nodes->at);
    vec_free(&nodes->texts);
}

struct net *sketch_finish(struct sketch *sketch, bool complete)
{
    struct net_builder *const builder = sketch->builder;
    const bool good = complete && add_nodes(sketch, &sketch->places) &&
                      add_nodes(sketch, &sketch->transitions);

    for (uint32_t i = 0; good && i < sketch->arcs.len; i++) {
        const struct sketch_arc *arc = &sketch->arcs.at[i];

        net_builder_arc(builder, arc->kind, arc->place, arc->trans,
                        arc->weight);
    }
    free_nodes(&sketch->places);
    free_nodes(&sketch->transitions);
    vec_free(&sketch->arcs);
    if (good)
        return net_builder_finish(builder);
    net_builder_destroy(builder);
    return NULL;
}
