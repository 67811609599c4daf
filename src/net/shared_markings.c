#include "net/shared_markings.h"

#include "base/check.h"
#include "base/mem.h"
#include "net/marking.h"

enum { ROOT = 1, DEEPEST = 32 };

/* --- the store ------------------------------------------------------------ */

/* Of the node: the numbers of the roots are dense. */
static uint32_t store_of(const struct shared_markings *markings, uint32_t node)
{
    return node == ROOT          ? SHARED_ROOTS
           : node >= markings->n ? SHARED_WORDS
                                 : SHARED_INNERS;
}

static uint64_t key_of(const struct shared_markings *markings, uint32_t node,
                       uint32_t number)
{
    return markings->stores[store_of(markings, node)].at[number];
}

static uint64_t pair_of(uint32_t left, uint32_t right)
{
    return (uint64_t)left << 32 | right;
}

static uint32_t left_of(uint64_t pair)
{
    return (uint32_t)(pair >> 32);
}

static uint32_t right_of(uint64_t pair)
{
    return (uint32_t)pair;
}

static void list_flips(struct shared_markings *markings)
{
    const struct marking_layout *const layout = &markings->layout;
    const uint32_t n_trans = net_trans_count(layout->net);
    uint32_t n = 0;

    markings->flips_at = mem_alloc(n_trans + 1, sizeof *markings->flips_at);
    for (trans_id t = 0; t < n_trans; t++) {
        struct marking_layout_cursor at = marking_layout_effects(layout, t);

        markings->flips_at[t] = n;
        while (marking_layout_next(&at))
            n++;
    }
    markings->flips_at[n_trans] = n;
    markings->flips = mem_alloc(n, sizeof *markings->flips);
    for (trans_id t = 0; t < n_trans; t++) {
        struct marking_layout_cursor at = marking_layout_effects(layout, t);

        for (uint32_t i = markings->flips_at[t]; marking_layout_next(&at); i++)
            markings->flips[i] = at.flips;
    }
}

/* Number 0 of each store is about no difference: a word of zeros, or a pair of
 * such numbers. */
void shared_markings_init(struct shared_markings *markings,
                          const struct net *net, const struct exclusive *sets)
{
    *markings = (struct shared_markings){0};
    marking_layout_init(&markings->layout, net, sets, 64);
    list_flips(markings);
    markings->n = markings->layout.words ? markings->layout.words : 1;
    for (uint32_t i = 0; i < SHARED_STORES; i++) {
        uint32_t spare = SHARED_KEYS_NONE;
        bool fresh;

        shared_keys_init(&markings->stores[i]);
        (void)shared_keys_intern(&markings->stores[i], 0, &spare, &fresh);
    }
}

void shared_markings_finish(struct shared_markings *markings)
{
    for (uint32_t i = 0; i < SHARED_STORES; i++)
        shared_keys_finish(&markings->stores[i]);
    mem_free(markings->flips);
    mem_free(markings->flips_at);
    marking_layout_finish(&markings->layout);
    *markings = (struct shared_markings){0};
}

/* The key of the first node, from the root on and left before right, in which
 * the two differ at a leaf. */
bool shared_markings_less(const struct shared_markings *markings, uint32_t a,
                          uint32_t b)
{
    uint32_t node = ROOT;
    uint64_t at_a = key_of(markings, node, a), at_b = key_of(markings, node, b);

    while (node < markings->n) {
        const bool right = left_of(at_a) == left_of(at_b);

        node = 2 * node + right;
        at_a = key_of(markings, node, right ? right_of(at_a) : left_of(at_a));
        at_b = key_of(markings, node, right ? right_of(at_b) : left_of(at_b));
    }
    return at_a < at_b;
}

/* --- between the calls of threads ----------------------------------------- */

static uint32_t *spares_of(uint32_t store,
                           struct shared_markings_cursor *const *cursors,
                           uint32_t n)
{
    uint32_t *const spares = mem_alloc(n, sizeof *spares);

    for (uint32_t i = 0; i < n; i++)
        spares[i] = cursors[i]->spares[store];
    return spares;
}

void shared_markings_grow(struct shared_markings *markings,
                          struct shared_markings_cursor *const *cursors,
                          uint32_t n_cursors)
{
    for (uint32_t i = 0; i < SHARED_STORES; i++)
        if (shared_keys_are_full(&markings->stores[i])) {
            uint32_t *const spares = spares_of(i, cursors, n_cursors);

            shared_keys_grow(&markings->stores[i], spares, n_cursors);
            mem_free(spares);
        }
}

void shared_markings_close(struct shared_markings *markings,
                           struct shared_markings_cursor *const *cursors,
                           uint32_t n_cursors)
{
    uint32_t *const spares = spares_of(SHARED_ROOTS, cursors, n_cursors);

    shared_keys_close(&markings->stores[SHARED_ROOTS], spares, n_cursors);
    for (uint32_t i = 0; i < n_cursors; i++)
        cursors[i]->spares[SHARED_ROOTS] = SHARED_KEYS_NONE;
    mem_free(spares);
}

size_t shared_markings_bytes(const struct shared_markings *markings,
                             struct shared_markings_cursor *const *cursors,
                             uint32_t n_cursors)
{
    size_t bytes = 0;

    for (uint32_t i = 0; i < SHARED_STORES; i++) {
        uint32_t n = shared_keys_len(&markings->stores[i]);

        for (uint32_t k = 0; k < n_cursors; k++)
            n -= cursors[k]->spares[i] != SHARED_KEYS_NONE;
        bytes += shared_keys_bytes(n);
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
    for (uint32_t i = 0; i < SHARED_STORES; i++)
        cursor->spares[i] = SHARED_KEYS_NONE;
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

static void move_leaf(struct shared_markings_cursor *cursor, uint32_t node,
                      uint64_t to)
{
    const uint32_t word = node - cursor->markings->n;

    marking_layout_move(&cursor->markings->layout, cursor->places, word,
                        cursor->words[word], to);
    cursor->words[word] = to;
}

/* A node whose number differs, and then its left side before its right one;
 * nodes that wait are on a stack of one a level. */
void shared_markings_cursor_move(struct shared_markings_cursor *cursor,
                                 uint32_t id)
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
        key = key_of(markings, node, number);
        if (node >= markings->n) {
            move_leaf(cursor, node, key);
            continue;
        }
        nodes[n] = 2 * node + 1;
        numbers[n++] = right_of(key);
        nodes[n] = 2 * node;
        numbers[n++] = left_of(key);
    }
}

/* --- steps ---------------------------------------------------------------- */

/* How a step asks for the number of a node. */
typedef uint32_t
shared_markings_cursor_number(struct shared_markings_cursor *cursor,
                              uint32_t node, uint64_t key, bool *fresh);

static inline uint32_t intern(struct shared_markings_cursor *cursor,
                              uint32_t node, uint64_t key, bool *fresh)
{
    const uint32_t store = store_of(cursor->markings, node);

    return shared_keys_intern(&cursor->markings->stores[store], key,
                              &cursor->spares[store], fresh);
}

static inline uint32_t find(struct shared_markings_cursor *cursor,
                            uint32_t node, uint64_t key, bool *fresh)
{
    (void)fresh;
    return shared_keys_find(
        &cursor->markings->stores[store_of(cursor->markings, node)], key);
}

static bool is_number(uint32_t number)
{
    return number < SHARED_KEYS_FULL;
}

/* One word changes: the nodes above it. */
static inline uint32_t step_in_word(struct shared_markings_cursor *cursor,
                                    struct marking_layout_flips flips,
                                    shared_markings_cursor_number *number_of,
                                    bool *fresh)
{
    const uint32_t *const numbers = cursor->numbers;
    uint32_t node = cursor->markings->n + flips.word;
    uint32_t number =
        number_of(cursor, node, cursor->words[flips.word] ^ flips.bits, fresh);

    for (; node > ROOT && is_number(number); node /= 2)
        number = number_of(cursor, node / 2,
                           node % 2 ? pair_of(numbers[node - 1], number)
                                    : pair_of(number, numbers[node + 1]),
                           fresh);
    return number;
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
static inline uint32_t step_in_words(struct shared_markings_cursor *cursor,
                                     const struct marking_layout_flips *flips,
                                     uint32_t n,
                                     shared_markings_cursor_number *number_of,
                                     bool *fresh)
{
    const uint32_t first_leaf = cursor->markings->n;
    uint32_t *const queue = cursor->queue, *const numbers = cursor->numbers;
    uint32_t number = numbers[ROOT], i;

    queue_leaves(cursor, flips, n);
    for (i = 0; i < n && is_number(number); i++) {
        const uint32_t node = queue[i];
        const uint64_t key =
            node >= first_leaf
                ? cursor->words[node - first_leaf] ^ cursor->flips[i]
                : pair_of(numbers[2 * node], numbers[2 * node + 1]);

        number = number_of(cursor, node, key, fresh);
        cursor->saved[i] = numbers[node];
        numbers[node] = number;
        if (node > ROOT && queue[n - 1] != node / 2)
            queue[n++] = node / 2;
    }
    while (i-- > 0)
        numbers[queue[i]] = cursor->saved[i];
    return number;
}

static inline uint32_t step(struct shared_markings_cursor *cursor, trans_id t,
                            shared_markings_cursor_number *number_of,
                            bool *fresh)
{
    const struct shared_markings *const markings = cursor->markings;
    const struct marking_layout_flips *const flips =
        markings->flips + markings->flips_at[t];
    const uint32_t n = markings->flips_at[t + 1] - markings->flips_at[t];

    *fresh = false;
    return n == 0   ? cursor->numbers[ROOT]
           : n == 1 ? step_in_word(cursor, *flips, number_of, fresh)
                    : step_in_words(cursor, flips, n, number_of, fresh);
}

uint32_t shared_markings_cursor_fire(struct shared_markings_cursor *cursor,
                                     trans_id t, bool *fresh)
{
    return step(cursor, t, intern, fresh);
}

uint32_t
shared_markings_cursor_find_before(struct shared_markings_cursor *cursor,
                                   trans_id t)
{
    bool fresh;

    return step(cursor, t, find, &fresh);
}
