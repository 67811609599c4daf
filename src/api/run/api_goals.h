/* api_goals.h - from the questions of a problem to the questions of an engine,
 * and back.
 *
 * A question about all transitions, such as quasi-liveness, becomes one
 * question for each transition of the input: its members.  Engines answer the
 * members, without knowing of the question:
 *
 *     asked            deadlock  quasi-live  dead-transitions
 *     for the engine   deadlock  reach t0  reach t1  reach t2
 *                                \_ the members _/
 *
 * Several questions about all transitions share their members. */
#ifndef API_GOALS_H
#define API_GOALS_H

#include "engine/engine.h"

struct api_goals {
    const goal_list *asked;
    goal_list list; /* for the engine, members behind the others; those are
                        copies that own nothing */
    VEC(uint32_t) question; /* by goal up to `first`: the question that it is */
    uint32_t first, n;      /* the members: goals from `first` on; n may be 0 */
    bool safe;              /* no goal asks whether the net is safe */
};

/* Do all of them ask whether the net is safe? */
bool api_goals_ask_safety(const goal_list *asked);

/* The questions must outlive the result.  safe: the net is known to be safe, so
 * that engines are not asked, unless there is nothing else to ask. */
void api_goals_init(struct api_goals *goals, const goal_list *asked,
                    const struct net *net, bool safe);
void api_goals_finish(struct api_goals *goals);

/* For n of the questions, in their order, none of them about all transitions.
 */
void api_goals_some(struct api_goals *goals, const goal_list *asked,
                    const uint32_t *which, uint32_t n);

/* The members, if a no to one of them answers every question that they are
 * for. */
struct engine_joint api_goals_joint(const struct api_goals *goals);

/* The first goal of the engine without a verdict that it needs; NULL: none.
 * Goals that are joint need none once a no to one of them is known. */
const struct goal *api_goals_open(const struct api_goals *goals,
                                  const struct answer_finding *findings);

/* The verdict on a question about all transitions from those on its members, by
 * transition; the run is empty. */
struct answer_finding api_goals_conclude(const struct question *asked,
                                         const struct answer_finding *of,
                                         uint32_t n);

/* The findings of the answer are about the goals of the engine: afterwards they
 * are about the questions.  Returns the findings about the members, by
 * transition, which are the caller's; NULL when there are none. */
struct answer_finding *api_goals_fold(const struct api_goals *goals,
                                      struct answer *answer);

#endif
