#include "net/markings.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"

static void add_flips(bits_word *flips, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        bits_add(flips, places.at[i]);
}

static void find_flips(struct markings *markings)
{
    const struct net *const net = markings->net;
    const uint32_t n_trans = net_trans_count(net);

    markings->flips = mem_zero(2 * (size_t)n_trans, sizeof *markings->flips);
    for (trans_id t = 0; t < n_trans; t++) {
        add_flips(markings->flips + 2 * (size_t)t, net_pre(net, t));
        add_flips(markings->flips + 2 * (size_t)t, net_post(net, t));
    }
}

void markings_init(struct markings *markings, const struct net *net)
{
    const uint32_t words = marking_words(net);

    *markings = (struct markings){.net = net,
                                  .kind = words <= 1   ? MARKINGS_KEY
                                          : words == 2 ? MARKINGS_PAIR
                                                       : MARKINGS_TREE};
    if (markings->kind == MARKINGS_TREE) {
        marking_tree_init(&markings->tree, net);
        return;
    }
    marking_initial(net, markings->initial);
    find_flips(markings);
    keys_intern(&markings->words, 0); /* id 0: no difference */
    keys_intern(&markings->pairs, 0);
}

void markings_finish(struct markings *markings)
{
    mem_free(markings->flips);
    keys_finish(&markings->words);
    keys_finish(&markings->pairs);
    if (markings->kind == MARKINGS_TREE)
        marking_tree_finish(&markings->tree);
    *markings = (struct markings){0};
}

/* The number of the marking that differs from the initial one by these. */
static uint32_t intern(struct markings *markings, bits_word first,
                       bits_word second)
{
    const uint32_t id = keys_intern(&markings->words, first);

    if (markings->kind == MARKINGS_KEY)
        return id;
    return keys_intern(&markings->pairs,
                       (uint64_t)id << 32 |
                           keys_intern(&markings->words, second));
}

/* What t changes, two words; not for a tree. */
static const bits_word *flips_of(const struct markings *markings, trans_id t)
{
    return markings->flips + 2 * (size_t)t;
}

static uint32_t fire_pair(struct markings *markings, uint32_t id,
                          const bits_word *flips)
{
    const uint64_t pair = markings->pairs.at[id];

    return intern(markings, markings->words.at[pair >> 32] ^ flips[0],
                  markings->words.at[(uint32_t)pair] ^ flips[1]);
}

uint32_t markings_fire(struct markings *markings, uint32_t id, trans_id t)
{
    switch (markings->kind) {
    case MARKINGS_KEY:
        return keys_intern(&markings->words,
                           markings->words.at[id] ^ *flips_of(markings, t));
    case MARKINGS_PAIR:
        return fire_pair(markings, id, flips_of(markings, t));
    case MARKINGS_TREE:
        return marking_tree_fire(&markings->tree, id, t);
    }
    return MARKINGS_NONE;
}

uint32_t markings_add(struct markings *markings, const bits_word *m)
{
    if (markings->kind == MARKINGS_TREE)
        return marking_tree_add(&markings->tree, m);

    const uint32_t words = marking_words(markings->net);

    return intern(markings, words > 0 ? m[0] ^ markings->initial[0] : 0,
                  words > 1 ? m[1] ^ markings->initial[1] : 0);
}

void markings_read(const struct markings *markings, uint32_t id, bits_word *m)
{
    if (markings->kind == MARKINGS_TREE) {
        marking_tree_read(&markings->tree, id, m);
    } else if (markings->kind == MARKINGS_PAIR) {
        const uint64_t pair = markings->pairs.at[id];

        m[0] = markings->initial[0] ^ markings->words.at[pair >> 32];
        m[1] = markings->initial[1] ^ markings->words.at[(uint32_t)pair];
    } else if (marking_words(markings->net) > 0) {
        m[0] = markings->initial[0] ^ markings->words.at[id];
    }
}

uint32_t markings_ids(const struct markings *markings)
{
    switch (markings->kind) {
    case MARKINGS_KEY:
        return markings->words.len;
    case MARKINGS_PAIR:
        return markings->pairs.len;
    case MARKINGS_TREE:
        return marking_tree_ids(&markings->tree);
    }
    return 0;
}

size_t markings_bytes(const struct markings *markings)
{
    const size_t flips =
        2 * (size_t)net_trans_count(markings->net) * sizeof *markings->flips;

    if (markings->kind == MARKINGS_TREE)
        return marking_tree_bytes(&markings->tree);
    return keys_bytes(&markings->words) + keys_bytes(&markings->pairs) + flips;
}

void markings_check(const struct markings *markings)
{
    if (markings->kind == MARKINGS_TREE)
        marking_tree_check(&markings->tree);
    for (uint32_t i = 0; i < markings->pairs.len; i++)
        CHECK(markings->pairs.at[i] >> 32 < markings->words.len &&
              (uint32_t)markings->pairs.at[i] < markings->words.len);
}
