/* formula.h - conditions on markings, as plain data in negation normal form.
 *
 *     EF (p1 + 2*p2 >= 2 and not fireable(t))
 *
 *     0  FORMULA_AND        children 1, 2
 *     1  FORMULA_AT_LEAST   1*p1 + 2*p2 >= 2
 *     2  FORMULA_DISABLED   t
 *
 * The nodes are a tree.  The children of a node follow each other and have
 * larger numbers than the node; node 0 is the root.  A node FORMULA_AND or
 * FORMULA_OR has two children or more, none of its own kind.  FORMULA_TRUE and
 * FORMULA_FALSE are roots only.  A negated comparison is a comparison:
 * not (s >= b) is -s >= 1-b.
 *
 * Leaves are chained for evaluation: a leaf that holds is followed by if_true,
 * else by if_false, until the truth of the root is known.  So evaluation needs
 * neither a stack nor memory.
 *
 * formula_builder.h builds formulas, formula_parser.h reads them. */
#ifndef FORMULA_H
#define FORMULA_H

#include "base/bits.h"
#include "base/vec.h"
#include "net/net.h"

enum formula_op {
    FORMULA_TRUE,
    FORMULA_FALSE,
    FORMULA_AND,
    FORMULA_OR,
    FORMULA_AT_LEAST, /* a sum of places is at least the bound */
    FORMULA_FIREABLE, /* a transition is enabled */
    FORMULA_DISABLED, /* a transition is not enabled */
    FORMULA_DEADLOCK, /* no transition is enabled */
    FORMULA_LIVE,     /* some transition is enabled */
};

/* The ends of the chain of leaves. */
#define FORMULA_YES UINT32_MAX
#define FORMULA_NO (UINT32_MAX - 1)

/* Absolute values of factors and bounds are at most this, so that sums over all
 * places of a net fit 64 bits. */
#define FORMULA_LARGEST ((int64_t)1 << 31)

static inline bool formula_is_large(int64_t value)
{
    return value > FORMULA_LARGEST || value < -FORMULA_LARGEST;
}

struct formula_term {
    place_id place;
    int64_t factor; /* not 0 */
};

typedef VEC(struct formula_term) formula_terms;

struct formula_node {
    enum formula_op op;
    uint32_t first, len; /* of and, or: children; of a comparison: its terms, by
                            increasing places */
    trans_id trans;      /* FORMULA_FIREABLE, FORMULA_DISABLED */
    int64_t bound;       /* FORMULA_AT_LEAST */
    uint32_t if_true, if_false;
};

struct formula {
    VEC(struct formula_node) nodes;
    formula_terms terms;
    uint32_t entry; /* the first leaf */
};

void formula_destroy(struct formula *formula); /* may be NULL */
struct formula *formula_copy(const struct formula *formula);

/* A formula that shares the terms of another one, whose root is a comparison.
 * The bound may change; nothing is to be freed. */
struct formula_view {
    struct formula formula;
    struct formula_node node;
};

/* Fills the view, which must not move. */
void formula_view(struct formula_view *view, const struct formula *formula,
                  int64_t bound);

/* Term i of a comparison. */
static inline struct formula_term formula_term(const struct formula *formula,
                                               const struct formula_node *node,
                                               uint32_t i)
{
    return formula->terms.at[node->first + i];
}

/* The largest value of the sum of a comparison at any marking, reachable or
 * not; and the least one. */
int64_t formula_limit(const struct formula *formula,
                      const struct formula_node *node);
int64_t formula_least(const struct formula *formula,
                      const struct formula_node *node);

bool formula_is_leaf(const struct formula_node *node);

/* The sum of a comparison at marking m. */
int64_t formula_sum_at(const struct formula *formula,
                       const struct formula_node *node, const bits_word *m);

/* Does the node compare one place so that it says that the place is marked, 1,
 * or that it is empty, -1?  0: neither. */
int formula_literal(const struct formula *formula,
                    const struct formula_node *node);

/* The largest value that a term can have. */
static inline int64_t formula_largest(struct formula_term term)
{
    return term.factor > 0 ? term.factor : 0;
}

/* Appends the places that the formula looks at, which may be there several
 * times.  Does it ask for a deadlock, or for none, which looks at all places?
 */
bool formula_places(const struct formula *formula, const struct net *net,
                    net_place_list *places);

/* Appends the transitions whose firing raises the sum of a comparison, in
 * increasing order. */
void formula_raisers(const struct formula *formula,
                     const struct formula_node *node, const struct net *net,
                     net_trans_list *raisers);

/* Does this leaf of the formula hold at marking m? */
bool formula_leaf_holds(const struct formula *formula,
                        const struct formula_node *leaf, const struct net *net,
                        const bits_word *m);

/* Does a conjunction or disjunction?  known: by node, does it hold? */
bool formula_join_holds(const struct formula_node *node, const bool *known);

/* Does the formula hold at marking m? */
bool formula_holds(const struct formula *formula, const struct net *net,
                   const bits_word *m);

/* A marking with what is known to be enabled. */
struct formula_marking {
    const struct net *net;
    const bits_word *marking;
    const uint32_t *missing; /* by transition: empty places that it needs; NULL:
                                not known, nor is n_enabled */
    uint32_t n_enabled;
};

/* The same, by what is known. */
bool formula_holds_at(const struct formula *formula, struct formula_marking at);

/* Are they the same tree with the same leaves? */
bool formula_equal(const struct formula *a, const struct formula *b);

/* --- formula_sum.c - linear sums of places: constant + factor * place + ... */

/* A sum; all zero is 0.  A place may occur in several terms. */
struct formula_sum {
    formula_terms terms;
    int64_t constant;
    bool too_large; /* a number went beyond FORMULA_LARGEST: the sum is not
                       meaningful */
};

void formula_sum_free(struct formula_sum *sum);
void formula_sum_place(struct formula_sum *sum, place_id p, int64_t factor);

/* Adds the number of tokens of p, which is a sum of several places if p can
 * have several tokens. */
void formula_sum_tokens(struct formula_sum *sum, const struct net *net,
                        place_id p);
void formula_sum_constant(struct formula_sum *sum, int64_t constant);

/* Adds factor times the other sum. */
void formula_sum_add(struct formula_sum *sum, const struct formula_sum *other,
                     int64_t factor);

/* Orders the terms by place, one a place, without factors of 0. */
void formula_sum_sort(struct formula_sum *sum);

/* --- formula_cubes.c - a formula as a disjunction of cubes: places that are to
 * be marked and places that are to be empty.
 *
 *     (p or q) and not r      p !r,  q !r
 *     p + q + r >= 2          p q,  p r,  q r
 *
 * The number of cubes can be exponential in the size of the formula, so there
 * is a limit.  "deadlock" has no cubes. */

enum {
    FORMULA_CUBES_MOST = 64,        /* as questions of their own */
    FORMULA_CUBES_CERTIFIED = 1000, /* in a certificate of a complete prefix */
};

struct formula_cubes_cube {
    net_place_list marked, empty; /* strictly increasing, disjoint */
};

typedef VEC(struct formula_cubes_cube) formula_cubes_list;

void formula_cubes_free(formula_cubes_list *cubes);

/* Fills the list; false, with an empty list, when the formula or a part of it
 * has more than `most` cubes, or asks for a deadlock. */
bool formula_cubes_of(const struct formula *formula, const struct net *net,
                      uint32_t most, formula_cubes_list *cubes);

#endif
