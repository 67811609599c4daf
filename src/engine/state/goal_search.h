/* goal_search.h - depth first on markings, towards one question.
 *
 *     goal_search_init(&x, problem, limits, answer);
 *     for each question
 *         x.goals.goal = g;               or UINT32_MAX: everything
 *         stubborn_seek(&x.sets, goal);
 *         goal_search_start(&x);
 *         goal_search_run(&x);
 *         goal_search_end(&x);
 *     goal_search_finish(&x);
 *
 * It ends when the question is answered, the watch or the budget says so, or
 * everything was explored that the question needs. */
#ifndef GOAL_SEARCH_H
#define GOAL_SEARCH_H

#include "engine/state/interpolants.h"
#include "engine/state/marking_goals.h"
#include "engine/state/stubborn.h"
#include "engine/watch.h"
#include "marking/enabled_set.h"
#include "marking/marking_set.h"

struct goal_search_frame {
    uint32_t node;             /* or a marking, when nothing is learnt */
    trans_id trans;            /* that led here, or TRANS_NONE */
    uint32_t depth;            /* steps from the initial marking */
    uint32_t first, next, end; /* a slice of successors */
    bool full;                 /* all transitions are explored */
    bool closed_successor;     /* one successor was closed before */
    bool apart;                /* trans did not lead from the frame below */
    uint32_t own;              /* from here on its literals in `own` */
};

struct goal_search {
    const struct engine_problem *problem;
    const struct net *net;
    struct answer *answer;
    struct watch watch;
    enum engine_stubborn stubborn;
    bool learns; /* cubes */

    struct enabled_set at; /* the marking of the top frame */
    struct stubborn sets;
    struct markings markings;
    struct interpolants interpolants; /* when it learns, */
    struct marking_set met;           /* else */
    struct marking_set open;          /* of these, for persistent sets */
    VEC(struct goal_search_frame) frames;
    net_trans_list successors; /* of all frames */
    net_place_list own;        /* literals of frames that wait for leave() */

    struct marking_goals goals;
    uint64_t work_done;   /* see work_since() */
    uint64_t sets_before; /* work on sets before this search */
    bool too_deep;        /* a marking beyond max_depth was left out */
    uint64_t budget;      /* of work for a search; 0: none */
    uint64_t budget_end;  /* at this amount of work the search gives up */
};

extern const struct answer_figure goal_search_figures[];

/* Problem, limits and answer are borrowed. */
void goal_search_init(struct goal_search *search,
                      const struct engine_problem *problem,
                      const struct engine_limits *limits,
                      struct answer *answer);
void goal_search_finish(struct goal_search *search);

/* Explores the initial marking, and then the rest. */
void goal_search_start(struct goal_search *search);
void goal_search_run(struct goal_search *search);

/* Is the budget used up, so that the search has stopped? */
bool goal_search_gives_up(const struct goal_search *search);

/* Recomputes invariants of the cubes; `finished`: everything was explored. */
void goal_search_check(struct goal_search *search, bool finished);

/* Forgets what was learnt, and adds the figures of this search. */
void goal_search_end(struct goal_search *search);

/* Are all markings explored, whatever is asked? */
bool goal_search_lists_all(const struct goal_search *search);

/* For a search over all markings: the work since the call before, as the watch
 * counts it. */
uint64_t goal_search_listing_work(struct goal_search *search);

/* Moves to the marking of the node. */
void goal_search_move(struct goal_search *search, uint32_t node);

/* The cubes of a finished search as a proof (proof.h): those of the node
 * `first` and of all nodes that its links lead to, directly or not.  The
 * stubborn sets of the nodes are computed again: they depend on the marking
 * only, and storing them would need more memory than the rest of the search.
 *
 * No link is stale, and each node was explored by stubborn_property() for the
 * goal of the sets.  NULL when the watch stops the run. */
struct proof *extract_proof_of(struct goal_search *search, uint32_t first);

#endif
