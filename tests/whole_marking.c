#include "whole_marking.h"

uint32_t markings_add(struct markings *markings, const bits_word *m)
{
    const struct marking_layout *const layout = &markings->layout;

    markings_open(markings, MARKINGS_INITIAL);
    for (place_id p = 0; p < net_place_count(layout->net); p++)
        if (net_marked(layout->net, p) != bits_has(m, p))
            markings_draft_flip(&markings->draft,
                                marking_layout_place(layout, p));
    return markings_close(markings, false);
}

uint32_t es_marking(struct es *es, const bits_word *m)
{
    return markings_add(&es->markings, m);
}
