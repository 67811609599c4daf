/* race_values.h - the largest values of sums, by two racers together: one racer
 * reaches a value, another one shows that no marking has a larger value.
 *
 *     racer 1   value 3 at 400 ------------------- an answer, at 900
 *     racer 2   ------------------- limit 3 at 900
 *
 * The answer belongs to the racer that reached the value.  Its clock is the
 * later clock of the two, so it depends on no scheduler.  The run to the value
 * is copied, so it stays when its engine loses its memory. */
#ifndef RACE_VALUES_H
#define RACE_VALUES_H

#include "answer/answer.h"

#include <pthread.h>

/* The largest value that a racer has reached. */
struct race_values_reached {
    bool given;
    int64_t value;
    uint64_t clock;
    double seconds; /* when it was known to be the largest one, or reached */
    bool told;      /* that it is the largest one */
    witness_run run;
};

/* The least limit that was shown. */
struct race_values_limit {
    bool given;
    int64_t value;
    uint64_t clock;
};

struct race_values {
    pthread_mutex_t lock;
    uint32_t n_racers, n_goals;
    struct race_values_reached *reached; /* by racer, then by question */
    struct race_values_limit *limits;    /* by question */
    bool *fresh; /* by racer: may there be something to tell?  */
};

void race_values_init(struct race_values *values, uint32_t n_racers,
                      uint32_t n_goals);

/* All racers have ended, and their blocks belong to this thread. */
void race_values_finish(struct race_values *values);

/* Racer i has reached a larger value of question g than before.  The copy of
 * the run goes to `owner`, the blocks of the racer. */
void race_values_reach(struct race_values *values, uint32_t i, uint32_t g,
                       const struct answer_finding *finding, uint64_t clock,
                       double seconds, struct mem_link *owner);

/* No marking has a larger value. */
void race_values_limit(struct race_values *values, uint32_t g, int64_t limit,
                       uint64_t clock, double seconds);

/* Has racer i reached the largest value of question g?  If so, at *clock. */
bool race_values_answer(struct race_values *values, uint32_t i, uint32_t g,
                        uint64_t *clock);

/* The next answer of racer i that was not told: its question, or n_goals. */
uint32_t race_values_changed(struct race_values *values, uint32_t i);

/* The finding of racer i that is such an answer.  Its run is that of values. */
struct answer_finding race_values_finding(const struct race_values *values,
                                          uint32_t i, uint32_t g);

/* After all racers have left: is no reached value of question g above its
 * limit? */
bool race_values_agree(const struct race_values *values, uint32_t g);

#endif
