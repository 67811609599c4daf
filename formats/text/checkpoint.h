/* checkpoint.h - the state of a reverse search as a file (FORMATS.md).
 *
 *     punf-por checkpoint 1
 *     net 9f0c...  dependency read ...  max-depth 0  questions 52ab...
 *     sums maximal_configurations 120 ...
 *     answer 0 events 4 milliseconds 13 path 2 0 1 run 3 5 7 2
 *     root path 1 3 run 2 0 4
 *     end 77d1...
 *
 * Numbers of children, transitions and questions count from 0.  The numbers
 * behind net, dependency, questions and end are hashes: a file goes with one
 * net, relation and list of questions, and the last hash shows a damaged
 * file. */
#ifndef CHECKPOINT_H
#define CHECKPOINT_H

#include "answer/partial.h"
#include "net/dep.h"
#include "question/goal.h"

/* The net, the relation, the questions and the depth of a search. */
struct checkpoint_search {
    const struct net *net;
    const struct dep *dep;
    const struct goal *goals;
    uint32_t n_goals, max_depth;
};

/* Writes a file that appears only when it is complete (output.h).  The state
 * has no answer that ends the search. */
bool checkpoint_write(const char *path, const struct checkpoint_search *search,
                      const struct partial_search *state, struct diag *diag);

/* Adds what the file says to an empty state.  False with a report when the file
 * is damaged, or goes with another search.  Each root is a
 * firing sequence, whose last transition may put a second token. */
bool checkpoint_read(const char *path, const struct checkpoint_search *search,
                     struct partial_search *state, struct diag *diag);

#endif
