/* checkpoint.h - the state of a reverse search as a file (doc/FORMATS.md).  It
 * goes with one net, relation and list of questions. */
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
