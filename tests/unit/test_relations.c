/* How the transitions of small nets are ordered, by complete prefixes. */
#include "occurrence/relations.h"

#include "engine/race/engines.h"
#include "net/after_net.h"
#include "run.h"

/* The relations of each transition to those up to it, as signs: + exclusive,
 * < before, > after, | concurrent, x interleaving. */
struct row {
    const char *net, *signs;
};

static const struct row rows[] = {
    /* a sequence: b is after a */
    {"p* q r | a: p > q | b: q > r", "+ >+"},
    /* a choice; a loop; a transition that never fires */
    {"p* q r | a: p > q | b: p > r", "+ ++"},
    {"p* q | a: p > q | b: q > p", "x xx"},
    {"p* q r | a: p > p | b: q > r", "x ++"},
    /* apart from each other, once and again and again */
    {"p* q r* s | a: p > q | b: r > s", "+ |+"},
    {"p* q | a: p > p | b: q > q", "x ++"},
    {"p* q* | a: p > p | b: q > q", "x |x"},
    /* both orders, but never in one step */
    {"p* q* r* s t u | a: p r > s u | b: q r > t u | c: u > r", "+ x+ xxx"},
    /* readers are concurrent; who takes what is read comes after, or not */
    {"p* q r* s c* | a: p ? c > q | b: r ? c > s", "+ |+"},
    {"p* q c* d | a: p ? c > q | b: c > d", "+ >+"},
    {"p* q c d* | a: p ? c > q | b: d > c", "+ <+"},
    /* concurrent in one branch, one after the other in another one */
    {"p* q r s t u v | a: p > q s | b: q > r | c: s > t | d: p > u | e: u > v",
     "+ >+ >|+ ++++ +++>+"},
    /* nothing but reads, or nothing at all: as often as one likes */
    {"p* q | a: ? p > | b: p > q", "x >+"},
    {"p* q | a: > | b: p > q", "x |+"},
};

static char sign(const struct relations *r, trans_id a, trans_id b)
{
    static const char signs[] = {[RELATIONS_EXCLUSIVE] = '+',
                                 [RELATIONS_BEFORE] = '<',
                                 [RELATIONS_AFTER] = '>',
                                 [RELATIONS_CONCURRENT] = '|',
                                 [RELATIONS_INTERLEAVING] = 'x'};

    return signs[relations_of(r, a, b)];
}

static void assert_symmetric(const struct relations *r)
{
    for (trans_id a = 0; a < r->n; a++)
        for (trans_id b = 0; b < a; b++) {
            const char one = sign(r, a, b), other = sign(r, b, a);

            if (one == '|')
                assert_true(
                    bits_has(r->order + (size_t)a * bits_words(r->n), b) &&
                    bits_has(r->order + (size_t)b * bits_words(r->n), a));
            assert_int_equal(other, one == '<' ? '>' : one == '>' ? '<' : one);
        }
}

static void begin(struct run *of, const char *text, enum dep_kind kind)
{
    struct net *const net = test_net(text);
    const struct engine_problem problem = {.unfolding.order = ORDER_FOATA,
                                           .unfolding.cutoffs = true,
                                           .output.prefix = true,
                                           .output.no_conflicts = true,
                                           .output.copies = true,
                                           .output.complete = true};

    run_begin(of, after_net(net), kind, problem);
    net_destroy(net);
    run_go(of, &prefix_engine);
    assert_int_equal(of->answer.stop, STOP_DONE);
}

static void check(const struct row *row, enum dep_kind kind)
{
    struct net *const net = test_net(row->net);
    struct relations r;
    struct run run;
    char found[80];
    uint32_t len = 0;

    begin(&run, row->net, kind);
    assert_true(relations_init(&r, net, &run.answer.prefix, NULL));
    assert_symmetric(&r);
    for (trans_id a = 0; a < r.n; a++) {
        if (a)
            found[len++] = ' ';
        for (trans_id b = 0; b <= a; b++)
            found[len++] = sign(&r, a, b);
    }
    found[len] = '\0';
    assert_string_equal(found, row->signs);
    relations_finish(&r);
    run_end(&run);
    net_destroy(net);
}

static void prefixes_show_how_transitions_are_ordered(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check(&rows[i], DEP_READ);
}

/* A token that comes back is a read, unless consuming is all that counts. */
static void the_relation_decides_about_loops(void **state)
{
    static const char net[] = "p* q* r* s t | a: p r > r s | b: q r > r t";

    (void)state;
    check(&(struct row){net, "+ |+"}, DEP_READ);
    check(&(struct row){net, "+ x+"}, DEP_CLASSIC);
}

static bool at_once(void *self)
{
    (void)self;
    return true;
}

static void it_stops_when_it_is_to(void **state)
{
    const struct stop stop = {.is_due = at_once};
    struct net *const net = test_net(rows[0].net);
    struct relations r;
    struct run run;

    (void)state;
    begin(&run, rows[0].net, DEP_READ);
    assert_false(relations_init(&r, net, &run.answer.prefix, &stop));
    assert_null(r.order);
    assert_null(r.concurrent.at);
    run_end(&run);
    net_destroy(net);
}

static void kinds_have_words(void **state)
{
    (void)state;
    assert_string_equal(relations_word(RELATIONS_BEFORE), "before");
    assert_string_equal(relations_word(RELATIONS_AFTER), "after");
    assert_string_equal(relations_word(RELATIONS_INTERLEAVING), "interleaving");
}

MODULE(relations)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prefixes_show_how_transitions_are_ordered),
        cmocka_unit_test(the_relation_decides_about_loops),
        cmocka_unit_test(it_stops_when_it_is_to),
        cmocka_unit_test(kinds_have_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
