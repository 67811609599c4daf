#include "engine/diagram/sets.h"
#include "engine/diagram/space.h"
#include "net/marking.h"
#include "oracle.h"
#include "random.h"
#include "test.h"

enum { MOST_MARKINGS = 400, N_SETS = 4 };

/* The markings of a random net, and sets of them, as words and as a list. */
struct scene {
    struct random random;
    struct net *net;
    struct oracle oracle;
    struct exclusive exclusive;
    struct watch watch;
    struct engine_limits limits;
    struct answer_stats stats;
    struct sets sets;
    bool *has[N_SETS]; /* by marking */
    mdd_id words[N_SETS];
};

static void choose_sets(struct scene *s)
{
    for (uint32_t i = 0; i < N_SETS; i++) {
        s->has[i] = mem_zero(s->oracle.n_markings, sizeof(bool));
        s->words[i] = MDD_EMPTY;
        for (uint32_t k = 0; k < s->oracle.n_markings; k++) {
            s->has[i][k] = random_chance(&s->random, 20 * i + 10);
            if (s->has[i][k])
                s->words[i] =
                    sets_or(&s->sets, s->words[i],
                            sets_word(&s->sets, oracle_marking(&s->oracle, k)));
        }
        sets_keep(&s->sets, s->words[i]);
    }
}

/* False: the net is too large, or not safe. */
static bool scene_init(struct scene *s, uint64_t seed)
{
    *s = (struct scene){0};
    random_init(&s->random, seed);
    s->net = random_net(&s->random, (enum random_kind)(seed % 2),
                        1 + random_below(&s->random, 4));
    oracle_init(&s->oracle, s->net, MOST_MARKINGS);
    if (!s->oracle.complete) {
        oracle_finish(&s->oracle);
        net_destroy(s->net);
        return false;
    }
    if (random_chance(&s->random, 50))
        random_exclusive(&s->random, &s->oracle, &s->exclusive);
    watch_init(&s->watch, &s->limits, &s->stats);
    sets_init(&s->sets, s->net, &s->exclusive,
              (enum digits_order)random_below(&s->random, DIGIT_ORDERS), false,
              &s->watch);
    assert_true(sets_explore(&s->sets));
    choose_sets(s);
    return true;
}

static void scene_finish(struct scene *s)
{
    mdd_check(&s->sets.diagram);
    for (uint32_t i = 0; i < N_SETS; i++)
        mem_free(s->has[i]);
    sets_finish(&s->sets);
    exclusive_finish(&s->exclusive);
    oracle_finish(&s->oracle);
    net_destroy(s->net);
}

/* The set has these markings and no others. */
static void assert_set(const struct scene *s, mdd_id set, const bool *has)
{
    naturals_number expected = {0}, found = {0};
    struct space space;
    char *a, *b;

    for (uint32_t k = 0; k < s->oracle.n_markings; k++) {
        assert_int_equal(sets_has(&s->sets, set, oracle_marking(&s->oracle, k)),
                         has[k]);
        if (has[k])
            naturals_add(&expected, (const mp_limb_t[]){1}, 1);
    }
    space_init(&space, &s->sets.steps, set);
    space_count(&space, &found);
    space_finish(&space);
    a = naturals_text(&expected);
    b = naturals_text(&found);
    assert_string_equal(a, b);
    mem_free(a);
    mem_free(b);
    vec_free(&expected);
    vec_free(&found);
}

static void try_combinations(struct scene *s, bool *has)
{
    for (uint32_t i = 0; i < N_SETS; i++)
        for (uint32_t k = 0; k < N_SETS; k++)
            for (uint32_t op = 0; op < MDD_OPERATIONS; op++) {
                for (uint32_t m = 0; m < s->oracle.n_markings; m++) {
                    const bool a = s->has[i][m], b = s->has[k][m];

                    has[m] = op == MDD_UNION        ? a || b
                             : op == MDD_DIFFERENCE ? a && !b
                                                    : a && b;
                }
                assert_set(s,
                           mdd_combine(&s->sets.diagram, (enum mdd_operation)op,
                                       s->words[i], s->words[k]),
                           has);
            }
}

static void try_images(struct scene *s, bool *has)
{
    const oracle_edge_list *const graph = &s->oracle.graph;

    for (uint32_t i = 0; i < N_SETS; i++)
        for (uint32_t back = 0; back < 2; back++) {
            memset(has, 0, s->oracle.n_markings);
            for (uint32_t e = 0; e < graph->len; e++) {
                const uint32_t from = graph->at[e].from, to = graph->at[e].to;

                has[back ? from : to] |=
                    s->has[i][back ? to : from] && s->has[3][back ? from : to];
            }
            assert_set(s,
                       images_image(&s->sets.steps,
                                    back ? IMAGES_BACKWARDS : IMAGES_FORWARDS,
                                    s->words[i], s->words[3]),
                       has);
        }
}

/* By the definition: until nothing changes. */
static void try_closures(struct scene *s, bool *has)
{
    const oracle_edge_list *const graph = &s->oracle.graph;

    for (uint32_t i = 0; i < N_SETS; i++) {
        bool changed = true;

        for (uint32_t m = 0; m < s->oracle.n_markings; m++)
            has[m] = s->has[i][m] && s->has[3][m];
        while (changed) {
            changed = false;
            for (uint32_t e = 0; e < graph->len; e++) {
                const uint32_t from = graph->at[e].from, to = graph->at[e].to;

                if (!has[from] && has[to] && s->has[3][from])
                    has[from] = changed = true;
            }
        }
        assert_set(s,
                   images_close_back(&s->sets.steps, s->words[i], s->words[3]),
                   has);
    }
}

static void try_sums(struct scene *s, bool *has)
{
    const uint32_t n_places = net_place_count(s->net);
    struct formula_term *const terms = mem_alloc(n_places, sizeof *terms);

    for (uint32_t i = 0; i < N_SETS; i++) {
        int64_t bound = (int64_t)random_below(&s->random, 5) - 2;
        int64_t most = INT64_MIN;

        for (place_id p = 0; p < n_places; p++)
            terms[p] = (struct formula_term){
                p, (int64_t)random_below(&s->random, 5) - 2};
        for (uint32_t m = 0; m < s->oracle.n_markings; m++) {
            int64_t sum = 0;

            for (place_id p = 0; p < n_places; p++)
                if (bits_has(oracle_marking(&s->oracle, m), p))
                    sum += terms[p].factor;
            has[m] = s->has[i][m] && sum >= bound;
            most = s->has[i][m] && sum > most ? sum : most;
        }
        assert_set(
            s, select_sum(&s->sets.select, s->words[i], terms, n_places, bound),
            has);
        if (s->words[i])
            assert_int_equal(
                select_largest(&s->sets.select, s->words[i], terms, n_places),
                most);
    }
    mem_free(terms);
}

/* What is told of runs into the sets. */
struct told {
    struct scene *scene;
    const uint32_t *distance;
    uint32_t sets[N_SETS]; /* the sets that are not empty */
    uint32_t n, last;      /* how many were told, and the length of the last */
};

static void hear_run(void *self, uint32_t k, witness_run *run)
{
    struct told *const told = self;
    const struct scene *const s = told->scene;
    const uint32_t set = told->sets[k];
    bits_word *const m = mem_copy(net_initial(s->net), marking_words(s->net),
                                  sizeof *net_initial(s->net));
    uint32_t least = UINT32_MAX;

    for (uint32_t i = 0; i < s->oracle.n_markings; i++)
        if (s->has[set][i] && told->distance[i] < least)
            least = told->distance[i];
    for (uint32_t i = 0; i < run->len; i++) {
        assert_true(marking_enabled(s->net, m, run->at[i]));
        marking_fire(s->net, m, run->at[i]);
    }
    assert_true(sets_has(&s->sets, s->words[set], m));
    assert_int_equal(run->len, least);
    assert_true(run->len >= told->last);
    told->last = run->len;
    told->n++;
    mem_free(m);
}

static void try_runs(struct scene *s)
{
    uint32_t *const distance = oracle_distances(&s->oracle);
    struct told told = {.scene = s, .distance = distance};
    uint32_t at[N_SETS], n = 0;

    for (uint32_t i = 0; i < N_SETS; i++)
        if (s->words[i]) {
            told.sets[n] = i;
            at[n++] = s->sets.diagram.kept.len;
            sets_keep(&s->sets, s->words[i]);
        }
    shortest_runs(&s->sets, at, n, &told, hear_run);
    assert_int_equal(told.n, n);
    sets_drop(&s->sets, s->sets.diagram.kept.len - n);
    mem_free(distance);
}

static void the_operations_are_those_of_sets(void **state)
{
    uint32_t n = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= SWEEP(100); seed++) {
        struct scene s;
        bool *has;

        if (!scene_init(&s, seed))
            continue;
        has = mem_zero(s.oracle.n_markings, sizeof *has);
        if (seed % 3 == 0)
            s.sets.diagram.collect_at = 0;
        try_combinations(&s, has);
        try_images(&s, has);
        try_closures(&s, has);
        try_sums(&s, has);
        try_runs(&s);
        for (uint32_t i = 0; i < N_SETS; i++)
            assert_set(&s, s.words[i], s.has[i]);
        mem_free(has);
        scene_finish(&s);
        n++;
    }
    assert_true(n > SWEEP(50));
}

static void what_is_not_kept_is_freed(void **state)
{
    struct mdd d;
    mdd_id a, b;

    (void)state;
    mdd_init(&d, NULL);
    a = mdd_node(&d, &(struct mdd_arc){3, MDD_ALL}, 1);
    b = mdd_node(&d, &(struct mdd_arc){5, MDD_ALL}, 1);
    vec_push(&d.kept, a);
    d.collect_at = 0;
    mdd_collect(&d);
    assert_int_equal(d.n_nodes, 1);
    assert_int_equal(mdd_node(&d, &(struct mdd_arc){3, MDD_ALL}, 1), a);
    assert_int_equal(mdd_node(&d, &(struct mdd_arc){7, MDD_ALL}, 1), b);
    mdd_check(&d);
    mdd_finish(&d);
}

static void assert_natural(const naturals_number *number, const char *text,
                           uint64_t small)
{
    char *const found = naturals_text(number);

    assert_string_equal(found, text);
    assert_true(naturals_small(number) == small);
    mem_free(found);
}

static void numbers_are_exact(void **state)
{
    naturals_number n = {0};

    (void)state;
    assert_natural(&n, "0", 0);
    naturals_add(&n, (const mp_limb_t[]){1}, 1);
    for (uint32_t i = 0; i < 62; i++)
        naturals_add(&n, n.at, n.len);
    assert_natural(&n, "4611686018427387904", UINT64_C(1) << 62);
    naturals_add(&n, n.at, n.len);
    assert_natural(&n, "9223372036854775808", UINT64_MAX);
    for (uint32_t i = 0; i < 137; i++)
        naturals_add(&n, n.at, n.len);
    assert_natural(
        &n, "1606938044258990275541962092341162602522202993782792835301376",
        UINT64_MAX);
    vec_free(&n);
}

/* Sets may exclude each other only as long as no place has a second token. */
static void two_places_of_a_digit_are_in_no_set(void **state)
{
    const place_id both[] = {0, 1};
    struct scene s = {0};
    bits_word *m;

    (void)state;
    s.net = test_net("a* b x* | t: a > b");
    exclusive_add(&s.exclusive, both, 2, EXCLUSIVE_NONE);
    watch_init(&s.watch, &s.limits, &s.stats);
    sets_init(&s.sets, s.net, &s.exclusive, DIGIT_ORDER_GIVEN, false, &s.watch);
    assert_true(sets_explore(&s.sets));
    m = mem_copy(net_initial(s.net), marking_words(s.net), sizeof *m);
    assert_true(sets_has(&s.sets, s.sets.all, m));
    assert_true(sets_word(&s.sets, m));
    bits_add(m, 1);
    assert_false(sets_has(&s.sets, s.sets.all, m));
    assert_false(sets_word(&s.sets, m));
    mem_free(m);
    sets_finish(&s.sets);
    exclusive_finish(&s.exclusive);
    net_destroy(s.net);
}

MODULE(mdd)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_operations_are_those_of_sets),
        cmocka_unit_test(what_is_not_kept_is_freed),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(two_places_of_a_digit_are_in_no_set),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
