/* trial.h - one net, all questions, engine against oracle.
 *
 * A trial draws relations and questions for a net and compares what an engine
 * answers with what the oracle knows, under one setting of the switches after
 * the other. */
#ifndef TRIAL_H
#define TRIAL_H

#include "engine/engine.h"
#include "oracle.h"
#include "random.h"

/* What was compared, so that a run can say that it was not idle. */
struct trial_counts {
    uint64_t nets, runs, verdicts, markings, traces, unsafe, skipped, cubes;
};

/* Every setting is one of trial_settings() numbers. */
uint32_t trial_settings(void);

/* Tries n settings from number first on, round the end.  On a difference
 * prints the setting and the difference on stderr and returns false. */
bool trial_run(const struct engine *engine, const struct net *net,
               struct random *random, uint32_t first, uint32_t n,
               struct trial_counts *counts);

#endif
