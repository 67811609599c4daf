#include "formats/net/sketch.h"

#include "base/check.h"
#include "base/mem.h"
#include "base/text.h"
#include "net/names.h"

#include <string.h>

struct sketch_node {
    uint32_t line, column; /* of the marking */
    uint32_t name;         /* offset in texts; NAMES_NONE: none */
    bool marked;           /* it has a marking, maybe of 0 tokens */
    bool token;
};

/* As in the builder, an arc has only the position of its own. */
struct sketch_link {
    place_id place;
    trans_id trans;
    uint32_t weight;
    enum sketch_kind kind;
};

struct sketch {
    struct net_builder *builder;
    char *name, *file; /* file: of all positions */
    bool prefer_names;
    struct names places, transitions;
    VEC(struct sketch_node) place_nodes;
    VEC(struct sketch_node) trans_nodes;
    VEC(struct sketch_link) arcs;
    text_buffer texts;
};

struct sketch *sketch_create(void)
{
    struct sketch *sketch = mem_zero(1, sizeof *sketch);

    sketch->builder = net_builder_create();
    sketch->name = mem_text("");
    return sketch;
}

static void destroy(struct sketch *sketch)
{
    mem_free(sketch->name);
    mem_free(sketch->file);
    names_finish(&sketch->places);
    names_finish(&sketch->transitions);
    vec_free(&sketch->place_nodes);
    vec_free(&sketch->trans_nodes);
    vec_free(&sketch->arcs);
    vec_free(&sketch->texts);
    mem_free(sketch);
}

void sketch_name(struct sketch *sketch, const char *name)
{
    mem_free(sketch->name);
    sketch->name = mem_text(name);
}

void sketch_prefer_names(struct sketch *sketch)
{
    sketch->prefer_names = true;
}

/* -- Nodes -- */

place_id sketch_find_place(const struct sketch *sketch, const char *id)
{
    bool shared;

    return names_find(&sketch->places, id, &shared);
}

trans_id sketch_find_trans(const struct sketch *sketch, const char *id)
{
    bool shared;

    return names_find(&sketch->transitions, id, &shared);
}

static const struct sketch_node blank = {0, 0, NAMES_NONE, false, false};

place_id sketch_place(struct sketch *sketch, const char *id)
{
    const place_id known = sketch_find_place(sketch, id);

    if (known != PLACE_NONE)
        return known;
    vec_push(&sketch->place_nodes, blank);
    return names_add(&sketch->places, id, NULL);
}

trans_id sketch_trans(struct sketch *sketch, const char *id)
{
    const trans_id known = sketch_find_trans(sketch, id);

    if (known != TRANS_NONE)
        return known;
    vec_push(&sketch->trans_nodes, blank);
    return names_add(&sketch->transitions, id, NULL);
}

const char *sketch_place_id(const struct sketch *sketch, place_id p)
{
    return names_id(&sketch->places, p);
}

const char *sketch_trans_id(const struct sketch *sketch, trans_id t)
{
    return names_id(&sketch->transitions, t);
}

uint32_t sketch_place_count(const struct sketch *sketch)
{
    return sketch->place_nodes.len;
}

uint32_t sketch_trans_count(const struct sketch *sketch)
{
    return sketch->trans_nodes.len;
}

static uint32_t keep(struct sketch *sketch, const char *name)
{
    const uint32_t at = sketch->texts.len;

    text_add(&sketch->texts, name, strlen(name) + 1);
    return at;
}

void sketch_name_place(struct sketch *sketch, place_id p, const char *name)
{
    sketch->place_nodes.at[p].name = keep(sketch, name);
}

void sketch_name_trans(struct sketch *sketch, trans_id t, const char *name)
{
    sketch->trans_nodes.at[t].name = keep(sketch, name);
}

void sketch_warn(struct sketch *sketch, struct net_where where,
                 const char *text)
{
    net_builder_warn(sketch->builder, where, "%s", text);
}

static void keep_file(struct sketch *sketch, struct net_where where)
{
    if (!sketch->file)
        sketch->file = mem_text(where.file ? where.file : "");
}

bool sketch_mark(struct sketch *sketch, place_id p, uint64_t tokens,
                 struct net_where where, struct diag *diag)
{
    struct sketch_node *node = &sketch->place_nodes.at[p];

    if (node->marked)
        return diag_report(diag, DIAG_INPUT, where.file, where.line,
                           where.column, "place '%s' has two initial markings",
                           sketch_place_id(sketch, p));
    if (tokens > 1)
        return diag_report(
            diag, DIAG_INPUT, where.file, where.line, where.column,
            "place '%s' has %llu tokens at the start: the net "
            "is not safe",
            sketch_place_id(sketch, p), (unsigned long long)tokens);
    keep_file(sketch, where);
    node->line = where.line;
    node->column = where.column;
    node->marked = true;
    node->token = tokens > 0;
    return true;
}

/* -- Arcs -- */

static bool refuse(const struct sketch *sketch, const struct sketch_arc *arc,
                   const char *why, struct diag *diag)
{
    const char *place = sketch_place_id(sketch, arc->place);
    const char *trans = sketch_trans_id(sketch, arc->trans);
    const bool out = arc->kind == SKETCH_PRODUCE;

    return diag_report(diag, DIAG_INPUT, arc->where.file, arc->where.line,
                       arc->where.column,
                       "the arc from %s '%.200s' to %s '%.200s' %s",
                       out ? "transition" : "place", out ? trans : place,
                       out ? "place" : "transition", out ? place : trans, why);
}

bool sketch_add(struct sketch *sketch, const struct sketch_arc *arc,
                struct diag *diag)
{
    const struct sketch_link link = {arc->place, arc->trans,
                                     (uint32_t)arc->weight, arc->kind};
    char why[80];

    ASSERT(arc->place < sketch->place_nodes.len);
    ASSERT(arc->trans < sketch->trans_nodes.len);
    if (!arc->weight || arc->weight > NET_MAX_WEIGHT) {
        (void)snprintf(why, sizeof why, "has the weight %llu, which is too %s",
                       (unsigned long long)arc->weight,
                       arc->weight ? "large" : "small");
        return refuse(sketch, arc, why, diag);
    }
    keep_file(sketch, arc->where);
    vec_push(&sketch->arcs, link);
    return true;
}

/* -- The net -- */

static const char *name_of(const struct sketch *sketch,
                           const struct sketch_node *node)
{
    return node->name == NAMES_NONE ? NULL : sketch->texts.at + node->name;
}

static bool add_nodes(const struct sketch *sketch, struct net_builder *builder,
                      struct diag *diag)
{
    bool added = true;

    for (place_id p = 0; p < sketch->place_nodes.len && added; p++) {
        const struct sketch_node *node = &sketch->place_nodes.at[p];

        added = net_builder_place(
                    builder, sketch_place_id(sketch, p), name_of(sketch, node),
                    node->token,
                    (struct net_where){sketch->file, node->line, node->column},
                    diag) != PLACE_NONE;
    }
    for (trans_id t = 0; t < sketch->trans_nodes.len && added; t++) {
        const struct sketch_node *node = &sketch->trans_nodes.at[t];

        added = net_builder_trans(
                    builder, sketch_trans_id(sketch, t), name_of(sketch, node),
                    (struct net_where){sketch->file, 0, 0}, diag) != TRANS_NONE;
    }
    return added;
}

static void add_arcs(const struct sketch *sketch, struct net_builder *builder)
{
    static const enum net_given_kind kinds[] = {
        [SKETCH_CONSUME] = GIVEN_CONSUME, [SKETCH_PRODUCE] = GIVEN_PRODUCE,
        [SKETCH_READ] = GIVEN_READ,       [SKETCH_INHIBIT] = GIVEN_INHIBIT,
        [SKETCH_RESET] = GIVEN_RESET,
    };

    for (uint32_t i = 0; i < sketch->arcs.len; i++) {
        const struct sketch_link *arc = &sketch->arcs.at[i];

        net_builder_arc(builder, kinds[arc->kind], arc->place, arc->trans,
                        arc->weight);
    }
}

struct net *sketch_finish(struct sketch *sketch, bool complete,
                          struct diag *diag)
{
    struct net_builder *const builder = sketch->builder;
    const bool good = complete && add_nodes(sketch, builder, diag);

    if (good) {
        net_builder_name(builder, sketch->name);
        if (sketch->prefer_names)
            net_builder_prefer_names(builder);
        add_arcs(sketch, builder);
    }
    destroy(sketch);
    if (good)
        return net_builder_finish(builder, diag);
    net_builder_destroy(builder);
    return NULL;
}
