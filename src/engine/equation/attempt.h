/* attempt.h - what the parts of the engine `equation` share: a run of it, and
 * its open questions.
 *
 * Linear programs (program_search.h) and inductive clauses (clause_search.h)
 * take turns with an open question; what the programs have shown stays with
 * it. */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "engine/equation/derivation.h"
#include "engine/equation/parikh.h"
#include "engine/equation/refuter.h"
#include "engine/watch.h"

struct program_search;
struct clause_search;

/* The cost of the clauses of a question, for each node and arc (watch.h). */
enum { ATTEMPT_COST_OF_CLAUSE = 10 };

/* A question that the state equation leaves open, and what it has shown: the
 * cubes that are refuted, with the traps that this uses. */
struct attempt_question {
    uint32_t g;
    bool cut;       /* linear programs have not come to an end */
    bool has_traps; /* its own; else those of the refuter */
    struct farkas_traps traps;
    derivation_combinations refuted;
    uint32_t size;                   /* of the proof so far */
    struct program_search *programs; /* NULL: they begin anew, or have ended */
    struct clause_search *clauses;   /* NULL: they begin anew */
};

struct attempt {
    const struct engine_problem *problem;
    struct answer *answer;
    struct watch watch;
    struct mem_guard guard; /* of the linear programs */
    uint64_t left;          /* work for linear programs */
    uint64_t programs;      /* of these, for a question in this round */
    uint64_t most;          /* the work of the watch at which programs end */
    bool is_alone;          /* one question is open: its searches are kept */
    struct refuter shared;  /* all zero: not made yet */
    derivation_combinations kept; /* for the proof */
    uint32_t kept_size;
    struct parikh walks; /* all zero: not made yet */
    VEC(struct attempt_question) open;
    struct exclusive exclusive; /* for inductive clauses: the problem's and
                                   more; for a proof, those that have one */
    struct farkas_traps always; /* sets of which some place is always marked */
    struct farkas_traps traps;  /* of the question at hand, then these */
};

/* The nodes and arcs, and what any net costs. */
uint64_t attempt_size(const struct net *net);

/* The cost of the clauses of a goal. */
uint64_t attempt_clause_cost(const struct net *net, const struct goal *goal);

/* Adds what the refuter has done so far to the figures. */
void attempt_count(struct attempt *x, struct refuter *r);

void attempt_close_refuter(struct attempt *x, struct refuter *r);

/* Passes the traps from *n on to the skeleton. */
void attempt_demand(const struct farkas_traps *traps, struct skeleton *s,
                    uint32_t *n);

/* Is there no answer to question g? */
bool attempt_is_open(const struct attempt *x, uint32_t g);

/* A question for a marking at which the sum of the view is at least its
 * bound. */
struct goal attempt_larger(struct formula_view *view);

/* No reachable marking has a larger value. */
void attempt_note_limit(struct attempt *x, uint32_t g, int64_t limit);

/* A run that leads to an answer becomes a short one that is the answer. */
void attempt_finish_run(const struct attempt *x, const struct goal *goal,
                        witness_run *run);

#endif
