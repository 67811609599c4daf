/* goal.h - the questions about a net, as the engines get them.
 *
 *     transition  can t fire?
 *     marking     is a marking reachable that marks all of `marked` and none of
 *                 `empty`?  (--marking-exact puts every place in one of them)
 *     deadlock    is a marking reachable that enables nothing?
 *     formula     is a marking reachable at which a formula holds?
 *     bound       what is the largest value of a sum of places?
 *     safe        does a run put a second token on a place?
 *     each        can t fire, for each t?
 *     live        can every transition fire again, from every reachable
 *                 marking?
 *     home        can a marking at which a formula holds be reached from every
 *                 reachable marking, AG EF?
 *     lasso       is there an infinite run, or one to a deadlock, of which a
 *                 temporal formula holds?
 *     ctl         does a formula hold at the initial marking, in which each
 *                 operator of paths has a quantifier?
 *     circuit     does a circuit have a property?  The library makes questions
 *                 of other kinds of it
 *     parts       do all parts hold?  They are asked one by one
 *     listing     which attractors are there, or which minimal doomed
 *                 configurations?  No engine is asked
 *
 * An invariant, AG phi, is the question for a marking at which phi does not
 * hold: the formula is the negation, and a run to such a marking refutes it.
 *
 * A net that is not safe has no markings here: an engine that meets a second
 * token stops.  So a run to a second token refutes safety, and a search that
 * has seen all reachable markings proves it.
 *
 * Engines never get a question about all transitions (each), but one question
 * for each of them (api/run/api_goals.h). */
#ifndef GOAL_H
#define GOAL_H

#include "base/bits.h"
#include "base/vec.h"
#include "question/formula.h"
#include "question/question.h"
#include "question/temporal.h"

struct goal {
    enum question_goal kind;
    const struct question *question; /* as it was asked; NULL: an engine asks */
    trans_id trans;                  /* GOAL_TRANSITION */
    net_place_list marked; /* GOAL_MARKING: strictly increasing, disjoint */
    net_place_list empty;
    struct formula *formula;   /* GOAL_FORMULA, GOAL_HOME; of a listing: what is
                                  bad; GOAL_BOUND: a comparison, whose bound
                                  has no meaning */
    struct temporal *temporal; /* GOAL_LASSO, GOAL_CTL */
    int64_t constant;          /* GOAL_BOUND: of the sum, besides the places */
    struct goal *parts;        /* not NULL: what holds if all of these do */
    uint32_t n_parts;
    char *text;     /* as in JSON: "reach t3", "marking p1 !p7", "deadlock" */
    uint32_t label; /* where in it goal_label() begins */
};

typedef VEC(struct goal) goal_list;

/* The question whether a formula can hold, as engines ask it; borrows it. */
static inline struct goal goal_of_formula(struct formula *formula)
{
    return (struct goal){
        .kind = GOAL_FORMULA, .trans = TRANS_NONE, .formula = formula};
}

/* Appends a question to the list, or several if it is read as QUESTION_LIST;
 * false with a report on errors. It is an error to require a place both marked
 * and empty, and to require an empty place under QUESTION_ALL_PLACES. */
bool goal_add(goal_list *goals, const struct question *question,
              const struct net *net, const char *text, struct diag *diag);

/* Appends the question with this word, which takes no argument. */
void goal_add_plain(goal_list *goals, const char *word);

/* Appends "reach t" for each transition t of the input. */
void goal_add_all_trans(goal_list *goals, const struct net *net);

/* Appends the question for the largest value of the sum; false with a report if
 * the sum names no place. */
bool goal_add_built_bound(goal_list *goals, const struct formula_sum *sum,
                          const char *text, struct diag *diag);

/* Appends a question about all runs, or about one; takes the formula.  It
 * becomes a question for a marking if a marking decides it (begun_find()).
 * False with a report when the net has resets: their steps (given_arcs.h) would
 * count as steps of a run. */
bool goal_add_temporal(goal_list *goals, const struct question *question,
                       const struct net *net, struct temporal *temporal,
                       const char *text, struct diag *diag);

/* Appends a question with a formula, of AG with the negation.  Takes the
 * formula; the text is copied. */
void goal_add_built(goal_list *goals, const struct question *question,
                    struct formula *formula, const char *text);

/* Appends a question that holds if all parts hold; takes the parts. */
void goal_add_parts(goal_list *goals, const struct question *question,
                    goal_list *parts, const char *text);

/* How the line of its answer begins, as in "t3: reachable". */
static inline const char *goal_label(const struct goal *goal)
{
    return goal->text + goal->label;
}

/* Gives a question another argument in its text. */
void goal_rename(struct goal *goal, const char *argument);

void goal_list_free(goal_list *goals);

/* The value of the sum of a GOAL_BOUND at marking m. */
int64_t goal_value(const struct goal *goal, const bits_word *m);

/* Makes two arrays, which the caller frees, of the questions for transitions.
 * *goal_of, by transition: 1 + the first question about it; 0: none.  *same, by
 * question: 1 + the next question about its transition; 0: none. */
void goal_index(const struct goal *goals, uint32_t n_goals,
                const struct net *net, uint32_t **goal_of, uint32_t **same);

/* Does marking m answer yes?  Never for questions that no single marking
 * answers, from GOAL_BOUND on.  For a transition: is it enabled at m? */
bool goal_holds(const struct goal *goal, const struct net *net,
                const bits_word *m);

/* --- fair.c - the transitions of fair runs, as a list "t1,t2"; "none": all
 * runs are fair (temporal.h). */

/* Appends the transitions; false with a report when one is not there. */
bool fair_read(const struct net *net, const char *text, net_trans_list *list,
               struct diag *diag);

/* Is the question about runs?  Otherwise reports that the option has no effect.
 * A formula that a marking decides is accepted: each finite run has a fair
 * continuation, so the option changes nothing. */
bool fair_suits(const struct goal *goal, struct diag *diag);

/* --- soundness.c - is a workflow net sound?
 *
 *     safe       no place gets a second token; otherwise two branches were
 *                joined without synchronisation
 *     option     from every reachable marking a final one can be reached
 *     proper     no reachable marking has all tokens of the final one and more
 *     quasi-live every transition can fire
 *
 * Weak soundness is the first two.  The final markings are those of the file,
 * or those of THEORY, Definition 151.  A net without tokens begins with one on
 * its only place without producers.  `proper` is asked where only one marking
 * is final. */

/* Appends the question; text: NULL, or "weak".  False with a report. */
bool soundness_add(goal_list *goals, const struct question *question,
                   const struct net *net, const char *text, struct diag *diag);

/* The only place without producers of a net in which no place is marked: runs
 * begin with a token there.  PLACE_NONE: a place is marked, or there is not
 * exactly one such place. */
place_id soundness_source(const struct net *net);

/* --- settled.c - questions about the markings of a net with resets.
 *
 * While the steps of a reset are under way (given_arcs.h), some of its places
 * are still as they were.  A question about places therefore also asks that
 * their locks are marked (THEORY, Theorem 87).  Without resets nothing
 * changes. */

/* The formula, and the locks of what it is about.  Takes the formula, which may
 * be NULL; NULL with a report when it becomes too large. */
struct formula *settled_formula(const struct net *net, struct formula *formula,
                                struct diag *diag);

/* Adds the locks to the places of a marking. */
void settled_marking(const struct net *net, net_place_list *marked,
                     const net_place_list *empty);

/* Changes the sum such that its largest value is reached only at markings with
 * the locks, and is the same at these markings. */
void settled_sum(const struct net *net, struct formula_sum *sum);

#endif
