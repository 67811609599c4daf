#include "question/formula_stack.h"

void formula_stack_init(struct formula_stack *p, const struct net *net)
{
    *p = (struct formula_stack){.net = net};
    p->builder = formula_builder_create();
    formula_builder_levels(p->builder, net);
}

void formula_stack_finish(struct formula_stack *p)
{
    for (uint32_t i = 0; i < p->values.len; i++)
        formula_sum_free(&p->values.at[i].sum);
    vec_free(&p->values);
    vec_free(&p->operators);
    formula_lexer_finish(&p->lexer);
    formula_builder_destroy(p->builder);
}

void formula_stack_push_node(struct formula_stack *p, uint32_t node,
                             uint32_t column)
{
    const struct formula_stack_value value = {.node = node, .column = column};

    vec_push(&p->values, value);
}

void formula_stack_push_sum(struct formula_stack *p, uint32_t column)
{
    const struct formula_stack_value value = {.is_sum = true, .column = column};

    vec_push(&p->values, value);
}

static bool is_relation(enum formula_lexer_token token)
{
    return token >= TOKEN_EQ && token <= TOKEN_GE;
}

/* 0: no operator. */
static const int strengths[] = {
    [TOKEN_IFF] = 1,      [TOKEN_IMPLIES] = 2,   [TOKEN_OR] = 3,
    [TOKEN_XOR] = 4,      [TOKEN_AND] = 5,       [TOKEN_UNTIL] = 6,
    [TOKEN_RELEASE] = 6,  [TOKEN_WEAK] = 6,      [TOKEN_MUST] = 6,
    [TOKEN_NOT] = 7,      [TOKEN_NEXT] = 7,      [TOKEN_FINALLY] = 7,
    [TOKEN_GLOBALLY] = 7, [TOKEN_EQ] = 8,        [TOKEN_NE] = 8,
    [TOKEN_LT] = 8,       [TOKEN_LE] = 8,        [TOKEN_GT] = 8,
    [TOKEN_GE] = 8,       [TOKEN_PLUS] = 9,      [TOKEN_MINUS] = 9,
    [TOKEN_TIMES] = 10,   [TOKEN_ALL_PATHS] = 7, [TOKEN_SOME_PATH] = 7,
};

int formula_stack_strength(enum formula_lexer_token token)
{
    return token < sizeof strengths / sizeof *strengths ? strengths[token] : 0;
}

static int strength_of(const struct formula_stack_operator *op)
{
    return op->token == TOKEN_MINUS && op->is_unary ? 11 : strengths[op->token];
}

/* A place alone is the condition that it is marked. */
bool formula_stack_make_node(struct formula_stack *p,
                             struct formula_stack_value *value)
{
    const struct formula_sum one = {.constant = 1};

    ASSERT(!value->is_path);
    if (!value->is_sum)
        return true;
    if (!value->is_place &&
        (value->sum.terms.len != 1 || value->sum.terms.at[0].factor != 1 ||
         value->sum.constant))
        return formula_lexer_fail_at(
            &p->lexer, value->column,
            "this is a number and not a condition; compare it, as in 'p1 + p2 "
            ">= 1'");
    value->node =
        formula_builder_compare(p->builder, &value->sum, FORMULA_GE, &one);
    formula_sum_free(&value->sum);
    value->is_sum = false;
    return true;
}

static bool want_sum(const struct formula_stack *p,
                     const struct formula_stack_value *value,
                     const struct formula_stack_operator *op)
{
    static const char *const hint =
        "; a comparison of three numbers is written 'a <= b and b <= c'";

    return value->is_sum ||
           formula_lexer_fail_at(&p->lexer, value->column,
                                 "this is a condition and not a number%s",
                                 is_relation(op->token) ? hint : "");
}

/* The sum becomes a factor times another one. */
static void set_product(struct formula_sum *sum,
                        const struct formula_sum *factor,
                        const struct formula_sum *other)
{
    struct formula_sum product = {.too_large = factor->too_large};

    formula_sum_add(&product, other, factor->constant);
    formula_sum_free(sum);
    *sum = product;
}

static bool multiply_sums(struct formula_stack *p,
                          struct formula_stack_value *a,
                          const struct formula_stack_value *b,
                          const struct formula_stack_operator *op)
{
    if (a->sum.terms.len && b->sum.terms.len)
        return formula_lexer_fail_at(&p->lexer, op->column,
                                     "one of the factors must be a number");
    if (a->sum.terms.len)
        set_product(&a->sum, &b->sum, &a->sum);
    else
        set_product(&a->sum, &a->sum, &b->sum);
    return true;
}

/* Joins b, the right operand, to a. */
static bool join_sums(struct formula_stack *p, struct formula_stack_value *a,
                      struct formula_stack_value *b,
                      const struct formula_stack_operator *op)
{
    bool good = want_sum(p, a, op) && want_sum(p, b, op);

    a->is_place = false;
    if (good && op->token == TOKEN_TIMES) {
        good = multiply_sums(p, a, b, op);
    } else if (good && is_relation(op->token)) {
        a->node = formula_builder_compare(
            p->builder, &a->sum,
            (enum formula_builder_relation)(op->token - TOKEN_EQ), &b->sum);
        formula_sum_free(&a->sum);
        a->is_sum = false;
    } else if (good) {
        formula_sum_add(&a->sum, &b->sum, op->token == TOKEN_PLUS ? 1 : -1);
    }
    formula_sum_free(&b->sum);
    return good;
}

static uint32_t join_nodes(struct formula_builder *b,
                           enum formula_lexer_token token, uint32_t left,
                           uint32_t right)
{
    if (token == TOKEN_XOR)
        return formula_builder_xor(b, left, right);
    if (token == TOKEN_IFF)
        return formula_builder_not(formula_builder_xor(b, left, right));
    if (token == TOKEN_IMPLIES)
        left = formula_builder_not(left);
    return formula_builder_two(b, token == TOKEN_AND ? FORMULA_AND : FORMULA_OR,
                               left, right);
}

/* A condition becomes an atom. */
bool formula_stack_make_path(struct formula_stack *p,
                             struct formula_stack_value *value)
{
    struct diag *const diag = p->lexer.diag;

    if (value->is_path)
        return true;
    if (!formula_stack_make_node(p, value))
        return false;
    value->is_path = true;
    return temporal_add(
        p->temporal, formula_builder_make(p->builder, value->node, false, diag),
        formula_builder_make(p->builder, value->node, true, diag), &value->path,
        diag);
}

static ltl_id operate(struct ltl *ltl, enum formula_lexer_token token,
                      ltl_id left, ltl_id right)
{
    const ltl_id not_left = ltl_negation(ltl, left);
    const ltl_id both = ltl_binary(ltl, LTL_AND, left, right);
    const ltl_id either = ltl_binary(ltl, LTL_OR, left, right);

    if (token == TOKEN_UNTIL)
        return ltl_binary(ltl, LTL_UNTIL, left, right);
    if (token == TOKEN_RELEASE)
        return ltl_binary(ltl, LTL_RELEASE, left, right);
    if (token == TOKEN_WEAK)
        return ltl_binary(ltl, LTL_RELEASE, right, either);
    if (token == TOKEN_MUST)
        return ltl_binary(ltl, LTL_UNTIL, right, both);
    if (token == TOKEN_IMPLIES)
        return ltl_binary(ltl, LTL_OR, not_left, right);
    if (token == TOKEN_XOR)
        return ltl_binary(ltl, LTL_AND, either, ltl_negation(ltl, both));
    if (token == TOKEN_IFF)
        return ltl_binary(ltl, LTL_OR, both, ltl_negation(ltl, either));
    return token == TOKEN_AND ? both : either;
}

static bool join_paths(struct formula_stack *p, struct formula_stack_value *a,
                       struct formula_stack_value *b,
                       const struct formula_stack_operator *op)
{
    const bool good =
        formula_stack_make_path(p, a) && formula_stack_make_path(p, b);

    if (good)
        a->path = operate(&p->temporal->ltl, op->token, a->path, b->path);
    formula_sum_free(&b->sum);
    return good;
}

static bool join_conditions(struct formula_stack *p,
                            struct formula_stack_value *a,
                            struct formula_stack_value *b,
                            const struct formula_stack_operator *op)
{
    if (a->is_path || b->is_path || formula_stack_is_temporal(op->token))
        return join_paths(p, a, b, op);

    const bool good =
        formula_stack_make_node(p, a) && formula_stack_make_node(p, b);

    if (good)
        a->node = join_nodes(p->builder, op->token, a->node, b->node);
    formula_sum_free(&b->sum);
    return good;
}

/* Puts X, F or G before a value. */
static bool apply_temporal(struct formula_stack *p,
                           struct formula_stack_value *a,
                           enum formula_lexer_token token)
{
    if (!formula_stack_make_path(p, a))
        return false;

    struct ltl *const ltl = &p->temporal->ltl;

    a->path = token == TOKEN_NEXT
                  ? (p->is_ctl ? temporal_next(p->temporal, a->path)
                               : ltl_next(ltl, a->path))
              : token == TOKEN_FINALLY ? ltl_finally(ltl, a->path)
                                       : ltl_globally(ltl, a->path);
    return true;
}

static bool quantify(struct formula_stack *p, struct formula_stack_value *a,
                     const struct formula_stack_operator *op)
{
    if (!formula_stack_make_path(p, a))
        return false;
    a->path =
        temporal_quantify(p->temporal, op->token == TOKEN_ALL_PATHS, a->path);
    return a->path != UINT32_MAX ||
           formula_lexer_fail_at(
               &p->lexer, op->column,
               "between two quantifiers there is one of X, F, G, U, R, W and "
               "M; formulas with more of them are not of CTL");
}

bool formula_stack_change(struct formula_stack *p,
                          struct formula_stack_value *a,
                          const struct formula_stack_operator *op)
{
    static const struct formula_sum minus = {.constant = -1};

    a->column = op->column;
    if (op->token == TOKEN_ALL_PATHS || op->token == TOKEN_SOME_PATH)
        return quantify(p, a, op);
    if (op->token == TOKEN_MINUS) {
        if (!want_sum(p, a, op))
            return false;
        set_product(&a->sum, &minus, &a->sum);
        a->is_place = false;
        return true;
    }
    if (formula_stack_is_temporal(op->token))
        return apply_temporal(p, a, op->token);
    if (a->is_path) {
        a->path = ltl_negation(&p->temporal->ltl, a->path);
        return true;
    }
    if (!formula_stack_make_node(p, a))
        return false;
    a->node = formula_builder_not(a->node);
    return true;
}

bool formula_stack_join(struct formula_stack *p, struct formula_stack_value *a,
                        struct formula_stack_value *b,
                        const struct formula_stack_operator *op)
{
    return op->token >= TOKEN_EQ ? join_sums(p, a, b, op)
                                 : join_conditions(p, a, b, op);
}

/* Applies the topmost operator. */
static bool apply(struct formula_stack *p)
{
    const struct formula_stack_operator op = vec_pop(&p->operators);
    struct formula_stack_value b;

    if (op.is_unary)
        return formula_stack_change(p, vec_top(&p->values), &op);
    b = vec_pop(&p->values);
    return formula_stack_join(p, vec_top(&p->values), &b, &op);
}

/* Does the waiting operator bind before the new one? */
static bool goes_first(const struct formula_stack_operator *waiting,
                       const struct formula_stack_operator *op)
{
    const int a = strength_of(waiting), b = strength_of(op);

    return a > b || (a == b && op->token != TOKEN_IMPLIES &&
                     !formula_stack_is_temporal(op->token));
}

bool formula_stack_apply_before(struct formula_stack *p,
                                const struct formula_stack_operator *op)
{
    while (p->operators.len && vec_top(&p->operators)->token != TOKEN_OPEN &&
           goes_first(vec_top(&p->operators), op))
        if (!apply(p))
            return false;
    return true;
}
