#include "proof/reduction/reduction_rule.h"
#include "test.h"

/* A step, and why it is not allowed; NULL: it is. */
struct row {
    const char *net, *visible;
    char keeps; /* 'd': deadlocks, 'm': markings, 's': safety, 'w': words but
                   for repetitions, 'x': words, ' ': neither */
    enum reduction_rule rule;
    const char *a, *b, *places;
    const char *why;
};

static const struct row rows[] = {
    /* dead */
    {"p q r* | t: p > q | u: q > p | v: r >", "", 'd', REDUCTION_DEAD, NULL,
     NULL, "p q", NULL},
    {"p q* | t: p > q | u: q > p", "", 'd', REDUCTION_DEAD, NULL, NULL, "p q",
     "place 'q' is marked"},
    {"p q r* | t: r > q | u: q > p", "", 'd', REDUCTION_DEAD, NULL, NULL, "p q",
     "place 'q' has a producer that needs none of the places"},
    {"p q r* | t: r ? p > q | u: q > p", "", 'd', REDUCTION_DEAD, NULL, NULL,
     "p q", NULL},
    {"p* | t: p >", "", 'd', REDUCTION_DEAD, NULL, NULL, "",
     "it names no place"},

    /* constant */
    {"p* q* | t: q ? p >", "p", 'd', REDUCTION_CONSTANT, "p", NULL, "", NULL},
    {"p q* | t: q ? p >", "", 'd', REDUCTION_CONSTANT, "p", NULL, "",
     "place 'p' is not marked"},
    {"p* q* | t: q p >", "", 'd', REDUCTION_CONSTANT, "p", NULL, "",
     "place 'p' is consumed"},
    {"p* q* | t: q > p", "", 's', REDUCTION_CONSTANT, "p", NULL, "",
     "the question is about safety, and the step may hide a second token"},
    {"p* q* | t: q > p", "", 'd', REDUCTION_CONSTANT, "p", NULL, "", NULL},

    /* dominated */
    {"p* q r* | t: p ? r > q | u: p > q", "", 'm', REDUCTION_DOMINATED, "t",
     "u", "", NULL},
    {"p* q r* | t: p ? r > q | u: p > q", "", 'm', REDUCTION_DOMINATED, "u",
     "t", "",
     "the other transition reads a place that the removed one does not read"},
    {"p* q r* | t: p > q | u: p > r", "", 'm', REDUCTION_DOMINATED, "t", "u",
     "", "the two transitions change different places"},
    {"p* q r* | t: p > q | u: r > q", "", 'm', REDUCTION_DOMINATED, "t", "u",
     "", "the two transitions change different places"},
    {"p* q r* | t: p > q | u: p > q r", "", 'm', REDUCTION_DOMINATED, "t", "u",
     "", "the two transitions change different places"},
    {"p* q r* | t: p r > q | u: p > q", "", 'm', REDUCTION_DOMINATED, "t", "u",
     "", "the two transitions change different places"},
    {"p* q | t: p > q", "", 'm', REDUCTION_DOMINATED, "t", "t", "",
     "there is no other transition"},
    {"p* q | t: p > q", "", 'm', REDUCTION_DOMINATED, "t", NULL, "",
     "there is no other transition"},

    /* neutral */
    {"p* | t: ? p >", "p", ' ', REDUCTION_NEUTRAL, "t", NULL, "", NULL},
    {"p* | t: ? p >", "p", 'd', REDUCTION_NEUTRAL, "t", NULL, "",
     "there is no other transition"},
    {"p* | t: ? p >", "p", 'm', REDUCTION_NEUTRAL, "t", "t", "",
     "there is no other transition"},
    {"p* q | t: ? p > | u: p > q", "p", 'd', REDUCTION_NEUTRAL, "t", "u", "",
     NULL},
    {"p* q | t: ? p > | u: p > q", "p", 'w', REDUCTION_NEUTRAL, "t", "u", "",
     "the question is about runs"},
    {"p* q | t: ? p > | u: p q >", "p", 'd', REDUCTION_NEUTRAL, "t", "u", "",
     "the other transition needs a place that the removed one does not need"},
    {"p* q | t: ? p > | u: p ? q >", "p", 'd', REDUCTION_NEUTRAL, "t", "u", "",
     "the other transition needs a place that the removed one does not need"},
    {"p* q | t: p > | u: p >", "", ' ', REDUCTION_NEUTRAL, "t", "u", "",
     "the transition changes a place"},
    {"p* q | t: > q | u: p >", "", ' ', REDUCTION_NEUTRAL, "t", "u", "",
     "the transition changes a place"},

    /* sink */
    {"p* q | t: p > q", "", 'd', REDUCTION_SINK, "q", NULL, "", NULL},
    {"p* q | t: p > q", "q", ' ', REDUCTION_SINK, "q", NULL, "",
     "place 'q' matters to the question"},
    {"p* q | t: p > q | u: q >", "", 'd', REDUCTION_SINK, "q", NULL, "",
     "place 'q' is consumed or read"},
    {"p* q | t: p > q | u: ? q >", "", 'd', REDUCTION_SINK, "q", NULL, "",
     "place 'q' is consumed or read"},
    {"p* q | t: p > q", "", 's', REDUCTION_SINK, "q", NULL, "",
     "the question is about safety, and the step may hide a second token"},

    /* redundant */
    {"p q r* | t: r > p q | u: p q > r", "q", 'm', REDUCTION_REDUNDANT, "p",
     NULL, "q", NULL},
    {"p q r* | t: r > p q | u: p q > r", "q", 's', REDUCTION_REDUNDANT, "p",
     NULL, "q", NULL},
    {"p* q r* | t: r > q | u: p q > r", "q", 's', REDUCTION_REDUNDANT, "p",
     NULL, "q", "a transition puts a token on the other places alone"},
    {"p* q r* | t: r > q | u: q > r | v: p q >", "", 'm', REDUCTION_REDUNDANT,
     "p", NULL, "q", "a transition puts a token on the other places alone"},
    {"p q r* | t: r > p q | u: p q > r | v: p > r", "", 'm',
     REDUCTION_REDUNDANT, "p", NULL, "q",
     "a transition takes a token from the place alone"},
    {"p q* r* | t: r > p q | u: p q > r", "", 'm', REDUCTION_REDUNDANT, "p",
     NULL, "q", "the other places have more tokens"},
    {"p q r* | t: r > p q | u: p q > r | v: r ? p >", "", 'm',
     REDUCTION_REDUNDANT, "p", NULL, "q",
     "a transition needs the place and none of the others"},
    {"p q r* | t: r > p q | u: p q > r", "p", 'm', REDUCTION_REDUNDANT, "p",
     NULL, "q", "place 'p' matters to the question"},
    {"p q r* | t: r > p q | u: p q > r", "", 'm', REDUCTION_REDUNDANT, "p",
     NULL, "p", "the places that imply the place are missing"},
    {"p q r* | t: r > p q | u: p q > r", "", 'm', REDUCTION_REDUNDANT, "p",
     NULL, "", "the places that imply the place are missing"},
    {"p q r s* | t: s > p q | x: q > r | u: p r > s", "", 'm',
     REDUCTION_REDUNDANT, "p", NULL, "q r", NULL},
    {"p* q s* | t: q > s | u: p s > p", "", 's', REDUCTION_REDUNDANT, "p", NULL,
     "q", "a transition needs the place and none of the others"},
    {"p* q r* | t: r > p | u: p q >", "", 's', REDUCTION_REDUNDANT, "p", NULL,
     "q", "the question is about safety, and the step may hide a second token"},

    /* read */
    {"p q r* | t: r > p q | u: p q > r | v: q ? p > | w: p q >", "p q", 'm',
     REDUCTION_READ, "v", "p", "q", NULL},
    {"p q r* | t: r > q | u: p q > r | v: ? p q >", "p q", 'm', REDUCTION_READ,
     "v", "p", "q", "a transition puts a token on the other places alone"},
    {"p q r* | t: r > p q | u: p q > r | v: ? p q > | w: p q >", "p q", 'm',
     REDUCTION_READ, "v", "p", "q", NULL},
    {"p q r* | t: r > p q | u: p q > r | v: r ? p > | w: p q >", "p q", 'm',
     REDUCTION_READ, "v", "p", "q",
     "a transition needs the place and none of the others"},
    {"p q r* | t: r > p q | u: p q > r | v: r ? q > | w: p q >", "p q", 'm',
     REDUCTION_READ, "v", "p", "q", "the transition does not read the place"},

    /* slice */
    {"p* q* r s | t: p > r | u: q > s | v: s >", "r", ' ', REDUCTION_SLICE,
     NULL, NULL, "q s", NULL},
    {"p* q* r s | t: p > r | u: q > s | v: s >", "r", 'd', REDUCTION_SLICE,
     NULL, NULL, "q s", "the question is about deadlocks"},
    {"p* q* r s | t: p > r | u: q > s | v: s >", "r", 'm', REDUCTION_SLICE,
     NULL, NULL, "q s", "the question is about deadlocks"},
    {"p* q* r s | t: p > r | u: q > s | v: s >", "r", 'w', REDUCTION_SLICE,
     NULL, NULL, "q s", "the question is about runs"},
    {"p* q* r s | t: p > r | u: q > s | v: s >", "s", ' ', REDUCTION_SLICE,
     NULL, NULL, "q s", "place 's' matters to the question"},
    {"p* q* r s | t: p ? s > r | u: q > s", "r", ' ', REDUCTION_SLICE, NULL,
     NULL, "q s",
     "place 's' is needed by a transition that changes a place that is kept"},
    {"p* q* r s | t: p > r | u: q > s | v: s > r", "r", ' ', REDUCTION_SLICE,
     NULL, NULL, "q s",
     "place 's' is needed by a transition that changes a place that is kept"},
    {"p* q* r s | t: p > r s | u: q > s", "r", ' ', REDUCTION_SLICE, NULL, NULL,
     "q s", NULL},
    {"p* | t: p >", "", ' ', REDUCTION_SLICE, NULL, NULL, "",
     "it names no place"},

    /* post */
    {"a* p b | h: a > p | f: p > b", "a", 'd', REDUCTION_POST, "p", NULL, "",
     NULL},
    {"a* p b | h: a > p | f: p > b", "a", 's', REDUCTION_POST, "p", NULL, "",
     NULL},
    {"a* p b | h: a > p | f: p >", "a", 's', REDUCTION_POST, "p", NULL, "",
     "the question is about safety, and the step may hide a second token"},
    {"a* p b | h: a > p | f: p > b", "a", 'm', REDUCTION_POST, "p", NULL, "",
     "the question is about what is dead where"},
    {"a* p b | h: a > p | f: p > b", "a", 'w', REDUCTION_POST, "p", NULL, "",
     NULL},
    {"a* p b | h: a > p | f: p > b", "a", 'x', REDUCTION_POST, "p", NULL, "",
     "the question is about runs"},
    {"a* p b | h: a > p | f: p > b", "p", ' ', REDUCTION_POST, "p", NULL, "",
     "place 'p' matters to the question"},
    {"a* p b | h: a > p | f: p > b", "b", ' ', REDUCTION_POST, "p", NULL, "",
     "a transition that consumes the place changes one that matters to the "
     "question"},
    {"a p* b | h: a > p | f: p > b", "", 'd', REDUCTION_POST, "p", NULL, "",
     "place 'p' is marked"},
    {"a* p b | h: a > p | f: p > b | r: b ? p >", "", 'd', REDUCTION_POST, "p",
     NULL, "", "place 'p' is read"},
    {"a* p b | h: a > p", "", 'd', REDUCTION_POST, "p", NULL, "",
     "place 'p' is not consumed"},
    {"a* p b | h: a > p | f: p b >", "", 'd', REDUCTION_POST, "p", NULL, "",
     "a transition that consumes the place needs more"},
    {"a* p b | h: a > p | f: p ? b >", "", 'd', REDUCTION_POST, "p", NULL, "",
     "a transition that consumes the place needs more"},
    {"a* p b | h: a > p b | f: p > b", "", 'd', REDUCTION_POST, "p", NULL, "",
     "the two transitions of a pair share a place"},
    {"a* p b* | h: a ? b > p | f: p > b", "", 'd', REDUCTION_POST, "p", NULL,
     "", "the two transitions of a pair share a place"},
    {"a* c* d* p | h: a > p | i: c > p | j: d > p | f: p > a | g: p > c", "",
     'd', REDUCTION_POST, "p", NULL, "",
     "place 'p' has too many producers and consumers"},

    /* pre */
    {"a* p b* c | h: a > p | f: p b > c", "c", 'd', REDUCTION_PRE, "p", NULL,
     "", NULL},
    {"a* p b* c | h: a > p | f: p b > c", "c", 's', REDUCTION_PRE, "p", NULL,
     "", NULL},
    {"a* p b* c g* | h: a ? g > p | f: p b > c", "c", 'd', REDUCTION_PRE, "p",
     NULL, "", NULL},
    {"a* p b* c g* | h: a ? g > p | f: p b > c | u: g >", "c", 'd',
     REDUCTION_PRE, "p", NULL, "", "place 'g' is read and may lose its token"},
    {"a* p b* c g | h: a ? g > p | f: p b > g", "c", 'd', REDUCTION_PRE, "p",
     NULL, "", "the two transitions of a pair share a place"},
    {"a* p b* c | h: a > p | f: p b > c", "a", ' ', REDUCTION_PRE, "p", NULL,
     "", "place 'a' matters to the question"},
    {"a* p b* c | h: a > p | f: p b > c | u: a >", "", 'd', REDUCTION_PRE, "p",
     NULL, "", "place 'a' is needed by another transition"},
    {"a* p b* c | h: a > p | f: p b > c | u: b ? a >", "", 'd', REDUCTION_PRE,
     "p", NULL, "", "place 'a' is needed by another transition"},
    {"a* p b* c | h: a > p c | f: p b >", "", 'd', REDUCTION_PRE, "p", NULL, "",
     "the producer does not move one token"},
    {"a* p b* c* | h: a c > p | f: p b >", "", 'd', REDUCTION_PRE, "p", NULL,
     "", "the producer does not move one token"},
    {"a* p b* c* | h: a > p | i: c > p | f: p b >", "", 'd', REDUCTION_PRE, "p",
     NULL, "", "place 'p' has not one producer"},

    /* cycle */
    {"p* q c d* | t: p > q | u: q > p | v: q d > c", "c", 'd', REDUCTION_CYCLE,
     "p", NULL, "q", NULL},
    {"p* q c d* | t: p > q | u: q > p | v: q d > c", "c", 's', REDUCTION_CYCLE,
     "p", NULL, "q", NULL},
    {"p* q r | t: p > q | u: q > r | v: r > p | w: q >", "", 'd',
     REDUCTION_CYCLE, "p", NULL, "q r", NULL},
    {"p* q r | t: p > q | u: q > p | v: q > r | w: r > q", "", 'd',
     REDUCTION_CYCLE, "p", NULL, "q r", NULL},
    {"p* q | t: p > q | u: q > p", "", 'm', REDUCTION_CYCLE, "p", NULL, "q",
     "the question is about what is dead where"},
    {"p* q | t: p > q | u: q > p", "p", 'd', REDUCTION_CYCLE, "p", NULL, "q",
     "place 'p' matters to the question"},
    {"p* q | t: p > q | u: q > p", "q", 'd', REDUCTION_CYCLE, "p", NULL, "q",
     "place 'q' matters to the question"},
    {"p* q | t: p > q | u: q > p", "", 'd', REDUCTION_CYCLE, "p", NULL, "",
     "there are no other places"},
    {"p* q | t: p > q | u: q > p", "", 'd', REDUCTION_CYCLE, "p", NULL, "p",
     "there are no other places"},
    {"p q* | t: p > q | u: q > p", "", 'd', REDUCTION_CYCLE, "p", NULL, "q",
     "place 'q' is marked"},
    {"p* q | t: p > q", "", 'd', REDUCTION_CYCLE, "p", NULL, "q",
     "no moves lead from each of the places to each other"},
    {"p* q | t: q > p", "", 'd', REDUCTION_CYCLE, "p", NULL, "q",
     "no moves lead from each of the places to each other"},
    {"p* q g* | t: p > q | u: q ? g > p", "", 'd', REDUCTION_CYCLE, "p", NULL,
     "q", "no moves lead from each of the places to each other"},
    {"p* q g* | t: p > q | u: q g > p", "", 'd', REDUCTION_CYCLE, "p", NULL,
     "q", "no moves lead from each of the places to each other"},
    {"p* q g | t: p > q g | u: q > p", "", 'd', REDUCTION_CYCLE, "p", NULL, "q",
     "no moves lead from each of the places to each other"},
    {"p* q r s | t: p > q | u: q > r | w: r > p | v: q r > s", "", 'd',
     REDUCTION_CYCLE, "p", NULL, "q r",
     "place 'q' has a transition that uses two of the places"},
    {"p* q r | t: p > q | u: q > p | v: p q > r", "", 'd', REDUCTION_CYCLE, "p",
     NULL, "q", "has a transition that uses two of the places"},
    {"p* q r* | t: p > q | u: q > p | v: r > p q", "", 'd', REDUCTION_CYCLE,
     "p", NULL, "q", "has a transition that uses two of the places"},
    {"p* q r | t: p > q | u: q > p | v: ? p q > r", "", 'd', REDUCTION_CYCLE,
     "p", NULL, "q", "has a transition that uses two of the places"},
    {"p* q r | t: p > q | u: q > p | v: p ? q > r", "", 'd', REDUCTION_CYCLE,
     "p", NULL, "q", "has a transition that uses two of the places"},
    {"p* q r* | t: p > q | u: q > p | v: r ? p > q", "", 'd', REDUCTION_CYCLE,
     "p", NULL, "q", "has a transition that uses two of the places"},

    /* form */
    {"p* | t: p >", "", 'd', REDUCTION_OVERFLOW, "t", NULL, "",
     "the transition does not put two tokens on a place"},
    {"p* | t: p >", "", 'd', REDUCTION_SINK, NULL, NULL, "",
     "a node of it does not exist"},
    {"p* | t: p >", "", 'd', REDUCTION_NEUTRAL, NULL, NULL, "",
     "a node of it does not exist"},
};

static bool is_of_trans(enum reduction_rule rule)
{
    return rule == REDUCTION_OVERFLOW || rule == REDUCTION_DOMINATED ||
           rule == REDUCTION_NEUTRAL || rule == REDUCTION_READ;
}

static uint32_t find(const struct net *net, const char *name, bool is_trans)
{
    struct diag diag = {0};

    if (!name)
        return UINT32_MAX;
    return is_trans ? net_find_trans(net, name, &diag)
                    : net_find_place(net, name, &diag);
}

/* The places in a text, which are in the order of the net. */
static uint32_t find_places(const struct net *net, const char *text,
                            place_id *places)
{
    char *copy = mem_text(text), *rest = copy;
    uint32_t n = 0;

    while (*rest) {
        char *name = rest;

        rest = test_cut(name, " ");
        places[n++] = find(net, name, false);
    }
    mem_free(copy);
    return n;
}

static bool is_as_expected(const struct row *row)
{
    struct net *net = test_net(row->net);
    struct reduction_keeps keeps;
    struct mutable_net m;
    place_id places[8], visible[8];
    struct reduction_step step = {
        .rule = row->rule,
        .a = find(net, row->a, is_of_trans(row->rule)),
        .b = find(net, row->b, row->rule != REDUCTION_READ),
        .len = find_places(net, row->places, places),
    };
    const uint32_t n_visible = find_places(net, row->visible, visible);
    char text[REDUCTION_RULE_TEXT] = "";
    bool good;

    reduction_keeps_init(&keeps, net);
    keeps.dead = row->keeps == 'd';
    keeps.markings = row->keeps == 'm';
    keeps.safe = row->keeps == 's';
    keeps.words = row->keeps == 'w'   ? REDUCTION_STUTTERED
                  : row->keeps == 'x' ? REDUCTION_WORDS
                                      : REDUCTION_NO_WORDS;
    for (uint32_t i = 0; i < n_visible; i++)
        bits_add(keeps.visible, visible[i]);
    mutable_net_init(&m, net);
    good = reduction_rule_check(&m, &keeps, &step, places, text);
    good = row->why ? !good && strstr(text, row->why) : good;
    if (!good)
        print_message("%s: %s: '%s'\n", row->net,
                      reduction_rule_rows[row->rule].name, text);
    mutable_net_finish(&m);
    reduction_keeps_finish(&keeps);
    net_destroy(net);
    return good;
}

static void each_condition_is_asked_for(void **state)
{
    uint32_t n_wrong = 0;

    (void)state;
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
        n_wrong += !is_as_expected(&rows[i]);
    assert_int_equal(n_wrong, 0);
}

static void each_rule_has_steps_of_both_kinds(void **state)
{
    (void)state;
    for (uint32_t rule = 0; rule < REDUCTION_RULES; rule++) {
        const struct reduction_rule_row *const row = &reduction_rule_rows[rule];
        uint32_t n_allowed = 0, n_refused = 0;

        assert_int_equal(reduction_rule_find(row->name, strlen(row->name)),
                         rule);
        for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if (rows[i].rule == rule)
                ++*(rows[i].why ? &n_refused : &n_allowed);
        /* weights_come_first() has those of nets with weights. */
        if (rule != REDUCTION_OVERFLOW)
            assert_true(n_allowed && n_refused);
    }
}

static void places_are_named_in_order_and_once(void **state)
{
    struct net *net = test_net("p q r* | t: r >");
    const place_id both[] = {0, 1}, twice[] = {0, 0}, back[] = {1, 0};
    const struct reduction_step step = {.rule = REDUCTION_DEAD, .len = 2};
    struct reduction_keeps keeps;
    struct mutable_net m;
    char text[REDUCTION_RULE_TEXT];

    (void)state;
    reduction_keeps_init(&keeps, net);
    mutable_net_init(&m, net);
    assert_true(reduction_rule_check(&m, &keeps, &step, both, text));
    assert_false(reduction_rule_check(&m, &keeps, &step, twice, text));
    assert_false(reduction_rule_check(&m, &keeps, &step, back, text));
    mutable_net_finish(&m);
    reduction_keeps_finish(&keeps);
    net_destroy(net);
}

static void weights_come_first(void **state)
{
    struct diag diag = {0};
    const struct net_where where = {"n", 1, 1};
    struct net_builder *b = net_builder_create();
    struct reduction_keeps keeps;
    struct mutable_net m;
    struct reduction_step step = {.rule = REDUCTION_SINK, .a = 1};
    char text[REDUCTION_RULE_TEXT];

    (void)state;
    (void)net_builder_place(b, "p", NULL, 1, where, &diag);
    (void)net_builder_place(b, "q", NULL, 0, where, &diag);
    (void)net_builder_trans(b, "t", NULL, where, &diag);
    net_builder_arc(b, GIVEN_CONSUME, 0, 0, 1);
    net_builder_arc(b, GIVEN_PRODUCE, 1, 0, 2);

    struct net *net = net_builder_finish(b);

    reduction_keeps_init(&keeps, net);
    mutable_net_init(&m, net);
    assert_int_equal(m.n_overflows, 1);
    assert_false(reduction_rule_check(&m, &keeps, &step, NULL, text));
    assert_non_null(strstr(text, "two tokens on a place is left"));
    step = (struct reduction_step){.rule = REDUCTION_OVERFLOW, .a = 0};
    assert_true(reduction_rule_check(&m, &keeps, &step, NULL, text));
    keeps.safe = true;
    assert_false(reduction_rule_check(&m, &keeps, &step, NULL, text));
    mutable_net_finish(&m);
    reduction_keeps_finish(&keeps);
    net_destroy(net);
}

MODULE(reduction_rule)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_condition_is_asked_for),
        cmocka_unit_test(each_rule_has_steps_of_both_kinds),
        cmocka_unit_test(places_are_named_in_order_and_once),
        cmocka_unit_test(weights_come_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
