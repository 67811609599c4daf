#include "base/stamp.h"

#include <string.h>

void stamp_finish(struct stamp *stamp)
{
    vec_free(&stamp->at);
    stamp->now = stamp->last = 0;
    stamp->is_fresh = false;
}

void stamp_grow(struct stamp *stamp, uint32_t n)
{
    vec_fit(&stamp->at, n);
    stamp->is_fresh = false;
}

/* Beyond the length of a fresh array all is zero, as the system gave it, and
 * takes no memory until it is written to. */
void stamp_renew(struct stamp *stamp, uint32_t n)
{
    if (n > stamp->at.cap || !stamp->is_fresh) {
        const uint32_t cap = mem_grown(n);

        stamp_finish(stamp);
        stamp->at.at = mem_zero(cap, sizeof *stamp->at.at);
        stamp->at.cap = cap;
        stamp->is_fresh = true;
    }
    stamp->at.len = n;
}

void stamp_wipe(struct stamp *stamp)
{
    if (stamp->at.len)
        memset(stamp->at.at, 0, stamp->at.len * sizeof *stamp->at.at);
    stamp->last = 0;
}
