/* constant_word.h - does an automaton accept a word of equal letters? */
#ifndef CONSTANT_WORD_H
#define CONSTANT_WORD_H

#include "temporal/buchi.h"

/* Does the automaton accept the infinite repetition of the letter from this
 * state on? */
bool constant_word_is_accepted(const struct buchi *buchi, uint32_t state,
                               uint64_t letter);

#endif
