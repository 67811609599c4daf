/* subtree.h - visits the maximal configurations of a subtree of the reverse
 * search, depth first.
 *
 * A subtree is named by a firing sequence: the events of its root, in the total
 * order, up to the event that distinguishes it; complete() gives the rest.  The
 * empty sequence names the whole tree.
 *
 *     subtree_start(&x, &(struct partial_name){0});
 *     while (subtree_next(&x))
 *         ... x.run
 *
 * A configuration has a path from the root of the tree: at each step the number
 * of the child, in the order in which a frame visits its children.  Paths in
 * lexical order are the order in which one worker visits the whole tree.
 *
 * Each frame has the events of its configuration that are not shared with its
 * parent, and the names of its unvisited children without the events that they
 * share with it.  Children that share more come first, so that few events are
 * pushed again. */
#ifndef SUBTREE_H
#define SUBTREE_H

#include "answer/partial.h"
#include "engine/reverse/run_goals.h"
#include "engine/reverse/tree_child.h"

struct subtree_child {
    uint32_t shared;  /* the number of first events of the parent */
    uint32_t at, len; /* the others: a slice of the transitions */
};

struct subtree_frame {
    uint32_t shared;              /* as of the child that it is */
    uint32_t at;                  /* the other events: a slice from here to the
                                     names of the children */
    uint32_t children, next, end; /* of the list of children; the next one to be
                                     visited, and behind the last one */
    uint32_t common;              /* events that the current run shares with the
                                     configuration of the frame */
};

struct subtree {
    struct sorted_run run;
    struct tree_child child;
    struct run_goals *goals;
    struct watch *watch;
    VEC(struct subtree_frame) frames;
    VEC(struct subtree_child) children; /* of all frames */
    VEC(trans_id) trans;
    first_answers_path path;  /* of what is visited or approached */
    VEC(uint32_t) given_path; /* what subtree_give() returns */
    VEC(trans_id) given_trans;
    uint32_t check;
    uint64_t n_tested; /* extensions, ever */
    uint32_t n_base;   /* of the path: to the root of the subtree */
    uint32_t deepest;  /* configurations on the longest path */
    bool is_started;   /* the root is to be visited next */
};

/* The store must be lazy and empty; see sorted_run_init(). */
void subtree_init(struct subtree *subtree, struct es *es,
                  struct run_goals *goals, struct watch *watch, uint32_t bound,
                  const struct engine_test *test);
void subtree_finish(struct subtree *subtree);

/* Begins with the root of that name; all zero names the whole tree.  What was
 * left of another subtree is forgotten. */
void subtree_start(struct subtree *subtree, const struct partial_name *name);

/* Takes the last child that is still to be visited from the frame nearest to
 * the root, and names its subtree; valid until the next call.  False when none
 * is left.
 *
 * A search that stops on the way to a configuration has not visited it.  If
 * this is the root (is_started), there is nothing to give: the whole subtree is
 * left. */
bool subtree_give(struct subtree *subtree, struct partial_name *name);

/* Makes the next maximal configuration the current run; false when there is
 * none left, the questions are answered, or the watch ends the run.  The run
 * then belongs to no configuration. */
bool subtree_next(struct subtree *subtree);

#endif
