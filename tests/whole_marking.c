#include "whole_marking.h"

static void flip_in_row(struct marking_rows *rows, place_id p)
{
    const struct marking_layout_flips flips =
        marking_layout_place(&rows->layout, p);

    if (!(rows->changed >> flips.word & 1)) {
        rows->changed |= UINT32_C(1) << flips.word;
        rows->bits[flips.word] = rows->words.at[rows->draft[flips.word]];
    }
    rows->bits[flips.word] ^= flips.bits;
}

static void flip_in_tree(struct marking_tree *tree, place_id p)
{
    tree->n_steps = 2; /* flips come in no order */
    vec_push(&tree->flips, marking_layout_place(&tree->layout, p));
}

static void flip_in_key(struct markings *markings, place_id p)
{
    if (markings->packed) {
        const struct marking_layout_flips flips =
            marking_layout_place(&markings->layout, p);

        markings->draft[flips.word] ^= flips.bits;
    } else {
        markings->draft[p / 64] ^= (bits_word)1 << (p % 64);
    }
}

/* The draft, which is the initial marking, becomes m. */
static void flip_all(struct markings *markings, const bits_word *m)
{
    for (place_id p = 0; p < net_place_count(markings->net); p++)
        if (net_marked(markings->net, p) == bits_has(m, p))
            continue;
        else if (markings->kind == MARKINGS_ROWS)
            flip_in_row(&markings->rows, p);
        else if (markings->kind == MARKINGS_TREE)
            flip_in_tree(&markings->tree, p);
        else
            flip_in_key(markings, p);
}

uint32_t markings_add(struct markings *markings, const bits_word *m)
{
    markings_open(markings, MARKINGS_INITIAL);
    flip_all(markings, m);
    return markings_close(markings, false);
}

uint32_t es_marking(struct es *es, const bits_word *m)
{
    marking_numbers_open(&es->markings, 0);
    flip_all(&es->markings.markings, m);
    return marking_numbers_close(&es->markings, false);
}
