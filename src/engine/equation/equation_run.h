/* equation_run.h - what the parts of the engine `equation` share: a run of it,
 * and its open questions.
 *
 * Linear programs and inductive clauses take turns with an open question; what
 * the programs have shown stays with it. */
#ifndef EQUATION_RUN_H
#define EQUATION_RUN_H

#include "engine/ic3/case_builder.h"
#include "engine/ic3/parikh.h"
#include "engine/ic3/state_equation.h"
#include "proof/net_product.h"

#define EQUATION_FIGURES(X)   \
    STATE_EQUATION_FIGURES(X) \
    IC3_FIGURES(X)

enum {
#define X(name, count, meaning) EQUATION_##name,
    EQUATION_FIGURES(X)
#undef X
};

struct program_search;
struct clause_search;
struct trap_search;

/* The cost of the clauses of a question, for each node and arc (watch.h). */
enum { EQUATION_RUN_COST_OF_CLAUSE = 10 };

/* A question that the state equation leaves open, and what it has shown: the
 * cubes that are refuted, with the traps that this uses. */
struct equation_run_question {
    uint32_t g;
    const struct goal *goal;
    struct answer_finding *finding;
    bool cut;       /* linear programs have not come to an end */
    bool has_traps; /* its own; else those of the state equation */
    net_place_lists traps;
    bool no_more_traps;  /* trap_search_turn() has come to an end */
    farkas_list refuted; /* for the proof and for induction, until all are too
                            large */
    uint32_t size;       /* of these */
    struct program_search *programs; /* NULL: they begin anew, or have ended */
    struct trap_search *marked;      /* NULL: it begins anew */
    struct clause_search *clauses;   /* NULL: they begin anew */
};

struct equation_run {
    const struct engine_problem *problem;
    struct answer *answer;
    struct watch watch;
    struct lp_scope scope;
    uint64_t left;     /* work for linear programs */
    uint64_t programs; /* work for the programs of a question in this round */
    uint64_t most;     /* the work of the watch at which programs end */
    bool knows_facts;  /* `exclusive` and `always` are filled */
    bool is_alone;     /* one question is open: its searches are kept */
    struct state_equation shared; /* all zero: not made yet */
    struct parikh walks;          /* all zero: not made yet */
    VEC(struct equation_run_question) open;
    struct exclusive exclusive; /* for inductive clauses: the problem's and
                                   more; for a proof, only sets that have one */
    net_place_lists always;     /* sets of which some place is always marked */
    net_place_lists traps;      /* of the question at hand, then `always` */
};

/* The nodes and arcs, and what any net costs. */
uint64_t equation_run_size(const struct net *net);

/* The cost of the clauses of a goal. */
uint64_t equation_run_clause_cost(const struct net *net,
                                  const struct goal *goal);

/* Is there no answer to question g? */
bool equation_run_is_open(const struct equation_run *run, uint32_t g);

/* Is it, and may the run go on? */
bool equation_run_goes_on(const struct equation_run *run, uint32_t g);

/* The verdict about question g, whose finding has all else. */
void equation_run_answer(struct equation_run *run, uint32_t g,
                         enum answer_verdict verdict);

/* No reachable marking has a larger value. */
void equation_run_note_limit(struct equation_run *run, uint32_t g,
                             int64_t limit);

/* Asks this engine about a net, as a part of question g, while the run has less
 * work than `most`.  Fills in the answer. */
void equation_run_ask(struct equation_run *run, const struct net *net,
                      const struct goal *goal, uint32_t g, uint64_t most,
                      struct answer *answer);

/* A run that leads to an answer becomes a short one that is the answer. */
void equation_run_finish_run(const struct equation_run *run,
                             const struct goal *goal, witness_run *found);

/* Takes the reason of the state equation. */
void equation_run_keep(const struct equation_run *run,
                       struct equation_run_question *open,
                       struct state_equation *r);

/* The proof for the question: the premises, with the net and what is refuted,
 * which is used up, contradict the goal. */
void equation_run_derive(struct equation_run *run,
                         struct equation_run_question *open,
                         struct case_builder_premises from,
                         const struct goal *goal);

/* --- clause_search.c: inductive clauses (induction.h), in turns ----------- */

/* What the whole net is known to keep: places that exclude each other, and sets
 * of which some place is always marked, as traps. */
void clause_search_find_facts(struct equation_run *run);

/* A turn, which ends when the watch has counted `most` units of work.  The next
 * turn can go on with the search. */
void clause_search_turn(struct equation_run *run,
                        struct equation_run_question *open, uint64_t most);
void clause_search_drop(struct equation_run_question *open);

/* --- program_search.c: linear programs, in turns --------------------------
 *
 * Cube after cube of the question is refuted, or a walk along a solution leads
 * to an answer.  Of a largest value, limits are shown. */

/* A turn, which ends at run->most.  If only one question is open, the next turn
 * goes on with its search; otherwise cubes come in this order. */
void program_search_turn(struct equation_run *run,
                         struct equation_run_question *open,
                         enum skeleton_order order);

/* The traps of the question. */
const net_place_lists *
program_search_traps(const struct equation_run *run,
                     const struct equation_run_question *open);
void program_search_drop(struct equation_run_question *open);

/* --- trap_search.c: answers that agree with all traps ----------------------
 *
 * Markings that enable nothing, with places that exclude each other, by the SAT
 * solver alone.  The empty places of one are a siphon.  A trap among them that
 * is marked initially contradicts the marking: it never loses its last token
 * (Commoner's condition).  No linear program is needed, and handshake circuits
 * of thousands of places are decided.  Where one large disjunction is asked
 * (disjunction.h), its parts are refuted in the same way. */

/* Is the question one for this search? */
bool trap_search_suits(const struct equation_run *run,
                       const struct equation_run_question *open);

/* A turn, which ends when the watch has counted `most` units of work.  The next
 * turn can go on with the search; the traps that were found are kept in
 * run->always.  It needs the facts of clause_search_find_facts(). */
void trap_search_turn(struct equation_run *run,
                      struct equation_run_question *open, uint64_t most);
void trap_search_drop(struct equation_run_question *open);

/* --- temporal_search.c: that no run satisfies a temporal formula ----------
 *
 * The product of the net and the automaton of the formula is a net
 * (product_net.h).  This engine is asked of it whether a run can go round so
 * and so often, with more and more rounds. */

/* So many turns for each open question, with more and more work. */
void temporal_search_all(struct equation_run *run, uint32_t n_turns);

/* --- loop_search.c: a run that repeats, from a run of that product ---------
 *
 * A state that comes again at a higher level may be the end of a loop.  If none
 * is, the end of the run is a marking M of the net and a state q.  From both,
 * at level 0, the engine asks itself about the product with one round whether M
 * and q come again at its last level.  On such a way edges of all acceptance
 * sets are met, so it is a loop.  The formula itself judges the run that this
 * makes. */

/* `to` is a run of the product to what is sought of it; `once` is the product
 * with no round more than one.  Fills in the finding of question g, which is
 * open, or leaves it. */
void loop_search_find(struct equation_run *run, uint32_t g,
                      const struct net_product *product, const witness_run *to,
                      const struct net_product *once, uint64_t most);

extern const struct engine equation_engine;

#endif
