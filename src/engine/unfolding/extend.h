/* extend.h - ex(C), step by step: the extensions that a push brings.
 *
 * An extension of C is an event outside C whose causes are in C. It is in en(C)
 * when C with it is a configuration, else in cex(C) ([Rod15] section 4).  The
 * push of an event e brings the extensions <t, H> with e in H and H a part of C
 * (THEORY, Lemma 13).
 *
 * For each transition that uses a condition which e produces, or consumes one
 * that e reads, one condition is chosen on the chain of each of its places: all
 * pairwise concurrent, none consumed in [e].  Each closed set of the readers of
 * what the transition consumes gives one history H (reader_sets.h).
 *
 * Patterns (compiled_net.h) are matched in the same way. */
#ifndef EXTEND_H
#define EXTEND_H

#include "base/stamp.h"
#include "engine/unfolding/config.h"
#include "engine/unfolding/reader_sets.h"
#include "engine/watch.h"

/* An extension of C, known before or new. */
struct extend_extension {
    event_id event;
    bool enabled; /* in en(C), else in cex(C) */
    bool created;
};

/* A pattern whose places are marked after the pasts of the producers. */
struct extend_match {
    uint32_t pattern;
    uint32_t producers, n_producers; /* slice of extend.producers */
};

struct extend {
    struct es *es;
    struct config *c;
    const struct compiled_net *compiled;
    struct watch *watch;
    VEC(struct extend_extension) found;
    VEC(struct extend_match) matches;
    es_event_list producers;
    bool is_light; /* new events get no marking, and a size only if has_sizes:
                      the store is lazy and knows no event again */
    bool has_sizes;
    /* Only events of en(C) are made; postponed is 1 if others may be missing.
     */
    bool only_enabled;
    /* Of a consumer with 2^many sets of readers or more, only the enabled event
     * is made, and postponed is the largest such exponent of this run; 0: there
     * was none, and nothing is postponed if many is 0. */
    uint32_t many, postponed;

    /* A new event whose transition puts a second token on a place at the end
     * of its own history; PLACE_NONE: none. */
    place_id unsafe_place;
    trans_id unsafe_trans;
    es_event_list unsafe_past;

    /* scratch */
    struct stamp tried, tried_patterns;
    uint32_t *hint; /* by transition: the use that failed last */
    /* the choice for each place, and the instance to be tried next */
    const struct config_instance **pick, **next;
    VEC(uint32_t) consumed; /* the choices that are, in their order */
    VEC(uint32_t) name;
    struct reader_sets sets;
    causality_positions positions;
};

void extend_init(struct extend *extend, struct es *es, struct config *c,
                 struct watch *watch);
void extend_finish(struct extend *extend);

/* Fills found (and matches) for the event at the top of C. There can be
 * exponentially many extensions: when the watch ends the run, some are left
 * out. */
void extend_run(struct extend *extend);

#endif
