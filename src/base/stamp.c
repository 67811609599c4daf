#include "base/stamp.h"

#include <string.h>

void stamp_finish(struct stamp *stamp)
{
    vec_free(&stamp->at);
    stamp->now = stamp->last = 0;
}

/* The stamps beyond the length are zero, too, so that the system need not give
 * memory for them before there are others. */
void stamp_grow(struct stamp *stamp, uint32_t n)
{
    const uint32_t cap = mem_grown(n);
    uint32_t *at;

    if (n > stamp->at.cap) {
        at = mem_zero(cap, sizeof *at);
        if (stamp->at.len)
            memcpy(at, stamp->at.at, stamp->at.len * sizeof *at);
        mem_free(stamp->at.at);
        stamp->at.at = at;
        stamp->at.cap = cap;
    }
    stamp->at.len = n;
}

void stamp_renew(struct stamp *stamp, uint32_t n)
{
    if (n > stamp->at.cap)
        stamp_finish(stamp);
    stamp_grow(stamp, n);
}

void stamp_wipe(struct stamp *stamp)
{
    if (stamp->at.len)
        memset(stamp->at.at, 0, stamp->at.len * sizeof *stamp->at.at);
    stamp->last = 0;
}
