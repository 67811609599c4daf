/* temporal.h - a temporal formula about the runs of a net.
 *
 *     A G (p1 >= 1 -> F fireable(t2))
 *
 *     atoms   0: p1 >= 1    1: fireable(t2)
 *     sought  F (0 and G not 1)
 *
 * Engines seek a fair run of which the formula `sought` holds; for A it is the
 * negation of the formula.  `begun` holds of the same runs from the initial
 * marking, and is smaller.  Runs are maximal; a run that ends at a deadlock
 * repeats its last marking for ever.  An atom is a largest part without
 * temporal operators. */
#ifndef TEMPORAL_H
#define TEMPORAL_H

#include "base/diag.h"
#include "net/marking.h"
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
    ltl_id sought, begun; /* begun: see begun_find() */
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

/* Makes an atom of the condition `formula`, whose negation is `negation`; takes
 * both.  NULL: it could not be built, and the report is made.  False with a
 * report. */
bool temporal_add(struct temporal *temporal, struct formula *formula,
                  struct formula *negation, ltl_id *atom, struct diag *diag);

/* Makes an atom of the deadlock, or of its absence; false: there is no room. */
bool temporal_add_deadlock(struct temporal *temporal, bool is_dead,
                           ltl_id *atom);

/* X of a part in CTL, where it fails at a deadlock: no law of LTL applies. */
ltl_id temporal_next(struct temporal *temporal, ltl_id part);

/* The formula has no operator of paths outside of quantifiers. */
bool temporal_is_state(const struct temporal *temporal, ltl_id formula);

/* A path formula with a quantifier, as a condition on a marking, which may be
 * shorter than it; UINT32_MAX: the path formula has several operators of paths,
 * so this is not CTL. */
ltl_id temporal_quantify(struct temporal *temporal, bool all, ltl_id path);

/* The quantified part that the condition is, or is the negation of; NULL: it is
 * neither.  Valid until the next one is made. */
const struct temporal_quantified *
temporal_quantified_of(const struct temporal *temporal, ltl_id condition);

/* Is the condition a quantified part without X, or the negation of one, which
 * is one with the other quantifier? */
bool temporal_is_quantified(struct temporal *temporal, ltl_id id,
                            struct temporal_quantified *part);

/* A formula of CTL with those atoms and quantified parts alone that it needs.
 * Takes the formula. */
struct temporal *temporal_trim(struct temporal *temporal);

/* If a trimmed formula of CTL is a single quantified part, and not X, or if it
 * is true or false, makes it what is sought on one path, or refuted on all. */
bool temporal_to_paths(struct temporal *temporal, bool *all);

/* Do both seek the same, apart from the order of operands?  Only for formulas
 * without `quantified`. */
bool temporal_equal(const struct temporal *a, const struct temporal *b);

/* All atoms, as bits. */
static inline uint64_t temporal_all_atoms(const struct temporal *temporal)
{
    const uint32_t n = temporal->atoms.len;

    return n == TEMPORAL_ATOMS ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

/* The atoms that hold at marking m, as bits. */
uint64_t temporal_letter(const struct temporal *temporal, const struct net *net,
                         const bits_word *m);

/* By transition: the atoms that its firing may change, as bits.  The caller
 * frees it. */
uint64_t *temporal_changes(const struct temporal *temporal,
                           const struct net *net);

/* The atoms that hold at a marking, where those of `changed` may differ from
 * those of the letter. */
uint64_t temporal_letter_after(const struct temporal *temporal,
                               struct formula_marking at, uint64_t letter,
                               uint64_t changed);

/* What that takes, in units of work (watch.h). */
uint64_t temporal_letter_work(const struct temporal *temporal,
                              uint64_t changed);

static inline uint64_t temporal_letter_at(const struct temporal *temporal,
                                          struct formula_marking at)
{
    return temporal_letter_after(temporal, at, 0, temporal_all_atoms(temporal));
}

/* A run is fair if each transition of `fair`, as long as it is enabled, fires
 * in the end.  The bits of the transitions of `fair` that are t or that m does
 * not enable, for a step by t at m (TRANS_NONE: a deadlock), that of
 * fair.at[0] being bit `first`.  A run is fair if each bit comes again
 * and again. */
static inline uint64_t temporal_fair_steps(const struct temporal *temporal,
                                           uint32_t first,
                                           const struct net *net,
                                           const bits_word *m, trans_id t)
{
    uint64_t bits = 0;

    for (uint32_t i = 0; i < temporal->fair.len; i++)
        if (temporal->fair.at[i] == t ||
            !marking_enabled(net, m, temporal->fair.at[i]))
            bits |= UINT64_C(1) << (first + i);
    return bits;
}

/* The acceptance sets of the automaton, followed by one for each transition of
 * `fair`, as bits; false: there are too many. */
bool temporal_fair_sets(const struct temporal *temporal,
                        const struct buchi *automaton, uint64_t *sets);

/* Runs have the transitions of the input: in a net with resets or several
 * tokens, the steps behind each of them (net/given_arcs.h) are fired with it.
 *
 * Can the run be fired, and is the marking at its end the one after `loop`
 * steps or, if loop is its length, a deadlock?  With LTL_OPEN the end does not
 * matter.  False with a report. */
bool temporal_repeats(const struct net *net, const uint32_t *run, uint32_t len,
                      uint32_t loop, struct diag *diag);

/* For each marking of the run, len + 1 of them: its letter, and whether
 * `sought` is true from there on.  The markings from `loop` steps on repeat for
 * ever.  If loop is its length, it ends at a deadlock;
 * otherwise the marking at its end is the one at `loop`.  LTL_OPEN: `begun`
 * holds however the run goes on.  False with a report when the run cannot be
 * fired, or is not of this form. */
bool temporal_truth(const struct temporal *temporal, const struct net *net,
                    const uint32_t *run, uint32_t len, uint32_t loop,
                    uint64_t *letters, bool *holds, struct diag *diag);

/* Is the run of this form, is it fair, and does `sought` hold of it?  False
 * with a report.  An open run counts as fair, because each finite run has a
 * fair continuation. */
bool temporal_holds(const struct temporal *temporal, const struct net *net,
                    const uint32_t *run, uint32_t len, uint32_t loop,
                    struct diag *diag);

/* --- begun.c - a temporal formula as it is at the initial marking. */

/* The atoms that have the same truth at all markings, as their sums show, as
 * bits. */
uint64_t begun_constant(const struct temporal *temporal);

/* Sets `begun`: simplifies `sought` by the atoms that hold at the initial
 * marking and by the atoms that are constant, since a sum may be beyond what
 * its places can hold.  If the simplified formula says that a condition holds
 * at some marking of the run, returns this condition; otherwise, or if it is
 * too large, NULL. */
struct formula *begun_find(struct temporal *temporal, const struct net *net);

/* --- ctl_laws.c - what is left of a formula of CTL at the initial marking.
 *
 *     p1 + p2 <= 2 and (p3 or E F (p4 and E X p5 + p6 >= 3))
 *
 * The first atom holds at all markings and the last one at none, as their sums
 * show; p3 does not hold at the beginning.  What is left is E F (p4 and E X
 * false), for which no law is known.
 *
 *     E X E F p4
 *
 * If p4 does not hold at the beginning, E F p4 is left. */

/* A formula of CTL that is equivalent at the initial marking of the net.  Takes
 * the formula (THEORY, Lemma 144). */
struct temporal *ctl_laws_begin(struct temporal *temporal,
                                const struct net *net);

#endif
