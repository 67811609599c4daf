#include "formats/boolean/bdd.h"

#include "base/hash.h"

enum { AND, OR, NOT, PRIMES, COVER, MINUS, SUM };

/* Calls for each node of the limit; with their results they take 25 bytes or
 * less. */
enum { CALLS_OF_NODE = 4 };

/* Numbers of nodes and calls fit into the key of a call. */
enum { ID_BITS = 30 };

void bdd_init(struct bdd *d)
{
    const struct bdd_node constant = {UINT32_MAX,
                                      {BDD_NONE, BDD_NONE, BDD_NONE}};

    *d = (struct bdd){0};
    vec_push(&d->nodes, constant);
    vec_push(&d->nodes, constant);
}

void bdd_finish(struct bdd *d)
{
    vec_free(&d->nodes);
    slots_finish(&d->slots);
    keys_finish(&d->calls);
    vec_free(&d->results);
    vec_free(&d->stack);
}

void bdd_allow(struct bdd *d, uint32_t n_nodes)
{
    d->most_nodes = d->nodes.len + n_nodes;
    d->most_calls = d->calls.len + CALLS_OF_NODE * n_nodes;
    ASSERT(d->most_nodes < 1u << ID_BITS);
}

/* -- Nodes -- */

static uint64_t hash_of(const struct bdd_node *node)
{
    return keys_hash(keys_hash((uint64_t)node->at[0] << 32 | node->at[1]) ^
                     ((uint64_t)node->variable << 32 | node->at[2]));
}

static bool is_same(const struct bdd_node *a, const struct bdd_node *b)
{
    return a->variable == b->variable && a->at[0] == b->at[0] &&
           a->at[1] == b->at[1] && a->at[2] == b->at[2];
}

static uint32_t intern(struct bdd *d, struct bdd_node node)
{
    const uint64_t hash = hash_of(&node);
    uint32_t p, id;

    if (d->nodes.len >= d->slots.room) {
        slots_grow(&d->slots);
        for (uint32_t i = 2; i < d->nodes.len; i++)
            slots_put(&d->slots, hash_of(&d->nodes.at[i]), i);
    }
    for (p = slots_first(&d->slots, hash);
         (id = slots_id(&d->slots, p)) != SLOTS_FREE;
         p = slots_next(&d->slots, p))
        if (slots_may_be(&d->slots, p, hash) &&
            is_same(&d->nodes.at[id], &node))
            return id;
    slots_take(&d->slots, p, hash, d->nodes.len);
    vec_push(&d->nodes, node);
    return d->nodes.len - 1;
}

static uint32_t decide(struct bdd *d, uint32_t v, uint32_t if_false,
                       uint32_t if_true)
{
    if (if_false == if_true || if_false == BDD_NONE)
        return if_false;
    if (if_true == BDD_NONE)
        return BDD_NONE;
    return intern(d, (struct bdd_node){v, {if_false, if_true, BDD_NONE}});
}

static uint32_t cubes_of(struct bdd *d, uint32_t v, uint32_t without,
                         uint32_t negated, uint32_t with)
{
    if (without == BDD_NONE || negated == BDD_NONE || with == BDD_NONE)
        return BDD_NONE;
    if (negated == BDD_FALSE && with == BDD_FALSE)
        return without;
    return intern(d, (struct bdd_node){v, {without, negated, with}});
}

/* The cubes of the set without the variable, with its negation, or with it. */
static uint32_t part(const struct bdd *d, uint32_t set, uint32_t v, uint32_t i)
{
    const struct bdd_node *const node = &d->nodes.at[set];

    if (node->variable == v)
        return node->at[i];
    return i ? BDD_FALSE : set;
}

uint32_t bdd_decided(const struct bdd *d, uint32_t f, uint32_t v, bool value)
{
    if (f == BDD_NONE || d->nodes.at[f].variable != v)
        return f;
    return d->nodes.at[f].at[value];
}

static uint32_t first_variable(const struct bdd *d, uint32_t a, uint32_t b)
{
    const uint32_t v = d->nodes.at[a].variable, w = d->nodes.at[b].variable;

    return v < w ? v : w;
}

/* -- Operations -- */

/* The result if it needs no node. */
static uint32_t simple(uint32_t operation, uint32_t a, uint32_t b)
{
    switch (operation) {
    case AND:
    case OR:
        if (a == b || b == (operation == AND))
            return a;
        if (a == (operation == AND))
            return b;
        return a > BDD_TRUE && b > BDD_TRUE ? BDD_NONE : operation == OR;
    case NOT:
        return a > BDD_TRUE ? BDD_NONE : !a;
    case MINUS:
        if (a == BDD_FALSE || a == b)
            return BDD_FALSE;
        return b == BDD_FALSE ? a : BDD_NONE;
    case COVER:
        return a == BDD_FALSE || b == BDD_TRUE ? a != BDD_FALSE : BDD_NONE;
    default:
        return a > BDD_TRUE ? BDD_NONE : a;
    }
}

static uint64_t key_of(const struct bdd_call *call)
{
    return (uint64_t)call->operation << 2 * ID_BITS |
           (uint64_t)call->a << ID_BITS | call->b;
}

/* The result if it is known; or BDD_NONE, and the call waits to be done. */
static uint32_t ask(struct bdd *d, uint32_t operation, uint32_t a, uint32_t b)
{
    const bool swaps = a > b && (operation == AND || operation == OR);
    const struct bdd_call call = {operation, swaps ? b : a, swaps ? a : b};
    uint32_t result, id;

    if (a == BDD_NONE || b == BDD_NONE)
        return BDD_NONE;
    result = simple(operation, a, b);
    if (result != BDD_NONE)
        return result;
    id = keys_find(&d->calls, key_of(&call));
    if (id != KEYS_NONE)
        return d->results.at[id];
    vec_push(&d->stack, call);
    return BDD_NONE;
}

/* A prime implicant without the variable is one of both functions; one with a
 * literal of it is one of the function there, and none of the other one. */
static uint32_t primes_of(struct bdd *d, uint32_t f)
{
    const struct bdd_node at = d->nodes.at[f];
    const uint32_t both = ask(d, AND, at.at[0], at.at[1]);
    const uint32_t without = ask(d, PRIMES, both, 0);
    const uint32_t negated = ask(d, PRIMES, at.at[0], 0);
    const uint32_t with = ask(d, PRIMES, at.at[1], 0);

    return cubes_of(d, at.variable, without, ask(d, MINUS, negated, without),
                    ask(d, MINUS, with, without));
}

static uint32_t minus(struct bdd *d, uint32_t a, uint32_t b)
{
    const uint32_t v = first_variable(d, a, b);
    uint32_t left[3];

    for (uint32_t i = 0; i < 3; i++)
        left[i] = ask(d, MINUS, part(d, a, v, i), part(d, b, v, i));
    return cubes_of(d, v, left[0], left[1], left[2]);
}

/* The disjunction of the cubes. */
static uint32_t sum(struct bdd *d, uint32_t set)
{
    const struct bdd_node at = d->nodes.at[set];
    const uint32_t negated = ask(d, SUM, at.at[1], 0);
    const uint32_t with = ask(d, SUM, at.at[2], 0);

    return ask(d, OR, ask(d, SUM, at.at[0], 0),
               decide(d, at.variable, negated, with));
}

/* What the cubes of the set leave of the function. */
static uint32_t rest(struct bdd *d, uint32_t f, uint32_t set)
{
    return ask(d, AND, f, ask(d, NOT, ask(d, SUM, set, 0), 0));
}

/* Cubes that imply `most` and that `least` implies.  With a literal of the
 * variable: what no cube without it can have; without it: the rest. */
static uint32_t cover(struct bdd *d, uint32_t least, uint32_t most)
{
    const uint32_t v = first_variable(d, least, most);
    uint32_t needs[2], may[2], cubes[2];

    for (uint32_t i = 0; i < 2; i++) {
        needs[i] = bdd_decided(d, least, v, i);
        may[i] = bdd_decided(d, most, v, i);
    }
    for (uint32_t i = 0; i < 2; i++)
        cubes[i] = ask(d, COVER, ask(d, AND, needs[i], ask(d, NOT, may[!i], 0)),
                       may[i]);
    const uint32_t left =
        ask(d, OR, rest(d, needs[0], cubes[0]), rest(d, needs[1], cubes[1]));

    return cubes_of(d, v, ask(d, COVER, left, ask(d, AND, may[0], may[1])),
                    cubes[0], cubes[1]);
}

/* The result; or BDD_NONE, and others are to be done before. */
static uint32_t compute(struct bdd *d, uint32_t operation, uint32_t a,
                        uint32_t b)
{
    switch (operation) {
    case PRIMES:
        return primes_of(d, a);
    case COVER:
        return cover(d, a, b);
    case MINUS:
        return minus(d, a, b);
    case SUM:
        return sum(d, a);
    default:
        break;
    }
    const uint32_t v = first_variable(d, a, b);
    const uint32_t if_false = ask(d, operation, bdd_decided(d, a, v, false),
                                  bdd_decided(d, b, v, false));

    return decide(d, v, if_false,
                  ask(d, operation, bdd_decided(d, a, v, true),
                      bdd_decided(d, b, v, true)));
}

static uint32_t call(struct bdd *d, uint32_t operation, uint32_t a, uint32_t b)
{
    uint32_t result = ask(d, operation, a, b);

    while (d->stack.len) {
        const struct bdd_call top = *vec_top(&d->stack);

        if (keys_find(&d->calls, key_of(&top)) == KEYS_NONE) {
            result = compute(d, top.operation, top.a, top.b);
            if (d->nodes.len > d->most_nodes || d->calls.len > d->most_calls) {
                vec_clear(&d->stack);
                return BDD_NONE;
            }
            if (result == BDD_NONE)
                continue;
            (void)keys_intern(&d->calls, key_of(&top));
            vec_push(&d->results, result);
        }
        d->stack.len--;
    }
    return ask(d, operation, a, b);
}

uint32_t bdd_variable(struct bdd *d, uint32_t v)
{
    return decide(d, v, BDD_FALSE, BDD_TRUE);
}

uint32_t bdd_not(struct bdd *d, uint32_t f)
{
    return call(d, NOT, f, 0);
}

uint32_t bdd_and(struct bdd *d, uint32_t f, uint32_t g)
{
    return call(d, AND, f, g);
}

uint32_t bdd_or(struct bdd *d, uint32_t f, uint32_t g)
{
    return call(d, OR, f, g);
}

uint32_t bdd_primes(struct bdd *d, uint32_t f)
{
    return call(d, PRIMES, f, 0);
}

uint32_t bdd_cover(struct bdd *d, uint32_t f)
{
    return call(d, COVER, f, f);
}

/* -- Cubes -- */

/* The number of cubes, at most UINT32_MAX.  Nodes come behind their parts. */
static uint32_t count(const struct bdd *d, uint32_t set)
{
    VEC(uint32_t) counts = {0};
    uint32_t result;

    for (uint32_t id = 0; id <= set; id++) {
        uint64_t sum_of = id == BDD_TRUE;

        for (uint32_t i = 0; i < 3 && d->nodes.at[id].at[2] != BDD_NONE; i++)
            sum_of += counts.at[d->nodes.at[id].at[i]];
        vec_push(&counts, sum_of < UINT32_MAX ? (uint32_t)sum_of : UINT32_MAX);
    }
    result = counts.at[set];
    vec_free(&counts);
    return result;
}

bool bdd_list(const struct bdd *d, uint32_t set, const uint32_t *order,
              uint32_t most, struct primes *cubes)
{
    const uint32_t n = cubes->n_words;
    VEC(uint32_t) waiting = {0};
    VEC(bits_word) rows = {0};

    if (set == BDD_NONE || count(d, set) > most)
        return false;
    vec_push(&waiting, set);
    vec_fit(&rows, n);
    while (waiting.len) {
        const uint32_t top = vec_pop(&waiting), from = rows.len - n;

        if (top == BDD_TRUE)
            primes_append(cubes, rows.at + from);
        if (top <= BDD_TRUE) {
            rows.len = from;
            continue;
        }
        const struct bdd_node *const node = &d->nodes.at[top];

        for (uint32_t i = 0; i < 3; i++) {
            vec_push(&waiting, node->at[i]);
            vec_reserve(&rows, n);
            if (i) {
                bits_copy(rows.at + from + i * n, rows.at + from, n);
                rows.len += n;
            }
        }
        for (uint32_t i = 1; i < 3; i++)
            bits_add(rows.at + from + i * n,
                     primes_literal(order[node->variable], i == 2));
    }
    vec_free(&waiting);
    vec_free(&rows);
    return true;
}
