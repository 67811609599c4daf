/* guided_search.h - a best-first search for a run to one question.
 *
 * Each marking is met once.  When it is taken up, the length of its relaxed
 * plan is its distance (relaxed_goal.h), and its successors wait: those of the
 * newest markings first (novelty.h), then of the nearest ones, then of those
 * that were met first.  The successors by transitions with which the plan
 * begins also wait in a queue of their own, and both queues take turns; when
 * the search comes nearer than ever before, the second queue is preferred for a
 * while (Richter, Helmert 2009).  Nothing follows a marking from which there is
 * no relaxed plan (THEORY, Lemma 134). */
#ifndef GUIDED_SEARCH_H
#define GUIDED_SEARCH_H

#include "engine/guided/novelty.h"
#include "engine/guided/relaxed_goal.h"
#include "engine/watch.h"
#include "marking/enabled_set.h"
#include "marking/markings.h"

/* Larger distances are equal. */
enum { GUIDED_SEARCH_FARTHEST = 1023 };

struct guided_search_node {
    uint32_t marking, parent, depth;
    trans_id by; /* from the parent; TRANS_NONE: the initial marking */
};

struct guided_search_step {
    uint32_t node;
    trans_id trans;
};

/* Steps by rank and distance, each list first in, first out. */
struct guided_search_queue {
    VEC(struct guided_search_step) * lists;
    uint32_t *taken; /* by list: how many of it */
    uint32_t first;  /* all lists before it are empty */
    uint64_t n;      /* steps that wait */
    int64_t turns;   /* how often it was asked, less what it is preferred */
};

enum guided_search_end {
    GUIDED_SEARCH_FOUND,  /* the question holds */
    GUIDED_SEARCH_UNSAFE, /* a step leads to a second token */
    GUIDED_SEARCH_CUT,    /* at a limit */
    GUIDED_SEARCH_EMPTY,  /* nothing waits */
};

struct guided_search {
    const struct net *net;
    const struct goal *goal;
    struct watch *watch;
    struct relaxed_plan plan;
    struct relaxed_goal aim;
    struct novelty novelty;
    struct markings markings;
    struct enabled_set at;
    bits_word *marking; /* of the node that is taken up */
    VEC(struct guided_search_node) nodes;
    struct guided_search_queue steps, helpful;
    uint32_t nearest;     /* the smallest distance so far */
    uint64_t n_evaluated; /* markings that were taken up */
    trans_id unsafe;      /* see GUIDED_SEARCH_UNSAFE */
};

/* False: there are no relaxed plans for questions of this kind.  The other
 * arguments must outlive the search; sets may be NULL. */
bool guided_search_init(struct guided_search *search, const struct net *net,
                        const struct exclusive *sets, const struct goal *goal,
                        struct watch *watch);
void guided_search_finish(struct guided_search *search);

/* Goes on until so many markings were taken up in all. */
enum guided_search_end guided_search_run(struct guided_search *search,
                                         uint64_t n_evaluated);

/* *run gets the steps to the last marking. */
void guided_search_copy_run(const struct guided_search *search,
                            net_trans_list *run);

#endif
