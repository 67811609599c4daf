#include "cli/option_files.h"
#include "test.h"

static void assert_filled(const char *text, const char *net, const char *wanted)
{
    char *filled = option_files_name(text, net);

    assert_string_equal(filled, wanted);
    mem_free(filled);
}

static void placeholders_are_parts_of_the_name(void **state)
{
    (void)state;
    assert_filled("<{}>", "a/b.c/ring.pnml.gz", "<a/b.c/ring.pnml.gz>");
    assert_filled("<{.}>", "a/b.c/ring.pnml.gz", "<a/b.c/ring.pnml>");
    assert_filled("<{/}>", "a/b.c/ring.pnml.gz", "<ring.pnml.gz>");
    assert_filled("<{//}>", "a/b.c/ring.pnml.gz", "<a/b.c>");
    assert_filled("<{/.}>", "a/b.c/ring.pnml.gz", "<ring.pnml>");
    assert_filled("{/.}{/.}x{}", "n.g", "nnxn.g");
}

static void a_name_may_lack_parts(void **state)
{
    (void)state;
    assert_filled("{//}", "ring.pnml", ".");
    assert_filled("{//}", "/ring.pnml", "/");
    assert_filled("{//}", "//ring.pnml", "/");
    assert_filled("{.}", "a.b/ring", "a.b/ring");
    assert_filled("{.}", "a/.net", "a/.net");
    assert_filled("{/.}", ".net", ".net");
    assert_filled("{/.}", "ring.", "ring");
    assert_filled("{/}", "folder/", "");
    assert_filled("{}", "-", "-");
}

static void other_braces_stay(void **state)
{
    (void)state;
    assert_filled("{", "n", "{");
    assert_filled("{x}{/", "n", "{x}{/");
    assert_filled("{{}}", "n", "{n}");
    assert_filled("{///}", "n", "{///}");
    assert_filled("", "n", "");
    assert_filled("{}", "{.}", "{.}");
}

static void patterns_have_a_placeholder(void **state)
{
    (void)state;
    assert_true(option_files_is_pattern("out/{/.}.cert"));
    assert_true(option_files_is_pattern("{x{}"));
    assert_false(option_files_is_pattern("out/{x}"));
    assert_false(option_files_is_pattern("{/"));
    assert_false(option_files_is_pattern(""));
}

MODULE(option_files)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placeholders_are_parts_of_the_name),
        cmocka_unit_test(a_name_may_lack_parts),
        cmocka_unit_test(other_braces_stay),
        cmocka_unit_test(patterns_have_a_placeholder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
