/* frames.h - cubes that few steps do not reach: the frames of IC3.
 *
 * A cube is a list of literals: p + 1 says that place p is marked, -(p + 1)
 * that it is empty.  Frame k is a set of markings that contains all markings
 * which at most k steps reach.  It is represented by the cubes that it
 * excludes.  A cube that is excluded at level k is excluded from frames 1, ...,
 * k, so that the frames grow with k.  Frame 0 is the initial marking alone.
 *
 *     frames_exclude(&frames, cube, n, 3)        not in frames 1, 2, 3
 *     frames_have(&frames, 2, other, m)          has frame 2 markings of other?
 *
 * A clause that always holds, such as that of a trap, holds in all frames.  See
 * Bradley, SAT-Based Model Checking without Unrolling, 2011, and Een,
 * Mishchenko and Brayton, Efficient Implementation of Property Directed
 * Reachability, 2011.  Questions are put to CaDiCaL. */
#ifndef FRAMES_H
#define FRAMES_H

#include "base/pool.h"
#include "engine/watch.h"
#include "structure/cadical.h"

/* The figures of a search. */
#define IC3_FIGURES(X)                                                         \
    X(frames, NOTHING, "frames of the search for inductive clauses with most") \
    X(frame_cubes, CLAUSES, "cubes excluded from frames")                      \
    X(frame_calls, NOTHING, "calls of the SAT solver about frames")

enum {
#define X(name, count, meaning) IC3_##name,
    IC3_FIGURES(X)
#undef X
};

typedef VEC(int) frames_cube;

struct frames_excluded {
    uint32_t from, len; /* in literals: increasing */
    uint32_t level;     /* 0: another cube contains this one */
};

struct frames {
    const struct net *net;
    struct watch *watch;
    uint64_t *figures; /* of IC3_FIGURES, which grow */
    CCaDiCaL *solver;
    struct mem_guard guard;
    size_t noted;         /* bytes that CaDiCaL holds */
    uint32_t last;        /* the last frame: at least 1 */
    frames_cube literals; /* of all excluded cubes */
    VEC(struct frames_excluded) excluded;
    VEC(struct pool_list) at_level; /* excluded cubes, some moved on since */
    struct pool_list *with_literal; /* the same; by place: marked, empty */
    struct pool lists;              /* of at_level and with_literal */
    frames_cube sorted;             /* scratch */
};

static inline int frames_literal(place_id p, bool marked)
{
    return marked ? (int)p + 1 : -(int)p - 1;
}

static inline place_id frames_place(int literal)
{
    return (place_id)(literal < 0 ? -literal : literal) - 1;
}

/* Does the literal hold initially? */
static inline bool frames_initially(const struct net *net, int literal)
{
    return net_marked(net, frames_place(literal)) == (literal > 0);
}

/* The first literal that does not hold initially; 0: there is none, and the
 * initial marking is in the cube. */
int frames_first_false(const struct net *net, const int *cube, uint32_t n);

void frames_init(struct frames *f, const struct net *net, struct watch *watch,
                 uint64_t *figures);
void frames_finish(struct frames *f);

/* A clause that holds at all reachable markings. */
void frames_always(struct frames *f, const int *clause, uint32_t n);

/* Adds a frame. */
void frames_grow(struct frames *f);

/* Excludes a cube, whose literals are different, at a level from 1 on.  Smaller
 * cubes of no higher level become superfluous. */
void frames_exclude(struct frames *f, const frames_cube *cube, uint32_t level);

/* Has frame `level`, from 1 on, a marking of the cube? */
enum cadical_verdict frames_have(struct frames *f, uint32_t level,
                                 const frames_cube *cube);

/* How many cubes with the literal have been excluded. */
uint32_t frames_activity(const struct frames *f, int literal);

/* After CADICAL_NO: does the refutation need this literal of the cube? */
bool frames_used(const struct frames *f, int literal);

#endif
