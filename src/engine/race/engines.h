/* engines.h - all engines, one row each.
 *
 *     X(word, module, help)
 *
 * The word is the value of --engine; the module has the engine as
 * <module>_engine (engine.h), which has all that other modules must know of the
 * engine; the help is one line.  The engines that race are in the order in
 * which they win ties.  A test may define rows of its own, ENGINES_TESTED. */
#ifndef ENGINES_H
#define ENGINES_H

#include "engine/engine.h"

#ifndef ENGINES_TESTED
#define ENGINES_TESTED(X)
#endif

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
      "random and guided walks, which never answer no")                      \
    X(guided, guided,                                                        \
      "best-first search towards each question, which never answers no")     \
    X(recovery, recovery,                                                    \
      "what stays possible, by lost markings and by ways back")              \
    X(symbolic, symbolic,                                                    \
      "all markings at once, as a decision diagram")                         \
    ENGINES_TESTED(X)

#define ENGINES(X)                                                           \
    X(auto, race,                                                            \
      "a race of the engines of option racers, if there is a question")      \
    ENGINES_RACING(X)                                                        \
    X(reverse, reverse,                                                      \
      "maximal configurations one by one, in the memory of one run")         \
    X(merged, merged,                                                        \
      "the complete merged process, directly by SAT")
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

/* The engine that races with number i, below ENGINES_RACERS. */
static inline const struct engine *engines_racer(uint32_t i)
{
    return engines_list[ENGINES_FIRST_RACER + i];
}

/* The engines with all of these traits, as a set: 1 << number; and the first
 * one, which there must be. */
unsigned engines_with(unsigned traits);
const struct engine *engines_first(unsigned traits);

/* Figure i of all engines, each name once, those of the engine that explores
 * first; NULL: there are fewer. */
const struct answer_figure *engines_figure(uint32_t i);

/* The options that every engine uses. */
#define ENGINES_ALL_USE " engine timeout max-memory reduce fair "

/* Does the engine use the option?  Of a race: the race itself. */
bool engines_use(const struct engine *engine, const char *option);

/* Why the engine cannot answer one of these questions, as a clause that follows
 * it, or ""; NULL: it can. */
const char *engines_refuse(const struct engine *engine, const struct net *net,
                           const struct goal *goals, uint32_t n_goals);

#endif
