/* ranks_model.c - predicts a reverse search by many processes.
 *
 *     ranks_model NET [scale]
 *
 * Records the tree of the search of a net: for each configuration, in the order
 * in which one worker visits them, its work in units of the watch, and the size
 * of its subtree.  Then a simulation of discrete events lets N ranks explore
 * this tree, with the budgets of src/engine/reverse/ledger.c, for messages that
 * take 2 to 100 microseconds.  With a scale each configuration costs so many
 * times as much, as in a larger net.
 *
 * The model: a rank takes roots, fires the name of each (as many pushes as its
 * configuration has events), visits configurations until the budget is spent,
 * and sends the roots that are left.  The leader handles one message after the
 * other, each for a time that grows with the number of roots; where it
 * explores, too, it handles them between two configurations.  Output: a line
 * for each N and latency, with seconds, the efficiency T(1) / (N T(N)), and
 * messages. */
#include "base/mem.h"
#include "base/vec.h"
#include "engine/reverse/ledger.h"
#include "engine/reverse/subtree.h"
#include "formats/net/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the tree ------------------------------------------------------------- */

struct ranks_model_tree {
    VEC(uint32_t) cost, depth, size; /* in preorder */
    uint64_t total;                  /* of the costs */
    uint64_t restart;                /* what a root costs more */
};

/* From behind: the subtrees of the children are known. */
static void measure(struct ranks_model_tree *tree)
{
    const uint32_t n = tree->cost.len;

    vec_reserve(&tree->size, n);
    tree->size.len = n;
    for (uint32_t i = n; i-- > 0;) {
        uint32_t end = i + 1;

        while (end < n && tree->depth.at[end] > tree->depth.at[i])
            end += tree->size.at[end];
        tree->size.at[i] = end - i;
    }
}

static void record(const struct net *net, struct ranks_model_tree *tree,
                   uint32_t scale)
{
    struct dep *const dep = dep_create(net, DEP_READ);
    const struct engine_problem problem = {.net = net, .dep = dep};
    const struct engine_limits limits = {0};
    struct answer answer;
    struct watch watch;
    struct first_answers answers;
    struct run_goals goals;
    struct subtree subtree;
    struct compiled_net *const compiled =
        compiled_net_create(net, dep, NULL, 0, false);
    struct es *const es = es_create(compiled);
    uint64_t before = 0, n_events = 0;

    es->lazy = true;
    answer_init(&answer, 0);
    watch_init(&watch, &limits, &answer.stats);
    first_answers_init(&answers, 0);
    run_goals_init(&goals, &problem, &answer, &watch, &answers, &subtree.path);
    subtree_init(&subtree, es, &goals, &watch, 0, &problem.test);
    subtree_start(&subtree, &(struct partial_name){0});
    while (subtree_next(&subtree)) {
        const uint32_t cost = (uint32_t)(watch.work - before) * scale;

        before = watch.work;
        n_events += sorted_run_len(&subtree.run);
        tree->total += cost;
        vec_push(&tree->cost, cost);
        vec_push(&tree->depth, subtree.path.len);
    }
    tree->restart = 150 * scale * n_events / tree->cost.len;
    measure(tree);
    subtree_finish(&subtree);
    run_goals_finish(&goals);
    first_answers_finish(&answers);
    es_destroy(es);
    compiled_net_destroy(compiled);
    answer_finish(&answer);
    dep_destroy(dep);
}

/* --- the simulation ------------------------------------------------------- */

/* In nanoseconds: of the leader, a message and a root in it. */
enum { MESSAGE = 3000, ROOT = 200 };

typedef VEC(uint32_t) ranks_model_nodes;

struct ranks_model_event {
    uint64_t time;
    uint32_t rank;
};

struct ranks_model {
    const struct ranks_model_tree *tree;
    uint32_t n_ranks;
    uint64_t latency;
    ranks_model_nodes open; /* from `first` on; the deepest behind */
    uint32_t first;
    ranks_model_nodes *left; /* by rank: of what it explores */
    VEC(struct ranks_model_event) heap;
    VEC(uint32_t) asking;
    uint64_t free_at; /* the leader */
    uint64_t n_messages, end;
};

static void swap_events(struct ranks_model *m, uint32_t i, uint32_t j)
{
    const struct ranks_model_event event = m->heap.at[i];

    m->heap.at[i] = m->heap.at[j];
    m->heap.at[j] = event;
}

static void add_event(struct ranks_model *m, uint64_t time, uint32_t rank)
{
    const struct ranks_model_event event = {time, rank};

    vec_push(&m->heap, event);
    for (uint32_t i = m->heap.len - 1;
         i && m->heap.at[i].time < m->heap.at[(i - 1) / 2].time;
         i = (i - 1) / 2)
        swap_events(m, i, (i - 1) / 2);
}

static struct ranks_model_event next_event(struct ranks_model *m)
{
    const struct ranks_model_event event = m->heap.at[0];
    uint32_t i = 0;

    m->heap.at[0] = vec_pop(&m->heap);
    for (;;) {
        uint32_t least = i;

        for (uint32_t c = 2 * i + 1; c <= 2 * i + 2 && c < m->heap.len; c++)
            if (m->heap.at[c].time < m->heap.at[least].time)
                least = c;
        if (least == i)
            return event;
        swap_events(m, i, least);
        i = least;
    }
}

/* The rank explores these roots from a time on; when it is done, what is left
 * is in its list. */
static uint64_t explore(struct ranks_model *m, uint32_t rank,
                        ranks_model_nodes *roots, uint64_t budget)
{
    const struct ranks_model_tree *const tree = m->tree;
    ranks_model_nodes *const left = &m->left[rank];
    ranks_model_nodes rest = {0};
    uint64_t work = 0;
    uint32_t i = 0;

    vec_clear(left);
    for (; i < roots->len && work < budget; i++) {
        uint32_t node = roots->at[i];
        const uint32_t end = node + tree->size.at[node];

        work += tree->restart;
        do
            work += tree->cost.at[node++];
        while (node < end && work < budget);
        for (; node < end; node += tree->size.at[node])
            vec_push(&rest, node);
    }
    while (rest.len) { /* those nearest to the root of the tree first */
        const uint32_t node = vec_pop(&rest);

        vec_push(left, node);
    }
    for (; i < roots->len; i++)
        vec_push(left, roots->at[i]);
    vec_free(&rest);
    return work;
}

/* Rank 0 without messages: it takes and gives in place. */
static uint64_t latency_of(const struct ranks_model *m, uint32_t rank)
{
    return rank ? m->latency : 0;
}

static void give(struct ranks_model *m, uint32_t rank)
{
    const uint32_t n_open = m->open.len - m->first;
    const struct ledger_budget budget = ledger_budget_for(n_open, m->n_ranks);
    ranks_model_nodes roots = {0};
    uint64_t work;

    while (roots.len < budget.n_roots && m->open.len > m->first) {
        const uint32_t node =
            budget.deepest ? vec_pop(&m->open) : m->open.at[m->first++];
        vec_push(&roots, node);
    }
    work = explore(m, rank, &roots, budget.work);
    if (rank)
        m->free_at += MESSAGE + ROOT * (uint64_t)roots.len;
    add_event(m, m->free_at + work + 2 * latency_of(m, rank), rank);
    vec_free(&roots);
}

/* What the rank has left arrives. */
static void take(struct ranks_model *m, struct ranks_model_event event)
{
    ranks_model_nodes *const left = &m->left[event.rank];

    if (event.time > m->free_at)
        m->free_at = event.time;
    if (event.rank) {
        m->free_at += MESSAGE + ROOT * (uint64_t)left->len;
        m->n_messages += 2;
    }
    for (uint32_t i = 0; i < left->len; i++)
        vec_push(&m->open, left->at[i]);
    vec_clear(left);
    vec_push(&m->asking, event.rank);
    m->end = m->free_at;
}

static void simulate(struct ranks_model *m)
{
    const bool works = ledger_first_works(m->n_ranks);

    m->left = mem_zero(m->n_ranks, sizeof *m->left);
    vec_push(&m->open, 0);
    for (uint32_t rank = m->n_ranks; rank-- > !works;)
        vec_push(&m->asking, rank);
    for (;;) {
        while (m->asking.len && m->open.len > m->first) {
            const uint32_t rank = vec_pop(&m->asking);

            give(m, rank);
        }
        if (!m->heap.len)
            break;
        take(m, next_event(m));
    }
    for (uint32_t rank = 0; rank < m->n_ranks; rank++)
        vec_free(&m->left[rank]);
    mem_free(m->left);
    vec_free(&m->open);
    vec_free(&m->heap);
    vec_free(&m->asking);
}

static void print_row(const struct ranks_model_tree *tree, uint32_t n_ranks,
                      uint32_t microseconds)
{
    struct ranks_model m = {.tree = tree,
                            .n_ranks = n_ranks,
                            .latency = (uint64_t)microseconds * 1000};

    simulate(&m);
    printf("%6u %8u %12.4f %10.3f %10llu\n", n_ranks, microseconds,
           (double)m.end * 1e-9,
           (double)tree->total / ((double)n_ranks * (double)m.end),
           (unsigned long long)m.n_messages);
}

int main(int argc, char **argv)
{
    static const uint32_t ranks[] = {1, 2, 4, 16, 64, 256, 1024, 4096};
    static const uint32_t latencies[] = {2, 20, 100};
    const uint32_t scale = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;
    struct ranks_model_tree tree = {0};
    struct diag diag = {0};
    struct net *const net =
        argc > 1 ? registry_read(argv[1], NULL, &diag) : NULL;

    if (!net) {
        diag_print(&diag, stderr);
        return 1;
    }
    record(net, &tree, scale);
    printf("%u configurations, %.3f s by one process, %.1f microseconds each, "
           "%.1f for a root\n",
           tree.cost.len, (double)tree.total * 1e-9,
           (double)tree.total / tree.cost.len * 1e-3,
           (double)tree.restart * 1e-3);
    printf(" ranks  us/message   seconds efficiency   messages\n");
    for (uint32_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        for (uint32_t k = 0; k < 3; k++)
            print_row(&tree, ranks[i], latencies[k]);
    vec_free(&tree.cost);
    vec_free(&tree.depth);
    vec_free(&tree.size);
    net_destroy(net);
    return 0;
}
