#include "engine/formula_clauses.h"

#include "base/keys.h"

/* Nodes of the diagram of a comparison, at most. */
enum { MOST_NODES = 20000000 };

/* What a node costs, which is a variable with its clauses (watch.h). */
enum { DIAGRAM_COST = 1000 };

static void put(const struct formula_clauses *f, int literal)
{
    f->add(f->self, literal);
}

/* The clause of a and, unless it is 0, b. */
static void put_two(const struct formula_clauses *f, int a, int b)
{
    put(f, a);
    if (b)
        put(f, b);
    put(f, 0);
}

/* --- comparisons ---------------------------------------------------------- */

/* The sum of the weights of the true literals is to be at least `needed`. */
struct weighted {
    int literal;
    int64_t weight;
    int64_t rest; /* the weights from here on */
};

typedef VEC(struct weighted) weighted_list;

static int heaviest_first(const void *a, const void *b)
{
    const struct weighted *const weighted = a, *const y = b;

    if (weighted->weight != y->weight)
        return weighted->weight < y->weight ? 1 : -1;
    return (weighted->literal > y->literal) - (weighted->literal < y->literal);
}

/* Makes all weights positive: -c*p is c*(not p) - c. */
static int64_t weigh(const struct formula_clauses *f,
                     const struct formula *formula,
                     const struct formula_node *node, weighted_list *list)
{
    int64_t needed = node->bound, rest = 0;

    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term term = formula_term(formula, node, i);
        const bool positive = term.factor > 0;
        const struct weighted w = {positive ? f->marked(f->self, term.place)
                                            : f->empty(f->self, term.place),
                                   positive ? term.factor : -term.factor, 0};

        needed += positive ? 0 : -term.factor;
        vec_push(list, w);
    }
    vec_sort(list, heaviest_first);
    for (uint32_t i = list->len; i-- > 0;) {
        rest += list->at[i].weight;
        list->at[i].rest = rest;
    }
    return needed;
}

/* A diagram under construction; a key is i and k, an id is a variable. */
struct decisions {
    const struct formula_clauses *f;
    const weighted_list *list;
    uint64_t base; /* larger than all k */
    struct keys keys;
    int first_var;
};

/* The variable of "the terms from i on sum up to k or more", where that is
 * neither always nor never so. */
static int diagram_var(struct decisions *d, uint32_t i, int64_t k)
{
    const uint32_t id = keys_intern(&d->keys, i * d->base + (uint64_t)k);

    return d->first_var + (int)id;
}

static void add_decision(struct decisions *d, uint32_t id)
{
    const uint32_t i = (uint32_t)(d->keys.at[id] / d->base);
    const int64_t k = (int64_t)(d->keys.at[id] % d->base);
    const struct weighted *const w = &d->list->at[i];
    const int64_t rest = i + 1 < d->list->len ? w[1].rest : 0;
    const int self = d->first_var + (int)id;

    put(d->f, -self);
    put(d->f, w->literal);
    if (k <= rest)
        put(d->f, diagram_var(d, i + 1, k));
    put(d->f, 0);
    if (k > w->weight)
        put_two(d->f, -self, diagram_var(d, i + 1, k - w->weight));
}

/* Adds the clauses; false when they are too many, or the watch ended the
 * run. */
static bool add_diagram(struct decisions *d, int node, int64_t needed)
{
    bool fits = true;

    put_two(d->f, -node, diagram_var(d, 0, needed));
    for (uint32_t id = 0; id < d->keys.len && fits; id++) {
        add_decision(d, id);
        fits =
            d->keys.len < MOST_NODES && !watch_work(d->f->watch, DIAGRAM_COST);
    }
    *d->f->n_vars = d->first_var + (int)d->keys.len;
    return fits;
}

static bool add_compare(const struct formula_clauses *f,
                        const struct formula *formula,
                        const struct formula_node *node, int var)
{
    weighted_list list = {0};
    const int64_t needed = weigh(f, formula, node, &list);
    struct decisions d = {.f = f,
                          .list = &list,
                          .base = (uint64_t)(needed > 0 ? needed : 0) + 1,
                          .first_var = *f->n_vars + 1};
    bool fits = true;

    if (needed > list.at[0].rest)
        put_two(f, -var, 0);
    else if (needed > 0)
        fits = d.base < UINT64_MAX / (list.len + 1) &&
               *f->n_vars < INT32_MAX - 2 * MOST_NODES &&
               add_diagram(&d, var, needed);
    keys_finish(&d.keys);
    vec_free(&list);
    return fits;
}

/* --- nodes ---------------------------------------------------------------- */

static void add_inputs(const struct formula_clauses *f, trans_id t, int var)
{
    const struct net_place_span needs = net_needs(f->net, t);

    for (uint32_t i = 0; i < needs.len; i++)
        put_two(f, -var, f->marked(f->self, needs.at[i]));
}

static void add_disabled(const struct formula_clauses *f, trans_id t, int var)
{
    const struct net_place_span needs = net_needs(f->net, t);

    for (uint32_t i = 0; i < needs.len; i++)
        (void)f->empty(f->self, needs.at[i]);
    put(f, -var);
    for (uint32_t i = 0; i < needs.len; i++)
        put(f, f->empty(f->self, needs.at[i]));
    put(f, 0);
}

static void add_live(const struct formula_clauses *f, int var)
{
    const int first = *f->n_vars + 1;
    const int n = (int)net_trans_count(f->net);

    *f->n_vars += n;
    for (int t = 0; t < n; t++)
        add_inputs(f, (trans_id)t, first + t);
    put(f, -var);
    for (int t = 0; t < n; t++)
        put(f, first + t);
    put(f, 0);
}

static void add_join(const struct formula_clauses *f,
                     const struct formula_node *node, int first, int var)
{
    const bool is_and = node->op == FORMULA_AND;

    if (!is_and)
        put(f, -var);
    for (uint32_t k = node->first; k < node->first + node->len; k++)
        if (is_and)
            put_two(f, -var, first + (int)k);
        else
            put(f, first + (int)k);
    if (!is_and)
        put(f, 0);
}

/* The clauses of node i, whose variable is first + i. */
static bool add_node(const struct formula_clauses *f,
                     const struct formula *formula, uint32_t i, int first)
{
    const struct formula_node *const node = &formula->nodes.at[i];
    const int var = first + (int)i;

    switch (node->op) {
    case FORMULA_AND:
    case FORMULA_OR:
        add_join(f, node, first, var);
        break;
    case FORMULA_AT_LEAST:
        return add_compare(f, formula, node, var);
    case FORMULA_FIREABLE:
        add_inputs(f, node->trans, var);
        break;
    case FORMULA_DISABLED:
        add_disabled(f, node->trans, var);
        break;
    case FORMULA_DEADLOCK:
        f->dead(f->self, var);
        break;
    case FORMULA_LIVE:
        add_live(f, var);
        break;
    case FORMULA_TRUE:
        break;
    case FORMULA_FALSE:
        put_two(f, -var, 0);
        break;
    }
    return !watch_tick(f->watch);
}

int formula_clauses_add(const struct formula_clauses *f,
                        const struct formula *formula)
{
    const int first = *f->n_vars + 1;

    if (formula->nodes.len + (uint64_t)*f->n_vars >= INT32_MAX / 2)
        return 0;
    *f->n_vars += (int)formula->nodes.len;
    for (uint32_t i = 0; i < formula->nodes.len; i++)
        if (!add_node(f, formula, i, first))
            return 0;
    return first;
}
