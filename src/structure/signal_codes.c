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
static place_id next_of(const struct codes *codes, trans_id t, bool *leaves)
{
    uint32_t before, after;
    place_id to;

    (void)machines_member_among(codes->is_member, net_pre(codes->graph, t),
                                &before);
    if (before > 1)
        return PLACE_NONE;
    to = machines_member_among(codes->is_member, net_post(codes->graph, t),
                               &after);
    *leaves |= !after;
    return to;
}

/* --- a machine ------------------------------------------------------------ */

/* Lists the places where the token can be, and counts the edges.  False: the
 * machine may lose its token, or has none. */
static bool follow_token(struct codes *codes, struct net_place_span members)
{
    bool leaves = false;

    vec_clear(&codes->queue);
    for (uint32_t i = 0; i < members.len; i++)
        if (net_marked(codes->graph, members.at[i])) {
            vec_push(&codes->queue, members.at[i]);
            codes->at[members.at[i]] = EVEN_CHANGES;
        }
    for (uint32_t i = 0; i < codes->queue.len; i++) {
        const struct net_trans_span consumers =
            net_consumers(codes->graph, codes->queue.at[i]);

        for (uint32_t k = 0; k < consumers.len; k++) {
            const place_id to = next_of(codes, consumers.at[k], &leaves);

            if (to != PLACE_NONE && codes->at[to] == OPEN_CHANGES) {
                codes->at[to] = EVEN_CHANGES;
                vec_push(&codes->queue, to);
            }
        }
        codes->work += consumers.len + 1;
    }
    for (uint32_t i = 0; i < codes->queue.len; i++)
        codes->at[codes->queue.at[i]] = OPEN_CHANGES;
    return codes->queue.len && !leaves;
}

/* The edges that consume from the machine, by signal; those of transitions that
 * can take its token first from p. */
static void count_edges(struct codes *codes, struct net_place_span members)
{
    for (uint32_t i = 0; i < members.len; i++) {
        const place_id p = members.at[i];
        const struct net_trans_span consumers = net_consumers(codes->graph, p);

        for (uint32_t k = 0; k < consumers.len; k++) {
            const trans_id t = consumers.at[k];
            const uint32_t s = codes->signals->of.at[t];
            uint32_t n;

            if (s == SIGNALS_NONE ||
                machines_member_among(codes->is_member,
                                      net_pre(codes->graph, t), &n) != p)
                continue;
            if (!codes->n_on[s]++)
                vec_push(&codes->read, s);
        }
    }
}

/* Fills `at` for a signal.  False: the token comes to a place after an even and
 * an odd number of changes. */
static bool follow_signal(struct codes *codes, uint32_t signal)
{
    bool leaves = false, good = true;

    codes->at[codes->queue.at[0]] = EVEN_CHANGES;
    for (uint32_t i = 0; i < codes->queue.len && good; i++) {
        const place_id p = codes->queue.at[i];
        const struct net_trans_span consumers = net_consumers(codes->graph, p);

        for (uint32_t k = 0; k < consumers.len && good; k++) {
            const trans_id t = consumers.at[k];
            const place_id to = next_of(codes, t, &leaves);
            const unsigned char after =
                codes->signals->of.at[t] == signal
                    ? EVEN_CHANGES + ODD_CHANGES - codes->at[p]
                    : codes->at[p];

            if (to == PLACE_NONE)
                continue;
            good = codes->at[to] == OPEN_CHANGES || codes->at[to] == after;
            codes->at[to] = after;
        }
        codes->work += consumers.len + 1;
    }
    return good;
}

/* Gives places with one code different ones where the signal is even and where
 * it is odd; the codes in use are numbered from 0.  Returns how many these
 * are. */
static uint32_t divide(struct codes *codes, uint32_t n_codes)
{
    uint32_t n = 0;

    for (uint32_t c = 0; c < 2 * n_codes; c++)
        codes->codes[c] = UINT32_MAX;
    for (uint32_t i = 0; i < codes->queue.len; i++) {
        const place_id p = codes->queue.at[i];
        uint32_t *const code =
            &codes->codes[2 * codes->code[p] + (codes->at[p] == ODD_CHANGES)];

        if (*code == UINT32_MAX)
            *code = n++;
        codes->code[p] = *code;
    }
    return n;
}

/* The places with a code of their own are told, and so are those where the
 * token never is. */
static void note_told(struct codes *codes, struct net_place_span members,
                      uint32_t n_codes)
{
    for (uint32_t c = 0; c < n_codes; c++)
        codes->codes[c] = 0;
    for (uint32_t i = 0; i < codes->queue.len; i++) {
        codes->codes[codes->code[codes->queue.at[i]]]++;
        codes->is_member[codes->queue.at[i]] = false;
    }
    for (uint32_t i = 0; i < codes->queue.len; i++)
        codes->is_told[codes->queue.at[i]] |=
            codes->codes[codes->code[codes->queue.at[i]]] == 1;
    for (uint32_t i = 0; i < members.len; i++)
        codes->is_told[members.at[i]] |= codes->is_member[members.at[i]];
}

static void read_signals(struct codes *codes, struct net_place_span members)
{
    uint32_t n_codes = 1;

    count_edges(codes, members);
    for (uint32_t i = 0; i < codes->queue.len; i++)
        codes->code[codes->queue.at[i]] = 0;
    for (uint32_t i = 0; i < codes->read.len; i++) {
        const uint32_t s = codes->read.at[i];
        const uint32_t n = net_transitions_of(&codes->edges, s).len;

        if (codes->n_on[s] == n && codes->work < codes->most &&
            n_codes < codes->queue.len) {
            if (follow_signal(codes, s))
                n_codes = divide(codes, n_codes);
            for (uint32_t k = 0; k < codes->queue.len; k++)
                codes->at[codes->queue.at[k]] = OPEN_CHANGES;
        }
        codes->n_on[s] = 0;
    }
    vec_clear(&codes->read);
    note_told(codes, members, n_codes);
}

static void read_codes(struct codes *codes, struct net_place_span members)
{
    for (uint32_t i = 0; i < members.len; i++)
        codes->is_member[members.at[i]] = true;
    if (follow_token(codes, members))
        read_signals(codes, members);
    for (uint32_t i = 0; i < members.len; i++)
        codes->is_member[members.at[i]] = false;
}

/* --- a place -------------------------------------------------------------- */

/* Appends the edges of the signals of these transitions. */
static void add_edges(const struct codes *codes, struct net_trans_span around,
                      net_trans_list *edges)
{
    for (uint32_t i = 0; i < around.len && edges->len <= MOST_EDGES; i++) {
        const uint32_t s = codes->signals->of.at[around.at[i]];

        if (s != SIGNALS_NONE) {
            const struct net_trans_span more =
                net_transitions_of(&codes->edges, s);

            vec_append(edges, &more);
        }
    }
}

/* By a machine with all edges of the signals beside the place, or by another
 * one. */
static bool tell(struct codes *codes, place_id p)
{
    const struct net_place_span none = {0};
    net_trans_list edges = {0};

    add_edges(codes, net_producers(codes->graph, p), &edges);
    add_edges(codes, net_consumers(codes->graph, p), &edges);
    if (edges.len && edges.len <= MOST_EDGES)
        read_codes(codes, machine_search_cover(
                              codes->search,
                              (struct net_trans_span){edges.at, edges.len},
                              none, SEARCH_WORK));
    vec_free(&edges);
    if (!codes->is_told[p])
        read_codes(codes, machine_search_find(codes->search, p, SEARCH_WORK));
    return codes->is_told[p];
}

/* --- the graph ------------------------------------------------------------ */

static void finish(struct codes *codes)
{
    machine_search_destroy(codes->search);
    relation_finish(&codes->edges);
    mem_free(codes->is_told);
    mem_free(codes->is_member);
    mem_free(codes->at);
    mem_free(codes->code);
    mem_free(codes->codes);
    mem_free(codes->n_on);
    vec_free(&codes->queue);
    vec_free(&codes->read);
}

bool signal_codes_tell(const struct net *graph, struct net_place_span places,
                       const struct stop *stop)
{
    const uint32_t n = net_place_count(graph);
    bool *const dead = mem_zero(net_trans_count(graph), sizeof *dead);
    struct codes codes = {.graph = graph,
                          .signals = net_signals(graph),
                          .is_told = mem_zero(n, sizeof *codes.is_told),
                          .is_member = mem_zero(n, sizeof *codes.is_member),
                          .at = mem_zero(n, sizeof *codes.at),
                          .code = mem_zero(n, sizeof *codes.code),
                          .codes =
                              mem_zero(2 * (size_t)n + 1, sizeof *codes.codes)};
    bool all = true;

    codes.n_on = mem_zero(signals_count(codes.signals), sizeof *codes.n_on);
    codes.most = LEAST_CODES_WORK +
                 CODES_WORK_PER_ARC * ((uint64_t)net_arc_count(graph) + n);
    codes.search = machine_search_create(graph, dead, stop);
    signals_edges(codes.signals, &codes.edges);
    for (uint32_t i = 0; i < places.len && all; i++)
        all = codes.is_told[places.at[i]] ||
              (codes.work < codes.most &&
               machine_search_work(codes.search) < codes.most &&
               tell(&codes, places.at[i]));
    finish(&codes);
    mem_free(dead);
    return all;
}
