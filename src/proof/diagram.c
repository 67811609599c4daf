#include "proof/diagram.h"

#include "base/mem.h"

void diagram_destroy(struct diagram *diagram)
{
    if (!diagram)
        return;
    vec_free(&diagram->places);
    vec_free(&diagram->level_ends);
    vec_free(&diagram->arcs);
    vec_free(&diagram->node_ends);
    mem_free(diagram);
}
