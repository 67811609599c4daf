/* reduction.h - structural reductions of a net as plain data.
 *
 * A reduction is a list of steps.  Each step changes the net that the steps
 * before it have left, and keeps what the questions ask about (THEORY,
 * Definition 55).  The nodes are those of mutable_net.h: places never change
 * their ids, and a transition that a step makes gets the next one.
 *
 *     OVERFLOW t       a transition of weights that can only make the net
 *                      unsafe: removes it
 *     DEAD Q           places that are never marked: removes them, and the
 *                      transitions that consume or read one
 *     CONSTANT p       a place that keeps its token: removes it
 *     DOMINATED t u    t does what u does and needs no less: removes t
 *     NEUTRAL t u      t changes nothing: removes it; u is enabled wherever t
 *                      is, or TRANS_NONE
 *     SINK p           a place that nothing consumes or reads: removes it
 *     REDUNDANT p S    p has at least the tokens of the places S together, and
 *                      what needs p needs one of S: removes p
 *     READ t p S       p has at least the tokens of S, and t needs one of S: t
 *                      no longer reads p
 *     SLICE R          the transitions that need a place of R change only
 *                      places of R: removes R and these transitions
 *     POST p           what consumes p can follow at once what produces it
 *     PRE p            what produces p can wait until p is consumed
 *     CYCLE p S        a token can move unseen between p and the places S:
 *                      merges them into p
 *
 * POST and PRE replace the producers H and the consumers F of p by one
 * transition for each pair, by increasing h, then f.
 *
 * reduction_rule.c has a row for each rule that defines its steps;
 * src/reduce/rule.c has a row that says how steps are found, and how runs are
 * lifted over them. */
#ifndef REDUCTION_H
#define REDUCTION_H

#include "net/mutable_net.h"
#include "proof/witness.h"
#include "question/goal.h"

enum reduction_rule {
    REDUCTION_OVERFLOW,
    REDUCTION_DEAD,
    REDUCTION_CONSTANT,
    REDUCTION_DOMINATED,
    REDUCTION_NEUTRAL,
    REDUCTION_SINK,
    REDUCTION_REDUNDANT,
    REDUCTION_READ,
    REDUCTION_SLICE,
    REDUCTION_POST,
    REDUCTION_PRE,
    REDUCTION_CYCLE,
    REDUCTION_RULES,
};

struct reduction_step {
    enum reduction_rule rule;
    uint32_t a, b;      /* by the form of the rule; reduction_rule_apply() fills
                           in b of PRE, the producer, and of CYCLE, its number
                           in reduction.cycles */
    uint32_t from, len; /* Q, S or R: a slice of reduction.places, increasing */
};

/* A transition that a step has made.  Of a pair it stands for h, then f.  Of a
 * cycle it stands for f, after moves that lead the token to where f needs it;
 * h is TRANS_NONE. */
struct reduction_made {
    uint32_t step; /* its number */
    trans_id h, f;
    place_id need, out; /* where f wants the token of the cycle, and where it
                           leaves it; PLACE_NONE: nowhere */
};

/* The places that a step CYCLE has merged. */
struct reduction_cycle {
    place_id start;     /* where the token is initially; PLACE_NONE: nowhere */
    uint32_t from, len; /* a slice of reduction.moves */
};

struct reduction_move {
    trans_id t;
    place_id from, to;
};

struct reduction {
    const struct net *net; /* the original */
    VEC(struct reduction_step) steps;
    VEC(place_id) places;
    VEC(struct reduction_made) made; /* transition net_trans_count(net) + i */
    VEC(struct reduction_cycle) cycles;
    VEC(struct reduction_move) moves;
    bool hides; /* a step may hide a second token of a net that is not safe */
};

void reduction_copy(struct reduction *reduction, const struct reduction *from);
void reduction_finish(struct reduction *reduction);

/* Of the words of maximal runs (THEORY, Definition 92, Theorem 117): */
enum reduction_words {
    REDUCTION_NO_WORDS,
    REDUCTION_STUTTERED, /* up to repetitions of a letter */
    REDUCTION_WORDS,     /* letter by letter */
};

/* What a reduction must keep for its questions. */
struct reduction_keeps {
    bits_word *visible; /* the places that matter to a question about markings;
                           all of their reachable markings are kept */
    bool dead;          /* is a marking reachable that enables nothing?  */
    bool markings;      /* the same runs: a formula asks what is dead where */
    bool safe;          /* does a run put a second token on a place?  */
    enum reduction_words words;
};

void reduction_keeps_init(struct reduction_keeps *keeps, const struct net *net);
void reduction_keeps_add(struct reduction_keeps *keeps, const struct net *net,
                         const struct goal *goal);
void reduction_keeps_finish(struct reduction_keeps *keeps);

/* Does one keep all that the other keeps?  Then each step that is allowed with
 * the one is allowed with the other (THEORY, Theorem 62). */
bool reduction_keeps_include(const struct reduction_keeps *keeps,
                             const struct reduction_keeps *other,
                             const struct net *net);

/* The places of a step. */
struct net_place_span reduction_places(const struct reduction *reduction,
                                       const struct reduction_step *step);

/* The questions about the net as questions about the reduced net; map has the
 * nodes of the reduced net.  Places that are never marked or always marked have
 * a value when removed; no other place that matters to the question is removed.
 * A question that their values decide becomes a formula that is true or false.
 *
 * Appends the questions in their order, with the same texts and labels.  A
 * GOAL_BOUND becomes a GOAL_FORMULA where its sum has one value, which goes to
 * values (one for each question).  False when a formula becomes too large. */
bool reduction_goal_translate(goal_list *to, const struct reduction *reduction,
                              const struct mutable_net_map *map,
                              const struct goal *goals, uint32_t n_goals,
                              int64_t *values);

#endif
