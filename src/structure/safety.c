#include "structure/safety.h"

#include "structure/machines.h"

/* Nodes to look at, for each node and arc of the net and besides. */
enum { WORK_PER_ARC = 200, LEAST_WORK = 200000 };

/* The terms of all vectors, for each node and arc of the net and besides. */
enum { TERMS_PER_ARC = 4, LEAST_TERMS = 100000 };

/* Terms that semiflows may look at, alike. */
enum { FLOWS_PER_ARC = 100, LEAST_FLOWS = 100000 };

/* A search may look at this many times the size of the net in the first round,
 * and at more in the next ones.  So many failures end a round. */
enum { FIRST_ROUND = 2, LAST_ROUND = 128, ROUND_FACTOR = 8, FAILURES = 16 };

struct prover {
    const struct net *net;
    struct weights *weights;
    struct weights_check check;
    struct machines machines;
    uint32_t n_dead; /* vectors that showed that a transition is dead */
    uint64_t most;   /* work */
    uint64_t most_terms;
    place_id first; /* of the next round */
};

/* Keeps the last vector. */
static void keep_vector(struct prover *prover)
{
    const struct weights_vector *const y = vec_top(&prover->weights->vectors);
    const struct weights_term *const terms = weights_terms(prover->weights, y);
    trans_id wrong;

    if (!weights_check_add(&prover->check, terms, y->len, &wrong))
        weights_drop(prover->weights);
}

/* A place that never gets a token. */
static void keep_unmarked(struct prover *prover)
{
    for (place_id p = 0; p < net_place_count(prover->net); p++)
        if (!net_marked(prover->net, p) && !net_producers(prover->net, p).len &&
            (net_consumers(prover->net, p).len ||
             net_readers(prover->net, p).len)) {
            weights_start(prover->weights);
            weights_term(prover->weights, p, 1);
            keep_vector(prover);
        }
}

static void keep_machine(struct prover *prover)
{
    weights_start(prover->weights);
    for (uint32_t i = 0; i < prover->machines.members.len; i++) {
        weights_term(prover->weights, prover->machines.members.at[i], 1);
        prover->machines.work +=
            net_producers(prover->net, prover->machines.members.at[i]).len;
    }
    keep_vector(prover);
}

/* Seeks a machine for each place of which something is still to be shown. */
static void seek_machines(struct prover *prover, uint64_t work)
{
    const uint32_t n = net_place_count(prover->net);
    uint32_t n_failures = 0;

    for (uint32_t i = 0; i < n && n_failures < FAILURES; i++) {
        const place_id p = (prover->first + i) % n;

        prover->machines.work++;
        if (prover->machines.work >= prover->most || !prover->check.n_open ||
            prover->weights->terms.len >= prover->most_terms)
            return;
        if (!weights_check_open(&prover->check, p))
            continue;
        if (machines_find(&prover->machines, p, work))
            keep_machine(prover);
        else if (++n_failures == FAILURES)
            prover->first = p + 1;
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
    trans_id t;
    place_id p;
    uint64_t size;
    bool safe;

    weights_check_init(&prover.check, net);
    machines_init(&prover.machines, net, prover.check.dead);
    size = size_of(net);
    prover.most = LEAST_WORK + WORK_PER_ARC * size;
    prover.most_terms = LEAST_TERMS + TERMS_PER_ARC * size;
    keep_unmarked(&prover);
    for (uint32_t k = FIRST_ROUND; k <= LAST_ROUND; k *= ROUND_FACTOR)
        seek_machines(&prover, k * size);
    safe = weights_check_safe(&prover.check, &t, &p);
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
    const uint32_t first = weights->vectors.len;
    struct weights_check check;
    trans_id t;
    place_id p;
    bool safe;

    weights_check_init(&check, net);
    weights_check_repeat(&check, weights, 0);
    find_semiflows(net, check.dead, weights);
    weights_check_repeat(&check, weights, first);
    safe = weights_check_safe(&check, &t, &p);
    weights_check_finish(&check);
    return safe;
}

void safety_prune(const struct net *net, struct weights *weights)
{
    struct weights needed = {0};
    struct weights_check check;

    weights_check_init(&check, net);
    for (uint32_t i = 0; i < weights->vectors.len; i++) {
        const struct weights_vector *const y = &weights->vectors.at[i];
        const struct weights_term *const terms = weights_terms(weights, y);
        const uint32_t n_open = check.n_open, n_dead = check.n_dead;
        trans_id wrong;

        if (!weights_check_add(&check, terms, y->len, &wrong) ||
            (check.n_open == n_open && check.n_dead == n_dead))
            continue;
        weights_start(&needed);
        for (uint32_t k = 0; k < y->len; k++)
            weights_term(&needed, terms[k].place, terms[k].factor);
    }
    weights_check_finish(&check);
    weights_finish(weights);
    *weights = needed;
}

void safety_exclude(const struct net *net, const struct weights *weights,
                    struct exclusive *sets)
{
    net_place_list heavy = {0};

    for (uint32_t i = 0; i < weights->vectors.len; i++) {
        const struct weights_vector *const y = &weights->vectors.at[i];
        const struct weights_term *const terms = weights_terms(weights, y);
        int64_t bound = 0;

        for (uint32_t k = 0; k < y->len; k++)
            bound += net_marked(net, terms[k].place) ? terms[k].factor : 0;
        vec_clear(&heavy);
        for (uint32_t k = 0; k < y->len; k++)
            if (terms[k].factor > bound / 2)
                vec_push(&heavy, terms[k].place);
        exclusive_add(sets, heavy.at, heavy.len);
    }
    vec_free(&heavy);
}

void safety_find_exclusive(const struct net *net, bool machines,
                           struct exclusive *sets)
{
    struct weights weights = {0};

    if (machines && !safety_by_machines(net, &weights))
        (void)safety_by_semiflows(net, &weights);
    else
        find_semiflows(net, NULL, &weights);
    safety_exclude(net, &weights, sets);
    weights_finish(&weights);
}
