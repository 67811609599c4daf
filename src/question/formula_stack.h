/* formula_stack.h - the operators of a formula that is being read, and the
 * values that they join.
 *
 * Operator precedence with two stacks: operators that wait for their right
 * operand, and values.  An operator joins the values before it as soon as one
 * arrives that does not bind tighter.  Functions that give false have made a
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
    struct formula_sum sum;
    uint32_t node; /* of a condition */
    ltl_id path;   /* of what holds of a path */
    uint32_t column;
};

struct formula_stack {
    const struct net *net;
    struct formula_builder *builder;
    struct formula_lexer lexer;
    struct temporal *temporal; /* NULL: of conditions alone */
    bool is_printed;           /* a name means the place alone */
    bool is_ctl;               /* CTL: quantifiers may be anywhere, */
    bool begins;               /* and one is first */
    uint32_t n_open;           /* parentheses */
    VEC(struct formula_stack_operator) operators;
    VEC(struct formula_stack_value) values;
};

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

/* Two conditions, or two path formulas, with an operator between them. */
uint32_t formula_stack_join_nodes(struct formula_builder *b,
                                  enum formula_lexer_token token, uint32_t left,
                                  uint32_t right);
ltl_id formula_stack_join_paths(struct ltl *ltl, enum formula_lexer_token token,
                                ltl_id left, ltl_id right);

/* Puts X, F or G before a value. */
bool formula_stack_apply_temporal(struct formula_stack *p,
                                  struct formula_stack_value *a,
                                  enum formula_lexer_token token);

/* Applies the operators on top that bind before the new one. */
bool formula_stack_apply_before(struct formula_stack *p,
                                const struct formula_stack_operator *op);

#endif
