/* ctl.h - the reachable markings at which a formula of CTL holds.
 *
 * Each operator is a fixpoint within all markings (THEORY, Theorem 114).  A
 * deadlock has no successor: EX of anything fails there, AX of anything holds,
 * and a path may end there. */
#ifndef CTL_H
#define CTL_H

#include "engine/diagram/sets.h"

/* The sets of atoms and of quantified parts, which are kept. */
struct ctl {
    struct sets *sets;
    const struct temporal *formula;
    uint32_t first; /* kept: the atoms from here on, then the quantified ones */
};

/* A path formula that a run must satisfy: X, U or R of conditions on
 * markings. */
struct ctl_path {
    enum ltl_op op;
    mdd_id left, right; /* the operands; of X both are the same */
};

/* Finds the markings at which the atoms and the quantified parts of the formula
 * hold.  The sets and the formula are borrowed. */
void ctl_init(struct ctl *ctl, struct sets *sets,
              const struct temporal *formula);
void ctl_finish(struct ctl *ctl);

/* The markings at which a condition holds, which is part of the formula. */
mdd_id ctl_condition(const struct ctl *ctl, ltl_id condition);

/* The path formula of the runs that show that E of quantified[part] holds, or
 * that A of it does not. */
struct ctl_path ctl_shown(const struct ctl *ctl, uint32_t part);

/* The markings of the set from which a path stays in it, for ever or up to a
 * deadlock: E G. */
mdd_id ctl_stays(struct sets *sets, mdd_id set);

/* --- ctl_runs.c: runs that show why the formula holds, or does not -------- */

/* Fills the finding with a tree of runs (ctl_tree.h). holds: does the formula
 * hold at the initial marking? */
void ctl_runs_find(const struct ctl *ctl, bool holds,
                   struct answer_finding *finding);

#endif
