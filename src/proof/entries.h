/* entries.h - the steps that could enter a cube, as clauses.
 *
 *     entries_start(&entries, cube);
 *     while (entries_next(&entries, &clauses))      a clause is under way
 *         … clauses_imply(&clauses, NULL) …, clauses_drop(&clauses);
 *     entries_end(&entries);
 *
 * A step enters a cube if it leads from a marking outside to one inside.  Its
 * transition t makes a literal of the cube true.  In a safe net a step can
 * enter it exactly at the markings that mark pre(t) and read(t), have no token
 * on post(t), and have the literals of all other places.  The clause says that
 * such a marking does not exist.  A transition has no clause if a literal of
 * the cube contradicts these conditions. */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "proof/case_proof.h"
#include "proof/clauses.h"

struct entries {
    const struct net *net;
    struct case_proof_span cube;
    uint32_t literal, next; /* where the enumeration is: a literal of the cube,
                               and one of the transitions that make it true */
    signed char *wanted;    /* by place: 1 marked, -1 empty */
    uint32_t *seen;         /* by transition: the cube that had it last */
    uint32_t *used;         /* by place: the clause that t has put it in */
    uint32_t n_cubes, n_clauses;
};

void entries_init(struct entries *entries, const struct net *net);
void entries_finish(struct entries *entries);

/* The literals are about places, each once. */
void entries_start(struct entries *entries, struct case_proof_span cube);
void entries_end(struct entries *entries);

/* Puts the next clause, which stays under way.  False: there are no more
 * clauses. */
bool entries_next(struct entries *entries, struct clauses *clauses);

#endif
