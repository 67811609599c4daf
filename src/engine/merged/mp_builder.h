/* mp_builder.h - a complete merged process, event by event.
 *
 *     while there is a local configuration C whose last event is not extended,
 *             and is no cutoff as far as is known
 *         if a smaller C' has the marking of C
 *             C, and what is alike, is a cutoff (mp_cutoffs.h)
 *         else
 *             extend the last event of C
 *     add all other events that a configuration enables: cutoffs
 *
 * ([KM14], with clauses for kinds of cutoffs.)  Configurations consist of
 * extended events.  Candidates come by size from unions of those that are known
 * (mp_candidates.h); when there are none, the solver is asked (mp_clauses.h),
 * and if it finds one, more are united from then on.  It also says whether
 * there is a C', unless the marking needs all of C (mp_needed.h).  What it
 * finds may be smaller than some C that was decided before, so such C are
 * decided again in the end.  If one of them is a cutoff after all, everything
 * begins again, with more candidates, and at last with the solver for each
 * size.  An event is a cutoff iff each of its local configurations is one
 * (THEORY, Definition 124). */
#ifndef MP_BUILDER_H
#define MP_BUILDER_H

#include "base/stamp.h"
#include "engine/merged/mp_candidates.h"
#include "engine/merged/mp_cutoffs.h"
#include "engine/merged/mp_needed.h"

/* A local configuration that is no cutoff, as far as was known when so many
 * events took part. */
struct mp_builder_kept {
    uint32_t local, n_events, n_taking_part;
};

/* Hears of each new event, the last one of a configuration, and when larger
 * configurations come; true: to stop. */
struct mp_builder_listener {
    bool (*met)(void *self, const struct mp_config *config);
    bool (*grown)(void *self);
    void *self;
};

struct mp_builder {
    struct mp_process process;
    struct mp_clauses clauses;
    struct mp_cutoffs cutoffs;
    const struct engine_problem *problem;
    struct watch *watch;
    uint64_t n_cutoffs; /* configurations found to be cutoffs */
    /* Local configurations met: an event, and the numbers of those that its
     * direct predecessors have.  red: it is no cutoff. */
    struct lists locals;
    VEC(bool) red, queued, offered;
    VEC(struct mp_builder_kept) kept; /* those that are no cutoffs */
    struct lists markings; /* theirs, and by marking 1 + the smallest one */
    mp_process_list smallest;
    mp_process_list sizes; /* of the events that are extended, in their order */
    uint32_t n_taking_part; /* of these, those of the present epoch */
    bool is_due;            /* another epoch, before the next question */
    uint32_t n_compared;    /* of these, those that took part in the decision */
    struct mp_candidates candidates;
    struct mp_needed needed;
    /* C' was sought without a bound, and was found but larger than C */
    uint64_t n_unbounded, n_larger;
    uint32_t size;         /* of the candidates that are tried */
    bool careful;          /* by size, each size complete */
    bool wrong;            /* a cutoff was taken for none */
    mp_process_list tasks; /* local configurations about to be decided */
    struct mp_builder_listener listener;
    bool answered; /* the listener wants to stop */
    /* it gives up beyond so many events or calls of the solver; 0: any */
    uint32_t most_events, most_calls;
    bool complete;
    struct mp_config h, c, d;             /* H, C and C' */
    mp_process_list list, name, local_of; /* scratch */
    struct stamp met;                     /* scratch: local configurations */
    uint32_t *depth;                      /* by place, scratch */
    bits_word *marking;                   /* scratch */
    bits_word *initial;                   /* the marking */
};

/* Borrows all of these.  is_made: a process will be taken, not built. */
void mp_builder_init(struct mp_builder *builder,
                     const struct engine_problem *problem,
                     const struct compiled_net *compiled, bool is_made,
                     struct watch *watch);
void mp_builder_finish(struct mp_builder *builder);

/* Builds the process until it is complete, the watch stops it or it gives up.
 */
void mp_builder_run(struct mp_builder *builder);

/* Has it taken more than it was to take, without an end? */
bool mp_builder_gives_up(const struct mp_builder *builder);

/* Takes a complete process that was made otherwise instead of building it; its
 * events come after those that produce what they use.  It has no places of the
 * engine's own (THEORY, Lemma 140). */
void mp_builder_take(struct mp_builder *builder, const struct merged *merged);

#endif
