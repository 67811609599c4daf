/* skeleton.h - the boolean skeleton of a question, by CaDiCaL.
 *
 * A question about a marking is a formula over places and comparisons of sums.
 * The skeleton has a variable for each place, "it is marked", and one for each
 * node of the formula; it does not interpret comparisons.  A solution gives a
 * cube: places that are marked or empty and comparisons that hold, such that
 * every marking with all of them answers the question.  A cube that no
 * reachable marking satisfies is excluded by a clause over what refutes it.
 * When no cube is left, the answer is no. */
#ifndef SKELETON_H
#define SKELETON_H

#include "engine/watch.h"
#include "proof/farkas.h"
#include "question/goal.h"
#include "structure/cadical.h"

/* Which solutions come first decides how much work follows.  Many marked places
 * suit formulas and the search for traps; of other questions few, in the order
 * of their numbers, and the next solution differs only where it must. */
enum skeleton_order { SKELETON_BY_GOAL, SKELETON_MANY_FIRST };

enum skeleton_literal { SKELETON_FREE, SKELETON_MARKED, SKELETON_EMPTY };

struct skeleton {
    const struct net *net;
    const struct goal *goal;
    struct watch *watch;
    CCaDiCaL *solver;
    struct mem_guard guard;
    int n_vars;
    size_t n_literals, n_clauses; /* that the solver was given */
    size_t noted;                 /* its bytes, as mem_held() has them */
    unsigned char *literal;       /* by place: of the cube */
    net_place_list places;        /* with a literal */
    uint32_t level; /* of the next cubes: clauses of level k hold at the levels
                       1, ..., k.  At first it is 0, where none of them holds */
    uint32_t n_levels;         /* that clauses have */
    VEC(uint32_t) comparisons; /* nodes that hold in the cube */
    VEC(int) left;             /* cubes that are left, and 0 behind each */
    VEC(uint32_t) stack;       /* nodes, scratch */
    struct skeleton_log *log;  /* NULL: none */
};

/* The clauses that CaDiCaL learns: literals, and 0 behind each clause.
 * goal_clauses.h numbers the variables, from 1. */
struct skeleton_log {
    int *at;
    uint32_t len, cap;
    uint32_t most; /* literals */
    bool full;     /* these, or memory, did not suffice: the search stopped */
};

/* The goal must be about a single marking (goal.h).  SKELETON_BY_GOAL: as suits
 * the linear programs and inductive clauses of this goal.  With a log, each
 * clause that is learnt is kept, and follows by unit propagation from the
 * clauses before it; log may be NULL. */
void skeleton_init(struct skeleton *s, const struct net *net,
                   const struct goal *goal, enum skeleton_order order,
                   struct watch *watch, struct skeleton_log *log);
void skeleton_finish(struct skeleton *s);

/* Is there a cube left?  The next one. */
enum cadical_verdict skeleton_next(struct skeleton *s);

/* From now on the question also asks for a marking outside of the cube of these
 * places, marked and empty: each further cube of the skeleton gets a literal
 * that is false in it.  Ends the use of the solution. */
void skeleton_leave(struct skeleton *s, struct net_place_span marked,
                    struct net_place_span empty);

/* The comparisons of the cube may not hold in the solution.  If one does not,
 * false: *why is then a combination of it and of places that make it false, to
 * be excluded.  Otherwise places are added to the cube, so that the comparisons
 * hold at all of its markings. */
bool skeleton_settle(struct skeleton *s, struct farkas *why);

/* Is there a solution with all literals of a cube of places? */
enum cadical_verdict skeleton_has(struct skeleton *s, const int *cube,
                                  uint32_t n);

/* Is p marked in the solution that gave the cube? */
bool skeleton_marked(const struct skeleton *s, place_id p);

/* Adds a literal of this solution to the cube. */
void skeleton_add(struct skeleton *s, place_id p);

/* Adds a literal of goal_clauses.h, or the end of a clause.  Ends the use of
 * the solution. */
void skeleton_put(void *skeleton, uint32_t literal);

/* skeleton_exclude() excludes the assumptions of a combination;
 * skeleton_demand() demands that the traps from *n on are marked, and *n
 * becomes their number.  Both end the use of the solution. */
void skeleton_exclude(struct skeleton *s, const struct farkas *farkas);
void skeleton_demand(struct skeleton *s, const net_place_lists *traps,
                     uint32_t *n);

/* At most one of the places is marked: about three clauses for each.  Only
 * before clauses of levels.  Ends the use of the solution. */
void skeleton_exclude_set(struct skeleton *s, struct net_place_span places);

/* Adds a clause about places: p + 1 is a literal that p is marked, -(p + 1)
 * that it is empty.  The second function says that the literals do not all hold
 * at the levels up to `level`, or at all levels if it is 0.  Both functions end
 * the use of the solution. */
void skeleton_clause(struct skeleton *s, const int *clause, uint32_t n);
void skeleton_exclude_to(struct skeleton *s, uint32_t level, const int *cube,
                         uint32_t n);

#endif
