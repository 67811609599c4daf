/* race_answer.h - one answer from those of the engines of a race.
 *
 * Each question gets the finding of the engine that has won it (race_clock.h);
 * for a largest value, another engine may have shown that it is the largest.  A
 * question without a winner gets the largest value that was found.  Two engines
 * that contradict each other are a fault. */
#ifndef RACE_ANSWER_H
#define RACE_ANSWER_H

#include "engine/race/racer.h"

/* Fills the answer, after all racers have ended; moves findings and figures out
 * of their answers. */
void race_answer_join(struct racer_group *race, struct answer *answer);

#endif
