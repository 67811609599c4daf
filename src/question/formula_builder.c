#include "question/formula_builder.h"

/* A node of the builder, or a formula in it with a sign. */
enum raw_op { RAW_CONSTANT, RAW_NOT, RAW_JOIN, RAW_ATOM };

struct raw {
    enum raw_op kind;
    enum formula_op op;  /* RAW_JOIN: FORMULA_AND or FORMULA_OR; RAW_ATOM:
                            FORMULA_AT_LEAST, FORMULA_FIREABLE or
                            FORMULA_DEADLOCK */
    bool value;          /* RAW_CONSTANT */
    uint32_t first, len; /* RAW_JOIN: args; RAW_ATOM: terms; RAW_NOT: first is
                            the node */
    uint32_t negated;    /* FORMULA_AT_LEAST: the first of the negated terms */
    trans_id trans;
    int64_t bound;
};

struct signed_raw {
    uint32_t raw;
    bool negated;
};

typedef VEC(struct signed_raw) signed_list;

struct formula_builder {
    VEC(struct raw) raws;
    VEC(uint32_t) args;
    VEC(struct formula_term) terms;
    bool too_large; /* a number */
};

/* Nodes of a formula at most.  Only exclusive or within exclusive or makes a
 * formula larger than its text. */
enum { MOST_NODES = 1 << 20 };

/* --- nodes ---------------------------------------------------------------- */

struct formula_builder *formula_builder_create(void)
{
    return mem_zero(1, sizeof(struct formula_builder));
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
    return b->raws.len - 1;
}

uint32_t formula_builder_constant(struct formula_builder *builder, bool value)
{
    return add_raw(builder, (struct raw){.kind = RAW_CONSTANT, .value = value});
}

uint32_t formula_builder_deadlock(struct formula_builder *builder)
{
    return add_raw(builder,
                   (struct raw){.kind = RAW_ATOM, .op = FORMULA_DEADLOCK});
}

uint32_t formula_builder_fireable(struct formula_builder *builder, trans_id t)
{
    return add_raw(
        builder,
        (struct raw){.kind = RAW_ATOM, .op = FORMULA_FIREABLE, .trans = t});
}

uint32_t formula_builder_not(struct formula_builder *builder, uint32_t node)
{
    const struct raw *const raw = &builder->raws.at[node];

    if (raw->kind == RAW_NOT)
        return raw->first;
    if (raw->kind == RAW_CONSTANT)
        return formula_builder_constant(builder, !raw->value);
    return add_raw(builder, (struct raw){.kind = RAW_NOT, .first = node});
}

uint32_t formula_builder_join(struct formula_builder *builder,
                              enum formula_op op, const uint32_t *nodes,
                              uint32_t n)
{
    struct raw join = {.kind = RAW_JOIN, .op = op, .first = builder->args.len};

    for (uint32_t i = 0; i < n; i++) {
        const struct raw *const raw = &builder->raws.at[nodes[i]];

        if (raw->kind != RAW_CONSTANT) {
            vec_push(&builder->args, nodes[i]);
        } else if (raw->value == (op == FORMULA_OR)) {
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

uint32_t formula_builder_xor(struct formula_builder *builder, uint32_t a,
                             uint32_t b)
{
    const uint32_t only_a[] = {a, formula_builder_not(builder, b)};
    const uint32_t only_b[] = {formula_builder_not(builder, a), b};
    const uint32_t either[] = {
        formula_builder_join(builder, FORMULA_AND, only_a, 2),
        formula_builder_join(builder, FORMULA_AND, only_b, 2),
    };

    return formula_builder_join(builder, FORMULA_OR, either, 2);
}

/* --- comparisons ---------------------------------------------------------- */

/* sum >= bound, with terms in order.  The negated terms follow the terms. */
static uint32_t add_at_least(struct formula_builder *b,
                             const struct formula_sum *sum, int64_t bound)
{
    struct raw raw = {.kind = RAW_ATOM,
                      .op = FORMULA_AT_LEAST,
                      .first = b->terms.len,
                      .len = sum->terms.len,
                      .bound = bound};

    b->too_large |= formula_is_large(bound) || formula_is_large(1 - bound);
    if (sum->terms.len == 0)
        return formula_builder_constant(b, 0 >= bound);
    vec_append(&b->terms, &sum->terms);
    raw.negated = b->terms.len;
    for (uint32_t i = 0; i < sum->terms.len; i++) {
        const struct formula_term term = {sum->terms.at[i].place,
                                          -sum->terms.at[i].factor};

        vec_push(&b->terms, term);
    }
    return add_raw(b, raw);
}

/* sum = bound is sum >= bound and not sum >= bound + 1. */
static uint32_t add_equal(struct formula_builder *b,
                          const struct formula_sum *sum, int64_t bound)
{
    const uint32_t above = add_at_least(b, sum, bound + 1);
    const uint32_t both[] = {add_at_least(b, sum, bound),
                             formula_builder_not(b, above)};

    return formula_builder_join(b, FORMULA_AND, both, 2);
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
        return formula_builder_not(b, add_equal(b, sum, bound));
    case FORMULA_LT:
        return formula_builder_not(b, add_at_least(b, sum, bound));
    case FORMULA_LE:
        return formula_builder_not(b, add_at_least(b, sum, bound + 1));
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
    signed_list signs; /* one for each node */
    signed_list stack;
};

static struct signed_raw strip(const struct formula_builder *b,
                               struct signed_raw at)
{
    while (b->raws.at[at.raw].kind == RAW_NOT)
        at = (struct signed_raw){b->raws.at[at.raw].first, !at.negated};
    return at;
}

static enum formula_op op_of(const struct raw *raw, bool negated)
{
    static const enum formula_op negations[] = {
        [FORMULA_TRUE] = FORMULA_FALSE,
        [FORMULA_FALSE] = FORMULA_TRUE,
        [FORMULA_AND] = FORMULA_OR,
        [FORMULA_OR] = FORMULA_AND,
        [FORMULA_AT_LEAST] = FORMULA_AT_LEAST,
        [FORMULA_FIREABLE] = FORMULA_DISABLED,
        [FORMULA_DISABLED] = FORMULA_FIREABLE,
        [FORMULA_DEADLOCK] = FORMULA_LIVE,
        [FORMULA_LIVE] = FORMULA_DEADLOCK,
    };
    const enum formula_op op = raw->kind == RAW_CONSTANT
                                   ? (raw->value ? FORMULA_TRUE : FORMULA_FALSE)
                                   : raw->op;

    return negated ? negations[op] : op;
}

static void push_args(struct expansion *expansion, const struct raw *raw,
                      bool negated)
{
    for (uint32_t i = raw->len; i-- > 0;) {
        const struct signed_raw arg = {
            expansion->builder->args.at[raw->first + i], negated};

        vec_push(&expansion->stack, arg);
    }
}

static bool add_node(struct expansion *expansion, struct signed_raw at)
{
    const struct raw *const raw = &expansion->builder->raws.at[at.raw];
    struct formula_node node = {.op = op_of(raw, at.negated),
                                .trans = raw->trans};

    if (node.op == FORMULA_AT_LEAST) {
        node.first = at.negated ? raw->negated : raw->first;
        node.len = raw->len;
        node.bound = at.negated ? 1 - raw->bound : raw->bound;
    }
    vec_push(&expansion->formula->nodes, node);
    vec_push(&expansion->signs, at);
    return expansion->formula->nodes.len < MOST_NODES;
}

/* Adds the children of node i, with those of its own kind in their place. */
static bool add_children(struct expansion *expansion, uint32_t i)
{
    const struct signed_raw at = expansion->signs.at[i];
    const enum formula_op op = expansion->formula->nodes.at[i].op;
    const uint32_t first = expansion->formula->nodes.len;

    push_args(expansion, &expansion->builder->raws.at[at.raw], at.negated);
    while (expansion->stack.len) {
        const struct signed_raw child =
            strip(expansion->builder, vec_pop(&expansion->stack));
        const struct raw *const raw = &expansion->builder->raws.at[child.raw];

        if (op_of(raw, child.negated) == op && raw->kind == RAW_JOIN)
            push_args(expansion, raw, child.negated);
        else if (!add_node(expansion, child))
            return false;
    }
    expansion->formula->nodes.at[i].first = first;
    expansion->formula->nodes.at[i].len = expansion->formula->nodes.len - first;
    return true;
}

static bool expand(struct expansion *expansion, struct signed_raw root)
{
    bool fits = add_node(expansion, strip(expansion->builder, root));

    for (uint32_t i = 0; fits && i < expansion->formula->nodes.len; i++)
        if (!formula_is_leaf(&expansion->formula->nodes.at[i]))
            fits = add_children(expansion, i);
    vec_free(&expansion->signs);
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

/* The terms that the formula uses. */
static void copy_terms(struct formula *formula, const struct formula_builder *b)
{
    for (uint32_t i = 0; i < formula->nodes.len; i++) {
        struct formula_node *const node = &formula->nodes.at[i];
        const uint32_t first = node->first;

        if (node->op != FORMULA_AT_LEAST)
            continue;
        node->first = formula->terms.len;
        for (uint32_t k = 0; k < node->len; k++)
            vec_push(&formula->terms, b->terms.at[first + k]);
    }
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
    if (!expand(&expansion, (struct signed_raw){root, negated})) {
        diag_usage(diag,
                   "the formula has more than %d parts once each 'xor' is "
                   "written with 'and', 'or' and 'not'",
                   MOST_NODES);
        formula_destroy(expansion.formula);
        return NULL;
    }
    copy_terms(expansion.formula, b);
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
