/* The components are those of the needed pairs, taken one by one. */
#include "test.h"

#include "engine/prefix/place_components.h"
#include "random.h"

enum { N_NETS = 400, MAX_PLACES = 64 };

/* -- Pairs by the definition -- */

struct pairs {
    const struct compiled_net *compiled;
    bool has[MAX_PLACES][MAX_PLACES];
};

static bool add(struct pairs *pairs, place_id p, place_id q)
{
    const bool fresh = !pairs->has[p][q];

    pairs->has[p][q] = pairs->has[q][p] = true;
    return fresh;
}

static void add_all(struct pairs *pairs, const place_id *places, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            (void)add(pairs, places[i], places[k]);
}

static uint32_t sources(const struct compiled_net *compiled, place_id p)
{
    uint32_t n = compiled_net_producers(compiled, p).len;

    for (uint32_t i = 0; i < compiled->n_initial; i++)
        n += compiled->initial[i] == p;
    return n;
}

static bool is_listed(const struct exclusive *sets, place_id p)
{
    for (uint32_t i = 0; sets && i < sets->lists.all.len; i++)
        if (sets->lists.all.at[i] == p)
            return true;
    return false;
}

/* No set has the place, nor that of which it is a copy or the complement. */
static bool is_fed_twice(const struct compiled_net *compiled, place_id p)
{
    const bool own = p >= compiled->n_net_places;
    const place_id of =
        own ? compiled->mirrors[p - compiled->n_net_places].place : p;

    return sources(compiled, p) > 1 && !is_listed(compiled->exclusive, of) &&
           !(compiled->exclusive && own && of != PLACE_NONE &&
             sources(compiled, of) <= 1);
}

/* The pairs that follow from those with p at one side. */
static bool follow(struct pairs *pairs, trans_id t, place_id p)
{
    const struct net_place_span use = compiled_net_use(pairs->compiled, t);
    bool more = false;

    for (place_id q = 0; q < pairs->compiled->n_places; q++)
        for (uint32_t i = 0; pairs->has[p][q] && i < use.len; i++)
            more = add(pairs, use.at[i], q) || more;
    return more;
}

static void find_pairs(struct pairs *pairs, const struct compiled_net *compiled)
{
    *pairs = (struct pairs){.compiled = compiled};
    for (trans_id t = 0; t < compiled->n_trans; t++)
        add_all(pairs, compiled_net_use(compiled, t).at,
                compiled_net_use(compiled, t).len);
    for (uint32_t g = 0; g < compiled->n_patterns; g++)
        add_all(pairs, compiled_net_pattern_places(compiled, g).at,
                compiled_net_pattern_places(compiled, g).len);
    for (place_id p = 0; p < compiled->n_places; p++)
        if (is_fed_twice(compiled, p))
            (void)add(pairs, p, p);
    for (bool more = true; more;) {
        more = false;
        for (trans_id t = 0; t < compiled->n_trans; t++) {
            const struct net_place_span made =
                compiled_net_produce(compiled, t);

            for (uint32_t i = 0; i < made.len; i++)
                more = follow(pairs, t, made.at[i]) || more;
        }
    }
}

/* The least place that pairs connect with each; PLACE_NONE without a pair. */
static void connect(const struct pairs *pairs, place_id *least)
{
    const uint32_t n = pairs->compiled->n_places;

    for (place_id p = 0; p < n; p++) {
        least[p] = PLACE_NONE;
        for (place_id q = 0; q < n; q++)
            if (pairs->has[p][q])
                least[p] = p;
    }
    for (bool more = true; more;) {
        more = false;
        for (place_id p = 0; p < n; p++)
            for (place_id q = 0; q < n; q++)
                if (pairs->has[p][q] && least[p] > least[q]) {
                    least[p] = least[q];
                    more = true;
                }
    }
}

static void compare(const struct compiled_net *compiled, uint32_t *counts)
{
    struct pairs *const pairs = mem_zero(1, sizeof *pairs);
    place_id least[MAX_PLACES];
    struct place_components needed;
    uint32_t n = 0;

    find_pairs(pairs, compiled);
    connect(pairs, least);
    place_components_init(&needed, compiled);
    for (place_id p = 0; p < compiled->n_places; p++) {
        assert_int_equal(bits_has(needed.fed_twice, p),
                         is_fed_twice(compiled, p));
        if (least[p] == PLACE_NONE)
            assert_int_equal(needed.component[p], PLACE_COMPONENTS_NONE);
        else if (least[p] == p)
            assert_int_equal(needed.component[p], n++);
        else
            assert_int_equal(needed.component[p], needed.component[least[p]]);
        counts[least[p] == PLACE_NONE]++;
    }
    assert_int_equal(needed.n, n);
    counts[2] += n > 1;
    place_components_finish(&needed);
    mem_free(pairs);
}

/* -- Nets -- */

/* n different places, each behind a space. */
static void append_places(char *text, struct random *random, uint32_t n_places,
                          uint32_t n)
{
    uint32_t p = random_below(random, n_places);

    for (uint32_t i = 0; i < n && i < n_places; i++) {
        (void)sprintf(text + strlen(text), " p%u", p);
        p = (p + 1) % n_places;
    }
}

/* Few arcs, so that it falls apart; hardly ever safe. */
static struct net *sparse_net(struct random *random)
{
    const uint32_t n_places = 2 + random_below(random, 14);
    const uint32_t n_trans = 1 + random_below(random, n_places);
    char text[4096] = "";

    for (uint32_t p = 0; p < n_places; p++)
        (void)sprintf(text + strlen(text), " p%u%s", p,
                      random_chance(random, 30) ? "*" : "");
    for (uint32_t t = 0; t < n_trans; t++) {
        (void)sprintf(text + strlen(text), " | t%u:", t);
        append_places(text, random, n_places, 1 + random_chance(random, 25));
        (void)strcat(text, " >");
        append_places(text, random, n_places, random_below(random, 3));
    }
    return test_net(text);
}

static void ask(struct goal *goal, struct random *random, uint32_t n_places)
{
    *goal = (struct goal){.kind = GOAL_MARKING, .trans = TRANS_NONE};
    for (place_id p = 0; p < n_places && goal->marked.len < 2; p++)
        if (random_chance(random, 10))
            vec_push(&goal->marked, p);
}

/* Only the arcs count: sets that are not exclusive at all do as well. */
static void exclude(struct exclusive *sets, struct random *random,
                    uint32_t n_places)
{
    for (place_id p = 0; p < n_places; p++)
        if (random_chance(random, 40))
            exclusive_add(sets, &p, 1, EXCLUSIVE_NONE);
}

static void components_are_those_of_the_pairs(void **state)
{
    uint32_t counts[3] = {0};

    (void)state;
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct compiled_net *compiled;
        struct random random;
        struct net *net;
        struct dep *dep;
        struct goal goal;
        struct exclusive sets = {0};

        random_init(&random, i);
        net =
            i % 4 ? sparse_net(&random) : random_net(&random, RANDOM_CYCLIC, 2);
        dep = dep_create(net, i % 3 ? DEP_READ : DEP_CLASSIC);
        ask(&goal, &random, net_place_count(net));
        exclude(&sets, &random, net_place_count(net));
        compiled = compiled_net_create(net, dep, &goal, i % 2, true);
        if (random_chance(&random, 50))
            compiled_net_exclude(compiled, dep, &sets);
        if (compiled->n_places <= MAX_PLACES)
            compare(compiled, counts);
        compiled_net_destroy(compiled);
        vec_free(&goal.marked);
        exclusive_finish(&sets);
        dep_destroy(dep);
        net_destroy(net);
    }
    /* places with and without a component; nets with several components */
    assert_true(counts[0] > 500 && counts[1] > 500 && counts[2] > 50);
}

static void expect(const char *text, const char *wanted, uint32_t n)
{
    struct net *const net = test_net(text);
    struct dep *const dep = dep_create(net, DEP_READ);
    struct goal goal = {.kind = GOAL_MARKING, .trans = TRANS_NONE};
    struct compiled_net *compiled;
    struct place_components needed;

    for (const char *name = wanted; *name; name++) {
        const char one[] = {*name, '\0'};
        struct diag diag = {0};

        vec_push(&goal.marked, net_find_place(net, one, &diag));
    }
    compiled = compiled_net_create(net, dep, &goal, 1, true);
    place_components_init(&needed, compiled);
    assert_int_equal(needed.n, n);
    place_components_finish(&needed);
    compiled_net_destroy(compiled);
    vec_free(&goal.marked);
    dep_destroy(dep);
    net_destroy(net);
}

static void chains_have_components_where_they_meet(void **state)
{
    (void)state;
    expect("a* b c* d | t: a > b | u: c > d", "", 0);
    expect("a* b c* d | t: a > b | u: c > d", "b", 0);
    expect("a* b c* d | t: a > b | u: c > d", "bd", 1);
    expect("a* b c* d | t: a > b | u: c > d | v: b d >", "", 1);
    expect("a* b c* d | t: a > b | u: c > d | v: a > b", "", 1);
    expect("a* b c* d | t: a > b | u: c > d | v: b > a | w: d > c", "", 2);
    expect("a* b c d | t: a > b c | u: b > d", "", 0);
    expect("a* b c d | t: a > b c | u: b > d | v: c > d", "", 1);
}

MODULE(place_components)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_are_those_of_the_pairs),
        cmocka_unit_test(chains_have_components_where_they_meet),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
