/* mp_ends.h - how events of a merged process precede each other.
 *
 * A link of the causal order leads from one event to another by a condition:
 *
 *     x produces b, y uses b;  x reads b, y consumes b;
 *     x consumes p/k, y produces p/k+1
 *
 * So each event has ends of links, some by which it precedes others and some by
 * which it follows them. */
#ifndef MP_ENDS_H
#define MP_ENDS_H

#include "engine/merged/mp_process.h"

/* What the first event of the link does. */
enum { MP_PRODUCES, MP_READS, MP_CONSUMES, MP_USES = MP_PRODUCES };

/* An end of a link: what the first event does, and the condition; of the last
 * kind p/k+1 for the event that follows. */
struct mp_ends_one {
    uint32_t how, condition;
};

typedef VEC(struct mp_ends_one) mp_ends_list;

/* Fills the ends by which e follows other events, and by which it precedes
 * some. */
void mp_ends_of(const struct mp_process *process, uint32_t e, mp_ends_list *to,
                mp_ends_list *from);

bool mp_ends_has(const mp_ends_list *list, struct mp_ends_one end);

#endif
