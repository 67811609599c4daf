/* clause_search.h - inductive clauses (induction.h) for a question, in turns.
 */
#ifndef CLAUSE_SEARCH_H
#define CLAUSE_SEARCH_H

#include "engine/equation/equation_run.h"

/* What the whole net is known to keep: places that exclude each other, and sets
 * of which some place is always marked, as traps. */
void clause_search_find_facts(struct equation_run *x);

/* A turn, which ends when the watch has counted `most` units of work.  The next
 * turn can go on with the search. */
void clause_search_turn(struct equation_run *x,
                        struct equation_run_question *open, uint64_t most);

void clause_search_drop(struct equation_run_question *open);

#endif
