/* dep.h - the dependency relation on transitions.
 *
 * t D t' is symmetric and reflexive.  Its complement must be an unconditional
 * independence: independent transitions commute at every reachable marking
 * (THEORY, Definition 2).  Too much dependency makes the unfolding larger; too
 * little is unsound.  So the pairs of a user's file are checked at every
 * marking found.
 *
 * The relations, for t != t':
 *
 *     none     always: the unfolding is the computation tree
 *     classic  with in = pre + read and out = post + read, one of in & in',
 *              out & in', in & out' is not empty ([Rod15] Example 7): the
 *              unfolding is the branching process
 *     read     one of pre & pre', pre & read', read & pre', pre & post',
 *              post & pre', post & read', read & post' is not empty: as
 *              classic, but two reads of one place commute, and the unfolding
 *              is the contextual one
 *     user     unless the user's file lists them as independent
 *
 * Two transitions that only produce on one place need not be dependent: where
 * both could fire and are independent otherwise, the net is unsafe.
 *
 * The arcs determine none, classic and read; a user's relation stores its
 * pairs. */
#ifndef DEP_H
#define DEP_H

#include "base/bits.h"
#include "net/net.h"

enum dep_kind { DEP_NONE, DEP_CLASSIC, DEP_READ, DEP_USER };

struct dep;

struct dep_pair {
    trans_id a, b;
};

/* kind is not DEP_USER.  The net must outlive the relation. */
struct dep *dep_create(const struct net *net, enum dep_kind kind);

/* All transitions are dependent except the given pairs (each once, a != b). */
struct dep *dep_create_user(const struct net *net, const struct dep_pair *pairs,
                            uint32_t n_pairs);
void dep_destroy(struct dep *dep);

enum dep_kind dep_kind(const struct dep *dep);
const char *dep_name(const struct dep *dep); /* "none", ..., "user" */
bool dep_has(const struct dep *dep, trans_id t, trans_id u);

/* Do t and u commute at marking m: neither enables or disables the other there,
 * and both orders reach the same marking ([Rod15] section 2). */
bool dep_commute(const struct net *net, const bits_word *m, trans_id t,
                 trans_id u);

#endif
