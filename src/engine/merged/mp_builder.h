/* mp_builder.h - a complete merged process, event by event.
 *
 *     for n = 1, 2, ... while it is not known that no larger one is left
 *         while a local configuration C of n events at most ends with an event
 *               that is not extended, and is no cutoff as far as is known
 *             if a smaller C' has the marking of C
 *                 C, and what is alike, is a cutoff (mp_cutoffs.h)
 *             else
 *                 extend the last event of C
 *     add all other events that a configuration enables: cutoffs
 *
 * ([KM14], with clauses for kinds of cutoffs.)  Configurations consist of
 * extended events; both questions are put to the solver (mp_clauses.h).  An
 * event is a cutoff iff each of its local configurations is one (THEORY,
 * Definition 124). */
#ifndef MP_BUILDER_H
#define MP_BUILDER_H

#include "engine/merged/mp_cutoffs.h"

/* A local configuration about to be decided. */
struct mp_builder_task {
    uint32_t local, event;
    mp_process_list events;
};

/* Hears of each new event, the last one of a configuration, and when those of
 * n events at most are known; true: to stop. */
struct mp_builder_listener {
    bool (*met)(void *self, const struct mp_config *config);
    bool (*grown)(void *self, uint32_t n);
    void *self;
};

struct mp_builder {
    struct mp_process process;
    struct mp_clauses clauses;
    struct mp_cutoffs cutoffs;
    struct watch *watch;
    uint64_t n_extended, n_cutoffs; /* configurations found to be cutoffs */
    /* Local configurations met: an event, and the numbers of those that its
     * direct predecessors have.  red: it is no cutoff. */
    struct lists locals;
    VEC(bool) red;
    VEC(struct mp_builder_task) tasks;
    uint32_t check;     /* --check */
    uint32_t max_depth; /* 0: no limit */
    struct mp_builder_listener listener;
    bool answered; /* the listener wants to stop */
    bool complete;
    struct mp_config h, c, d;                    /* H, C and C' */
    mp_process_list marks, list, name, local_of; /* scratch */
    uint32_t mark;
    uint32_t *depth;    /* by place, scratch */
    bits_word *marking; /* scratch */
};

void mp_builder_init(struct mp_builder *builder,
                     const struct compiled_net *compiled,
                     enum engine_order order, struct watch *watch);
void mp_builder_finish(struct mp_builder *builder);

/* Builds the process until it is complete or the watch stops it. */
void mp_builder_run(struct mp_builder *builder);

#endif
