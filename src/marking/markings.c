#include "marking/markings.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"

enum { ROOT = 1, DEEPEST = 32 };

/* --- nodes --------------------------------------------------------------- */

static uint32_t store_of(const struct markings *markings, uint32_t node)
{
    return node <= MARKINGS_RIGHT ? node
           : node >= markings->n  ? MARKINGS_WORDS
                                  : MARKINGS_INNERS;
}

static uint64_t key_of(const struct markings *markings, uint32_t node,
                       uint32_t number)
{
    return shared_keys_key(&markings->stores[store_of(markings, node)], number);
}

/* Of a node whose keys are not cut: one below the root, or a word. */
static inline uint64_t key_below(const struct markings *markings, uint32_t node,
                                 uint32_t number)
{
    const uint32_t store = store_of(markings, node);

    return ((const uint64_t *)markings->stores[store].at)[number];
}

/* The number of a node in the key of the node above it. */
static uint32_t number_in(uint64_t pair, uint32_t node)
{
    return (uint32_t)(node % 2 ? pair : pair >> 32);
}

static uint64_t with_number(uint64_t pair, uint32_t node, uint32_t number)
{
    return node % 2 ? (pair >> 32 << 32) | number
                    : (uint32_t)pair | (uint64_t)number << 32;
}

/* --- life ---------------------------------------------------------------- */

void markings_draft_init(struct markings_draft *draft,
                         const struct markings *markings)
{
    const size_t nodes = 2 * (size_t)markings->n;

    draft->markings = markings;
    draft->at = mem_zero(nodes, sizeof *draft->at);
    draft->queue = mem_alloc(nodes, sizeof *draft->queue);
    draft->changed = mem_zero(bits_words(markings->n), sizeof *draft->changed);
}

void markings_draft_finish(struct markings_draft *draft)
{
    mem_free(draft->at);
    mem_free(draft->queue);
    mem_free(draft->changed);
    *draft = (struct markings_draft){0};
}

/* Number 0 of each store is about no difference: words of zeros, or a pair of
 * such numbers. */
static void init_store(struct shared_keys *store, bool cut)
{
    struct shared_keys_look zeros = {0};
    struct shared_keys_range own = {0};
    bool fresh;

    shared_keys_init(store, cut);
    shared_keys_begin(store, &zeros);
    (void)shared_keys_intern(store, &zeros, &own, &fresh);
    shared_keys_close(store, &own, 1);
}

static void init_stores(struct markings *markings)
{
    for (uint32_t i = 0; i < MARKINGS_STORES; i++) {
        init_store(&markings->stores[i],
                   i == MARKINGS_ROOTS && markings->n > 1);
        markings->draft.own[i] = (struct shared_keys_range){0};
    }
}

void markings_init(struct markings *markings, const struct net *net,
                   const struct exclusive *sets)
{
    *markings = (struct markings){.n = 0};
    marking_layout_init(&markings->layout, net, sets);
    markings->n = markings->layout.words ? markings->layout.words : 1;
    markings->draft.grows = true;
    init_stores(markings);
}

static void finish_stores(struct shared_keys *stores)
{
    for (uint32_t i = 0; i < MARKINGS_STORES; i++)
        shared_keys_finish(&stores[i]);
}

void markings_finish(struct markings *markings)
{
    finish_stores(markings->stores);
    markings_draft_finish(&markings->draft);
    marking_layout_finish(&markings->layout);
    *markings = (struct markings){.n = 0};
}

static uint32_t count(const struct markings *markings, uint32_t store)
{
    const struct shared_keys_range *const own = &markings->draft.own[store];

    return own->next < own->end ? own->next
                                : shared_keys_len(&markings->stores[store]);
}

uint32_t markings_count(const struct markings *markings)
{
    return count(markings, MARKINGS_ROOTS);
}

size_t markings_bytes(const struct markings *markings)
{
    size_t bytes = 0;

    for (uint32_t i = 0; i < MARKINGS_STORES; i++)
        bytes += shared_keys_bytes(&markings->stores[i], count(markings, i));
    return bytes;
}

static bool sides_have_room(const struct markings *markings)
{
    const struct shared_keys *const stores = markings->stores;

    return shared_keys_have_room(&stores[MARKINGS_ROOTS],
                                 shared_keys_len(&stores[MARKINGS_LEFT]),
                                 shared_keys_len(&stores[MARKINGS_RIGHT]));
}

bool markings_are_full(const struct markings *markings, uint32_t store)
{
    return shared_keys_are_full(&markings->stores[store]) ||
           (store == MARKINGS_ROOTS && !sides_have_room(markings));
}

/* The cut comes first: keys of 32 bits take half of the room. */
void markings_grow(struct markings *markings, uint32_t store,
                   const struct shared_keys_range *own, uint32_t n)
{
    struct shared_keys *const stores = markings->stores;

    if (store == MARKINGS_ROOTS && !sides_have_room(markings))
        shared_keys_cut(&stores[MARKINGS_ROOTS],
                        shared_keys_len(&stores[MARKINGS_LEFT]),
                        shared_keys_len(&stores[MARKINGS_RIGHT]));
    if (shared_keys_are_full(&stores[store]))
        shared_keys_grow(&stores[store], own, n);
}

/* --- the draft ----------------------------------------------------------- */

/* The keys that markings_draft_move() keeps may be forgotten. */
static void load(struct markings_draft *draft, const struct markings *markings,
                 uint32_t id)
{
    draft->markings = markings; /* which may have moved */
    if (!draft->at)
        markings_draft_init(draft, markings);
    draft->at[ROOT] = key_of(markings, ROOT, id);
}

/* Finds the keys on the way from the root to a leaf, and that of the leaf. */
static void load_path(struct markings_draft *draft, uint32_t leaf)
{
    uint64_t key = draft->at[ROOT];

    for (uint32_t level = bits_highest(leaf); level-- > 0;) {
        const uint32_t node = leaf >> level;

        key = key_below(draft->markings, node, number_in(key, node));
        draft->at[node] = key;
    }
}

void markings_draft_open(struct markings_draft *draft,
                         const struct markings *markings, uint32_t id)
{
    load(draft, markings, id);
    bits_clear(draft->changed, bits_words(markings->n));
}

/* The word as it is now. */
static inline uint64_t *find_word(struct markings_draft *draft, uint32_t word)
{
    const uint32_t leaf = draft->markings->n + word;

    if (!bits_has(draft->changed, word))
        load_path(draft, leaf);
    return &draft->at[leaf];
}

void markings_draft_flip(struct markings_draft *draft,
                         struct marking_layout_flips flips)
{
    *find_word(draft, flips.word) ^= flips.bits;
    bits_add(draft->changed, flips.word);
}

void markings_draft_step(struct markings_draft *draft, trans_id t)
{
    uint32_t n;
    const struct marking_layout_flips *const flips =
        marking_layout_flips_of(&draft->markings->layout, t, &n);

    if (draft->markings->n == ROOT) /* one word */
        draft->at[ROOT] ^= n ? flips->bits : 0;
    else
        for (uint32_t i = 0; i < n; i++)
            markings_draft_flip(draft, flips[i]);
}

place_id markings_draft_unsafe(struct markings_draft *draft, trans_id t)
{
    const struct marking_layout *const layout = &draft->markings->layout;
    const struct net_place_span post = net_post(layout->net, t);

    for (uint32_t i = 0; i < post.len; i++)
        if (marking_layout_has(
                layout, post.at[i],
                *find_word(draft, marking_layout_word(layout, post.at[i]))))
            return post.at[i];
    return net_overflow(layout->net, t);
}

/* The store grows, and gets the key. */
static uint32_t grow_for(struct markings *markings, uint32_t store,
                         struct shared_keys_look *look,
                         struct shared_keys_range *own)
{
    struct shared_keys *const keys = &markings->stores[store];
    bool fresh;

    markings_grow(markings, store, own, 1);
    shared_keys_begin(keys, look);
    return shared_keys_intern(keys, look, own, &fresh);
}

/* The number of a key in a store, FULL or NONE. */
static inline uint32_t number_of(struct markings_draft *draft, uint32_t store,
                                 struct shared_keys_look *look,
                                 const struct markings *markings,
                                 struct markings *into)
{
    struct shared_keys_range *const own = &draft->own[store];
    uint32_t number;
    bool fresh;

    shared_keys_begin(&markings->stores[store], look);
    number = shared_keys_find(&markings->stores[store], look);
    if (number != SHARED_KEYS_NONE || !into)
        return number;
    number = shared_keys_add(&into->stores[store], look, own, &fresh);
    return number == SHARED_KEYS_FULL && draft->grows
               ? grow_for(into, store, look, own)
               : number;
}

/* One leaf changes. */
static bool climb_from(struct markings_draft *draft, uint32_t node,
                       struct markings *into, uint64_t *key)
{
    for (; node > ROOT; node /= 2) {
        struct shared_keys_look look = {.key = *key};
        const uint32_t number =
            number_of(draft, store_of(draft->markings, node), &look,
                      draft->markings, into);

        if (number >= SHARED_KEYS_FULL)
            return false;
        *key = with_number(draft->at[node / 2], node, number);
    }
    return true;
}

/* The queue has n leaves that change, with their new keys, and gets the nodes
 * above them, in decreasing order, so that a node comes after its sides.  The
 * key of the root; false: see markings_draft_after(). */
static bool climb(struct markings_draft *draft, uint32_t n,
                  struct markings *into, uint64_t *key)
{
    struct markings_node *const queue = draft->queue;
    uint32_t i;

    if (n == 0)
        queue[n++] = (struct markings_node){draft->at[ROOT], ROOT};
    for (i = 0; queue[i].node > ROOT; i++) {
        const uint32_t node = queue[i].node, above = node / 2;
        struct shared_keys_look look = {.key = queue[i].key};
        const uint32_t number =
            number_of(draft, store_of(draft->markings, node), &look,
                      draft->markings, into);

        if (number >= SHARED_KEYS_FULL)
            return false;
        if (queue[n - 1].node != above)
            queue[n++] = (struct markings_node){draft->at[above], above};
        queue[n - 1].key = with_number(queue[n - 1].key, node, number);
    }
    *key = queue[i].key;
    return true;
}

uint32_t markings_draft_close(struct markings_draft *draft,
                              struct markings *into)
{
    const uint32_t first_leaf = draft->markings->n;
    struct shared_keys_look look = {.key = draft->at[ROOT]};
    uint32_t n = 0;

    if (first_leaf == ROOT)
        return number_of(draft, MARKINGS_ROOTS, &look, draft->markings, into);
    for (uint32_t w = bits_words(first_leaf); w-- > 0;)
        for (bits_word rest = draft->changed[w]; rest;) {
            const uint32_t bit = bits_highest(rest);
            const uint32_t leaf = first_leaf + 64 * w + bit;

            draft->queue[n++] = (struct markings_node){draft->at[leaf], leaf};
            rest ^= (bits_word)1 << bit;
        }
    return climb(draft, n, into, &look.key)
               ? number_of(draft, MARKINGS_ROOTS, &look, draft->markings, into)
               : MARKINGS_NONE;
}

bool markings_draft_after(struct markings_draft *draft, trans_id t,
                          struct markings *into, uint64_t *key)
{
    const uint32_t first_leaf = draft->markings->n;
    uint32_t n, n_queued = 0;
    const struct marking_layout_flips *const flips =
        marking_layout_flips_of(&draft->markings->layout, t, &n);

    if (n == 1) {
        const uint32_t leaf = first_leaf + flips->word;

        *key = draft->at[leaf] ^ flips->bits;
        return climb_from(draft, leaf, into, key);
    }
    for (uint32_t i = n; i-- > 0;) {
        const uint32_t leaf = first_leaf + flips[i].word;

        draft->queue[n_queued++] =
            (struct markings_node){draft->at[leaf] ^ flips[i].bits, leaf};
    }
    return climb(draft, n_queued, into, key);
}

/* Of one word: the general way takes up to 13 % more instructions. */
static uint32_t fire_word(struct markings *markings, uint32_t id, trans_id t)
{
    uint32_t n;
    const struct marking_layout_flips *const flips =
        marking_layout_flips_of(&markings->layout, t, &n);
    struct shared_keys_look look = {.key = key_below(markings, ROOT, id)};

    look.key ^= n ? flips->bits : 0;
    return number_of(&markings->draft, MARKINGS_ROOTS, &look, markings,
                     markings);
}

uint32_t markings_fire(struct markings *markings, uint32_t id, trans_id t)
{
    struct markings_draft *const draft = &markings->draft;
    const uint32_t first_leaf = markings->n;
    struct shared_keys_look look;
    uint32_t n;
    const struct marking_layout_flips *const flips =
        marking_layout_flips_of(&markings->layout, t, &n);

    if (first_leaf == ROOT)
        return fire_word(markings, id, t);
    load(draft, markings, id);
    for (uint32_t i = 0; i < n; i++)
        load_path(draft, first_leaf + flips[i].word);
    (void)markings_draft_after(draft, t, markings, &look.key);
    return number_of(draft, MARKINGS_ROOTS, &look, markings, markings);
}

/* A node whose key differs, and then its left side before its right one; nodes
 * that wait are on a stack of one a level. */
void markings_draft_move(struct markings_draft *draft, uint32_t id,
                         markings_draft_word *changed, void *self)
{
    const struct markings *const markings = draft->markings;
    const uint32_t first_leaf = markings->n;
    struct markings_node stack[DEEPEST + 1];
    uint32_t n = 0;

    stack[n++] = (struct markings_node){key_of(markings, ROOT, id), ROOT};
    while (n > 0) {
        const struct markings_node next = stack[--n];
        const uint64_t key = next.key, from = draft->at[next.node];
        const uint32_t left = 2 * next.node;

        if (key == from)
            continue;
        draft->at[next.node] = key;
        if (next.node >= first_leaf) {
            changed(self, next.node - first_leaf, from, key);
            continue;
        }
        for (uint32_t side = left + 2; side-- > left;)
            if (number_in(key, side) != number_in(from, side))
                stack[n++] = (struct markings_node){
                    key_below(markings, side, number_in(key, side)), side};
    }
}

/* --- whole markings ------------------------------------------------------ */

bool markings_has(const struct markings *markings, uint32_t id, place_id p)
{
    const uint32_t leaf =
        markings->n + marking_layout_word(&markings->layout, p);
    uint64_t key = key_of(markings, ROOT, id);
    for (uint32_t level = bits_highest(leaf); level-- > 0;)
        key = key_below(markings, leaf >> level, number_in(key, leaf >> level));
    return marking_layout_has(&markings->layout, p, key);
}

/* Number 0 is no difference, in whatever store. */
void markings_read(const struct markings *markings, uint32_t id, bits_word *m)
{
    const uint32_t first_leaf = markings->n;
    struct markings_node stack[DEEPEST + 1];
    uint32_t n = 0;

    marking_initial(markings->layout.net, m);
    stack[n++] = (struct markings_node){key_of(markings, ROOT, id), ROOT};
    while (n > 0) {
        uint32_t node = stack[--n].node;
        uint64_t key = stack[n].key;

        while (key && node < first_leaf) { /* zero: no difference */
            const uint32_t right = number_in(key, 2 * node + 1);

            if (right)
                stack[n++] = (struct markings_node){
                    key_below(markings, 2 * node + 1, right), 2 * node + 1};
            node *= 2;
            key = key_below(markings, node, number_in(key, node));
        }
        if (key)
            marking_layout_flip(&markings->layout, m, node - first_leaf, key);
    }
}

/* The key of the first node, from the root on and left before right, in which
 * the two differ at a leaf. */
bool markings_less(const struct markings *markings, uint32_t a, uint32_t b)
{
    uint32_t node = ROOT;
    uint64_t at_a = key_of(markings, node, a), at_b = key_of(markings, node, b);

    while (node < markings->n) {
        node *= 2;
        node += number_in(at_a, node) == number_in(at_b, node);
        at_a = key_of(markings, node, number_in(at_a, node));
        at_b = key_of(markings, node, number_in(at_b, node));
    }
    return at_a < at_b;
}

static void flip_word(void *self, uint32_t word, uint64_t from, uint64_t to)
{
    markings_draft_flip(self, (struct marking_layout_flips){word, from ^ to});
}

/* Each kept marking is stored anew, from the one before by the words that
 * differ. */
void markings_keep(struct markings *markings, const uint32_t *kept)
{
    struct markings old = *markings;
    struct markings_draft reader = {.grows = false};
    uint32_t id = MARKINGS_INITIAL;

    markings_draft_init(&reader, &old);
    init_stores(markings);
    for (uint32_t i = 1; i < markings_count(&old); i++)
        if (kept[i] != MARKINGS_NONE) {
            markings_open(markings, id);
            markings_draft_move(&reader, i, flip_word, &markings->draft);
            id = markings_close(markings, false);
            ASSERT(id == kept[i]);
        }
    finish_stores(old.stores);
    markings_draft_finish(&reader);
}

/* Each key has the number under which it is found, and pairs are of known
 * numbers. */
void markings_check(const struct markings *markings)
{
    uint32_t most = 0;

    for (uint32_t i = 0; i < MARKINGS_STORES; i++)
        if (i != MARKINGS_ROOTS && count(markings, i) > most)
            most = count(markings, i);
    for (uint32_t i = 0; i < MARKINGS_STORES; i++)
        for (uint32_t k = 0; k < count(markings, i); k++) {
            struct shared_keys_look look = {
                .key = shared_keys_key(&markings->stores[i], k)};

            shared_keys_begin(&markings->stores[i], &look);
            CHECK(shared_keys_find(&markings->stores[i], &look) == k);
            CHECK((i != MARKINGS_INNERS && i != MARKINGS_ROOTS) ||
                  markings->n == 1 ||
                  (look.key >> 32 < most && (uint32_t)look.key < most));
        }
}
