#include "base/strong.h"

#include "base/vec.h"

struct frame {
    uint32_t node, edge;
};

/* Tarjan's algorithm [Tar72] without recursion. */
struct tarjan {
    const uint32_t *first, *to;
    uint32_t *component;
    uint32_t *number, *low; /* by node; number 0: not met */
    uint32_t n_met, n_components;
    VEC(uint32_t) open;
    VEC(struct frame) path;
};

static void enter_node(struct tarjan *tarjan, uint32_t node)
{
    tarjan->number[node] = tarjan->low[node] = ++tarjan->n_met;
    vec_push(&tarjan->open, node);
    vec_push(&tarjan->path, ((struct frame){node, tarjan->first[node]}));
}

static void lower(uint32_t *low, uint32_t to)
{
    *low = to < *low ? to : *low;
}

static void leave(struct tarjan *tarjan)
{
    const uint32_t node = vec_pop(&tarjan->path).node;
    uint32_t member;

    if (tarjan->path.len)
        lower(&tarjan->low[vec_top(&tarjan->path)->node], tarjan->low[node]);
    if (tarjan->low[node] < tarjan->number[node])
        return;
    do {
        member = vec_pop(&tarjan->open);
        tarjan->component[member] = tarjan->n_components;
    } while (member != node);
    tarjan->n_components++;
}

static void step(struct tarjan *tarjan)
{
    struct frame *const frame = vec_top(&tarjan->path);
    const uint32_t node = frame->node;

    if (frame->edge == tarjan->first[node + 1]) {
        leave(tarjan);
        return;
    }

    const uint32_t to = tarjan->to[frame->edge++];

    if (!tarjan->number[to])
        enter_node(tarjan, to);
    else if (tarjan->component[to] == STRONG_NONE)
        lower(&tarjan->low[node], tarjan->number[to]);
}

uint32_t strong_components(const uint32_t *first, const uint32_t *to,
                           uint32_t n, uint32_t from, uint32_t *component)
{
    struct tarjan tarjan = {.first = first, .to = to, .component = component};
    const uint32_t begin = from == STRONG_NONE ? 0 : from;
    const uint32_t end = from == STRONG_NONE ? n : from + 1;

    tarjan.number = mem_zero(2 * (size_t)n, sizeof *tarjan.number);
    tarjan.low = tarjan.number + n;
    for (uint32_t i = 0; i < n; i++)
        component[i] = STRONG_NONE;
    for (uint32_t i = begin; i < end; i++) {
        if (!tarjan.number[i])
            enter_node(&tarjan, i);
        while (tarjan.path.len)
            step(&tarjan);
    }
    mem_free(tarjan.number);
    vec_free(&tarjan.open);
    vec_free(&tarjan.path);
    return tarjan.n_components;
}
