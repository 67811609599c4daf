#include "marking/markings.h"

#include "base/check.h"
#include "base/ids.h"
#include "base/mem.h"
#include "net/marking.h"

/* --- the stores ---------------------------------------------------------- */

static uint64_t key_of_sides(uint32_t left, uint32_t right)
{
    return (uint64_t)left << 32 | right;
}

/* Of a node above so many words. */
static struct keys *nodes_above(struct markings *markings, uint32_t n_words)
{
    return n_words == 1                   ? &markings->words
           : n_words == markings->n_words ? &markings->roots
                                          : &markings->inners;
}

static uint64_t node_at(const struct markings *markings, uint32_t n_words,
                        uint32_t number)
{
    return n_words == markings->n_words ? markings->roots.at[number]
                                        : markings->inners.at[number];
}

/* NONE when only known ones are asked for and it is none. */
static uint32_t number_in(struct keys *keys, uint64_t key, bool known)
{
    return known ? keys_find(keys, key) : keys_intern(keys, key);
}

/* Number 0 of each store is about no difference. */
static void add_initial(struct markings *markings)
{
    (void)keys_intern(&markings->words, 0);
    if (markings->n_words > 2)
        (void)keys_intern(&markings->inners, 0);
    if (markings->n_words > 1)
        (void)keys_intern(&markings->roots, 0);
}

static void finish_stores(struct markings *markings)
{
    keys_finish(&markings->words);
    keys_finish(&markings->inners);
    keys_finish(&markings->roots);
}

/* --- life ---------------------------------------------------------------- */

/* Is what transitions change known as two words? */
static bool is_short(const struct markings *markings)
{
    return markings->n_words <= 2;
}

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

static void init_draft(struct markings *markings)
{
    const uint32_t n = markings->n_words;

    markings->draft = (struct markings_draft){0};
    markings->draft.changes =
        mem_zero(n > 2 ? n : 2, sizeof *markings->draft.changes);
}

static void finish_draft(struct markings_draft *draft)
{
    mem_free(draft->changes);
    vec_free(&draft->touched);
}

/* Two words of places need no layout, and one word cannot get smaller. */
void markings_init(struct markings *markings, const struct net *net,
                   const struct exclusive *sets)
{
    const uint32_t words = marking_words(net);
    const bool has_sets = sets && exclusive_count(sets);

    *markings = (struct markings){
        .net = net, .initial = net_initial(net), .n_words = words ? words : 1};
    markings->packed = words > 2 || (has_sets && words == 2);
    if (markings->packed) {
        marking_layout_init(&markings->layout, net, sets);
        markings->n_words = markings->layout.words;
    }
    if (is_short(markings))
        find_flips(markings);
    add_initial(markings);
    init_draft(markings);
}

void markings_finish(struct markings *markings)
{
    mem_free(markings->flips);
    marking_layout_finish(&markings->layout);
    finish_stores(markings);
    finish_draft(&markings->draft);
    *markings = (struct markings){0};
}

void markings_view(struct markings *view, const struct markings *markings)
{
    const struct markings_draft own = view->draft;

    *view = *markings;
    if (own.changes)
        view->draft = own;
    else
        init_draft(view);
}

void markings_view_finish(struct markings *view)
{
    finish_draft(&view->draft);
}

/* --- one word ------------------------------------------------------------ */

static uint32_t word_of_place(const struct markings *markings, place_id p)
{
    return markings->packed ? marking_layout_word(&markings->layout, p)
                            : p / 64;
}

/* The difference of a word of a marking. */
static inline bits_word read_word(const struct markings *markings,
                                  uint32_t number, uint32_t word)
{
    const struct keys *nodes = &markings->roots;
    uint32_t n = markings->n_words;

    for (; n > 2; nodes = &markings->inners) {
        const uint32_t half = n / 2;
        const uint64_t sides = nodes->at[number];

        if (word < half) {
            number = (uint32_t)(sides >> 32);
            n = half;
        } else {
            number = (uint32_t)sides;
            word -= half;
            n -= half;
        }
    }
    if (n == 2)
        number = (uint32_t)(word ? nodes->at[number] : nodes->at[number] >> 32);
    return markings->words.at[number];
}

/* Is p marked where its word has this difference? */
static bool has_place(const struct markings *markings, place_id p,
                      bits_word bits)
{
    return markings->packed
               ? marking_layout_has(&markings->layout, p, bits)
               : bits_has(markings->initial, p) != (bits >> (p % 64) & 1);
}

bool markings_has(const struct markings *markings, uint32_t marking, place_id p)
{
    return has_place(markings, p,
                     read_word(markings, marking, word_of_place(markings, p)));
}

/* --- the draft ----------------------------------------------------------- */

void markings_open(struct markings *markings, uint32_t marking)
{
    struct markings_draft *const draft = &markings->draft;

    draft->start = marking;
    draft->n_steps = 0;
    if (is_short(markings))
        draft->changes[0] = draft->changes[1] = 0;
    for (uint32_t i = 0; i < draft->touched.len; i++)
        draft->changes[draft->touched.at[i]] = 0;
    vec_clear(&draft->touched);
}

void markings_step(struct markings *markings, trans_id t)
{
    struct markings_draft *const draft = &markings->draft;
    struct marking_layout_cursor at;

    if (is_short(markings)) {
        draft->changes[0] ^= markings->flips[2 * (size_t)t];
        draft->changes[1] ^= markings->flips[2 * (size_t)t + 1];
        return;
    }
    draft->n_steps++;
    at = marking_layout_effects(&markings->layout, t);
    while (marking_layout_next(&at)) {
        if (!draft->changes[at.flips.word])
            vec_push(&draft->touched, at.flips.word);
        draft->changes[at.flips.word] ^= at.flips.bits;
    }
}

static inline bool open_has(const struct markings *markings, place_id p)
{
    const uint32_t word = word_of_place(markings, p);

    return has_place(markings, p,
                     read_word(markings, markings->draft.start, word) ^
                         markings->draft.changes[word]);
}

bool markings_open_has(const struct markings *markings, place_id p)
{
    return open_has(markings, p);
}

place_id markings_open_unsafe(const struct markings *markings, trans_id t)
{
    const struct net_place_span post = net_post(markings->net, t);

    for (uint32_t i = 0; i < post.len; i++)
        if (open_has(markings, post.at[i]))
            return post.at[i];
    return net_overflow(markings->net, t);
}

/* The number of a word with these bits flipped: often there are none. */
static uint32_t flip_word(struct markings *markings, uint32_t number,
                          bits_word flips, bool known)
{
    return flips ? number_in(&markings->words,
                             markings->words.at[number] ^ flips, known)
                 : number;
}

/* Up to two words: the number of a marking after these flips. */
static uint32_t flip_short(struct markings *markings, uint32_t marking,
                           const bits_word *flips, bool known)
{
    uint64_t sides;
    uint32_t left, right;

    if (markings->n_words == 1)
        return flip_word(markings, marking, flips[0], known);
    sides = markings->roots.at[marking];
    left = flip_word(markings, (uint32_t)(sides >> 32), flips[0], known);
    right = flip_word(markings, (uint32_t)sides, flips[1], known);
    return left == MARKINGS_NONE || right == MARKINGS_NONE
               ? MARKINGS_NONE
               : number_in(&markings->roots, key_of_sides(left, right), known);
}

/* The number of a node above the words `first`, ..., end - 1 after n of them
 * change, which stand there once, in increasing order.  Calls are nested no
 * deeper than the tree. */
static uint32_t change_node(struct markings *markings, uint32_t number,
                            uint32_t first, uint32_t end, const uint32_t *words,
                            uint32_t n, bool known)
{
    const uint32_t middle = first + (end - first) / 2;
    uint32_t n_left = 0, left, right;
    uint64_t sides;

    if (end - first == 1)
        return flip_word(markings, number, markings->draft.changes[first],
                         known);
    sides = node_at(markings, end - first, number);
    left = (uint32_t)(sides >> 32);
    right = (uint32_t)sides;
    while (n_left < n && words[n_left] < middle)
        n_left++;
    if (n_left)
        left = change_node(markings, left, first, middle, words, n_left, known);
    if (n_left < n && left != MARKINGS_NONE)
        right = change_node(markings, right, middle, end, words + n_left,
                            n - n_left, known);
    return left == MARKINGS_NONE || right == MARKINGS_NONE
               ? MARKINGS_NONE
               : number_in(nodes_above(markings, end - first),
                           key_of_sides(left, right), known);
}

uint32_t markings_close(struct markings *markings, bool known)
{
    struct markings_draft *const draft = &markings->draft;

    if (is_short(markings))
        return flip_short(markings, draft->start, draft->changes, known);
    if (draft->n_steps > 1)
        vec_cut(&draft->touched,
                ids_unique(draft->touched.at, draft->touched.len));
    return draft->touched.len
               ? change_node(markings, draft->start, 0, markings->n_words,
                             draft->touched.at, draft->touched.len, known)
               : draft->start;
}

uint32_t markings_fire(struct markings *markings, uint32_t marking, trans_id t)
{
    if (is_short(markings))
        return flip_short(markings, marking, markings->flips + 2 * (size_t)t,
                          false);
    markings_open(markings, marking);
    markings_step(markings, t);
    return markings_close(markings, false);
}

/* --- whole markings ------------------------------------------------------ */

/* Flips in m what the node above these words says.  Calls are nested no deeper
 * than the tree. */
static void read_node(const struct markings *markings, uint32_t number,
                      uint32_t first, uint32_t end, bits_word *m)
{
    const uint32_t middle = first + (end - first) / 2;
    uint64_t sides;

    if (!number)
        return;
    if (end - first == 1) {
        if (markings->packed)
            marking_layout_flip(&markings->layout, m, first,
                                markings->words.at[number]);
        else
            m[first] ^= markings->words.at[number];
        return;
    }
    sides = node_at(markings, end - first, number);
    read_node(markings, (uint32_t)(sides >> 32), first, middle, m);
    read_node(markings, (uint32_t)sides, middle, end, m);
}

void markings_read(const struct markings *markings, uint32_t marking,
                   bits_word *m)
{
    marking_initial(markings->net, m);
    read_node(markings, marking, 0, markings->n_words, m);
}

/* --- removing ------------------------------------------------------------ */

/* A marking after the other is copied to new stores.  What a node has had at
 * the marking before is not copied again. */
struct copying {
    const struct markings *from;
    struct markings *to;
    uint32_t *before, *copied; /* by node, a node before its left side before
                                  its right one */
};

/* Calls are nested no deeper than the tree. */
static uint32_t copy_node(const struct copying *x, uint32_t node,
                          uint32_t number, uint32_t n_words)
{
    const uint32_t half = n_words / 2;
    uint64_t key;

    if (x->before[node] == number)
        return x->copied[node];
    if (n_words == 1) {
        key = x->from->words.at[number];
    } else {
        const uint64_t sides = node_at(x->from, n_words, number);
        const uint32_t left =
            copy_node(x, node + 1, (uint32_t)(sides >> 32), half);

        key = key_of_sides(left, copy_node(x, node + 2 * half, (uint32_t)sides,
                                           n_words - half));
    }
    x->before[node] = number;
    x->copied[node] = keys_intern(nodes_above(x->to, n_words), key);
    return x->copied[node];
}

void markings_keep(struct markings *markings, const uint32_t *kept)
{
    const uint32_t n = markings_count(markings), n_words = markings->n_words;
    struct markings old = *markings;
    const struct copying copying = {
        .from = &old,
        .to = markings,
        .before = mem_zero(2 * (size_t)n_words, sizeof *copying.before),
        .copied = mem_zero(2 * (size_t)n_words, sizeof *copying.copied),
    };

    ASSERT(kept[0] == 0);
    markings->words = markings->inners = markings->roots = (struct keys){0};
    add_initial(markings);
    for (uint32_t m = 0; m < n; m++)
        if (kept[m] != MARKINGS_NONE) {
            const uint32_t number = copy_node(&copying, 0, m, n_words);

            ASSERT(number == kept[m]);
            (void)number;
        }
    finish_stores(&old);
    mem_free(copying.before);
    mem_free(copying.copied);
}

size_t markings_bytes(const struct markings *markings)
{
    return keys_bytes(&markings->words) + keys_bytes(&markings->inners) +
           keys_bytes(&markings->roots);
}

static void check_sides(const struct keys *nodes, uint32_t most)
{
    for (uint32_t i = 0; i < nodes->len; i++)
        CHECK(nodes->at[i] >> 32 < most && (uint32_t)nodes->at[i] < most);
}

void markings_check(const struct markings *markings)
{
    const uint32_t n_words = markings->words.len,
                   n_inners = markings->inners.len;
    const uint32_t most = n_words > n_inners ? n_words : n_inners;

    CHECK(markings->words.at[0] == 0);
    check_sides(&markings->inners, most);
    check_sides(&markings->roots, most);
}
