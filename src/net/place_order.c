#include "net/place_order.h"

#include "base/mem.h"

struct search {
    const struct net *net;
    uint32_t *rank;
    place_id *queue;
    uint32_t len;
    bool *met_place, *met_trans;
};

static void visit_places(struct search *search, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++) {
        const place_id p = places.at[i];

        if (search->met_place[p])
            continue;
        search->met_place[p] = true;
        search->rank[p] = search->len;
        search->queue[search->len++] = p;
    }
}

static void visit_transitions(struct search *search,
                              struct net_trans_span trans)
{
    for (uint32_t i = 0; i < trans.len; i++) {
        const trans_id t = trans.at[i];

        if (search->met_trans[t])
            continue;
        search->met_trans[t] = true;
        visit_places(search, net_post(search->net, t));
        visit_places(search, net_pre(search->net, t));
    }
}

static void search_from(struct search *search, place_id start)
{
    const struct net_place_span first = {&start, 1};
    uint32_t next = search->len;

    visit_places(search, first);
    for (; next < search->len; next++) {
        visit_transitions(search,
                          net_consumers(search->net, search->queue[next]));
        visit_transitions(search,
                          net_producers(search->net, search->queue[next]));
    }
}

void place_order_find(const struct net *net, uint32_t *rank)
{
    const uint32_t n_places = net_place_count(net);
    struct search search = {
        .net = net,
        .rank = rank,
        .queue = mem_alloc(n_places, sizeof *search.queue),
        .met_place = mem_zero(n_places, sizeof *search.met_place),
        .met_trans = mem_zero(net_trans_count(net), sizeof *search.met_trans),
    };

    for (place_id p = 0; p < n_places; p++)
        if (net_marked(net, p))
            search_from(&search, p);
    for (place_id p = 0; p < n_places; p++)
        search_from(&search, p);
    mem_free(search.queue);
    mem_free(search.met_place);
    mem_free(search.met_trans);
}
