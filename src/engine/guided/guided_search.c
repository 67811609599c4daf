#include "engine/guided/guided_search.h"

#include "base/ids.h"
#include "net/marking.h"

enum { N_LISTS = NOVELTY_RANKS * (GUIDED_SEARCH_FARTHEST + 1) };

/* How often helpful steps are preferred when the search comes nearer. */
enum { PREFERRED = 1000 };

/* In units of work: a step that waits, one that is fired, and 64 places. */
enum { WAIT_COST = 10, FIRE_COST = 150, WORD_COST = 4 };

/* --- queues --------------------------------------------------------------- */

static void queue_init(struct guided_search_queue *queue)
{
    queue->lists = mem_zero(N_LISTS, sizeof *queue->lists);
    queue->taken = mem_zero(N_LISTS, sizeof *queue->taken);
}

static void queue_finish(struct guided_search_queue *queue)
{
    for (uint32_t i = 0; i < N_LISTS; i++)
        vec_free(&queue->lists[i]);
    mem_free(queue->lists);
    mem_free(queue->taken);
}

static void queue_add(struct guided_search_queue *queue, uint32_t list,
                      struct guided_search_step step)
{
    vec_push(&queue->lists[list], step);
    if (list < queue->first)
        queue->first = list;
    queue->n++;
}

static struct guided_search_step queue_take(struct guided_search_queue *queue)
{
    uint32_t list = queue->first;
    struct guided_search_step step;

    while (queue->taken[list] == queue->lists[list].len)
        list++;
    queue->first = list;
    step = queue->lists[list].at[queue->taken[list]++];
    if (queue->taken[list] == queue->lists[list].len) {
        vec_clear(&queue->lists[list]);
        queue->taken[list] = 0;
    }
    queue->n--;
    queue->turns++;
    return step;
}

/* --- the search ----------------------------------------------------------- */

bool guided_search_init(struct guided_search *search, const struct net *net,
                        const struct exclusive *sets, const struct goal *goal,
                        struct watch *watch)
{
    bool good;

    *search = (struct guided_search){.net = net,
                                     .goal = goal,
                                     .watch = watch,
                                     .nearest = UINT32_MAX,
                                     .unsafe = TRANS_NONE};
    relaxed_plan_init(&search->plan, net);
    good = relaxed_goal_init(&search->aim, &search->plan, goal);
    markings_init(&search->markings, net, sets);
    enabled_set_init(&search->at, net);
    search->marking = mem_zero(marking_words(net), sizeof *search->marking);
    queue_init(&search->steps);
    queue_init(&search->helpful);
    vec_push(&search->nodes,
             ((struct guided_search_node){.marking = MARKINGS_INITIAL,
                                          .by = TRANS_NONE}));
    (void)watch_work(watch, net_size(net));
    return good;
}

void guided_search_finish(struct guided_search *search)
{
    relaxed_goal_finish(&search->aim);
    relaxed_plan_finish(&search->plan);
    novelty_finish(&search->novelty);
    markings_finish(&search->markings);
    enabled_set_finish(&search->at);
    mem_free(search->marking);
    queue_finish(&search->steps);
    queue_finish(&search->helpful);
    vec_free(&search->nodes);
}

void guided_search_copy_run(const struct guided_search *search,
                            net_trans_list *run)
{
    uint32_t node = search->nodes.len - 1;

    vec_clear(run);
    for (; search->nodes.at[node].by != TRANS_NONE;
         node = search->nodes.at[node].parent)
        vec_push(run, search->nodes.at[node].by);
    ids_reverse(run->at, run->len);
}

/* The successors of the last node wait, by its rank and distance.  False: one
 * of them has a second token. */
static bool add_steps(struct guided_search *search, uint32_t list)
{
    const uint32_t node = search->nodes.len - 1;
    const net_trans_list *const helpful = &search->plan.helpful;

    enabled_set_move(&search->at, search->marking);
    for (trans_id t = enabled_set_next(&search->at, 0); t != TRANS_NONE;
         t = enabled_set_next(&search->at, t + 1)) {
        if (marking_unsafe(search->net, search->marking, t) != PLACE_NONE) {
            search->unsafe = t;
            return false;
        }
        queue_add(&search->steps, list, (struct guided_search_step){node, t});
    }
    for (uint32_t i = 0; i < helpful->len; i++)
        queue_add(&search->helpful, list,
                  (struct guided_search_step){node, helpful->at[i]});
    (void)watch_work(search->watch,
                     WAIT_COST * (uint64_t)(search->at.n_enabled +
                                            helpful->len + search->at.words));
    return true;
}

/* Takes up the last node, whose marking does not answer the question.  False:
 * see add_steps(). */
static bool evaluate(struct guided_search *search)
{
    const struct guided_search_node *const node = vec_top(&search->nodes);
    const uint32_t n_places = net_place_count(search->net);
    const struct net_place_span fresh = node->by == TRANS_NONE
                                            ? (struct net_place_span){0}
                                            : net_post(search->net, node->by);
    uint32_t distance = relaxed_goal_plan(&search->aim, search->marking);
    uint32_t rank;

    (void)watch_work(search->watch, search->plan.work + search->novelty.work);
    search->plan.work = search->novelty.work = 0;
    if (distance == RELAXED_PLAN_NONE ||
        (search->watch->limits->max_depth &&
         node->depth == search->watch->limits->max_depth))
        return true;
    if (distance > GUIDED_SEARCH_FARTHEST)
        distance = GUIDED_SEARCH_FARTHEST;
    if (distance < search->nearest) {
        search->nearest = distance;
        search->helpful.turns -= PREFERRED;
    }
    rank = novelty_rank(&search->novelty, distance, search->marking, n_places,
                        fresh);
    return add_steps(search,
                     (rank - 1) * (GUIDED_SEARCH_FARTHEST + 1) + distance);
}

/* Adds a node for the next marking that was not met before; false: there is
 * none, or a limit is reached. */
static bool advance(struct guided_search *search)
{
    struct guided_search_queue *const steps = &search->steps;
    struct guided_search_queue *const helpful = &search->helpful;

    while ((steps->n || helpful->n) && !watch_work(search->watch, FIRE_COST)) {
        const bool prefers =
            helpful->n && (!steps->n || helpful->turns <= steps->turns);
        const struct guided_search_step step =
            queue_take(prefers ? helpful : steps);
        const struct guided_search_node *const from =
            &search->nodes.at[step.node];
        const uint32_t marking =
            markings_fire(&search->markings, from->marking, step.trans);
        const struct guided_search_node node = {marking, step.node,
                                                from->depth + 1, step.trans};

        if (marking == search->nodes.len) { /* each node has its marking */
            vec_push(&search->nodes, node);
            return true;
        }
    }
    return false;
}

enum guided_search_end guided_search_run(struct guided_search *search,
                                         uint64_t n_evaluated)
{
    while (search->n_evaluated < n_evaluated) {
        if (search->n_evaluated && !advance(search))
            return search->watch->reason == STOP_DONE ? GUIDED_SEARCH_EMPTY
                                                      : GUIDED_SEARCH_CUT;
        search->n_evaluated++;
        markings_read(&search->markings, vec_top(&search->nodes)->marking,
                      search->marking);
        (void)watch_work(search->watch, WORD_COST * (uint64_t)search->at.words);
        if (goal_holds(search->goal, search->net, search->marking))
            return GUIDED_SEARCH_FOUND;
        if (!evaluate(search))
            return GUIDED_SEARCH_UNSAFE;
    }
    return GUIDED_SEARCH_CUT;
}
