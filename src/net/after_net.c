#include "net/after_net.h"

#include <inttypes.h>
#include <stdio.h>

static void name_node(char *text, size_t size, const char *kind, uint32_t n)
{
    (void)snprintf(text, size, "%s%" PRIu32, kind, n);
}

static place_id add_place(struct net_builder *b, const char *kind, uint32_t n,
                          bool marked)
{
    char text[32];

    name_node(text, sizeof text, kind, n);
    return net_builder_place(b, text, NULL, marked, (struct net_where){0},
                             NULL);
}

/* A copy of transition t, with two tokens on the place of its overflow.  Given
 * arcs have kinds in the order of those of a net. */
static trans_id add_trans(struct net_builder *b, const struct net *net,
                          const char *kind, trans_id t)
{
    const place_id twice = net_overflow(net, t);
    char text[32];
    trans_id copy;

    name_node(text, sizeof text, kind, t);
    copy = net_builder_trans(b, text, NULL, (struct net_where){0}, NULL);
    for (uint32_t k = NET_PRE; k <= NET_READ; k++) {
        const struct net_place_span places =
            net_places_of(net_relation(net, k), t);

        for (uint32_t i = 0; i < places.len; i++)
            net_builder_arc(b, k, places.at[i], copy, 1);
    }
    if (twice != PLACE_NONE)
        net_builder_arc(b, GIVEN_PRODUCE, twice, copy,
                        2 - net_span_has(net_post(net, t), twice));
    return copy;
}

struct net *after_net(const struct net *net)
{
    struct net_builder *const b = net_builder_create();
    const uint32_t n = net_trans_count(net);
    place_id before;

    ASSERT(!net_has_steps(net));
    for (place_id p = 0; p < net_place_count(net); p++)
        (void)add_place(b, "p", p, net_marked(net, p));
    before = add_place(b, "before", 0, true);
    for (trans_id t = 0; t < net_given_transitions(net); t++)
        (void)add_place(b, "after", t, false);
    for (trans_id t = 0; t < n; t++)
        (void)add_trans(b, net, "t", t);
    for (trans_id t = 0; t < n; t++) {
        const trans_id copy = add_trans(b, net, "second", t);

        net_builder_arc(b, GIVEN_CONSUME, before, copy, 1);
        net_builder_arc(b, GIVEN_PRODUCE, before + 1 + net_given_trans(net, t),
                        copy, 1);
    }
    return net_builder_finish(b);
}
