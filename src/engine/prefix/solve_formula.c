#include "engine/prefix/solve_formula.h"

#include "base/keys.h"

#include <stdlib.h>

/* Nodes of the diagram of a comparison, at most. */
enum { MOST_NODES = 20000000 };

/* What a node costs, which is a variable with its clauses (watch.h). */
enum { DIAGRAM_COST = 1000 };

static bool is_net_place(const struct es *es, cond_id b)
{
    return es->conds.at[b].place < es->compiled->n_net_places;
}

static void list_conditions(struct solve_formula *s)
{
    const struct es *const es = s->encoder.es;
    const uint32_t n_places = es->compiled->n_net_places;
    uint32_t *next;

    s->first_cond = mem_zero((size_t)n_places + 1, sizeof *s->first_cond);
    for (cond_id b = 0; b < es->conds.len; b++)
        if (is_net_place(es, b))
            s->first_cond[es->conds.at[b].place + 1]++;
    for (place_id p = 0; p < n_places; p++)
        s->first_cond[p + 1] += s->first_cond[p];
    s->conds = mem_alloc(s->first_cond[n_places], sizeof *s->conds);
    next = mem_copy(s->first_cond, n_places, sizeof *next);
    for (cond_id b = 0; b < es->conds.len; b++)
        if (is_net_place(es, b))
            s->conds[next[es->conds.at[b].place]++] = b;
    mem_free(next);
}

void solve_formula_init(struct solve_formula *s, const struct es *es,
                        const struct net *net, struct watch *watch)
{
    const uint32_t n_places = es->compiled->n_net_places;

    *s = (struct solve_formula){.net = net, .watch = watch};
    s->ready = encoder_init(&s->encoder, es, watch);
    s->marked = mem_zero(n_places, sizeof *s->marked);
    s->empty = mem_zero(n_places, sizeof *s->empty);
    list_conditions(s);
}

void solve_formula_finish(struct solve_formula *s)
{
    encoder_finish(&s->encoder);
    mem_free(s->first_cond);
    mem_free(s->conds);
    mem_free(s->marked);
    mem_free(s->empty);
    *s = (struct solve_formula){0};
}

static int new_var(struct solve_formula *s)
{
    return ++s->encoder.n_vars;
}

static void add_literal(const struct solve_formula *s, int literal)
{
    ccadical_add(s->encoder.solver, literal);
}

/* --- places --------------------------------------------------------------- */

/* A variable that is true only if p is marked. */
static int marked(struct solve_formula *s, place_id p)
{
    const uint32_t from = s->first_cond[p], to = s->first_cond[p + 1];
    VEC(int) present = {0};

    if (s->marked[p])
        return s->marked[p];
    for (uint32_t i = from; i < to; i++)
        vec_push(&present, encoder_present(&s->encoder, s->conds[i]));
    s->marked[p] = new_var(s);
    add_literal(s, -s->marked[p]);
    for (uint32_t i = 0; i < present.len; i++)
        add_literal(s, present.at[i]);
    add_literal(s, 0);
    vec_free(&present);
    return s->marked[p];
}

/* A variable that is true only if p is empty. */
static int empty(struct solve_formula *s, place_id p)
{
    if (s->empty[p])
        return s->empty[p];
    s->empty[p] = new_var(s);
    for (uint32_t i = s->first_cond[p]; i < s->first_cond[p + 1]; i++)
        encoder_absent(&s->encoder, s->conds[i], -s->empty[p]);
    return s->empty[p];
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
static int64_t weigh(struct solve_formula *s, const struct formula *formula,
                     const struct formula_node *node, weighted_list *list)
{
    int64_t needed = node->bound, rest = 0;

    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term *const term =
            &formula->terms.at[node->first + i];
        const bool positive = term->factor > 0;
        const struct weighted w = {positive ? marked(s, term->place)
                                            : empty(s, term->place),
                                   positive ? term->factor : -term->factor, 0};

        needed += positive ? 0 : -term->factor;
        vec_push(list, w);
    }
    qsort(list->at, list->len, sizeof *list->at, heaviest_first);
    for (uint32_t i = list->len; i-- > 0;) {
        rest += list->at[i].weight;
        list->at[i].rest = rest;
    }
    return needed;
}

/* A diagram under construction; a key is i and k, an id is a variable. */
struct diagram {
    struct solve_formula *s;
    const weighted_list *list;
    uint64_t base; /* larger than all k */
    struct keys keys;
    int first_var;
};

/* The variable of "the terms from i on sum up to k or more", where that is
 * neither always nor never so. */
static int diagram_var(struct diagram *d, uint32_t i, int64_t k)
{
    const uint32_t id = keys_intern(&d->keys, i * d->base + (uint64_t)k);

    return d->first_var + (int)id;
}

static bool is_never(const struct diagram *d, uint32_t i, int64_t k)
{
    return k > (i < d->list->len ? d->list->at[i].rest : 0);
}

static void add_decision(struct diagram *d, uint32_t id)
{
    const uint32_t i = (uint32_t)(d->keys.at[id] / d->base);
    const int64_t k = (int64_t)(d->keys.at[id] % d->base);
    const struct weighted *const w = &d->list->at[i];
    const int self = d->first_var + (int)id;

    add_literal(d->s, -self);
    add_literal(d->s, w->literal);
    if (!is_never(d, i + 1, k))
        add_literal(d->s, diagram_var(d, i + 1, k));
    add_literal(d->s, 0);
    if (k > w->weight)
        encoder_clause(&d->s->encoder, -self,
                       diagram_var(d, i + 1, k - w->weight));
}

/* Adds the clauses; false when they are too many, or the watch ended the
 * run. */
static bool add_diagram(struct diagram *d, int node, int64_t needed)
{
    bool fits = true;

    encoder_clause(&d->s->encoder, -node, diagram_var(d, 0, needed));
    for (uint32_t id = 0; id < d->keys.len && fits; id++) {
        add_decision(d, id);
        fits =
            d->keys.len < MOST_NODES && !watch_work(d->s->watch, DIAGRAM_COST);
    }
    d->s->encoder.n_vars = d->first_var + (int)d->keys.len;
    return fits;
}

static bool add_compare(struct solve_formula *s, const struct formula *formula,
                        const struct formula_node *node, int var)
{
    weighted_list list = {0};
    const int64_t needed = weigh(s, formula, node, &list);
    struct diagram d = {.s = s,
                        .list = &list,
                        .base = (uint64_t)(needed > 0 ? needed : 0) + 1,
                        .first_var = s->encoder.n_vars + 1};
    bool fits = true;

    if (needed > list.at[0].rest)
        encoder_clause(&s->encoder, -var, 0);
    else if (needed > 0)
        fits = d.base < UINT64_MAX / (list.len + 1) &&
               s->encoder.n_vars < INT32_MAX - 2 * MOST_NODES &&
               add_diagram(&d, var, needed);
    keys_finish(&d.keys);
    vec_free(&list);
    return fits;
}

/* --- nodes ---------------------------------------------------------------- */

static void add_inputs(struct solve_formula *s, trans_id t, int var)
{
    const struct net_place_span pre = net_pre(s->net, t);
    const struct net_place_span read = net_read(s->net, t);

    for (uint32_t i = 0; i < pre.len; i++)
        encoder_clause(&s->encoder, -var, marked(s, pre.at[i]));
    for (uint32_t i = 0; i < read.len; i++)
        encoder_clause(&s->encoder, -var, marked(s, read.at[i]));
}

static void add_disabled(struct solve_formula *s, trans_id t, int var)
{
    const struct net_place_span pre = net_pre(s->net, t);
    const struct net_place_span read = net_read(s->net, t);

    for (uint32_t i = 0; i < pre.len; i++)
        (void)empty(s, pre.at[i]);
    for (uint32_t i = 0; i < read.len; i++)
        (void)empty(s, read.at[i]);
    add_literal(s, -var);
    for (uint32_t i = 0; i < pre.len; i++)
        add_literal(s, s->empty[pre.at[i]]);
    for (uint32_t i = 0; i < read.len; i++)
        add_literal(s, s->empty[read.at[i]]);
    add_literal(s, 0);
}

static void add_live(struct solve_formula *s, int var)
{
    const int first = s->encoder.n_vars + 1;
    const int n = (int)net_trans_count(s->net);

    s->encoder.n_vars += n;
    for (int t = 0; t < n; t++)
        add_inputs(s, (trans_id)t, first + t);
    add_literal(s, -var);
    for (int t = 0; t < n; t++)
        add_literal(s, first + t);
    add_literal(s, 0);
}

static void add_join(struct solve_formula *s, const struct formula_node *node,
                     int first, int var)
{
    const bool is_and = node->op == FORMULA_AND;

    if (!is_and)
        add_literal(s, -var);
    for (uint32_t k = node->first; k < node->first + node->len; k++)
        if (is_and)
            encoder_clause(&s->encoder, -var, first + (int)k);
        else
            add_literal(s, first + (int)k);
    if (!is_and)
        add_literal(s, 0);
}

/* The clauses of node i, whose variable is first + i. */
static bool add_node(struct solve_formula *s, const struct formula *formula,
                     uint32_t i, int first)
{
    const struct formula_node *const node = &formula->nodes.at[i];
    const int var = first + (int)i;

    switch (node->op) {
    case FORMULA_AND:
    case FORMULA_OR:
        add_join(s, node, first, var);
        break;
    case FORMULA_AT_LEAST:
        return add_compare(s, formula, node, var);
    case FORMULA_FIREABLE:
        add_inputs(s, node->trans, var);
        break;
    case FORMULA_DISABLED:
        add_disabled(s, node->trans, var);
        break;
    case FORMULA_DEADLOCK:
        for (event_id e = 1; e < s->encoder.es->events.len; e++)
            encoder_disabled(&s->encoder, e, -var);
        break;
    case FORMULA_LIVE:
        add_live(s, var);
        break;
    case FORMULA_TRUE:
        break;
    case FORMULA_FALSE:
        encoder_clause(&s->encoder, -var, 0);
        break;
    }
    return !watch_tick(s->watch);
}

enum encoder_verdict solve_formula_ask(struct solve_formula *s,
                                       const struct formula *formula,
                                       es_event_list *configuration)
{
    const int first = s->encoder.n_vars + 1;

    if (!s->ready ||
        formula->nodes.len + (uint64_t)s->encoder.n_vars >= INT32_MAX / 2)
        return ENCODER_UNKNOWN;
    s->encoder.n_vars += (int)formula->nodes.len;
    for (uint32_t i = 0; i < formula->nodes.len; i++)
        if (!add_node(s, formula, i, first))
            return ENCODER_UNKNOWN;
    ccadical_assume(s->encoder.solver, first);
    return encoder_solve(&s->encoder, configuration);
}

/* Is some condition of p produced, and consumed by no event of the set? */
static bool is_marked(const struct solve_formula *s, const bits_word *events,
                      place_id p)
{
    const struct es *const es = s->encoder.es;

    for (uint32_t i = s->first_cond[p]; i < s->first_cond[p + 1]; i++) {
        const cond_id b = s->conds[i];
        const event_id producer = es->conds.at[b].producer;
        const uint32_t n_users = es_user_count(es, b);
        bool present = producer == EVENT_BOTTOM || bits_has(events, producer);

        for (uint32_t k = 0; k < n_users && present; k++)
            present = !bits_has(events, es_user(es, b, k)) ||
                      es_reads(es, es_user(es, b, k), b);
        if (present)
            return true;
    }
    return false;
}

int64_t solve_formula_value(const struct solve_formula *s,
                            const struct formula *formula,
                            const es_event_list *configuration)
{
    const struct formula_node *const node = formula->nodes.at;
    bits_word *const events =
        mem_zero(bits_words(s->encoder.es->events.len), sizeof *events);
    int64_t sum = 0;

    for (uint32_t i = 0; i < configuration->len; i++)
        bits_add(events, configuration->at[i]);
    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term *const term =
            &formula->terms.at[node->first + i];

        if (is_marked(s, events, term->place))
            sum += term->factor;
    }
    mem_free(events);
    return sum;
}
