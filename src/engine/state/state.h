/* state.h - the engine `state`: search on markings towards each question. */
#ifndef STATE_H
#define STATE_H

#include "engine/engine.h"

extern const struct engine state_engine;

#endif
