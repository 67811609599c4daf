#include "marking/marking_layout.h"

#include "base/mem.h"
#include "net/place_order.h"

#include <stdlib.h>

enum { SHORT = 16 };

static int by_word(const void *a, const void *b)
{
    const struct marking_layout_flips *const flips = a, *const y = b;

    return (flips->word > y->word) - (flips->word < y->word);
}

/* Most lists are short. */
static void sort_flips(struct marking_layout_flips *at, uint32_t n)
{
    if (n > SHORT) {
        qsort(at, n, sizeof *at, by_word);
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

uint32_t marking_layout_join(struct marking_layout_flips *at, uint32_t n)
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

/* Each place is a bit. */
static void place_bits(struct marking_layout *layout, const place_id *order)
{
    const struct net *const net = layout->net;
    const uint32_t n = net_place_count(net), size = layout->word_size;

    layout->words = n / size + (n % size != 0);
    layout->at_bit = mem_alloc(n, sizeof *layout->at_bit);
    for (uint32_t i = 0; i < n; i++) {
        const place_id p = order[i];

        layout->at_bit[i] = p;
        layout->places[p].rank = i / size * 64 + i % size;
        layout->places[p].shape = shape_of(!net_marked(net, p), 1);
    }
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
    uint32_t next; /* the next free bit, as word * word_size + bit */
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
    packer->field = mem_alloc(packer->n_sets, sizeof *packer->field);
    packer->exact = mem_alloc(packer->n_sets, sizeof *packer->exact);
    for (uint32_t i = 0; i < packer->n_sets; i++)
        packer->field[i] = UINT32_MAX;
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
    const uint32_t size = layout->word_size, width = width_of(packer, set);
    struct marking_layout_field *const field =
        &layout->fields[packer->n_fields];

    if (packer->next % size + width > size)
        packer->next += size - packer->next % size;
    *field = (struct marking_layout_field){
        .rank = packer->next / size * 64 + packer->next % size,
        .mask = ((UINT64_C(1) << width) - 1) << packer->next % size,
        .first = packer->n_members,
        .width = width,
    };
    for (uint32_t i = 0; i < width; i++)
        layout->at_bit[packer->next + i] = packer->n_fields;
    for (uint32_t code = 0; code < UINT32_C(1) << width; code++)
        layout->members[packer->n_members++] = PLACE_NONE;
    packer->field[set] = packer->n_fields++;
    packer->next += width;
    layout->words = (packer->next - 1) / size + 1;
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

/* Room for everything that add_field() makes: the field of k places has at most
 * k bits and 2k codes, and leaves fewer than k bits free before it. */
static void make_room(const struct packer *packer)
{
    struct marking_layout *const layout = packer->layout;
    const uint32_t n = net_place_count(layout->net);

    layout->fields = mem_alloc(packer->n_sets, sizeof *layout->fields);
    layout->codes = mem_alloc(n, sizeof *layout->codes);
    layout->members = mem_alloc(2 * (size_t)n, sizeof *layout->members);
    layout->at_bit = mem_alloc(2 * (size_t)n + 64, sizeof *layout->at_bit);
}

/* The places of a set share a field. */
static void place_fields(struct marking_layout *layout, const place_id *order,
                         const struct exclusive *sets)
{
    const uint32_t n = net_place_count(layout->net);
    struct packer packer;

    packer_init(&packer, layout, sets);
    make_room(&packer);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t set = packer.set_of[order[i]];

        if (packer.field[set] == UINT32_MAX)
            add_field(&packer, set);
        add_code(&packer, order[i]);
    }
    for (place_id p = 0; p < n; p++) {
        const struct marking_layout_field *const field =
            &layout->fields[packer.field[packer.set_of[p]]];
        struct marking_layout_place *const place = &layout->places[p];

        const uint32_t marked = layout->codes[p] ^ field->initial;

        place->rank = field->rank;
        place->shape = shape_of(marked, field->width);
        layout->members[field->first + marked] = p;
    }
    packer_finish(&packer);
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
static void find_effects(struct marking_layout *layout)
{
    const struct net *const net = layout->net;
    VEC(uint32_t) effects = {0};
    flips_list flips = {0};

    for (trans_id t = 0; t < net_trans_count(net); t++) {
        uint32_t n_flips;

        vec_clear(&flips);
        add_flips(layout, net_pre(net, t), &flips);
        add_flips(layout, net_post(net, t), &flips);
        n_flips = marking_layout_join(flips.at, flips.len);
        for (uint32_t i = 0; i < n_flips; i++)
            for (uint64_t rest = flips.at[i].bits; rest; rest &= rest - 1)
                vec_push(&effects, 64 * flips.at[i].word + bits_lowest(rest));
        layout->effects_at[t + 1] = effects.len;
    }
    layout->effects = mem_copy(effects.at, effects.len, sizeof *effects.at);
    vec_free(&effects);
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
                    const place_id *order, const struct exclusive *sets,
                    uint32_t word_size)
{
    *layout = (struct marking_layout){
        .net = net,
        .word_size = word_size,
        .places = mem_alloc(net_place_count(net), sizeof *layout->places),
        .effects_at = mem_zero((size_t)net_trans_count(net) + 1,
                               sizeof *layout->effects_at),
    };
    if (sets)
        place_fields(layout, order, sets);
    else
        place_bits(layout, order);
    find_effects(layout);
}

/* Nodes on the paths to the words that transitions change, added up, in a
 * balanced tree over the words. */
static uint64_t count_changes(const struct marking_layout *layout)
{
    const uint32_t depth = 2 + bits_highest(layout->words - 1);
    uint64_t n = 0;

    for (trans_id t = 0; t < net_trans_count(layout->net); t++) {
        struct marking_layout_cursor at = marking_layout_effects(layout, t);

        while (marking_layout_next(&at))
            n += depth;
    }
    return n;
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

void marking_layout_init(struct marking_layout *layout, const struct net *net,
                         const struct exclusive *sets, uint32_t word_size)
{
    const uint32_t n = net_place_count(net);
    const bool coded = sets && exclusive_count(sets) && has_codes(sets);
    uint32_t *const rank = mem_alloc(n, sizeof *rank);
    place_id *const order = mem_alloc(n, sizeof *order);

    place_order_find(net, rank);
    for (place_id p = 0; p < n; p++)
        order[rank[p]] = p;
    lay_out(layout, net, order, coded ? sets : NULL, word_size);
    if (coded && layout->words > MARKING_LAYOUT_WHOLE) {
        struct marking_layout bits;

        lay_out(&bits, net, order, NULL, word_size);
        if (prefers_bits(layout, &bits)) {
            const struct marking_layout fields = *layout;

            *layout = bits;
            bits = fields;
        }
        marking_layout_finish(&bits);
    }
    mem_free(rank);
    mem_free(order);
}

void marking_layout_finish(struct marking_layout *layout)
{
    mem_free(layout->places);
    mem_free(layout->effects);
    mem_free(layout->effects_at);
    mem_free(layout->at_bit);
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
    const uint32_t *const at_bit =
        layout->at_bit + (size_t)layout->word_size * word;

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
