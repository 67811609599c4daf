#include "random_walk.h"

#include "base/bits.h"
#include "base/ids.h"

#include <stdlib.h>
#include <string.h>

static void begin(struct random_walk *r)
{
    useful_events_init(&r->useful, &r->s.c);
    r->sweep = (struct cutoff_sweep){.cutoff = &r->s.cutoff};
    alt_init(&r->alt, r->s.es, &r->s.c, &r->s.cutoff, &r->s.watch);
    r->alt.bound = LINK_DEAD - 1;
}

void random_walk_draw(struct random_walk *r, uint64_t seed, uint32_t size)
{
    *r = (struct random_walk){0};
    random_init(&r->random, seed);
    es_fixture_draw(&r->s, seed,
                    seed / 4 % 2 ? RANDOM_TERMINATING : RANDOM_CYCLIC, size,
                    (uint32_t)(seed % ES_FIXTURE_RELATIONS));
    begin(r);
}

void random_walk_init(struct random_walk *r, struct net *net, struct dep *dep,
                      uint64_t seed)
{
    *r = (struct random_walk){0};
    random_init(&r->random, seed);
    es_fixture_init(&r->s, net, dep);
    begin(r);
}

static void meet_found(struct random_walk *r)
{
    for (uint32_t i = 0; i < r->s.x.found.len; i++) {
        const struct extend_extension ext = r->s.x.found.at[i];

        es_fixture_meet(&r->s, ext.event);
        if (r->hooks.meet)
            r->hooks.meet(r->hooks.self, ext.event, ext.created);
        useful_events_add_extension(&r->useful, ext.event);
    }
}

void random_walk_start(struct random_walk *r, struct random_walk_hooks hooks)
{
    r->hooks = hooks;
    meet_found(r);
}

void random_walk_finish(struct random_walk *r)
{
    vec_free(&r->d);
    vec_free(&r->followed);
    alt_finish(&r->alt);
    vec_free(&r->sweep.touched);
    useful_events_finish(&r->useful);
    es_fixture_finish(&r->s);
}

/* --- steps -------------------------------------------------------------- */

void random_walk_push(struct random_walk *r, event_id e)
{
    CHECK(config_push(&r->s.c, e));
    useful_events_push(&r->useful, e);
    extend_run(&r->s.x);
    CHECK(r->s.x.unsafe_place == PLACE_NONE);
    meet_found(r);
    for (uint32_t i = 0; i < r->s.x.found.len; i++) {
        const struct extend_extension ext = r->s.x.found.at[i];

        if (ext.enabled)
            config_enable(&r->s.c, r->s.es->events.at[ext.event].trans,
                          ext.event, EN_FREE);
    }
}

void random_walk_pop(struct random_walk *r)
{
    struct config *const c = &r->s.c;
    struct random_walk_asleep asleep = {
        .event = config_at(c, config_len(c) - 1),
        .depth = config_size(c) - 1,
    };

    CHECK(!r->d.len || vec_top(&r->d)->depth <= asleep.depth);
    useful_events_disable(&r->useful);
    config_pop(c);
    asleep.undo = c->undo.len;
    config_set(c, r->s.es->events.at[asleep.event].trans, EN_ASLEEP);
    vec_push(&r->d, asleep);
    r->n_popped++;
}

void random_walk_drop(struct random_walk *r)
{
    const struct random_walk_asleep asleep = vec_pop(&r->d);

    CHECK(asleep.depth == config_size(&r->s.c));
    useful_events_remove(&r->useful, asleep.event);
    config_undo(&r->s.c, asleep.undo);
}

void random_walk_follow(struct random_walk *r, event_id e)
{
    useful_events_add_reason(&r->useful, e);
    vec_push(&r->followed, e);
    r->n_followed++;
}

void random_walk_unfollow(struct random_walk *r, uint32_t i)
{
    useful_events_drop_reason(&r->useful, r->followed.at[i]);
    for (; i + 1 < r->followed.len; i++)
        r->followed.at[i] = r->followed.at[i + 1];
    (void)vec_pop(&r->followed);
}

/* --- random ones -------------------------------------------------------- */

static bool may_drop(const struct random_walk *r)
{
    return r->d.len && vec_top(&r->d)->depth == config_size(&r->s.c);
}

static bool may_push(const struct random_walk *r, event_id e)
{
    const trans_id t = r->s.es->events.at[e].trans;

    return config_en_id(r->s.c.en[t].is) == e &&
           config_en_state(r->s.c.en[t].is) == EN_FREE;
}

/* An alternative if there is one; otherwise the past of some event. */
static void follow_any(struct random_walk *r)
{
    const struct es_span j = alt_find(&r->alt);
    const event_id e = random_below(&r->random, r->s.es->events.len);
    struct es_past_walk walk = {0};
    struct es_span past;

    if (j.len && random_chance(&r->random, 60)) {
        for (uint32_t i = 0; i < j.len; i++)
            random_walk_follow(r, j.at[i]);
        return;
    }
    if (e == EVENT_BOTTOM)
        return;
    past = es_past(r->s.es, &walk, (struct es_span){&e, 1});
    for (uint32_t i = 0; i < past.len; i++)
        if (!config_has(&r->s.c, past.at[i]))
            random_walk_follow(r, past.at[i]);
    es_past_finish(&walk);
}

static void go_on(struct random_walk *r)
{
    const event_id e = r->followed.len && random_chance(&r->random, 70)
                           ? r->followed.at[0]
                           : es_fixture_pick(&r->s, &r->random);

    if (e == EVENT_NONE || !may_push(r, e))
        return;
    random_walk_push(r, e);
    if (r->followed.len && r->followed.at[0] == e)
        random_walk_unfollow(r, 0);
}

static void go_back(struct random_walk *r)
{
    while (may_drop(r))
        random_walk_drop(r);
    if (config_size(&r->s.c))
        random_walk_pop(r);
}

void random_walk_step(struct random_walk *r)
{
    const uint32_t what = random_below(&r->random, 100);

    if (what < 60)
        go_on(r);
    else if (what < 82)
        go_back(r);
    else if (what < 90 && may_drop(r))
        random_walk_drop(r);
    else if (what < 97 && !r->followed.len)
        follow_any(r);
    else if (r->followed.len)
        random_walk_unfollow(r, random_below(&r->random, r->followed.len));
}

void random_walk_check(struct random_walk *r)
{
    useful_events_check(&r->useful,
                        (struct es_span){r->followed.at, r->followed.len});
}

/* --- compaction --------------------------------------------------------- */

static void keep_causes(const struct es *es, event_id e, uint8_t *keep)
{
    for (uint32_t i = 0; i < es_use_count(es, e); i++)
        keep[es->conds.at[es_uses(es, e)[i]].producer] = 1;
    for (uint32_t i = 0; i < es_reader_count(es, e); i++)
        keep[es_readers(es, e)[i]] = 1;
}

void random_walk_keep(struct random_walk *r, struct compact_map *map,
                      uint32_t percent)
{
    uint8_t *keep;

    compact_start(map, r->s.es);
    keep = map->keep_event.at;
    keep[EVENT_BOTTOM] = 1;
    for (event_id e = r->s.es->events.len; e-- > 1;) {
        keep[e] |= useful_events_has(&r->useful, e) ||
                   random_chance(&r->random, percent);
        if (keep[e])
            keep_causes(r->s.es, e, keep);
    }
}

void random_walk_compact(struct random_walk *r, struct compact_map *map)
{
    compact_store(r->s.es, map);
    config_renumber(&r->s.c, map);
    useful_events_renumber(&r->useful, map);
    alt_renumber(&r->alt);
    cutoff_sweep_renumber(&r->sweep, map);
    for (uint32_t i = 0; i < r->d.len; i++)
        r->d.at[i].event = compact_event(map, r->d.at[i].event);
    for (uint32_t i = 0; i < r->followed.len; i++)
        r->followed.at[i] = compact_event(map, r->followed.at[i]);
}

/* --- terms -------------------------------------------------------------- */

/* Writes the words of e after the others; its causes must have numbers. */
static void write_term(struct terms *terms, const struct es *es, event_id e)
{
    const struct es_event *const ev = &es->events.at[e];
    uint32_t readers;

    vec_push(&terms->words, ev->trans);
    for (uint32_t i = 0; i < es_use_count(es, e); i++) {
        const cond_id b = es_uses(es, e)[i];
        const event_id producer = es->conds.at[b].producer;

        vec_push(&terms->words, terms->of.at[producer]);
        vec_push(&terms->words, b - es->events.at[producer].produces);
        vec_push(&terms->words, es->conds.at[b].place);
    }
    readers = terms->words.len;
    for (uint32_t i = 0; i < es_reader_count(es, e); i++)
        vec_push(&terms->words, terms->of.at[es_readers(es, e)[i]]);
    ids_sort(terms->words.at + readers, es_reader_count(es, e));
}

/* The number of the words from `from` on; removes them if they are known. */
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
