/* compiled_net.h - the arcs that the unfolding uses: a net under a dependency
 * relation, with what the questions need.
 *
 * The unfolding under a relation D is that of a net whose transitions consume,
 * read and produce tokens as follows.  Two transitions are dependent iff they
 * meet on a token and do not both only read it (THEORY, Definition 5).
 *
 *     read      consume = pre          read = read   produce = post
 *     classic   consume = pre + read   read = {}     produce = post + read
 *     none      as classic, with one more place that every transition consumes
 *               and produces: all occurrences lie on one chain
 *     user      as read, with a place for every clique of transitions that are
 *               dependent for the user and independent under read; each member
 *               consumes and produces it (THEORY, Lemma 10)
 *
 * A transition that consumes nothing gets a place of its own, consumed and
 * produced, so that its occurrences are ordered (D is reflexive).  A place that
 * a question wants empty gets a complement.  These own places follow those of
 * the net and are not part of markings.
 *
 * A pattern is a set of places: a marking that is asked for.  It is matched
 * like a transition that reads them all, and never added (THEORY, Definition
 * 11). */
#ifndef COMPILED_NET_H
#define COMPILED_NET_H

#include "net/dep.h"
#include "net/net.h"
#include "question/goal.h"
#include "structure/exclusive.h"

/* What a match of the pattern shows: the answer to question `goal` is yes; or,
 * if goal is UINT32_MAX, trans puts a second token on place. */
struct compiled_net_pattern {
    uint32_t goal;
    trans_id trans;
    place_id place;
    bool answered; /* no longer looked for; the engine's, false at first */
};

struct compiled_net_mirror {
    place_id place; /* PLACE_NONE: always marked */
    bool opposite;
};

/* The arcs by transition, then by place. */
enum compiled_net_arcs {
    COMPILED_NET_USE, /* what it consumes, then what it reads */
    COMPILED_NET_PRODUCE,
    COMPILED_NET_CONSUMERS,
    COMPILED_NET_READERS,
    COMPILED_NET_PRODUCERS,
    COMPILED_NET_ARC_KINDS,
};

struct compiled_net {
    const struct net *net;
    const struct exclusive *exclusive; /* of the net, or NULL */
    uint32_t n_trans, n_places;        /* own places included */
    uint32_t n_net_places;
    bool copies; /* read places have copies */
    /* the place that orders all events under relation `none`, or PLACE_NONE */
    place_id total_order_place;

    struct relation arcs[COMPILED_NET_ARC_KINDS]; /* those that are arcs of the
                                                     net are shared with it */
    uint32_t *n_read; /* by transition; NULL: nothing is read */
    struct compiled_net_mirror *mirrors; /* of own places, in their order */
    place_id *initial;                   /* marked places, own ones included */
    uint32_t n_initial;

    uint32_t n_patterns;
    struct relation pattern_places; /* by pattern; reordered by the matcher */
    struct relation place_patterns; /* by place: the patterns that hold it */
    struct compiled_net_pattern *patterns;
};

struct compiled_net_pattern_span {
    const uint32_t *at;
    uint32_t len;
};

/* The arguments must outlive the result. copies: the same unfolding without
 * read arcs (THEORY, Lemma 33): a place that transitions read has one copy for
 * each reader, which the reader consumes and produces.  A transition that
 * consumes or produces the place does so with all copies.  The first copy is
 * the place itself. */
struct compiled_net *compiled_net_create(const struct net *net,
                                         const struct dep *dep,
                                         const struct goal *goals,
                                         uint32_t n_goals, bool copies);

/* The sizes that copies would have. arcs: between transitions and copies of
 * places, for each place the product of its readers and of the transitions that
 * consume or produce it. most: the most arcs by which one transition consumes,
 * or produces. */
struct compiled_net_copied {
    uint64_t arcs, most;
};

struct compiled_net_copied compiled_net_count_copied(const struct net *net,
                                                     const struct dep *dep);

/* Sets `exclusive`; sets may be NULL, and must outlive the result.  Under a
 * user's relation, which may be wrong, an engine may meet markings that are not
 * reachable; so the sets are then not used. */
void compiled_net_exclude(struct compiled_net *compiled, const struct dep *dep,
                          const struct exclusive *sets);

void compiled_net_destroy(struct compiled_net *compiled);

/* The place of the net of which p is the place or a copy, else PLACE_NONE. */
static inline place_id
compiled_net_original(const struct compiled_net *compiled, place_id p)
{
    const struct compiled_net_mirror *mirror;

    if (p < compiled->n_net_places)
        return p;
    mirror = &compiled->mirrors[p - compiled->n_net_places];
    return mirror->opposite ? PLACE_NONE : mirror->place;
}

static inline struct net_place_span
compiled_net_use(const struct compiled_net *compiled, trans_id t)
{
    return net_places_of(&compiled->arcs[COMPILED_NET_USE], t);
}

static inline struct net_place_span
compiled_net_produce(const struct compiled_net *compiled, trans_id t)
{
    return net_places_of(&compiled->arcs[COMPILED_NET_PRODUCE], t);
}

static inline struct net_trans_span
compiled_net_consumers(const struct compiled_net *compiled, place_id p)
{
    return net_transitions_of(&compiled->arcs[COMPILED_NET_CONSUMERS], p);
}

static inline struct net_trans_span
compiled_net_readers(const struct compiled_net *compiled, place_id p)
{
    return net_transitions_of(&compiled->arcs[COMPILED_NET_READERS], p);
}

static inline struct net_trans_span
compiled_net_producers(const struct compiled_net *compiled, place_id p)
{
    return net_transitions_of(&compiled->arcs[COMPILED_NET_PRODUCERS], p);
}

/* How many of the uses of t are consumed; they come first. */
static inline uint32_t
compiled_net_consume_count(const struct compiled_net *compiled, trans_id t)
{
    return compiled_net_use(compiled, t).len -
           (compiled->n_read ? compiled->n_read[t] : 0);
}

/* The marked places: what bottom produces on. */
static inline struct net_place_span
compiled_net_initial(const struct compiled_net *compiled)
{
    return (struct net_place_span){compiled->initial, compiled->n_initial};
}

static inline struct net_place_span
compiled_net_pattern_places(const struct compiled_net *compiled, uint32_t g)
{
    return net_places_of(&compiled->pattern_places, g);
}

/* The patterns that hold the place. */
static inline struct compiled_net_pattern_span
compiled_net_patterns_of(const struct compiled_net *compiled, place_id p)
{
    const struct relation *const r = &compiled->place_patterns;

    return (struct compiled_net_pattern_span){r->at + r->start[p],
                                              r->start[p + 1] - r->start[p]};
}

#endif
