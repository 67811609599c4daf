#include "structure/feedback.h"

#include "base/ids.h"
#include "base/strong.h"
#include "net/relation.h"

void feedback_sort(feedback_edge_list *edges)
{
    uint32_t n = 0;

    vec_sort(edges, ids_compare_pairs);
    for (uint32_t i = 0; i < edges->len; i++) {
        const struct feedback_edge edge = edges->at[i];

        if (n && !ids_compare_pairs(&edges->at[n - 1], &edge))
            edges->at[n - 1].signs |= edge.signs;
        else
            edges->at[n++] = edge;
    }
    vec_cut(edges, n);
}

/* A turn of the search. */
struct turn {
    const feedback_edge_list *edges;
    uint32_t n;
    const bool *chosen;
    uint32_t *component;  /* by node */
    bool *is_odd;         /* by node: the parity of the negative edges on a path
                             to it, of any directions, from the first one of its
                             component */
    struct relation uses; /* by node: edges in its component */
    uint32_t *wrong;      /* by node: its edges that contradict the parities */
};

/* Inside of a component, without chosen nodes. */
static bool is_inside(const struct turn *turn, const struct feedback_edge *edge)
{
    return !turn->chosen[edge->from] &&
           turn->component[edge->from] == turn->component[edge->to];
}

static void find_components(struct turn *turn)
{
    const feedback_edge_list *const edges = turn->edges;
    uint32_t *const first = mem_alloc(turn->n + 1, sizeof *first);
    uint32_t *const to = mem_alloc(edges->len + 1, sizeof *to);
    VEC(struct relation_pair) uses = {0};
    uint32_t n = 0, e = 0;

    for (uint32_t v = 0; v < turn->n; v++) {
        first[v] = n;
        for (; e < edges->len && edges->at[e].from == v; e++)
            if (!turn->chosen[v] && !turn->chosen[edges->at[e].to])
                to[n++] = edges->at[e].to;
    }
    first[turn->n] = n;
    (void)strong_components(first, to, turn->n, STRONG_NONE, turn->component);
    for (e = 0; e < edges->len; e++)
        if (is_inside(turn, &edges->at[e])) {
            vec_push(&uses, ((struct relation_pair){e, edges->at[e].from}));
            vec_push(&uses, ((struct relation_pair){e, edges->at[e].to}));
        }
    relation_init_inverse(&turn->uses, turn->n, uses.at, uses.len);
    vec_free(&uses);
    mem_free(to);
    mem_free(first);
}

static void find_parities(struct turn *turn)
{
    bool *const met = mem_zero(turn->n, sizeof *met);
    VEC(uint32_t) queue = {0};

    for (uint32_t v = 0; v < turn->n; v++) {
        if (met[v])
            continue;
        met[v] = true;
        vec_clear(&queue);
        vec_push(&queue, v);
        for (uint32_t i = 0; i < queue.len; i++) {
            const uint32_t u = queue.at[i];

            for (uint32_t k = turn->uses.start[u]; k < turn->uses.start[u + 1];
                 k++) {
                const struct feedback_edge *const edge =
                    &turn->edges->at[turn->uses.at[k]];
                const uint32_t w = edge->from == u ? edge->to : edge->from;

                if (met[w])
                    continue;
                met[w] = true;
                turn->is_odd[w] =
                    turn->is_odd[u] != (edge->signs == FEEDBACK_NEGATIVE);
                vec_push(&queue, w);
            }
        }
    }
    vec_free(&queue);
    mem_free(met);
}

static uint32_t count_uses(const struct turn *turn, uint32_t v)
{
    return turn->uses.start[v + 1] - turn->uses.start[v];
}

/* Chooses the node with most contradictions, of these with most edges.  False:
 * there are no contradictions. */
static bool choose(struct turn *turn, bool *chosen)
{
    uint32_t best = 0;

    for (uint32_t e = 0; e < turn->edges->len; e++) {
        const struct feedback_edge *const edge = &turn->edges->at[e];
        const bool differs = turn->is_odd[edge->from] != turn->is_odd[edge->to];

        if (is_inside(turn, edge) &&
            edge->signs != (differs ? FEEDBACK_NEGATIVE : FEEDBACK_POSITIVE)) {
            turn->wrong[edge->from]++;
            turn->wrong[edge->to]++;
        }
    }
    for (uint32_t v = 1; v < turn->n; v++)
        if (turn->wrong[v] > turn->wrong[best] ||
            (turn->wrong[v] && turn->wrong[v] == turn->wrong[best] &&
             count_uses(turn, v) > count_uses(turn, best)))
            best = v;
    chosen[best] |= turn->wrong[best] > 0;
    return turn->wrong[best];
}

static bool take_one(const feedback_edge_list *edges, uint32_t n, bool *chosen)
{
    struct turn turn = {
        .edges = edges,
        .n = n,
        .chosen = chosen,
        .component = mem_alloc(n, sizeof *turn.component),
        .is_odd = mem_zero(n, sizeof *turn.is_odd),
        .wrong = mem_zero(n, sizeof *turn.wrong),
    };
    bool found;

    find_components(&turn);
    find_parities(&turn);
    found = choose(&turn, chosen);
    relation_finish(&turn.uses);
    mem_free(turn.component);
    mem_free(turn.is_odd);
    mem_free(turn.wrong);
    return found;
}

void feedback_find(const feedback_edge_list *edges, uint32_t n, bool *chosen)
{
    for (uint32_t v = 0; v < n; v++)
        chosen[v] = false;
    while (n && take_one(edges, n, chosen))
        ;
}
