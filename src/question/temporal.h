/* temporal.h - a temporal formula about the runs of a net.
 *
 *     A G (p1 >= 1 -> F fireable(t2))
 *
 *     atoms   0: p1 >= 1    1: fireable(t2)
 *     sought  F (0 and G not 1)
 *
 * A run is sought that is fair and of which the formula `sought` holds: of A it
 * is the negation. `begun` is as true of the runs from the initial marking, and
 * smaller. Runs are maximal; one that ends at a deadlock repeats its last
 * marking for ever.  An atom is a largest part without temporal operators. */
#ifndef TEMPORAL_H
#define TEMPORAL_H

#include "base/diag.h"
#include "question/formula.h"
#include "temporal/buchi.h"

enum { TEMPORAL_ATOMS = 64 };

/* A path formula of CTL with its quantifier: X, U or R of conditions on a
 * marking.  It is a condition on a marking, too: quantified[k] is atom
 * TEMPORAL_ATOMS + k of those that follow. */
struct temporal_quantified {
    bool all; /* paths; otherwise one is enough */
    ltl_id path;
};

struct temporal {
    struct ltl ltl;
    VEC(struct formula *) atoms;
    ltl_id sought, begun; /* begun: see temporal_begin() */
    uint64_t constant;    /* atoms that are known to be as at the beginning at
                             all markings that can be reached */
    net_trans_list fair;  /* see temporal_fair_steps() */
    VEC(struct temporal_quantified)
    quantified; /* of CTL only; `sought` is then
                   a condition on a marking */
};

struct temporal *temporal_create(void);
void temporal_destroy(struct temporal *temporal); /* may be NULL */
struct temporal *temporal_copy(const struct temporal *temporal);

/* The atom with this condition, whose negation is the other formula; both are
 * taken, and may be NULL, with the report made.  False with a report. */
bool temporal_add(struct temporal *temporal, struct formula *formula,
                  struct formula *negation, ltl_id *atom, struct diag *diag);

/* X of a part, which a deadlock does not have in CTL: no law applies. */
ltl_id temporal_next(struct temporal *temporal, ltl_id part);

/* The formula has no operator of paths outside of quantifiers. */
bool temporal_is_state(const struct temporal *temporal, ltl_id formula);

/* A path formula with a quantifier, as a condition on a marking; UINT32_MAX: it
 * is none of CTL, as it has several operators of paths. */
ltl_id temporal_quantify(struct temporal *temporal, bool all, ltl_id path);

/* Is the same sought, but for the order of operands?  Of formulas without
 * `quantified`. */
bool temporal_equal(const struct temporal *a, const struct temporal *b);

/* The atoms that hold at marking m, as bits. */
uint64_t temporal_letter(const struct temporal *temporal, const struct net *net,
                         const bits_word *m);

/* By transition: the atoms that its firing may change, as bits.  The caller
 * frees it. */
uint64_t *temporal_changes(const struct temporal *temporal,
                           const struct net *net);

/* The atoms that hold at marking m, where those of `changed` may differ from
 * those of the letter. */
uint64_t temporal_letter_after(const struct temporal *temporal,
                               const struct net *net, const bits_word *m,
                               uint64_t letter, uint64_t changed);

/* A run is fair if each transition of `fair`, as long as it is enabled, fires
 * in the end.  Of a step by t at marking m, or by none at a deadlock, the bits
 * of those that t is or that m does not enable: each must come again and
 * again. */
uint64_t temporal_fair_steps(const struct temporal *temporal,
                             const struct net *net, const bits_word *m,
                             trans_id t);

/* The acceptance sets of the automaton, and behind them one for each of `fair`;
 * false: they are too many. */
bool temporal_fair_sets(const struct temporal *temporal,
                        const struct buchi *automaton, uint64_t *sets);

/* Sets `begun`, as small as what holds at the initial marking and what is
 * constant allow: sums may be beyond what their places can hold.  If a run is
 * sought on which a condition holds somewhere, returns that condition;
 * otherwise NULL, and if it is too large. */
struct formula *temporal_begin(struct temporal *temporal,
                               const struct net *net);

/* Is the marking at the end of the run, which can be fired, the one at `loop`;
 * or dead, if loop is its length?  LTL_OPEN: it need not be. */
bool temporal_repeats(const struct net *net, const uint32_t *run, uint32_t len,
                      uint32_t loop);

/* For each marking of the run, len + 1 of them: its letter, and whether
 * `sought` is true from there on.  The markings from `loop` steps on repeat for
 * ever.  The run can be fired.  If loop is its length, it ends at a deadlock;
 * otherwise the marking at its end is the one at `loop`.  LTL_OPEN: it
 * is true however the run goes on, with `begun` in its place.  False with a
 * report when this is not so. */
bool temporal_truth(const struct temporal *temporal, const struct net *net,
                    const uint32_t *run, uint32_t len, uint32_t loop,
                    uint64_t *letters, bool *holds, struct diag *diag);

/* The same, the run is fair, and `sought` is true of the whole run; if not,
 * reports it.  Each beginning has a fair run. */
bool temporal_holds(const struct temporal *temporal, const struct net *net,
                    const uint32_t *run, uint32_t len, uint32_t loop,
                    struct diag *diag);

#endif
