/* reader_sets.h - the sets of readers that may precede a consumer.
 *
 * Let transition t use some conditions of C, at most one of each place and
 * pairwise concurrent.  Events of C may have read the conditions that t
 * consumes.  The base past H0 is the union of the pasts of the producers of the
 * conditions and of the event on top of C.  A reader
 *
 *   - in H0 precedes t;
 *   - whose past consumes one of the conditions does not precede t;
 *   - of any other kind is optional.
 *
 * A set of optional readers is closed when it contains every optional reader
 * that is in the past of a member.  Each closed set R gives one history of t,
 * H0 + the pasts of R, and different sets give different histories.  Under
 * `read` these are all histories of t with these conditions (THEORY,
 * Lemma 14).
 *
 * The iterator counts through the sets in binary, one digit for each optional
 * reader in the order of the trail.  Example: a, b and c read what t consumes,
 * and a is in the past of b.
 *
 *     a b c
 *     0 0 0   {}
 *     0 0 1   {c}
 *     0 1 0   not closed, b needs a; 0 1 1 has the same fault and is skipped
 *     1 0 0   {a}
 *     1 0 1   {a, c}
 *     1 1 0   {a, b}
 *     1 1 1   {a, b, c}
 *
 * Between two closed sets lie at most as many faults as there are digits.
 *
 *     reader_sets_start(&sets, pick, n_consumed, n);
 *     while (reader_sets_next(&sets))
 *         ...  reader_sets_past(&sets), sets.readers
 *
 * Invariant: pasts[i], for i <= n_valid, is H0 with the pasts of the chosen
 * ones among the first i optional readers.  When reader_sets_next() has
 * returned true the chosen set is closed and all pasts are valid; the last one
 * is the history. */
#ifndef READER_SETS_H
#define READER_SETS_H

#include "engine/unfolding/config.h"

struct reader_sets {
    const struct config *c; /* the rest is zero at first */
    es_event_list readers;  /* of the consumed conditions, in the history:
                               sorted, an event once for each condition */
    uint32_t n_all;   /* readers of the consumed conditions in C, likewise */
    uint32_t n_tried; /* sets that the last reader_sets_next() tried */

    /* private */
    const struct config_instance *const *pick;
    uint32_t n_consumed;
    bool started;
    VEC(uint32_t) optional;           /* positions in C, in increasing order */
    VEC(uint8_t) chosen;              /* by optional reader: the digits */
    VEC(struct causality_past) pasts; /* room that is used again */
    uint32_t n_valid;
    VEC(uint32_t) scratch;
};

void reader_sets_finish(struct reader_sets *s);

/* H0 for these n conditions.  Valid until the next call of this function or of
 * reader_sets_start(). */
const struct causality_past *
reader_sets_base(struct reader_sets *s,
                 const struct config_instance *const *pick, uint32_t n);

/* Before the first set.  t consumes the first n_consumed of the n conditions;
 * H0 consumes none of the n.  `pick` must stay. */
void reader_sets_start(struct reader_sets *s,
                       const struct config_instance *const *pick,
                       uint32_t n_consumed, uint32_t n);

/* A number w of optional readers that are pairwise concurrent, so that there
 * are at least 2^w closed sets; found in linear time.  If w is less than
 * `least`, more optional readers may be pairwise concurrent. */
uint32_t reader_sets_width(struct reader_sets *s, uint32_t least);

/* The next closed set; false when there is none. */
bool reader_sets_next(struct reader_sets *s);

/* Instead of the sets: all optional readers, and the history that they give. */
const struct causality_past *reader_sets_take_all(struct reader_sets *s);

/* The history that the current set gives. */
static inline const struct causality_past *
reader_sets_past(const struct reader_sets *s)
{
    return &s->pasts.at[s->optional.len];
}

#endif
