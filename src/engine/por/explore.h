/* explore.h - the exploration Explore(C, D, A) of unfolding-based POR.
 *
 *     line  [Rod15] Alg. 1                          here
 *
 *      1    U := {bottom}, G := {}                  start_pass()
 *           Explore({bottom}, {}, {})               explore_run()
 *      2    Explore(C, D, A)                        struct explore_frame
 *      3        Extend(C)                           push(), before the call
 *      4        if en(C) = {} return                visit_leaf()
 *      5        if A = {}                           explore_left()
 *      6            choose e from en(C)             choose_enabled()
 *      7        else
 *      8            choose e from A and en(C)       explore_left()
 *      9        Explore(C + e, D, A - e)            explore_left()
 *     10        if some J is in Alt(C, D + e)       explore_right()
 *     11            Explore(C, D + e, J - C)        explore_right()
 *     12        Remove(e, C, D)                     finish_node()
 *     13    Extend(C)                               extend()
 *     14        add ex(C) to U                      add_extension()
 *     15    Remove(e, C, D)                         finish_node()
 *     16        move {e} - Q(C, D, U) to G          useful_events_remove()
 *     17        for each f of U with e #i f         useful_events_remove()
 *     18            move [f] - Q(C, D, U) to G      useful_events_remove()
 *
 * (THEORY, Definition 15.)  The recursion is kept in frames of our own, for two
 * reasons: runs are deeper than any C stack, and a run may stop and print its
 * statistics at any step.  A frame makes three steps: explore_left(),
 * explore_right() when the left call has returned, finish_node() when the right
 * call has.  C is a trail.  D has the events that are asleep in C (config.h)
 * and the events that conflict with C. The alternatives A of all frames are one
 * trail of guides, so that leaving a frame truncates it.
 *
 * Without a bound on the store no event is ever evicted.  Then U and G need not
 * be told apart, and Remove has nothing to do.
 *
 * With deepening the exploration is repeated with a growing bound on the size
 * of events, until a pass meets no event beyond it but cutoffs (THEORY,
 * Definition 29).  Events and the marking table are kept between passes.  An
 * entry of an earlier pass still cuts, because it is a fact about the unfolding
 * (THEORY, Theorem 28). */
#ifndef EXPLORE_H
#define EXPLORE_H

#include "engine/engine.h"
#include "engine/por/alt.h"
#include "engine/por/cache.h"
#include "engine/por/cube_goals.h"
#include "engine/por/pass.h"
#include "engine/por/useful_events.h"
#include "engine/unfolding/compiled_net.h"
#include "engine/unfolding/config.h"
#include "engine/unfolding/cutoff.h"
#include "engine/unfolding/cutoff_sweep.h"
#include "engine/unfolding/es.h"
#include "engine/unfolding/event_goals.h"
#include "engine/unfolding/extend.h"
#include "engine/unfolding/order.h"
#include "engine/unfolding/step_log.h"
#include "engine/watch.h"

#define POR_FIGURES(X)                                                        \
    ES_FIGURES(X, NOTHING)                                                    \
    CONFIG_MAXIMAL_FIGURE(X)                                                  \
    X(ssb, NOTHING, "sleep-set blocked runs")                                 \
    CONFIG_LARGEST_FIGURE(X)                                                  \
    X(alternatives, NOTHING, "alternatives found")                            \
    X(searches, NOTHING, "searches for alternatives")                         \
    X(comb_spikes, NOTHING, "spikes of the combs of these searches")          \
    X(largest_comb, NOTHING, "spikes of the largest comb")                    \
    X(alternative_steps, NOTHING, "steps of the search for alternatives")     \
    CONFIG_PUSHES_FIGURE(X)                                                   \
    ES_CREATED_FIGURE(X)                                                      \
    X(passes, NOTHING, "passes of the deepening")                             \
    X(u_average, NOTHING, "|U| at maximal configurations, on average")        \
    X(u_largest, NOTHING, "the largest of them")                              \
    X(evicted, NOTHING, "histories evicted from the cache")                   \
    X(rebuilt, NOTHING, "histories created again after eviction")             \
    X(cutoffs_by_cache, NOTHING, "cutoffs found through histories outside U") \
    ES_STORE_FIGURES(X)

enum {
#define X(name, count, meaning) POR_##name,
    POR_FIGURES(X)
#undef X
};

/* What a frame does next. */
enum explore_step { LEFT, RIGHT, FINISH };

struct explore_frame {
    event_id event;         /* e, once chosen */
    uint32_t step : 2;      /* enum explore_step */
    uint32_t is_guided : 1; /* it is a right child: an A begins with it */
    uint32_t undo : 29;     /* of the configuration, to leave the frame */
};

struct explore {
    const struct engine_problem *problem;
    struct answer *answer;
    struct compiled_net *compiled;
    struct es *es;
    struct order order;
    struct cutoff cutoff;
    struct cutoff_sweep sweep;
    struct pass pass;
    struct config c;
    struct extend extend;
    struct alt alt;
    struct watch watch;
    VEC(struct explore_frame) frames;
    /* by number of events: the marking (es.h) of C when it had so many, or
       NONE: not asked for yet */
    VEC(uint32_t) trail_markings;
    es_event_list guides;        /* all the A's, causes first */
    VEC(uint32_t) guides_before; /* by A: how many guides there were before */
    uint32_t guide; /* A of the frame on top: from here to the end */
    struct cube_goals cubes;
    struct event_goals open_goals;
    struct step_log taken;
    bits_word *marking; /* of C, if a user's relation is tried there */
    bool bounded;       /* the two below are in use */
    struct useful_events useful;
    struct cache cache;
    uint64_t u_sum; /* |U| at the maximal configurations of the pass */
    uint32_t bound;
    uint32_t beyond;  /* the smallest size met that is beyond the bound */
    uint64_t counted; /* see work_since() */
    uint32_t steps;   /* of run_frames() */
    uint32_t words;   /* of a marking */
    int64_t credit;   /* see record_node() */
    uint64_t n_fired; /* events, to find markings */
    uint64_t n_cutoffs_before, pushes_before; /* when the pass began */
};

/* Explores from a configuration without events, until all is explored, all
 * goals are answered or a limit is reached (explore->watch.reason).  Adds what
 * it finds to explore->answer. */
void explore_run(struct explore *explore);

/* Makes the conditions of e, if it has none yet: most events are never
 * explored, and have none. */
void explore_produce(struct explore *explore, event_id e);

#endif
