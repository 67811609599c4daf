/* race.h - the engine `auto`: several engines side by side, and for each
 * question the answer of the one that comes first.
 *
 * First is who has done the least work (race_clock.h), so that the same problem
 * gives the same answers, runs and figures every time and for any number of
 * threads.  An engine that meets a limit of its own leaves the race to the
 * others.  A net that one of them refuses is refused.
 *
 * Whoever has not won is joined and freed before race_run() returns. */
#ifndef RACE_H
#define RACE_H

#include "engine/engine.h"

extern const struct engine race_engine;

/* The engines in the order in which they win ties.  Each finding of the answer
 * says whose it is, and the answer whose figures it has: of the engine that
 * ended the race, when it gave its last answer if that was not its end; what is
 * only counted at the end of a run is 0 then.  If two engines contradict each
 * other the answer stops with STOP_FAULT and a diagnosis. */
void race_run(const struct engine *const *list, uint32_t n_engines,
              const struct engine_problem *problem,
              const struct engine_limits *limits, struct answer *answer);

#endif
