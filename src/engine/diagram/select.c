#include "engine/diagram/select.h"

/* A node with the sum of the levels above it, of which a part is sought. */
struct selection {
    struct keys pairs; /* a node, and the number of its sum */
    struct keys sums;
    VEC(uint32_t) ends; /* of the levels, the highest first */
    VEC(mdd_id) found;
};

void select_init(struct select *select, struct mdd *diagram,
                 const struct digits *digits)
{
    const size_t n_levels = (size_t)digits->n_levels + 1;

    *select = (struct select){
        .diagram = diagram,
        .digits = digits,
        .factors = mem_zero(digits->n_places, sizeof(int64_t)),
        .least = mem_zero(n_levels, sizeof(int64_t)),
        .most = mem_zero(n_levels, sizeof(int64_t)),
    };
}

void select_finish(struct select *select)
{
    mem_free(select->factors);
    mem_free(select->least);
    mem_free(select->most);
    *select = (struct select){0};
}

/* --- a sum by levels ------------------------------------------------------ */

static int64_t factor_of(const struct select *select, uint32_t level,
                         uint32_t value)
{
    return value ? select->factors[digits_place(select->digits, level, value)]
                 : 0;
}

static void set_factors(struct select *select, const struct formula_term *terms,
                        uint32_t n, bool on)
{
    for (uint32_t i = 0; i < n; i++)
        select->factors[terms[i].place] = on ? terms[i].factor : 0;
}

/* Fills what the levels can add. */
static void find_range(struct select *select)
{
    for (uint32_t level = 1; level <= select->digits->n_levels; level++) {
        int64_t least = 0, most = 0;

        for (uint32_t v = 1; v < digits_size(select->digits, level); v++) {
            const int64_t factor = factor_of(select, level, v);

            least = factor < least ? factor : least;
            most = factor > most ? factor : most;
        }
        select->least[level] = select->least[level - 1] + least;
        select->most[level] = select->most[level - 1] + most;
    }
}

/* --- selection ------------------------------------------------------------ */

/* Is it known, at a node of this level with this sum above it, which part of
 * the node is selected? */
static bool is_decided(const struct select *select, uint32_t level, int64_t sum,
                       int64_t bound, bool *all)
{
    *all = sum + select->least[level] >= bound;
    return *all || sum + select->most[level] < bound;
}

static uint64_t pair_of(struct selection *selection, mdd_id n, int64_t sum)
{
    return (uint64_t)n << 32 | keys_intern(&selection->sums, (uint64_t)sum);
}

/* Lists what must be known of the nodes of one level, for those above it. */
static void list_level(struct select *select, struct selection *selection,
                       uint32_t level, uint32_t start, int64_t bound)
{
    struct mdd *const d = select->diagram;

    for (const uint32_t end = selection->pairs.len;
         start < end && !mdd_spend(d); start++) {
        const uint64_t pair = selection->pairs.at[start];
        const mdd_id n = (mdd_id)(pair >> 32);
        const int64_t above = (int64_t)selection->sums.at[(uint32_t)pair];

        for (uint32_t i = 0; i < mdd_len(d, n); i++) {
            const struct mdd_arc arc = mdd_arcs(d, n)[i];
            const int64_t sum = above + factor_of(select, level, arc.value);
            bool all;

            if (!is_decided(select, level - 1, sum, bound, &all))
                (void)keys_intern(&selection->pairs,
                                  pair_of(selection, arc.to, sum));
        }
        d->work += 10 * (uint64_t)mdd_len(d, n);
    }
}

static void make_node(struct select *select, struct selection *selection,
                      uint32_t level, uint32_t number, int64_t bound)
{
    struct mdd *const d = select->diagram;
    const uint64_t pair = selection->pairs.at[number];
    const mdd_id n = (mdd_id)(pair >> 32);
    const int64_t above = (int64_t)selection->sums.at[(uint32_t)pair];
    const uint32_t start = d->draft.len;

    for (uint32_t i = 0; i < mdd_len(d, n); i++) {
        struct mdd_arc arc = mdd_arcs(d, n)[i];
        const int64_t sum = above + factor_of(select, level, arc.value);
        bool all;

        if (!is_decided(select, level - 1, sum, bound, &all))
            arc.to = selection->found.at[keys_find(
                &selection->pairs, pair_of(selection, arc.to, sum))];
        else if (!all)
            continue;
        if (arc.to)
            vec_push(&d->draft, arc);
    }
    selection->found.at[number] = mdd_close(d, start);
}

static mdd_id select_undecided(struct select *select, mdd_id set, int64_t bound)
{
    const uint32_t n_levels = select->digits->n_levels;
    struct mdd *const d = select->diagram;
    struct selection selection = {0};
    mdd_id result;

    (void)keys_intern(&selection.pairs, pair_of(&selection, set, 0));
    for (uint32_t level = n_levels, start = 0;
         level && start < selection.pairs.len; level--) {
        vec_push(&selection.ends, start);
        start = selection.pairs.len;
        list_level(select, &selection, level, *vec_top(&selection.ends), bound);
    }
    vec_fit(&selection.found, selection.pairs.len);
    for (uint32_t number = selection.pairs.len;
         number-- > 0 && !mdd_spend(d);) {
        while (number < *vec_top(&selection.ends))
            (void)vec_pop(&selection.ends);
        make_node(select, &selection, n_levels + 1 - selection.ends.len, number,
                  bound);
    }
    result = d->stopped ? MDD_EMPTY : selection.found.at[0];
    keys_finish(&selection.pairs);
    keys_finish(&selection.sums);
    vec_free(&selection.ends);
    vec_free(&selection.found);
    return result;
}

mdd_id select_sum(struct select *select, mdd_id set,
                  const struct formula_term *terms, uint32_t n, int64_t bound)
{
    bool all;

    set_factors(select, terms, n, true);
    find_range(select);
    if (select->diagram->stopped)
        set = MDD_EMPTY;
    else if (is_decided(select, select->digits->n_levels, 0, bound, &all))
        set = all ? set : MDD_EMPTY;
    else if (set)
        set = select_undecided(select, set, bound);
    set_factors(select, terms, n, false);
    return set;
}

/* The largest sum that a node leads to, where those of its children are
 * known. */
static int64_t largest_of(const struct select *select,
                          const struct mdd_list *list, uint32_t level,
                          uint32_t number, const int64_t *most)
{
    const struct mdd *const d = select->diagram;
    const mdd_id n = (mdd_id)list->keys.at[number];
    int64_t largest = INT64_MIN;

    for (uint32_t i = 0; i < mdd_len(d, n); i++) {
        const struct mdd_arc arc = mdd_arcs(d, n)[i];
        const int64_t sum =
            factor_of(select, level, arc.value) +
            (level > 1 ? most[keys_find(&list->keys, arc.to)] : 0);

        largest = sum > largest ? sum : largest;
    }
    return largest;
}

int64_t select_largest(struct select *select, mdd_id set,
                       const struct formula_term *terms, uint32_t n)
{
    const uint32_t n_levels = select->digits->n_levels;
    struct mdd_list list;
    int64_t *most, largest;

    set_factors(select, terms, n, true);
    mdd_list_init(&list, select->diagram, set, n_levels);
    most = mem_zero((size_t)list.keys.len + 1, sizeof *most);
    for (uint32_t level = 1; level <= n_levels; level++)
        for (uint32_t i = mdd_list_start(&list, level);
             i < mdd_list_start(&list, level - 1); i++)
            most[i] = largest_of(select, &list, level, i, most);
    largest = most[0];
    mem_free(most);
    mdd_list_finish(&list);
    set_factors(select, terms, n, false);
    return largest;
}

mdd_id select_places(struct select *select, mdd_id set,
                     struct net_place_span places, uint32_t least)
{
    VEC(struct formula_term) terms = {0};

    for (uint32_t i = 0; i < places.len; i++)
        vec_push(&terms, ((struct formula_term){places.at[i], 1}));
    set = select_sum(select, set, terms.at, terms.len, least);
    vec_free(&terms);
    return set;
}

mdd_id select_enabled(struct select *select, mdd_id set, const struct net *net,
                      trans_id t)
{
    return select_places(select, set, net_needs(net, t), net_needs(net, t).len);
}
