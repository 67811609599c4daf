#include "engine/state/ctl_search.h"

#include "base/ids.h"
#include "engine/ctl_tree.h"

/* Steps that the search has not fired are fired only up to this number: they
 * make runs shorter. */
enum { MOST_FIRED = 1 << 18 };

/* The markings where the runs of a tree end, and the run that is sought. */
struct run_ends {
    struct ctl_search *search;
    uint32_t n_fired;
    VEC(uint32_t) markings;
    VEC(uint32_t) place; /* by marking: its place in `met` + 1 */
    VEC(uint32_t) met;   /* by the run that is sought: markings */
    VEC(uint32_t) from;  /* by place: that of the marking before */
};

static bool is_at(void *self, uint32_t point, ltl_id condition, bool holds)
{
    const struct run_ends *const points = self;
    const enum ctl_search_truth truth = ctl_search_truth_at(
        points->search, condition, points->markings.at[point]);

    return truth == (holds ? CTL_SEARCH_YES : CTL_SEARCH_NO);
}

/* The place of a marking, which is added if it was not met. */
static uint32_t meet(struct run_ends *points, uint32_t marking, uint32_t from)
{
    vec_fit(&points->place, marking + 1);
    if (!points->place.at[marking]) {
        vec_push(&points->met, marking);
        vec_push(&points->from, from);
        points->place.at[marking] = points->met.len;
    }
    return points->place.at[marking] - 1;
}

static void forget_all(struct run_ends *points)
{
    for (uint32_t i = 0; i < points->met.len; i++)
        points->place.at[points->met.at[i]] = 0;
    vec_clear(&points->met);
    vec_clear(&points->from);
}

/* Where step k from a marking leads, which was expanded; UINT32_MAX: it is not
 * fired. */
static uint32_t step_of(struct run_ends *points, uint32_t m, uint32_t k)
{
    struct local_graph *const graph = points->search->graph;

    if (!local_graph_is_fired(graph, m, k) && points->n_fired++ >= MOST_FIRED)
        return UINT32_MAX;
    return local_graph_step(graph, m, k);
}

/* A transition that leads from one marking to another, which is a step that was
 * fired. */
static trans_id find_step(struct local_graph *graph, uint32_t from, uint32_t to)
{
    trans_id t;

    if (to && graph->parent.at[to] == from)
        return graph->by.at[to];
    local_graph_move(graph, from);
    t = enabled_set_next(graph->at, 0);
    while (whole_step_unsafe(&graph->step, graph->at->marking, t) !=
               PLACE_NONE ||
           local_graph_fire(graph, from, t) != to)
        t = enabled_set_next(graph->at, t + 1);
    return t;
}

/* The run along `from` to the last place that counts. */
static void add_run_to_place(const struct run_ends *points, uint32_t place,
                             witness_run *run)
{
    for (; place; place = points->from.at[place])
        vec_push(run, find_step(points->search->graph,
                                points->met.at[points->from.at[place]],
                                points->met.at[place]));
    ids_reverse(run->at, run->len);
}

/* As a part seeks it: of the formula, or of its negation. */
static bool is_so(const struct run_ends *points, uint32_t part,
                  ltl_id condition, uint32_t marking)
{
    return ctl_search_truth_at(points->search, condition, marking) ==
           (points->search->parts.at[part].negated ? CTL_SEARCH_NO
                                                   : CTL_SEARCH_YES);
}

/* Breadth first to a marking where the right operand is so, through markings
 * where the left one is: another engine may have found the part at a marking
 * where the right one is so, unknown to this search.  Of X: one step to where
 * its operand is. */
static bool reach(struct run_ends *points, uint32_t part, uint32_t *end)
{
    const struct ctl_search_part p = points->search->parts.at[part];
    struct local_graph *const graph = points->search->graph;
    const bool is_next = p.way == CTL_SEARCH_NEXT;

    for (uint32_t i = 0; i < points->met.len; i++) {
        const uint32_t m = points->met.at[i];

        *end = i;
        if ((i || !is_next) && is_so(points, part, p.right, m))
            return true;
        if (is_next ? i : !is_so(points, part, p.left, m))
            continue;
        if (!local_graph_expand(graph, m, NULL))
            return false;
        for (uint32_t k = 0; k < local_graph_count(graph, m); k++) {
            const uint32_t to = step_of(points, m, k);

            if (to != UINT32_MAX &&
                (is_next || ctl_search_has_found(points->search, part, to) ||
                 is_so(points, part, p.right, to)))
                (void)meet(points, to, i);
        }
    }
    return false;
}

/* Where the first of n steps from m leads from which a path stays; UINT32_MAX:
 * none is known. */
static uint32_t found_step(struct run_ends *points, uint32_t part, uint32_t m,
                           uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t to = step_of(points, m, k);

        if (to != UINT32_MAX && ctl_search_has_found(points->search, part, to))
            return to;
    }
    return UINT32_MAX;
}

/* Through markings from which a path stays, to one that was met, a deadlock, or
 * one where the left operand is so. */
static bool stay(struct run_ends *points, uint32_t part, uint32_t *end,
                 uint32_t *again)
{
    const struct ctl_search_part p = points->search->parts.at[part];
    struct local_graph *const graph = points->search->graph;

    for (;;) {
        const uint32_t last = points->met.len - 1;
        const uint32_t m = points->met.at[last];
        uint32_t n, to;

        *end = last;
        *again = LTL_OPEN;
        if (is_so(points, part, p.left, m))
            return is_so(points, part, p.right, m);
        if (!is_so(points, part, p.right, m) ||
            !local_graph_expand(graph, m, NULL))
            return false;
        n = local_graph_count(graph, m);
        *again = last;
        if (!n)
            return true;
        to = found_step(points, part, m, n);
        if (to == UINT32_MAX)
            return false;
        *again = meet(points, to, last);
        if (*again <= last)
            return true;
    }
}

static bool run_from(void *self, uint32_t point, uint32_t part,
                     witness_run *run, uint32_t *loop)
{
    struct run_ends *const points = self;
    const struct ctl_search_part p = points->search->parts.at[part];
    const uint32_t start = points->markings.at[point];
    uint32_t end = 0, again = LTL_OPEN;
    bool found;

    forget_all(points);
    (void)meet(points, start, 0);
    found = (p.way == CTL_SEARCH_NEXT || is_so(points, part, p.right, start) ||
             ctl_search_has_found(points->search, part, start)) &&
            (p.way == CTL_SEARCH_STAY ? stay(points, part, &end, &again)
                                      : reach(points, part, &end));
    if (!found)
        return false;
    add_run_to_place(points, end, run);
    if (again != LTL_OPEN &&
        local_graph_count(points->search->graph, points->met.at[end]))
        vec_push(run, find_step(points->search->graph, points->met.at[end],
                                points->met.at[again]));
    *loop = again;
    vec_push(&points->markings, points->met.at[end]);
    return true;
}

void search_runs_find(struct ctl_search *search, bool holds,
                      struct answer_finding *finding)
{
    struct run_ends points = {.search = search};
    const struct ctl_tree_source source = {&points, is_at, run_from};

    local_graph_resume(search->graph);
    vec_push(&points.markings, 0);
    ctl_tree_find(search->formula, holds, &source, finding);
    vec_free(&points.markings);
    vec_free(&points.place);
    vec_free(&points.met);
    vec_free(&points.from);
}
