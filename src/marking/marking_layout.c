#include "marking/marking_layout.h"

#include "base/ids.h"
#include "base/mem.h"
#include "net/marking.h"
#include "net/place_order.h"

#include <stdlib.h>

enum { SHORT = 16 };

/* Most lists are short. */
static void sort_flips(struct marking_layout_flips *at, uint32_t n)
{
    if (n > SHORT) {
        qsort(at, n, sizeof *at, ids_compare);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        const struct marking_layout_flips moved = at[i];
        uint32_t k = i;

        for (; k > 0 && at[k - 1].word > moved.word; k--)
            at[k] = at[k - 1];
        at[k] = moved;
    }
}

/* Sorts the flips by word, joins the flips of one word, and leaves out what
 * cancels; how many are left. */
static uint32_t join(struct marking_layout_flips *at, uint32_t n)
{
    uint32_t kept = 0;

    sort_flips(at, n);
    for (uint32_t i = 0; i < n; i++)
        if (kept && at[kept - 1].word == at[i].word) {
            at[kept - 1].bits ^= at[i].bits;
        } else {
            kept -= kept && !at[kept - 1].bits;
            at[kept++] = at[i];
        }
    return kept - (kept && !at[kept - 1].bits);
}

/* --- where places are ---------------------------------------------------- */

static uint32_t shape_of(uint32_t marked, uint32_t width)
{
    return marked << 6 | width;
}

/* Places: first those that some transition changes. */
struct places_in_order {
    place_id *at;
    uint32_t n_changing;
};

/* As many bits of a word as spread them over the words that are needed, where a
 * field has at most `widest` bits and does not reach into the next word. */
static uint32_t size_of_words(uint32_t n_bits, uint32_t widest)
{
    const uint32_t words = bits_words(n_bits);
    const uint32_t size = words ? (n_bits - 1) / words + widest : 64;

    return size < 64 ? size : 64;
}

static void set_constant(struct marking_layout *layout, place_id p)
{
    layout->places[p] = (struct marking_layout_place){
        .shape = shape_of(!net_marked(layout->net, p), 0)};
}

/* Each place that changes is a bit. */
static void place_bits(struct marking_layout *layout,
                       const struct places_in_order *order)
{
    const struct net *const net = layout->net;
    const uint32_t n = order->n_changing, size = size_of_words(n, 1);

    layout->words = n / size + (n % size != 0);
    vec_fit(&layout->at_bit, 64 * layout->words);
    for (uint32_t i = 0; i < n; i++) {
        const place_id p = order->at[i];
        const uint32_t rank = i / size * 64 + i % size;

        layout->at_bit.at[rank] = p;
        layout->places[p].rank = rank;
        layout->places[p].shape = shape_of(!net_marked(net, p), 1);
    }
    for (uint32_t i = n; i < net_place_count(net); i++)
        set_constant(layout, order->at[i]);
}

/* The sets in use, of which one place may be the only one. */
struct packer {
    struct marking_layout *layout;
    uint32_t n_sets;
    uint32_t *set_of; /* by place */
    uint32_t *size;   /* by set: its places, and how many have a code */
    uint32_t *coded;
    bool *exact;
    uint32_t *field; /* by set: UINT32_MAX, or its field */
    uint32_t n_fields, n_members;
    uint32_t next; /* the next free bit, as 64 * word + bit */
    uint32_t word_size;
};

static void packer_init(struct packer *packer, struct marking_layout *layout,
                        const struct exclusive *sets)
{
    const uint32_t n = net_place_count(layout->net);

    *packer =
        (struct packer){.layout = layout, .n_sets = exclusive_count(sets)};
    packer->set_of = mem_alloc(n, sizeof *packer->set_of);
    exclusive_choose(sets, n, packer->set_of);
    for (place_id p = 0; p < n; p++)
        if (packer->set_of[p] == EXCLUSIVE_NONE)
            packer->set_of[p] = packer->n_sets++;
    packer->size = mem_zero(packer->n_sets, sizeof *packer->size);
    packer->coded = mem_zero(packer->n_sets, sizeof *packer->coded);
    packer->field = mem_none(packer->n_sets);
    packer->exact = mem_alloc(packer->n_sets, sizeof *packer->exact);
    for (place_id p = 0; p < n; p++)
        packer->size[packer->set_of[p]]++;
    exclusive_find_exact(layout->net, packer->set_of, packer->n_sets,
                         packer->exact);
}

static void packer_finish(struct packer *packer)
{
    mem_free(packer->set_of);
    mem_free(packer->size);
    mem_free(packer->coded);
    mem_free(packer->exact);
    mem_free(packer->field);
}

/* The largest code of a set is size, or size - 1 where 0 is one, too. */
static uint32_t width_of(const struct packer *packer, uint32_t set)
{
    const uint32_t most = packer->size[set] - packer->exact[set];

    return most ? bits_highest(most) + 1 : 1;
}

/* A field does not reach into the next word. */
static void add_field(struct packer *packer, uint32_t set)
{
    struct marking_layout *const layout = packer->layout;
    const uint32_t width = width_of(packer, set);
    struct marking_layout_field *const field =
        &layout->fields[packer->n_fields];

    if (packer->next % 64 + width > packer->word_size)
        packer->next += 64 - packer->next % 64;
    *field = (struct marking_layout_field){
        .rank = packer->next,
        .mask = ((UINT64_C(1) << width) - 1) << packer->next % 64,
        .first = packer->n_members,
        .width = width,
    };
    vec_fit(&layout->at_bit, 64 * (packer->next / 64 + 1));
    for (uint32_t i = 0; i < width; i++)
        layout->at_bit.at[packer->next + i] = packer->n_fields;
    for (uint32_t code = 0; code < UINT32_C(1) << width; code++)
        layout->members[packer->n_members++] = PLACE_NONE;
    packer->field[set] = packer->n_fields++;
    packer->next += width;
    layout->words = (packer->next - 1) / 64 + 1;
}

/* Gray's codes: those of neighbours differ in a bit. */
static void add_code(struct packer *packer, place_id p)
{
    struct marking_layout *const layout = packer->layout;
    const uint32_t set = packer->set_of[p];
    const uint32_t i = packer->coded[set]++ + !packer->exact[set],
                   code = i ^ i >> 1;
    struct marking_layout_field *const field =
        &layout->fields[packer->field[set]];

    layout->codes[p] = code;
    if (net_marked(layout->net, p))
        field->initial = code;
}

/* Gives a field to each set of which a place changes. */
static void add_fields(struct packer *packer,
                       const struct places_in_order *order)
{
    uint32_t *const met = mem_alloc(packer->n_sets, sizeof *met);
    uint32_t n = 0, n_bits = 0, widest = 0;

    for (uint32_t i = 0; i < order->n_changing; i++) {
        const uint32_t set = packer->set_of[order->at[i]];
        const uint32_t width = width_of(packer, set);

        if (packer->field[set] != UINT32_MAX)
            continue;
        packer->field[set] = 0;
        met[n++] = set;
        n_bits += width;
        widest = width > widest ? width : widest;
    }
    packer->word_size = size_of_words(n_bits, widest);
    for (uint32_t i = 0; i < n; i++)
        add_field(packer, met[i]);
    mem_free(met);
}

/* The places of a set share a field; that of k places has at most 2k codes. */
static void place_fields(struct marking_layout *layout,
                         const struct places_in_order *order,
                         const struct exclusive *sets)
{
    const uint32_t n = net_place_count(layout->net);
    struct packer packer;

    packer_init(&packer, layout, sets);
    layout->fields = mem_alloc(packer.n_sets, sizeof *layout->fields);
    layout->codes = mem_zero(n, sizeof *layout->codes);
    layout->members = mem_alloc(2 * (size_t)n, sizeof *layout->members);
    add_fields(&packer, order);
    for (uint32_t i = 0; i < n; i++)
        if (packer.field[packer.set_of[order->at[i]]] != UINT32_MAX)
            add_code(&packer, order->at[i]);
    for (place_id p = 0; p < n; p++) {
        const uint32_t i = packer.field[packer.set_of[p]];
        const struct marking_layout_field *const field = &layout->fields[i];

        if (i == UINT32_MAX) {
            set_constant(layout, p);
            continue;
        }
        layout->places[p] = (struct marking_layout_place){
            .rank = field->rank,
            .shape = shape_of(layout->codes[p] ^ field->initial, field->width),
        };
        layout->members[field->first + (layout->codes[p] ^ field->initial)] = p;
    }
    layout->n_fields = packer.n_fields;
    packer_finish(&packer);
}

static uint32_t turn_rank(uint32_t rank, uint32_t words, uint32_t by)
{
    return (rank / 64 + by) % words * 64 + rank % 64;
}

/* Numbers the words as the leaves of a full binary tree (markings.h) from its
 * lowest level up, so that words that follow each other are neighbours there:
 * the leaves of that level come first from the left, and last in the numbers of
 * nodes. */
static void turn_words(struct marking_layout *layout)
{
    const uint32_t words = layout->words;
    uint32_t lowest = 1, by;
    uint32_t *at_bit;

    while (lowest < words)
        lowest *= 2;
    by = lowest - words;
    if (words < 3 || !by)
        return;
    for (place_id p = 0; p < net_place_count(layout->net); p++)
        layout->places[p].rank = turn_rank(layout->places[p].rank, words, by);
    for (uint32_t i = 0; i < layout->n_fields; i++)
        layout->fields[i].rank = turn_rank(layout->fields[i].rank, words, by);
    at_bit = mem_copy(layout->at_bit.at, layout->at_bit.len, sizeof *at_bit);
    for (uint32_t i = 0; i < layout->at_bit.len; i++)
        layout->at_bit.at[turn_rank(i, words, by)] = at_bit[i];
    mem_free(at_bit);
}

/* --- what transitions flip ----------------------------------------------- */

typedef VEC(struct marking_layout_flips) flips_list;

static void add_flips(const struct marking_layout *layout,
                      struct net_place_span places, flips_list *list)
{
    for (uint32_t i = 0; i < places.len; i++)
        vec_push(list, marking_layout_place(layout, places.at[i]));
}

/* What cancels, in fields, is left out. */
static void find_flips(struct marking_layout *layout)
{
    const struct net *const net = layout->net;
    flips_list flips = {0};

    vec_reserve(&layout->flips, 1); /* there may be none */
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        uint32_t n;

        vec_clear(&flips);
        add_flips(layout, net_pre(net, t), &flips);
        add_flips(layout, net_post(net, t), &flips);
        n = join(flips.at, flips.len);
        vec_append_n(&layout->flips, flips.at, n);
        layout->flips_at[t + 1] = layout->flips.len;
    }
    vec_free(&flips);
}

static bool has_codes(const struct exclusive *sets)
{
    for (uint32_t i = 0; i < exclusive_count(sets); i++)
        if (exclusive_set(sets, i).len >> (MARKING_LAYOUT_CODE_BITS - 1))
            return false;
    return true;
}

/* sets may be NULL: each place is a bit. */
static void lay_out(struct marking_layout *layout, const struct net *net,
                    const struct places_in_order *order,
                    const struct exclusive *sets)
{
    *layout = (struct marking_layout){
        .net = net,
        .places = mem_alloc(net_place_count(net), sizeof *layout->places),
        .flips_at = mem_zero((size_t)net_trans_count(net) + 1,
                             sizeof *layout->flips_at),
    };
    if (sets)
        place_fields(layout, order, sets);
    else
        place_bits(layout, order);
    turn_words(layout);
    find_flips(layout);
}

/* Nodes on the paths to the words that transitions change, added up, in a
 * balanced tree over the words. */
static uint64_t count_changes(const struct marking_layout *layout)
{
    const uint32_t depth = 2 + bits_highest(layout->words - 1);

    return (uint64_t)layout->flips.len * depth;
}

/* Does each place get a bit after all?  Words of fields have more values than
 * words of bits, so markings that are stored part by part share fewer of them.
 * That pays only if transitions change fewer words, or have shorter paths to
 * them. */
static bool prefers_bits(const struct marking_layout *fields,
                         const struct marking_layout *bits)
{
    return 5 * count_changes(bits) < 6 * count_changes(fields);
}

static void find_order(const struct net *net, struct places_in_order *order)
{
    const uint32_t n = net_place_count(net);
    uint32_t *const rank = mem_alloc(n, sizeof *rank);
    place_id *const by_rank = mem_alloc(n, sizeof *by_rank);
    bits_word *const changing = mem_zero(marking_words(net), sizeof *changing);
    uint32_t n_constant = 0;

    *order = (struct places_in_order){mem_alloc(n, sizeof *order->at), 0};
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        marking_add_all(changing, net_pre(net, t));
        marking_add_all(changing, net_post(net, t));
    }
    place_order_find(net, rank);
    for (place_id p = 0; p < n; p++)
        by_rank[rank[p]] = p;
    for (uint32_t i = 0; i < n; i++)
        if (bits_has(changing, by_rank[i]))
            order->at[order->n_changing++] = by_rank[i];
        else
            order->at[n - ++n_constant] = by_rank[i];
    mem_free(rank);
    mem_free(by_rank);
    mem_free(changing);
}

void marking_layout_init(struct marking_layout *layout, const struct net *net,
                         const struct exclusive *sets)
{
    const bool coded = sets && exclusive_count(sets) && has_codes(sets);
    struct places_in_order order;

    find_order(net, &order);
    lay_out(layout, net, &order, coded ? sets : NULL);
    if (coded && layout->words > MARKING_LAYOUT_FEW) {
        struct marking_layout bits;

        lay_out(&bits, net, &order, NULL);
        if (prefers_bits(layout, &bits)) {
            const struct marking_layout fields = *layout;

            *layout = bits;
            bits = fields;
        }
        marking_layout_finish(&bits);
    }
    mem_free(order.at);
}

void marking_layout_finish(struct marking_layout *layout)
{
    mem_free(layout->places);
    vec_free(&layout->flips);
    mem_free(layout->flips_at);
    vec_free(&layout->at_bit);
    mem_free(layout->fields);
    mem_free(layout->codes);
    mem_free(layout->members);
    *layout = (struct marking_layout){0};
}

/* The fields in which the two differ. */
static inline void move_fields(const struct marking_layout *layout,
                               bits_word *m, const uint32_t *field_at,
                               uint64_t from, uint64_t to)
{
    for (uint64_t rest = from ^ to; rest;) {
        const struct marking_layout_field *const field =
            &layout->fields[field_at[bits_lowest(rest)]];
        const place_id *const members = layout->members + field->first;
        const uint32_t lowest = field->rank % 64;
        const place_id left = members[(from & field->mask) >> lowest];
        const place_id entered = members[(to & field->mask) >> lowest];

        if (left != PLACE_NONE)
            bits_remove(m, left);
        if (entered != PLACE_NONE)
            bits_add(m, entered);
        rest &= ~field->mask;
    }
}

static inline void move_bits(const struct marking_layout *layout, bits_word *m,
                             uint32_t word, uint64_t from, uint64_t to)
{
    const uint32_t *const at_bit = layout->at_bit.at + (size_t)64 * word;

    if (layout->fields) {
        move_fields(layout, m, at_bit, from, to);
        return;
    }
    for (uint64_t rest = from ^ to; rest; rest &= rest - 1) {
        const place_id p = at_bit[bits_lowest(rest)];

        m[p / 64] ^= (bits_word)1 << (p % 64);
    }
}

void marking_layout_move(const struct marking_layout *layout, bits_word *m,
                         uint32_t word, uint64_t from, uint64_t to)
{
    move_bits(layout, m, word, from, to);
}

/* Markings are read by this: without `from` it takes fewer instructions. */
void marking_layout_flip(const struct marking_layout *layout, bits_word *m,
                         uint32_t word, uint64_t to)
{
    move_bits(layout, m, word, 0, to);
}
