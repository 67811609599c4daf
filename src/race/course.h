/* course.h - the clock of a race: whose turn it is, and when the race is over.
 *
 * Every racer has a thread and a clock: the work that it has done.  An answer
 * bears the clock of its racer; of two answers to a question the one with the
 * lower clock is the first, whenever it comes in.  So nobody has won before all
 * the others have done as much work in vain, and who wins depends neither on
 * the machine nor on how the threads are scheduled:
 *
 *     racer 0   0 ------------ 700                      overtaken
 *     racer 1   0 ------ 400: t3 is reachable           wins
 *     racer 2   0 ----------------- 1100: t3 is reachable
 *
 * The race ends at the clock by which all questions were answered, or by which
 * a racer ended it for all.  That clock is known late: what is found beyond it
 * does not count.
 *
 * Who has several questions learns what others have answered when their clocks
 * meet at 2^k; who is there first waits.  And when fewer threads may run than
 * there are racers, those with the lowest clocks run, in slices. */
#ifndef COURSE_H
#define COURSE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define COURSE_NOBODY UINT32_MAX

enum course_state {
    COURSE_WAITS, /* for a thread that may run */
    COURSE_RUNS,
    COURSE_MEETS, /* waits for the other clocks */
    COURSE_GONE,
};

struct course_racer {
    pthread_cond_t turn; /* its state or the end has changed */
    enum course_state state;
    uint64_t clock;
    uint64_t slice; /* the clock up to which it need not give way */
};

/* The first answer to a question, or the first end for all. */
struct course_first {
    uint64_t clock;
    uint32_t racer; /* COURSE_NOBODY: there is none */
};

struct course {
    pthread_mutex_t lock;
    struct course_racer *racers;
    uint32_t n_racers, n_goals;
    uint32_t n_free;            /* threads that may run and do not */
    struct course_first *first; /* by question */
    struct course_first fatal;
    uint32_t n_open;      /* questions without an answer */
    _Atomic uint64_t end; /* of the race; at least what it will be */
    bool stale;           /* it may be less */
    bool *closed;         /* by question: answered when the clocks met */
    uint64_t meeting;     /* the clock at which they meet next */
    bool full;            /* no more memory */
};

/* So many threads at most run at once, at least one. */
void course_init(struct course *course, uint32_t n_racers, uint32_t n_goals,
                 uint32_t n_threads);
void course_finish(struct course *course);

/* What follows is for the thread of racer i.  Each waits until its turn. */
void course_enter(struct course *course, uint32_t i);

/* Its clock stands there; returns where to look again. */
uint64_t course_look(struct course *course, uint32_t i, uint64_t clock);

void course_found(struct course *course, uint32_t i, uint32_t goal,
                  uint64_t clock);

/* Must it leave, for there is no more memory?  The last one goes first. */
bool course_must_yield(struct course *course, uint32_t i);

/* It has left; fatal: and nobody need go on. */
void course_leave(struct course *course, uint32_t i, uint64_t clock,
                  bool fatal);

/* What follows is for when all have left. */

/* The first answer to a question that came before the end; NOBODY: none. */
struct course_first course_winner(const struct course *course, uint32_t goal);

/* Who ended the race: by the last first answer, or for all; NOBODY: none
 * did, and there are questions without an answer.  *fatal says which. */
struct course_first course_last(const struct course *course, bool *fatal);

#endif
