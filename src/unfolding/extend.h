/* extend.h - the extensions that a push brings: all <t, H> with H in C whose
 * history holds the event pushed last.
 *
 * For each transition that uses a condition which the event made, or takes one
 * that it tested, one condition on the chain of each of its places is chosen,
 * all pairwise concurrent and none consumed in the past of the event.  Of the
 * readers of the conditions that it takes, those below are in H, those whose
 * past consumes a choice are out, and the others are branched over, the past
 * kept closed ([Rod15] Def. 3; doc/THEORY.md).
 *
 * Patterns (compiled_net.h) are matched in the same way. */
#ifndef EXTEND_H
#define EXTEND_H

#include "engine/watch.h"
#include "unfolding/config.h"

/* An extension of C, known before or new. */
struct extend_extension {
    event_id event;
    bool enabled; /* in en(C), else in cex(C) */
    bool created;
};

/* A pattern whose places are marked after the makers' pasts. */
struct extend_match {
    uint32_t pattern;
    uint32_t producers, n_producers; /* slice of extend.makers */
};

struct extend {
    struct es *es;
    struct config *c;
    const struct compiled_net *compiled;
    struct watch *watch;
    VEC(struct extend_extension) found;
    VEC(struct extend_match) matches;
    es_event_list producers;
    bool *answered; /* by pattern: no longer looked for; the caller's */

    /* A new event whose transition puts a second token on a place at the end
     * of its own history; PLACE_NONE: none. */
    place_id unsafe_place;
    trans_id unsafe_trans;
    es_event_list unsafe_past;

    /* scratch */
    uint32_t *stamp, *pattern_stamp, now;
    uint32_t *hint;  /* by transition: the use that failed last */
    uint32_t *index; /* choice: index on the chain of each place */
    const struct config_instance **pick;
    VEC(uint32_t) name, optional;
    VEC(uint8_t) decided;
    VEC(bits_word) past;
    bits_word *marking;
};

void extend_init(struct extend *x, struct es *es, struct config *c,
                 struct watch *watch);
void extend_finish(struct extend *x);

/* Fills found (and matches) for the event at the top of C.  There can be
 * exponentially many: when the watch ends the run, some are left out. */
void extend_run(struct extend *x);

#endif
