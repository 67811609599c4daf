#include "net/bundles.h"

#include "net/net_struct.h"

/* -- Sorting -- */

/* Stable counting sort of arc numbers by place or by transition. */
static void sort_by(const struct bundles *bundles, const uint32_t *from,
                    uint32_t *to, bool by_place)
{
    const bundles_arcs *const arcs = bundles->arcs;
    const uint32_t n_keys = by_place ? net_place_count(bundles->net)
                                     : net_trans_count(bundles->net);
    uint32_t *next = mem_zero((size_t)n_keys + 1, sizeof *next);

    for (uint32_t i = 0; i < arcs->len; i++)
        next[(by_place ? arcs->at[i].place : arcs->at[i].trans) + 1]++;
    for (uint32_t k = 0; k < n_keys; k++)
        next[k + 1] += next[k];
    for (uint32_t i = 0; i < arcs->len; i++) {
        const struct bundles_arc *arc = &arcs->at[from[i]];

        to[next[by_place ? arc->place : arc->trans]++] = from[i];
    }
    mem_free(next);
}

void bundles_init(struct bundles *bundles, const struct net *net,
                  const bundles_arcs *arcs)
{
    uint32_t *const by_place = mem_alloc(arcs->len, sizeof *by_place);

    *bundles = (struct bundles){.net = net, .arcs = arcs};
    bundles->sorted = mem_alloc(arcs->len, sizeof *bundles->sorted);
    for (uint32_t i = 0; i < arcs->len; i++)
        bundles->sorted[i] = i;
    sort_by(bundles, bundles->sorted, by_place, true);
    sort_by(bundles, by_place, bundles->sorted, false);
    mem_free(by_place);
}

void bundles_finish(struct bundles *bundles)
{
    mem_free(bundles->sorted);
}

/* -- Adding up -- */

static void add_weight(uint32_t *sum, uint32_t weight)
{
    *sum = *sum < NET_MAX_WEIGHT - weight ? *sum + weight : NET_MAX_WEIGHT;
}

/* A repeated read is one read; the inhibitor arc with the least weight
 * counts. */
static void add_to_bundle(struct net_bundle *bundle,
                          const struct bundles_arc *arc)
{
    switch ((enum net_given_kind)arc->kind) {
    case GIVEN_CONSUME:
        add_weight(&bundle->consume, arc->weight);
        break;
    case GIVEN_PRODUCE:
        add_weight(&bundle->produce, arc->weight);
        break;
    case GIVEN_READ:
        if (arc->weight > bundle->read)
            bundle->read = arc->weight;
        break;
    case GIVEN_INHIBIT:
        if (!bundle->inhibit || arc->weight < bundle->inhibit)
            bundle->inhibit = arc->weight;
        break;
    case GIVEN_RESET:
        bundle->reset = 1;
        break;
    }
}

/* A transition that needs tokens takes them and gives back those that it does
 * not consume.  One that only reads one token stays so, unless an inhibitor arc
 * stands beside it: formats without read arcs would give back two arcs. */
static void normalise(struct net_bundle *b, uint32_t bound)
{
    if (b->reset && b->read > b->consume) { /* all of them are taken */
        b->consume = b->read;
        b->read = 0;
    }
    b->spare_reset = b->reset && bound == 1 && b->consume;
    if (b->spare_reset || b->inhibit == 1)
        b->reset = 0;

    const uint32_t more = b->read > b->consume ? b->read - b->consume : 0;

    if (b->read == 1 && !b->consume && !b->produce && !b->inhibit)
        return;
    add_weight(&b->consume, more);
    add_weight(&b->produce, more);
    b->read = 0;
}

void bundles_read(struct bundles *bundles, trans_id t, net_bundle_list *list)
{
    vec_clear(list);
    if (!t)
        bundles->next = 0;
    for (; bundles->next < bundles->arcs->len; bundles->next++) {
        const struct bundles_arc *arc =
            &bundles->arcs->at[bundles->sorted[bundles->next]];

        if (arc->trans != t)
            break;
        if (!list->len || vec_top(list)->place != arc->place)
            vec_push(list,
                     ((struct net_bundle){.trans = t, .place = arc->place}));
        add_to_bundle(vec_top(list), arc);
    }
    for (uint32_t i = 0; i < list->len; i++)
        normalise(&list->at[i], net_bound(bundles->net, list->at[i].place));
}

bool bundles_is_odd(const struct net *net, const struct net_bundle *b)
{
    return b->consume > 1 || b->produce > 1 || b->inhibit || b->reset ||
           net_bound(net, b->place) > 1;
}

/* -- The arcs of a net -- */

/* The first of the bundles that is of (t, p) or behind it. */
static uint32_t find_bundle(const struct net_bundle *bundles, uint32_t n,
                            trans_id t, place_id p)
{
    uint32_t low = 0, high = n;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const struct net_bundle *const b = &bundles[middle];

        if (b->trans < t || (b->trans == t && b->place < p))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool bundles_have(const struct net_bundle *bundles, uint32_t n, trans_id t,
                  place_id p)
{
    const uint32_t i = find_bundle(bundles, n, t, p);

    return i < n && bundles[i].trans == t && bundles[i].place == p;
}

static void give_back(const struct net *net, trans_id t,
                      struct net_place_span places, struct net_bundle bundle,
                      net_bundle_list *list)
{
    bundle.trans = t;
    for (uint32_t i = 0; i < places.len; i++) {
        bundle.place = places.at[i];
        if (bundle.place < net->n_given_places &&
            !bundles_have(net->bundles, net->n_bundles, t, bundle.place))
            vec_push(list, bundle);
    }
}

void bundles_of(const struct net *net, trans_id t, net_bundle_list *list)
{
    uint32_t i = find_bundle(net->bundles, net->n_bundles, t, 0);

    ASSERT(t < net->n_given_transitions);
    vec_clear(list);
    give_back(net, t, net_pre(net, t), (struct net_bundle){.consume = 1}, list);
    give_back(net, t, net_post(net, t), (struct net_bundle){.produce = 1},
              list);
    give_back(net, t, net_read(net, t), (struct net_bundle){.read = 1}, list);
    for (; i < net->n_bundles && net->bundles[i].trans == t; i++)
        vec_push(list, net->bundles[i]);
}
