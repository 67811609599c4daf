/* stop.h - what a search asks whether it must end early: its caller may be
 * interrupted, or have no more time or memory for it. */
#ifndef STOP_H
#define STOP_H

#include <stdbool.h>

struct stop {
    bool (*is_due)(void *self);
    void *self;
};

/* NULL: never. */
static inline bool stop_is_due(const struct stop *stop)
{
    return stop && stop->is_due(stop->self);
}

#endif
