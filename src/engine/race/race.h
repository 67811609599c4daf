/* race.h - the engine `auto`: several engines side by side, and for each
 * question the answer of the one that comes first.
 *
 * The first answer is the one that took the least work (race_clock.h), so the
 * same problem gives the same answers, runs and figures every time and for any
 * number of threads.  An engine that meets a limit of its own, or finds no
 * memory, leaves the race to the others.  A net that one engine refuses is
 * refused.
 *
 * All threads are joined, and all other answers freed, before race_run()
 * returns. */
#ifndef RACE_H
#define RACE_H

#include "engine/engine.h"

extern const struct engine race_engine;

/* The engines whose answers can be certified: a yes by its run, a no by the
 * proof that state and equation give. */
#define RACE_CERTIFYING \
    (1u << RACER_STATE | 1u << RACER_EQUATION | 1u << RACER_WALK)

/* The engines that answer yes or no to every question, if nothing stops
 * them. */
#define RACE_COMPLETE (1u << RACER_STATE | 1u << RACER_PREFIX)

/* The engines among those wanted (engine_problem.racers) that take part: state,
 * equation and walk do not check a user's relation.  Por answers few formulas,
 * and these slowly: it is asked for them where no complete engine is. */
unsigned race_members(unsigned wanted, enum dep_kind kind,
                      const struct net *net, const struct goal *goals,
                      uint32_t n_goals);

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
