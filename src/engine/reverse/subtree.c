#include "engine/reverse/subtree.h"

#include <stdlib.h>
#include <string.h>

/* What a push, an extension that it finds, a test of a child, a look at an
 * event and one at an extension, and an event that is compared with others cost
 * (watch.h). */
enum {
    PUSH_COST = 150,
    FOUND_COST = 50,
    TEST_COST = 40,
    SEED_COST = 8,
    COMPARED_COST = 30,
    MOVE_COST = 10
};

static bool must_stop(const struct subtree *subtree)
{
    return subtree->goals->finished || subtree->watch->reason != STOP_DONE;
}

/* --- the current run ------------------------------------------------------ */

static void push_event(struct subtree *subtree, event_id e)
{
    const uint64_t found = subtree->run.n_found, moved = subtree->run.n_moved;

    sorted_run_push(&subtree->run, e);
    run_goals_push(subtree->goals, &subtree->run);
    watch_events(subtree->watch, subtree->run.n_found);
    (void)watch_work(subtree->watch,
                     PUSH_COST + FOUND_COST * (subtree->run.n_found - found) +
                         MOVE_COST * (subtree->run.n_moved - moved));
}

/* The least event that is enabled. */
static event_id find_least(struct subtree *subtree)
{
    const uint64_t moved = subtree->run.n_moved;
    const event_id e = sorted_run_least(&subtree->run);

    (void)watch_work(subtree->watch,
                     MOVE_COST * (subtree->run.n_moved - moved));
    return e;
}

/* Adds the event of the transition that is enabled. */
static void fire(struct subtree *subtree, trans_id t)
{
    push_event(subtree, config_enabled(&subtree->run.c, t));
}

static void complete(struct subtree *subtree)
{
    event_id e;

    while (!must_stop(subtree) && (e = find_least(subtree)) != EVENT_NONE)
        push_event(subtree, e);
}

static void cut_run(struct subtree *subtree, uint32_t len)
{
    while (sorted_run_len(&subtree->run) > len)
        sorted_run_pop(&subtree->run);
}

/* Event i, from 0, of the configuration of frame f. */
static trans_id trans_of(const struct subtree *subtree, uint32_t f, uint32_t i)
{
    while (i < subtree->frames.at[f].shared)
        f--;
    return subtree->trans
        .at[subtree->frames.at[f].at + i - subtree->frames.at[f].shared];
}

/* --- frames --------------------------------------------------------------- */

static void add_child(struct subtree *subtree)
{
    const struct tree_child *const child = &subtree->child;
    struct subtree_child found = {.shared = child->first - 1,
                                  .at = subtree->trans.len};

    for (uint32_t pos = child->first; pos < child->end; pos++)
        if (!tree_child_loses(child, pos))
            vec_push(&subtree->trans, sorted_run_trans(&subtree->run, pos));
    vec_push(&subtree->trans, subtree->run.es->events.at[child->e].trans);
    found.len = subtree->trans.len - found.at;
    vec_push(&subtree->children, found);
}

/* Those that share more come first, then those found first. */
static int by_shared(const void *a, const void *b)
{
    const struct subtree_child *const x = a, *const y = b;

    if (x->shared != y->shared)
        return x->shared < y->shared ? 1 : -1;
    return (x->at > y->at) - (x->at < y->at);
}

/* The events that the last test has looked at. */
static uint64_t seed_len(const struct subtree *subtree)
{
    const struct tree_child *const child = &subtree->child;

    return child->end > child->first ? child->end - child->first : 0;
}

/* Tests an extension; true to stop. */
static bool try_child(struct subtree *subtree, event_id e)
{
    const uint64_t compared = subtree->child.n_compared;

    subtree->n_tested++;
    if (tree_child_is(&subtree->child, e))
        add_child(subtree);
    return watch_work(subtree->watch,
                      TEST_COST + SEED_COST * seed_len(subtree) +
                          COMPARED_COST *
                              (subtree->child.n_compared - compared));
}

/* All of them, unless the search must stop. */
static void find_children(struct subtree *subtree)
{
    const uint32_t first = subtree->children.len;
    const event_id n = subtree->run.es->events.len;

    for (event_id page = 0; page < n; page += PAGES_LEN) {
        const struct sorted_run_event *const at =
            pages_at(&subtree->run.events, page);

        if (!pages_has(&subtree->run.events, page))
            continue;
        for (uint32_t k = 0; k < PAGES_LEN; k++)
            if (at[k].conflict && try_child(subtree, page + k))
                return;
    }
    (void)watch_work(subtree->watch, TEST_COST * (uint64_t)n);
    if (subtree->children.len > first + 1)
        qsort(subtree->children.at + first, subtree->children.len - first,
              sizeof *subtree->children.at, by_shared);
}

/* Can so many extensions not be stored?  Then the search ends. */
static bool is_hopeless(struct subtree *subtree)
{
    const uint64_t most = subtree->watch->limits->max_events;
    uint64_t n = 0;

    for (uint32_t i = 0; i < subtree->run.postponed.len; i++) {
        const uint32_t exponent = subtree->run.postponed.at[i].exponent;

        n += (uint64_t)1 << (exponent < 40 ? exponent : 40);
    }
    if (subtree->watch->reason == STOP_DONE && most && n > most)
        subtree->watch->reason = STOP_EVENTS;
    else if (subtree->watch->reason == STOP_DONE && n >= CONFIG_MOST_EVENTS)
        subtree->watch->reason = STOP_MEMORY;
    return subtree->watch->reason != STOP_DONE;
}

/* Pushes the last events of the run again, with all their extensions. */
static void add_postponed(struct subtree *subtree)
{
    struct sorted_run *const r = &subtree->run;
    const uint32_t at = subtree->trans.len;
    uint32_t from;

    if (!r->postponed.len)
        return;
    if (is_hopeless(subtree)) {
        run_goals_end(subtree->goals, r);
        return;
    }
    from = r->postponed.at[0].pos;
    ASSERT(from > 0);
    for (uint32_t pos = from; pos <= sorted_run_len(r); pos++)
        vec_push(&subtree->trans, sorted_run_trans(r, pos));
    cut_run(subtree, from - 1);
    r->is_whole = true;
    for (uint32_t i = at; i < subtree->trans.len && !must_stop(subtree); i++)
        fire(subtree, subtree->trans.at[i]);
    r->is_whole = false;
    vec_cut(&subtree->trans, at);
}

/* The current run is a configuration of the tree, which shares its first events
 * with that of the frame on top.  False, and there is no frame, when the search
 * must stop before its children are known. */
static bool enter(struct subtree *subtree, uint32_t shared)
{
    const uint32_t len = sorted_run_len(&subtree->run);
    const struct subtree_frame frame = {
        .shared = shared,
        .at = subtree->trans.len,
        .children = subtree->children.len,
        .next = subtree->children.len,
        .common = len,
    };
    const uint64_t tested = subtree->n_tested;

    add_postponed(subtree);
    if (must_stop(subtree))
        return false;
    for (uint32_t pos = shared + 1; pos <= frame.common; pos++)
        vec_push(&subtree->trans, sorted_run_trans(&subtree->run, pos));
    find_children(subtree);
    if (must_stop(subtree)) { /* the tests will be done again */
        subtree->n_tested = tested;
        vec_cut(&subtree->children, frame.children);
        vec_cut(&subtree->trans, frame.at);
        return false;
    }
    vec_push(&subtree->frames, frame);
    if (subtree->path.len + 1 > subtree->deepest)
        subtree->deepest = subtree->path.len + 1;
    vec_top(&subtree->frames)->end = subtree->children.len;
    return true;
}

static void leave(struct subtree *subtree)
{
    const struct subtree_frame frame = vec_pop(&subtree->frames);
    struct subtree_frame *const parent =
        subtree->frames.len ? vec_top(&subtree->frames) : NULL;

    vec_cut(&subtree->children, frame.children);
    vec_cut(&subtree->trans, frame.at);
    if (!parent)
        return;
    (void)vec_pop(&subtree->path);
    if (frame.common < parent->common)
        parent->common = frame.common;
}

/* Makes the run of the next child of the frame on top the current one.  False
 * when it is not visited, as the search must stop before: it is still to be
 * visited then. */
static bool visit_child(struct subtree *subtree)
{
    const uint32_t f = subtree->frames.len - 1;
    struct subtree_frame *const frame = &subtree->frames.at[f];
    const struct subtree_child child = subtree->children.at[frame->next];
    const uint32_t number = frame->next - frame->children;

    vec_push(&subtree->path, number);
    if (child.shared < frame->common)
        frame->common = child.shared;
    cut_run(subtree, frame->common);
    for (uint32_t i = frame->common; i < child.shared && !must_stop(subtree);
         i++)
        fire(subtree, trans_of(subtree, f, i));
    for (uint32_t i = 0; i < child.len && !must_stop(subtree); i++)
        fire(subtree, subtree->trans.at[child.at + i]);
    complete(subtree);
    if (must_stop(subtree) || !enter(subtree, child.shared))
        return false;
    subtree->frames.at[f].next++;
    return true;
}

/* --- the search ----------------------------------------------------------- */

void subtree_start(struct subtree *subtree, const struct partial_name *name)
{
    vec_clear(&subtree->frames);
    vec_clear(&subtree->children);
    vec_clear(&subtree->trans);
    vec_clear(&subtree->path);
    vec_append_n(&subtree->path, name->path, name->n_path);
    subtree->n_base = name->n_path;
    cut_run(subtree, 0);
    for (uint32_t i = 0; i < name->n_trans && !must_stop(subtree); i++)
        fire(subtree, name->trans[i]);
    complete(subtree);
    subtree->is_started = true;
}

static bool advance(struct subtree *subtree)
{
    if (subtree->is_started) {
        subtree->is_started = !enter(subtree, 0);
        return !subtree->is_started;
    }
    while (subtree->frames.len &&
           vec_top(&subtree->frames)->next == vec_top(&subtree->frames)->end)
        leave(subtree);
    return subtree->frames.len && visit_child(subtree);
}

bool subtree_next(struct subtree *subtree)
{
    if (must_stop(subtree) || !advance(subtree))
        return false;
    if (subtree->check)
        sorted_run_check(&subtree->run);
    return true;
}

bool subtree_give(struct subtree *subtree, struct partial_name *name)
{
    struct subtree_child child;
    uint32_t f = 0, number;

    while (f < subtree->frames.len &&
           subtree->frames.at[f].next == subtree->frames.at[f].end)
        f++;
    if (f == subtree->frames.len)
        return false;
    child = subtree->children.at[--subtree->frames.at[f].end];
    number = subtree->frames.at[f].end - subtree->frames.at[f].children;
    vec_clear(&subtree->given_path);
    vec_clear(&subtree->given_trans);
    vec_append_n(&subtree->given_path, subtree->path.at, subtree->n_base + f);
    vec_push(&subtree->given_path, number);
    for (uint32_t i = 0; i < child.shared; i++)
        vec_push(&subtree->given_trans, trans_of(subtree, f, i));
    vec_append_n(&subtree->given_trans, subtree->trans.at + child.at,
                 child.len);
    *name = (struct partial_name){
        .path = subtree->given_path.at,
        .trans = subtree->given_trans.at,
        .n_path = subtree->given_path.len,
        .n_trans = subtree->given_trans.len,
    };
    return true;
}

void subtree_init(struct subtree *subtree, struct es *es,
                  struct run_goals *goals, struct watch *watch, uint32_t bound,
                  const struct engine_test *test)
{
    *subtree =
        (struct subtree){.goals = goals, .watch = watch, .check = test->check};
    sorted_run_init(&subtree->run, es, watch, bound, test);
    subtree->child = (struct tree_child){.r = &subtree->run};
    run_goals_push(goals, &subtree->run);
}

void subtree_finish(struct subtree *subtree)
{
    stamp_finish(&subtree->child.lost);
    sorted_run_finish(&subtree->run);
    vec_free(&subtree->frames);
    vec_free(&subtree->children);
    vec_free(&subtree->trans);
    vec_free(&subtree->path);
    vec_free(&subtree->given_path);
    vec_free(&subtree->given_trans);
}
