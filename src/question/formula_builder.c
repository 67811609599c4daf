#include "question/formula_builder.h"

/* Node 2 * i is raws.at[i], and node 2 * i + 1 its negation. */
struct raw {
    enum formula_op op;  /* FORMULA_TRUE, _AND, _OR, _AT_LEAST, _FIREABLE or
                            _DEADLOCK */
    uint32_t first, len; /* of and, or: args; of a comparison: terms */
    trans_id trans;
    int64_t bound;
};

struct formula_builder {
    VEC(struct raw) raws;
    VEC(uint32_t) args;
    formula_terms terms;
    bool too_large;        /* a number */
    const struct net *net; /* see formula_builder_levels(); or NULL */
};

/* Nodes of a formula at most.  Only exclusive or within exclusive or makes a
 * formula larger than its text. */
enum { MOST_NODES = 1 << 20 };

/* --- nodes ---------------------------------------------------------------- */

struct formula_builder *formula_builder_create(void)
{
    return mem_zero(1, sizeof(struct formula_builder));
}

void formula_builder_levels(struct formula_builder *builder,
                            const struct net *net)
{
    builder->net = net;
}

void formula_builder_destroy(struct formula_builder *builder)
{
    if (!builder)
        return;
    vec_free(&builder->raws);
    vec_free(&builder->args);
    vec_free(&builder->terms);
    mem_free(builder);
}

static uint32_t add_raw(struct formula_builder *b, struct raw raw)
{
    vec_push(&b->raws, raw);
    return 2 * (b->raws.len - 1);
}

static const struct raw *raw_of(const struct formula_builder *b, uint32_t node)
{
    return &b->raws.at[node / 2];
}

static bool is_negated(uint32_t node)
{
    return node % 2;
}

uint32_t formula_builder_constant(struct formula_builder *builder, bool value)
{
    const uint32_t yes = add_raw(builder, (struct raw){.op = FORMULA_TRUE});

    return value ? yes : formula_builder_not(yes);
}

uint32_t formula_builder_deadlock(struct formula_builder *builder)
{
    return add_raw(builder, (struct raw){.op = FORMULA_DEADLOCK});
}

uint32_t formula_builder_fireable(struct formula_builder *builder, trans_id t)
{
    return add_raw(builder, (struct raw){.op = FORMULA_FIREABLE, .trans = t});
}

uint32_t formula_builder_join(struct formula_builder *builder,
                              enum formula_op op, const uint32_t *nodes,
                              uint32_t n)
{
    struct raw join = {.op = op, .first = builder->args.len};

    for (uint32_t i = 0; i < n; i++) {
        if (raw_of(builder, nodes[i])->op != FORMULA_TRUE) {
            vec_push(&builder->args, nodes[i]);
        } else if (is_negated(nodes[i]) == (op == FORMULA_AND)) {
            vec_cut(&builder->args, join.first);
            return formula_builder_constant(builder, op == FORMULA_OR);
        }
    }
    join.len = builder->args.len - join.first;
    if (join.len == 0)
        return formula_builder_constant(builder, op == FORMULA_AND);
    if (join.len == 1)
        return vec_pop(&builder->args);
    return add_raw(builder, join);
}

uint32_t formula_builder_two(struct formula_builder *builder,
                             enum formula_op op, uint32_t a, uint32_t b)
{
    return formula_builder_join(builder, op, (uint32_t[]){a, b}, 2);
}

uint32_t formula_builder_all(struct formula_builder *builder,
                             enum formula_op op, formula_builder_nodes *nodes)
{
    const uint32_t node =
        formula_builder_join(builder, op, nodes->at, nodes->len);

    vec_free(nodes);
    return node;
}

uint32_t formula_builder_xor(struct formula_builder *builder, uint32_t a,
                             uint32_t b)
{
    return formula_builder_two(
        builder, FORMULA_OR,
        formula_builder_two(builder, FORMULA_AND, a, formula_builder_not(b)),
        formula_builder_two(builder, FORMULA_AND, formula_builder_not(a), b));
}

/* --- comparisons ---------------------------------------------------------- */

/* Is the sum all tokens of a place that can have several, times a number? */
static bool is_of_one_place(const struct net *net,
                            const struct formula_sum *sum)
{
    const struct formula_term *const terms = sum->terms.at;
    uint32_t n = 1;

    if (sum->terms.len < 2 || terms->place >= net_given_places(net) ||
        net_bound(net, terms->place) != sum->terms.len)
        return false;
    while (n < sum->terms.len && terms[n].factor == terms->factor &&
           terms[n].place == net_level(net, terms->place, n + 1))
        n++;
    return n == sum->terms.len;
}

uint32_t formula_builder_level(struct formula_builder *b, place_id p, int64_t n)
{
    const struct raw raw = {
        .op = FORMULA_AT_LEAST, .first = b->terms.len, .len = 1, .bound = 1};

    if (n <= 0 || n > net_bound(b->net, p))
        return formula_builder_constant(b, n <= 0);
    vec_push(&b->terms,
             ((struct formula_term){net_level(b->net, p, (uint32_t)n), 1}));
    return add_raw(b, raw);
}

/* f * p >= bound, where f is not 0. */
static uint32_t add_of_one_place(struct formula_builder *b,
                                 struct formula_term term, int64_t bound)
{
    if (term.factor > 0)
        return formula_builder_level(
            b, term.place, bound <= 0 ? 0 : (bound - 1) / term.factor + 1);
    return formula_builder_not(formula_builder_level(
        b, term.place, bound > 0 ? 0 : bound / term.factor + 1));
}

/* sum >= bound, with terms in order. */
static uint32_t add_at_least(struct formula_builder *b,
                             const struct formula_sum *sum, int64_t bound)
{
    const struct raw raw = {.op = FORMULA_AT_LEAST,
                            .first = b->terms.len,
                            .len = sum->terms.len,
                            .bound = bound};

    b->too_large |= formula_is_large(bound) || formula_is_large(1 - bound);
    if (sum->terms.len == 0)
        return formula_builder_constant(b, 0 >= bound);
    if (b->net && is_of_one_place(b->net, sum))
        return add_of_one_place(b, *sum->terms.at, bound);
    vec_append(&b->terms, &sum->terms);
    return add_raw(b, raw);
}

/* sum = bound is sum >= bound and not sum >= bound + 1. */
static uint32_t add_equal(struct formula_builder *b,
                          const struct formula_sum *sum, int64_t bound)
{
    const uint32_t above = add_at_least(b, sum, bound + 1);

    return formula_builder_two(b, FORMULA_AND, add_at_least(b, sum, bound),
                               formula_builder_not(above));
}

static uint32_t add_relation(struct formula_builder *b,
                             const struct formula_sum *sum,
                             enum formula_builder_relation relation)
{
    const int64_t bound = -sum->constant;

    switch (relation) {
    case FORMULA_EQ:
        return add_equal(b, sum, bound);
    case FORMULA_NE:
        return formula_builder_not(add_equal(b, sum, bound));
    case FORMULA_LT:
        return formula_builder_not(add_at_least(b, sum, bound));
    case FORMULA_LE:
        return formula_builder_not(add_at_least(b, sum, bound + 1));
    case FORMULA_GT:
        return add_at_least(b, sum, bound + 1);
    case FORMULA_GE:
        return add_at_least(b, sum, bound);
    }
    return 0;
}

uint32_t formula_builder_compare(struct formula_builder *builder,
                                 const struct formula_sum *left,
                                 enum formula_builder_relation relation,
                                 const struct formula_sum *right)
{
    struct formula_sum sum = {0};
    uint32_t node;

    formula_sum_add(&sum, left, 1);
    formula_sum_add(&sum, right, -1);
    formula_sum_sort(&sum);
    builder->too_large |= sum.too_large;
    node = add_relation(builder, &sum, relation);
    formula_sum_free(&sum);
    return node;
}

/* --- the formula ---------------------------------------------------------- */

struct expansion {
    const struct formula_builder *builder;
    struct formula *formula;
    VEC(uint32_t) nodes; /* of the builder, one for each of the formula */
    VEC(uint32_t) stack;
};

static enum formula_op op_of(const struct formula_builder *b, uint32_t node)
{
    static const enum formula_op negations[] = {
        [FORMULA_TRUE] = FORMULA_FALSE,
        [FORMULA_AND] = FORMULA_OR,
        [FORMULA_OR] = FORMULA_AND,
        [FORMULA_AT_LEAST] = FORMULA_AT_LEAST,
        [FORMULA_FIREABLE] = FORMULA_DISABLED,
        [FORMULA_DEADLOCK] = FORMULA_LIVE,
    };
    const enum formula_op op = raw_of(b, node)->op;

    return is_negated(node) ? negations[op] : op;
}

/* The arguments of a conjunction or disjunction; the first one on top. */
static void push_args(struct expansion *expansion, uint32_t node)
{
    const struct formula_builder *const b = expansion->builder;
    const struct raw *const raw = raw_of(b, node);

    for (uint32_t i = raw->len; i-- > 0;)
        vec_push(&expansion->stack,
                 b->args.at[raw->first + i] ^ is_negated(node));
}

/* not (s >= b) is -s >= 1-b. */
static void add_terms(struct expansion *expansion, uint32_t at,
                      struct formula_node *node)
{
    const struct raw *const raw = raw_of(expansion->builder, at);
    const int64_t sign = is_negated(at) ? -1 : 1;

    node->first = expansion->formula->terms.len;
    node->len = raw->len;
    node->bound = is_negated(at) ? 1 - raw->bound : raw->bound;
    for (uint32_t i = 0; i < raw->len; i++) {
        struct formula_term term = expansion->builder->terms.at[raw->first + i];

        term.factor *= sign;
        vec_push(&expansion->formula->terms, term);
    }
}

static bool add_node(struct expansion *expansion, uint32_t at)
{
    struct formula_node node = {.op = op_of(expansion->builder, at),
                                .trans = raw_of(expansion->builder, at)->trans};

    if (node.op == FORMULA_AT_LEAST)
        add_terms(expansion, at, &node);
    vec_push(&expansion->formula->nodes, node);
    vec_push(&expansion->nodes, at);
    return expansion->formula->nodes.len < MOST_NODES;
}

/* Adds the children of node i, with those of its own kind in their place. */
static bool add_children(struct expansion *expansion, uint32_t i)
{
    const enum formula_op op = expansion->formula->nodes.at[i].op;
    const uint32_t first = expansion->formula->nodes.len;

    push_args(expansion, expansion->nodes.at[i]);
    while (expansion->stack.len) {
        const uint32_t child = vec_pop(&expansion->stack);

        if (op_of(expansion->builder, child) == op)
            push_args(expansion, child);
        else if (!add_node(expansion, child))
            return false;
    }
    expansion->formula->nodes.at[i].first = first;
    expansion->formula->nodes.at[i].len = expansion->formula->nodes.len - first;
    return true;
}

static bool expand(struct expansion *expansion, uint32_t root)
{
    bool fits = add_node(expansion, root);

    for (uint32_t i = 0; fits && i < expansion->formula->nodes.len; i++)
        if (!formula_is_leaf(&expansion->formula->nodes.at[i]))
            fits = add_children(expansion, i);
    vec_free(&expansion->nodes);
    vec_free(&expansion->stack);
    return fits;
}

/* Chains the children of a node, whose own ends are known. */
static void chain_children(struct formula *formula, const uint32_t *entry,
                           const struct formula_node *node)
{
    for (uint32_t i = 0; i < node->len; i++) {
        struct formula_node *const child = &formula->nodes.at[node->first + i];
        const bool last = i + 1 == node->len;
        const uint32_t next = last ? 0 : entry[node->first + i + 1];

        child->if_true = last || node->op == FORMULA_OR ? node->if_true : next;
        child->if_false =
            last || node->op == FORMULA_AND ? node->if_false : next;
    }
}

static void chain(struct formula *formula)
{
    const uint32_t n = formula->nodes.len;
    uint32_t *entry = mem_alloc(n, sizeof *entry);

    for (uint32_t i = n; i-- > 0;)
        entry[i] = formula_is_leaf(&formula->nodes.at[i])
                       ? i
                       : entry[formula->nodes.at[i].first];
    formula->nodes.at[0].if_true = FORMULA_YES;
    formula->nodes.at[0].if_false = FORMULA_NO;
    for (uint32_t i = 0; i < n; i++)
        if (!formula_is_leaf(&formula->nodes.at[i]))
            chain_children(formula, entry, &formula->nodes.at[i]);
    formula->entry = entry[0];
    mem_free(entry);
}

struct formula *formula_builder_make(const struct formula_builder *b,
                                     uint32_t root, bool negated,
                                     struct diag *diag)
{
    struct expansion expansion = {.builder = b};

    if (b->too_large) {
        diag_usage(diag, "a number of the formula is beyond %lld",
                   (long long)FORMULA_LARGEST);
        return NULL;
    }
    expansion.formula = mem_zero(1, sizeof *expansion.formula);
    if (!expand(&expansion, root ^ negated)) {
        diag_usage(diag,
                   "the formula has more than %d parts once each 'xor' is "
                   "written with 'and', 'or' and 'not'",
                   MOST_NODES);
        formula_destroy(expansion.formula);
        return NULL;
    }
    chain(expansion.formula);
    return expansion.formula;
}

struct formula *formula_builder_finish(struct formula_builder *builder,
                                       uint32_t root, bool negated,
                                       struct diag *diag)
{
    struct formula *const formula =
        formula_builder_make(builder, root, negated, diag);

    formula_builder_destroy(builder);
    return formula;
}
