#include "structure/signal_machines.h"

#include "base/ids.h"
#include "base/mem.h"
#include "base/pool.h"
#include "net/signals.h"
#include "structure/machine_search.h"

#include <string.h>

/* The work of a search, which is more in later rounds; of all searches for each
 * node and arc, and besides. */
enum { FIRST_WORK = 1 << 14, LAST_WORK = 1 << 18, WORK_FACTOR = 4 };
enum { WORK_PER_ARC = 1000, LEAST_WORK = 1 << 23 };

/* So many machines are tried for a signal, and so many searched for. */
enum { MOST_TRIED = 16, MOST_SEARCHED = 8 };

/* After so many signals in a row without a machine the next round begins: its
 * work may be what all machines of the graph take. */
enum { MOST_FAILED = 100 };

/* The values of a signal at a place. */
enum { UNKNOWN, ZERO, ONE };

struct signal_search {
    const struct net *graph;
    const struct signals *signals;
    bool *dead;            /* by transition: none is known to be */
    struct relation edges; /* by signal: its transitions */
    struct machine_search *search;
    VEC(net_place_list) machines;
    struct pool_list *with; /* by place: machines that have it */
    struct pool lists;      /* of these */
    bool *is_member;        /* by place: of the machine at hand */
    unsigned char *at;      /* by place: the value there */
    net_place_list queue;   /* places with a value */
    place_id mixed;         /* where the last machine lost the value */
    uint32_t n_before;      /* places that had one before */
    net_place_list without; /* places where machines lost it */
    struct signal_machines_sides sides; /* of the last machine that shows a
                                           value */
};

/* --- the token of a machine ----------------------------------------------- */

/* p mixes both values; what is lost latest is remembered. */
static bool lose(struct signal_search *search, place_id p)
{
    if (search->queue.len > search->n_before) {
        search->n_before = search->queue.len;
        search->mixed = p;
    }
    return false;
}

/* The token is at p, and the signal has this value then.  False: it has had the
 * other one there. */
static bool reach(struct signal_search *search, place_id p, unsigned char value)
{
    if (search->at[p] == UNKNOWN) {
        search->at[p] = value;
        vec_push(&search->queue, p);
    }
    return search->at[p] == value || lose(search, p);
}

/* The token goes from p, along t.  False: t is a+ while a is 1, or a- while it
 * is 0. */
static bool step(struct signal_search *search, uint32_t signal, place_id p,
                 trans_id t)
{
    const char edge =
        search->signals->of.at[t] == signal ? search->signals->edges.at[t] : 0;
    const unsigned char before = search->at[p];
    uint32_t n;
    const place_id to = machines_member_among(search->is_member,
                                              net_post(search->graph, t), &n);

    (void)machines_member_among(search->is_member, net_pre(search->graph, t),
                                &n);
    if (n > 1)
        return true; /* t is dead: the machine has one token */
    if ((edge == '+' && before == ONE) || (edge == '-' && before == ZERO))
        return lose(search, p);
    return to == PLACE_NONE ||
           reach(search, to,
                 edge ? (unsigned char)(ZERO + ONE - before) : before);
}

static void take_sides(struct signal_search *search,
                       const net_place_list *members)
{
    for (uint32_t one = 0; one < 2; one++) {
        const unsigned char other = one ? ZERO : ONE;

        vec_clear(&search->sides.at[one]);
        for (uint32_t i = 0; i < members->len; i++)
            if (search->at[members->at[i]] != other)
                vec_push(&search->sides.at[one], members->at[i]);
    }
}

/* Do all changes alternate if the signal has this value first? */
static bool alternates(struct signal_search *search, uint32_t signal,
                       const net_place_list *members, place_id first,
                       unsigned char value)
{
    bool good = true;

    vec_clear(&search->queue);
    if (first != PLACE_NONE)
        (void)reach(search, first, value);
    for (uint32_t i = 0; i < search->queue.len && good; i++) {
        const place_id p = search->queue.at[i];
        const struct net_trans_span consumers = net_consumers(search->graph, p);

        for (uint32_t k = 0; k < consumers.len && good; k++)
            good = step(search, signal, p, consumers.at[k]);
    }
    if (good)
        take_sides(search, members);
    for (uint32_t i = 0; i < search->queue.len; i++)
        search->at[search->queue.at[i]] = UNKNOWN;
    return good;
}

/* What the machine shows of the signal, all edges of which consume from it. */
static enum signal_machines_value
read_machine(struct signal_search *search, uint32_t signal, uint32_t machine)
{
    const net_place_list members = search->machines.at[machine];
    enum signal_machines_value value = SIGNAL_MACHINES_OPEN;
    place_id first = PLACE_NONE;

    search->n_before = 0;
    for (uint32_t i = 0; i < members.len; i++) {
        search->is_member[members.at[i]] = true;
        if (net_marked(search->graph, members.at[i]))
            first = members.at[i];
    }
    if (alternates(search, signal, &members, first, ZERO))
        value = SIGNAL_MACHINES_ZERO;
    else if (alternates(search, signal, &members, first, ONE))
        value = SIGNAL_MACHINES_ONE;
    for (uint32_t i = 0; i < members.len; i++)
        search->is_member[members.at[i]] = false;
    return value;
}

/* --- machines ------------------------------------------------------------- */

static bool covers(const struct signal_search *search, uint32_t machine,
                   struct net_trans_span edges)
{
    const net_place_list members = search->machines.at[machine];
    bool all = true;

    for (uint32_t i = 0; i < edges.len && all; i++) {
        const struct net_place_span pre = net_pre(search->graph, edges.at[i]);

        all = false;
        for (uint32_t k = 0; k < pre.len && !all; k++)
            all = ids_has(members.at, members.len, pre.at[k]);
    }
    return all;
}

/* By machines that were found for other signals. */
static enum signal_machines_value try_known(struct signal_search *search,
                                            uint32_t signal)
{
    const struct net_trans_span edges =
        net_transitions_of(&search->edges, signal);
    const struct net_place_span pre = net_pre(search->graph, edges.at[0]);
    enum signal_machines_value value = SIGNAL_MACHINES_OPEN;
    uint32_t n = 0;

    for (uint32_t i = 0; i < pre.len; i++) {
        const struct pool_list list = search->with[pre.at[i]];

        for (uint32_t k = 0;
             k < list.len && n < MOST_TRIED && value == SIGNAL_MACHINES_OPEN;
             k++, n++) {
            const uint32_t machine = pool_at(&search->lists, list)[k];

            if (covers(search, machine, edges))
                value = read_machine(search, signal, machine);
        }
    }
    return value;
}

static enum signal_machines_value try_one(struct signal_search *search,
                                          uint32_t signal, uint64_t work)
{
    const struct net_place_span found = machine_search_cover(
        search->search, net_transitions_of(&search->edges, signal),
        net_span_of(&search->without), work);
    const uint32_t number = search->machines.len;
    net_place_list machine = {0};

    search->mixed = PLACE_NONE;
    if (!found.len)
        return SIGNAL_MACHINES_OPEN;
    vec_append(&machine, &found);
    ids_sort(machine.at, machine.len);
    for (uint32_t i = 0; i < machine.len; i++)
        pool_push(&search->lists, &search->with[machine.at[i]], number);
    vec_push(&search->machines, machine);
    return read_machine(search, signal, number);
}

/* Machines by new searches, of which none begins after `most` work in all.  The
 * next machine is one without the place where the last one lost the value. */
static enum signal_machines_value try_new(struct signal_search *search,
                                          uint32_t signal, uint64_t work,
                                          uint64_t most)
{
    enum signal_machines_value value = SIGNAL_MACHINES_OPEN;

    vec_clear(&search->without);
    for (uint32_t i = 0; i < MOST_SEARCHED && value == SIGNAL_MACHINES_OPEN &&
                         machine_search_work(search->search) < most;
         i++) {
        value = try_one(search, signal, work);
        if (search->mixed == PLACE_NONE)
            break;
        vec_push(&search->without, search->mixed);
    }
    return value;
}

/* The signals that are open, each by a search that takes so much work.  Signals
 * without a machine often stand beside each other: behind some of them as many
 * are left to the next round, which may know machines that show them. */
static void find_some(struct signal_search *search,
                      enum signal_machines_value *value,
                      struct signal_machines_sides *sides, uint64_t work,
                      uint64_t most)
{
    const uint32_t n = signals_count(search->signals);
    uint32_t failed = 0, passed = 0;

    for (uint32_t s = 0; s < n && (failed < MOST_FAILED || work == LAST_WORK);
         s++) {
        if (value[s] != SIGNAL_MACHINES_OPEN)
            continue;
        value[s] = net_transitions_of(&search->edges, s).len
                       ? try_known(search, s)
                       : SIGNAL_MACHINES_ZERO;
        if (value[s] == SIGNAL_MACHINES_OPEN && passed < failed &&
            work < LAST_WORK) {
            passed++;
            continue;
        }
        passed = 0;
        if (value[s] == SIGNAL_MACHINES_OPEN)
            value[s] = try_new(search, s, work, most);
        for (uint32_t one = 0; one < 2; one++)
            if (sides && net_transitions_of(&search->edges, s).len &&
                value[s] != SIGNAL_MACHINES_OPEN)
                vec_append(&sides[s].at[one], &search->sides.at[one]);
        failed = value[s] == SIGNAL_MACHINES_OPEN ? failed + 1 : 0;
    }
}

/* --- the graph ------------------------------------------------------------ */

static void init(struct signal_search *search, const struct net *graph,
                 const struct stop *stop)
{
    const uint32_t n_places = net_place_count(graph);

    *search =
        (struct signal_search){.graph = graph, .signals = net_signals(graph)};
    search->dead = mem_zero(net_trans_count(graph), sizeof *search->dead);
    search->search = machine_search_create(graph, search->dead, stop);
    search->with = mem_zero(n_places, sizeof *search->with);
    search->is_member = mem_zero(n_places, sizeof *search->is_member);
    search->at = mem_zero(n_places, sizeof *search->at);
    signals_edges(search->signals, &search->edges);
}

static void finish_search(struct signal_search *search)
{
    for (uint32_t i = 0; i < search->machines.len; i++)
        vec_free(&search->machines.at[i]);
    vec_free(&search->machines);
    machine_search_destroy(search->search);
    pool_finish(&search->lists);
    relation_finish(&search->edges);
    vec_free(&search->queue);
    vec_free(&search->without);
    vec_free(&search->sides.at[0]);
    vec_free(&search->sides.at[1]);
    mem_free(search->with);
    mem_free(search->is_member);
    mem_free(search->at);
    mem_free(search->dead);
}

void signal_machines_find(const struct net *graph, const struct stop *stop,
                          enum signal_machines_value *value,
                          struct signal_machines_sides *sides)
{
    const uint64_t most =
        LEAST_WORK + WORK_PER_ARC * ((uint64_t)net_arc_count(graph) +
                                     net_place_count(graph));
    struct signal_search search;

    init(&search, graph, stop);
    for (uint32_t s = 0; s < signals_count(search.signals); s++)
        value[s] = SIGNAL_MACHINES_OPEN;
    for (uint64_t work = FIRST_WORK; work <= LAST_WORK; work *= WORK_FACTOR)
        find_some(&search, value, sides, work, most);
    finish_search(&search);
}
