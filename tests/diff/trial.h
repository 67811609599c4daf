/* trial.h - one net, all questions, an engine against the oracle.
 *
 * A trial draws relations and questions for a net and compares the answers of
 * an engine with the oracle, under one setting of the switches after the
 * other. */
#ifndef TRIAL_H
#define TRIAL_H

#include "engine/engine.h"
#include "oracle.h"
#include "random.h"

/* The number of comparisons, to detect an idle run. */
struct trial_counts {
    uint64_t nets, runs, verdicts, markings, traces, unsafe, skipped, cubes;
};

/* The number of settings; each has a number below it. */
uint32_t trial_settings(void);

/* Tries n settings from number first on, cyclically.  On a difference prints
 * the setting and the difference on stderr and returns false. */
bool trial_run(const struct engine *engine, const struct net *net,
               struct random *random, uint32_t first, uint32_t n,
               struct trial_counts *counts);

#endif
