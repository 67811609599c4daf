#include "es_fixture.h"

#include "net/marking.h"
#include "oracle.h"
#include "whole_marking.h"

#include <stdlib.h>
#include <string.h>

/* -- The fixture -- */

void es_fixture_meet(struct es_fixture *s, event_id e)
{
    if (e < s->cutoff.events.len)
        return;
    es_produce_only(s->es, e);
    config_grow(&s->c);
    cutoff_add(&s->cutoff, e);
}

/* Finds the extensions of the event on top and adds the enabled ones to
 * en(C). */
static bool extend(struct es_fixture *s)
{
    extend_run(&s->x);
    while (s->cutoff.events.len < s->es->events.len)
        es_fixture_meet(s, s->cutoff.events.len);
    for (uint32_t i = 0; i < s->x.found.len; i++) {
        const struct extend_extension ext = s->x.found.at[i];

        if (ext.enabled)
            config_enable(&s->c, s->es->events.at[ext.event].trans, ext.event,
                          EN_FREE);
    }
    return s->x.unsafe_place == PLACE_NONE;
}

void es_fixture_init_goals(struct es_fixture *s, struct net *net,
                           struct dep *dep, const struct goal *goals,
                           uint32_t n_goals)
{
    *s = (struct es_fixture){.net = net, .dep = dep};
    s->compiled = compiled_net_create(net, dep, goals, n_goals, false);
    s->es = es_create(s->compiled);
    cutoff_init(&s->cutoff, s->es, NULL, 0);
    config_init(&s->c, s->es, false);
    watch_init(&s->watch, &s->limits, &s->stats);
    extend_init(&s->x, s->es, &s->c, &s->watch);
    (void)extend(s);
}

void es_fixture_init(struct es_fixture *s, struct net *net, struct dep *dep)
{
    es_fixture_init_goals(s, net, dep, NULL, 0);
}

void es_fixture_finish(struct es_fixture *s)
{
    extend_finish(&s->x);
    config_finish(&s->c);
    cutoff_finish(&s->cutoff);
    es_destroy(s->es);
    compiled_net_destroy(s->compiled);
    dep_destroy(s->dep);
    net_destroy(s->net);
}

static bool always_commute(const struct oracle *oracle, trans_id t, trans_id u)
{
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        if (!dep_commute(oracle->net, oracle_marking(oracle, i), t, u))
            return false;
    return true;
}

/* A user's relation: most of the independence at all markings. */
static struct dep *draw_user(const struct net *net, struct random *random)
{
    VEC(struct dep_pair) pairs = {0};
    struct oracle oracle;
    struct dep *dep;

    oracle_init(&oracle, net, 4000);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        for (trans_id u = t + 1; u < net_trans_count(net); u++) {
            const struct dep_pair pair = {t, u};

            if (random_chance(random, 70) && always_commute(&oracle, t, u))
                vec_push(&pairs, pair);
        }
    oracle_finish(&oracle);
    dep = dep_create_user(net, pairs.at, pairs.len);
    vec_free(&pairs);
    return dep;
}

void es_fixture_draw(struct es_fixture *s, uint64_t seed, enum random_kind kind,
                     uint32_t size, uint32_t i)
{
    static const enum dep_kind kinds[] = {DEP_NONE, DEP_CLASSIC, DEP_READ};
    static const uint32_t more[] = {0, 64, 128}; /* keys, pairs, trees */
    struct random random;
    struct net *net;

    random_init(&random, seed);
    net = random_net_padded(&random, kind, size, more[seed / 32 % 3]);
    es_fixture_init(
        s, net, i < 3 ? dep_create(net, kinds[i]) : draw_user(net, &random));
}

bool es_fixture_push(struct es_fixture *s, event_id e)
{
    return config_push(&s->c, e) && extend(s);
}

void es_fixture_pop(struct es_fixture *s)
{
    config_pop(&s->c);
}

bits_word es_fixture_marking_word(const struct es_fixture *s)
{
    bits_word m[4];

    CHECK(marking_words(s->net) <= 4);
    es_fixture_marking(s, m);
    return *m;
}

uint32_t es_fixture_number(const struct es_fixture *s)
{
    bits_word m[4];

    CHECK(marking_words(s->net) <= 4);
    es_fixture_marking(s, m);
    return es_marking(s->es, m);
}

bits_word es_fixture_word(const struct es_fixture *s, uint32_t marking)
{
    bits_word m[4];

    CHECK(marking_words(s->net) <= 4);
    markings_read(&s->es->markings, marking, m);
    return *m;
}

event_id es_fixture_enabled(const struct es_fixture *s, trans_id t)
{
    return config_enabled(&s->c, t);
}

void es_fixture_fire(struct es_fixture *s, const char *letters)
{
    for (; *letters; letters++) {
        const event_id e = es_fixture_enabled(s, (trans_id)(*letters - 'a'));

        CHECK(e != EVENT_NONE);
        CHECK(es_fixture_push(s, e));
    }
}

event_id es_fixture_pick(const struct es_fixture *s, struct random *random)
{
    uint32_t skip;

    if (!s->c.n_en)
        return EVENT_NONE;
    skip = random_below(random, s->c.n_en);
    for (trans_id t = 0;; t++)
        if (config_enabled(&s->c, t) != EVENT_NONE && skip-- == 0)
            return config_enabled(&s->c, t);
}

void es_fixture_reset(struct es_fixture *s)
{
    while (config_size(&s->c))
        es_fixture_pop(s);
}

void es_fixture_walk(struct es_fixture *s, struct random *random,
                     uint32_t steps)
{
    es_fixture_reset(s);
    while (steps-- > 0 && s->c.n_en)
        CHECK(es_fixture_push(s, es_fixture_pick(s, random)));
}

void es_fixture_fill(struct es_fixture *s, struct random *random,
                     uint32_t walks, uint32_t steps, uint32_t max_events)
{
    while (walks-- > 0 && s->es->events.len < max_events)
        es_fixture_walk(s, random, steps);
    es_fixture_reset(s);
}

void es_fixture_marking(const struct es_fixture *s, bits_word *m)
{
    marking_initial(s->net, m);
    for (uint32_t pos = 1; pos < config_len(&s->c); pos++) {
        const trans_id t = s->es->events.at[config_at(&s->c, pos)].trans;

        CHECK(marking_enabled(s->net, m, t));
        marking_fire(s->net, m, t);
    }
}

/* -- Snapshots -- */

static void put(es_fixture_bytes *bytes, const void *at, size_t size)
{
    const uint8_t *const from = at;

    for (size_t i = 0; i < size; i++)
        vec_push(bytes, from[i]);
}

static void put_number(es_fixture_bytes *bytes, uint32_t number)
{
    put(bytes, &number, sizeof number);
}

/* Writes only members other than 0, so that a change of capacity is
 * invisible. */
static void put_sparse(es_fixture_bytes *bytes, uint32_t i, uint32_t value)
{
    if (!value)
        return;
    put_number(bytes, i);
    put_number(bytes, value);
}

void es_fixture_snapshot(const struct es_fixture *s, es_fixture_bytes *bytes)
{
    const struct config *const c = &s->c;

    vec_clear(bytes);
    put(bytes, c->youngest, c->compiled->n_places * sizeof *c->youngest);
    put_number(bytes, c->instances.len);
    put(bytes, c->instances.at, c->instances.len * sizeof *c->instances.at);
    put_number(bytes, c->events.len);
    put(bytes, c->events.at, c->events.len * sizeof *c->events.at);
    put(bytes, c->steps.at, c->steps.len * sizeof *c->steps.at);
    put_number(bytes, c->readers.len);
    put(bytes, c->readers.at, c->readers.len * sizeof *c->readers.at);
    put_number(bytes, c->causality.events.len);
    put(bytes, c->causality.events.at,
        c->causality.events.len * sizeof *c->causality.events.at);
    put_number(bytes, c->causality.entries.len);
    put(bytes, c->causality.entries.at,
        c->causality.entries.len * sizeof *c->causality.entries.at);
    for (trans_id t = 0; t < c->compiled->n_trans + 2; t++) {
        const bool is_listed = t >= c->compiled->n_trans ||
                               config_en_state(c->en[t].is) == EN_FREE ||
                               config_en_state(c->en[t].is) == EN_ASLEEP;

        put_number(bytes, c->en[t].is.bits);
        put_number(bytes, c->en[t].next);
        put_number(bytes, is_listed ? c->en[t].prev : 0);
    }
    put_number(bytes, c->n_en);
    put_number(bytes, c->undo.len);
    put(bytes, c->undo.at, c->undo.len * sizeof *c->undo.at);
    put_number(bytes, c->undo_next.len);
    put(bytes, c->undo_next.at, c->undo_next.len * sizeof *c->undo_next.at);
    for (uint32_t i = 0; i < c->state.len; i++)
        put_sparse(bytes, i, c->state.at[i]);
    for (uint32_t i = 0; i < c->state.len && c->has_reads; i++) {
        put_sparse(bytes, i, pages_get(&c->reads, i).n);
        put_sparse(bytes, i, pages_get(&c->reads, i).first);
    }
    for (uint32_t i = 0; i < c->has.len; i++)
        put_sparse(bytes, i, c->has.at[i]);
    put_number(bytes, c->unsafe_place);
}

/* -- The model -- */

static bits_word *row(const struct model *model, bits_word *matrix, event_id e)
{
    return matrix + (size_t)e * model->words;
}

const bits_word *model_past(const struct model *model, event_id e)
{
    return row(model, model->past, e);
}

const bits_word *model_clash(const struct model *model, event_id e)
{
    return row(model, model->clash, e);
}

static trans_id label(const struct model *model, event_id e)
{
    return model->s->es->events.at[e].trans;
}

static void close_past(struct model *model, event_id e)
{
    const struct es *const es = model->s->es;
    bits_word *const own = row(model, model->past, e);

    bits_add(own, e);
    for (uint32_t i = 0; i < es_use_count(es, e); i++)
        bits_unite(
            own,
            row(model, model->past, es->conds.at[es_uses(es, e)[i]].producer),
            model->words);
    for (uint32_t i = 0; i < es_reader_count(es, e); i++)
        bits_unite(own, row(model, model->past, es_readers(es, e)[i]),
                   model->words);
}

bool model_collide(const struct model *model, event_id a, event_id b)
{
    return a != b && !bits_has(model_past(model, a), b) &&
           !bits_has(model_past(model, b), a) &&
           dep_has(model->s->dep, label(model, a), label(model, b));
}

/* Are two events of the pasts dependent and unordered? */
static bool clash(const struct model *model, event_id a, event_id b)
{
    const bits_word *const past_a = model_past(model, a);
    const bits_word *const past_b = model_past(model, b);

    for (event_id x = bits_next(past_a, 1, model->n); x < model->n;
         x = bits_next(past_a, x + 1, model->n))
        for (event_id y = bits_next(past_b, 1, model->n); y < model->n;
             y = bits_next(past_b, y + 1, model->n))
            if (model_collide(model, x, y))
                return true;
    return false;
}

void model_init(struct model *model, const struct es_fixture *s)
{
    *model = (struct model){.s = s, .n = s->es->events.len};
    model->words = bits_words(model->n);
    model->past =
        mem_zero((size_t)model->n * model->words, sizeof *model->past);
    model->clash =
        mem_zero((size_t)model->n * model->words, sizeof *model->clash);
    for (event_id e = 1; e < model->n; e++)
        close_past(model, e);
    for (event_id b = 1; b < model->n; b++)
        for (event_id a = 1; a < b; a++)
            if (clash(model, a, b)) {
                bits_add(row(model, model->clash, a), b);
                bits_add(row(model, model->clash, b), a);
            }
}

void model_finish(struct model *model)
{
    mem_free(model->past);
    mem_free(model->clash);
}

/* Is an event of [a) in conflict with b? */
static bool inherits(const struct model *model, event_id a, event_id b)
{
    const bits_word *const past = model_past(model, a);

    for (event_id x = bits_next(past, 1, model->n); x < model->n;
         x = bits_next(past, x + 1, model->n))
        if (x != a && bits_has(model_clash(model, x), b))
            return true;
    return false;
}

bool model_immediate(const struct model *model, event_id a, event_id b)
{
    return bits_has(model_clash(model, a), b) && !inherits(model, a, b) &&
           !inherits(model, b, a);
}

void model_config(const struct model *model, bits_word *set)
{
    bits_clear(set, model->words);
    for (uint32_t pos = 1; pos < config_len(&model->s->c); pos++)
        bits_add(set, config_at(&model->s->c, pos));
}

bool model_is_config(const struct model *model, const bits_word *set)
{
    for (event_id e = bits_next(set, 1, model->n); e < model->n;
         e = bits_next(set, e + 1, model->n))
        for (uint32_t w = 0; w < model->words; w++)
            if ((model_past(model, e)[w] & ~set[w]) ||
                (model_clash(model, e)[w] & set[w]))
                return false;
    return true;
}
