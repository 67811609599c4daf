/* Unit tests of ctl_laws.c. */
#include "question/temporal.h"

#include "question/formula_parser.h"
#include "test.h"

/* What is left: so many quantified parts, so many atoms. */
static void what_the_beginning_shows_is_left_out(void **state)
{
    static const struct {
        const char *formula;
        uint32_t n_parts, n_atoms;
        bool holds; /* if no part is left */
    } cases[] = {
        {"a and E G (E F b)", 2, 1, false},
        {"b and E G (E F b)", 0, 0, false},
        {"a or E X b", 0, 0, true},
        {"E (b U a)", 0, 0, true},
        {"E (b U (c and E X a))", 0, 0, false},
        {"A (a R (a or E X b))", 0, 0, true},
        {"E (a U (b and E X a))", 2, 2, false},
        {"E G (a + b >= 0 or E X b)", 0, 0, true},
        {"E F (E X (a + b >= 3))", 0, 0, false},
        {"A X (a + b <= 2)", 0, 0, true},
        {"E X (a + b <= 2)", 1, 0, false},
        {"(E X b) and not E F (a + b >= 3)", 1, 1, false},
        {"(E X b) and E F c", 1, 1, false},
        {"A X b", 1, 1, false},
        {"E X (b and E F c)", 2, 2, false},
        {"E X (c and E F c)", 2, 1, false},
        {"A X (a or A F c)", 2, 2, false},
        {"E X E F c", 1, 1, false},
        {"A X A F b", 1, 1, false},
        {"not A X (not E F c)", 1, 1, false},
        {"A X E F c", 2, 1, false},
        {"E X E F a", 2, 1, false},
        {"E X E G a", 1, 1, false},
        {"A X A (b R a)", 1, 2, false},
        {"E X E (b R a)", 1, 2, false},
        {"E X E X c", 2, 1, false},
    };
    struct net *const net = test_net("a* b c | t: a > b | u: b > c | v: >");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct temporal *const left =
            ctl_laws_begin(temporal_trim(test_ctl(net, cases[i].formula)), net);

        if (left->quantified.len != cases[i].n_parts ||
            left->atoms.len != cases[i].n_atoms ||
            (!cases[i].n_parts &&
             left->sought != (cases[i].holds ? LTL_YES : LTL_NO)))
            fail_msg("of '%s' something else is left: %u parts, %u atoms",
                     cases[i].formula, left->quantified.len, left->atoms.len);
        temporal_destroy(left);
    }
    net_destroy(net);
}

MODULE(ctl_laws)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_beginning_shows_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
