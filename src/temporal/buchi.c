#include "temporal/buchi.h"

#include "base/lists.h"
#include "base/strong.h"

/* --- components ----------------------------------------------------------- */

/* The edges that are looked at: those in sets of `without` are not; nor are
 * those that leave a component of `within`, or do not read the letter, unless
 * these are NULL. */
struct filter {
    uint64_t without;
    const uint32_t *within;
    const uint64_t *letter;
};

static bool passes(const struct filter *filter, uint32_t state,
                   const struct buchi_edge *edge)
{
    return !(edge->sets & filter->without) &&
           (!filter->within ||
            filter->within[state] == filter->within[edge->target]) &&
           (!filter->letter || buchi_reads(edge, *filter->letter));
}

/* As strong_components(). */
static uint32_t *find_components(const struct buchi *buchi,
                                 const struct filter *filter, uint32_t from,
                                 uint32_t *n_components)
{
    const uint32_t n = buchi->n_states;
    uint32_t *const component = mem_alloc(n + 1, sizeof *component);
    uint32_t *const first =
        mem_alloc((size_t)n + 1 + buchi->edges.len, sizeof *first);
    uint32_t *const to = first + n + 1;
    uint32_t len = 0;

    for (uint32_t state = 0; state < n; state++) {
        first[state] = len;
        for (uint32_t i = buchi->first.at[state];
             i < buchi->first.at[state + 1]; i++)
            if (passes(filter, state, &buchi->edges.at[i]))
                to[len++] = buchi->edges.at[i].target;
    }
    first[n] = len;
    *n_components = strong_components(first, to, n, from, component);
    mem_free(first);
    return component;
}

/* By component: has it inner edges of each set?  The caller frees it. */
static bool *find_accepting(const struct buchi *buchi,
                            const struct filter *filter,
                            const uint32_t *component, uint32_t n_components)
{
    uint64_t *const seen = mem_zero(n_components, sizeof *seen);
    bool *const accepts = mem_zero(n_components, sizeof *accepts);

    for (uint32_t state = 0; state < buchi->n_states; state++)
        for (uint32_t i = buchi->first.at[state];
             i < buchi->first.at[state + 1]; i++) {
            const struct buchi_edge *const edge = &buchi->edges.at[i];
            const uint32_t c = component[state];

            if (c != STRONG_NONE && c == component[edge->target] &&
                passes(filter, state, edge)) {
                seen[c] |= edge->sets;
                accepts[c] = true;
            }
        }
    for (uint32_t c = 0; c < n_components; c++)
        accepts[c] &= !(buchi_all_sets(buchi) & ~seen[c]);
    mem_free(seen);
    return accepts;
}

bool buchi_accepts_repeated(const struct buchi *buchi, uint32_t state,
                            uint64_t letter)
{
    const struct filter filter = {.letter = &letter};
    uint32_t n;
    uint32_t *const component = find_components(buchi, &filter, state, &n);
    bool *const accepts = find_accepting(buchi, &filter, component, n);
    bool accepted = false;

    for (uint32_t c = 0; c < n; c++)
        accepted |= accepts[c];
    mem_free(component);
    mem_free(accepts);
    return accepted;
}

static bool is_inner(const struct buchi *buchi, uint32_t state,
                     const struct buchi_edge *edge)
{
    return buchi->component.at[state] == buchi->component.at[edge->target];
}

/* --- strength ------------------------------------------------------------- */

/* An accepting component with a cycle without edges of this set is strong. */
static void mark_strong(struct buchi *buchi, uint64_t set)
{
    const struct filter filter = {.without = set,
                                  .within = buchi->component.at};
    uint32_t n;
    uint32_t *const part = find_components(buchi, &filter, STRONG_NONE, &n);

    for (uint32_t state = 0; state < buchi->n_states; state++) {
        enum buchi_strength *const strength =
            &buchi->strength.at[buchi->component.at[state]];

        for (uint32_t i = buchi->first.at[state];
             *strength != BUCHI_REJECTING && i < buchi->first.at[state + 1];
             i++) {
            const struct buchi_edge *const edge = &buchi->edges.at[i];

            if (passes(&filter, state, edge) &&
                part[state] == part[edge->target])
                *strength = BUCHI_STRONG;
        }
    }
    mem_free(part);
}

/* An accepting state that reads every letter and stays: no more of the word
 * matters. */
static void mark_terminal(struct buchi *buchi)
{
    vec_clear(&buchi->accepts_all);
    for (uint32_t state = 0; state < buchi->n_states; state++) {
        vec_push(&buchi->accepts_all, false);
        for (uint32_t i = buchi->first.at[state];
             i < buchi->first.at[state + 1]; i++) {
            const struct buchi_edge *const edge = &buchi->edges.at[i];

            if (edge->target == state && !edge->positive && !edge->negative &&
                edge->sets == buchi_all_sets(buchi)) {
                buchi->strength.at[buchi->component.at[state]] = BUCHI_TERMINAL;
                buchi->accepts_all.at[state] = true;
            }
        }
    }
}

static void take_components(struct buchi *buchi)
{
    const struct filter all = {0};
    uint32_t n;
    uint32_t *const component = find_components(buchi, &all, STRONG_NONE, &n);
    bool *const accepts = find_accepting(buchi, &all, component, n);

    vec_clear(&buchi->component);
    vec_clear(&buchi->strength);
    vec_append_n(&buchi->component, component, buchi->n_states);
    for (uint32_t c = 0; c < n; c++)
        vec_push(&buchi->strength, accepts[c] ? BUCHI_WEAK : BUCHI_REJECTING);
    mem_free(component);
    mem_free(accepts);
    for (uint32_t set = 0; set < buchi->n_sets; set++)
        mark_strong(buchi, (uint64_t)1 << set);
    mark_terminal(buchi);
}

/* --- leaving states out --------------------------------------------------- */

/* Sets matter on edges within strong components only: elsewhere an edge has all
 * of them, or none within a component that rejects. */
static void settle_sets(struct buchi *buchi)
{
    for (uint32_t state = 0; state < buchi->n_states; state++)
        for (uint32_t i = buchi->first.at[state];
             i < buchi->first.at[state + 1]; i++) {
            struct buchi_edge *const edge = &buchi->edges.at[i];

            const enum buchi_strength strength =
                buchi->strength.at[buchi->component.at[state]];

            if (is_inner(buchi, state, edge) && strength == BUCHI_REJECTING)
                edge->sets = 0;
            else if (!is_inner(buchi, state, edge) || strength != BUCHI_STRONG)
                edge->sets = buchi_all_sets(buchi);
            edge->sets &= buchi_all_sets(buchi);
        }
}

/* The states become those of `to`, by state: UINT32_MAX leaves one out, and of
 * equal ones the first is taken.  `n` states are left. */
static void replace_states(struct buchi *buchi, const uint32_t *to, uint32_t n)
{
    struct buchi made = {.n_states = n, .n_sets = buchi->n_sets};
    uint32_t done = 0;

    for (uint32_t state = 0; state < buchi->n_states; state++) {
        if (to[state] != done)
            continue;
        done++;
        vec_push(&made.first, made.edges.len);
        for (uint32_t i = buchi->first.at[state];
             i < buchi->first.at[state + 1]; i++) {
            struct buchi_edge edge = buchi->edges.at[i];

            edge.target = to[edge.target];
            if (edge.target != UINT32_MAX)
                buchi_add_edge(&made, *vec_top(&made.first), &edge);
        }
    }
    vec_push(&made.first, made.edges.len);
    vec_free(&buchi->edges);
    vec_free(&buchi->first);
    buchi->edges = made.edges;
    buchi->first = made.first;
    buchi->n_states = n;
}

/* States from which an accepting component can be reached; the others are left
 * out.  Components lead to those of smaller numbers. */
static void leave_out_dead(struct buchi *buchi)
{
    bool *const alive = mem_zero(buchi->strength.len + 1, sizeof *alive);
    uint32_t *const to = mem_alloc(buchi->n_states + 1, sizeof *to);
    uint32_t n = 0;
    bool changed = true;

    for (uint32_t i = 0; i < buchi->strength.len; i++)
        alive[i] = buchi->strength.at[i] != BUCHI_REJECTING;
    while (changed) {
        changed = false;
        for (uint32_t state = buchi->n_states; state-- > 0;) {
            bool *const own = &alive[buchi->component.at[state]];

            for (uint32_t i = buchi->first.at[state];
                 !*own && i < buchi->first.at[state + 1]; i++)
                changed |= *own =
                    alive[buchi->component.at[buchi->edges.at[i].target]];
        }
    }
    for (uint32_t state = 0; state < buchi->n_states; state++)
        to[state] = alive[buchi->component.at[state]] ? n++ : UINT32_MAX;
    if (buchi->n_states && to[0] == UINT32_MAX)
        n = 0;
    replace_states(buchi, to, n);
    mem_free(alive);
    mem_free(to);
}

/* --- equal states --------------------------------------------------------- */

static int compare_edges(const void *left, const void *right)
{
    const struct buchi_edge *const a = left, *const b = right;

    if (a->target != b->target)
        return a->target < b->target ? -1 : 1;
    if (a->positive != b->positive)
        return a->positive < b->positive ? -1 : 1;
    if (a->negative != b->negative)
        return a->negative < b->negative ? -1 : 1;
    return a->sets < b->sets ? -1 : a->sets > b->sets;
}

/* The edges of a state between classes of states, sorted, each once. */
static void edges_of_class(const struct buchi *buchi, const uint32_t *class,
                           uint32_t state, buchi_edge_list *edges)
{
    uint32_t n = 0;

    vec_clear(edges);
    for (uint32_t i = buchi->first.at[state]; i < buchi->first.at[state + 1];
         i++) {
        struct buchi_edge edge = buchi->edges.at[i];

        edge.target = class[edge.target];
        vec_push(edges, edge);
    }
    if (!edges->len)
        return;
    qsort(edges->at, edges->len, sizeof *edges->at, compare_edges);
    for (uint32_t i = 0; i < edges->len; i++)
        if (!i || compare_edges(&edges->at[i - 1], &edges->at[i]))
            edges->at[n++] = edges->at[i];
    vec_cut(edges, n);
}

/* Divides the classes by the edges of their states; returns how many there are.
 * A class is numbered when its first state is met. */
static uint32_t refine(const struct buchi *buchi, const uint32_t *class,
                       uint32_t *refined)
{
    struct lists classes = {0};
    buchi_edge_list edges = {0};
    VEC(uint32_t) numbers = {0};
    uint32_t n;

    for (uint32_t state = 0; state < buchi->n_states; state++) {
        edges_of_class(buchi, class, state, &edges);
        vec_clear(&numbers);
        vec_push(&numbers, class[state]);
        for (uint32_t i = 0; i < edges.len; i++) {
            const struct buchi_edge *const edge = &edges.at[i];
            const uint64_t words[] = {edge->positive, edge->negative,
                                      edge->sets};

            vec_push(&numbers, edge->target);
            for (uint32_t k = 0; k < 3; k++) {
                vec_push(&numbers, (uint32_t)words[k]);
                vec_push(&numbers, (uint32_t)(words[k] >> 32));
            }
        }
        refined[state] = lists_intern(&classes, numbers.at, numbers.len);
    }
    n = lists_count(&classes);
    lists_finish(&classes);
    vec_free(&edges);
    vec_free(&numbers);
    return n;
}

/* Bisimilar states become one. */
static void join_equal(struct buchi *buchi)
{
    uint32_t *class = mem_zero(buchi->n_states + 1, sizeof *class);
    uint32_t *refined = mem_zero(buchi->n_states + 1, sizeof *refined);
    uint32_t n_before = 0, n = buchi->n_states ? 1 : 0;

    while (n != n_before) {
        uint32_t *const old = class;

        n_before = n;
        n = refine(buchi, class, refined);
        class = refined;
        refined = old;
    }
    replace_states(buchi, class, n);
    mem_free(class);
    mem_free(refined);
}

/* --- order ---------------------------------------------------------------- */

struct ordered_edge {
    uint32_t component; /* of the target */
    struct buchi_edge edge;
};

static int compare_order(const void *left, const void *right)
{
    const struct ordered_edge *const a = left, *const b = right;

    if (a->component != b->component)
        return a->component < b->component ? -1 : 1;
    if (a->edge.sets != b->edge.sets)
        return a->edge.sets > b->edge.sets ? -1 : 1;
    return compare_edges(&a->edge, &b->edge);
}

static void sort_edges(struct buchi *buchi)
{
    const uint32_t n = buchi->edges.len;
    struct ordered_edge *const edges = mem_alloc(n + 1, sizeof *edges);

    for (uint32_t i = 0; i < n; i++) {
        edges[i].edge = buchi->edges.at[i];
        edges[i].component = buchi->component.at[edges[i].edge.target];
    }
    for (uint32_t q = 0; q < buchi->n_states; q++)
        qsort(edges + buchi->first.at[q],
              buchi->first.at[q + 1] - buchi->first.at[q], sizeof *edges,
              compare_order);
    for (uint32_t i = 0; i < n; i++)
        buchi->edges.at[i] = edges[i].edge;
    mem_free(edges);
}

/* --- automata ------------------------------------------------------------- */

void buchi_simplify(struct buchi *buchi)
{
    uint32_t n_before;

    do {
        n_before = buchi->n_states;
        take_components(buchi);
        settle_sets(buchi);
        leave_out_dead(buchi);
        join_equal(buchi);
    } while (buchi->n_states < n_before);
    take_components(buchi);
    sort_edges(buchi);
}

void buchi_destroy(struct buchi *buchi)
{
    if (!buchi)
        return;
    vec_free(&buchi->edges);
    vec_free(&buchi->first);
    vec_free(&buchi->component);
    vec_free(&buchi->accepts_all);
    vec_free(&buchi->strength);
    mem_free(buchi);
}

/* Is edge b of no use beside edge a? */
static bool covers(const struct buchi_edge *a, const struct buchi_edge *b)
{
    return a->target == b->target && !(a->positive & ~b->positive) &&
           !(a->negative & ~b->negative) && !(b->sets & ~a->sets);
}

void buchi_add_edge(struct buchi *buchi, uint32_t first,
                    const struct buchi_edge *edge)
{
    uint32_t kept = first;

    buchi->work += 2 * (buchi->edges.len - first) + 1;
    for (uint32_t i = first; i < buchi->edges.len; i++)
        if (covers(&buchi->edges.at[i], edge))
            return;
    for (uint32_t i = first; i < buchi->edges.len; i++)
        if (!covers(edge, &buchi->edges.at[i]))
            buchi->edges.at[kept++] = buchi->edges.at[i];
    vec_cut(&buchi->edges, kept);
    vec_push(&buchi->edges, *edge);
}
