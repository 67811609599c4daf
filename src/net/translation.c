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
static uint32_t add_node_of_bundle(struct translation *x, struct names *names,
                                   const char *what, const struct net_bundle *b)
{
    text_buffer text = {0};
    uint32_t n;

    text_put(&text, net_place_label(x->net, b->place));
    text_put(&text, "_by_");
    text_put(&text, net_trans_label(x->net, b->trans));
    n = translation_add_node(names, what, text_end(&text));
    vec_free(&text);
    return n;
}

/* -- Steps -- */

/* A step from one place "next" to another; PLACE_NONE: it is the last one.  Its
 * arcs with the place itself are still to be added. */
static trans_id add_step(struct translation *x, const struct net_bundle *b,
                         const char *what, place_id from, place_id to)
{
    const trans_id step = add_node_of_bundle(x, &x->net->transitions, what, b);

    vec_push(&x->shadows, b->trans);
    translation_arc(x, NET_PRE, step, from);
    translation_arc(x, NET_POST, step, translation_lock(x, b));
    if (to != PLACE_NONE)
        translation_arc(x, NET_POST, step, to);
    return step;
}

/* The step for a place with n tokens. */
static void add_change(struct translation *x, const struct net_bundle *b,
                       uint32_t n, const char *what, place_id from, place_id to)
{
    const uint64_t after =
        (b->reset ? 0 : n - b->consume) + (uint64_t)b->produce;
    const uint32_t bound = translation_bound(x, b);
    const place_id below = x->below[b->place] - 1;
    const trans_id step = add_step(x, b, what, from, to);

    if (after > bound)
        translation_add(&x->overflows, step, b->place);
    for (uint32_t k = n + 1; k <= after && after <= bound; k++) {
        translation_arc(x, NET_PRE, step, below + k);
        translation_arc(x, NET_POST, step, net_level(x->net, b->place, k));
    }
    for (uint32_t k = (uint32_t)after + 1; k <= n; k++) {
        translation_arc(x, NET_PRE, step, net_level(x->net, b->place, k));
        translation_arc(x, NET_POST, step, below + k);
    }
    if (n > 0 && after >= n)
        translation_arc(x, NET_READ, step, net_level(x->net, b->place, n));
    if (n < bound && (after <= n || after > bound))
        translation_arc(x, NET_READ, step, below + n + 1);
}

/* The steps for a place, whatever tokens it has. */
static void add_steps_of(struct translation *x, const struct net_bundle *b,
                         place_id from, place_id to)
{
    const uint32_t bound = translation_bound(x, b);
    char what[32];

    if (bound == 1) {
        add_change(x, b, 1, "reset_marked_", from, to);
        add_change(x, b, 0, "reset_empty_", from, to);
        return;
    }
    for (uint32_t n = b->consume; n <= bound && (!b->inhibit || n < b->inhibit);
         n++) {
        (void)snprintf(what, sizeof what, "from_%u_", n);
        add_change(x, b, n, what, from, to);
    }
}

/* The bundle of the next reset from number i on. */
static uint32_t next_reset(const struct translation *x, uint32_t i)
{
    while (i < x->bundles.len && !bundles_has_steps(x->net, &x->bundles.at[i]))
        i++;
    return i;
}

void translation_add_steps(struct translation *x, trans_id t)
{
    uint32_t i = next_reset(x, 0);
    const uint32_t first = x->next.len;
    place_id from, to;

    if (i == x->bundles.len)
        return;
    from = add_node_of_bundle(x, &x->net->places, "next_", &x->bundles.at[i]);
    translation_arc(x, NET_POST, t, from);
    for (uint32_t k; i < x->bundles.len; i = k, from = to) {
        const struct net_bundle *const b = &x->bundles.at[i];

        k = next_reset(x, i + 1);
        to = k < x->bundles.len ? add_node_of_bundle(x, &x->net->places,
                                                     "next_", &x->bundles.at[k])
                                : PLACE_NONE;
        add_steps_of(x, b, from, to);
        translation_add(&x->next, from, translation_lock(x, b));
    }
    for (uint32_t n = first; n < x->next.len; n++)
        x->next.at[n].partner = vec_top(&x->next)->partner;
}
