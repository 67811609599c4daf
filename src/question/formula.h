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

/* The largest value of the sum of a comparison at any marking, reachable or
 * not. */
int64_t formula_limit(const struct formula *formula,
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
static inline int64_t formula_largest(const struct formula_term *term)
{
    return term->factor > 0 ? term->factor : 0;
}

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

/* Are they the same tree with the same leaves? */
bool formula_equal(const struct formula *a, const struct formula *b);

#endif
