#include "structure/traps.h"

#include "base/ids.h"
#include "base/mem.h"

void traps_init(struct traps *traps, const struct net *net)
{
    *traps = (struct traps){
        .net = net,
        .in = mem_zero(net_place_count(net), sizeof *traps->in),
        .keeps = mem_zero(net_trans_count(net), sizeof *traps->keeps),
    };
}

void traps_finish(struct traps *traps)
{
    mem_free(traps->in);
    mem_free(traps->keeps);
    vec_free(&traps->queue);
}

static void count_keepers(struct traps *traps, place_id p, int by)
{
    const struct net_trans_span spans[] = {net_producers(traps->net, p),
                                           net_readers(traps->net, p)};

    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < spans[k].len; i++)
            traps->keeps[spans[k].at[i]] += (uint32_t)by;
}

/* --- the largest one ------------------------------------------------------ */

/* Is there a transition that takes a token from p and leaves none in the
 * set? */
static bool loses(const struct traps *traps, place_id p)
{
    const struct net_trans_span consumers = net_consumers(traps->net, p);

    for (uint32_t i = 0; i < consumers.len; i++)
        if (!traps->keeps[consumers.at[i]])
            return true;
    return false;
}

static void leave(struct traps *traps, place_id p)
{
    if (!traps->in[p])
        return;
    traps->in[p] = false;
    count_keepers(traps, p, -1);
    vec_push(&traps->queue, p);
}

/* The transitions around p that keep nothing any more take the places that they
 * consume from out of the set. */
static void follow(struct traps *traps, place_id p)
{
    const struct net_trans_span spans[] = {net_producers(traps->net, p),
                                           net_readers(traps->net, p)};

    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < spans[k].len; i++) {
            const struct net_place_span pre =
                net_pre(traps->net, spans[k].at[i]);

            if (traps->keeps[spans[k].at[i]])
                continue;
            for (uint32_t j = 0; j < pre.len; j++)
                leave(traps, pre.at[j]);
        }
}

bool traps_reduce(struct traps *traps)
{
    const uint32_t n = net_place_count(traps->net);
    bool marked = false;

    for (place_id p = 0; p < n; p++)
        if (traps->in[p])
            count_keepers(traps, p, 1);
    vec_clear(&traps->queue);
    for (place_id p = 0; p < n; p++)
        if (traps->in[p] && loses(traps, p))
            leave(traps, p);
    while (traps->queue.len)
        follow(traps, vec_pop(&traps->queue));
    for (place_id p = 0; p < n; p++)
        if (traps->in[p]) {
            marked |= net_marked(traps->net, p);
            count_keepers(traps, p, -1);
        }
    return marked;
}

/* --- a small one ---------------------------------------------------------- */

/* Of the places that t leaves marked and that the set has, one with the fewest
 * consumers. */
static place_id find_kept(const struct traps *traps, trans_id t)
{
    const struct net_place_span spans[] = {net_post(traps->net, t),
                                           net_read(traps->net, t)};
    place_id best = PLACE_NONE;
    uint32_t least = UINT32_MAX;

    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < spans[k].len; i++) {
            const place_id q = spans[k].at[i];
            const uint32_t n = net_consumers(traps->net, q).len;

            if (traps->in[q] && n < least) {
                best = q;
                least = n;
            }
        }
    return best;
}

void traps_choose(struct traps *traps, place_id p, net_place_list *trap)
{
    vec_clear(trap);
    vec_push(trap, p);
    count_keepers(traps, p, 1);
    for (uint32_t i = 0; i < trap->len; i++) {
        const struct net_trans_span consumers =
            net_consumers(traps->net, trap->at[i]);

        for (uint32_t k = 0; k < consumers.len; k++) {
            if (traps->keeps[consumers.at[k]])
                continue;
            vec_push(trap, find_kept(traps, consumers.at[k]));
            count_keepers(traps, *vec_top(trap), 1);
        }
    }
    for (uint32_t i = 0; i < trap->len; i++)
        count_keepers(traps, trap->at[i], -1);
    ids_sort(trap->at, trap->len);
}
