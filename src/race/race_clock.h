/* race_clock.h - the clocks of a race: which racer runs next, and when the race
 * is over.
 *
 * Every racer has a thread and a clock: the work that it has done.  An answer
 * carries the clock of its racer; of two answers to a question the one with the
 * lower clock is the first, whenever it comes in.  So an answer has won only
 * when the clocks of all other racers have passed it, and the winner depends
 * neither on the machine nor on the scheduler:
 *
 *     racer 0   0 ------------ 700                      overtaken
 *     racer 1   0 ------ 400: t3 is reachable           wins
 *     racer 2   0 ----------------- 1100: t3 is reachable
 *
 * The race ends at the clock by which all questions were answered, or by which
 * a racer ended it for all.  That clock is known late: what is found beyond it
 * does not count.
 *
 * With several questions the racers wait for each other when their clocks reach
 * 2^k, and learn there which questions are answered.  When fewer threads may
 * run than there are racers, those with the lowest clocks run, in slices. */
#ifndef RACE_CLOCK_H
#define RACE_CLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define RACE_CLOCK_NOBODY UINT32_MAX

enum race_clock_state {
    RACE_CLOCK_WAITS, /* for a thread that may run */
    RACE_CLOCK_RUNS,
    RACE_CLOCK_MEETS, /* waits for the other clocks */
    RACE_CLOCK_GONE,
};

struct race_clock_racer {
    pthread_cond_t turn; /* its state or the end has changed */
    enum race_clock_state state;
    uint64_t clock;
    uint64_t slice; /* the clock up to which it need not give way */
};

/* The first answer to a question, or the first end for all. */
struct race_clock_first {
    uint64_t clock;
    uint32_t racer; /* RACE_CLOCK_NOBODY: there is none */
};

struct race_clock {
    pthread_mutex_t lock;
    struct race_clock_racer *racers;
    uint32_t n_racers, n_goals;
    uint32_t n_free;                /* threads that may run and do not */
    struct race_clock_first *first; /* by question */
    struct race_clock_first fatal;
    uint32_t n_open;      /* questions without an answer */
    _Atomic uint64_t end; /* of the race; at least what it will be */
    bool stale;           /* it may be less */
    bool *closed;         /* by question: answered when the clocks met */
    uint64_t meeting;     /* the clock at which they meet next */
    bool full;            /* no more memory */
};

/* So many threads at most run at once, at least one. */
void race_clock_init(struct race_clock *race_clock, uint32_t n_racers,
                     uint32_t n_goals, uint32_t n_threads);
void race_clock_finish(struct race_clock *race_clock);

/* What follows is for the thread of racer i.  Each waits until its turn. */
void race_clock_enter(struct race_clock *race_clock, uint32_t i);

/* Its clock is at `clock`; returns the clock at which to look again. */
uint64_t race_clock_look(struct race_clock *race_clock, uint32_t i,
                         uint64_t clock);

void race_clock_found(struct race_clock *race_clock, uint32_t i, uint32_t goal,
                      uint64_t clock);

/* Must it leave, for there is no more memory?  The last one goes first. */
bool race_clock_must_yield(struct race_clock *race_clock, uint32_t i);

/* It has left; fatal: and the race ends for all. */
void race_clock_leave(struct race_clock *race_clock, uint32_t i, uint64_t clock,
                      bool fatal);

/* What follows is for when all have left. */

/* The first answer to a question that came before the end; NOBODY: none. */
struct race_clock_first race_clock_winner(const struct race_clock *race_clock,
                                          uint32_t goal);

/* Who ended the race: by the last first answer, or for all; NOBODY: none
 * did, and there are questions without an answer.  *fatal says which. */
struct race_clock_first race_clock_last(const struct race_clock *race_clock,
                                        bool *fatal);

#endif
