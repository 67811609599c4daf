#include "roam.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

static void begin(struct roam *r)
{
    held_init(&r->held, &r->s.c);
    alt_init(&r->alt, r->s.es, &r->s.c, &r->s.watch);
    r->alt.bound = LINK_DEAD - 1;
}

void roam_draw(struct roam *r, uint64_t seed, uint32_t size)
{
    *r = (struct roam){0};
    random_init(&r->random, seed);
    stand_draw(&r->s, seed, seed / 4 % 2 ? RANDOM_TERMINATING : RANDOM_CYCLIC,
               size, (uint32_t)(seed % STAND_RELATIONS));
    begin(r);
}

void roam_init(struct roam *r, struct net *net, struct dep *dep, uint64_t seed)
{
    *r = (struct roam){0};
    random_init(&r->random, seed);
    stand_init(&r->s, net, dep);
    begin(r);
}

static void meet_found(struct roam *r)
{
    for (uint32_t i = 0; i < r->s.x.found.len; i++) {
        const struct extension ext = r->s.x.found.at[i];

        if (r->hooks.meet)
            r->hooks.meet(r->hooks.self, ext.event, ext.created);
        held_meet(&r->held, ext.event);
    }
}

void roam_start(struct roam *r, struct roam_hooks hooks)
{
    r->hooks = hooks;
    meet_found(r);
}

void roam_finish(struct roam *r)
{
    vec_free(&r->d);
    vec_free(&r->followed);
    alt_finish(&r->alt);
    held_finish(&r->held);
    stand_finish(&r->s);
}

/* --- steps -------------------------------------------------------------- */

void roam_push(struct roam *r, event_id e)
{
    CHECK(config_push(&r->s.c, e));
    held_push(&r->held, e);
    extend_run(&r->s.x);
    CHECK(r->s.x.unsafe_place == PLACE_NONE);
    meet_found(r);
    for (uint32_t i = 0; i < r->s.x.found.len; i++) {
        const struct extension ext = r->s.x.found.at[i];

        if (ext.enabled)
            config_enable(&r->s.c, r->s.es->events.at[ext.event].trans,
                          ext.event, EN_FREE);
    }
}

void roam_pop(struct roam *r)
{
    struct config *const c = &r->s.c;
    struct roam_asleep asleep = {
        .event = config_at(c, config_len(c) - 1),
        .depth = config_size(c) - 1,
    };

    CHECK(!r->d.len || vec_top(&r->d)->depth <= asleep.depth);
    held_pop(&r->held);
    config_pop(c);
    asleep.undo = config_mark(c);
    config_set(c, r->s.es->events.at[asleep.event].trans, EN_ASLEEP);
    vec_push(&r->d, asleep);
    r->n_popped++;
}

void roam_drop(struct roam *r)
{
    const struct roam_asleep asleep = vec_pop(&r->d);

    CHECK(asleep.depth == config_size(&r->s.c));
    held_drop(&r->held, asleep.event);
    config_undo(&r->s.c, asleep.undo);
}

void roam_follow(struct roam *r, event_id e)
{
    held_follow(&r->held, e);
    vec_push(&r->followed, e);
    r->n_followed++;
}

void roam_unfollow(struct roam *r, uint32_t i)
{
    held_followed(&r->held, r->followed.at[i]);
    for (; i + 1 < r->followed.len; i++)
        r->followed.at[i] = r->followed.at[i + 1];
    (void)vec_pop(&r->followed);
}

/* --- random ones -------------------------------------------------------- */

static bool may_drop(const struct roam *r)
{
    return r->d.len && vec_top(&r->d)->depth == config_size(&r->s.c);
}

static bool may_push(const struct roam *r, event_id e)
{
    const trans_id t = r->s.es->events.at[e].trans;

    return r->s.c.en[t].event == e && r->s.c.en[t].state == EN_FREE;
}

/* A real alternative, or else anything: the pasts of some event. */
static void follow_something(struct roam *r)
{
    const struct event_span j = alt_find(&r->alt);
    const event_id e = random_below(&r->random, r->s.es->events.len);
    struct es_walk walk = {0};
    struct event_span past;

    if (j.len && random_chance(&r->random, 60)) {
        for (uint32_t i = 0; i < j.len; i++)
            roam_follow(r, j.at[i]);
        return;
    }
    if (e == EVENT_BOTTOM)
        return;
    past = es_past(r->s.es, &walk, (struct event_span){&e, 1});
    for (uint32_t i = 0; i < past.len; i++)
        if (!config_has(&r->s.c, past.at[i]))
            roam_follow(r, past.at[i]);
    es_walk_finish(&walk);
}

static void go_on(struct roam *r)
{
    const event_id e = r->followed.len && random_chance(&r->random, 70)
                           ? r->followed.at[0]
                           : stand_pick(&r->s, &r->random);

    if (e == EVENT_NONE || !may_push(r, e))
        return;
    roam_push(r, e);
    if (r->followed.len && r->followed.at[0] == e)
        roam_unfollow(r, 0);
}

static void go_back(struct roam *r)
{
    while (may_drop(r))
        roam_drop(r);
    if (config_size(&r->s.c))
        roam_pop(r);
}

void roam_step(struct roam *r)
{
    const uint32_t what = random_below(&r->random, 100);

    if (what < 60)
        go_on(r);
    else if (what < 82)
        go_back(r);
    else if (what < 90 && may_drop(r))
        roam_drop(r);
    else if (what < 97 && !r->followed.len)
        follow_something(r);
    else if (r->followed.len)
        roam_unfollow(r, random_below(&r->random, r->followed.len));
}

void roam_check(struct roam *r)
{
    held_check(&r->held, (struct event_span){r->followed.at, r->followed.len});
}

/* --- compaction --------------------------------------------------------- */

static void keep_causes(const struct es *es, event_id e, uint8_t *keep)
{
    for (uint32_t i = 0; i < es_use_count(es, e); i++)
        keep[es->conds.at[es_uses(es, e)[i]].maker] = 1;
    for (uint32_t i = 0; i < es->events.at[e].n_readers; i++)
        keep[es_readers(es, e)[i]] = 1;
}

void roam_keep(struct roam *r, struct compact_map *map, uint32_t percent)
{
    uint8_t *keep;

    compact_start(map, r->s.es);
    keep = map->keep_event.at;
    keep[EVENT_BOTTOM] = 1;
    for (event_id e = r->s.es->events.len; e-- > 1;) {
        keep[e] |= held_has(&r->held, e) || random_chance(&r->random, percent);
        if (keep[e])
            keep_causes(r->s.es, e, keep);
    }
}

void roam_compact(struct roam *r, struct compact_map *map)
{
    compact_store(r->s.es, map);
    config_renumber(&r->s.c, map);
    held_renumber(&r->held, map);
    alt_renumber(&r->alt);
    for (uint32_t i = 0; i < r->d.len; i++)
        r->d.at[i].event = compact_event(map, r->d.at[i].event);
    for (uint32_t i = 0; i < r->followed.len; i++)
        r->followed.at[i] = compact_event(map, r->followed.at[i]);
}

/* --- terms -------------------------------------------------------------- */

static int by_number(const void *x, const void *y)
{
    const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

    return (a > b) - (a < b);
}

/* The words of e behind the others: its causes have their numbers. */
static void write_term(struct terms *terms, const struct es *es, event_id e)
{
    const struct event *const ev = &es->events.at[e];
    uint32_t readers;

    vec_push(&terms->words, ev->trans);
    for (uint32_t i = 0; i < es_use_count(es, e); i++) {
        const cond_id b = es_uses(es, e)[i];
        const event_id maker = es->conds.at[b].maker;

        vec_push(&terms->words, terms->of.at[maker]);
        vec_push(&terms->words, b - es->events.at[maker].makes);
        vec_push(&terms->words, es->conds.at[b].place);
    }
    readers = terms->words.len;
    for (uint32_t i = 0; i < ev->n_readers; i++)
        vec_push(&terms->words, terms->of.at[es_readers(es, e)[i]]);
    if (ev->n_readers)
        qsort(terms->words.at + readers, ev->n_readers, sizeof *terms->words.at,
              by_number);
}

/* The number of the words from `from` on; they go if they are known. */
static uint32_t number_term(struct terms *terms, uint32_t from)
{
    const uint32_t len = terms->words.len - from;
    const uint32_t *const words = terms->words.at;
    uint32_t h = 0, number;

    for (uint32_t i = 0; i < len; i++)
        h = hash_mix(h, words[from + i]);
    for (uint32_t p = hash_first(&terms->ix, h);
         (number = hash_id(&terms->ix, p)) != HASH_FREE;
         p = hash_next(&terms->ix, p)) {
        const uint32_t begins = terms->begin.at[number];
        const uint32_t ends =
            number + 1 < terms->begin.len ? terms->begin.at[number + 1] : from;

        if (ends - begins == len &&
            !memcmp(words + begins, words + from, len * sizeof *words)) {
            vec_cut(&terms->words, from);
            return number;
        }
    }
    vec_push(&terms->begin, from);
    hash_put(&terms->ix, h, terms->begin.len - 1);
    return terms->begin.len - 1;
}

void terms_look(struct terms *terms, const struct es *es)
{
    vec_clear(&terms->of);
    for (event_id e = 0; e < es->events.len; e++) {
        const uint32_t from = terms->words.len;

        write_term(terms, es, e);
        vec_push(&terms->of, number_term(terms, from));
    }
}

void terms_finish(struct terms *terms)
{
    hash_finish(&terms->ix);
    vec_free(&terms->begin);
    vec_free(&terms->words);
    vec_free(&terms->of);
}
