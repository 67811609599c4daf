#include "marking/markings.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"

/* What t changes: places, or bits of the layout. */
static void find_flips_of(const struct markings *markings, trans_id t,
                          bits_word *flips)
{
    if (markings->packed) {
        struct marking_layout_cursor at =
            marking_layout_effects(&markings->layout, t);

        while (marking_layout_next(&at))
            flips[at.flips.word] = at.flips.bits;
    } else {
        marking_add_all(flips, net_pre(markings->net, t));
        marking_add_all(flips, net_post(markings->net, t));
    }
}

static void find_flips(struct markings *markings)
{
    const uint32_t n_trans = net_trans_count(markings->net);

    markings->flips = mem_zero(2 * (size_t)n_trans, sizeof *markings->flips);
    for (trans_id t = 0; t < n_trans; t++)
        find_flips_of(markings, t, markings->flips + 2 * (size_t)t);
}

static enum markings_kind kind_for(uint32_t words, bool fast)
{
    return words <= 1                            ? MARKINGS_KEY
           : words == 2                          ? MARKINGS_PAIR
           : fast && words <= MARKING_ROWS_WORDS ? MARKINGS_ROWS
                                                 : MARKINGS_TREE;
}

/* Keys of places, or of the layout if there is one. */
static void init_keys(struct markings *markings)
{
    const uint32_t words = marking_words(markings->net);

    markings->initial =
        mem_zero(words > 2 ? words : 2, sizeof *markings->initial);
    marking_initial(markings->net, markings->initial);
    find_flips(markings);
    keys_intern(&markings->words, 0); /* id 0: no difference */
    keys_intern(&markings->pairs, 0);
}

/* A marking of one word cannot get smaller. */
void markings_init(struct markings *markings, const struct net *net,
                   const struct exclusive *sets, bool fast)
{
    uint32_t words = marking_words(net);

    *markings = (struct markings){.net = net};
    markings->packed = sets && exclusive_count(sets) && words > 1;
    if (markings->packed) {
        marking_layout_init(&markings->layout, net, sets, 64);
        words = markings->layout.words;
    }
    markings->kind = kind_for(words, fast);
    if (markings->kind == MARKINGS_KEY || markings->kind == MARKINGS_PAIR) {
        init_keys(markings);
        return;
    }
    marking_layout_finish(&markings->layout);
    if (markings->kind == MARKINGS_TREE)
        marking_tree_init(&markings->tree, net, sets);
    else
        marking_rows_init(&markings->rows, net, sets);
}

void markings_finish(struct markings *markings)
{
    mem_free(markings->initial);
    mem_free(markings->flips);
    marking_layout_finish(&markings->layout);
    keys_finish(&markings->words);
    keys_finish(&markings->pairs);
    if (markings->kind == MARKINGS_TREE)
        marking_tree_finish(&markings->tree);
    if (markings->kind == MARKINGS_ROWS)
        marking_rows_finish(&markings->rows);
    *markings = (struct markings){0};
}

static uint32_t intern_pair(struct markings *markings, uint32_t first,
                            uint32_t second)
{
    return keys_intern(&markings->pairs, (uint64_t)first << 32 | second);
}

/* The number of the marking that differs from the initial one by these. */
static uint32_t intern_words(struct markings *markings, bits_word first,
                             bits_word second)
{
    const uint32_t id = keys_intern(&markings->words, first);

    if (markings->kind == MARKINGS_KEY)
        return id;
    return intern_pair(markings, id, keys_intern(&markings->words, second));
}

/* What t changes, two words; not for a tree. */
static const bits_word *flips_of(const struct markings *markings, trans_id t)
{
    return markings->flips + 2 * (size_t)t;
}

/* What marking `id`, not of a tree, changes in the initial one, two words. */
static void read_flips(const struct markings *markings, uint32_t id,
                       bits_word *flips)
{
    if (markings->kind == MARKINGS_PAIR) {
        const uint64_t pair = markings->pairs.at[id];

        flips[0] = markings->words.at[pair >> 32];
        flips[1] = markings->words.at[(uint32_t)pair];
    } else {
        flips[0] = markings->words.at[id];
        flips[1] = 0;
    }
}

/* The number of a word with these bits flipped: often there are none. */
static uint32_t flip_word(struct markings *markings, uint32_t word,
                          bits_word flips)
{
    return flips
               ? keys_intern(&markings->words, markings->words.at[word] ^ flips)
               : word;
}

static uint32_t fire_pair(struct markings *markings, uint32_t id, trans_id t)
{
    const bits_word *const flips = flips_of(markings, t);
    const uint64_t pair = markings->pairs.at[id];
    const uint32_t first =
        flip_word(markings, (uint32_t)(pair >> 32), flips[0]);

    return intern_pair(markings, first,
                       flip_word(markings, (uint32_t)pair, flips[1]));
}

uint32_t markings_fire(struct markings *markings, uint32_t id, trans_id t)
{
    if (markings->kind == MARKINGS_TREE) {
        marking_tree_open(&markings->tree, id);
        marking_tree_step(&markings->tree, t);
        return marking_tree_close(&markings->tree, false);
    }
    if (markings->kind == MARKINGS_ROWS) {
        marking_rows_open(&markings->rows, id);
        marking_rows_step(&markings->rows, t);
        return marking_rows_close(&markings->rows, false);
    }
    return markings->kind == MARKINGS_KEY
               ? flip_word(markings, id, *flips_of(markings, t))
               : fire_pair(markings, id, t);
}

/* --- the draft ----------------------------------------------------------- */

void markings_open(struct markings *markings, uint32_t id)
{
    if (markings->kind == MARKINGS_TREE)
        marking_tree_open(&markings->tree, id);
    else if (markings->kind == MARKINGS_ROWS)
        marking_rows_open(&markings->rows, id);
    else
        read_flips(markings, id, markings->draft);
}

void markings_step(struct markings *markings, trans_id t)
{
    if (markings->kind == MARKINGS_TREE) {
        marking_tree_step(&markings->tree, t);
    } else if (markings->kind == MARKINGS_ROWS) {
        marking_rows_step(&markings->rows, t);
    } else {
        markings->draft[0] ^= flips_of(markings, t)[0];
        markings->draft[1] ^= flips_of(markings, t)[1];
    }
}

static bool flips_have(const struct markings *markings, const bits_word *flips,
                       place_id p)
{
    return markings->packed
               ? marking_layout_has(
                     &markings->layout, p,
                     flips[marking_layout_word(&markings->layout, p)])
               : bits_has(markings->initial, p) != bits_has(flips, p);
}

bool markings_open_has(const struct markings *markings, place_id p)
{
    if (markings->kind == MARKINGS_TREE)
        return marking_tree_open_has(&markings->tree, p);
    if (markings->kind == MARKINGS_ROWS)
        return marking_rows_open_has(&markings->rows, p);
    return flips_have(markings, markings->draft, p);
}

bool markings_has(const struct markings *markings, uint32_t id, place_id p)
{
    bits_word flips[2];

    if (markings->kind == MARKINGS_TREE)
        return marking_tree_has(&markings->tree, id, p);
    if (markings->kind == MARKINGS_ROWS)
        return marking_rows_has(&markings->rows, id, p);
    read_flips(markings, id, flips);
    return flips_have(markings, flips, p);
}

/* The id of the draft, not of a tree; NONE when it is not stored. */
static uint32_t find_draft(const struct markings *markings)
{
    const uint32_t first = keys_find(&markings->words, markings->draft[0]);
    uint32_t second;

    if (markings->kind == MARKINGS_KEY || first == KEYS_NONE)
        return first;
    second = keys_find(&markings->words, markings->draft[1]);
    return second == KEYS_NONE
               ? KEYS_NONE
               : keys_find(&markings->pairs, (uint64_t)first << 32 | second);
}

uint32_t markings_close(struct markings *markings, bool known)
{
    if (markings->kind == MARKINGS_TREE)
        return marking_tree_close(&markings->tree, known);
    if (markings->kind == MARKINGS_ROWS)
        return marking_rows_close(&markings->rows, known);
    return known
               ? find_draft(markings)
               : intern_words(markings, markings->draft[0], markings->draft[1]);
}

/* --- whole markings ------------------------------------------------------ */

static void read_packed(const struct markings *markings, const bits_word *flips,
                        bits_word *m)
{
    bits_copy(m, markings->initial, marking_words(markings->net));
    for (uint32_t i = 0; i < markings->layout.words; i++)
        marking_layout_flip(&markings->layout, m, i, flips[i]);
}

void markings_read(const struct markings *markings, uint32_t id, bits_word *m)
{
    bits_word flips[2];

    if (markings->kind == MARKINGS_TREE) {
        marking_tree_read(&markings->tree, id, m);
        return;
    }
    if (markings->kind == MARKINGS_ROWS) {
        marking_rows_read(&markings->rows, id, m);
        return;
    }
    read_flips(markings, id, flips);
    if (markings->packed) {
        read_packed(markings, flips, m);
        return;
    }
    for (uint32_t i = 0; i < marking_words(markings->net); i++)
        m[i] = markings->initial[i] ^ flips[i];
}

/* The keys of words and pairs are stored anew, in the order of the list. */
void markings_keep(struct markings *markings, uint32_t *ids, uint32_t n)
{
    struct markings old = *markings;

    if (markings->kind == MARKINGS_TREE) {
        marking_tree_keep(&markings->tree, ids, n);
        return;
    }
    if (markings->kind == MARKINGS_ROWS) {
        marking_rows_keep(&markings->rows, ids, n);
        return;
    }
    markings->words = markings->pairs = (struct keys){0};
    (void)intern_words(markings, 0, 0);
    for (uint32_t i = 0; i < n; i++) {
        bits_word flips[2];

        read_flips(&old, ids[i], flips);
        ids[i] = intern_words(markings, flips[0], flips[1]);
    }
    keys_finish(&old.words);
    keys_finish(&old.pairs);
}

uint32_t markings_ids(const struct markings *markings)
{
    switch (markings->kind) {
    case MARKINGS_KEY:
        return markings->words.len;
    case MARKINGS_PAIR:
        return markings->pairs.len;
    case MARKINGS_ROWS:
        return markings->rows.len;
    case MARKINGS_TREE:
        return marking_tree_ids(&markings->tree);
    }
    return 0;
}

size_t markings_bytes(const struct markings *markings)
{
    if (markings->kind == MARKINGS_TREE)
        return marking_tree_bytes(&markings->tree);
    if (markings->kind == MARKINGS_ROWS)
        return marking_rows_bytes(&markings->rows);
    return keys_bytes(&markings->words) + keys_bytes(&markings->pairs);
}

void markings_check(const struct markings *markings)
{
    if (markings->kind == MARKINGS_TREE)
        marking_tree_check(&markings->tree);
    if (markings->kind == MARKINGS_ROWS)
        marking_rows_check(&markings->rows);
    for (uint32_t i = 0; i < markings->pairs.len; i++)
        CHECK(markings->pairs.at[i] >> 32 < markings->words.len &&
              (uint32_t)markings->pairs.at[i] < markings->words.len);
}
