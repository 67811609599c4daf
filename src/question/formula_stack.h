/* formula_stack.h - the operators of a formula that is being read, and the
 * values that they join.
 *
 * Operator precedence with two stacks: operators that wait for their right
 * operand, and values.  An operator joins the values before it as soon as one
 * arrives that does not bind tighter.  Property files have elements in place of
 * operators, and use the values alone.  Functions that give false have made a
 * report. */
#ifndef FORMULA_STACK_H
#define FORMULA_STACK_H

#include "question/formula_builder.h"
#include "question/formula_lexer.h"
#include "question/temporal.h"

struct formula_stack_operator {
    enum formula_lexer_token token;
    bool is_unary;
    bool is_square; /* a bracket */
    uint32_t column;
};

/* Joining copies the right sum to the left one, so the time for parentheses
 * that nest to the right is quadratic in their number. */
struct formula_stack_value {
    bool is_sum, is_path;
    bool is_place; /* a sum that is a place alone, maybe of several tokens */
    struct formula_sum sum;
    uint32_t node; /* of a condition */
    ltl_id path;   /* of what holds of a path */
    uint32_t column;
    char waiting[6]; /* of property files: operators before it */
};

struct formula_stack {
    const struct net *net;
    struct formula_builder *builder;
    struct formula_lexer lexer;
    struct temporal *temporal; /* NULL: of conditions alone */
    bool is_printed;           /* a name means the place alone */
    bool is_ctl;               /* CTL: quantifiers may be anywhere */
    bool begins;               /* a quantifier is first */
    uint32_t n_open;           /* parentheses */
    VEC(struct formula_stack_operator) operators;
    VEC(struct formula_stack_value) values;
};

/* The diagnosis and the text of the lexer are the reader's. */
void formula_stack_init(struct formula_stack *p, const struct net *net);
void formula_stack_finish(struct formula_stack *p);

/* Pushes a condition, or the sum 0. */
void formula_stack_push_node(struct formula_stack *p, uint32_t node,
                             uint32_t column);
void formula_stack_push_sum(struct formula_stack *p, uint32_t column);

/* How tightly a token binds, as a binary operator if it can be one; 0: it is no
 * operator. */
int formula_stack_strength(enum formula_lexer_token token);

/* Is it X, F, G, U, R, W or M? */
static inline bool formula_stack_is_temporal(enum formula_lexer_token token)
{
    return token >= TOKEN_NEXT && token <= TOKEN_MUST;
}

/* Makes a condition of the value, which is no path formula: a place alone means
 * that it is marked. */
bool formula_stack_make_node(struct formula_stack *p,
                             struct formula_stack_value *value);

/* Makes a path formula of the value; only if `temporal` is not NULL. */
bool formula_stack_make_path(struct formula_stack *p,
                             struct formula_stack_value *value);

/* Applies a unary operator to a value; a binary one to a and b, which becomes
 * nothing. */
bool formula_stack_change(struct formula_stack *p,
                          struct formula_stack_value *a,
                          const struct formula_stack_operator *op);
bool formula_stack_join(struct formula_stack *p, struct formula_stack_value *a,
                        struct formula_stack_value *b,
                        const struct formula_stack_operator *op);

/* Applies the operators on top that bind before the new one. */
bool formula_stack_apply_before(struct formula_stack *p,
                                const struct formula_stack_operator *op);

#endif
