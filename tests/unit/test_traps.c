/* Traps among places: the largest one of a set, and a small one in it. */
#include "test.h"

#include "proof/farkas.h"
#include "random.h"
#include "structure/traps.h"

enum { N_NETS = 300, MAX_PLACES = 12 };

static struct net_place_span span_of(const net_place_list *list)
{
    return (struct net_place_span){list->at, list->len};
}

/* A set of places is given as bits. */
static void list_of(uint32_t set, net_place_list *list)
{
    vec_clear(list);
    for (place_id p = 0; p < MAX_PLACES; p++)
        if (set >> p & 1)
            vec_push(list, p);
}

/* Does each transition that consumes from the set leave a place of it marked?
 */
static bool is_trap(const struct net *net, uint32_t set)
{
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct net_place_span spans[] = {
            net_pre(net, t), net_post(net, t), net_read(net, t)};
        bool meets[3] = {false, false, false};

        for (uint32_t k = 0; k < 3; k++)
            for (uint32_t i = 0; i < spans[k].len; i++)
                meets[k] |= set >> spans[k].at[i] & 1;
        if (meets[0] && !meets[1] && !meets[2])
            return false;
    }
    return true;
}

/* The union of all traps in the set. */
static uint32_t largest_trap(const struct net *net, uint32_t set)
{
    uint32_t all = 0;

    for (uint32_t part = set;; part = (part - 1) & set) {
        if (is_trap(net, part))
            all |= part;
        if (!part)
            return all;
    }
}

/* A small trap for each place of the largest one. */
static void choose_each(struct traps *traps, uint32_t largest)
{
    net_place_list trap = {0};

    for (place_id p = 0; p < net_place_count(traps->net); p++) {
        uint32_t set = 0;

        if (!(largest >> p & 1))
            continue;
        traps_choose(traps, p, &trap);
        for (uint32_t i = 0; i < trap.len; i++) {
            assert_true(!i || trap.at[i - 1] < trap.at[i]);
            set |= UINT32_C(1) << trap.at[i];
        }
        assert_true(set >> p & 1);
        assert_int_equal(set & ~largest, 0);
        assert_true(is_trap(traps->net, set));
    }
    vec_free(&trap);
}

static void check_set(const struct net *net, uint32_t set)
{
    const uint32_t largest = largest_trap(net, set), n = net_place_count(net);
    const net_place_lists none = {0};
    net_place_list list = {0};
    struct farkas_check check;
    struct traps traps;
    bool marked;

    traps_init(&traps, net);
    farkas_check_init(&check, net, NULL, &none);
    for (place_id p = 0; p < n; p++)
        traps.in[p] = set >> p & 1;
    marked = traps_reduce(&traps);
    for (place_id p = 0; p < n; p++)
        assert_int_equal(traps.in[p], largest >> p & 1);
    list_of(largest, &list);
    assert_int_equal(marked, farkas_is_trap(&check, span_of(&list)));
    choose_each(&traps, largest);
    vec_free(&list);
    farkas_check_finish(&check);
    traps_finish(&traps);
}

static void traps_are_those_of_brute_force(void **state)
{
    struct random random;
    uint32_t n_checked = 0;

    (void)state;
    random_init(&random, 1);
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct net *const net = random_net(&random, RANDOM_CYCLIC, 1 + i % 3);

        if (net_place_count(net) <= MAX_PLACES) {
            const uint32_t all = (UINT32_C(1) << net_place_count(net)) - 1;

            check_set(net, all);
            check_set(net, random_below(&random, all + 1));
            n_checked++;
        }
        net_destroy(net);
    }
    assert_true(n_checked > N_NETS / 4);
}

MODULE(traps)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traps_are_those_of_brute_force),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
