#include "net/place_order.h"

#include "base/mem.h"

struct search {
    const struct net *net;
    uint32_t *rank;
    place_id *queue;
    uint32_t len;
    bool *met_place, *met_trans;
};

static void visit_places(struct search *x, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++) {
        const place_id p = places.at[i];

        if (x->met_place[p])
            continue;
        x->met_place[p] = true;
        x->rank[p] = x->len;
        x->queue[x->len++] = p;
    }
}

static void visit_transitions(struct search *x, struct net_trans_span trans)
{
    for (uint32_t i = 0; i < trans.len; i++) {
        const trans_id t = trans.at[i];

        if (x->met_trans[t])
            continue;
        x->met_trans[t] = true;
        visit_places(x, net_post(x->net, t));
        visit_places(x, net_pre(x->net, t));
    }
}

static void search_from(struct search *x, place_id start)
{
    const struct net_place_span first = {&start, 1};
    uint32_t next = x->len;

    visit_places(x, first);
    for (; next < x->len; next++) {
        visit_transitions(x, net_consumers(x->net, x->queue[next]));
        visit_transitions(x, net_producers(x->net, x->queue[next]));
    }
}

void place_order_find(const struct net *net, uint32_t *rank)
{
    const uint32_t n_places = net_place_count(net);
    struct search x = {
        .net = net,
        .rank = rank,
        .queue = mem_alloc(n_places, sizeof *x.queue),
        .met_place = mem_zero(n_places, sizeof *x.met_place),
        .met_trans = mem_zero(net_trans_count(net), sizeof *x.met_trans),
    };

    for (place_id p = 0; p < n_places; p++)
        if (net_marked(net, p))
            search_from(&x, p);
    for (place_id p = 0; p < n_places; p++)
        search_from(&x, p);
    mem_free(x.queue);
    mem_free(x.met_place);
    mem_free(x.met_trans);
}
