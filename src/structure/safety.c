#include "structure/safety.h"

#include "structure/machine_search.h"
#include "structure/machines.h"

/* Nodes to look at, for each node and arc of the net and besides. */
enum { NODES_PER_ARC = 200, LEAST_NODES = 200000 };

/* The terms of all vectors, for each node and arc of the net and besides. */
enum { TERMS_PER_ARC = 4, LEAST_TERMS = 100000 };

/* Terms that semiflows may look at, alike. */
enum { FLOWS_PER_ARC = 100, LEAST_FLOWS = 100000 };

/* A search may look at so many nodes in the first round, and at more in the
 * next ones, up to this many times the size of the net.  So many failures end a
 * later round, or what CaDiCaL is asked. */
enum { FIRST_ROUND = 256, LAST_ROUND = 128, ROUND_FACTOR = 8, FAILURES = 16 };

/* The cost of an arc that CaDiCaL looks at (watch.h). */
enum { COST_OF_SEARCHED_ARC = 100 };

/* One search takes this part of the work of all at most. */
enum { SHARE = 4 };

struct prover {
    const struct net *net;
    struct weights *weights;
    struct weights_check check;
    struct machines machines;
    uint64_t most; /* work */
    uint64_t most_terms;
    place_id first; /* of the next round */
};

/* Adds a machine; false: it is empty. */
static bool add_machine(struct weights *weights, struct weights_check *check,
                        struct net_place_span members)
{
    for (uint32_t i = 0; i < members.len; i++)
        weights_term(weights, members.at[i], 1);
    return weights_check_keep(check, weights) && members.len;
}

/* A place that never gets a token. */
static void keep_unmarked(struct prover *prover)
{
    for (place_id p = 0; p < net_place_count(prover->net); p++)
        if (!net_marked(prover->net, p) && !net_producers(prover->net, p).len &&
            (net_consumers(prover->net, p).len ||
             net_readers(prover->net, p).len))
            (void)add_machine(prover->weights, &prover->check,
                              (struct net_place_span){&p, 1});
}

static void keep_machine(struct prover *prover)
{
    const struct net_place_span members =
        net_span_of(&prover->machines.members);

    for (uint32_t i = 0; i < members.len; i++)
        prover->machines.work += net_producers(prover->net, members.at[i]).len;
    (void)add_machine(prover->weights, &prover->check, members);
}

/* Seeks a machine for each place of which something is still to be shown. */
static void seek_machines(struct prover *prover, uint64_t work)
{
    const uint32_t n = net_place_count(prover->net);
    uint32_t n_failures = 0;

    for (uint32_t i = 0; i < n; i++) {
        const place_id p = (prover->first + i) % n;

        prover->machines.work++;
        if (prover->machines.work >= prover->most || !prover->check.n_open ||
            prover->weights->vectors.all.len >= prover->most_terms)
            return;
        if (!weights_check_open(&prover->check, p))
            continue;
        if (machines_find(&prover->machines, p, work))
            keep_machine(prover);
        else if (work > FIRST_ROUND && ++n_failures == FAILURES) {
            prover->first = p + 1;
            return;
        }
    }
}

static uint64_t size_of(const struct net *net)
{
    return (uint64_t)net_arc_count(net) + net_read_count(net) +
           net_place_count(net);
}

bool safety_by_machines(const struct net *net, struct weights *weights)
{
    struct prover prover = {.net = net, .weights = weights};
    uint64_t size;
    bool safe;

    weights_check_init(&prover.check, net);
    machines_init(&prover.machines, net, prover.check.dead);
    size = size_of(net);
    prover.most = LEAST_NODES + NODES_PER_ARC * size;
    prover.most_terms = LEAST_TERMS + TERMS_PER_ARC * size;
    keep_unmarked(&prover);
    for (uint64_t k = FIRST_ROUND; k <= LAST_ROUND * size; k *= ROUND_FACTOR)
        seek_machines(&prover, k);
    safe = !prover.check.n_open;
    machines_finish(&prover.machines);
    weights_check_finish(&prover.check);
    return safe;
}

static void find_semiflows(const struct net *net, const bool *dead,
                           struct weights *weights)
{
    (void)semiflows_find(net, dead, LEAST_FLOWS + FLOWS_PER_ARC * size_of(net),
                         weights);
}

bool safety_by_semiflows(const struct net *net, struct weights *weights)
{
    const uint32_t first = vecs_count(&weights->vectors);
    struct weights_check check;
    bool safe;

    weights_check_init(&check, net);
    weights_check_repeat(&check, weights, 0);
    find_semiflows(net, check.dead, weights);
    weights_check_repeat(&check, weights, first);
    safe = !check.n_open;
    weights_check_finish(&check);
    return safe;
}

bool safety_by_search(const struct net *net, uint64_t most,
                      const struct stop *stop, struct weights *weights)
{
    const uint64_t arcs = most / COST_OF_SEARCHED_ARC;
    struct weights_check check;
    struct machine_search *search;
    uint32_t n_failures = 0;
    bool safe;

    weights_check_init(&check, net);
    weights_check_repeat(&check, weights, 0);
    search = machine_search_create(net, check.dead, stop);
    for (place_id p = 0;
         p < net_place_count(net) && check.n_open && n_failures < FAILURES &&
         machine_search_work(search) < arcs;
         p++)
        if (weights_check_open(&check, p) &&
            !add_machine(weights, &check,
                         machine_search_find(search, p, arcs / SHARE)))
            n_failures++;
    safe = !check.n_open;
    machine_search_destroy(search);
    weights_check_finish(&check);
    return safe;
}

void safety_prune(const struct net *net, struct weights *weights)
{
    struct weights needed = {0};
    struct weights_check check;

    weights_check_init(&check, net);
    for (uint32_t i = 0; i < vecs_count(&weights->vectors); i++) {
        const struct weights_vector y = weights_vector(weights, i);
        const uint32_t n_open = check.n_open, n_dead = check.n_dead;
        trans_id wrong;

        if (!weights_check_add(&check, y.at, y.len, &wrong) ||
            (check.n_open == n_open && check.n_dead == n_dead))
            continue;
        vec_append(&needed.vectors.all, &y);
        vecs_close(&needed.vectors);
    }
    weights_check_finish(&check);
    weights_finish(weights);
    *weights = needed;
}

void safety_exclude(const struct net *net, const struct weights *weights,
                    struct exclusive *sets)
{
    net_place_list heavy = {0};

    for (uint32_t i = 0; i < vecs_count(&weights->vectors); i++) {
        const struct weights_vector y = weights_vector(weights, i);
        const int64_t bound = weights_bound(weights, i, net);

        vec_clear(&heavy);
        for (uint32_t k = 0; k < y.len; k++)
            if (y.at[k].factor > bound / 2)
                vec_push(&heavy, y.at[k].place);
        exclusive_add(sets, heavy.at, heavy.len, i);
    }
    vec_free(&heavy);
}

void safety_find_exclusive(const struct net *net, bool machines,
                           struct exclusive *sets)
{
    const uint32_t before = exclusive_count(sets);
    struct weights weights = {0};

    if (machines && !safety_by_machines(net, &weights))
        (void)safety_by_semiflows(net, &weights);
    else
        find_semiflows(net, NULL, &weights);
    safety_exclude(net, &weights, sets);
    for (uint32_t i = before; i < exclusive_count(sets); i++)
        sets->vectors.at[i] = EXCLUSIVE_NONE;
    weights_finish(&weights);
}
