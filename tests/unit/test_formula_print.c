/* Unit tests of formula_print.c: the text of a part, read again, gives a
 * formula with the same text. */
#include "test.h"

#include "question/formula_parser.h"

/* A net with the places p and q, and a transition from one to the other. */
static struct net *make_net(void)
{
    struct net_builder *const b = net_builder_create();
    const struct net_where nowhere = {0};
    struct diag diag = {0};
    const place_id p = net_builder_place(b, "p", NULL, true, nowhere, &diag);
    const place_id q = net_builder_place(b, "q", NULL, false, nowhere, &diag);
    const trans_id t = net_builder_trans(b, "t", NULL, nowhere, &diag);

    (void)net_builder_trans(b, "endless", NULL, nowhere, &diag);
    net_builder_arc(b, GIVEN_CONSUME, p, t, 1);
    net_builder_arc(b, GIVEN_PRODUCE, q, t, 1);
    return net_builder_finish(b);
}

/* The last quantified part of a formula of CTL, as text. */
static char *last_part(const struct net *net, const char *formula)
{
    struct temporal *const temporal = temporal_trim(test_ctl(net, formula));
    text_buffer text = {0};
    char *result;

    formula_print_quantified(temporal, net, temporal->quantified.len - 1,
                             &text);
    result = mem_text(text_end(&text));
    vec_free(&text);
    temporal_destroy(temporal);
    return result;
}

static void parts_have_their_text(void **state)
{
    static const char *const cases[][2] = {
        {"E F (A X p)", "E F A X (\"p\" >= 1)"},
        {"E G (E X q)", "E G E X (\"q\" >= 1)"},
        {"A (p U (E X q))", "A ((\"p\" >= 1) U E X (\"q\" >= 1))"},
        {"E ((A X p) R q)", "E (A X (\"p\" >= 1) R (\"q\" >= 1))"},
        {"E F (p and (E X q))", "E F (E X (\"q\" >= 1) and (\"p\" >= 1))"},
        {"E F (p or not (E X q))", NULL},
        {"A G (p -> (A F (E X q)))", NULL},
        {"E (p W (A X q))", NULL},
        {"A (p M (A X (E X q)))", NULL},
    };
    struct net *const net = make_net();

    (void)state;
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *const text = last_part(net, cases[i][0]);
        char *const again = last_part(net, text);
        char *const third = last_part(net, again); /* "not p" is a sum now */

        if (cases[i][1])
            assert_string_equal(text, cases[i][1]);
        assert_string_equal(again, third);
        mem_free(text);
        mem_free(again);
        mem_free(third);
    }
    net_destroy(net);
}

/* By the flags of atoms, and by the table in temporal.c. */
static void quantified_parts_are_shortened(void **state)
{
    static const char *const cases[][2] = {
        {"E F (E F q)", "E F (\"q\" >= 1)"},
        {"E (p U (E F q))", "E F (\"q\" >= 1)"},
        {"A (p U (E F q))", "E F (\"q\" >= 1)"},
        {"A F (not A G q)", "not A G (\"q\" >= 1)"},
        {"A (p R (A G q))", "A G (\"q\" >= 1)"},
        {"E G (A G q)", "A G (\"q\" >= 1)"},
        {"E F (A (p U (E (p U q))))", "E F (\"q\" >= 1)"},
        {"A G (E (p R q))", "A G (\"q\" >= 1)"},
        {"A F (A (p U q))", "A F (\"q\" >= 1)"},
        {"A F (E (p U q))", "A F E ((\"p\" >= 1) U (\"q\" >= 1))"},
        {"E G (E (p R q))", "E G (\"q\" >= 1)"},
        {"E G (A (p R q))", "E G A ((\"p\" >= 1) R (\"q\" >= 1))"},
        {"A (p U (A F q))", "A F (\"q\" >= 1)"},
        {"E (p U (A F q))", "E ((\"p\" >= 1) U A F (\"q\" >= 1))"},
        {"E (p R (E G q))", "E G (\"q\" >= 1)"},
        {"A (p R (E G q))", "A ((\"p\" >= 1) R E G (\"q\" >= 1))"},
        {"E (p U (E (p U q)))", "E ((\"p\" >= 1) U (\"q\" >= 1))"},
        {"E (p U (A (p U q)))",
         "E ((\"p\" >= 1) U A ((\"p\" >= 1) U (\"q\" >= 1)))"},
        {"A (p R (A (p R q)))", "A ((\"p\" >= 1) R (\"q\" >= 1))"},
        {"E G (E F q)", "E G E F (\"q\" >= 1)"},
        {"A F (A G q)", "A F A G (\"q\" >= 1)"},
    };
    struct net *const net = make_net();

    (void)state;
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char formula[128], wanted[128];
        char *text;

        (void)snprintf(formula, sizeof formula, "E X (%s)", cases[i][0]);
        (void)snprintf(wanted, sizeof wanted, "E X %s", cases[i][1]);
        text = last_part(net, formula);
        assert_string_equal(text, wanted);
        mem_free(text);
    }
    net_destroy(net);
}

MODULE(formula_print)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantified_parts_are_shortened),
        cmocka_unit_test(parts_have_their_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
