#include "net/given_arcs.h"

#include "net/names.h"
#include "net/translation.h"

#include <stdio.h>

/* Can the transition of the bundles fire in a safe net? */
static bool can_fire(const struct translation *translation)
{
    for (uint32_t i = 0; i < translation->bundles.len; i++)
        if (bundles_is_blocked(translation->net, &translation->bundles.at[i]) ||
            (translation->bundles.at[i].produce > 1 &&
             translation_bound(translation, &translation->bundles.at[i]) == 1))
            return false;
    return true;
}

/* -- Added nodes -- */

/* A place beside each of n given ones that has a bit. */
static place_id *add_places_beside(struct translation *translation, uint32_t n,
                                   const char *prefix, const bits_word *wanted)
{
    struct net *const net = translation->net;
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
static void add_beside(struct translation *translation, struct bundles *given)
{
    const uint32_t n = net_place_count(translation->net);
    bits_word *const resets = mem_zero(bits_words(n), sizeof *resets);
    bits_word *const wanted = mem_zero(bits_words(n), sizeof *wanted);

    for (trans_id t = 0; t < net_trans_count(translation->net); t++) {
        bool fires;

        bundles_read(given, t, &translation->bundles);
        fires = can_fire(translation);
        for (uint32_t i = 0; i < translation->bundles.len; i++) {
            const struct net_bundle *const b = &translation->bundles.at[i];

            if (fires && bundles_has_steps(translation->net, b))
                bits_add(resets, b->place);
            if (translation_bound(translation, b) == 1 &&
                (bits_has(resets, b->place) || b->inhibit == 1))
                bits_add(wanted, b->place);
        }
    }
    translation->below = add_places_beside(translation, n, "not_", wanted);
    if (bits_count(resets, bits_words(n)))
        translation->lock =
            add_places_beside(translation, n, "lock_of_", resets);
    mem_free(resets);
    mem_free(wanted);
}

/* Places for the numbers of tokens of those that can have several. */
static void add_levels(struct translation *translation)
{
    struct net *const net = translation->net;
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
        translation->below[p] = net_place_count(net);
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
static void add_counted(struct translation *translation,
                        const struct net_bundle *b, trans_id t)
{
    const uint32_t needs = b->consume ? b->consume : b->read;

    if (needs && !bundles_is_blocked(translation->net, b))
        translation_arc(translation, NET_READ, t,
                        net_level(translation->net, b->place, needs));
    if (b->inhibit && b->inhibit <= translation_bound(translation, b))
        translation_arc(translation, NET_READ, t,
                        translation->below[b->place] + b->inhibit - 1);
}

/* A self-loop is a read.  What is produced where the place is reset comes with
 * a step. */
static void add_given(struct translation *translation,
                      const struct net_bundle *b)
{
    if (translation_bound(translation, b) > 1) {
        add_counted(translation, b, b->trans);
        return;
    }

    const bool in = b->consume, out = b->produce && !b->reset;

    if (in && !out)
        translation_arc(translation, NET_PRE, b->trans, b->place);
    if (out && !in)
        translation_arc(translation, NET_POST, b->trans, b->place);
    if ((in && out) || b->read)
        translation_arc(translation, NET_READ, b->trans, b->place);
}

/* Does the transition put its first token on the place? */
static bool fills(const struct net_bundle *b)
{
    return b->produce && !b->consume && !b->reset;
}

/* The transition t keeps the complement up to date, if it can fire at all, and
 * reads it if the place inhibits t. */
static void add_complement(struct translation *translation,
                           const struct net_bundle *b, bool can_fire)
{
    const place_id other = translation_complement(translation, b);

    if (other == PLACE_NONE)
        return;
    if (can_fire && fills(b))
        translation_arc(translation, NET_PRE, b->trans, other);
    else if (b->inhibit == 1)
        translation_arc(translation, NET_READ, b->trans, other);
    else if (can_fire && b->consume && !b->produce)
        translation_arc(translation, NET_POST, b->trans, other);
}

/* The shadow of the transition for the place of its bundle number i.  The
 * shadows of a transition have arcs for each pair of a bundle and of a place
 * with a complement that it fills; few transitions fill many of those. */
static void add_shadow(struct translation *translation, uint32_t i)
{
    struct net *const net = translation->net;
    const struct net_bundle *const filled = &translation->bundles.at[i];
    const trans_id shadow =
        translation_add_node(&net->transitions, "second_token_",
                             net_trans_label(net, filled->trans));

    vec_push(&translation->shadows, filled->trans);
    translation_add(&translation->overflows, shadow, filled->place);
    for (uint32_t k = 0; k < translation->bundles.len; k++) {
        const struct net_bundle *const b = &translation->bundles.at[k];

        if (translation_bound(translation, b) > 1)
            add_counted(translation, b, shadow);
        else if (k == i || (b->consume && !b->produce))
            translation_arc(translation, NET_PRE, shadow, b->place);
        else if (b->consume || b->read)
            translation_arc(translation, NET_READ, shadow, b->place);
        if (translation_lock(translation, b) != PLACE_NONE)
            translation_arc(translation, NET_READ, shadow,
                            translation_lock(translation, b));
    }
    for (uint32_t k = 0; k < translation->bundles.len; k++) {
        const struct net_bundle *const b = &translation->bundles.at[k];

        if (b->inhibit == 1 && translation_bound(translation, b) == 1)
            translation_arc(translation, NET_READ, shadow,
                            translation_complement(translation, b));
    }
}

/* The transition takes the locks of the places that it resets, and reads those
 * of all others that it has arcs with. */
static void add_locks(struct translation *translation, bool resets)
{
    for (uint32_t i = 0; i < translation->bundles.len; i++) {
        const struct net_bundle *const b = &translation->bundles.at[i];
        const place_id lock = translation_lock(translation, b);

        if (lock != PLACE_NONE)
            translation_arc(translation,
                            resets && bundles_has_steps(translation->net, b)
                                ? NET_PRE
                                : NET_READ,
                            b->trans, lock);
    }
}

static void add_never(struct translation *translation, trans_id t)
{
    if (translation->never == PLACE_NONE)
        translation->never =
            translation_add_node(&translation->net->places, "never_marked", "");
    translation_arc(translation, NET_PRE, t, translation->never);
}

/* Notes the first place on which a transition puts two tokens. */
static void note_overflow(struct translation *translation)
{
    uint32_t i = 0;

    while (translation->bundles.at[i].produce < 2 ||
           translation_bound(translation, &translation->bundles.at[i]) > 1)
        i++;
    translation_add(&translation->overflows, translation->bundles.at[i].trans,
                    translation->bundles.at[i].place);
}

static void translate(struct translation *translation, trans_id t)
{
    bool blocked = false;

    for (uint32_t i = 0; i < translation->bundles.len; i++) {
        const struct net_bundle *const b = &translation->bundles.at[i];

        add_given(translation, b);
        blocked |= bundles_is_blocked(translation->net, b);
        if (bundles_is_odd(translation->net, b)) {
            vec_push(&translation->odd, *b);
            vec_top(&translation->odd)->spare_reset = 0;
        }
        if (b->spare_reset)
            vec_push(&translation->spare_resets, *b);
    }

    const bool fires = can_fire(translation);

    if (!blocked && !fires)
        note_overflow(translation);
    for (uint32_t i = 0; i < translation->bundles.len; i++)
        add_complement(translation, &translation->bundles.at[i], fires);
    add_locks(translation, fires);
    if (blocked)
        add_never(translation, t);
    if (fires)
        translation_add_steps(translation, t);
    for (uint32_t i = 0; fires && i < translation->bundles.len; i++)
        if (fills(&translation->bundles.at[i]) &&
            translation->bundles.at[i].inhibit != 1 &&
            translation_complement(translation, &translation->bundles.at[i]) !=
                PLACE_NONE)
            add_shadow(translation, i);
}

/* -- The net -- */

/* How many places tell how few tokens p has. */
static uint32_t n_below(const struct translation *translation, place_id p)
{
    return translation->below[p] == PLACE_NONE ? 0
                                               : net_bound(translation->net, p);
}

static void fill_marking(const struct translation *translation,
                         uint32_t n_given)
{
    struct net *const net = translation->net;
    const uint32_t old = bits_words(n_given);
    const uint32_t words = bits_words(net_place_count(net));

    if (words > old) {
        net->marked = mem_resize(net->marked, words, sizeof *net->marked);
        bits_clear(net->marked + old, words - old);
    }
    for (place_id p = 0; translation->lock && p < n_given; p++)
        if (translation->lock[p] != PLACE_NONE)
            bits_add(net->marked, translation->lock[p]);
    for (place_id p = 0; translation->below && p < n_given; p++)
        for (uint32_t k = 1; k <= n_below(translation, p); k++)
            bits_add(net->marked, net_tokens(net, p) >= k
                                      ? net_level(net, p, k)
                                      : translation->below[p] + k - 1);
}

static void fill_locks(const struct translation *translation, uint32_t n_given)
{
    struct net *const net = translation->net;

    if (!translation->lock)
        return;
    net->locks = mem_none(net_place_count(net));
    for (place_id p = 0; p < n_given; p++) {
        if (translation->lock[p] == PLACE_NONE)
            continue;
        net->locks[p] = net->locks[translation->lock[p]] = translation->lock[p];
        for (uint32_t k = 1; k <= n_below(translation, p); k++)
            net->locks[net_level(net, p, k)] =
                net->locks[translation->below[p] + k - 1] =
                    translation->lock[p];
    }
    for (uint32_t i = 0; i < translation->next.len; i++)
        net->locks[translation->next.at[i].key] =
            translation->next.at[i].partner;
}

static void fill_overflows(const struct translation *translation)
{
    struct net *const net = translation->net;

    if (!translation->overflows.len)
        return;
    net->overflow = mem_none(net_trans_count(net));
    for (uint32_t i = 0; i < translation->overflows.len; i++)
        net->overflow[translation->overflows.at[i].key] =
            translation->overflows.at[i].partner;
}

/* Arcs of steps, and with levels, are not ordered by their places. */
static void fill_relations(struct translation *translation)
{
    struct net *const net = translation->net;

    for (uint32_t kind = NET_PRE; kind <= NET_READ; kind++) {
        translation_list *const list = &translation->arcs[kind];

        vec_append(list, &translation->added[kind]);
        vec_free(&translation->added[kind]);
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
    struct translation translation = {.net = net, .never = PLACE_NONE};
    struct bundles given;
    const uint32_t n_trans = net_trans_count(net);

    net->n_given_places = net_place_count(net);
    net->n_given_transitions = n_trans;
    bundles_init(&given, net, arcs);
    if (has_any_beside(arcs) || net->bounds)
        add_beside(&translation, &given);
    if (net->bounds)
        add_levels(&translation);
    for (trans_id t = 0; t < n_trans; t++) {
        bundles_read(&given, t, &translation.bundles);
        translate(&translation, t);
    }
    bundles_finish(&given);
    fill_marking(&translation, net->n_given_places);
    fill_overflows(&translation);
    fill_locks(&translation, net->n_given_places);
    mem_free(translation.lock);
    mem_free(translation.below);
    vec_free(&translation.next);
    vec_free(&translation.bundles);
    vec_free(&translation.overflows);
    fill_relations(&translation);
    net->bundles = translation.odd.at;
    net->n_bundles = translation.odd.len;
    net->spare_resets = translation.spare_resets.at;
    net->n_spare_resets = translation.spare_resets.len;
    net->shadowed = translation.shadows.at;
}
