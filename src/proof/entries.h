/* entries.h - the steps that could enter a cube, as clauses.
 *
 *     entries_init(&entries, net, &clauses, look, self);
 *     entries_visit(&entries, cube);      calls look(self) for each clause
 *     entries_finish(&entries);
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
    struct clauses *clauses;
    /* Looks at the clause under way, which is dropped behind it; false: no
     * other is wanted. */
    bool (*look)(void *self);
    void *self;
    signed char *wanted; /* by place: 1 marked, -1 empty */
    uint32_t *seen;      /* by transition: the cube that had it last */
    uint32_t *used;      /* by place: the clause that t has put it in */
    uint32_t n_cubes, n_clauses;
};

void entries_init(struct entries *entries, const struct net *net,
                  struct clauses *clauses, bool (*look)(void *self),
                  void *self);
void entries_finish(struct entries *entries);

/* The literals are about places, each once.  False: so was a look. */
bool entries_visit(struct entries *entries, struct case_proof_span cube);

#endif
