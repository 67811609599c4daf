/* Unit tests of registry.h: what is written of a net is read back the same. */
#include "test.h"

#include "base/text.h"
#include "formats/net/net_formats.h"
#include "formats/net/registry.h"
#include "random.h"
#include "same_net.h"

#include <unistd.h>

static const char *const suffixes[] = {".ll_net", ".pnml", ".net",
                                       ".g",      ".lola", ".tapn"};

enum { N_SUFFIXES = sizeof suffixes / sizeof *suffixes };

/* A place and a transition may share a name, and names look like syntax. */
static const char *const odd[] = {
    "p",        "t",    "a+",     "a-/2",  "a~",       "b",     "b/1",
    "b/01",     "c+/0", "tr",     "pl",    "net",      "PLACE", "SAFE",
    "x y",      "x.y",  "{x}",    "<p,t>", "<a+,a~>",  "\\",    "\"",
    "//",       "/*",   "#",      "->",    "é",        "1",     "t'",
    "p:1",      "(1)",  "[0,w[",  ".end",  "<",        "&amp;", "x-y",
    "MARKING,", ";",    "M1",     "%",     "d/999999", "_",     "..",
    "a",        "net1", "page1",  "a1",    "1a",       "p?1",   "p*2",
    "inf",      "dot",  "<a+,p>", "'",     "x=1",      "$",     "@",
};

enum { N_ODD = sizeof odd / sizeof *odd };

/* The same net; each node has a random name, odd ones with the given chance. */
static struct net *renamed(const struct net *net, struct random *random,
                           uint32_t percent)
{
    struct net_builder *builder = net_builder_create();
    const struct net_where where = {"test", 1, 1};
    struct diag diag = {0};
    char id[32];

    for (uint32_t i = 0; i < net_place_count(net) + net_trans_count(net); i++) {
        const bool is_place = i < net_place_count(net);
        const uint32_t n = is_place ? i : i - net_place_count(net);
        uint32_t made;

        do {
            diag = (struct diag){0};
            if (random_chance(random, percent))
                (void)snprintf(id, sizeof id, "%s",
                               odd[random_below(random, N_ODD)]);
            else
                (void)snprintf(id, sizeof id, "%c%u", is_place ? 'p' : 't', i);
            made = is_place
                       ? net_builder_place(builder, id, NULL,
                                           net_marked(net, n), where, &diag)
                       : net_builder_trans(builder, id, NULL, where, &diag);
        } while (made == UINT32_MAX);
    }
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct net_place_span pre = net_pre(net, t);
        const struct net_place_span post = net_post(net, t);
        const struct net_place_span read = net_read(net, t);

        for (uint32_t i = 0; i < pre.len; i++)
            net_builder_arc(builder, GIVEN_CONSUME, pre.at[i], t, 1);
        for (uint32_t i = 0; i < post.len; i++)
            net_builder_arc(builder, GIVEN_PRODUCE, post.at[i], t, 1);
        for (uint32_t i = 0; i < read.len; i++)
            net_builder_arc(builder, GIVEN_READ, read.at[i], t, 1);
    }
    if (random_chance(random, 50))
        net_builder_units(builder,
                          random_units(random, 1 + random_below(random, 5),
                                       net_place_count(net)),
                          where);
    diag = (struct diag){0};
    return net_builder_finish(builder);
}

static bool same_units(const struct units *a, const struct units *b)
{
    return a ? b && same_net_units(a, b) : !b;
}

/* True when it was written, and then read back the same; otherwise the message
 * names a node. */
static bool survives(const struct net *net, const char *suffix)
{
    char path[64], why[300] = "";
    struct diag diag = {0};

    (void)snprintf(path, sizeof path, "test_registry.%ld%s", (long)getpid(),
                   suffix);
    if (!registry_write(net, path, &diag)) {
        assert_int_equal(diag.code, DIAG_INPUT);
        assert_non_null(strstr(diag.text, "cannot be written"));
        assert_int_equal(access(path, F_OK), -1);
        return false;
    }

    struct net *back = registry_read(path, NULL, &diag);

    if (!back || !same_net(net, back, why, sizeof why))
        fail_msg("%s: %s%s", path, diag.text, why);
    for (place_id p = 0; p < net_place_count(net); p++)
        assert_string_equal(net_place_label(net, p), net_place_label(back, p));
    for (trans_id t = 0; t < net_trans_count(net); t++)
        assert_string_equal(net_trans_label(net, t), net_trans_label(back, t));
    if (!strcmp(suffix, ".pnml"))
        assert_true(same_units(net_units(net), net_units(back)));
    net_check(back);
    net_destroy(back);
    (void)unlink(path);
    return true;
}

static void written_nets_are_read_back_the_same(void **state)
{
    enum { ROUNDS = 400 };
    uint32_t written[N_SUFFIXES] = {0};
    struct random random;

    (void)state;
    random_init(&random, 20);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        struct net *plain = random_net(
            &random, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING, 1 + i % 4);
        struct net *net = renamed(plain, &random, i % 4 * 10);

        for (size_t k = 0; k < N_SUFFIXES; k++) {
            const bool whole = survives(net, suffixes[k]);

            assert_true(whole || i % 4 || !net_trans_count(net));
            written[k] += whole;
        }
        net_destroy(net);
        net_destroy(plain);
    }
    for (size_t k = 0; k < N_SUFFIXES; k++)
        assert_in_range(written[k], ROUNDS / 4, ROUNDS);
}

/* Both kinds of nodes are numbered as before, whatever the arcs say. */
static void hidden_places_keep_their_names(void **state)
{
    static const char text[] = ".inputs a\n.dummy b c d\n.graph\nd q\na+ b q\n"
                               "b a+ b d\nq c\n.marking {<a+,b>}\n.end\n";
    struct diag diag = {0};
    const struct registry_options none = {0};
    struct net *net =
        registry_read_memory(text, strlen(text), "test", &none, &diag);

    (void)state;
    assert_non_null(net);
    assert_int_equal(net_place_count(net), 5);
    assert_true(survives(net, ".g"));
    net_destroy(net);
}

static void assert_kind(const char *text, const char *wanted)
{
    struct diag diag = {0};

    assert_null(registry_read_memory(text, strlen(text), "file", NULL, &diag));
    assert_non_null(strstr(diag.text, wanted));
}

static void files_of_other_kinds_are_recognised(void **state)
{
    (void)state;
    assert_kind(" \n<!DOCTYPE html><html>", "seems to be an HTML page");
    assert_kind("<HTML>", "seems to be an HTML page");
    assert_kind("Rar!abc", "seems to be a rar archive");
    assert_kind("%PDF-1.7", "seems to be a PDF document");
    assert_kind("<?xml version='1.0'?>", "cut off");
    assert_kind("abc", "this is no net");
    assert_kind("", "is empty");
}

static void boolean_networks_are_read_back_the_same(void **state)
{
    static const char text[] = "a, !b & c | d\nb, a | !b\nc, 1\n";
    struct diag diag = {0};
    struct net *const net =
        registry_read_memory(text, strlen(text), "a.bnet", NULL, &diag);

    (void)state;
    assert_true(survives(net, ".bnet"));
    net_destroy(net);
}

MODULE(registry)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_nets_are_read_back_the_same),
        cmocka_unit_test(boolean_networks_are_read_back_the_same),
        cmocka_unit_test(hidden_places_keep_their_names),
        cmocka_unit_test(files_of_other_kinds_are_recognised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
