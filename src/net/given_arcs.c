#include "net/given_arcs.h"

#include "net/names.h"
#include "net/translation.h"

#include <stdio.h>

/* Can the transition of the bundles fire in a safe net? */
static bool can_fire(const struct translation *x)
{
    for (uint32_t i = 0; i < x->bundles.len; i++)
        if (bundles_is_blocked(x->net, &x->bundles.at[i]) ||
            (x->bundles.at[i].produce > 1 &&
             translation_bound(x, &x->bundles.at[i]) == 1))
            return false;
    return true;
}

/* -- Added nodes -- */

/* A place beside each of n given ones that has a bit. */
static place_id *add_places_beside(struct translation *x, uint32_t n,
                                   const char *prefix, const bits_word *wanted)
{
    struct net *const net = x->net;
    place_id *const added = mem_alloc(n, sizeof *added);

    for (place_id p = 0; p < n; p++)
        added[p] = bits_has(wanted, p)
                       ? translation_add_node(&net->places, prefix,
                                              net_place_label(net, p))
                       : PLACE_NONE;
    return added;
}

static bool has_any_beside(const bundles_arcs *arcs)
{
    for (uint32_t i = 0; i < arcs->len; i++)
        if (arcs->at[i].kind == GIVEN_INHIBIT ||
            arcs->at[i].kind == GIVEN_RESET)
            return true;
    return false;
}

/* Complements of the places that inhibit or are reset, then the locks. */
static void add_beside(struct translation *x, struct bundles *given)
{
    const uint32_t n = net_place_count(x->net);
    bits_word *const resets = mem_zero(bits_words(n), sizeof *resets);
    bits_word *const wanted = mem_zero(bits_words(n), sizeof *wanted);

    for (trans_id t = 0; t < net_trans_count(x->net); t++) {
        bool fires;

        bundles_read(given, t, &x->bundles);
        fires = can_fire(x);
        for (uint32_t i = 0; i < x->bundles.len; i++) {
            const struct net_bundle *const b = &x->bundles.at[i];

            if (fires && bundles_has_steps(x->net, b))
                bits_add(resets, b->place);
            if (translation_bound(x, b) == 1 &&
                (bits_has(resets, b->place) || b->inhibit == 1))
                bits_add(wanted, b->place);
        }
    }
    x->below = add_places_beside(x, n, "not_", wanted);
    if (bits_count(resets, bits_words(n)))
        x->lock = add_places_beside(x, n, "lock_of_", resets);
    mem_free(resets);
    mem_free(wanted);
}

/* Places for the numbers of tokens of those that can have several. */
static void add_levels(struct translation *x)
{
    struct net *const net = x->net;
    const uint32_t n = net->n_given_places;
    char suffix[32];

    net->levels = mem_alloc(n, sizeof *net->levels);
    for (place_id p = 0; p < n; p++) {
        net->levels[p] = net_place_count(net);
        for (uint32_t k = 2; k <= net->bounds[p]; k++) {
            (void)snprintf(suffix, sizeof suffix, ">=%u", k);
            (void)translation_add_node(&net->places, net_place_label(net, p),
                                       suffix);
        }
        if (net->bounds[p] == 1)
            continue;
        x->below[p] = net_place_count(net);
        for (uint32_t k = 1; k <= net->bounds[p]; k++) {
            (void)snprintf(suffix, sizeof suffix, "<%u", k);
            (void)translation_add_node(&net->places, net_place_label(net, p),
                                       suffix);
        }
    }
}

/* -- One transition -- */

/* Of a place that can have several tokens a transition reads that there are
 * enough, and not too many; steps change it. */
static void add_counted(struct translation *x, const struct net_bundle *b,
                        trans_id t)
{
    const uint32_t needs = b->consume ? b->consume : b->read;

    if (needs && !bundles_is_blocked(x->net, b))
        translation_arc(x, NET_READ, t, net_level(x->net, b->place, needs));
    if (b->inhibit && b->inhibit <= translation_bound(x, b))
        translation_arc(x, NET_READ, t, x->below[b->place] + b->inhibit - 1);
}

/* A self-loop is a read.  What is produced where the place is reset comes with
 * a step. */
static void add_given(struct translation *x, const struct net_bundle *b)
{
    if (translation_bound(x, b) > 1) {
        add_counted(x, b, b->trans);
        return;
    }

    const bool in = b->consume, out = b->produce && !b->reset;

    if (in && !out)
        translation_arc(x, NET_PRE, b->trans, b->place);
    if (out && !in)
        translation_arc(x, NET_POST, b->trans, b->place);
    if ((in && out) || b->read)
        translation_arc(x, NET_READ, b->trans, b->place);
}

/* Does the transition put its first token on the place? */
static bool fills(const struct net_bundle *b)
{
    return b->produce && !b->consume && !b->reset;
}

/* The transition t keeps the complement up to date, if it can fire at all, and
 * reads it if the place inhibits t. */
static void add_complement(struct translation *x, const struct net_bundle *b,
                           bool can_fire)
{
    const place_id other = translation_complement(x, b);

    if (other == PLACE_NONE)
        return;
    if (can_fire && fills(b))
        translation_arc(x, NET_PRE, b->trans, other);
    else if (b->inhibit == 1)
        translation_arc(x, NET_READ, b->trans, other);
    else if (can_fire && b->consume && !b->produce)
        translation_arc(x, NET_POST, b->trans, other);
}

/* The shadow of the transition for the place of its bundle number i.  The
 * shadows of a transition have arcs for each pair of a bundle and of a place
 * with a complement that it fills; few transitions fill many of those. */
static void add_shadow(struct translation *x, uint32_t i)
{
    struct net *const net = x->net;
    const struct net_bundle *const filled = &x->bundles.at[i];
    const trans_id shadow =
        translation_add_node(&net->transitions, "second_token_",
                             net_trans_label(net, filled->trans));

    vec_push(&x->shadows, filled->trans);
    translation_add(&x->overflows, shadow, filled->place);
    for (uint32_t k = 0; k < x->bundles.len; k++) {
        const struct net_bundle *const b = &x->bundles.at[k];

        if (translation_bound(x, b) > 1)
            add_counted(x, b, shadow);
        else if (k == i || (b->consume && !b->produce))
            translation_arc(x, NET_PRE, shadow, b->place);
        else if (b->consume || b->read)
            translation_arc(x, NET_READ, shadow, b->place);
        if (translation_lock(x, b) != PLACE_NONE)
            translation_arc(x, NET_READ, shadow, translation_lock(x, b));
    }
    for (uint32_t k = 0; k < x->bundles.len; k++) {
        const struct net_bundle *const b = &x->bundles.at[k];

        if (b->inhibit == 1 && translation_bound(x, b) == 1)
            translation_arc(x, NET_READ, shadow, translation_complement(x, b));
    }
}

/* The transition takes the locks of the places that it resets, and reads those
 * of all others that it has arcs with. */
static void add_locks(struct translation *x, bool resets)
{
    for (uint32_t i = 0; i < x->bundles.len; i++) {
        const struct net_bundle *const b = &x->bundles.at[i];
        const place_id lock = translation_lock(x, b);

        if (lock != PLACE_NONE)
            translation_arc(
                x, resets && bundles_has_steps(x->net, b) ? NET_PRE : NET_READ,
                b->trans, lock);
    }
}

static void add_never(struct translation *x, trans_id t)
{
    if (x->never == PLACE_NONE)
        x->never = translation_add_node(&x->net->places, "never_marked", "");
    translation_arc(x, NET_PRE, t, x->never);
}

/* Notes the first place on which a transition puts two tokens. */
static void note_overflow(struct translation *x)
{
    uint32_t i = 0;

    while (x->bundles.at[i].produce < 2 ||
           translation_bound(x, &x->bundles.at[i]) > 1)
        i++;
    translation_add(&x->overflows, x->bundles.at[i].trans,
                    x->bundles.at[i].place);
}

static void translate(struct translation *x, trans_id t)
{
    bool blocked = false;

    for (uint32_t i = 0; i < x->bundles.len; i++) {
        const struct net_bundle *const b = &x->bundles.at[i];

        add_given(x, b);
        blocked |= bundles_is_blocked(x->net, b);
        if (bundles_is_odd(x->net, b)) {
            vec_push(&x->odd, *b);
            vec_top(&x->odd)->spare_reset = 0;
        }
        if (b->spare_reset)
            vec_push(&x->spare_resets, *b);
    }

    const bool fires = can_fire(x);

    if (!blocked && !fires)
        note_overflow(x);
    for (uint32_t i = 0; i < x->bundles.len; i++)
        add_complement(x, &x->bundles.at[i], fires);
    add_locks(x, fires);
    if (blocked)
        add_never(x, t);
    if (fires)
        translation_add_steps(x, t);
    for (uint32_t i = 0; fires && i < x->bundles.len; i++)
        if (fills(&x->bundles.at[i]) && x->bundles.at[i].inhibit != 1 &&
            translation_complement(x, &x->bundles.at[i]) != PLACE_NONE)
            add_shadow(x, i);
}

/* -- The net -- */

/* How many places tell how few tokens p has. */
static uint32_t n_below(const struct translation *x, place_id p)
{
    return x->below[p] == PLACE_NONE ? 0 : net_bound(x->net, p);
}

static void fill_marking(const struct translation *x, uint32_t n_given)
{
    struct net *const net = x->net;
    const uint32_t old = bits_words(n_given);
    const uint32_t words = bits_words(net_place_count(net));

    if (words > old) {
        net->marked = mem_resize(net->marked, words, sizeof *net->marked);
        bits_clear(net->marked + old, words - old);
    }
    for (place_id p = 0; x->lock && p < n_given; p++)
        if (x->lock[p] != PLACE_NONE)
            bits_add(net->marked, x->lock[p]);
    for (place_id p = 0; x->below && p < n_given; p++)
        for (uint32_t k = 1; k <= n_below(x, p); k++)
            bits_add(net->marked, net_tokens(net, p) >= k
                                      ? net_level(net, p, k)
                                      : x->below[p] + k - 1);
}

static void fill_locks(const struct translation *x, uint32_t n_given)
{
    struct net *const net = x->net;

    if (!x->lock)
        return;
    net->locks = mem_none(net_place_count(net));
    for (place_id p = 0; p < n_given; p++) {
        if (x->lock[p] == PLACE_NONE)
            continue;
        net->locks[p] = net->locks[x->lock[p]] = x->lock[p];
        for (uint32_t k = 1; k <= n_below(x, p); k++)
            net->locks[net_level(net, p, k)] = net->locks[x->below[p] + k - 1] =
                x->lock[p];
    }
    for (uint32_t i = 0; i < x->next.len; i++)
        net->locks[x->next.at[i].key] = x->next.at[i].partner;
}

static void fill_overflows(const struct translation *x)
{
    struct net *const net = x->net;

    if (!x->overflows.len)
        return;
    net->overflow = mem_none(net_trans_count(net));
    for (uint32_t i = 0; i < x->overflows.len; i++)
        net->overflow[x->overflows.at[i].key] = x->overflows.at[i].partner;
}

/* Arcs of steps, and with levels, are not ordered by their places. */
static void fill_relations(struct translation *x)
{
    struct net *const net = x->net;

    for (uint32_t kind = NET_PRE; kind <= NET_READ; kind++) {
        translation_list *const list = &x->arcs[kind];

        vec_append(list, &x->added[kind]);
        vec_free(&x->added[kind]);
        if (net->bounds || net->locks)
            relation_sort(list->at, list->len);
        relation_init(&net->arcs[kind], net_trans_count(net), list->at,
                      list->len);
        relation_init_inverse(&net->arcs[kind + NET_CONSUMERS],
                              net_place_count(net), list->at, list->len);
        vec_free(list);
    }
    relation_init_union(&net->arcs[NET_NEEDS], &net->arcs[NET_PRE],
                        &net->arcs[NET_READ]);
}

void given_arcs_translate(struct net *net, const bundles_arcs *arcs)
{
    struct translation x = {.net = net, .never = PLACE_NONE};
    struct bundles given;
    const uint32_t n_trans = net_trans_count(net);

    net->n_given_places = net_place_count(net);
    net->n_given_transitions = n_trans;
    bundles_init(&given, net, arcs);
    if (has_any_beside(arcs) || net->bounds)
        add_beside(&x, &given);
    if (net->bounds)
        add_levels(&x);
    for (trans_id t = 0; t < n_trans; t++) {
        bundles_read(&given, t, &x.bundles);
        translate(&x, t);
    }
    bundles_finish(&given);
    fill_marking(&x, net->n_given_places);
    fill_overflows(&x);
    fill_locks(&x, net->n_given_places);
    mem_free(x.lock);
    mem_free(x.below);
    vec_free(&x.next);
    vec_free(&x.bundles);
    vec_free(&x.overflows);
    fill_relations(&x);
    net->bundles = x.odd.at;
    net->n_bundles = x.odd.len;
    net->spare_resets = x.spare_resets.at;
    net->n_spare_resets = x.spare_resets.len;
    net->shadowed = x.shadows.at;
}
