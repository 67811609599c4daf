#include "marking/shared_markings.h"

#include "base/mem.h"
#include "net/marking.h"

enum { ROOT = 1, DEEPEST = 32 };

/* --- the store ------------------------------------------------------------ */

/* Of a node of a tree: the numbers of the roots are dense. */
static uint32_t store_of(const struct shared_markings *markings, uint32_t node)
{
    return node == ROOT          ? SHARED_ROOTS
           : node >= markings->n ? SHARED_WORDS
                                 : SHARED_INNERS;
}

/* The key of a marking that is one. */
static const uint64_t *whole_key(const struct shared_markings *markings,
                                 uint32_t number)
{
    return markings->stores[SHARED_ROOTS].at + (size_t)number * markings->n;
}

static uint64_t key_at_node(const struct shared_markings *markings,
                            uint32_t node, uint32_t number)
{
    return markings->stores[store_of(markings, node)].at[number];
}

static uint64_t pair_of(uint32_t left, uint32_t right)
{
    return (uint64_t)left << 32 | right;
}

static uint32_t left_of_pair(uint64_t pair)
{
    return (uint32_t)(pair >> 32);
}

static uint32_t right_of_pair(uint64_t pair)
{
    return (uint32_t)pair;
}

static void list_flips(struct shared_markings *markings)
{
    const struct marking_layout *const layout = &markings->layout;
    const uint32_t n_trans = net_trans_count(layout->net);

    markings->flips_at =
        mem_zero((size_t)n_trans + 1, sizeof *markings->flips_at);
    for (trans_id t = 0; t < n_trans; t++) {
        struct marking_layout_cursor at = marking_layout_effects(layout, t);

        while (marking_layout_next(&at))
            vec_push(&markings->flips, at.flips);
        markings->flips_at[t + 1] = markings->flips.len;
    }
}

static void list_masks(struct shared_markings *markings)
{
    const uint32_t n_trans = net_trans_count(markings->layout.net);

    markings->masks =
        mem_zero((size_t)n_trans * markings->n, sizeof *markings->masks);
    for (trans_id t = 0; t < n_trans; t++) {
        struct marking_layout_cursor at =
            marking_layout_effects(&markings->layout, t);

        while (marking_layout_next(&at))
            markings->masks[(size_t)t * markings->n + at.flips.word] =
                at.flips.bits;
    }
}

/* Number 0 of each store is about no difference: words of zeros, or a pair of
 * such numbers. */
static void init_store(struct shared_keys *store, uint32_t width)
{
    struct shared_keys_look zeros = {0};
    struct shared_keys_range own = {0};
    bool fresh;

    shared_keys_init(store, width);
    shared_keys_begin(store, &zeros);
    (void)shared_keys_intern(store, &zeros, &own, &fresh);
    shared_keys_close(store, &own, 1);
}

void shared_markings_init(struct shared_markings *markings,
                          const struct net *net, const struct exclusive *sets)
{
    *markings = (struct shared_markings){0};
    marking_layout_init(&markings->layout, net, sets, 64);
    markings->n = markings->layout.words ? markings->layout.words : 1;
    markings->whole = markings->n <= 2;
    if (markings->whole)
        list_masks(markings);
    else
        list_flips(markings);
    for (uint32_t i = 0; i < SHARED_STORES; i++)
        init_store(&markings->stores[i],
                   i == SHARED_ROOTS && markings->whole ? markings->n : 1);
}

void shared_markings_finish(struct shared_markings *markings)
{
    for (uint32_t i = 0; i < SHARED_STORES; i++)
        shared_keys_finish(&markings->stores[i]);
    mem_free(markings->masks);
    vec_free(&markings->flips);
    mem_free(markings->flips_at);
    marking_layout_finish(&markings->layout);
    *markings = (struct shared_markings){0};
}

/* By the first word in which they differ. */
static bool is_less(const uint64_t *a, const uint64_t *b, uint32_t n)
{
    uint32_t i = 0;

    while (i + 1 < n && a[i] == b[i])
        i++;
    return a[i] < b[i];
}

/* The key of the first node, from the root on and left before right, in which
 * the two differ at a leaf. */
bool shared_markings_less(const struct shared_markings *markings, uint32_t a,
                          uint32_t b)
{
    uint32_t node = ROOT;
    uint64_t at_a, at_b;

    if (markings->whole)
        return is_less(whole_key(markings, a), whole_key(markings, b),
                       markings->n);
    at_a = key_at_node(markings, node, a);
    at_b = key_at_node(markings, node, b);

    while (node < markings->n) {
        const bool right = left_of_pair(at_a) == left_of_pair(at_b);

        node = 2 * node + right;
        at_a = key_at_node(markings, node,
                           right ? right_of_pair(at_a) : left_of_pair(at_a));
        at_b = key_at_node(markings, node,
                           right ? right_of_pair(at_b) : left_of_pair(at_b));
    }
    return at_a < at_b;
}

/* --- between the calls of threads ----------------------------------------- */

/* What the threads hold of the store. */
static struct shared_keys_range *
held_in(uint32_t store, struct shared_markings_cursor *const *cursors,
        uint32_t n)
{
    struct shared_keys_range *const held = mem_alloc(n, sizeof *held);

    for (uint32_t i = 0; i < n; i++)
        held[i] = cursors[i]->own[store];
    return held;
}

/* The index of the roots is another one. */
static void begin_again(struct shared_markings_cursor *const *cursors,
                        uint32_t n_cursors)
{
    for (uint32_t i = 0; i < n_cursors; i++) {
        struct shared_markings_cursor *const cursor = cursors[i];

        for (uint32_t k = cursor->n_settled; k != cursor->n_added; k++)
            shared_keys_begin(&cursor->markings->stores[SHARED_ROOTS],
                              &cursor->waiting[k % SHARED_MARKINGS_WAITING]);
    }
}

void shared_markings_grow(struct shared_markings *markings,
                          struct shared_markings_cursor *const *cursors,
                          uint32_t n_cursors)
{
    for (uint32_t i = 0; i < SHARED_STORES; i++)
        if (shared_keys_are_full(&markings->stores[i])) {
            struct shared_keys_range *const held =
                held_in(i, cursors, n_cursors);

            shared_keys_grow(&markings->stores[i], held, n_cursors);
            mem_free(held);
            if (i == SHARED_ROOTS)
                begin_again(cursors, n_cursors);
        }
}

size_t shared_markings_growth(const struct shared_markings *markings)
{
    size_t bytes = 0;

    for (uint32_t i = 0; i < SHARED_STORES; i++)
        if (shared_keys_are_full(&markings->stores[i]))
            bytes += shared_keys_growth(&markings->stores[i]);
    return bytes;
}

void shared_markings_close(struct shared_markings *markings,
                           struct shared_markings_cursor *const *cursors,
                           uint32_t n_cursors)
{
    struct shared_keys_range *const held =
        held_in(SHARED_ROOTS, cursors, n_cursors);

    shared_keys_close(&markings->stores[SHARED_ROOTS], held, n_cursors);
    for (uint32_t i = 0; i < n_cursors; i++)
        cursors[i]->own[SHARED_ROOTS] = held[i];
    mem_free(held);
}

size_t shared_markings_bytes(const struct shared_markings *markings,
                             struct shared_markings_cursor *const *cursors,
                             uint32_t n_cursors)
{
    size_t bytes = 0;

    for (uint32_t i = 0; i < SHARED_STORES; i++) {
        const struct shared_keys *const store = &markings->stores[i];
        uint32_t n = shared_keys_len(store);

        for (uint32_t k = 0; k < n_cursors; k++)
            n -= cursors[k]->own[i].end - cursors[k]->own[i].next;
        bytes += shared_keys_bytes(n, store->width);
    }
    return bytes;
}

/* --- a cursor ------------------------------------------------------------- */

void shared_markings_cursor_init(struct shared_markings_cursor *cursor,
                                 struct shared_markings *markings)
{
    const size_t nodes = 2 * (size_t)markings->n;
    const struct net *const net = markings->layout.net;
    const uint32_t words = marking_words(net);

    *cursor = (struct shared_markings_cursor){
        .markings = markings,
        .words = mem_zero(markings->n, sizeof *cursor->words),
        .numbers = mem_zero(nodes, sizeof *cursor->numbers),
        .saved = mem_alloc(nodes, sizeof *cursor->saved),
        .queue = mem_alloc(nodes, sizeof *cursor->queue),
        .flips = mem_alloc(markings->n, sizeof *cursor->flips),
        .places = mem_zero(words ? words : 1, sizeof *cursor->places),
    };
    marking_initial(net, cursor->places);
}

void shared_markings_cursor_finish(struct shared_markings_cursor *cursor)
{
    mem_free(cursor->words);
    mem_free(cursor->numbers);
    mem_free(cursor->saved);
    mem_free(cursor->queue);
    mem_free(cursor->flips);
    mem_free(cursor->places);
    *cursor = (struct shared_markings_cursor){0};
}

static void move_word(struct shared_markings_cursor *cursor, uint32_t word,
                      uint64_t to)
{
    marking_layout_move(&cursor->markings->layout, cursor->places, word,
                        cursor->words[word], to);
    cursor->words[word] = to;
}

static void move_whole(struct shared_markings_cursor *cursor, uint32_t id)
{
    const uint64_t *const key = whole_key(cursor->markings, id);

    for (uint32_t i = 0; i < cursor->markings->n; i++)
        if (cursor->words[i] != key[i])
            move_word(cursor, i, key[i]);
    cursor->numbers[ROOT] = id;
}

/* A node whose number differs, and then its left side before its right one;
 * nodes that wait are on a stack of one a level. */
static void move_tree(struct shared_markings_cursor *cursor, uint32_t id)
{
    const struct shared_markings *const markings = cursor->markings;
    uint32_t nodes[DEEPEST + 1], numbers[DEEPEST + 1], n = 0;

    nodes[n] = ROOT;
    numbers[n++] = id;
    while (n > 0) {
        const uint32_t node = nodes[--n], number = numbers[n];
        uint64_t key;

        if (cursor->numbers[node] == number)
            continue;
        cursor->numbers[node] = number;
        key = key_at_node(markings, node, number);
        if (node >= markings->n) {
            move_word(cursor, node - markings->n, key);
            continue;
        }
        nodes[n] = 2 * node + 1;
        numbers[n++] = right_of_pair(key);
        nodes[n] = 2 * node;
        numbers[n++] = left_of_pair(key);
    }
}

void shared_markings_cursor_move(struct shared_markings_cursor *cursor,
                                 uint32_t id)
{
    if (cursor->markings->whole)
        move_whole(cursor, id);
    else
        move_tree(cursor, id);
}

/* --- steps ---------------------------------------------------------------- */

/* How a step asks for the number of a node below the root. */
typedef uint32_t
shared_markings_cursor_number(struct shared_markings_cursor *cursor,
                              uint32_t node, uint64_t key);

static inline uint32_t intern(struct shared_markings_cursor *cursor,
                              uint32_t node, uint64_t key)
{
    const uint32_t i = store_of(cursor->markings, node);
    struct shared_keys *const store = &cursor->markings->stores[i];
    struct shared_keys_look look = {.key[0] = key};
    bool fresh;

    shared_keys_begin(store, &look);
    return shared_keys_intern(store, &look, &cursor->own[i], &fresh);
}

static inline uint32_t find(struct shared_markings_cursor *cursor,
                            uint32_t node, uint64_t key)
{
    const uint32_t i = store_of(cursor->markings, node);
    const struct shared_keys *const store = &cursor->markings->stores[i];
    struct shared_keys_look look = {.key[0] = key};

    shared_keys_begin(store, &look);
    return shared_keys_find(store, &look);
}

static bool is_number(uint32_t number)
{
    return number < SHARED_KEYS_FULL;
}

static inline void flip_whole(const struct shared_markings_cursor *cursor,
                              trans_id t, uint64_t *key)
{
    const uint32_t n = cursor->markings->n;
    const uint64_t *const mask = cursor->markings->masks + (size_t)t * n;

    key[0] = cursor->words[0] ^ mask[0];
    if (n == 2)
        key[1] = cursor->words[1] ^ mask[1];
}

/* One word changes: the nodes above it, of which the root is left to the
 * caller. */
static inline bool step_in_word(struct shared_markings_cursor *cursor,
                                struct marking_layout_flips flips,
                                shared_markings_cursor_number *number_of,
                                uint64_t *key)
{
    const uint32_t *const numbers = cursor->numbers;
    uint32_t node = cursor->markings->n + flips.word;

    *key = cursor->words[flips.word] ^ flips.bits;
    for (; node > ROOT; node /= 2) {
        const uint32_t number = number_of(cursor, node, *key);

        if (!is_number(number))
            return false;
        *key = node % 2 ? pair_of(numbers[node - 1], number)
                        : pair_of(number, numbers[node + 1]);
    }
    return true;
}

/* The words become the queue, the last one first. */
static void queue_leaves(struct shared_markings_cursor *cursor,
                         const struct marking_layout_flips *flips, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        cursor->queue[i] = cursor->markings->n + flips[n - 1 - i].word;
        cursor->flips[i] = flips[n - 1 - i].bits;
    }
}

/* Several words change.  The queue has their leaves and then the nodes above
 * them, in decreasing order, so that a node comes after its sides.  The numbers
 * of the cursor are changed on the way and restored in the end. */
static inline bool step_in_words(struct shared_markings_cursor *cursor,
                                 const struct marking_layout_flips *flips,
                                 uint32_t n,
                                 shared_markings_cursor_number *number_of,
                                 uint64_t *key)
{
    const uint32_t first_leaf = cursor->markings->n;
    uint32_t *const queue = cursor->queue, *const numbers = cursor->numbers;
    uint32_t number = 0, i;

    queue_leaves(cursor, flips, n);
    for (i = 0; queue[i] > ROOT && is_number(number); i++) {
        const uint32_t node = queue[i];
        const uint64_t below =
            node >= first_leaf
                ? cursor->words[node - first_leaf] ^ cursor->flips[i]
                : pair_of(numbers[2 * node], numbers[2 * node + 1]);

        number = number_of(cursor, node, below);
        cursor->saved[i] = numbers[node];
        numbers[node] = number;
        if (queue[n - 1] != node / 2)
            queue[n++] = node / 2;
    }
    *key = pair_of(numbers[2], numbers[3]);
    while (i-- > 0)
        numbers[queue[i]] = cursor->saved[i];
    return is_number(number);
}

/* The key of the root after t; false when a node below has no number. */
static inline bool find_root_after(struct shared_markings_cursor *cursor,
                                   trans_id t,
                                   shared_markings_cursor_number *number_of,
                                   uint64_t *key)
{
    const struct shared_markings *const markings = cursor->markings;
    const struct marking_layout_flips *const flips =
        markings->flips.at + markings->flips_at[t];
    const uint32_t n = markings->flips_at[t + 1] - markings->flips_at[t];

    if (n == 0)
        *key = pair_of(cursor->numbers[2], cursor->numbers[3]);
    return n == 0   ? true
           : n == 1 ? step_in_word(cursor, *flips, number_of, key)
                    : step_in_words(cursor, flips, n, number_of, key);
}

/* Stores the root that waits longest. */
static inline bool settle_first(struct shared_markings_cursor *cursor,
                                uint64_t *n_fresh)
{
    const uint32_t i = cursor->n_settled % SHARED_MARKINGS_WAITING;
    bool fresh;

    if (shared_keys_intern(&cursor->markings->stores[SHARED_ROOTS],
                           &cursor->waiting[i], &cursor->own[SHARED_ROOTS],
                           &fresh) == SHARED_KEYS_FULL)
        return false;
    *n_fresh += fresh;
    cursor->n_settled++;
    return true;
}

bool shared_markings_cursor_add(struct shared_markings_cursor *cursor,
                                trans_id t, uint64_t *n_fresh)
{
    const struct shared_keys *const roots =
        &cursor->markings->stores[SHARED_ROOTS];
    const uint32_t i = cursor->n_added;
    struct shared_keys_look *const look =
        &cursor->waiting[i % SHARED_MARKINGS_WAITING];
    const uint32_t n = i - cursor->n_settled;

    if (n == SHARED_MARKINGS_WAITING && !settle_first(cursor, n_fresh))
        return false;
    if (cursor->markings->whole)
        flip_whole(cursor, t, look->key);
    else if (!find_root_after(cursor, t, intern, look->key))
        return false;
    shared_keys_begin(roots, look);
    if (n >= SHARED_MARKINGS_BEGUN)
        shared_keys_go_on(roots, &cursor->waiting[(i - SHARED_MARKINGS_BEGUN) %
                                                  SHARED_MARKINGS_WAITING]);
    cursor->n_added++;
    return true;
}

bool shared_markings_cursor_settle(struct shared_markings_cursor *cursor,
                                   uint64_t *n_fresh)
{
    while (cursor->n_settled != cursor->n_added)
        if (!settle_first(cursor, n_fresh))
            return false;
    return true;
}

uint32_t shared_markings_cursor_find(struct shared_markings_cursor *cursor,
                                     trans_id t)
{
    const struct shared_keys *const roots =
        &cursor->markings->stores[SHARED_ROOTS];
    struct shared_keys_look look;

    if (cursor->markings->whole)
        flip_whole(cursor, t, look.key);
    else if (!find_root_after(cursor, t, find, look.key))
        return SHARED_KEYS_NONE;
    shared_keys_begin(roots, &look);
    return shared_keys_find(roots, &look);
}
