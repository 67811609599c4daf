#include "net/translation.h"

#include "base/text.h"
#include "net/names.h"

#include <stdio.h>

/* -- Added nodes -- */

/* Does a node have this id or name? */
static bool is_known(const struct names *names, const char *text)
{
    bool shared;

    return names_find(names, text, &shared) != NAMES_NONE || shared;
}

uint32_t translation_add_node(struct names *names, const char *prefix,
                              const char *label)
{
    text_buffer text = {0};
    uint32_t n;

    text_put(&text, prefix);
    text_put(&text, label);
    while (is_known(names, text_end(&text)))
        text_put(&text, "_");
    n = names_add(names, text.at, NULL);
    vec_free(&text);
    return n;
}

/* "what", the place and the transition. */
static uint32_t add_node_of_bundle(struct translation *translation,
                                   struct names *names, const char *what,
                                   const struct net_bundle *b)
{
    text_buffer text = {0};
    uint32_t n;

    text_put(&text, net_place_label(translation->net, b->place));
    text_put(&text, "_by_");
    text_put(&text, net_trans_label(translation->net, b->trans));
    n = translation_add_node(names, what, text_end(&text));
    vec_free(&text);
    return n;
}

/* -- Steps -- */

/* A step from one place "next" to another; PLACE_NONE: it is the last one.  Its
 * arcs with the place itself are still to be added. */
static trans_id add_step(struct translation *translation,
                         const struct net_bundle *b, const char *what,
                         place_id from, place_id to)
{
    const trans_id step = add_node_of_bundle(
        translation, &translation->net->transitions, what, b);

    vec_push(&translation->shadows, b->trans);
    translation_arc(translation, NET_PRE, step, from);
    translation_arc(translation, NET_POST, step,
                    translation_lock(translation, b));
    if (to != PLACE_NONE)
        translation_arc(translation, NET_POST, step, to);
    return step;
}

/* The step for a place with n tokens. */
static void add_change(struct translation *translation,
                       const struct net_bundle *b, uint32_t n, const char *what,
                       place_id from, place_id to)
{
    const uint64_t after =
        (b->reset ? 0 : n - b->consume) + (uint64_t)b->produce;
    const uint32_t bound = translation_bound(translation, b);
    const place_id below = translation->below[b->place] - 1;
    const trans_id step = add_step(translation, b, what, from, to);

    if (after > bound)
        translation_add(&translation->overflows, step, b->place);
    for (uint32_t k = n + 1; k <= after && after <= bound; k++) {
        translation_arc(translation, NET_PRE, step, below + k);
        translation_arc(translation, NET_POST, step,
                        net_level(translation->net, b->place, k));
    }
    for (uint32_t k = (uint32_t)after + 1; k <= n; k++) {
        translation_arc(translation, NET_PRE, step,
                        net_level(translation->net, b->place, k));
        translation_arc(translation, NET_POST, step, below + k);
    }
    if (n > 0 && after >= n)
        translation_arc(translation, NET_READ, step,
                        net_level(translation->net, b->place, n));
    if (n < bound && (after <= n || after > bound))
        translation_arc(translation, NET_READ, step, below + n + 1);
}

/* The steps for a place, whatever tokens it has. */
static void add_steps_of(struct translation *translation,
                         const struct net_bundle *b, place_id from, place_id to)
{
    const uint32_t bound = translation_bound(translation, b);
    char what[32];

    if (bound == 1) {
        add_change(translation, b, 1, "reset_marked_", from, to);
        add_change(translation, b, 0, "reset_empty_", from, to);
        return;
    }
    for (uint32_t n = b->consume; n <= bound && (!b->inhibit || n < b->inhibit);
         n++) {
        (void)snprintf(what, sizeof what, "from_%u_", n);
        add_change(translation, b, n, what, from, to);
    }
}

/* The bundle of the next reset from number i on. */
static uint32_t next_reset(const struct translation *translation, uint32_t i)
{
    while (i < translation->bundles.len &&
           !bundles_has_steps(translation->net, &translation->bundles.at[i]))
        i++;
    return i;
}

void translation_add_steps(struct translation *translation, trans_id t)
{
    uint32_t i = next_reset(translation, 0);
    const uint32_t first = translation->next.len;
    place_id from, to;

    if (i == translation->bundles.len)
        return;
    from = add_node_of_bundle(translation, &translation->net->places, "next_",
                              &translation->bundles.at[i]);
    translation_arc(translation, NET_POST, t, from);
    for (uint32_t k; i < translation->bundles.len; i = k, from = to) {
        const struct net_bundle *const b = &translation->bundles.at[i];

        k = next_reset(translation, i + 1);
        to = k < translation->bundles.len
                 ? add_node_of_bundle(translation, &translation->net->places,
                                      "next_", &translation->bundles.at[k])
                 : PLACE_NONE;
        add_steps_of(translation, b, from, to);
        translation_add(&translation->next, from,
                        translation_lock(translation, b));
    }
    for (uint32_t n = first; n < translation->next.len; n++)
        translation->next.at[n].partner = vec_top(&translation->next)->partner;
}
