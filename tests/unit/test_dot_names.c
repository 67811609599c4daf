/* Unit tests of dot_names.h. */
#include "test.h"

#include "base/mem.h"
#include "formats/picture/dot_names.h"

#include <string.h>

enum { MOST = 8 };

static struct net *make(const char *const *labels)
{
    struct net_builder *const b = net_builder_create();
    struct diag diag = {0};
    struct net *net;

    for (; *labels; labels++)
        (void)net_builder_trans(b, *labels, NULL, (struct net_where){0}, &diag);
    net = net_builder_finish(b);
    assert_non_null(net);
    return net;
}

/* Names in pairs: of the net, and as shown; at the end NULL. */
static void expect(const char *const *pairs)
{
    const char *labels[MOST + 1] = {0};
    struct dot_names names;
    struct net *net;
    uint32_t n = 0;

    for (; pairs[2 * n]; n++)
        labels[n] = pairs[2 * n];
    net = make(labels);
    dot_names_init(&names, net, true);
    for (trans_id t = 0; t < n; t++)
        assert_string_equal(dot_names_trans(&names, t), pairs[2 * t + 1]);
    dot_names_finish(&names);
    net_destroy(net);
}

#define EXPECT(...) expect((const char *const[]){__VA_ARGS__, NULL})

static void short_names_are_whole(void **state)
{
    (void)state;
    EXPECT("t", "t", "abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx");
}

static void what_tells_names_apart_is_seen(void **state)
{
    (void)state;
    EXPECT("Process_Alpha_Phase_Request_One_2", "Proces…ase_Request_One_2",
           "Process_Alpha_Phase_Request_Two_2", "Proces…ase_Request_Two_2",
           "Quite_another_name_that_is_long", "Quite_another_name_that…");
    EXPECT("begins_like_the_other_but_in_here_A_it_differs_from_it",
           "begins…n_here_A_it_diff…",
           "begins_like_the_other_but_in_here_B_it_differs_from_it",
           "begins…n_here_B_it_diff…");
}

static void names_that_look_alike_are_whole(void **state)
{
    (void)state;
    EXPECT("abcdefghijkl_1_mnopqrstuvwx_1_abcdefghijklmnopqrstuvwxyz",
           "abcdefghijkl_1_mnopqrstuvwx_1_abcdefghijklmnopqrstuvwxyz",
           "abcdefghijkl_1_mnopqrstuvwx_2_abcdefghijklmnopqrstuvwxyz",
           "abcdefghijkl_1_mnopqrstuvwx_2_abcdefghijklmnopqrstuvwxyz",
           "abcdefghijkl_2_mnopqrstuvwx_1_abcdefghijklmnopqrstuvwxyz",
           "abcdefghijkl_2_mnopqrstuvwx_1_abcdefghijklmnopqrstuvwxyz",
           "abcdefghijkl_2_mnopqrstuvwx_2_abcdefghijklmnopqrstuvwxyz",
           "abcdefghijkl_2_mnopqrstuvwx_2_abcdefghijklmnopqrstuvwxyz");
}

static void letters_are_not_cut(void **state)
{
    (void)state;
    EXPECT("ääääääääääääääääääääääää", "ääääääääääääääääääääääää",
           "äääääääääääääääääääääääää", "ääääää…äääääääääääääääää",
           "öööööööööööööööööööööööööööÄ", "öööööö…ööööööööööööööööÄ",
           "öööööööööööööööööööööööööööÖ", "öööööö…ööööööööööööööööÖ");
}

static void without_need_nothing_is_shortened(void **state)
{
    const char *const labels[] = {"a_name_that_is_longer_than_most_are", NULL};
    struct net *const net = make(labels);
    struct dot_names names;

    (void)state;
    dot_names_init(&names, net, false);
    assert_string_equal(dot_names_trans(&names, 0), labels[0]);
    dot_names_finish(&names);
    net_destroy(net);
}

MODULE(dot_names)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_names_are_whole),
        cmocka_unit_test(what_tells_names_apart_is_seen),
        cmocka_unit_test(names_that_look_alike_are_whole),
        cmocka_unit_test(letters_are_not_cut),
        cmocka_unit_test(without_need_nothing_is_shortened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
