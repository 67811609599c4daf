/* ctl_search.h - does a formula of CTL hold at the initial marking?  The search
 * meets only markings on which the answer depends.
 *
 * Each quantified part of the formula is sought from a marking depth first:
 *
 *     E X a      a successor where a holds
 *     E a U b    a marking where b holds, through markings of a
 *     E a R b    through markings of b: one where a holds, a deadlock, or one
 *                that the path has met before
 *
 * and A as the negation of E of the dual.  Conditions on the way have smaller
 * parts, which are sought from there when their value is needed.  The value of
 * a part at a marking is kept, so that each pair is visited once (THEORY,
 * Theorem 114). */
#ifndef CTL_SEARCH_H
#define CTL_SEARCH_H

#include "engine/state/local_graph.h"
#include "marking/marking_set.h"
#include "question/ctl_paths.h"

enum ctl_search_truth { CTL_SEARCH_NO, CTL_SEARCH_YES, CTL_SEARCH_OPEN };

enum ctl_search_way { CTL_SEARCH_NEXT, CTL_SEARCH_REACH, CTL_SEARCH_STAY };

/* A quantified part. */
struct ctl_search_part {
    enum ctl_search_way way;
    bool negated; /* E of the dual is sought, and not to be found */
    enum ctl_search_truth fixed; /* its truth at all markings */
    ltl_id left, right;          /* CTL_SEARCH_NEXT: right is left */
    VEC(uint32_t) values;        /* by marking, see ctl_search.c */
    unsigned char *ranks; /* see ctl_order_ranks(); NULL: not needed yet */
};

struct ctl_search_frame {
    uint32_t part, marking;
    uint32_t next;  /* step */
    bool begins;    /* it is the first one of a search for its part */
    bool is_inside; /* the steps from the marking matter */
};

/* A marking that a CTL_SEARCH_REACH has met and not settled. */
struct ctl_search_open {
    uint32_t part, marking;
    uint32_t low; /* the least one known to be reached from it, in `open` */
};

struct ctl_search {
    struct local_graph *graph;
    const struct temporal *formula;
    VEC(struct ctl_search_part) parts;
    uint32_t *depth;             /* by formula: of quantifiers in it */
    unsigned char *truth;        /* by formula: scratch */
    uint32_t *first;             /* by condition: where in `needed` it begins */
    VEC(ltl_id) needed;          /* parts, see list_needed() */
    uint64_t constant, changes;  /* atoms that are at all reachable markings as
                                    at the initial one, and that are not */
    uint64_t *atoms;             /* by formula: those that it depends on */
    uint64_t *touched;           /* by transition: atoms that it may change */
    VEC(uint64_t) letters;       /* by marking */
    struct marking_set lettered; /* those that have one */
    VEC(struct ctl_search_frame) frames;
    VEC(struct ctl_search_open) open;
    struct ctl_paths paths; /* all zero before ctl_facts_ask() */
};

/* Graph and formula are borrowed. */
void ctl_search_init(struct ctl_search *search, struct local_graph *graph,
                     const struct temporal *formula);
void ctl_search_finish(struct ctl_search *search);

/* The atom is at all reachable markings as at the initial one. */
void ctl_search_settle(struct ctl_search *search, uint32_t atom);

/* What a part seeks is found from all reachable markings, or from none. */
void ctl_search_fix(struct ctl_search *search, uint32_t part, bool found);

/* Is the truth of this part open, and does it seek a marking where an atom
 * holds, or does not, or a path on which that is so for ever? */
bool ctl_search_reads_atom(const struct ctl_search *search, uint32_t part,
                           uint32_t *atom, bool *holds);

/* Does the truth of the formula depend on that of this part at the initial
 * marking, and is this open? */
bool ctl_search_begins_with(struct ctl_search *search, uint32_t part);

/* What a part seeks is found from the initial marking, or it is not. */
void ctl_search_begin_with(struct ctl_search *search, uint32_t part,
                           bool found);

/* The truth of a condition at a marking, as far as it is known. */
enum ctl_search_truth ctl_search_truth_at(struct ctl_search *search,
                                          ltl_id condition, uint32_t marking);

/* Has the search found from this marking what the part seeks? */
bool ctl_search_has_found(const struct ctl_search *search, uint32_t part,
                          uint32_t marking);

/* From markings `first`, first + 1, ... of a run what a part seeks is found, or
 * it is not; first beyond the run: nothing is told. */
struct ctl_search_told {
    uint32_t part, first;
    bool found;
};

/* Sees the markings of a run from the initial marking. */
void ctl_search_follow(struct ctl_search *search, const witness_run *run,
                       struct ctl_search_told told);

/* Continues until the answer is known; CTL_SEARCH_OPEN: until the work of the
 * watch is budget_end, or the watch or a step ends the search. */
enum ctl_search_truth ctl_search_run(struct ctl_search *search,
                                     uint64_t budget_end);

/* Fills the finding with a tree of runs (ctl_tree.h), when the search has
 * ended.  holds: whether the formula does.  The runs go through the markings
 * from which the search has found what a part seeks; there are none for facts
 * that other engines have shown of all markings. */
void search_runs_find(struct ctl_search *search, bool holds,
                      struct answer_finding *finding);

/* In which order a part takes the steps from a marking: a number for each
 * transition, less for those that come first.  What is to be reached is changed
 * by some transitions; these come first, then those that put tokens on places
 * that these need, and so on.  What stays as it is stays so by the others:
 * there the order is the opposite.  The caller frees it. ctl_order_init() finds
 * search->atoms before. */
enum { CTL_ORDER_LAST = 255 };
void ctl_order_init(struct ctl_search *search);
unsigned char *ctl_order_ranks(const struct ctl_search *search, uint32_t part);

/* Asks the other engines, each of which does at most `work` units of work,
 * about the atoms and parts of n searches, and tells the searches what they
 * show; with less work than `least` it asks several things at once:
 *
 *     that an atom is at all reachable markings as at the initial one
 *     that a marking can always be reached where it holds: AG EF of it
 *     that no path from any marking is such that a part could hold
 *
 * or a run to a marking that refutes it; and whether there is a path from the
 * initial marking that shows a part, or without which it does not hold
 * (ctl_paths.h). */
void ctl_facts_ask(const struct engine_problem *problem, struct watch *watch,
                   struct ctl_search *const *searches, uint32_t n,
                   uint64_t work, uint64_t least);

#endif
