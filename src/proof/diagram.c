#include "proof/diagram.h"

#include "base/mem.h"

void diagram_destroy(struct diagram *diagram)
{
    if (!diagram)
        return;
    vecs_free(&diagram->levels);
    vecs_free(&diagram->nodes);
    mem_free(diagram);
}

void diagram_nodes_init(struct diagram_nodes *nodes,
                        const struct diagram *diagram)
{
    *nodes = (struct diagram_nodes){.diagram = diagram};
    /* Of DIAGRAM_NODES_NONE and DIAGRAM_NODES_END. */
    vec_push(&nodes->levels, 0);
    vec_push(&nodes->levels, 0);
}

void diagram_nodes_finish(struct diagram_nodes *nodes)
{
    lists_finish(&nodes->lists);
    vec_free(&nodes->levels);
    vec_free(&nodes->draft);
}

struct diagram_nodes_arcs diagram_nodes_arcs(const struct diagram_nodes *nodes,
                                             uint32_t node)
{
    struct diagram_nodes_arcs arcs;

    arcs.at = lists_at(&nodes->lists, node - 2, &arcs.len);
    return arcs;
}

uint32_t diagram_nodes_child(const struct diagram_nodes *nodes, uint32_t node,
                             uint32_t value)
{
    const struct diagram_nodes_arcs arcs = node > DIAGRAM_NODES_END
                                               ? diagram_nodes_arcs(nodes, node)
                                               : (struct diagram_nodes_arcs){0};
    uint32_t from = 0, to = arcs.len / 2;

    while (from < to) {
        const uint32_t i = from + (to - from) / 2;

        if (arcs.at[2 * i] < value)
            from = i + 1;
        else
            to = i;
    }
    return 2 * from < arcs.len && arcs.at[2 * from] == value
               ? arcs.at[2 * from + 1]
               : DIAGRAM_NODES_NONE;
}

void diagram_nodes_add(struct diagram_nodes *nodes, uint32_t value, uint32_t to)
{
    if (to == DIAGRAM_NODES_NONE)
        return;
    vec_push(&nodes->draft, value);
    vec_push(&nodes->draft, to);
}

uint32_t diagram_nodes_make(struct diagram_nodes *nodes, uint32_t level)
{
    uint32_t node;

    if (!nodes->draft.len)
        return DIAGRAM_NODES_NONE;
    node = lists_intern(&nodes->lists, nodes->draft.at, nodes->draft.len) + 2;
    if (node == nodes->levels.len)
        vec_push(&nodes->levels, level);
    vec_clear(&nodes->draft);
    return node;
}
