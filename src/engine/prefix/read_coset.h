/* read_coset.h - a co-set of a prefix with read arcs: pairwise concurrent
 * conditions, chosen one by one, as on a stack, and the history of an event
 * that uses them.
 *
 * The event e of read_coset_start() is in the history H. Each choice adds
 * events to H: a condition brings the events below it that [e] lacks, and a
 * reader that is to be in H brings itself and the events below it.  Two users
 * of a condition are in conflict unless both read it or the consumer has the
 * reader in its past (THEORY, Lemma 8).  So an event g may come in iff
 *
 *     no event of H consumes what g uses;
 *     each reader in H of what g consumes is below g; and
 *     g consumes no chosen condition, and is not barred.
 *
 * Whether one event may be in H with e is found by a walk over the events that
 * only one of their two pasts has. */
#ifndef READ_COSET_H
#define READ_COSET_H

#include "engine/unfolding/es_past.h"

/* What something brings: a slice of read_coset.slices, increasing. */
struct read_coset_slice {
    uint32_t from, len;
};

/* A condition concurrent with what e produces. */
struct read_coset_partner {
    cond_id cond;
    struct read_coset_slice brings;
};

typedef VEC(struct read_coset_partner) read_coset_list;

/* A condition as H uses it, apart from [e]. */
struct read_coset_use {
    uint32_t n_readers;
    bool consumed, chosen;
};

struct read_coset {
    const struct es *es; /* conditions know their users */
    event_id added;      /* e */
    struct es_past_walk walk;
    es_event_list slices;
    struct stamp met; /* readers that were compared with e */
    VEC(struct read_coset_slice) met_brings; /* by such a reader */
    VEC(cond_id) at;                         /* the co-set */
    es_event_list brought;                   /* H without [e] */
    struct stamp in, barred;                 /* those; and what must not come */
    VEC(struct read_coset_use) uses;         /* by condition */
    uint64_t work; /* conditions of events that were looked at */
};

void read_coset_finish(struct read_coset *coset);

/* Starts with e, which was added: the co-set is empty, and H is [e].  All
 * slices become invalid. */
void read_coset_start(struct read_coset *coset, event_id e);

/* Is b, which was added before e, concurrent with what e produces?  Then
 * *brings is what it brings. */
bool read_coset_is_partner(struct read_coset *coset, cond_id b,
                           struct read_coset_slice *brings);

/* Can f, which was added before e, be in H?  Then *brings is f with what else
 * it brings: nothing if f is below e. */
bool read_coset_meet(struct read_coset *coset, event_id f,
                     struct read_coset_slice *brings);

/* Adds the events of the slice to H; does nothing and returns false when one of
 * them may not come in. */
bool read_coset_bring(struct read_coset *coset, struct read_coset_slice slice);

/* Removes the events of H that came last, until it has n besides [e]. */
void read_coset_take_back(struct read_coset *coset, uint32_t n);

/* Chooses b as well, with what it brings, if it is concurrent with the chosen
 * conditions; pop undoes that. */
bool read_coset_push(struct read_coset *coset, struct read_coset_partner b);
void read_coset_pop(struct read_coset *coset, uint32_t n_brought);

/* The number of events of H outside [e]. */
static inline uint32_t read_coset_count(const struct read_coset *coset)
{
    return coset->brought.len;
}

/* Is f, which can be in H and brings that, in H? */
static inline bool read_coset_has(const struct read_coset *coset, event_id f,
                                  struct read_coset_slice brings)
{
    return !brings.len || stamp_has(&coset->in, f);
}

/* read_coset_bar() forbids that f comes into H, read_coset_unbar() allows it
 * again. */
static inline void read_coset_bar(struct read_coset *coset, event_id f)
{
    stamp_add(&coset->barred, f);
}

static inline void read_coset_unbar(struct read_coset *coset, event_id f)
{
    stamp_remove(&coset->barred, f);
}

#endif
