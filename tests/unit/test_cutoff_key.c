/* Keys return the labels from which they were built, also after a sweep. */
#include "test.h"

#include "engine/unfolding/cutoff_key.h"
#include "es_fixture.h"

enum { N_NETS = 24, N_STEPS = 60 };

struct kept {
    struct cutoff_key key;
    order_labels labels; /* sorted */
};

typedef VEC(struct kept) kept_list;

static void free_all(kept_list *all)
{
    for (uint32_t i = 0; i < all->len; i++)
        vec_free(&all->at[i].labels);
    vec_free(all);
}

static void assert_labels(order_labels *labels, const struct kept *kept)
{
    order_sort(labels);
    assert_int_equal(labels->len, kept->labels.len);
    if (labels->len)
        assert_memory_equal(labels->at, kept->labels.at,
                            labels->len * sizeof *labels->at);
}

static void compare(const struct cutoff_key_store *store,
                    const struct kept *kept)
{
    order_labels labels = {0};

    cutoff_key_load(store, kept->key, &labels);
    assert_labels(&labels, kept);
    vec_free(&labels);
}

static void compare_all(const struct cutoff_key_store *store,
                        const kept_list *all)
{
    for (uint32_t i = 0; i < all->len; i++)
        compare(store, &all->at[i]);
}

/* -- Strings -- */

/* Levels from 1 on, none of them empty; transitions of one to five bytes. */
static void draw_labels(struct random *random, order_labels *labels)
{
    const uint32_t n = random_below(random, 30);
    uint32_t level = 0;

    for (uint32_t i = 0; i < n; i++) {
        const uint32_t width = random_below(random, 33);
        const trans_id t = width ? UINT32_MAX >> (32 - width) : 0;

        level += !i || random_chance(random, 40);
        vec_push(labels,
                 order_label(level, t - random_below(random, t / 2 + 1)));
    }
    order_sort(labels);
}

static void a_string_gives_its_labels_back(void **state)
{
    struct cutoff_key_store store;
    kept_list all = {0};
    struct random random;

    (void)state;
    random_init(&random, 1);
    cutoff_key_init(&store);
    for (uint32_t i = 0; i < 2000; i++) {
        struct kept kept = {0};

        draw_labels(&random, &kept.labels);
        kept.key = cutoff_key_write(&store, &kept.labels);
        assert_int_equal(kept.key.kind, CUTOFF_KEY_STRING);
        vec_push(&all, kept);
    }
    compare_all(&store, &all);
    assert_true(cutoff_key_has_room(&store));
    free_all(&all);
    cutoff_key_finish(&store);
}

static void labels_are_a_byte_or_two(void **state)
{
    struct cutoff_key_store store;
    order_labels labels = {0};

    (void)state;
    cutoff_key_init(&store);
    for (uint32_t i = 0; i < 100; i++)
        vec_push(&labels, order_label(1 + i / 10, i % 10 * 6));
    (void)cutoff_key_write(&store, &labels);
    assert_int_equal(store.strings.len, 100);
    for (uint32_t i = 0; i < 100; i++)
        labels.at[i] = order_label(1 + i / 10, i % 10 * 800);
    (void)cutoff_key_write(&store, &labels);
    assert_int_equal(store.strings.len, 100 + 10 + 2 * 90);
    vec_free(&labels);
    cutoff_key_finish(&store);
}

/* -- Paths -- */

struct walk {
    struct es_fixture s;
    struct random random;
    struct cutoff_key_store store;
    es_event_list trail;
    kept_list all;
    uint32_t n_shared; /* nodes of an earlier visit that were taken again */
    uint32_t n_left;   /* labels that a rest left out */
};

static void begin(struct walk *w, uint32_t i)
{
    *w = (struct walk){0};
    random_init(&w->random, i);
    es_fixture_draw(&w->s, i, RANDOM_CYCLIC, 2, i % ES_FIXTURE_RELATIONS);
    cutoff_key_init(&w->store);
}

static void end(struct walk *w)
{
    free_all(&w->all);
    vec_free(&w->trail);
    cutoff_key_finish(&w->store);
    es_fixture_finish(&w->s);
}

static void push_label(const struct walk *w, uint32_t i, order_labels *to)
{
    const struct es_event *const ev = &w->s.es->events.at[w->trail.at[i]];

    vec_push(to, order_label(ev->level, ev->trans));
}

/* What a rest leaves out are the first events of the trail. */
static void compare_rests(struct walk *w)
{
    order_labels labels = {0};

    for (uint32_t i = 0; i < w->all.len; i++) {
        const struct kept *const kept = &w->all.at[i];
        uint32_t n;

        if (kept->key.kind != CUTOFF_KEY_PATH)
            continue;
        n = cutoff_key_load_rest(&w->store, kept->key, &labels);
        assert_true(n < w->store.n_path);
        assert_int_equal(labels.len + n, kept->labels.len);
        for (uint32_t k = 0; k < n; k++)
            push_label(w, k, &labels);
        assert_labels(&labels, kept);
        w->n_left += n;
    }
    vec_free(&labels);
}

static void visit(struct walk *w)
{
    const uint32_t n_nodes = w->store.nodes.len;
    const uint32_t cost = cutoff_key_cost(&w->store, w->trail.len);
    struct kept kept = {0};

    for (uint32_t i = 0; i < w->trail.len; i++)
        push_label(w, i, &kept.labels);
    order_sort(&kept.labels);
    kept.key = cutoff_key_visit(&w->store, w->s.es,
                                (struct es_span){w->trail.at, w->trail.len});
    assert_int_equal(kept.key.kind, CUTOFF_KEY_PATH);
    assert_true(w->store.nodes.len <= n_nodes + cost);
    assert_true(cutoff_key_is_visited(&w->store, kept.key.at, w->trail.len));
    w->n_shared += n_nodes + cost - w->store.nodes.len;
    vec_push(&w->all, kept);
}

/* Pops, or pushes and sometimes adds a string. */
static void step(struct walk *w)
{
    struct kept kept = {0};
    event_id e;

    if (!w->s.c.n_en || (w->trail.len && random_chance(&w->random, 35))) {
        if (w->trail.len) {
            es_fixture_pop(&w->s);
            (void)vec_pop(&w->trail);
        }
        cutoff_key_leave(&w->store, w->trail.len);
        return;
    }
    e = es_fixture_pick(&w->s, &w->random);
    assert_true(es_fixture_push(&w->s, e));
    vec_push(&w->trail, e);
    if (random_chance(&w->random, 60))
        visit(w);
    if (!random_chance(&w->random, 20))
        return;
    draw_labels(&w->random, &kept.labels);
    kept.key = cutoff_key_write(&w->store, &kept.labels);
    vec_push(&w->all, kept);
}

static void paths_share_what_the_walk_shared(void **state)
{
    uint32_t n_nodes = 0, n_events = 0, n_shared = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct walk w;

        begin(&w, i);
        for (uint32_t k = 0; k < N_STEPS; k++)
            step(&w);
        n_shared += w.n_shared;
        compare_all(&w.store, &w.all);
        n_nodes += w.store.nodes.len;
        for (uint32_t k = 0; k < w.all.len; k++)
            if (w.all.at[k].key.kind == CUTOFF_KEY_PATH)
                n_events += w.all.at[k].labels.len;
        end(&w);
    }
    assert_true(n_events > 2 * n_nodes && n_shared > 200);
}

static void a_rest_lacks_what_is_visited(void **state)
{
    uint32_t n_left = 0;

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct walk w;

        begin(&w, i);
        for (uint32_t k = 0; k < N_STEPS; k++) {
            step(&w);
            compare_rests(&w);
        }
        n_left += w.n_left;
        end(&w);
    }
    assert_true(n_left > 1000);
}

/* -- Sweeps -- */

/* Keeps some keys and forgets the others. */
static void sweep(struct walk *w, uint32_t percent)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < w->all.len; i++)
        if (random_chance(&w->random, percent))
            w->all.at[n++] = w->all.at[i];
        else
            vec_free(&w->all.at[i].labels);
    vec_cut(&w->all, n);
    cutoff_key_sweep(&w->store, n ? &w->all.at->key : NULL, n,
                     sizeof *w->all.at);
}

static void a_sweep_leaves_the_keys_that_stay(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct walk w;

        begin(&w, i);
        for (uint32_t k = 0; k < N_STEPS; k++) {
            step(&w);
            if (k % 10 == 9) {
                sweep(&w, 50);
                compare_all(&w.store, &w.all);
            }
        }
        sweep(&w, 0);
        assert_int_equal(w.store.strings.len, 0);
        assert_int_equal(w.store.nodes.len, w.store.path.len);
        end(&w);
    }
}

MODULE(cutoff_key)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_string_gives_its_labels_back),
        cmocka_unit_test(labels_are_a_byte_or_two),
        cmocka_unit_test(paths_share_what_the_walk_shared),
        cmocka_unit_test(a_rest_lacks_what_is_visited),
        cmocka_unit_test(a_sweep_leaves_the_keys_that_stay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
