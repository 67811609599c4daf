#include "engine/diagram/digits.h"

#include "base/mem.h"

/* --- which places are a digit --------------------------------------------- */

/* Fills digit_of, by place, in the order of their first places.  Returns the
 * number of digits. */
static uint32_t find_digits(const struct net *net, const struct exclusive *sets,
                            uint32_t *digit_of)
{
    const uint32_t n_places = net_place_count(net);
    const uint32_t n_sets = sets ? exclusive_count(sets) : 0;
    uint32_t *const set_of = mem_none(n_places);
    uint32_t *const digit = mem_none(n_sets);
    uint32_t n = 0;

    if (sets)
        exclusive_choose(sets, n_places, set_of);
    for (place_id p = 0; p < n_places; p++)
        if (set_of[p] == EXCLUSIVE_NONE)
            digit_of[p] = n++;
        else if (digit[set_of[p]] == UINT32_MAX)
            digit_of[p] = digit[set_of[p]] = n++;
        else
            digit_of[p] = digit[set_of[p]];
    mem_free(set_of);
    mem_free(digit);
    return n;
}

/* --- the digits ----------------------------------------------------------- */

/* Fills head and sizes, both by place. */
static void find_heads(const struct net *net, const uint32_t *digit_of,
                       bool merges, place_id *head, uint32_t *sizes)
{
    const uint32_t n_places = net_place_count(net);

    for (place_id p = 0; p < n_places; p++)
        head[p] = p;
    if (merges)
        agglomeration_find(net, digit_of, head);
    for (place_id p = 0; p < n_places; p++)
        sizes[head[p]]++;
}

static void place_digits(struct digits *digits, uint32_t n_places,
                         const place_id *head)
{
    struct relation_pair *const heads = mem_alloc(n_places, sizeof *heads);
    uint32_t n = 0;

    for (place_id p = 0; p < n_places; p++)
        if (head[p] == p)
            heads[n++] = (struct relation_pair){p, digits->level[p]};
    relation_init_inverse(&digits->places, digits->n_levels + 1, heads, n);
    mem_free(heads);
    for (uint32_t level = 1; level <= digits->n_levels; level++)
        for (uint32_t v = 1; v < digits_size(digits, level); v++)
            digits->value[digits_place(digits, level, v)] = v;
    for (place_id p = 0; p < n_places; p++)
        digits->value[p] = digits->value[head[p]];
    digits->n_merged = n_places - n;
}

void digits_init(struct digits *digits, const struct net *net,
                 const struct exclusive *sets, enum digits_order order,
                 bool merges)
{
    const uint32_t n_places = net_place_count(net);
    place_id *const head = mem_alloc(n_places, sizeof *head);
    uint32_t *rank;

    *digits = (struct digits){
        .n_places = n_places,
        .level = mem_alloc(n_places, sizeof *digits->level),
        .value = mem_alloc(n_places, sizeof *digits->value),
        .sizes = mem_zero(n_places, sizeof *digits->sizes),
    };
    digits->n_levels = find_digits(net, sets, digits->level);
    find_heads(net, digits->level, merges, head, digits->sizes);
    digits->word = mem_alloc((size_t)digits->n_levels + 1, sizeof *rank);
    rank = mem_alloc(digits->n_levels, sizeof *rank);
    digit_order_find(net, digits->level, digits->n_levels, order, rank);
    for (place_id p = 0; p < n_places; p++)
        digits->level[p] = rank[digits->level[p]] + 1;
    place_digits(digits, n_places, head);
    mem_free(rank);
    mem_free(head);
}

void digits_finish(struct digits *digits)
{
    mem_free(digits->level);
    mem_free(digits->value);
    mem_free(digits->word);
    relation_finish(&digits->places);
    mem_free(digits->sizes);
    *digits = (struct digits){0};
}

const uint32_t *digits_of(const struct digits *digits, const bits_word *m)
{
    uint32_t *const word = digits->word;

    for (uint32_t level = 1; level <= digits->n_levels; level++) {
        word[level] = 0;
        for (uint32_t v = 1; v < digits_size(digits, level); v++)
            if (bits_has(m, digits_place(digits, level, v))) {
                if (word[level])
                    return NULL;
                word[level] = v;
            }
    }
    return word;
}
