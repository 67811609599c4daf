#include "whole_marking.h"

static void flip(struct markings *markings, place_id p)
{
    struct markings_draft *const draft = &markings->draft;
    struct marking_layout_flips flips = {(bits_word)1 << (p % 64), p / 64};

    if (markings->packed)
        flips = marking_layout_place(&markings->layout, p);
    draft->changes[flips.word] ^= flips.bits;
    if (markings->n_words > 2) {
        draft->n_steps = 2; /* flips come in no order */
        vec_push(&draft->touched, flips.word);
    }
}

/* The draft, which is the initial marking, becomes m. */
static void flip_all(struct markings *markings, const bits_word *m)
{
    for (place_id p = 0; p < net_place_count(markings->net); p++)
        if (net_marked(markings->net, p) != bits_has(m, p))
            flip(markings, p);
}

uint32_t markings_add(struct markings *markings, const bits_word *m)
{
    markings_open(markings, MARKINGS_INITIAL);
    flip_all(markings, m);
    return markings_close(markings, false);
}

uint32_t es_marking(struct es *es, const bits_word *m)
{
    markings_open(&es->markings, 0);
    flip_all(&es->markings, m);
    return markings_close(&es->markings, false);
}
