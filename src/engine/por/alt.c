#include "engine/por/alt.h"

#include "base/ids.h"

/* Events of a spike are counted up to this. */
#define ALT_MANY 2u

/* What is done to a link and to an event of a past costs (watch.h). */
enum { LINK_COST = 1, PAST_COST = 14, LEVEL_COST = 100 };

void alt_init(struct alt *a, struct es *es, struct config *c,
              const struct cutoff *cutoff, struct watch *watch)
{
    *a = (struct alt){.es = es, .c = c, .cutoff = cutoff, .watch = watch};
    a->missing = (struct missing_past){.c = c};
}

void alt_finish(struct alt *a)
{
    vec_free(&a->comb);
    vec_free(&a->added);
    missing_past_finish(&a->missing);
    vec_free(&a->levels);
    vec_free(&a->hints);
    vec_free(&a->needed_by);
}

static bool is_asleep(const struct alt *a, event_id e)
{
    return a->c->has.at[e] & CONFIG_SLEEPS;
}

/* Does the hint of e refuse it (THEORY, Lemma 21)?  The event via is in [e] and
 * uses the condition blocked_by: as long as via is asleep, or is not in C + J
 * and blocked_by is consumed, e cannot be added. */
static bool is_refused(const struct alt *a, event_id e)
{
    const struct es_hint *const hint = &a->hints.at[e];

    return (a->c->state.at[hint->blocked_by] == COND_CONSUMED &&
            !config_has(a->c, hint->via)) ||
           is_asleep(a, hint->via);
}

/* The i-th missing event, and with it all events that need it, cannot be added
 * for that reason. */
static void note_refused(struct alt *a, uint32_t i, struct es_hint hint)
{
    for (;; i = a->needed_by.at[i]) {
        a->hints.at[a->missing.at.at[i]] = hint;
        if (!i)
            return;
    }
}

/* Finds what the i-th missing event needs; false when it is not to be in an
 * alternative, being of D, a cutoff or beyond the bound, or uses a condition
 * that is consumed. */
static bool expand(struct alt *a, uint32_t i)
{
    struct missing_past *const missing = &a->missing;
    const event_id e = missing->at.at[i];

    if (is_asleep(a, e)) {
        note_refused(a, i, (struct es_hint){e, es_uses(a->es, e)[0]});
        return false;
    }
    if (cutoff_has(a->cutoff, e) || a->es->events.at[e].size > a->bound)
        return false;
    if (is_refused(a, e)) {
        note_refused(a, i, a->hints.at[e]);
        return false;
    }
    if (!missing_past_expand(missing, i, true)) {
        note_refused(a, i, (struct es_hint){e, missing->consumed});
        return false;
    }
    while (a->needed_by.len < missing->at.len)
        vec_push(&a->needed_by, i);
    return true;
}

/* Finds the past of the user without C + J; false when it contains an excluded
 * event or uses a condition that is consumed. */
static bool collect(struct alt *a, struct es_link *link)
{
    const struct es_hint none = {EVENT_BOTTOM, 0};
    struct missing_past *const missing = &a->missing;

    while (a->hints.len <= link->user) /* those of its past are there, too */
        vec_push(&a->hints, none);
    vec_clear(&a->needed_by);
    vec_push(&a->needed_by, 0);
    missing_past_start(missing, link->user);
    for (uint32_t i = 0; i < missing->at.len; i++)
        if (!expand(a, i)) {
            const struct es_hint hint = a->hints.at[link->user];

            if (hint.via != EVENT_BOTTOM)
                link->hint = hint;
            return false;
        }
    ids_sort(missing->at.at, missing->at.len);
    return true;
}

static void undo_added(struct alt *a, uint32_t n_added)
{
    while (a->added.len > n_added)
        config_unstep(a->c, vec_pop(&a->added));
}

/* Adds the past of the user, of the spike of d, to J; false, and J as before,
 * when it cannot be added or does not conflict with d. */
static bool add_pick(struct alt *a, struct es_link *link, event_id d)
{
    const uint32_t n_added = a->added.len;
    bool good;

    a->steps++;
    if (cutoff_has(a->cutoff, link->user)) {
        link->size = LINK_DEAD;
        return false;
    }
    if (config_has(a->c, link->user))
        return false;
    good = collect(a, link);
    a->work += a->missing.at.len * PAST_COST;
    if (!good)
        return false;
    for (uint32_t i = 0; i < a->missing.at.len; i++) {
        if (!config_admits(a->c, a->missing.at.at[i])) {
            undo_added(a, n_added);
            return false;
        }
        config_step(a->c, a->missing.at.at[i]);
        vec_push(&a->added, a->missing.at.at[i]);
    }
    if (config_admits(a->c, d)) {
        undo_added(a, n_added);
        return false;
    }
    return true;
}

/* The youngest of the first n links that their hints do not refuse, counted
 * from 1; 0 when there is none.  The hot loop of the search: most links fail
 * here, without a look at their user. */
static uint32_t next_candidate(const struct alt *a, const struct es_link *links,
                               uint32_t n)
{
    const uint8_t *const state = a->c->state.at;
    const uint8_t *const has = a->c->has.at;
    const uint32_t bound = a->bound;

    for (; n > 0; n--) {
        const struct es_link *const link = &links[n - 1];

        const struct es_hint hint = link->hint;

        if ((state[hint.blocked_by] == COND_CONSUMED && !has[hint.via]) ||
            has[hint.via] & CONFIG_SLEEPS)
            continue;
        if (link->size <= bound)
            break;
    }
    return n;
}

/* Is no user of b but d in conflict with d by b: is there none, or do all read
 * it? */
static bool is_harmless(const struct alt *a, cond_id b)
{
    return es_user_count(a->es, b) == 1 ||
           !compiled_net_consumers(a->es->compiled, a->es->conds.at[b].place)
                .len;
}

/* Adds the next event of the spike of d, at or after the cursor, with its past;
 * false when there is none. */
static bool next_pick(struct alt *a, struct alt_cursor *at, event_id d)
{
    const uint32_t n = es_use_count(a->es, d);

    for (; at->use < n; at->use++, at->tried = 0) {
        const cond_id b = es_uses(a->es, d)[at->use];
        const uint32_t n_users = es_user_count(a->es, b);
        struct es_link *links;
        uint32_t left = n_users - at->tried;

        if (is_harmless(a, b))
            continue;
        links = es_links(a->es, b);
        while (left > 0) {
            const uint32_t before = left;
            struct es_link *link;

            left = next_candidate(a, links, left);
            a->work += (before - left) * LINK_COST;
            if (!left)
                break;
            link = &links[--left];
            if (link->user != d && add_pick(a, link, d)) {
                at->tried = n_users - left;
                return true;
            }
        }
    }
    return false;
}

/* How many events the spike of d has; at most `enough` are counted. */
static uint32_t count_picks(struct alt *a, event_id d, uint32_t enough)
{
    const uint32_t n_added = a->added.len;
    struct alt_cursor at = {0, 0};
    uint32_t n = 0;

    while (n < enough && next_pick(a, &at, d)) {
        undo_added(a, n_added);
        n++;
    }
    return n;
}

/* How many events of the comb are not resolved, 2 for more; one of them. */
static uint32_t count_unresolved(const struct alt *a, event_id *one)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < a->comb.len && n < 2; i++)
        if (config_admits(a->c, a->comb.at[i])) {
            *one = a->comb.at[i];
            n++;
        }
    return n;
}

/* Into level->event the unresolved event with the shortest spike.  One that has
 * none need not be looked at again: the cursor is set to the end. */
static void choose_spike(struct alt *a, struct alt_level *level)
{
    uint32_t fewest = ALT_MANY;

    level->event = EVENT_NONE;
    for (uint32_t i = 0; i < a->comb.len && fewest > 0; i++) {
        const event_id d = a->comb.at[i];
        uint32_t n;

        if (!config_admits(a->c, d))
            continue;
        n = count_picks(a, d, fewest);
        if (n < fewest || level->event == EVENT_NONE) {
            fewest = n;
            level->event = d;
        }
    }
    if (!fewest)
        level->at.use = es_use_count(a->es, level->event);
}

/* Opens a level for an event that is still to be resolved; false when there
 * is none. */
static bool open_level(struct alt *a)
{
    struct alt_level level = {.n_added = a->added.len};
    const uint32_t n = count_unresolved(a, &level.event);

    if (n == 0)
        return false;
    if (n > 1)
        choose_spike(a, &level);
    vec_push(&a->levels, level);
    return true;
}

/* Tries the next event of the spike on top; false when it has no more. */
static bool advance(struct alt *a)
{
    struct alt_level *const level = vec_top(&a->levels);

    undo_added(a, level->n_added);
    if (next_pick(a, &level->at, level->event))
        return true;
    (void)vec_pop(&a->levels);
    return false;
}

/* Counts the work since the last call; true to stop. */
static bool must_stop_search(struct alt *a)
{
    const uint64_t work = a->work;

    a->work = LEVEL_COST;
    return watch_work(a->watch, work);
}

/* Depth first over the choices of an event from each spike. */
static bool search(struct alt *a)
{
    if (!open_level(a))
        return true;
    while (a->levels.len && !must_stop_search(a))
        if (advance(a) && !open_level(a))
            return true;
    return false;
}

/* The sleeping events that have to be resolved, newest first.  Their spikes are
 * the comb of the search, and are found as it goes. */
static void fill_comb(struct alt *a)
{
    const struct config *const c = a->c;
    const trans_id head = config_head(c, EN_ASLEEP);

    vec_clear(&a->comb);
    for (trans_id t = config_prev(c, head); t != head; t = config_prev(c, t)) {
        vec_push(&a->comb, config_en_id(c->en[t].is));
        if (a->comb.len == a->k)
            return;
    }
}

struct es_span alt_find(struct alt *a)
{
    bool found;

    vec_clear(&a->added);
    vec_clear(&a->levels);
    fill_comb(a);
    a->searches++;
    a->spikes += a->comb.len;
    if (a->comb.len > a->largest_comb)
        a->largest_comb = a->comb.len;
    found = search(a);

    const uint32_t n = found ? a->added.len : 0;

    undo_added(a, 0);
    a->added.len = n;
    ids_sort(a->added.at, a->added.len);
    return (struct es_span){a->added.at, n};
}

void alt_renumber(struct alt *a)
{
    vec_clear(&a->hints);
}

void alt_check(struct alt *a, struct es_span j)
{
    fill_comb(a);
    for (uint32_t i = 0; i < j.len; i++) {
        CHECK(!cutoff_has(a->cutoff, j.at[i]));
        CHECK(!is_asleep(a, j.at[i]));
        CHECK(config_admits(a->c, j.at[i]));
        config_step(a->c, j.at[i]);
    }
    for (uint32_t i = 0; i < a->comb.len; i++)
        CHECK(!config_admits(a->c, a->comb.at[i]));
    for (uint32_t i = j.len; i-- > 0;)
        config_unstep(a->c, j.at[i]);
}
