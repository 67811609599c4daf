#include "structure/signal_machines.h"

#include "base/mem.h"
#include "net/signals.h"
#include "structure/machine_search.h"

/* The work of a search, and of all that is done for each node and arc, and
 * besides. */
enum {
    SEARCH_WORK = 1 << 18,
    CODES_WORK_PER_ARC = 1000,
    LEAST_CODES_WORK = 1 << 23
};

/* A machine is sought that has so many edges of signals, or any machine. */
enum { MOST_EDGES = 4096 };

/* How often a signal has changed. */
enum { OPEN_CHANGES, EVEN_CHANGES, ODD_CHANGES };

struct codes {
    const struct net *graph;
    const struct signals *signals;
    struct relation edges; /* by signal: its transitions */
    struct machine_search *search;
    uint64_t work, most;  /* beside that of the search */
    bool *is_told;        /* by place */
    bool *is_member;      /* by place: of the machine at hand */
    unsigned char *at;    /* by place: of the signal at hand */
    uint32_t *code;       /* by place: equal for equal values so far */
    uint32_t *codes;      /* scratch, by code */
    uint32_t *n_on;       /* by signal: edges that consume from the machine */
    net_place_list queue; /* places where the token can be */
    VEC(uint32_t) read;   /* signals with an edge on the machine */
};

/* Where the token goes from p; PLACE_NONE: t is dead, since it needs two tokens
 * of the machine.  *leaves: it may leave the machine. */
static place_id next_of(const struct codes *x, trans_id t, bool *leaves)
{
    uint32_t before, after;
    place_id to;

    (void)machines_member_among(x->is_member, net_pre(x->graph, t), &before);
    if (before > 1)
        return PLACE_NONE;
    to = machines_member_among(x->is_member, net_post(x->graph, t), &after);
    *leaves |= !after;
    return to;
}

/* --- a machine ------------------------------------------------------------ */

/* Lists the places where the token can be, and counts the edges.  False: the
 * machine may lose its token, or has none. */
static bool follow_token(struct codes *x, struct net_place_span members)
{
    bool leaves = false;

    vec_clear(&x->queue);
    for (uint32_t i = 0; i < members.len; i++)
        if (net_marked(x->graph, members.at[i])) {
            vec_push(&x->queue, members.at[i]);
            x->at[members.at[i]] = EVEN_CHANGES;
        }
    for (uint32_t i = 0; i < x->queue.len; i++) {
        const struct net_trans_span consumers =
            net_consumers(x->graph, x->queue.at[i]);

        for (uint32_t k = 0; k < consumers.len; k++) {
            const place_id to = next_of(x, consumers.at[k], &leaves);

            if (to != PLACE_NONE && x->at[to] == OPEN_CHANGES) {
                x->at[to] = EVEN_CHANGES;
                vec_push(&x->queue, to);
            }
        }
        x->work += consumers.len + 1;
    }
    for (uint32_t i = 0; i < x->queue.len; i++)
        x->at[x->queue.at[i]] = OPEN_CHANGES;
    return x->queue.len && !leaves;
}

/* The edges that consume from the machine, by signal; those of transitions that
 * can take its token first from p. */
static void count_edges(struct codes *x, struct net_place_span members)
{
    for (uint32_t i = 0; i < members.len; i++) {
        const place_id p = members.at[i];
        const struct net_trans_span consumers = net_consumers(x->graph, p);

        for (uint32_t k = 0; k < consumers.len; k++) {
            const trans_id t = consumers.at[k];
            const uint32_t s = x->signals->of.at[t];
            uint32_t n;

            if (s == SIGNALS_NONE ||
                machines_member_among(x->is_member, net_pre(x->graph, t), &n) !=
                    p)
                continue;
            if (!x->n_on[s]++)
                vec_push(&x->read, s);
        }
    }
}

/* Fills `at` for a signal.  False: the token comes to a place after an even and
 * an odd number of changes. */
static bool follow_signal(struct codes *x, uint32_t signal)
{
    bool leaves = false, good = true;

    x->at[x->queue.at[0]] = EVEN_CHANGES;
    for (uint32_t i = 0; i < x->queue.len && good; i++) {
        const place_id p = x->queue.at[i];
        const struct net_trans_span consumers = net_consumers(x->graph, p);

        for (uint32_t k = 0; k < consumers.len && good; k++) {
            const trans_id t = consumers.at[k];
            const place_id to = next_of(x, t, &leaves);
            const unsigned char after =
                x->signals->of.at[t] == signal
                    ? EVEN_CHANGES + ODD_CHANGES - x->at[p]
                    : x->at[p];

            if (to == PLACE_NONE)
                continue;
            good = x->at[to] == OPEN_CHANGES || x->at[to] == after;
            x->at[to] = after;
        }
        x->work += consumers.len + 1;
    }
    return good;
}

/* Gives places with one code different ones where the signal is even and where
 * it is odd; the codes in use are numbered from 0.  Returns how many these
 * are. */
static uint32_t divide(struct codes *x, uint32_t n_codes)
{
    uint32_t n = 0;

    for (uint32_t c = 0; c < 2 * n_codes; c++)
        x->codes[c] = UINT32_MAX;
    for (uint32_t i = 0; i < x->queue.len; i++) {
        const place_id p = x->queue.at[i];
        uint32_t *const code =
            &x->codes[2 * x->code[p] + (x->at[p] == ODD_CHANGES)];

        if (*code == UINT32_MAX)
            *code = n++;
        x->code[p] = *code;
    }
    return n;
}

/* The places with a code of their own are told, and so are those where the
 * token never is. */
static void note_told(struct codes *x, struct net_place_span members,
                      uint32_t n_codes)
{
    for (uint32_t c = 0; c < n_codes; c++)
        x->codes[c] = 0;
    for (uint32_t i = 0; i < x->queue.len; i++) {
        x->codes[x->code[x->queue.at[i]]]++;
        x->is_member[x->queue.at[i]] = false;
    }
    for (uint32_t i = 0; i < x->queue.len; i++)
        x->is_told[x->queue.at[i]] |= x->codes[x->code[x->queue.at[i]]] == 1;
    for (uint32_t i = 0; i < members.len; i++)
        x->is_told[members.at[i]] |= x->is_member[members.at[i]];
}

static void read_signals(struct codes *x, struct net_place_span members)
{
    uint32_t n_codes = 1;

    count_edges(x, members);
    for (uint32_t i = 0; i < x->queue.len; i++)
        x->code[x->queue.at[i]] = 0;
    for (uint32_t i = 0; i < x->read.len; i++) {
        const uint32_t s = x->read.at[i];
        const uint32_t n = net_transitions_of(&x->edges, s).len;

        if (x->n_on[s] == n && x->work < x->most && n_codes < x->queue.len) {
            if (follow_signal(x, s))
                n_codes = divide(x, n_codes);
            for (uint32_t k = 0; k < x->queue.len; k++)
                x->at[x->queue.at[k]] = OPEN_CHANGES;
        }
        x->n_on[s] = 0;
    }
    vec_clear(&x->read);
    note_told(x, members, n_codes);
}

static void read_codes(struct codes *x, struct net_place_span members)
{
    for (uint32_t i = 0; i < members.len; i++)
        x->is_member[members.at[i]] = true;
    if (follow_token(x, members))
        read_signals(x, members);
    for (uint32_t i = 0; i < members.len; i++)
        x->is_member[members.at[i]] = false;
}

/* --- a place -------------------------------------------------------------- */

/* Appends the edges of the signals of these transitions. */
static void add_edges(const struct codes *x, struct net_trans_span around,
                      net_trans_list *edges)
{
    for (uint32_t i = 0; i < around.len && edges->len <= MOST_EDGES; i++) {
        const uint32_t s = x->signals->of.at[around.at[i]];

        if (s != SIGNALS_NONE) {
            const struct net_trans_span more = net_transitions_of(&x->edges, s);

            vec_append(edges, &more);
        }
    }
}

/* By a machine with all edges of the signals beside the place, or by another
 * one. */
static bool tell(struct codes *x, place_id p)
{
    const struct net_place_span none = {0};
    net_trans_list edges = {0};

    add_edges(x, net_producers(x->graph, p), &edges);
    add_edges(x, net_consumers(x->graph, p), &edges);
    if (edges.len && edges.len <= MOST_EDGES)
        read_codes(x,
                   machine_search_cover(
                       x->search, (struct net_trans_span){edges.at, edges.len},
                       none, SEARCH_WORK));
    vec_free(&edges);
    if (!x->is_told[p])
        read_codes(x, machine_search_find(x->search, p, SEARCH_WORK));
    return x->is_told[p];
}

/* --- the graph ------------------------------------------------------------ */

static void finish(struct codes *x)
{
    machine_search_destroy(x->search);
    relation_finish(&x->edges);
    mem_free(x->is_told);
    mem_free(x->is_member);
    mem_free(x->at);
    mem_free(x->code);
    mem_free(x->codes);
    mem_free(x->n_on);
    vec_free(&x->queue);
    vec_free(&x->read);
}

bool signal_codes_tell(const struct net *graph, struct net_place_span places,
                       const struct stop *stop)
{
    const uint32_t n = net_place_count(graph);
    bool *const dead = mem_zero(net_trans_count(graph), sizeof *dead);
    struct codes x = {.graph = graph,
                      .signals = net_signals(graph),
                      .is_told = mem_zero(n, sizeof *x.is_told),
                      .is_member = mem_zero(n, sizeof *x.is_member),
                      .at = mem_zero(n, sizeof *x.at),
                      .code = mem_zero(n, sizeof *x.code),
                      .codes = mem_zero(2 * (size_t)n + 1, sizeof *x.codes)};
    bool all = true;

    x.n_on = mem_zero(signals_count(x.signals), sizeof *x.n_on);
    x.most = LEAST_CODES_WORK +
             CODES_WORK_PER_ARC * ((uint64_t)net_arc_count(graph) + n);
    x.search = machine_search_create(graph, dead, stop);
    signals_edges(x.signals, &x.edges);
    for (uint32_t i = 0; i < places.len && all; i++)
        all = x.is_told[places.at[i]] ||
              (x.work < x.most && machine_search_work(x.search) < x.most &&
               tell(&x, places.at[i]));
    finish(&x);
    mem_free(dead);
    return all;
}
