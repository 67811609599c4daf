/* mp_clauses.h - the configurations of a merged process as clauses for CaDiCaL,
 * which grow with the process.
 *
 * There is a variable for each extended event, and for each condition that one
 * of them produces variables "it is produced", "it is consumed" and "it is
 * read".  A solution is a configuration (mp_config.h), but for its causal
 * order: a cycle of events is excluded when a solution has it.  Besides there
 * is a variable for each transition: at most one is selected, and it is enabled
 * after the configuration.
 *
 * Some clauses grow (mp_solver.h): an event that is extended takes part from
 * the next epoch on. */
#ifndef MP_CLAUSES_H
#define MP_CLAUSES_H

#include "engine/merged/mp_clauses_net.h"
#include "engine/merged/mp_config.h"
#include "engine/merged/mp_cycles.h"

/* Events that are counted together. */
struct mp_clauses_block {
    uint32_t end;              /* of its events, in clauses->events */
    mp_solver_literals inside; /* [j]: more than j of the block */
    mp_solver_literals sum;    /* [j]: more than j of it and those before */
};

/* See mp_clauses_other_readers(). */
struct mp_clauses_others {
    int head;
    struct mp_solver_open open;
};

struct mp_clauses_condition {
    int produced; /* 0: no extended event does */
    int consumed;
    int read; /* 0: no transition reads the place, so `readers` is not used */
    struct mp_solver_open producers, consumers, readers;
    int one_producer, one_consumer; /* "one of those so far", or 0 */
    int present; /* true only if it is produced and not consumed */
    int taken;   /* true only if it is present and the selected transition uses
                    its place */
    int eaten;   /* the same, and consumes it; 0 where read is 0 */
    mp_process_list others; /* numbers of its sets of readers */
};

struct mp_clauses {
    struct mp_process *process;
    struct mp_solver solver;
    struct mp_clauses_net net;
    uint64_t n_cycles;        /* that were excluded */
    mp_solver_literals event; /* by event: 0: it is not extended */
    mp_process_list events;   /* the extended events */
    VEC(struct mp_clauses_condition) conditions;
    VEC(struct mp_clauses_block) blocks; /* of those that are counted */
    uint32_t counted_to;                 /* how many are told apart */
    int counting; /* assumed where a question has a bound: without it the
                     clauses that count say nothing */
    int bound;    /* assumed by the last question, or 0 */
    struct lists reader_sets; /* a condition, and events that read it */
    VEC(struct mp_clauses_others) others; /* by set of readers */
    mp_solver_literals assumptions;       /* of the next question, besides */
    struct mp_cycles cycles;
    mp_process_list name; /* scratch: of reader_sets */
};

/* is_safe: the net is shown to be safe.  few: see mp_solver_init(). */
void mp_clauses_init(struct mp_clauses *clauses, struct mp_process *process,
                     bool is_safe, bool few, struct watch *watch);
void mp_clauses_finish(struct mp_clauses *clauses);

/* Extends an event. */
void mp_clauses_extend(struct mp_clauses *clauses, uint32_t e);

/* Excludes the name of e under MP_FRESH and MP_NEW, or under the latter. */
void mp_clauses_name(struct mp_clauses *clauses, uint32_t e, bool fresh);

/* The next question assumes this literal; each question forgets them. */
void mp_clauses_assume(struct mp_clauses *clauses, int literal);

/* After the answer CADICAL_NO: did it need the limit on the number of events?
 */
bool mp_clauses_needed_most(const struct mp_clauses *clauses);

/* A literal that is true only if an event outside of the list reads b; the same
 * one for the same events, as most of the variables are otherwise these. */
int mp_clauses_other_readers(struct mp_clauses *clauses, uint32_t b,
                             const mp_process_list *readers);

/* Asks for a configuration of `most` events at most (MP_NONE: any) under a set
 * of assumptions, 1 << enum mp_clauses_net_assumption.  Fills it when there is
 * one, sorted, with the selected transition. */
enum cadical_verdict mp_clauses_ask(struct mp_clauses *clauses, unsigned set,
                                    uint32_t most, struct mp_config *config,
                                    trans_id *selected);

#endif
