/* delta_stack.h - a stack of numbers that never decrease, a byte each as a
 * rule.
 *
 *     push 3   push 5   push 900   pop     top: 5
 *
 * It stores the differences; differences that do not fit into a byte are in a
 * list of their own.  Only the top can be read.  All zero is the empty
 * stack. */
#ifndef DELTA_STACK_H
#define DELTA_STACK_H

#include "base/vec.h"

struct delta_stack {
    VEC(uint8_t) deltas; /* DELTA_STACK_LARGE: the last one of `large` */
    VEC(uint32_t) large;
    uint32_t top; /* 0 when there is none */
};

enum { DELTA_STACK_LARGE = UINT8_MAX };

static inline void delta_stack_finish(struct delta_stack *stack)
{
    vec_free(&stack->deltas);
    vec_free(&stack->large);
    stack->top = 0;
}

static inline void delta_stack_push(struct delta_stack *stack, uint32_t n)
{
    const uint32_t delta = n - stack->top;

    ASSERT(n >= stack->top);
    if (delta < DELTA_STACK_LARGE) {
        vec_push(&stack->deltas, (uint8_t)delta);
    } else {
        vec_push(&stack->large, delta);
        vec_push(&stack->deltas, DELTA_STACK_LARGE);
    }
    stack->top = n;
}

static inline uint32_t delta_stack_pop(struct delta_stack *stack)
{
    const uint32_t n = stack->top;
    const uint8_t delta = vec_pop(&stack->deltas);

    stack->top -= delta < DELTA_STACK_LARGE ? delta : vec_pop(&stack->large);
    return n;
}

static inline uint32_t delta_stack_len(const struct delta_stack *stack)
{
    return stack->deltas.len;
}

#endif
