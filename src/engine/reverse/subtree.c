#include "engine/reverse/subtree.h"

#include <stdlib.h>
#include <string.h>

/* What a push, an extension that it finds, a test of a child and a look at an
 * extension, and an event that is compared with others cost (watch.h). */
enum {
    PUSH_COST = 150,
    FOUND_COST = 50,
    TEST_COST = 40,
    SEED_COST = 8,
    MOVE_COST = 10
};

static bool must_stop(const struct subtree *x)
{
    return x->goals->finished || x->watch->reason != STOP_DONE;
}

/* --- the current run ------------------------------------------------------ */

static void push(struct subtree *x, event_id e)
{
    const uint64_t found = x->run.n_found, moved = x->run.n_moved;

    sorted_run_push(&x->run, e);
    run_goals_push(x->goals, &x->run);
    watch_events(x->watch, x->run.n_found);
    (void)watch_work(x->watch, PUSH_COST +
                                   FOUND_COST * (x->run.n_found - found) +
                                   MOVE_COST * (x->run.n_moved - moved));
}

/* The least event that is enabled. */
static event_id find_least(struct subtree *x)
{
    const uint64_t moved = x->run.n_moved;
    const event_id e = sorted_run_least(&x->run);

    (void)watch_work(x->watch, MOVE_COST * (x->run.n_moved - moved));
    return e;
}

/* Adds the event of the transition that is enabled. */
static void fire(struct subtree *x, trans_id t)
{
    push(x, config_enabled(&x->run.c, t));
}

static void complete(struct subtree *x)
{
    event_id e;

    while (!must_stop(x) && (e = find_least(x)) != EVENT_NONE)
        push(x, e);
}

static void cut_run(struct subtree *x, uint32_t len)
{
    while (sorted_run_len(&x->run) > len)
        sorted_run_pop(&x->run);
}

/* Event i, from 0, of the configuration of frame f. */
static trans_id trans_of(const struct subtree *x, uint32_t f, uint32_t i)
{
    while (i < x->frames.at[f].shared)
        f--;
    return x->trans.at[x->frames.at[f].at + i - x->frames.at[f].shared];
}

/* --- frames --------------------------------------------------------------- */

static void add_child(struct subtree *x)
{
    const struct tree_child *const child = &x->child;
    struct subtree_child found = {.shared = child->first - 1,
                                  .at = x->trans.len};

    for (uint32_t pos = child->first; pos < child->end; pos++)
        if (!tree_child_loses(child, pos))
            vec_push(&x->trans, sorted_run_trans(&x->run, pos));
    vec_push(&x->trans, x->run.es->events.at[child->e].trans);
    found.len = x->trans.len - found.at;
    vec_push(&x->children, found);
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
static uint64_t seed_len(const struct subtree *x)
{
    const struct tree_child *const child = &x->child;

    return child->end > child->first ? child->end - child->first : 0;
}

/* Tests an extension; true to stop. */
static bool try_child(struct subtree *x, event_id e)
{
    x->n_tested++;
    if (tree_child_is(&x->child, e))
        add_child(x);
    return watch_work(x->watch, TEST_COST + SEED_COST * seed_len(x));
}

/* All of them, unless the search must stop. */
static void find_children(struct subtree *x)
{
    const uint32_t first = x->children.len;
    const event_id n = x->run.es->events.len;

    for (event_id page = 0; page < n; page += PAGES_LEN) {
        const struct sorted_run_event *const at =
            pages_at(&x->run.events, page);

        if (!pages_has(&x->run.events, page))
            continue;
        for (uint32_t k = 0; k < PAGES_LEN; k++)
            if (at[k].conflict && try_child(x, page + k))
                return;
    }
    (void)watch_work(x->watch, TEST_COST * (uint64_t)n);
    if (x->children.len > first + 1)
        qsort(x->children.at + first, x->children.len - first,
              sizeof *x->children.at, by_shared);
}

/* Can so many extensions not be stored?  Then the search ends. */
static bool is_hopeless(struct subtree *x)
{
    const uint64_t most = x->watch->limits->max_events;
    uint64_t n = 0;

    for (uint32_t i = 0; i < x->run.postponed.len; i++) {
        const uint32_t exponent = x->run.postponed.at[i].exponent;

        n += (uint64_t)1 << (exponent < 40 ? exponent : 40);
    }
    if (x->watch->reason == STOP_DONE && most && n > most)
        x->watch->reason = STOP_EVENTS;
    else if (x->watch->reason == STOP_DONE && n >= CONFIG_MOST_EVENTS)
        x->watch->reason = STOP_MEMORY;
    return x->watch->reason != STOP_DONE;
}

/* Pushes the last events of the run again, with all their extensions. */
static void add_postponed(struct subtree *x)
{
    struct sorted_run *const r = &x->run;
    const uint32_t at = x->trans.len;
    uint32_t from;

    if (!r->postponed.len)
        return;
    if (is_hopeless(x)) {
        run_goals_end(x->goals, r);
        return;
    }
    from = r->postponed.at[0].pos;
    ASSERT(from > 0);
    for (uint32_t pos = from; pos <= sorted_run_len(r); pos++)
        vec_push(&x->trans, sorted_run_trans(r, pos));
    cut_run(x, from - 1);
    r->is_whole = true;
    for (uint32_t i = at; i < x->trans.len && !must_stop(x); i++)
        fire(x, x->trans.at[i]);
    r->is_whole = false;
    vec_cut(&x->trans, at);
}

/* The current run is a configuration of the tree, which shares its first events
 * with that of the frame on top.  False, and there is no frame, when the search
 * must stop before its children are known. */
static bool enter(struct subtree *x, uint32_t shared)
{
    const uint32_t len = sorted_run_len(&x->run);
    const struct subtree_frame frame = {
        .shared = shared,
        .at = x->trans.len,
        .children = x->children.len,
        .next = x->children.len,
        .common = len,
    };
    const uint64_t tested = x->n_tested;

    add_postponed(x);
    if (must_stop(x))
        return false;
    for (uint32_t pos = shared + 1; pos <= frame.common; pos++)
        vec_push(&x->trans, sorted_run_trans(&x->run, pos));
    find_children(x);
    if (must_stop(x)) { /* the tests will be done again */
        x->n_tested = tested;
        vec_cut(&x->children, frame.children);
        vec_cut(&x->trans, frame.at);
        return false;
    }
    vec_push(&x->frames, frame);
    if (x->path.len + 1 > x->deepest)
        x->deepest = x->path.len + 1;
    vec_top(&x->frames)->end = x->children.len;
    return true;
}

static void leave(struct subtree *x)
{
    const struct subtree_frame frame = vec_pop(&x->frames);
    struct subtree_frame *const parent =
        x->frames.len ? vec_top(&x->frames) : NULL;

    vec_cut(&x->children, frame.children);
    vec_cut(&x->trans, frame.at);
    if (!parent)
        return;
    (void)vec_pop(&x->path);
    if (frame.common < parent->common)
        parent->common = frame.common;
}

/* Makes the run of the next child of the frame on top the current one.  False
 * when it is not visited, as the search must stop before: it is still to be
 * visited then. */
static bool visit_child(struct subtree *x)
{
    const uint32_t f = x->frames.len - 1;
    struct subtree_frame *const frame = &x->frames.at[f];
    const struct subtree_child child = x->children.at[frame->next];
    const uint32_t number = frame->next - frame->children;

    vec_push(&x->path, number);
    if (child.shared < frame->common)
        frame->common = child.shared;
    cut_run(x, frame->common);
    for (uint32_t i = frame->common; i < child.shared && !must_stop(x); i++)
        fire(x, trans_of(x, f, i));
    for (uint32_t i = 0; i < child.len && !must_stop(x); i++)
        fire(x, x->trans.at[child.at + i]);
    complete(x);
    if (must_stop(x) || !enter(x, child.shared))
        return false;
    x->frames.at[f].next++;
    return true;
}

/* --- the search ----------------------------------------------------------- */

void subtree_start(struct subtree *x, const struct subtree_name *name)
{
    vec_clear(&x->frames);
    vec_clear(&x->children);
    vec_clear(&x->trans);
    vec_clear(&x->path);
    for (uint32_t i = 0; i < name->n_path; i++)
        vec_push(&x->path, name->path[i]);
    x->n_base = name->n_path;
    cut_run(x, 0);
    for (uint32_t i = 0; i < name->n_trans && !must_stop(x); i++)
        fire(x, name->trans[i]);
    complete(x);
    x->is_started = true;
}

static bool advance(struct subtree *x)
{
    if (x->is_started) {
        x->is_started = !enter(x, 0);
        return !x->is_started;
    }
    while (x->frames.len &&
           vec_top(&x->frames)->next == vec_top(&x->frames)->end)
        leave(x);
    return x->frames.len && visit_child(x);
}

bool subtree_next(struct subtree *x)
{
    if (must_stop(x) || !advance(x))
        return false;
    if (x->check)
        sorted_run_check(&x->run);
    return true;
}

bool subtree_give(struct subtree *x, struct subtree_name *name)
{
    struct subtree_child child;
    uint32_t f = 0, number;

    while (f < x->frames.len && x->frames.at[f].next == x->frames.at[f].end)
        f++;
    if (f == x->frames.len)
        return false;
    child = x->children.at[--x->frames.at[f].end];
    number = x->frames.at[f].end - x->frames.at[f].children;
    vec_clear(&x->given_path);
    vec_clear(&x->given_trans);
    for (uint32_t i = 0; i < x->n_base + f; i++)
        vec_push(&x->given_path, x->path.at[i]);
    vec_push(&x->given_path, number);
    for (uint32_t i = 0; i < child.shared; i++)
        vec_push(&x->given_trans, trans_of(x, f, i));
    for (uint32_t i = 0; i < child.len; i++)
        vec_push(&x->given_trans, x->trans.at[child.at + i]);
    *name = (struct subtree_name){
        .path = x->given_path.at,
        .trans = x->given_trans.at,
        .n_path = x->given_path.len,
        .n_trans = x->given_trans.len,
    };
    return true;
}

void subtree_init(struct subtree *x, struct es *es, struct run_goals *goals,
                  struct watch *watch, uint32_t bound,
                  const struct engine_test *test)
{
    *x = (struct subtree){.goals = goals, .watch = watch, .check = test->check};
    sorted_run_init(&x->run, es, watch, bound, test);
    tree_child_init(&x->child, &x->run);
    run_goals_push(goals, &x->run);
}

void subtree_finish(struct subtree *x)
{
    tree_child_finish(&x->child);
    sorted_run_finish(&x->run);
    vec_free(&x->frames);
    vec_free(&x->children);
    vec_free(&x->trans);
    vec_free(&x->path);
    vec_free(&x->given_path);
    vec_free(&x->given_trans);
}
