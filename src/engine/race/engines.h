/* engines.h - all engines, one row each.
 *
 *     X(word, module, help)
 *
 * The word is the value of --engine; the module has the engine as
 * <module>_engine (engine.h), with what else others must know of it; the help
 * is one line.  The engines that race stand in the order in which they win
 * ties. */
#ifndef ENGINES_H
#define ENGINES_H

#include "engine/engine.h"

/* clang-format off */
#define ENGINES_RACING(X)                                                    \
    X(state, state,                                                          \
      "markings, depth first towards each question")                         \
    X(equation, equation,                                                    \
      "the state equation, traps, walks along its solutions, and inductive " \
      "clauses (IC3)")                                                       \
    X(prefix, prefix,                                                        \
      "the complete prefix, by saturation")                                  \
    X(por, por,                                                              \
      "maximal configurations one by one")                                   \
    X(walk, walk,                                                            \
      "random and guided walks, which never answer no")

#define ENGINES(X)                                                           \
    X(auto, race,                                                            \
      "a race of the engines of option racers, if there is a question")      \
    ENGINES_RACING(X)                                                        \
    X(reverse, reverse,                                                      \
      "maximal configurations one by one, in the memory of one run")
/* clang-format on */

enum {
#define X(word, module, help) ENGINES_##word,
    ENGINES(X)
#undef X
        ENGINES_COUNT,
    ENGINES_FIRST_RACER = 1,
    ENGINES_RACERS = 0
#define X(word, module, help) +1
    ENGINES_RACING(X)
#undef X
};

#define X(word, module, help) extern const struct engine module##_engine;
ENGINES(X)
#undef X

/* In the order of the rows; the race is the first one. */
extern const struct engine *const engines_list[ENGINES_COUNT];

/* Does the option stand among those that the engine uses? */
bool engines_use(const struct engine *engine, const char *option);

/* Does the engine refuse one of these questions? */
bool engines_refuse(const struct engine *engine, const struct net *net,
                    const struct goal *goals, uint32_t n_goals);

#endif
