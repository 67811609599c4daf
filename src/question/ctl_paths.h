/* ctl_paths.h - formulas of LTL about one path that show, or refute, a formula
 * of CTL at the marking where the path begins.
 *
 *     formula                    shown by a path of    refuted where none is of
 *     E F (p and E G q)          F (p and G q)         F (p and G q)
 *     E F (p and A F q)          F (p and q)           F (p and F q)
 *     A X (E F p and E F q)      not live              not live or X F p
 *
 * Words are as in ltl.h: the last marking of a path that ends at a deadlock
 * repeats.  So X needs an atom that says that a marking is live (THEORY, Lemma
 * 145). */
#ifndef CTL_PATHS_H
#define CTL_PATHS_H

#include "question/temporal.h"

struct ctl_paths {
    struct temporal *temporal; /* of the formulas below; no sought */
    ltl_id *shown, *refuted;   /* by quantified part, of E of what it is, or of
                                  E of its negation if it is an A */
};

/* Of a trimmed formula of CTL. */
void ctl_paths_init(struct ctl_paths *paths, const struct temporal *temporal);
void ctl_paths_finish(struct ctl_paths *paths);

/* One of the formulas, as what is sought.  The caller destroys it. */
struct temporal *ctl_paths_formula(const struct ctl_paths *paths,
                                   ltl_id formula);

#endif
