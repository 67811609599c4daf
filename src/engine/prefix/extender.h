/* extender.h - the possible extensions of events that were added: which
 * transitions can use their conditions, and with which other conditions.
 *
 *     extender_start(&x);                 nothing is proposed
 *     extender_extend(&x, e);             proposals about e
 *     for (i ...)                         in the order in which they were found
 *         x.proposals.at[i]
 *
 * The proposals at e are the extensions that use a condition of e and
 * conditions that were added before e, and the patterns and second tokens that
 * e completes:
 *
 *     EXTENSION   a transition, the conditions that it uses, and the events
 *                 below these that [e] lacks
 *     PATTERN     a pattern of a question, and the producers of its conditions
 *     SECOND      an event that produces on a place of e, too, and is
 *                 concurrent with e: a second token
 *
 * An extender changes nothing but itself, so several threads may each have one
 * while nothing is added. */
#ifndef EXTENDER_H
#define EXTENDER_H

#include "base/stamp.h"
#include "engine/prefix/coset.h"

/* --- transitions that no event can follow at once --------------------------
 *
 * They use a place that excludes one on which the event produces: e produces on
 * r, t uses p, and p and r are in one exclusive set (exclusive.h).  Then no
 * condition of p is concurrent with that of r, so no occurrence of t uses
 * conditions of e (THEORY, Lemma 68).  A copy of a place counts as the place.
 */

struct extender_uses {
    uint32_t *set_of;   /* by place; NULL: no sets are known */
    place_id *original; /* by place: itself, or of which it is a copy */
    struct stamp met;   /* sets in which e produces */
    place_id *produced; /* by such a set: there */
};

/* compiled must outlive the result. */
void extender_uses_init(struct extender_uses *uses,
                        const struct compiled_net *compiled);
void extender_uses_finish(struct extender_uses *uses);

/* The places on which e produces. */
void extender_uses_start(struct extender_uses *uses,
                         struct net_place_span produced);

/* Does one of these places exclude one on which e produces? */
bool extender_uses_has(const struct extender_uses *uses,
                       struct net_place_span places);

/* --- extensions ----------------------------------------------------------- */

enum extender_kind { EXTENDER_EXTENSION, EXTENDER_PATTERN, EXTENDER_SECOND };

/* An extension that uses more conditions is a large part of the work. */
enum { EXTENDER_FEW_USES = 64 };

/* What a step, a choice of a condition, and an event that is walked over cost,
 * here and in contextual.h (watch.h). */
enum {
    EXTENDER_STEP_COST = 20,
    EXTENDER_CHOICE_COST = 8,
    EXTENDER_WALK_COST = 8,
};

struct extender_proposal {
    enum extender_kind kind;
    uint32_t subject; /* the transition, the pattern, or the place */
    uint32_t words;   /* where its list begins in extender.words: the conditions
                         in the order of compiled_net_use(); producers; or the
                         event */
    uint32_t n_words;
    uint32_t n_readers; /* of an extension: readers behind the conditions; 0,
                           unless from contextual.h */
    uint32_t n_missing; /* of an extension: events behind these */
    uint32_t marking;   /* of an extension, if it is known already, or
                           MARKINGS_NONE */
};

/* Opens in the store (markings.h) the marking at which the transition of an
 * extension of e fires. */
static inline void
extender_open_marking(struct es *es, event_id e,
                      const struct extender_proposal *proposal,
                      const uint32_t *words)
{
    const event_id *const missing =
        words + proposal->n_words + proposal->n_readers;

    markings_open(&es->markings, es->events.at[e].marking);
    for (uint32_t i = 0; i < proposal->n_missing; i++)
        markings_step(&es->markings, es->events.at[missing[i]].trans);
}

/* Called now and then with the work done since the last call; true: to stop. */
struct extender_watch {
    bool (*look)(void *self, uint64_t work);
    void *self;
};

/* Of the proposals about an event. */
struct extender_counts {
    uint32_t n_uses; /* conditions that extensions use */
    uint32_t n_far;  /* extensions of the event and of events that it lacks */
    uint32_t n_new;  /* extensions whose marking is not known */
    uint32_t n_odd;  /* other proposals, and extensions with which a place gets
                        a second token */
    uint32_t n_many; /* conditions beyond FEW_USES of an extension */
};

struct extender {
    const struct conc *conc;
    const struct es *es;
    const struct compiled_net *compiled;
    struct extender_watch watch;
    bool stopped;  /* by the watch: proposals are missing */
    bool has_view; /* looks for the markings of extensions in the store, which
                      must not change meanwhile */
    struct markings_draft view; /* then: a marking of the store */
    VEC(struct extender_proposal) proposals;
    VEC(uint32_t) words;
    struct extender_counts counts; /* about the last event */

    /* scratch for an event */
    struct conc_query query;
    struct extender_uses excluded;
    uint32_t *n_had;       /* by transition, then by pattern: how many of its
                              places have conditions */
    conc_list *candidates; /* by needed place: conditions concurrent with it */
    struct stamp needed;   /* places that an extension may use: UNLISTED, ... */
    VEC(place_id) unlisted;
    struct stamp users; /* transitions whose places are needed */
    struct stamp tried, tried_patterns;
    VEC(place_id) places; /* of a choice, fewest candidates first */
    VEC(uint32_t) next;   /* by place of a choice: the next candidate */
    struct coset coset;   /* the choice in that order */
    cond_id *chosen;      /* by place of the choice: its condition */
    es_event_list extra;  /* below the choice, but not in its past */
    uint64_t steps;       /* work of steps and choices */
    uint64_t told, due;   /* work that the watch knows; when to tell it */
};

/* Borrows its arguments. */
void extender_init(struct extender *extender, const struct conc *conc,
                   struct extender_watch watch);
void extender_finish(struct extender *extender);

/* Forgets all proposals. */
void extender_start(struct extender *extender);

/* Adds the proposals about e, which was added with its row, or is bottom. */
void extender_extend(struct extender *extender, event_id e);

/* The work done since the watch was told. */
uint64_t extender_untold(struct extender *extender);

#endif
