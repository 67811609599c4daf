/* goal_search.c - depth first on markings, towards one question.
 *
 *     Explore(M)                                             here
 *         if a cube contains M: M fails as that cube does    meet_with_cubes()
 *         if M answers the question: yes                     enter()
 *         W := a stubborn set at M                           choose()
 *         for each enabled t of W                            step()
 *             Explore(M after t)
 *         the literals of M become a cube                    leave()
 *
 * ([Chu14] Fig. 4 for safe nets.)  The recursion is kept in frames of our own.
 * There are two switches: the kind of stubborn set (none: all transitions;
 * persistent: independent of the question; property: driven by the question),
 * and whether the search learns cubes or only stores markings.
 *
 * Persistent sets can leave out the transitions that the question needs for
 * ever.  Where places are sought, a persistent set is therefore used only if no
 * enabled member hinders the goal and at least one successor was closed before;
 * otherwise all transitions are explored (THEORY, Theorem 38).
 *
 * Without a question all markings are explored; with persistent sets, enough of
 * them to reach all deadlocks. */
#include "engine/state/goal_search.h"

#include "base/check.h"
#include "base/ids.h"
#include "net/marking.h"

/* Appends the run to the marking of the top frame, backwards. */
static void add_run(const void *self, witness_run *run)
{
    const struct goal_search *const x = self;
    const struct interpolants *const cubes = &x->interpolants;
    uint32_t i = x->frames.len - 1, link;

    for (; i > 0 && !x->frames.at[i].apart; i--)
        vec_push(run, x->frames.at[i].trans);
    if (!x->learns)
        return;
    for (link = cubes->nodes.at[x->frames.at[i].node].found;
         link != INTERPOLANTS_NONE;
         link = cubes->nodes.at[cubes->links.at[link].from].found)
        vec_push(run, cubes->links.at[link].trans);
}

/* --- what is explored of a marking -------------------------------------- */

static bool seeks_places(const struct goal_search *x)
{
    return x->goals.goal != UINT32_MAX &&
           x->problem->question.goals[x->goals.goal].kind != GOAL_DEADLOCK;
}

/* Can the persistent set be used at all? */
static bool is_usable(const struct goal_search *x)
{
    const net_trans_list *const active = &x->sets.best.active;

    if (active->len == x->at.n_enabled)
        return false;
    for (uint32_t i = 0; i < active->len; i++)
        if (stubborn_hinders(&x->sets, active->at[i]))
            return false;
    return true;
}

/* Leaves the set in x->sets.best; true when it has all enabled transitions. */
static bool choose(struct goal_search *x)
{
    if (x->stubborn == STUBBORN_PROPERTY) {
        stubborn_property(&x->sets);
        return false;
    }
    if (x->stubborn == STUBBORN_PERSISTENT && x->at.n_enabled > 0) {
        stubborn_persistent(&x->sets);
        if (is_usable(x))
            return false;
    }
    stubborn_everything(&x->sets, x->learns);
    return true;
}

/* The literals from this index on become those of the frame. */
static void take_own(struct goal_search *x,
                     const struct goal_search_frame *frame, uint32_t from)
{
    for (uint32_t i = from; i < x->own.len; i++)
        literals_add(&x->interpolants.literals, frame->node, x->own.at[i]);
    vec_cut(&x->own, from);
}

/* The literals of the set of the top frame.  In a large net they wait until it
 * is left, as numbers, if that takes less memory: a path can be long, and its
 * nodes need no cubes if it leads to an answer. */
static void add_own(struct goal_search *x,
                    const struct goal_search_frame *frame)
{
    const uint32_t from = x->own.len,
                   n_words = x->interpolants.literals.n_words;
    uint32_t n;

    stubborn_literals(&x->sets, &x->own);
    n = x->own.len - from;
    if (n)
        n = ids_unique(x->own.at + from, n);
    vec_cut(&x->own, from + n);
    if (frame->apart || n_words <= LITERALS_PAGE || n > n_words)
        take_own(x, frame, from);
}

static void add_successors(struct goal_search *x,
                           struct goal_search_frame *frame)
{
    const net_trans_list *const active = &x->sets.best.active;

    frame->first = frame->next = x->successors.len;
    vec_append(&x->successors, active);
    frame->end = x->successors.len;
    if (x->learns)
        add_own(x, frame);
}

/* Explores the marking of x->at, which is new. */
static void enter(struct goal_search *x, uint32_t node, trans_id trans,
                  uint32_t depth)
{
    struct answer_stats *const stats = &x->answer->stats;
    struct goal_search_frame frame = {
        .node = node, .trans = trans, .depth = depth};

    frame.first = frame.next = frame.end = x->successors.len;
    frame.own = x->own.len;
    vec_push(&x->frames, frame);
    stats->at[STATE_states]++;
    stats->at[STATE_deadlocks] += x->at.n_enabled == 0;
    if (x->frames.len > stats->at[STATE_largest_stack])
        stats->at[STATE_largest_stack] = x->frames.len;
    watch_events(&x->watch, stats->at[STATE_states]);
    marking_goals_ask(&x->goals, &x->at);
    if (marking_goals_over(&x->goals) ||
        (x->goals.goal == UINT32_MAX && x->at.n_enabled == 0))
        return;
    vec_top(&x->frames)->full = choose(x);
    add_successors(x, vec_top(&x->frames));
}

/* --- successors --------------------------------------------------------- */

static bool is_too_deep(struct goal_search *x, uint32_t depth)
{
    const bool deep = x->max_depth && depth > x->max_depth;

    x->too_deep |= deep;
    return deep;
}

/* The marking that trans leads to from another one; when there are no more ids,
 * the run ends. */
static uint32_t successor_of(struct goal_search *x, uint32_t marking,
                             trans_id trans)
{
    const uint32_t to = markings_fire(&x->markings, marking, trans);

    if (to == MARKINGS_NONE)
        x->watch.reason = STOP_MEMORY;
    return to;
}

/* A node for the marking that trans leads to from that of x->at: one whose cube
 * contains it, or a new one, which is explored.  The link will lead to it. */
static uint32_t cover(struct goal_search *x, uint32_t marking, trans_id trans,
                      uint32_t link, uint32_t depth)
{
    uint32_t to;

    enabled_set_fire(&x->at, trans);
    to = interpolants_find(&x->interpolants, x->at.marking);
    if (to == INTERPOLANTS_NONE) {
        to = interpolants_add(&x->interpolants, marking, link);
        enter(x, to, trans, depth);
    } else {
        x->answer->stats.at[STATE_covered]++;
        enabled_set_unfire(&x->at, trans);
    }
    return to;
}

/* The successor of a node, whose marking is that of x->at, over a link that is
 * new or stale: links it to a node whose cube contains it, or explores it when
 * there is none. */
static void meet_with_cubes(struct goal_search *x, uint32_t from,
                            trans_id trans, uint32_t link, uint32_t depth)
{
    struct interpolants *const interpolants = &x->interpolants;
    const uint32_t marking =
        successor_of(x, interpolants->cubes.at[from].marking, trans);
    uint32_t to;
    bool exact;

    if (marking == MARKINGS_NONE)
        return;
    to = interpolants_node_of(interpolants, marking);
    if (to == INTERPOLANTS_NONE)
        to = cover(x, marking, trans,
                   link == INTERPOLANTS_NONE ? interpolants->links.len : link,
                   depth);
    else
        x->answer->stats.at[STATE_met_again]++;
    exact = interpolants->cubes.at[to].marking == marking;
    if (link == INTERPOLANTS_NONE)
        interpolants_link(interpolants, from, trans, to, exact);
    else
        interpolants_relink(interpolants, link, to, exact);
}

/* The same without cubes.  True when the successor is or will be closed before
 * the top frame. */
static bool meet_without_cubes(struct goal_search *x, uint32_t from,
                               trans_id trans, uint32_t depth)
{
    const uint32_t to = successor_of(x, from, trans);

    if (to == MARKINGS_NONE)
        return false;
    if (!marking_set_add(&x->met, to)) {
        x->answer->stats.at[STATE_met_again]++;
        return !marking_set_has(&x->open, to);
    }
    if (x->stubborn == STUBBORN_PERSISTENT)
        marking_set_add(&x->open, to);
    enabled_set_fire(&x->at, trans);
    enter(x, to, trans, depth);
    return true;
}

static void fire(struct goal_search *x, trans_id t)
{
    const uint32_t top = x->frames.len - 1;
    const struct goal_search_frame frame = x->frames.at[top];

    if (!marking_goals_fire(&x->goals, x->at.marking, t))
        return;
    x->answer->stats.at[STATE_fired]++;
    if (is_too_deep(x, frame.depth + 1))
        return;
    if (x->learns)
        meet_with_cubes(x, frame.node, t, INTERPOLANTS_NONE, frame.depth + 1);
    else if (meet_without_cubes(x, frame.node, t, frame.depth + 1))
        x->frames.at[top].closed_successor = true;
}

/* --- leaving ------------------------------------------------------------ */

/* Does a link lead to a node that was closed before this one? */
static bool has_closed_successor(struct goal_search *x, uint32_t node)
{
    struct interpolants *const interpolants = &x->interpolants;
    const uint32_t rank = interpolants->nodes.at[node].rank;

    for (uint32_t l = interpolants_out(interpolants, node);
         l != INTERPOLANTS_NONE; l = interpolants->next_out.at[l]) {
        const uint32_t to = interpolants->links.at[l].to;

        if (to != INTERPOLANTS_NONE && interpolants->nodes.at[to].rank < rank)
            return true;
    }
    return false;
}

/* Does the persistent set of the node not suffice? */
static bool puts_off(struct goal_search *x,
                     const struct goal_search_frame *frame)
{
    if (x->stubborn != STUBBORN_PERSISTENT || !seeks_places(x) || frame->full)
        return false;
    return x->learns ? !has_closed_successor(x, frame->node)
                     : !frame->closed_successor;
}

static bool was_explored(const struct goal_search *x,
                         const struct goal_search_frame *frame, trans_id t)
{
    for (uint32_t i = frame->first; i < frame->end; i++)
        if (x->successors.at[i] == t)
            return true;
    return false;
}

static void move_to(struct goal_search *x, uint32_t node)
{
    interpolants_read_marking(&x->interpolants, node, x->scratch);
    enabled_set_move(&x->at, x->scratch);
}

/* Explores the transitions that the persistent set of the top frame lacks. */
static void widen(struct goal_search *x)
{
    struct goal_search_frame *const frame = vec_top(&x->frames);
    const struct goal_search_frame old = *frame;

    x->answer->stats.at[STATE_widened]++;
    stubborn_everything(&x->sets, x->learns);
    for (uint32_t i = 0; i < x->sets.best.active.len; i++) {
        const trans_id t = x->sets.best.active.at[i];

        if (!was_explored(x, &old, t))
            vec_push(&x->successors, t);
    }
    frame->next = old.end;
    frame->end = x->successors.len;
    frame->full = true;
    if (x->learns)
        add_own(x, frame);
}

static void leave(struct goal_search *x)
{
    const struct goal_search_frame frame = *vec_top(&x->frames);

    if (x->learns) {
        take_own(x, &frame, frame.own);
        x->interpolants.nodes.at[frame.node].full = frame.full;
        interpolants_close(&x->interpolants, frame.node);
        interpolants_settle(&x->interpolants, &x->watch);
    } else if (x->stubborn == STUBBORN_PERSISTENT) {
        marking_set_remove(&x->open, frame.node);
    }
    vec_cut(&x->successors, frame.first);
    vec_cut(&x->frames, x->frames.len - 1);
    if (frame.apart && x->frames.len)
        move_to(x, vec_top(&x->frames)->node);
    else if (x->frames.len)
        enabled_set_unfire(&x->at, frame.trans);
}

static void step(struct goal_search *x)
{
    struct goal_search_frame *const frame = vec_top(&x->frames);

    if (frame->next < frame->end)
        fire(x, x->successors.at[frame->next++]);
    else if (puts_off(x, frame))
        widen(x);
    else
        leave(x);
}

/* Work in nanoseconds, as the watch counts it. */
enum {
    STATE_COST = 150,
    FIRE_COST = 60,
    WORD_COST = 3,
    TREE_COST = 300, /* of the words of a large net, most of which stay as they
                        are */
    MEMBER_COST = 45,
    REMOVE_COST = 40,
    LOOK_COST = 1,
    REFUTE_COST = 5,
    INDEX_COST = 6,
};

static uint64_t work_on_sets(const struct goal_search *x)
{
    return MEMBER_COST * x->sets.closure.n_members +
           REMOVE_COST * x->sets.minimize.n_removed +
           REFUTE_COST * x->sets.up_set.n_steps;
}

static uint64_t work_on_cubes(const struct goal_search *x)
{
    const struct cube_index *const index = &x->interpolants.index;

    return INDEX_COST * (index->n_compared + index->n_steps);
}

/* And what sets take of markings, which is no part of work_on_sets(), with
 * which the effort on cubes is compared. */
static uint64_t work_on_markings(const struct goal_search *x)
{
    const struct answer_stats *const stats = &x->answer->stats;
    const uint64_t all_words = WORD_COST * (uint64_t)x->at.words;
    const uint64_t words = all_words < TREE_COST ? all_words : TREE_COST;

    return stats->at[STATE_states] * (STATE_COST + words) +
           stats->at[STATE_fired] * (FIRE_COST + words) +
           LOOK_COST * x->sets.minimize.n_looked;
}

/* What was not counted yet of the work so far. */
static uint64_t count_work(struct goal_search *x, uint64_t done)
{
    const uint64_t since = done - x->work_done;

    x->work_done = done;
    return since;
}

/* The work since the call before, without that of interpolants_settle(), which
 * counts its own. */
static uint64_t work_since(struct goal_search *x)
{
    const uint64_t sets = work_on_sets(x);

    x->interpolants.effort = (sets - x->sets_before) / INDEX_COST;
    return count_work(x, work_on_markings(x) + sets + work_on_cubes(x));
}

uint64_t goal_search_listing_work(void *self)
{
    return count_work(self, work_on_markings(self) + work_on_sets(self));
}

bool goal_search_gives_up(const struct goal_search *x)
{
    return x->budget && x->watch.work > x->budget_end;
}

static bool must_stop(struct goal_search *x)
{
    x->watch.depth = x->frames.len;
    return watch_work(&x->watch, 1 + work_since(x)) ||
           marking_goals_over(&x->goals) || goal_search_gives_up(x);
}

static void run_frames(struct goal_search *x)
{
    while (x->frames.len && !must_stop(x))
        step(x);
}

/* --- stale links -------------------------------------------------------- */

static uint32_t depth_of(const struct goal_search *x, uint32_t node)
{
    const struct interpolants *const cubes = &x->interpolants;
    uint32_t depth = 0;

    for (uint32_t link = cubes->nodes.at[node].found; link != INTERPOLANTS_NONE;
         link = cubes->nodes.at[cubes->links.at[link].from].found)
        depth++;
    return depth;
}

/* Explores all transitions of a closed node. */
static void reopen(struct goal_search *x, uint32_t node)
{
    struct goal_search_frame frame = {.node = node,
                                      .trans = TRANS_NONE,
                                      .depth = depth_of(x, node),
                                      .first = x->successors.len,
                                      .apart = true,
                                      .own = x->own.len};

    for (uint32_t l = interpolants_out(&x->interpolants, node);
         l != INTERPOLANTS_NONE; l = x->interpolants.next_out.at[l])
        vec_push(&x->successors, x->interpolants.links.at[l].trans);
    frame.next = frame.end = x->successors.len;
    vec_push(&x->frames, frame);
    interpolants_reopen(&x->interpolants, node);
    move_to(x, node);
    widen(x);
}

/* Finds a new cube for a stale link, or explores its successor. */
static void renew(struct goal_search *x, uint32_t link)
{
    const uint32_t from = x->interpolants.links.at[link].from;
    const trans_id trans = x->interpolants.links.at[link].trans;

    x->answer->stats.at[STATE_renewed]++;
    move_to(x, from);
    meet_with_cubes(x, from, trans, link, depth_of(x, from) + 1);
    if (!marking_goals_over(&x->goals) && x->stubborn == STUBBORN_PERSISTENT &&
        seeks_places(x) && !x->interpolants.nodes.at[from].full &&
        !has_closed_successor(x, from))
        reopen(x, from);
}

static void run_with_cubes(struct goal_search *x)
{
    for (;;) {
        run_frames(x);
        interpolants_settle(&x->interpolants, &x->watch);
        if (!x->interpolants.stale.len || must_stop(x))
            return;
        renew(x, vec_pop(&x->interpolants.stale));
    }
}

void goal_search_run(struct goal_search *x)
{
    if (x->learns)
        run_with_cubes(x);
    else
        run_frames(x);
}

/* --- a search ----------------------------------------------------------- */

/* Searches share the store of markings, which costs as much to create as to
 * read the net, until it is large. */
static void renew_markings(struct goal_search *x)
{
    const uint32_t enough = net_place_count(x->net) + net_trans_count(x->net);

    if (x->markings.net && markings_ids(&x->markings) <= enough)
        return;
    markings_finish(&x->markings);
    markings_init(&x->markings, x->net, x->problem->exclusive, false);
}

void goal_search_start(struct goal_search *x)
{
    uint32_t first = MARKINGS_INITIAL;

    renew_markings(x);
    marking_initial(x->net, x->scratch);
    enabled_set_move(&x->at, x->scratch);
    if (x->learns) {
        interpolants_init(&x->interpolants, &x->markings);
        first = interpolants_add(&x->interpolants, first, INTERPOLANTS_NONE);
    } else {
        marking_set_add(&x->met, first);
        if (x->stubborn == STUBBORN_PERSISTENT)
            marking_set_add(&x->open, first);
    }
    enter(x, first, TRANS_NONE, 0);
}

void goal_search_end(struct goal_search *x)
{
    struct answer_stats *const stats = &x->answer->stats;
    const size_t bytes =
        markings_bytes(&x->markings) + x->own.cap * sizeof *x->own.at +
        (x->learns ? interpolants_bytes(&x->interpolants)
                   : marking_set_bytes(&x->met) + marking_set_bytes(&x->open));

    (void)watch_work(&x->watch, work_since(x));
    x->work_done -= work_on_cubes(x);
    x->sets_before = work_on_sets(x);
    if (x->learns) {
        stats->at[STATE_cubes] += x->interpolants.n_closed;
        stats->at[STATE_compared] += x->interpolants.index.n_compared;
    }
    if (bytes > stats->at[STATE_store_bytes])
        stats->at[STATE_store_bytes] = bytes;
    interpolants_finish(&x->interpolants);
    marking_set_clear(&x->met);
    marking_set_clear(&x->open);
    vec_clear(&x->frames);
    vec_clear(&x->successors);
    vec_clear(&x->own);
}

/* After a finished search with persistent sets (THEORY, Theorem 38). */
static void check_closed_successors(struct goal_search *x)
{
    for (uint32_t n = 0; n < x->interpolants.nodes.len; n++)
        CHECK(x->interpolants.nodes.at[n].full || has_closed_successor(x, n));
}

void goal_search_check(struct goal_search *x, bool finished)
{
    interpolants_settle(&x->interpolants,
                        &x->watch); /* an answer may come before */
    interpolants_check(&x->interpolants);
    if (!finished)
        return;
    CHECK(x->interpolants.stale.len == 0);
    if (x->stubborn == STUBBORN_PERSISTENT && seeks_places(x))
        check_closed_successors(x);
}

/* --- of all searches ---------------------------------------------------- */

bool goal_search_lists_all(const struct goal_search *x)
{
    return x->stubborn == STUBBORN_NONE && !x->learns;
}

const struct answer_figure goal_search_figures[] = {
    STATE_FIGURES(ANSWER_FIGURE){0}};

void goal_search_init(struct goal_search *x,
                      const struct engine_problem *problem,
                      const struct engine_limits *limits, struct answer *answer)
{
    const bool asks = problem->question.n_goals > 0;

    *x = (struct goal_search){.problem = problem,
                              .net = problem->net,
                              .answer = answer,
                              .max_depth = limits->max_depth,
                              .stubborn = problem->state.stubborn,
                              .learns = asks && problem->state.interpolation};
    if (!asks && x->stubborn == STUBBORN_PROPERTY)
        x->stubborn = STUBBORN_NONE;
    answer->stats.figures = goal_search_figures;
    watch_init(&x->watch, limits, &answer->stats);
    enabled_set_init(&x->at, x->net);
    if (!goal_search_lists_all(x))
        enabled_set_count_producers(&x->at);
    stubborn_init(&x->sets, x->net, &x->at);
    x->scratch = mem_zero(x->at.words, sizeof *x->scratch);
    marking_goals_init(&x->goals, problem, answer, &x->watch);
    x->goals.add_run = add_run;
    x->goals.self = x;
}

void goal_search_finish(struct goal_search *x)
{
    stubborn_finish(&x->sets);
    enabled_set_finish(&x->at);
    markings_finish(&x->markings);
    marking_set_finish(&x->met);
    marking_set_finish(&x->open);
    vec_free(&x->frames);
    vec_free(&x->successors);
    vec_free(&x->own);
    mem_free(x->scratch);
    marking_goals_finish(&x->goals);
}
