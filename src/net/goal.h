/* goal.h - what is asked of a net.
 *
 *     transition  can t fire?
 *     marking     is a marking reachable that marks all of `marked` and none
 *                 of `empty`?  (--marking-exact lists every place in one)
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

/* Each appends to the list, or reports and returns false.  The expression of
 * a marking is a list of place ids or names, each maybe behind '!', between
 * blanks or commas; a name that holds these is written in double quotes with
 * \" and \\ inside; "p=1" and "p=0" mean p and !p.  A place both wanted and
 * refused is an error; for exact, '!' is one too. */
bool goal_add_trans(goal_list *goals, const struct net *net, const char *text,
                    struct diag *diag);
bool goal_add_marking(goal_list *goals, const struct net *net, const char *expr,
                      bool exact, struct diag *diag);
void goal_add_deadlock(goal_list *goals);
void goal_add_all_trans(goal_list *goals, const struct net *net);
void goal_list_free(goal_list *goals);

/* Does marking m show that the answer is yes?  For a transition: is it
 * enabled at m? */
bool goal_holds(const struct goal *goal, const struct net *net,
                const bits_word *m);

#endif
