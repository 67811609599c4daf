/* race_clock.h - the clocks of a race: which racer runs next, and when the race
 * is over.
 *
 * Every racer has a thread and a clock: the work that it has done.  An answer
 * carries the clock of its racer; of two answers to a question, the answer with
 * the lower clock is the first, whichever came earlier in time.  So an answer
 * has won only when the clocks of all other racers have passed it, and the
 * winner depends neither on the machine nor on the scheduler:
 *
 *     racer 0   0 ------------ 700                      overtaken
 *     racer 1   0 ------ 400: t3 is reachable           wins
 *     racer 2   0 ----------------- 1100: t3 is reachable
 *
 * A racer that is beyond the end of the race is overtaken.  The race ends at
 * the clock at which the last question gets its first answer, or at which a
 * racer ends it for all.  The end is an upper bound until all clocks have
 * passed it; it can decrease.  Answers beyond it do not count.
 *
 * With several questions there are barriers: at the clocks 2^20, 2^21, ... the
 * racers wait for each other, and learn there which questions are answered.
 * When fewer threads may run than there are racers, those with the lowest
 * clocks run, in slices.  When more may run, racers may use several. */
#ifndef RACE_CLOCK_H
#define RACE_CLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RACE_CLOCK_NONE UINT32_MAX

enum race_clock_state {
    RACE_CLOCK_WAITS, /* for a thread that may run */
    RACE_CLOCK_RUNS,
    RACE_CLOCK_AT_BARRIER, /* waits for the other clocks */
    RACE_CLOCK_ENDED,
};

struct race_clock_racer {
    pthread_cond_t turn; /* signals that the state or the end has changed */
    enum race_clock_state state;
    uint64_t clock;
    uint64_t slice;  /* the clock at which its turn may end */
    size_t held;     /* bytes, when it looked last; before: SIZE_MAX */
    bool shares;     /* it may get threads that no other racer needs */
    uint32_t n_more; /* threads that it has got so */
};

/* The first answer to a question, or the first end for all. */
struct race_clock_first {
    uint64_t clock;
    uint32_t racer; /* or RACE_CLOCK_NONE */
};

struct race_clock {
    pthread_mutex_t lock;
    struct race_clock_racer *racers;
    uint32_t n_racers, n_goals;
    uint32_t n_threads;             /* that may run at once */
    uint32_t n_free;                /* more of them that may run */
    struct race_clock_first *first; /* by question */
    struct race_clock_first fatal;
    uint32_t n_open;      /* questions without an answer */
    _Atomic uint64_t end; /* of the race; at least what it will be */
    bool stale;           /* it may be less */
    uint64_t most;        /* what is found beyond this clock does not count */
    _Atomic bool *closed; /* by question: answered before the last barrier.  A
                             racer that is overtaken at a barrier reads it while
                             it changes */
    uint64_t barrier;     /* the clock at which racers wait for each other */
    uint32_t must_leave;  /* see race_clock_must_yield(), or
                             RACE_CLOCK_NONE */
};

/* At most n_threads racers run at once; n_threads > 0.  The race ends at the
 * clock `most` at the latest. */
void race_clock_init(struct race_clock *race_clock, uint32_t n_racers,
                     uint32_t n_goals, uint32_t n_threads, uint64_t most);
void race_clock_finish(struct race_clock *race_clock);

/* The functions below are for the thread of racer i. */

/* Racer i takes part: waits for its first turn. */
void race_clock_enter(struct race_clock *race_clock, uint32_t i);

/* Racer i has done the work `clock` and holds `held` bytes.  Waits for its
 * turn, or at a barrier, if it must.  Returns the clock at which to call
 * again. */
uint64_t race_clock_look(struct race_clock *race_clock, uint32_t i,
                         uint64_t clock, size_t held);

/* Racer i has an answer to question `goal`. */
void race_clock_found(struct race_clock *race_clock, uint32_t i, uint32_t goal,
                      uint64_t clock);

/* Memory has run out: must racer i leave?  Only the racer that holds the most
 * memory must leave; of several such racers the last one in the order.  So a
 * racer that holds its share or less leaves last.  When another racer must
 * leave, that racer gets a turn, in which it asks. */
bool race_clock_must_yield(struct race_clock *race_clock, uint32_t i);

/* Racer i is going to ask for threads. */
void race_clock_expect(struct race_clock *race_clock, uint32_t i);

/* How many threads racer i may use, with its own.  Each racer that has not left
 * has one thread; the remaining threads are shared evenly among the racers that
 * ask for more, and what cannot be divided goes to the last of them, one thread
 * each.  A racer keeps its threads until it leaves. */
uint32_t race_clock_threads(struct race_clock *race_clock, uint32_t i);

/* Racer i has left; fatal: it ends the race for all. */
void race_clock_leave(struct race_clock *race_clock, uint32_t i, uint64_t clock,
                      bool fatal);

/* The functions below are for the time after all racers have left. */

/* The first answer to a question, unless it came after the end. */
struct race_clock_first race_clock_winner(const struct race_clock *race_clock,
                                          uint32_t goal);

/* The end of the race: the first answer that came last, or, with *fatal, the
 * racer that ended it for all.  RACE_CLOCK_NONE: a question has no answer. */
struct race_clock_first race_clock_last(const struct race_clock *race_clock,
                                        bool *fatal);

#endif
