/* predecessors.h - does a frame have markings from which a step leads into a
 * cube?
 *
 * For a transition t, the markings that enable t, have no token on post(t) and
 * lead into the cube are a cube, too: pre(t) and read(t) are marked, post(t) is
 * empty, and the literals of other places hold already.  So each transition is
 * one question to the frames.  Only transitions that make a literal of the cube
 * true matter: no other step leads into the cube from outside.
 *
 *     cube  p q !r          t: s -> p     its predecessors  s !p q !r
 *
 * When no transition leads into the cube, often few of its literals suffice to
 * show it.  The search first chooses a literal that does not hold initially.
 * For each transition that makes a chosen literal true, it chooses the literals
 * that the refutation needs, and so on.  No step enters the part that was
 * chosen.
 *
 * The literals of a refutation are kept by transition, for later cubes. */
#ifndef PREDECESSORS_H
#define PREDECESSORS_H

#include "base/stamp.h"
#include "engine/ic3/frames.h"

/* Why t does not lead into some cubes: literals of places that t leaves alone,
 * which frame `level` has not at a marking that enables t. */
struct predecessors_core {
    uint32_t from, len, room; /* in literals of the cores */
    uint32_t level;           /* 0: there is none */
};

struct predecessors {
    const struct net *net;
    struct frames *frames;
    const frames_cube *cube; /* of this search, */
    uint32_t level;          /* in this frame */
    signed char *literal;    /* by place: 1 marked, -1 empty, of the cube */
    bool *is_chosen;         /* by place */
    struct stamp asked;      /* transitions, in this search */
    struct stamp own;        /* places that t changes or reads */
    struct predecessors_core *cores; /* two a transition, the newest first */
    frames_cube core_literals;
    frames_cube part;   /* the literals that are chosen */
    frames_cube before; /* the predecessors of the cube by trans */
    trans_id trans;
};

/* frames outlive the struct. */
void predecessors_init(struct predecessors *predecessors,
                       struct frames *frames);
void predecessors_finish(struct predecessors *predecessors);

/* Seeks markings of frame `level`, 0 or more.  The initial marking must not be
 * in the cube.  CADICAL_NO: *part, which may be the cube, becomes a part of it
 * that is not entered, and that the initial marking is not in.  CADICAL_YES:
 * `before` has the predecessors by trans. */
enum cadical_verdict predecessors_find(struct predecessors *predecessors,
                                       const frames_cube *cube, uint32_t level,
                                       frames_cube *part);

#endif
