/* ctl_tree.h - why a formula of CTL holds at the initial marking, or does not,
 * as a tree of runs.
 *
 *     E F (p and E G q)      a run to a marking of p, and from there another
 *                            one through markings of q that goes on for ever
 *
 * A run shows that E of a path formula holds, or that A of a path formula does
 * not hold.  The condition on the marking at its end may have such parts again,
 * which other runs show from there.  No run shows that E does not hold, or that
 * A holds: such a branch has no run.  The conditions on the markings on the way
 * are not listed. */
#ifndef CTL_TREE_H
#define CTL_TREE_H

#include "answer/answer.h"
#include "question/temporal.h"

/* The most branches; and the number of steps of all runs beyond which no
 * further run is sought. */
enum { CTL_TREE_BRANCHES = 32, CTL_TREE_STEPS = 100000 };

/* The engine that knows the runs.  Point 0 is the initial marking; the end of
 * each run that run() gives is the next point. */
struct ctl_tree_source {
    void *self;
    /* Is the condition known to be so at the point? */
    bool (*is)(void *self, uint32_t point, ltl_id condition, bool holds);
    /* A run from the point that shows that E of a part holds, or that A does
     * not; loop as in answer_finding.  False: it has none. */
    bool (*run)(void *self, uint32_t point, uint32_t part, witness_run *run,
                uint32_t *loop);
};

/* Fills the branches of the finding, and its run if the outermost operator of
 * the formula is an operator of paths.  `holds`: does the formula hold at the
 * initial marking? */
void ctl_tree_find(const struct temporal *formula, bool holds,
                   const struct ctl_tree_source *source,
                   struct answer_finding *finding);

#endif
