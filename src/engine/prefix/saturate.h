/* saturate.h - the engine `prefix`: the classic complete prefix of a safe net
 * ([McM92], [ERV02]), by saturation.  Its interface is engine.h. */
#ifndef SATURATE_H
#define SATURATE_H

#include "engine/engine.h"

extern const struct engine saturate_engine;

#endif
