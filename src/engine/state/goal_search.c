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

/* Appends the run to the marking of the top frame, backwards. */
static void add_run_to_top(const void *self, witness_run *run)
{
    const struct goal_search *const search = self;
    const struct interpolants *const cubes = &search->interpolants;
    uint32_t i = search->frames.len - 1, link;

    for (; i > 0 && !search->frames.at[i].apart; i--)
        vec_push(run, search->frames.at[i].trans);
    if (!search->learns)
        return;
    for (link = cubes->nodes.at[search->frames.at[i].node].found;
         link != INTERPOLANTS_NONE;
         link = cubes->nodes.at[cubes->links.at[link].from].found)
        vec_push(run, cubes->links.at[link].trans);
}

/* --- what is explored of a marking -------------------------------------- */

static bool searches_for_places(const struct goal_search *search)
{
    return search->goals.goal != UINT32_MAX &&
           search->problem->question.goals[search->goals.goal].kind !=
               GOAL_DEADLOCK;
}

/* Can the persistent set be used at all? */
static bool is_usable(const struct goal_search *search)
{
    const net_trans_list *const active = &search->sets.best.active;

    if (active->len == search->at.n_enabled)
        return false;
    for (uint32_t i = 0; i < active->len; i++)
        if (stubborn_hinders(&search->sets, active->at[i]))
            return false;
    return true;
}

/* Leaves the set in search->sets.best; true when it has all enabled
 * transitions. */
static bool choose(struct goal_search *search)
{
    if (search->stubborn == STUBBORN_PROPERTY) {
        stubborn_property(&search->sets);
        return false;
    }
    if (search->stubborn == STUBBORN_PERSISTENT && search->at.n_enabled > 0) {
        stubborn_persistent(&search->sets);
        if (is_usable(search))
            return false;
    }
    stubborn_everything(&search->sets, search->learns);
    return true;
}

/* The literals from this index on become those of the frame. */
static void take_own(struct goal_search *search,
                     const struct goal_search_frame *frame, uint32_t from)
{
    for (uint32_t i = from; i < search->own.len; i++)
        literals_add(&search->interpolants.literals, frame->node,
                     search->own.at[i]);
    vec_cut(&search->own, from);
}

/* The literals of the set of the top frame.  In a large net they wait until it
 * is left, as numbers, if that takes less memory: a path can be long, and its
 * nodes need no cubes if it leads to an answer. */
static void add_own(struct goal_search *search,
                    const struct goal_search_frame *frame)
{
    const uint32_t from = search->own.len,
                   n_words = search->interpolants.literals.n_words;
    uint32_t n;

    stubborn_literals(&search->sets, &search->own);
    n = search->own.len - from;
    if (n)
        n = ids_unique(search->own.at + from, n);
    vec_cut(&search->own, from + n);
    if (frame->apart || n_words <= LITERALS_PAGE || n > n_words)
        take_own(search, frame, from);
}

static void add_successors(struct goal_search *search,
                           struct goal_search_frame *frame)
{
    const net_trans_list *const active = &search->sets.best.active;

    frame->first = frame->next = search->successors.len;
    vec_append(&search->successors, active);
    frame->end = search->successors.len;
    if (search->learns)
        add_own(search, frame);
}

/* Explores the marking of search->at, which is new. */
static void enter(struct goal_search *search, uint32_t node, trans_id trans,
                  uint32_t depth)
{
    struct answer_stats *const stats = &search->answer->stats;
    struct goal_search_frame frame = {
        .node = node, .trans = trans, .depth = depth};

    frame.first = frame.next = frame.end = search->successors.len;
    frame.own = search->own.len;
    vec_push(&search->frames, frame);
    stats->at[STATE_states]++;
    stats->at[STATE_deadlocks] += search->at.n_enabled == 0;
    if (search->frames.len > stats->at[STATE_largest_stack])
        stats->at[STATE_largest_stack] = search->frames.len;
    watch_events(&search->watch, stats->at[STATE_states]);
    marking_goals_ask(&search->goals, &search->at);
    if (marking_goals_over(&search->goals) ||
        (search->goals.goal == UINT32_MAX && search->at.n_enabled == 0))
        return;
    vec_top(&search->frames)->full = choose(search);
    add_successors(search, vec_top(&search->frames));
}

/* --- successors --------------------------------------------------------- */

/* A node for the marking that trans leads to from that of search->at: one whose
 * cube contains it, or a new one, which is explored.  The link will lead to it.
 */
static uint32_t cover(struct goal_search *search, uint32_t marking,
                      trans_id trans, uint32_t link, uint32_t depth)
{
    uint32_t to;

    enabled_set_fire(&search->at, trans);
    to = interpolants_find(&search->interpolants, search->at.marking);
    if (to == INTERPOLANTS_NONE) {
        to = interpolants_add(&search->interpolants, marking, link);
        enter(search, to, trans, depth);
    } else {
        search->answer->stats.at[STATE_covered]++;
        enabled_set_unfire(&search->at, trans);
    }
    return to;
}

/* The successor of a node, whose marking is that of search->at, over a link
 * that is new or stale: links it to a node whose cube contains it, or explores
 * it when there is none. */
static void meet_with_cubes(struct goal_search *search, uint32_t from,
                            trans_id trans, uint32_t link, uint32_t depth)
{
    struct interpolants *const interpolants = &search->interpolants;
    const uint32_t marking = markings_fire(
        &search->markings, interpolants_marking(interpolants, from), trans);
    uint32_t to = interpolants_node_of(interpolants, marking);

    if (to == INTERPOLANTS_NONE)
        to = cover(search, marking, trans, link, depth);
    else
        search->answer->stats.at[STATE_met_again]++;
    interpolants_link(interpolants, link, from, trans, to,
                      interpolants_marking(interpolants, to) == marking);
}

/* The same without cubes.  True when the successor is or will be closed before
 * the top frame. */
static bool meet_without_cubes(struct goal_search *search, uint32_t from,
                               trans_id trans, uint32_t depth)
{
    const uint32_t to = markings_fire(&search->markings, from, trans);

    if (!marking_set_add(&search->met, to)) {
        search->answer->stats.at[STATE_met_again]++;
        return !marking_set_has(&search->open, to);
    }
    if (search->stubborn == STUBBORN_PERSISTENT)
        marking_set_add(&search->open, to);
    enabled_set_fire(&search->at, trans);
    enter(search, to, trans, depth);
    return true;
}

static void fire(struct goal_search *search, trans_id t)
{
    const uint32_t top = search->frames.len - 1;
    const uint32_t most = search->watch.limits->max_depth;
    const struct goal_search_frame frame = search->frames.at[top];

    if (!marking_goals_fire(&search->goals, search->at.marking, t))
        return;
    search->answer->stats.at[STATE_fired]++;
    if (most && frame.depth >= most) {
        search->too_deep = true;
        return;
    }
    if (search->learns)
        meet_with_cubes(search, frame.node, t, search->interpolants.links.len,
                        frame.depth + 1);
    else if (meet_without_cubes(search, frame.node, t, frame.depth + 1))
        search->frames.at[top].closed_successor = true;
}

/* --- leaving ------------------------------------------------------------ */

/* Does a link lead to a node that was closed before this one? */
static bool has_closed_successor(struct goal_search *search, uint32_t node)
{
    struct interpolants *const interpolants = &search->interpolants;
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
static bool puts_off(struct goal_search *search,
                     const struct goal_search_frame *frame)
{
    if (search->stubborn != STUBBORN_PERSISTENT ||
        !searches_for_places(search) || frame->full)
        return false;
    return search->learns ? !has_closed_successor(search, frame->node)
                          : !frame->closed_successor;
}

static bool was_explored(const struct goal_search *search,
                         const struct goal_search_frame *frame, trans_id t)
{
    for (uint32_t i = frame->first; i < frame->end; i++)
        if (search->successors.at[i] == t)
            return true;
    return false;
}

void goal_search_move(struct goal_search *search, uint32_t node)
{
    enabled_set_read(&search->at, &search->markings,
                     interpolants_marking(&search->interpolants, node));
}

/* Explores the transitions that the persistent set of the top frame lacks. */
static void widen(struct goal_search *search)
{
    struct goal_search_frame *const frame = vec_top(&search->frames);
    const struct goal_search_frame old = *frame;

    search->answer->stats.at[STATE_widened]++;
    stubborn_everything(&search->sets, search->learns);
    for (uint32_t i = 0; i < search->sets.best.active.len; i++) {
        const trans_id t = search->sets.best.active.at[i];

        if (!was_explored(search, &old, t))
            vec_push(&search->successors, t);
    }
    frame->next = old.end;
    frame->end = search->successors.len;
    frame->full = true;
    if (search->learns)
        add_own(search, frame);
}

static void leave(struct goal_search *search)
{
    const struct goal_search_frame frame = *vec_top(&search->frames);

    if (search->learns) {
        take_own(search, &frame, frame.own);
        search->interpolants.nodes.at[frame.node].full = frame.full;
        interpolants_close(&search->interpolants, frame.node);
        interpolants_settle(&search->interpolants, &search->watch);
    } else if (search->stubborn == STUBBORN_PERSISTENT) {
        marking_set_remove(&search->open, frame.node);
    }
    vec_cut(&search->successors, frame.first);
    vec_cut(&search->frames, search->frames.len - 1);
    if (frame.apart && search->frames.len)
        goal_search_move(search, vec_top(&search->frames)->node);
    else if (search->frames.len)
        enabled_set_unfire(&search->at, frame.trans);
}

static void step(struct goal_search *search)
{
    struct goal_search_frame *const frame = vec_top(&search->frames);

    if (frame->next < frame->end)
        fire(search, search->successors.at[frame->next++]);
    else if (puts_off(search, frame))
        widen(search);
    else
        leave(search);
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

static uint64_t work_on_sets(const struct goal_search *search)
{
    return MEMBER_COST * search->sets.closure.n_members +
           REMOVE_COST * search->sets.minimize.n_removed +
           REFUTE_COST * search->sets.up_set.n_steps;
}

static uint64_t work_on_cubes(const struct goal_search *search)
{
    const struct cube_index *const index = &search->interpolants.index;

    return INDEX_COST * (index->n_compared + index->n_steps);
}

/* And what sets take of markings, which is no part of work_on_sets(), with
 * which the effort on cubes is compared. */
static uint64_t work_on_markings(const struct goal_search *search)
{
    const struct answer_stats *const stats = &search->answer->stats;
    const uint64_t all_words = WORD_COST * (uint64_t)search->at.words;
    const uint64_t words = all_words < TREE_COST ? all_words : TREE_COST;

    return stats->at[STATE_states] * (STATE_COST + words) +
           stats->at[STATE_fired] * (FIRE_COST + words) +
           LOOK_COST * search->sets.minimize.n_looked;
}

/* What was not counted yet of the work so far. */
static uint64_t count_work(struct goal_search *search, uint64_t done)
{
    const uint64_t since = done - search->work_done;

    search->work_done = done;
    return since;
}

/* The work since the call before, without that of interpolants_settle(), which
 * counts its own. */
static uint64_t work_since(struct goal_search *search)
{
    const uint64_t sets = work_on_sets(search);

    search->interpolants.effort = (sets - search->sets_before) / INDEX_COST;
    return count_work(search,
                      work_on_markings(search) + sets + work_on_cubes(search));
}

uint64_t goal_search_listing_work(struct goal_search *search)
{
    return count_work(search, work_on_markings(search) + work_on_sets(search));
}

bool goal_search_gives_up(const struct goal_search *search)
{
    return search->budget && search->watch.work > search->budget_end;
}

static bool must_stop(struct goal_search *search)
{
    search->watch.depth = search->frames.len;
    return watch_work(&search->watch, 1 + work_since(search)) ||
           marking_goals_over(&search->goals) || goal_search_gives_up(search);
}

static void run_frames(struct goal_search *search)
{
    while (search->frames.len && !must_stop(search))
        step(search);
}

/* --- stale links -------------------------------------------------------- */

static uint32_t depth_of(const struct goal_search *search, uint32_t node)
{
    const struct interpolants *const cubes = &search->interpolants;
    uint32_t depth = 0;

    for (uint32_t link = cubes->nodes.at[node].found; link != INTERPOLANTS_NONE;
         link = cubes->nodes.at[cubes->links.at[link].from].found)
        depth++;
    return depth;
}

/* Explores all transitions of a closed node. */
static void reopen(struct goal_search *search, uint32_t node)
{
    struct goal_search_frame frame = {.node = node,
                                      .trans = TRANS_NONE,
                                      .depth = depth_of(search, node),
                                      .first = search->successors.len,
                                      .apart = true,
                                      .own = search->own.len};

    for (uint32_t l = interpolants_out(&search->interpolants, node);
         l != INTERPOLANTS_NONE; l = search->interpolants.next_out.at[l])
        vec_push(&search->successors, search->interpolants.links.at[l].trans);
    frame.next = frame.end = search->successors.len;
    vec_push(&search->frames, frame);
    search->interpolants.nodes.at[node].open = true;
    goal_search_move(search, node);
    widen(search);
}

/* Finds a new cube for a stale link, or explores its successor. */
static void renew(struct goal_search *search, uint32_t link)
{
    const uint32_t from = search->interpolants.links.at[link].from;
    const trans_id trans = search->interpolants.links.at[link].trans;

    search->answer->stats.at[STATE_renewed]++;
    goal_search_move(search, from);
    meet_with_cubes(search, from, trans, link, depth_of(search, from) + 1);
    if (!marking_goals_over(&search->goals) &&
        search->stubborn == STUBBORN_PERSISTENT &&
        searches_for_places(search) &&
        !search->interpolants.nodes.at[from].full &&
        !has_closed_successor(search, from))
        reopen(search, from);
}

static void run_with_cubes(struct goal_search *search)
{
    for (;;) {
        run_frames(search);
        interpolants_settle(&search->interpolants, &search->watch);
        if (!search->interpolants.stale.len || must_stop(search))
            return;
        renew(search, vec_pop(&search->interpolants.stale));
    }
}

void goal_search_run(struct goal_search *search)
{
    if (search->learns)
        run_with_cubes(search);
    else
        run_frames(search);
}

/* --- a search ----------------------------------------------------------- */

/* Searches share the store of markings, which costs as much to create as to
 * read the net, until it is large. */
static void renew_markings(struct goal_search *search)
{
    const uint32_t enough =
        net_place_count(search->net) + net_trans_count(search->net);

    if (search->markings.n && markings_count(&search->markings) <= enough)
        return;
    markings_finish(&search->markings);
    markings_init(&search->markings, search->net, search->problem->exclusive);
}

void goal_search_start(struct goal_search *search)
{
    uint32_t first = MARKINGS_INITIAL;

    renew_markings(search);
    enabled_set_move(&search->at, net_initial(search->net));
    if (search->learns) {
        interpolants_init(&search->interpolants, &search->markings);
        first =
            interpolants_add(&search->interpolants, first, INTERPOLANTS_NONE);
    } else {
        marking_set_add(&search->met, first);
        if (search->stubborn == STUBBORN_PERSISTENT)
            marking_set_add(&search->open, first);
    }
    search->goals.add_run = add_run_to_top;
    search->goals.self = search;
    enter(search, first, TRANS_NONE, 0);
}

void goal_search_end(struct goal_search *search)
{
    struct answer_stats *const stats = &search->answer->stats;
    const size_t bytes =
        markings_bytes(&search->markings) + vec_bytes(&search->own) +
        (search->learns ? interpolants_bytes(&search->interpolants)
                        : marking_set_bytes(&search->met) +
                              marking_set_bytes(&search->open));

    (void)watch_work(&search->watch, work_since(search));
    search->work_done -= work_on_cubes(search);
    search->sets_before = work_on_sets(search);
    if (search->learns) {
        stats->at[STATE_cubes] += search->interpolants.n_closed;
        stats->at[STATE_compared] += search->interpolants.index.n_compared;
    }
    if (bytes > stats->at[STATE_store_bytes])
        stats->at[STATE_store_bytes] = bytes;
    interpolants_finish(&search->interpolants);
    marking_set_clear(&search->met);
    marking_set_clear(&search->open);
    vec_clear(&search->frames);
    vec_clear(&search->successors);
    vec_clear(&search->own);
}

void goal_search_check(struct goal_search *search, bool finished)
{
    interpolants_settle(&search->interpolants,
                        &search->watch); /* an answer may come before */
    interpolants_check(&search->interpolants);
    if (!finished)
        return;
    CHECK(search->interpolants.stale.len == 0);
    if (search->stubborn != STUBBORN_PERSISTENT || !searches_for_places(search))
        return;
    for (uint32_t n = 0; n < search->interpolants.nodes.len; n++)
        CHECK(search->interpolants.nodes.at[n].full || /* THEORY, Theorem 38 */
              has_closed_successor(search, n));
}

/* --- of all searches ---------------------------------------------------- */

bool goal_search_lists_all(const struct goal_search *search)
{
    return search->stubborn == STUBBORN_NONE && !search->learns;
}

const struct answer_figure goal_search_figures[] = {
    STATE_FIGURES(ANSWER_FIGURE){0}};

void goal_search_init(struct goal_search *search,
                      const struct engine_problem *problem,
                      const struct engine_limits *limits, struct answer *answer)
{
    const bool asks = problem->question.n_goals > 0;

    *search =
        (struct goal_search){.problem = problem,
                             .net = problem->net,
                             .answer = answer,
                             .stubborn = problem->state.stubborn,
                             .learns = asks && problem->state.interpolation};
    if (!asks && search->stubborn == STUBBORN_PROPERTY)
        search->stubborn = STUBBORN_NONE;
    answer->stats.figures = goal_search_figures;
    watch_init(&search->watch, limits, &answer->stats);
    enabled_set_init(&search->at, search->net);
    if (!goal_search_lists_all(search))
        enabled_set_count_producers(&search->at);
    stubborn_init(&search->sets, search->net, &search->at);
    marking_goals_init(&search->goals, problem, answer, &search->watch);
}

void goal_search_finish(struct goal_search *search)
{
    stubborn_finish(&search->sets);
    enabled_set_finish(&search->at);
    markings_finish(&search->markings);
    marking_set_finish(&search->met);
    marking_set_finish(&search->open);
    vec_free(&search->frames);
    vec_free(&search->successors);
    vec_free(&search->own);
    marking_goals_finish(&search->goals);
}
