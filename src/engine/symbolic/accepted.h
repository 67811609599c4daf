/* accepted.h - the reachable markings from which a run is accepted, by state of
 * an automaton.
 *
 *     E[q] = { m | a run from m has a word that is accepted from q on }
 *
 * States of the product (product.h) are pairs of a state of the automaton and a
 * marking; a set of them is a family: a set of markings for each state of a
 * component.  Within a component, the family is the greatest one from which
 * runs lead through edges of each acceptance set and into it again, or out of
 * the component and into E [EL86] (THEORY, Theorem 135). */
#ifndef ACCEPTED_H
#define ACCEPTED_H

#include "engine/symbolic/sets.h"
#include "question/temporal.h"
#include "temporal/buchi.h"

struct accepted {
    struct sets *sets;
    const struct buchi *automaton;
    uint32_t first;   /* in `kept` (mdd.h): the sets of the three below */
    uint32_t guards;  /* by edge: the markings that it reads */
    uint32_t loops;   /* by state: those that an edge to it reads */
    uint32_t all;     /* by state: E */
    uint32_t *states; /* by component, one behind the other */
    uint32_t *ends;   /* by component: of its states */
    uint32_t *number; /* by state: among those of its component */
};

/* Which edges: those that leave a component or those within it; and those of
 * acceptance set `set`, as a bit, or all (0). */
struct accepted_edges {
    bool leave;
    uint64_t set;
};

/* Finds E. The arguments are borrowed; the atoms are those of the automaton. */
void accepted_init(struct accepted *accepted, struct sets *sets,
                   const struct temporal *temporal,
                   const struct buchi *automaton);
void accepted_finish(struct accepted *accepted);

/* The acceptance sets that runs within the component need: the i-th as a bit,
 * or 0 for any edge. */
uint32_t accepted_sets(const struct accepted *accepted, uint32_t component);
uint64_t accepted_set(const struct accepted *accepted, uint32_t component,
                      uint32_t i);

bool accepted_has_edge(const struct accepted *accepted, uint32_t edge,
                       uint32_t state, struct accepted_edges which);

/* Keeps a family of empty sets for the states of a component; returns its index
 * in `kept`. */
uint32_t accepted_family(struct accepted *accepted, uint32_t component);

/* E of the component, as a family that is kept. */
uint32_t accepted_kept(struct accepted *accepted, uint32_t component);

/* The set of a family for a state; valid until another one is kept, as
 * the operations of images.h do. */
static inline mdd_id *accepted_at(const struct accepted *accepted,
                                  uint32_t family, uint32_t state)
{
    return accepted->sets->diagram.kept.at + family + accepted->number[state];
}

static inline mdd_id accepted_from(const struct accepted *accepted,
                                   uint32_t state)
{
    return accepted->sets->diagram.kept.at[accepted->all + state];
}

/* The set into which an edge must lead: of the family, or of E if it leaves the
 * component. */
mdd_id accepted_beyond(const struct accepted *accepted, uint32_t edge,
                       struct accepted_edges which, uint32_t family);

/* The markings that the edge reads. */
static inline mdd_id accepted_guard(const struct accepted *accepted,
                                    uint32_t edge)
{
    return accepted->sets->diagram.kept.at[accepted->guards + edge];
}

/* Adds the pairs from which one step by such an edge leads into the family
 * `from`. */
void accepted_step_back(struct accepted *accepted, uint32_t component,
                        struct accepted_edges which, uint32_t from,
                        uint32_t family);

/* Adds all pairs of the component from which runs in it lead into the
 * family. */
void accepted_close(struct accepted *accepted, uint32_t component,
                    uint32_t family);

#endif
