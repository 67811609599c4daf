#include "engine/symbolic/symbolic.h"
#include "net/marking.h"

struct together {
    struct sets *sets;
    struct concurrency *c;
    struct concurrency places; /* for transitions: of all places */
    bits_word *beside;         /* concurrent with all places that one needs */
    bits_word *marking;
};

/* --- places --------------------------------------------------------------- */

/* Adds the places that a marking of the set marks. */
static void add_marked(struct sets *sets, mdd_id set, uint32_t n,
                       bits_word *row)
{
    const struct digits *const digits = &sets->digits;
    struct mdd_list list;

    mdd_list_init(&list, &sets->diagram, set, digits->n_levels);
    for (uint32_t level = digits->n_levels; level > 0; level--)
        for (uint32_t i = mdd_list_start(&list, level);
             i < mdd_list_start(&list, level - 1); i++) {
            const mdd_id node = (mdd_id)list.keys.at[i];
            const struct mdd_arc *const arcs = mdd_arcs(&sets->diagram, node);

            for (uint32_t k = 0; k < mdd_len(&sets->diagram, node); k++) {
                const place_id p =
                    arcs[k].value ? digits_place(digits, level, arcs[k].value)
                                  : PLACE_NONE;

                if (p < n)
                    bits_add(row, p);
            }
        }
    mdd_list_finish(&list);
}

/* The places below n. */
static bool find_places(struct sets *sets, uint32_t n, struct concurrency *c)
{
    concurrency_init(c, n);
    for (place_id p = 0; p < n && !mdd_spend(&sets->diagram); p++) {
        const mdd_id set = select_places(&sets->select, sets->all,
                                         (struct net_place_span){&p, 1}, 1);

        if (set)
            add_marked(sets, set, n, concurrency_row(c, p));
        mdd_collect(&sets->diagram);
    }
    return !mdd_spend(&sets->diagram);
}

/* --- transitions ---------------------------------------------------------- */

/* Does neither consume a token that the other needs? */
static bool are_independent(const struct net *net, trans_id t, trans_id u)
{
    return !net_spans_meet(net_pre(net, t), net_pre(net, u)) &&
           !net_spans_meet(net_pre(net, t), net_read(net, u)) &&
           !net_spans_meet(net_read(net, t), net_pre(net, u));
}

/* The places that are concurrent with all that t needs. */
static void find_beside(struct together *together, trans_id t)
{
    const struct net *const net = together->sets->net;
    const struct net_place_span needs = net_needs(net, t);
    const uint32_t n_words = marking_words(net);

    memset(together->beside, 0xff, n_words * sizeof *together->beside);
    for (uint32_t i = 0; i < needs.len; i++)
        bits_keep(together->beside,
                  concurrency_row(&together->places, needs.at[i]), n_words);
}

/* Can t and u be concurrent, by pairs of the places that they need? */
static bool may_meet(const struct together *together, trans_id t, trans_id u)
{
    const struct net *const net = together->sets->net;

    return marking_has_all(together->beside, net_needs(net, u)) &&
           are_independent(net, t, u);
}

/* Adds the transitions that are concurrent at the marking, so that few markings
 * show all. */
static void add_marking(struct together *together)
{
    const struct net *const net = together->sets->net;
    net_trans_list enabled = {0};

    for (trans_id t = 0; t < together->c->n; t++)
        if (marking_enabled(net, together->marking, t))
            vec_push(&enabled, t);
    for (uint32_t i = 0; i < enabled.len; i++)
        for (uint32_t k = 0; k <= i; k++) {
            const trans_id t = enabled.at[i], u = enabled.at[k];

            if (i == k || are_independent(net, t, u)) {
                bits_add(concurrency_row(together->c, t), u);
                bits_add(concurrency_row(together->c, u), t);
            }
        }
    vec_free(&enabled);
}

/* Adds what a marking of the set shows, which may be empty. */
static void add_some(struct together *together, mdd_id set)
{
    if (set) {
        sets_pick(together->sets, set, together->marking);
        add_marking(together);
    }
    mdd_collect(&together->sets->diagram);
}

static void add_row(struct together *together, trans_id t)
{
    struct sets *const sets = together->sets;
    const struct net *const net = sets->net;
    const uint32_t n_kept = sets->diagram.kept.len;
    const mdd_id set = select_enabled(&sets->select, sets->all, net, t);

    sets_keep(sets, set);
    find_beside(together, t);
    if (!concurrency_has(together->c, t, t))
        add_some(together, set);
    for (trans_id u = t + 1;
         set && u < together->c->n && !mdd_spend(&sets->diagram); u++)
        if (!concurrency_has(together->c, t, u) && may_meet(together, t, u))
            add_some(together, select_enabled(&sets->select, set, net, u));
    sets_drop(sets, n_kept);
}

static bool find_transitions(struct sets *sets, struct concurrency *c)
{
    const struct net *const net = sets->net;
    struct together together = {.sets = sets, .c = c};

    concurrency_init(c, net_given_transitions(net));
    together.beside = mem_alloc(marking_words(net), sizeof *together.beside);
    together.marking = mem_alloc(marking_words(net), sizeof *together.marking);
    if (find_places(sets, net_place_count(net), &together.places))
        for (trans_id t = 0; t < c->n && !mdd_spend(&sets->diagram); t++)
            add_row(&together, t);
    concurrency_finish(&together.places);
    mem_free(together.beside);
    mem_free(together.marking);
    return !sets->diagram.stopped;
}

bool together_find(struct sets *sets, enum concurrency_kind kind,
                   struct concurrency *c)
{
    const bool done = kind == CONCURRENCY_PLACES
                          ? find_places(sets, net_given_places(sets->net), c)
                          : find_transitions(sets, c);

    if (!done)
        concurrency_finish(c);
    return done;
}
