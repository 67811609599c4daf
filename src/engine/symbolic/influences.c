#include "engine/symbolic/influences.h"

#include "base/cost_queue.h"

#include <stdlib.h>

/* Pairs of steps of a digit that are compared; with more, the digit is taken as
 * one of which both can be enabled. */
enum { MOST_PAIRS = 1 << 20 };

/* --- the steps ------------------------------------------------------------ */

static bool find_two_values(struct influences *influences,
                            const struct families *families)
{
    for (uint32_t level = 1; level <= influences->n_levels; level++) {
        const uint32_t from = families->start[level];
        const uint32_t n = families->start[level + 1] - from;

        if (n != 1 && n != 2)
            return false;
        influences->low[level] = families->values[from];
        influences->high[level] = families->values[from + n - 1];
    }
    return true;
}

static const struct effects_change *
changes_of(const struct influences *influences)
{
    return influences->sets->steps.changes.at.at;
}

/* Unless the step needs a value that is not in use.  False if it changes
 * several digits. */
static bool add_local_step(struct influences *influences,
                           const struct families *families, trans_id t)
{
    const uint32_t first = effects_of(&influences->sets->steps.changes,
                                      influences->sets->net, t, false);
    const struct effects_change *const changes = changes_of(influences);
    struct influences_step step = {.trans = t, .change = first};

    if (first == EFFECTS_NONE)
        return true;
    for (uint32_t c = first; c != EFFECTS_END; c = changes[c].next) {
        if (!families_use(families, changes[c].level, changes[c].from))
            return true;
        if (changes[c].from == changes[c].to)
            continue;
        if (step.level ||
            !families_use(families, changes[c].level, changes[c].to))
            return false;
        step.level = changes[c].level;
        step.rises = changes[c].to == influences->high[step.level];
    }
    if (step.level)
        vec_push(&influences->steps, step);
    return true;
}

static int compare_steps(const void *a, const void *b)
{
    const struct influences_step *const s = a, *const t = b;

    if (s->rank != t->rank)
        return s->rank < t->rank ? -1 : 1;
    if (s->level != t->level)
        return s->level < t->level ? -1 : 1;
    if (s->rises != t->rises)
        return s->rises ? -1 : 1;
    return s->trans < t->trans ? -1 : s->trans > t->trans;
}

/* The steps of the level of step i end there. */
static uint32_t end_of_level(const struct influences *influences, uint32_t i)
{
    const uint32_t level = influences->steps.at[i].level;

    while (i < influences->steps.len && influences->steps.at[i].level == level)
        i++;
    return i;
}

/* --- influences ----------------------------------------------------------- */

/* Do both need the same of all digits but their own?  Both lists go from the
 * highest level down. */
static bool can_meet(const struct influences *influences,
                     const struct influences_step *s,
                     const struct influences_step *t)
{
    const struct effects_change *const changes = changes_of(influences);
    uint32_t a = s->change, b = t->change;

    while (a != EFFECTS_END && b != EFFECTS_END) {
        const uint32_t level = changes[a].level;

        if (level == changes[b].level) {
            if (level != s->level && changes[a].from != changes[b].from)
                return false;
            a = changes[a].next;
            b = changes[b].next;
        } else if (level > changes[b].level) {
            a = changes[a].next;
        } else {
            b = changes[b].next;
        }
    }
    return true;
}

/* Can the digit of the steps from i on fall as soon as it has risen? */
static bool swings(const struct influences *influences, uint32_t i,
                   uint32_t end)
{
    uint32_t falls = i;

    while (falls < end && influences->steps.at[falls].rises)
        falls++;
    if ((uint64_t)(falls - i) * (end - falls) > MOST_PAIRS)
        return true;
    for (uint32_t s = i; s < falls; s++)
        for (uint32_t t = falls; t < end; t++)
            if (can_meet(influences, &influences->steps.at[s],
                         &influences->steps.at[t]))
                return true;
    return false;
}

static void add_edges(struct influences *influences,
                      const struct influences_step *step)
{
    const struct effects_change *const changes = changes_of(influences);

    for (uint32_t c = step->change; c != EFFECTS_END; c = changes[c].next) {
        const uint32_t level = changes[c].level;
        const bool needs_high = changes[c].from == influences->high[level];

        if (level != step->level)
            vec_push(&influences->edges,
                     ((struct feedback_edge){level, step->level,
                                             needs_high == step->rises
                                                 ? FEEDBACK_POSITIVE
                                                 : FEEDBACK_NEGATIVE}));
    }
}

static void find_edges(struct influences *influences)
{
    for (uint32_t i = 0, end; i < influences->steps.len; i = end) {
        const uint32_t level = influences->steps.at[i].level;

        end = end_of_level(influences, i);
        if (swings(influences, i, end))
            vec_push(&influences->edges,
                     ((struct feedback_edge){level, level, FEEDBACK_NEGATIVE}));
        for (; i < end; i++)
            add_edges(influences, &influences->steps.at[i]);
    }
    feedback_sort(&influences->edges);
    influences->first =
        mem_zero(influences->n_levels + 2, sizeof *influences->first);
    for (uint32_t e = 0; e < influences->edges.len; e++)
        influences->first[influences->edges.at[e].from + 1]++;
    for (uint32_t v = 0; v <= influences->n_levels; v++)
        influences->first[v + 1] += influences->first[v];
}

/* --- the retained values -------------------------------------------------- */

/* The part of all markings that enable the step. */
static double share_of(const struct influences *influences,
                       const struct influences_step *step)
{
    double share = 1;

    for (uint32_t c = step->change; c != EFFECTS_END;
         c = changes_of(influences)[c].next)
        share /= 2;
    return share;
}

/* A digit keeps the value that steps lead to more often: fewer markings enable
 * steps to it. */
static void leave_out(struct influences *influences)
{
    double *const pull = mem_zero(influences->n_levels + 1, sizeof *pull);

    for (uint32_t i = 0; i < influences->steps.len; i++) {
        const struct influences_step *const step = &influences->steps.at[i];

        pull[step->level] += step->rises ? share_of(influences, step)
                                         : -share_of(influences, step);
    }
    for (uint32_t i = 0; i < influences->steps.len; i++) {
        struct influences_step *const step = &influences->steps.at[i];

        step->is_left_out = influences->retained[step->level] &&
                            step->rises != (pull[step->level] > 0);
    }
    mem_free(pull);
}

/* --- the order of the steps ----------------------------------------------- */

/* How many digits influence each that are not retained, and have steps. */
static uint32_t *count_open(const struct influences *influences,
                            const bool *has_steps)
{
    uint32_t *const open = mem_zero(influences->n_levels + 1, sizeof *open);

    for (uint32_t e = 0; e < influences->edges.len; e++) {
        const uint32_t from = influences->edges.at[e].from;

        open[influences->edges.at[e].to] +=
            has_steps[from] && !influences->retained[from];
    }
    return open;
}

/* Next comes a digit on which fewest of the open digits have influence. */
static uint32_t *find_ranks(const struct influences *influences,
                            const bool *has_steps)
{
    uint32_t *const rank = mem_zero(influences->n_levels + 1, sizeof *rank);
    uint32_t *const open = count_open(influences, has_steps);
    struct cost_queue queue = {0};
    uint32_t n = 0;

    for (uint32_t v = 1; v <= influences->n_levels; v++)
        if (has_steps[v])
            cost_queue_push(&queue, (struct cost_queue_entry){open[v], 0, v});
    while (queue.heap.len) {
        const struct cost_queue_entry next = cost_queue_pop(&queue);

        if (rank[next.id] || next.cost != open[next.id])
            continue;
        rank[next.id] = ++n;
        for (uint32_t e = influences->first[next.id];
             e < influences->first[next.id + 1] &&
             !influences->retained[next.id];
             e++) {
            const uint32_t to = influences->edges.at[e].to;

            open[to]--;
            if (has_steps[to] && !rank[to])
                cost_queue_push(&queue,
                                (struct cost_queue_entry){open[to], 0, to});
        }
    }
    cost_queue_finish(&queue);
    mem_free(open);
    return rank;
}

static void order_by_rank(struct influences *influences)
{
    bool *const has_steps =
        mem_zero(influences->n_levels + 1, sizeof *has_steps);
    uint32_t *rank;

    for (uint32_t i = 0; i < influences->steps.len; i++)
        has_steps[influences->steps.at[i].level] = true;
    rank = find_ranks(influences, has_steps);
    for (uint32_t i = 0; i < influences->steps.len; i++)
        influences->steps.at[i].rank = rank[influences->steps.at[i].level];
    vec_sort(&influences->steps, compare_steps);
    influences->of_rank =
        mem_zero(influences->n_levels + 2, sizeof *influences->of_rank);
    for (uint32_t i = 0; i < influences->steps.len; i++)
        influences->of_rank[influences->steps.at[i].rank + 1]++;
    for (uint32_t i = 0; i <= influences->n_levels; i++)
        influences->of_rank[i + 1] += influences->of_rank[i];
    mem_free(rank);
    mem_free(has_steps);
}

bool influences_init(struct influences *influences,
                     const struct families *families)
{
    struct sets *const sets = families->sets;
    const uint32_t n = sets->digits.n_levels + 1;

    *influences = (struct influences){
        .families = families,
        .sets = sets,
        .n_levels = n - 1,
        .low = mem_alloc(n, sizeof *influences->low),
        .high = mem_alloc(n, sizeof *influences->high),
        .retained = mem_zero(n, sizeof *influences->retained),
    };
    if (!find_two_values(influences, families))
        return false;
    for (trans_id t = 0; t < net_trans_count(sets->net); t++)
        if (!add_local_step(influences, families, t))
            return false;
    vec_sort(&influences->steps, compare_steps);
    find_edges(influences);
    feedback_find(&influences->edges, n, influences->retained);
    leave_out(influences);
    order_by_rank(influences);
    return true;
}

void influences_finish(struct influences *influences)
{
    mem_free(influences->low);
    mem_free(influences->high);
    mem_free(influences->retained);
    mem_free(influences->first);
    mem_free(influences->of_rank);
    vec_free(&influences->steps);
    vec_free(&influences->edges);
    *influences = (struct influences){0};
}
