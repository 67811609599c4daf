#include "net/net.h"

#include "base/mem.h"
#include "net/bundles.h"
#include "net/net_struct.h"

static bool has_named_labels(const struct names *names)
{
    for (uint32_t n = 0; n < names_count(names); n++)
        if (names_label(names, n) != names_id(names, n))
            return true;
    return false;
}

/* Nodes with the same ids, names and labels. */
static void add_nodes(struct net_builder *b, const struct net *net)
{
    for (place_id p = 0; p < net->n_given_places; p++) {
        (void)net_builder_place(b, names_id(&net->places, p),
                                names_name(&net->places, p), net_tokens(net, p),
                                (struct net_where){0}, NULL);
        if (net->capacities && net->capacities[p])
            net_builder_capacity(b, p, net->capacities[p]);
    }
    for (trans_id t = 0; t < net->n_given_transitions; t++)
        (void)net_builder_trans(b, names_id(&net->transitions, t),
                                names_name(&net->transitions, t),
                                (struct net_where){0}, NULL);
}

static void add_arc(struct net_builder *b, enum net_given_kind kind,
                    const struct net_bundle *bundle, uint32_t weight)
{
    if (weight)
        net_builder_arc(b, kind, bundle->place, bundle->trans, weight);
}

static void add_bundle(struct net_builder *b, const struct net_bundle *bundle)
{
    add_arc(b, GIVEN_CONSUME, bundle, bundle->consume);
    add_arc(b, GIVEN_PRODUCE, bundle, bundle->produce);
    add_arc(b, GIVEN_READ, bundle, bundle->read);
    add_arc(b, GIVEN_INHIBIT, bundle, bundle->inhibit);
    add_arc(b, GIVEN_RESET, bundle, bundle->reset || bundle->spare_reset);
}

/* A bundle that is there once more, with a reset arc, is added once. */
static void add_bundles(struct net_builder *b, const struct net *net)
{
    const struct net_bundle *const spare = net->spare_resets;
    net_bundle_list bundles = {0};
    uint32_t next = 0;

    for (trans_id t = 0; t < net->n_given_transitions; t++) {
        for (; next < net->n_spare_resets && spare[next].trans == t; next++)
            add_bundle(b, &spare[next]);
        bundles_of(net, t, &bundles);
        for (uint32_t i = 0; i < bundles.len; i++)
            if (!bundles_have(spare, net->n_spare_resets, t,
                              bundles.at[i].place))
                add_bundle(b, &bundles.at[i]);
    }
    vec_free(&bundles);
}

uint64_t bounded_net_growth(const struct net *net, const uint32_t *bounds)
{
    uint64_t n = 0;
    net_bundle_list bundles = {0};

    for (place_id p = 0; p < net_given_places(net); p++)
        n += 2 * (uint64_t)(bounds[p] - 1);
    for (trans_id t = 0; t < net_given_transitions(net); t++) {
        bundles_of(net, t, &bundles);
        for (uint32_t i = 0; i < bundles.len; i++)
            n += bounds[bundles.at[i].place] - 1;
    }
    vec_free(&bundles);
    return n;
}

struct net *bounded_net(const struct net *net, const uint32_t *bounds)
{
    struct net_builder *const b = net_builder_create();
    struct net *bounded;

    net_builder_count(b);
    net_builder_name(b, net->name);
    if (has_named_labels(&net->places) || has_named_labels(&net->transitions))
        net_builder_prefer_names(b);
    add_nodes(b, net);
    add_bundles(b, net);
    net_builder_bounds(b, bounds);
    bounded = net_builder_finish(b);
    vecs_append(&bounded->finals, &net->finals);
    vec_append(&bounded->final_tokens, &net->final_tokens);
    for (uint32_t i = 0; i < net->warnings.len; i++)
        vec_push(&bounded->warnings, mem_text(net->warnings.at[i]));
    return bounded;
}

void bounded_net_note(struct net *net)
{
    net->keeps_bounds = true;
}

bool bounded_net_is_kept(const struct net *net)
{
    return net->keeps_bounds;
}
