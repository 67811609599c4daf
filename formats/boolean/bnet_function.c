#include "formats/boolean/bnet_function.h"

#include "base/ids.h"

/* Nodes of the diagram of a function or of some prime implicants; of all prime
 * implicants; and of a diagram with the variables in the order of the network,
 * which does not depend on the text.  A larger one has them in that of the
 * text. */
enum {
    MOST_NODES = 1 << 20,
    MOST_PRIME_NODES = 1 << 17,
    MOST_ORDERED_NODES = 1 << 19,
};

/* All prime implicants are listed if these are not more, or some.  A transition
 * for each of many that say the same would slow down every question. */
enum { MOST_PRIMES = 1 << 10, MOST_CUBES = 1 << 17 };

/* -- The order of variables -- */

static void find_support(struct bnet_function *f, const int32_t *code,
                         uint32_t len)
{
    for (uint32_t i = 0; i < len; i++)
        if (code[i] >= 0)
            vec_push(&f->support, (uint32_t)code[i]);
    f->support.len = ids_unique(f->support.at, f->support.len);
}

/* By place in the support: the variable of the diagram, from 1; the variable of
 * the network is 0 and need not be in the support.  The order is that of the
 * code, or of numbers without code. */
static uint32_t *find_order(struct bnet_function *f, const int32_t *code,
                            uint32_t len, uint32_t v)
{
    const uint32_t n = f->support.len;
    uint32_t *const variables = mem_zero(n + 1, sizeof *variables);

    vec_clear(&f->order);
    vec_push(&f->order, n);
    for (uint32_t i = 0; i < (code ? len : n); i++) {
        if (code && code[i] < 0)
            continue;
        const uint32_t place =
            code ? ids_find(f->support.at, n, (uint32_t)code[i]) : i;

        if (f->support.at[place] == v) {
            f->order.at[0] = place;
        } else if (!variables[place]) {
            variables[place] = f->order.len;
            vec_push(&f->order, place);
        }
    }
    return variables;
}

/* -- The diagram -- */

/* Operands that wait for one operator, BNET_AND or BNET_OR; 0: one operand. */
struct operand_chain {
    int32_t code;
    uint32_t from; /* in the operands, up to the next chain's */
};

struct evaluation {
    struct bdd *bdd;
    VEC(struct operand_chain) chains;
    VEC(uint32_t) operands; /* functions in the diagram */
};

/* Joins neighbours, and again, until one is left: of n operands each is in
 * log(n) results. */
static void join(struct evaluation *e, struct operand_chain *chain,
                 uint32_t end)
{
    uint32_t *const at = e->operands.at + chain->from;
    uint32_t n = end - chain->from;

    for (; n > 1; n = (n + 1) / 2)
        for (uint32_t i = 0; i < n; i += 2)
            at[i / 2] = i + 1 == n ? at[i]
                        : chain->code == BNET_AND
                            ? bdd_and(e->bdd, at[i], at[i + 1])
                            : bdd_or(e->bdd, at[i], at[i + 1]);
    chain->code = 0;
}

/* The last two chains become one of this operator. */
static void connect(struct evaluation *e, int32_t code)
{
    struct operand_chain second = vec_pop(&e->chains);
    struct operand_chain *const first = vec_top(&e->chains);

    if (second.code && second.code != code) {
        join(e, &second, e->operands.len);
        e->operands.len = second.from + 1;
    }
    if (first->code && first->code != code) {
        join(e, first, second.from);
        for (uint32_t i = second.from; i < e->operands.len; i++)
            e->operands.at[first->from + 1 + i - second.from] =
                e->operands.at[i];
        e->operands.len -= second.from - first->from - 1;
    }
    first->code = code;
}

static uint32_t join_last(struct evaluation *e)
{
    struct operand_chain *const top = vec_top(&e->chains);

    join(e, top, e->operands.len);
    e->operands.len = top->from + 1;
    return e->operands.at[top->from];
}

static void push(struct evaluation *e, uint32_t function)
{
    vec_push(&e->chains, ((struct operand_chain){0, e->operands.len}));
    vec_push(&e->operands, function);
}

static uint32_t evaluate(struct bnet_function *f, const int32_t *code,
                         uint32_t len, const uint32_t *variables)
{
    struct evaluation e = {.bdd = &f->bdd};
    uint32_t result;

    for (uint32_t i = 0; i < len; i++) {
        if (code[i] >= 0)
            push(&e,
                 bdd_variable(&f->bdd,
                              variables[ids_find(f->support.at, f->support.len,
                                                 (uint32_t)code[i])]));
        else if (code[i] == BNET_FALSE || code[i] == BNET_TRUE)
            push(&e, code[i] == BNET_TRUE ? BDD_TRUE : BDD_FALSE);
        else if (code[i] == BNET_NOT)
            *vec_top(&e.operands) = bdd_not(&f->bdd, join_last(&e));
        else
            connect(&e, code[i]);
    }
    result = join_last(&e);
    vec_free(&e.chains);
    vec_free(&e.operands);
    return result;
}

/* Makes the diagram, with variables in the order of the text or of the network;
 * false when it is too large. */
static bool build(struct bnet_function *f, const int32_t *code, uint32_t len,
                  uint32_t v, bool by_text)
{
    uint32_t *const variables = find_order(f, by_text ? code : NULL, len, v);

    bdd_init(&f->bdd);
    bdd_allow(&f->bdd, by_text ? MOST_NODES : MOST_ORDERED_NODES);
    f->root = evaluate(f, code, len, variables);
    mem_free(variables);
    return f->root != BDD_NONE;
}

void bnet_function_init(struct bnet_function *f, const int32_t *code,
                        uint32_t len, uint32_t v)
{
    *f = (struct bnet_function){0};
    find_support(f, code, len);
    if (build(f, code, len, v, false))
        return;
    bdd_finish(&f->bdd);
    (void)build(f, code, len, v, true);
}

void bnet_function_finish(struct bnet_function *f)
{
    vec_free(&f->support);
    vec_free(&f->order);
    bdd_finish(&f->bdd);
}

/* -- Prime implicants -- */

/* Adds all prime implicants of the function, or some. */
static bool list(struct bnet_function *f, uint32_t function,
                 struct primes *cubes)
{
    const uint32_t *const order = f->order.at;
    bool good;

    *cubes = (struct primes){.n_words = primes_words(f->support.len)};
    bdd_allow(&f->bdd, MOST_PRIME_NODES);
    good = bdd_list(&f->bdd, bdd_primes(&f->bdd, function), order, MOST_PRIMES,
                    cubes);
    bdd_allow(&f->bdd, MOST_NODES);
    good = good || bdd_list(&f->bdd, bdd_cover(&f->bdd, function), order,
                            MOST_CUBES, cubes);
    primes_sort(cubes);
    return good;
}

bool bnet_function_primes(struct bnet_function *f, struct primes *cubes)
{
    return list(f, f->root, cubes);
}

bool bnet_function_changes(struct bnet_function *f, bool value,
                           struct primes *cubes)
{
    uint32_t where = bdd_decided(&f->bdd, f->root, 0, !value);

    bdd_allow(&f->bdd, MOST_NODES);
    if (!value)
        where = bdd_not(&f->bdd, where);
    return list(f, where, cubes);
}
