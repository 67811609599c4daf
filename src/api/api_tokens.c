#include "api/handle.h"
#include "structure/token_bounds.h"

/* Without a bound by the user the nodes of the translation are also at most so
 * many times those of the net, or few. */
enum { MOST_TIMES = 10, FEW_NODES = 1000 };

/* A place with several tokens; PLACE_NONE: none has. */
static place_id find_several(const struct net *net)
{
    for (place_id p = 0; p < net_given_places(net); p++)
        if (net_tokens(net, p) > 1)
            return p;
    return PLACE_NONE;
}

static bool refuse_initial(const struct net *net, place_id p, uint32_t most,
                           const char *file, struct diag *diag)
{
    return diag_input(diag, file,
                      "place '%.80s' has %u tokens at the start, and --tokens "
                      "allows %u",
                      net_place_label(net, p), net_tokens(net, p), most);
}

static bool refuse_open(const struct net *net, place_id p, const char *file,
                        struct diag *diag)
{
    const place_id q = find_several(net);

    if (q == PLACE_NONE)
        return diag_input(diag, file,
                          "no place weights bound place '%.80s'; --tokens N "
                          "allows N tokens on each place",
                          net_place_label(net, p));
    return diag_input(diag, file,
                      "place '%.80s' has %u tokens at the start: the net is "
                      "not safe, and no place weights bound place '%.80s'; "
                      "--tokens N allows N tokens on each place",
                      net_place_label(net, q), net_tokens(net, q),
                      net_place_label(net, p));
}

/* The bounds that are used, in place of those that weights show; *kept: they
 * are those. */
static bool choose(const struct net *net, uint32_t most, uint32_t *bounds,
                   bool *kept, const char *file, struct diag *diag)
{
    *kept = true;
    for (place_id p = 0; p < net_given_places(net); p++) {
        if (most && bounds[p] > most) {
            bounds[p] = most;
            *kept = false;
        }
        if (bounds[p] == TOKEN_BOUNDS_NONE)
            return refuse_open(net, p, file, diag);
        if (bounds[p] < net_tokens(net, p))
            return refuse_initial(net, p, most, file, diag);
    }
    return true;
}

static bool fits(const struct net *net, uint32_t most, const uint32_t *bounds,
                 const char *file, struct diag *diag)
{
    const uint64_t growth = bounded_net_growth(net, bounds);
    const uint64_t nodes = net_place_count(net) + net_trans_count(net);
    const uint64_t n = nodes + growth;

    return (growth <= BOUNDED_NET_GROWTH &&
            (most || n <= FEW_NODES || n <= MOST_TIMES * nodes)) ||
           diag_input(diag, file,
                      "the net is not safe: with all numbers of tokens it "
                      "would have about %llu nodes in place of %llu%s",
                      (unsigned long long)n, (unsigned long long)nodes,
                      most || growth > BOUNDED_NET_GROWTH
                          ? ""
                          : "; --tokens N allows at most N tokens on each "
                            "place");
}

static bool are_all_one(const struct net *net, const uint32_t *bounds)
{
    for (place_id p = 0; p < net_given_places(net); p++)
        if (bounds[p] > 1)
            return false;
    return true;
}

struct net *api_tokens_bound(struct net *net, uint32_t most, const char *file,
                             struct diag *diag)
{
    struct net *bounded = net;
    uint32_t *bounds;
    bool kept;

    if (!net || (!most && find_several(net) == PLACE_NONE))
        return net;
    if (most == PUNFPOR_TOKENS_AUTO)
        most = 0;
    bounds = mem_alloc(net_given_places(net), sizeof *bounds);
    token_bounds_find(net, bounds);
    if (!choose(net, most, bounds, &kept, file, diag) ||
        !fits(net, most, bounds, file, diag))
        bounded = NULL;
    else if (!are_all_one(net, bounds))
        bounded = bounded_net(net, bounds);
    if (bounded && bounded != net && kept)
        bounded_net_note(bounded);
    mem_free(bounds);
    if (bounded != net)
        net_destroy(net);
    return bounded;
}
