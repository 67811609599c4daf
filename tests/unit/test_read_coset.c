/* A co-set with read arcs grows by what is concurrent with all of it, by the
 * definition, and shrinks again. */
#include "test.h"

#include "engine/prefix/read_coset.h"
#include "es_fixture.h"

#include <string.h>

enum { N_NETS = 160, WALKS = 6, STEPS = 12, MOST_EVENTS = 60, N_STEPS = 60 };

struct counts {
    uint32_t met, clashes, partners, pushed, refused, named;
};

struct scene {
    const struct es_fixture *s;
    const struct model *model;
    struct read_coset x;
    bits_word *history; /* by the definition */
    bits_word *wider;
    VEC(uint32_t) lens; /* of the history, before each choice */
    VEC(bits_word *) before;
    struct counts *counts;
};

static bool consumes(const struct es *es, event_id e, cond_id b)
{
    for (uint32_t i = 0; i < es_consume_count(es, e); i++)
        if (es_uses(es, e)[i] == b)
            return true;
    return false;
}

/* Does an event of the set consume b? */
static bool set_consumes(const struct scene *x, const bits_word *set, cond_id b)
{
    for (event_id e = bits_next(set, 1, x->model->n); e < x->model->n;
         e = bits_next(set, e + 1, x->model->n))
        if (consumes(x->s->es, e, b))
            return true;
    return false;
}

/* x->wider becomes the history with [f]. */
static void widen(struct scene *x, event_id f)
{
    memcpy(x->wider, x->history, x->model->words * sizeof *x->wider);
    if (f != EVENT_BOTTOM)
        bits_unite(x->wider, model_past(x->model, f), x->model->words);
}

static void check_slice(const struct scene *x, struct read_coset_slice slice)
{
    uint32_t n = 0;

    for (event_id e = 1; e < x->model->n; e++)
        n += bits_has(x->wider, e) && !bits_has(x->history, e);
    assert_int_equal(slice.len, n);
    for (uint32_t i = 0; i < slice.len; i++) {
        const event_id g = x->x.slices.at[slice.from + i];

        assert_true(bits_has(x->wider, g) && !bits_has(x->history, g));
        assert_true(i == 0 || x->x.slices.at[slice.from + i - 1] < g);
    }
}

/* The history is [e]. */
static void check_pairs(struct scene *x)
{
    struct read_coset_slice slice;

    for (event_id f = 1; f < x->model->n; f++) {
        bool fits;

        widen(x, f);
        fits = model_is_config(x->model, x->wider);
        assert_int_equal(read_coset_meet(&x->x, f, &slice), fits);
        assert_int_equal(read_coset_meet(&x->x, f, &slice), fits);
        x->counts->met += fits;
        x->counts->clashes += !fits;
        if (fits)
            check_slice(x, slice);
    }
    for (cond_id b = 0; b < x->s->es->conds.len; b++) {
        const event_id f = x->s->es->conds.at[b].producer;
        bool is_partner;

        if (f == x->x.added)
            continue;
        widen(x, f);
        is_partner = model_is_config(x->model, x->wider) &&
                     !set_consumes(x, x->wider, b);
        assert_int_equal(read_coset_is_partner(&x->x, b, &slice), is_partner);
        x->counts->partners += is_partner;
        if (is_partner)
            check_slice(x, slice);
    }
}

/* May b be chosen, too? */
static bool fits(const struct scene *x, cond_id b)
{
    if (!model_is_config(x->model, x->wider) || set_consumes(x, x->wider, b))
        return false;
    for (uint32_t i = 0; i < x->x.at.len; i++)
        if (set_consumes(x, x->wider, x->x.at.at[i]))
            return false;
    return true;
}

static void try_push(struct scene *x, cond_id b)
{
    struct read_coset_partner partner = {.cond = b};
    const uint32_t words = x->model->words;
    const uint32_t before = read_coset_count(&x->x);
    const event_id f = x->s->es->conds.at[b].producer;
    bool expected;

    for (uint32_t i = 0; i < x->x.at.len; i++)
        if (x->x.at.at[i] == b)
            return;
    if (f != x->x.added && !read_coset_is_partner(&x->x, b, &partner.brings))
        return;
    widen(x, f);
    expected = fits(x, b);
    assert_int_equal(read_coset_push(&x->x, partner), expected);
    x->counts->pushed += expected;
    x->counts->refused += !expected;
    if (!expected) {
        assert_int_equal(read_coset_count(&x->x), before);
        return;
    }
    vec_push(&x->lens, before);
    vec_push(&x->before, mem_copy(x->history, words, sizeof *x->history));
    for (event_id e = 1; e < x->model->n; e++)
        if (bits_has(x->wider, e) && !bits_has(x->history, e))
            for (uint32_t i = 0; i < es_reader_count(x->s->es, e); i++)
                x->counts->named +=
                    !bits_has(x->history, es_readers(x->s->es, e)[i]);
    memcpy(x->history, x->wider, words * sizeof *x->history);
}

static void pop(struct scene *x)
{
    read_coset_pop(&x->x, vec_pop(&x->lens));
    mem_free(x->history);
    x->history = vec_pop(&x->before);
}

static void check_event(struct scene *x, struct random *random, event_id e)
{
    const struct es *const es = x->s->es;

    read_coset_start(&x->x, e);
    x->history =
        mem_copy(model_past(x->model, e), x->model->words, sizeof *x->history);
    check_pairs(x);
    for (int i = 0; i < N_STEPS; i++)
        if (x->lens.len && random_chance(random, 30))
            pop(x);
        else
            try_push(x, random_below(random, es->conds.len));
    while (x->lens.len)
        pop(x);
    assert_int_equal(read_coset_count(&x->x), 0);
    mem_free(x->history);
}

static void check_net(uint64_t seed, struct counts *counts)
{
    struct es_fixture s;
    struct model model;
    struct random random;
    struct scene x = {.s = &s, .model = &model, .counts = counts};

    random_init(&random, seed);
    es_fixture_draw(&s, seed, seed % 3 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                    (uint32_t)(1 + seed % 3), (uint32_t)seed);
    es_fixture_fill(&s, &random, WALKS, STEPS, MOST_EVENTS);
    model_init(&model, &s);
    x.x = (struct read_coset){.es = s.es};
    x.wider = mem_zero(model.words, sizeof *x.wider);
    for (event_id e = 1; e < model.n; e += 1 + random_below(&random, 3))
        check_event(&x, &random, e);
    mem_free(x.wider);
    vec_free(&x.lens);
    vec_free(&x.before);
    read_coset_finish(&x.x);
    model_finish(&model);
    es_fixture_finish(&s);
}

static void concurrency_is_that_of_the_definition(void **state)
{
    struct counts counts = {0};

    (void)state;
    for (uint64_t seed = 0; seed < N_NETS; seed++)
        check_net(seed, &counts);
    assert_true(counts.met > 10000 && counts.clashes > 10000);
    assert_true(counts.partners > 10000 && counts.pushed > 10000);
    assert_true(counts.refused > 500 && counts.named > 50);
}

/* Both a and b read p, and b comes after a: without a there is no b. */
static void what_is_barred_stays_out(void **state)
{
    struct net *const net =
        test_net("p* i* j* k l m | a: i ? p > k | b: k ? p > l | c: j > m");
    struct es_fixture s;
    struct read_coset x;
    struct read_coset_slice a, b;

    (void)state;
    es_fixture_init(&s, net, dep_create(net, DEP_READ));
    es_fixture_fire(&s, "abc");
    x = (struct read_coset){.es = s.es};
    read_coset_start(&x, config_at(&s.c, 3));
    assert_true(read_coset_meet(&x, config_at(&s.c, 1), &a));
    assert_true(read_coset_meet(&x, config_at(&s.c, 2), &b));
    assert_int_equal(a.len, 1);
    assert_int_equal(b.len, 2);
    read_coset_bar(&x, config_at(&s.c, 1));
    assert_false(read_coset_bring(&x, b));
    assert_int_equal(read_coset_count(&x), 0);
    read_coset_unbar(&x, config_at(&s.c, 1));
    assert_true(read_coset_bring(&x, b));
    assert_true(read_coset_has(&x, config_at(&s.c, 1), a));
    assert_int_equal(read_coset_count(&x), 2);
    read_coset_finish(&x);
    es_fixture_finish(&s);
}

MODULE(read_coset)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(concurrency_is_that_of_the_definition),
        cmocka_unit_test(what_is_barred_stays_out),
    };

    return cmocka_run_group_tests(all, NULL, NULL);
}
