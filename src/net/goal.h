/* goal.h - the questions about a net.
 *
 *     transition  can t fire?
 *     marking     is a marking reachable that marks all of `marked` and none of
 *                 `empty`?  (--marking-exact puts every place in one of them)
 *     deadlock    is a marking reachable that enables nothing? */
#ifndef GOAL_H
#define GOAL_H

#include "base/bits.h"
#include "base/vec.h"
#include "net/net.h"

enum goal_kind { GOAL_TRANSITION, GOAL_MARKING, GOAL_DEADLOCK };

struct goal {
    enum goal_kind kind;
    trans_id trans;       /* GOAL_TRANSITION */
    VEC(place_id) marked; /* GOAL_MARKING: strictly increasing, disjoint */
    VEC(place_id) empty;
    char *text;  /* as in JSON: "reach t3", "marking p1 !p7", "deadlock" */
    char *label; /* as in "t3: reachable" on standard output */
};

typedef VEC(struct goal) goal_list;

/* Each appends to the list; false with a report on errors.  The expression of a
 * marking is a list of place ids or names between blanks or commas, each with
 * an optional '!' in front.  Double quotes enclose a name that contains these
 * characters, with \" and \\ inside.  "p=1" and "p=0" mean p and !p.  A place
 * required both marked and empty is an error; for exact, '!' is one, too. */
bool goal_add_trans(goal_list *goals, const struct net *net, const char *text,
                    struct diag *diag);
bool goal_add_marking(goal_list *goals, const struct net *net, const char *expr,
                      bool exact, struct diag *diag);
void goal_add_deadlock(goal_list *goals);
void goal_add_all_trans(goal_list *goals, const struct net *net);
void goal_list_free(goal_list *goals);

/* Does marking m answer yes?  For a transition: is it enabled at m? */
bool goal_holds(const struct goal *goal, const struct net *net,
                const bits_word *m);

#endif
