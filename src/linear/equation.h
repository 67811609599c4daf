/* equation.h - the engine `equation`: answers no by the state equation.
 *
 * For each question it looks for a marking that answers and is consistent with
 * the state equation and with all traps found so far (skeleton.h, refuter.h).
 * When there is none, the answer is no.  When there is one, the question stays
 * open: such a marking need not be reachable.  The answers presume that the net
 * is safe. */
#ifndef EQUATION_H
#define EQUATION_H

#include "engine/engine.h"

extern const struct engine equation_engine;

#endif
