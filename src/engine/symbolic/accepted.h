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

#include "engine/diagram/sets.h"
#include "question/temporal.h"

struct accepted {
    struct sets *sets;
    const struct buchi *automaton;
    uint32_t first;         /* in `kept` (mdd.h): the sets of the three below */
    uint32_t guards;        /* by edge: the markings that it reads */
    uint32_t loops;         /* by state: those that an edge to it reads */
    uint32_t all;           /* by component: E, as a family */
    struct relation states; /* of a component */
    uint32_t *number;       /* by state: among those of its component */
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

/* The index in `kept` of E of the component. */
static inline uint32_t accepted_all(const struct accepted *accepted,
                                    uint32_t component)
{
    return accepted->all + accepted->states.start[component];
}

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
    return *accepted_at(
        accepted,
        accepted_all(accepted, accepted->automaton->component.at[state]),
        state);
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

/* --- accepted_run.c: a run that is accepted ------------------------------- */

enum accepted_run_end {
    ACCEPTED_RUN_NONE, /* there is none */
    ACCEPTED_RUN_FOUND,
    ACCEPTED_RUN_OPEN, /* the watch has stopped, or it has too many steps */
};

/* A run from the initial marking of which the formula holds, and the steps
 * before those that repeat; LTL_OPEN: it holds however the run goes on. */
enum accepted_run_end accepted_run_find(struct accepted *accepted,
                                        const struct temporal *temporal,
                                        witness_run *run, uint32_t *loop);

#endif
