/* relations.h - how the transitions of a net are ordered: its behavioural
 * profile.
 *
 * Some run fires a and later b, or none does; the same of b and a; and at some
 * marking both are enabled and neither needs what the other takes.  So two
 * transitions have one of these relations (THEORY, Definition 105):
 *
 *     exclusive     no run fires both
 *     before        a run fires a and later b, and none b and later a
 *     after         the other way round
 *     concurrent    both can fire in one step
 *     interleaving  both orders are possible, but never both in one step
 *
 * A transition is exclusive to itself if no run fires it twice, otherwise
 * interleaving. */
#ifndef RELATIONS_H
#define RELATIONS_H

#include "occurrence/concurrency.h"

enum relations_kind {
    RELATIONS_EXCLUSIVE,
    RELATIONS_BEFORE,
    RELATIONS_AFTER,
    RELATIONS_CONCURRENT,
    RELATIONS_INTERLEAVING,
};

struct relations {
    const struct net *net;
    uint32_t n;       /* transitions of the input */
    bits_word *order; /* row a has b: a run fires a and later b */
    struct concurrency concurrent;
    bits_word *fires; /* transitions that some run fires */
};

/* prefix: a complete one of after_net(net), without reads or with copies.
 * False when it was to stop; then it is all zero. */
bool relations_init(struct relations *r, const struct net *net,
                    const struct prefix *prefix, const struct stop *stop);
void relations_finish(struct relations *r);

enum relations_kind relations_of(const struct relations *r, trans_id a,
                                 trans_id b);

/* "exclusive", ... */
const char *relations_word(enum relations_kind kind);

#endif
