#include "base/stamp.h"

#include <string.h>

void stamp_finish(struct stamp *stamp)
{
    vec_free(&stamp->at);
    stamp->now = stamp->last = 0;
}

void stamp_grow(struct stamp *stamp, uint32_t n)
{
    const uint32_t old = stamp->at.len;

    vec_reserve(&stamp->at, n - old);
    memset(stamp->at.at + old, 0, (n - old) * sizeof *stamp->at.at);
    stamp->at.len = n;
}

void stamp_wipe(struct stamp *stamp)
{
    if (stamp->at.len)
        memset(stamp->at.at, 0, stamp->at.len * sizeof *stamp->at.at);
    stamp->last = 0;
}
