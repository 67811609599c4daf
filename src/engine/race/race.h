/* race.h - the engine `auto`: several engines side by side, and for each
 * question the answer that comes first.
 *
 * The first answer is the answer that took the least work (race_clock.h), so
 * the same problem gives the same answers, runs and figures every time and for
 * any number of threads.  An engine that meets a limit of its own, or finds no
 * memory, leaves the race to the others.  A net that one engine refuses is
 * refused.
 *
 * All threads are joined, and all other answers freed, before race_run()
 * returns. */
#ifndef RACE_H
#define RACE_H

#include "engine/engine.h"

/* The engines in the order in which they win ties.  Each finding names its
 * engine.  The figures are those of the engine that ended the race, which the
 * answer names; if that engine had not finished, they are its figures at its
 * last answer; figures that are counted only at the end of a run are 0.  If two
 * engines contradict each other, the answer stops with STOP_FAULT and a
 * diagnosis. */
void race_run(const struct engine *const *list, uint32_t n_engines,
              const struct engine_problem *problem,
              const struct engine_limits *limits, struct answer *answer);

#endif
