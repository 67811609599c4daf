/* api_help.h - a question of an engine to all engines, about its net from
 * another marking on: a run of its own, with a reduction and a race. */
#ifndef API_HELP_H
#define API_HELP_H

#include "api/run/api_problem.h"

/* The function of engine_help (engine.h); self is a struct api_problem_helped.
 */
void api_help_ask(const void *self, const bits_word *m, struct goal *goals,
                  uint32_t n_goals, uint64_t work, int (*terminate)(void *data),
                  void *data, struct answer *answer);

#endif
