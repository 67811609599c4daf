/* weights.h - weights of places that no transition increases, as plain data,
 * and what follows from them.
 *
 *     weights 1 idle 1 busy      one token on both together, at most:
 *                                idle and busy exclude each other
 *
 * Vectors of weights are used in their order.  A vector y, with the bound B =
 * y * m0, is right if firing a transition never increases the weighted tokens
 * y * M, except for transitions that earlier vectors show to be dead.  Then y *
 * M <= B at every reachable marking M, and
 *
 *     t is dead           if what it consumes and reads weighs more than B
 *     t finds p empty     if this and a token on p weigh more than B
 *
 * A net is safe if each transition is dead or finds the places on which it
 * produces empty, and does not overflow (THEORY, Theorem 64).  None of this
 * presumes that the net is safe. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "base/vec.h"
#include "net/net.h"

/* At most, so that sums over all places fit 64 bits. */
#define WEIGHTS_LARGEST ((int64_t)1 << 31)

struct weights_term {
    place_id place;
    uint32_t factor; /* from 1 to WEIGHTS_LARGEST */
};

struct weights {
    VECS(VEC(struct weights_term)) vectors; /* each place once in a vector */
};

void weights_finish(struct weights *weights);

struct weights_vector {
    const struct weights_term *at;
    uint32_t len;
};

static inline struct weights_vector
weights_vector(const struct weights *weights, uint32_t i)
{
    return (struct weights_vector){vecs_at(&weights->vectors, i),
                                   vecs_len(&weights->vectors, i)};
}

/* Adds a term to the vector under way. */
void weights_term(struct weights *weights, place_id p, int64_t factor);

/* The bound of vector i: the weighted tokens of the initial marking. */
int64_t weights_bound(const struct weights *weights, uint32_t i,
                      const struct net *net);

void weights_append(struct weights *to, const struct weights *from);

/* Weights that are right, and show that their net is safe, told about what a
 * reduction leaves of it. */
struct weights_about {
    const struct weights *weights; /* NULL: there are none */
    const struct net *net;         /* whose they are */
    const place_id *old_place;     /* by place that is left: its id in the net;
                                      NULL: all places are left */
};

/* Do these places that are left weigh more than the bound of vector i?  Then no
 * reachable marking marks them all (THEORY, Lemma 136). */
bool weights_exclude(const struct weights_about *about, uint32_t i,
                     const net_place_list *places);

/* What the vectors so far show. */
struct weights_check {
    const struct net *net;
    bool *dead;  /* by transition */
    bool *finds; /* by arc of net_relation(NET_POST): its transition finds its
                    place empty */
    uint32_t n_open; /* such arcs, and overflows, of transitions that are not
                        dead, for which nothing is shown */
    uint32_t n_dead;
    int64_t *change, *need; /* by transition, of the vector at hand */
    int64_t *factor;        /* by place */
    net_trans_list touched;
    bool *is_touched;
};

void weights_check_init(struct weights_check *check, const struct net *net);
void weights_check_finish(struct weights_check *check);

/* Is the next vector right?  If not, *wrong is a transition that increases the
 * weighted tokens.  The time is linear in the arcs of the places of the
 * vector. */
bool weights_check_add(struct weights_check *check,
                       const struct weights_term *terms, uint32_t n,
                       trans_id *wrong);

/* Closes the vector under way and adds it, or drops it if it is not right. */
bool weights_check_keep(struct weights_check *check, struct weights *weights);

/* Adds the vectors from number `first` on, which are right. */
void weights_check_repeat(struct weights_check *check,
                          const struct weights *weights, uint32_t first);

/* Is something still to be shown of p: does a transition produce on it that is
 * not known to be dead or to find it empty? */
bool weights_check_open(const struct weights_check *check, place_id p);

/* Do the vectors show that the net is safe?  If not, *t may put a second token
 * on *p. */
bool weights_check_safe(const struct weights_check *check, trans_id *t,
                        place_id *p);

#endif
