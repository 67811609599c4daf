/* race_answer.h - one answer from those of the engines of a race.
 *
 * Each question has the finding of the engine that has won it (race_clock.h);
 * of a largest value, that may be one that another engine has shown to be the
 * largest.  What a question without a winner has is the largest value that was
 * found.  Two engines that contradict each other are a fault. */
#ifndef RACE_ANSWER_H
#define RACE_ANSWER_H

#include "engine/race/racer.h"

/* All racers have ended.  Takes what the answer has out of theirs. */
void race_answer_join(struct racer_group *race, struct answer *answer);

#endif
