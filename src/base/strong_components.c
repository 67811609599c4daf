#include "base/strong_components.h"

#include "base/vec.h"

struct strong_search {
    const uint32_t *first, *to;
    uint32_t *component;           /* by node; UINT32_MAX: not yet */
    uint32_t *number, *low, *next; /* by node; next: the edge to go on with */
    VEC(uint32_t) path, open;
    uint32_t n_met, n_components;
};

static void enter(struct strong_search *search, uint32_t node)
{
    search->number[node] = search->low[node] = ++search->n_met;
    search->next[node] = search->first[node];
    vec_push(&search->path, node);
    vec_push(&search->open, node);
}

static void lower(uint32_t *low, uint32_t to)
{
    *low = to < *low ? to : *low;
}

static void leave(struct strong_search *search)
{
    const uint32_t node = vec_pop(&search->path);
    uint32_t member;

    if (search->path.len)
        lower(&search->low[*vec_top(&search->path)], search->low[node]);
    if (search->low[node] < search->number[node])
        return;
    do {
        member = vec_pop(&search->open);
        search->component[member] = search->n_components;
    } while (member != node);
    search->n_components++;
}

static void step(struct strong_search *search)
{
    const uint32_t node = *vec_top(&search->path);

    if (search->next[node] == search->first[node + 1]) {
        leave(search);
        return;
    }

    const uint32_t to = search->to[search->next[node]++];

    if (!search->number[to])
        enter(search, to);
    else if (search->component[to] == UINT32_MAX)
        lower(&search->low[node], search->number[to]);
}

uint32_t *strong_components_find(const uint32_t *first, const uint32_t *to,
                                 uint32_t n, uint32_t *n_components)
{
    struct strong_search search = {
        .first = first,
        .to = to,
        .component = mem_alloc(n, sizeof *search.component),
        .number = mem_zero(n, sizeof *search.number),
        .low = mem_alloc(n, sizeof *search.low),
        .next = mem_alloc(n, sizeof *search.next),
    };

    memset(search.component, 0xff, n * sizeof *search.component);
    for (uint32_t i = 0; i < n; i++) {
        if (!search.number[i])
            enter(&search, i);
        while (search.path.len)
            step(&search);
    }
    mem_free(search.number);
    mem_free(search.low);
    mem_free(search.next);
    vec_free(&search.path);
    vec_free(&search.open);
    *n_components = search.n_components;
    return search.component;
}
