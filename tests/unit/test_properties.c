/* Property files: what each formula asks, and what is wrong with others. */
#include "formats/text/properties.h"
#include "question/formula_parser.h"
#include "test.h"

#include <unistd.h>

#define NET "p* q r | t: p > q | u: q > r"

#define P "<tokens-count><place>p</place></tokens-count>"
#define QR "<tokens-count><place>q</place><place>r</place></tokens-count>"
#define ONE "<integer-constant>1</integer-constant>"
#define STATE "<integer-le>" ONE P "</integer-le>"
#define OTHER "<is-fireable><transition>u</transition></is-fireable>"
#define EF(x) "<exists-path><finally>" x "</finally></exists-path>"
#define AG(x) "<all-paths><globally>" x "</globally></all-paths>"
#define NOT(x) "<negation>" x "</negation>"
#define AND(x, y) "<conjunction>" x y "</conjunction>"
#define OR(x, y) "<disjunction>" x y "</disjunction>"

static void path_of(char path[64])
{
    (void)snprintf(path, 64, "test_properties.%ld.xml", (long)getpid());
}

/* Reads the text as a file. */
static bool read_text(const struct net *net, const char *text,
                      properties_list *list, struct diag *diag)
{
    char path[64];
    FILE *file;
    bool good;

    path_of(path);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    good = properties_read(net, path, list, diag);
    (void)unlink(path);
    return good;
}

/* A file with one property; the caller frees it. */
static char *file_of(const char *formula)
{
    char *text = mem_alloc(strlen(formula) + 256, 1);

    sprintf(text,
            "<property-set xmlns='http://mcc.lip6.fr/'><property>"
            "<id>X-00</id><description>a <b/> c</description>"
            "<formula>%s</formula></property></property-set>",
            formula);
    return text;
}

static bool read_formula(const struct net *net, const char *formula,
                         properties_list *list, struct diag *diag)
{
    char *text = file_of(formula);
    const bool good = read_text(net, text, list, diag);

    mem_free(text);
    return good;
}

/* The formula of the item as text: what EF seeks. */
static void expect(const char *formula, enum question_path begins,
                   const char *wanted)
{
    struct net *net = test_net(NET);
    properties_list list = {0};
    text_buffer text = {0};
    struct formula *same;
    struct diag diag = {0};
    enum question_path path;

    if (!read_formula(net, formula, &list, &diag))
        fail_msg("%s: %s", formula, diag.text);
    assert_int_equal(list.len, 1);
    assert_string_equal(list.at[0].id, "X-00");
    assert_ptr_equal(list.at[0].question, question_of_path(begins));
    same = formula_parser_read(net, wanted, &path, NULL, &diag);
    assert_non_null(same);
    assert_non_null(list.at[0].formula);
    formula_print_text(list.at[0].formula, net, &text);
    if (!formula_equal(list.at[0].formula, same))
        fail_msg("%s is not %s", text_end(&text), wanted);
    formula_destroy(same);
    vec_free(&text);
    properties_free(&list);
    net_destroy(net);
}

/* As a formula of CTL in text, with the names that the net has. */
static void expect_ctl(const char *formula, const char *wanted)
{
    struct net *net = test_net(NET);
    properties_list list = {0};
    struct diag diag = {0};
    const struct temporal *found;
    struct temporal *same;

    same = test_ctl(net, wanted);
    assert_true(read_formula(net, formula, &list, &diag));
    assert_ptr_equal(list.at[0].question, question_of_path(QUESTION_CTL));
    assert_null(list.at[0].formula);
    found = list.at[0].temporal;
    assert_int_equal(found->atoms.len, same->atoms.len);
    assert_int_equal(found->quantified.len, same->quantified.len);
    for (uint32_t i = 0; i < same->quantified.len; i++) {
        const struct temporal_quantified a = found->quantified.at[i],
                                         b = same->quantified.at[i];

        if (a.all != b.all ||
            found->ltl.nodes.at[a.path].op != same->ltl.nodes.at[b.path].op)
            fail_msg("it is not %s", wanted);
    }
    assert_int_equal(found->ltl.nodes.at[found->sought].op,
                     same->ltl.nodes.at[same->sought].op);
    temporal_destroy(same);
    properties_free(&list);
    net_destroy(net);
}

static void expect_beyond(const char *formula)
{
    struct net *net = test_net(NET);
    properties_list list = {0};
    struct diag diag = {0};

    assert_true(read_formula(net, formula, &list, &diag));
    assert_null(list.at[0].question);
    assert_null(list.at[0].formula);
    properties_free(&list);
    net_destroy(net);
}

static void conditions_are_about_some_all_or_the_first_marking(void **state)
{
    (void)state;
    expect(EF(STATE), QUESTION_EF, "EF p >= 1");
    /* Of AG it is the negation. */
    expect(AG(STATE), QUESTION_AG, "EF p <= 0");
    expect(AG(EF(STATE)), QUESTION_AG_EF, "EF p >= 1");
    expect(STATE, QUESTION_EF, "EF true");
    expect("<possibility>" STATE "</possibility>", QUESTION_EF, "EF p >= 1");
    expect("<invariant>" STATE "</invariant>", QUESTION_AG, "EF p <= 0");
    expect("<impossibility>" STATE "</impossibility>", QUESTION_AG,
           "EF p >= 1");
}

static void combinations_of_one_kind_are_understood(void **state)
{
    (void)state;
    expect(NOT(AG(STATE)), QUESTION_EF, "EF p <= 0");
    expect(NOT(EF(STATE)), QUESTION_AG, "EF p >= 1");
    expect(NOT(NOT(EF(STATE))), QUESTION_EF, "EF p >= 1");
    expect(EF(EF(STATE)), QUESTION_EF, "EF p >= 1");
    expect("<impossibility>" AG(STATE) "</impossibility>", QUESTION_AG_EF,
           "EF p <= 0");
    expect(AG(AG(STATE)), QUESTION_AG, "EF p <= 0");
    expect(OR(EF(STATE), EF(OTHER)), QUESTION_EF, "EF p >= 1 or fireable(u)");
    expect(AND(AG(STATE), AG(OTHER)), QUESTION_AG,
           "EF p <= 0 or not fireable(u)");
}

static void other_temporal_formulas_are_beyond(void **state)
{
    (void)state;
    expect_beyond("<all-paths>" AND("<finally>" EF(STATE) "</finally>",
                                    "<next>" STATE "</next>") "</all-paths>");
    expect_beyond("<all-paths><next>" STATE OTHER "</next></all-paths>");
    expect_beyond("<exists-path><until><before>" STATE OTHER
                  "</before><reach>" OTHER "</reach></until></exists-path>");
}

static void quantifiers_may_be_under_others(void **state)
{
    (void)state;
    expect_ctl(AND(EF(STATE), EF(OTHER)), "(EF p) and EF fireable(u)");
    expect_ctl(OR(AG(STATE), AG(OTHER)), "(AG p) or AG fireable(u)");
    expect_ctl(AND(EF(STATE), AG(OTHER)), "(EF p) and A[] fireable(u)");
    expect_ctl(AND(STATE, EF(OTHER)), "p and EF fireable(u)");
    expect_ctl(AND(AG(EF(STATE)), OTHER), "(AG EF p) and fireable(u)");
    expect_ctl(EF(AG(STATE)), "EF AG p");
    expect_ctl("<exists-path><globally>" AG(STATE) "</globally></exists-path>",
               "EG AG p");
    expect_ctl("<all-paths><globally>" AND(STATE, EF(OTHER)) "</globally>"
                                                             "</all-paths>",
               "AG (p and EF fireable(u))");
    expect_ctl(AND(OR("<true/>", AG("<true/>")), EF(EF(AG(STATE)))),
               "true and EF EF AG p");
    expect_ctl("<implication>" EF(STATE) STATE "</implication>", "(EF p) -> p");
    expect_ctl("<exists-path><next><all-paths><next><true/></next></all-paths>"
               "</next></exists-path>",
               "EX AX true");
    expect_ctl("<all-paths><next>" EF("<false/>") "</next></all-paths>",
               "AX EF false");
    expect_ctl(
        NOT("<exists-path><until><before>" AG(
            STATE) "</before><reach>" OTHER "</reach></until></exists-path>"),
        "not E (AG p U fireable(u))");
}

static void what_holds_of_paths_is_sought(void **state)
{
    static const char ALL[] = "<all-paths>" AND(
        "<finally>" STATE "</finally>",
        "<globally><next>" OTHER "</next></globally>") "</all-paths>";
    static const char SOME[] =
        "<exists-path><until><before>" STATE
        "</before><reach>" NOT(STATE) "</reach></until></exists-path>";
    struct net *net = test_net(NET);
    properties_list list = {0};
    struct diag diag = {0};

    (void)state;
    assert_true(read_formula(net, ALL, &list, &diag));
    assert_true(read_formula(net, SOME, &list, &diag));
    assert_ptr_equal(list.at[0].question, question_of_path(QUESTION_ALL_PATHS));
    assert_int_equal(list.at[0].temporal->atoms.len, 2);
    assert_ptr_equal(list.at[1].question, question_of_path(QUESTION_SOME_PATH));
    assert_int_equal(list.at[1].temporal->atoms.len, 1);
    properties_free(&list);
    net_destroy(net);
}

static void conditions_have_connectives_and_sums(void **state)
{
    (void)state;
    expect(EF("<implication>" STATE OTHER "</implication>"), QUESTION_EF,
           "EF p <= 0 or fireable(u)");
    expect(EF("<integer-lt>" QR ONE "</integer-lt>"), QUESTION_EF,
           "EF q + r <= 0");
    expect(EF("<integer-gt>" QR ONE "</integer-gt>"), QUESTION_EF,
           "EF q + r >= 2");
    expect(EF("<integer-ge><integer-difference>" P QR
              "</integer-difference>" ONE "</integer-ge>"),
           QUESTION_EF, "EF p - q - r >= 1");
    expect(EF("<integer-ge><integer-sum>" P P "</integer-sum>" ONE
              "</integer-ge>"),
           QUESTION_EF, "EF 2*p >= 1");
    expect(EF("<is-fireable><transition> t </transition><transition>u"
              "</transition></is-fireable>"),
           QUESTION_EF, "EF fireable(t) or fireable(u)");
    expect(EF("<deadlock/>"), QUESTION_EF, "EF deadlock");
    expect(EF("<true/>"), QUESTION_EF, "EF true");
    expect(AG("<true/>"), QUESTION_AG, "EF false");
    expect(EF("<equivalence>" STATE OTHER "</equivalence>"), QUESTION_EF,
           "EF p >= 1 <-> fireable(u)");
    expect(EF("<exclusive-disjunction>" STATE OTHER "</exclusive-disjunction>"),
           QUESTION_EF, "EF p >= 1 xor fireable(u)");
}

static void a_bound_is_a_sum_of_places(void **state)
{
    struct net *net = test_net(NET);
    properties_list list = {0};
    struct diag diag = {0};

    (void)state;
    assert_true(read_formula(net,
                             "<place-bound><place>r</place><place>p</place>"
                             "<place>r</place></place-bound>",
                             &list, &diag));
    assert_int_equal(list.len, 1);
    assert_ptr_equal(list.at[0].question, question_find("bounds"));
    assert_null(list.at[0].formula);
    assert_int_equal(list.at[0].sum.terms.len, 2);
    assert_int_equal(list.at[0].sum.terms.at[0].place, 0);
    assert_int_equal(list.at[0].sum.terms.at[1].factor, 2);
    properties_free(&list);
    net_destroy(net);
}

static void refuse(const char *formula, const char *why)
{
    struct net *net = test_net(NET);
    properties_list list = {0};
    struct diag diag = {0};

    assert_false(read_formula(net, formula, &list, &diag));
    assert_int_equal(diag.code, DIAG_INPUT);
    assert_int_equal(diag.line, 1);
    assert_true(diag.column > 1);
    if (!strstr(diag.text, why))
        fail_msg("%s: %s, not %s", formula, diag.text, why);
    properties_free(&list);
    net_destroy(net);
}

static void errors_have_a_position(void **state)
{
    (void)state;
    refuse("", "needs one condition");
    refuse(STATE STATE, "needs one condition");
    refuse(P, "needs one condition");
    refuse(NOT(STATE STATE), "one condition");
    refuse(NOT(P), "one condition");
    refuse("<conjunction/>", "conditions");
    refuse(AND(P, STATE), "conditions");
    refuse("<implication>" STATE "</implication>", "two conditions");
    refuse("<exists-path>" P "</exists-path>", "one condition");
    refuse("<until>" P "</until>", "conditions");
    refuse("<integer-le>" P "</integer-le>", "two numbers");
    refuse("<integer-le>" P STATE "</integer-le>", "two numbers");
    refuse("<integer-sum/>", "numbers of tokens");
    refuse("<is-fireable/>", "transitions");
    refuse("<is-fireable><transition>p</transition></is-fireable>", "'p'");
    refuse("<tokens-count><place>t</place></tokens-count>", "'t'");
    refuse("<integer-constant>1.5</integer-constant>", "no");
    refuse("<integer-constant>99999999999999999999</integer-constant>", "no");
    refuse("<magic/>", "<magic> is no part of a formula");
    refuse("<place-bound>" STATE "</place-bound>", "numbers of tokens");
}

static void refuse_file(const char *text, const char *why)
{
    struct net *net = test_net(NET);
    properties_list list = {0};
    struct diag diag = {0};

    assert_false(read_text(net, text, &list, &diag));
    assert_int_equal(diag.code, DIAG_INPUT);
    if (!strstr(diag.text, why))
        fail_msg("%s: %s, not %s", text, diag.text, why);
    properties_free(&list);
    net_destroy(net);
}

static void a_property_has_one_id_and_one_formula(void **state)
{
    (void)state;
    refuse_file("<pnml/>", "expected <property-set>, found <pnml>");
    refuse_file("<property-set><formula/></property-set>",
                "expected <property>, found <formula>");
    refuse_file("<property-set><property><id>a</id></property></property-set>",
                "without <formula>");
    refuse_file("<property-set><property><formula><true/></formula></property>"
                "</property-set>",
                "without <id>");
    refuse_file("<property-set><property><id>a</id><formula><true/></formula>"
                "<formula><true/></formula></property></property-set>",
                "a second <formula>");
    refuse_file("<property-set><property><id/></property></property-set>",
                "<id> holds no name");
    refuse_file("<property-set><property><id>a", "");
}

static void properties_keep_their_order(void **state)
{
    struct net *net = test_net(NET);
    properties_list list = {0};
    struct diag diag = {0};

    (void)state;
    assert_true(read_text(
        net,
        "<property-set>"
        "<property><formula>" EF(
            AG(STATE)) "</formula>"
                       "<id>b</id></property>"
                       "<property><id>a</id><tags><x/></tags>"
                       "<formula>" EF(
                           OTHER) "</formula></property>"
                                  "<property><id>c</id>"
                                  "<formula><deadlock/></formula></property>"
                                  "</property-set>",
        &list, &diag));
    assert_int_equal(list.len, 3);
    assert_string_equal(list.at[0].id, "b");
    assert_string_equal(list.at[1].id, "a");
    assert_ptr_equal(list.at[0].question, question_of_path(QUESTION_CTL));
    assert_ptr_equal(list.at[1].question, question_of_path(QUESTION_EF));
    assert_ptr_equal(list.at[2].question, question_of_path(QUESTION_EF));
    properties_free(&list);
    net_destroy(net);
}

MODULE(properties)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_are_about_some_all_or_the_first_marking),
        cmocka_unit_test(combinations_of_one_kind_are_understood),
        cmocka_unit_test(other_temporal_formulas_are_beyond),
        cmocka_unit_test(quantifiers_may_be_under_others),
        cmocka_unit_test(what_holds_of_paths_is_sought),
        cmocka_unit_test(conditions_have_connectives_and_sums),
        cmocka_unit_test(a_bound_is_a_sum_of_places),
        cmocka_unit_test(errors_have_a_position),
        cmocka_unit_test(a_property_has_one_id_and_one_formula),
        cmocka_unit_test(properties_keep_their_order),
    };

    return cmocka_run_group_tests_name("properties", tests, NULL, NULL);
}
