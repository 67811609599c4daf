/* Boolean networks: a variable can change exactly where its function has the
 * other value, and what a transition reads is a prime implicant. */
#include "formats/net/registry.h"
#include "net/marking.h"
#include "random.h"
#include "same_net.h"
#include "test.h"

#include "base/text.h"

#include <unistd.h>

enum { N = 5, STATES = 1 << N };

/* Bit s: the value at state s, of which bit v is variable v. */
typedef uint32_t truth;

static truth variable_truth(uint32_t v)
{
    truth f = 0;

    for (uint32_t s = 0; s < STATES; s++)
        f |= (truth)(s >> v & 1) << s;
    return f;
}

static void add(text_buffer *text, const char *word)
{
    text_add(text, word, strlen(word));
}

/* Writes an expression with this many operators, and returns its values. */
static truth random_factor(struct random *random, uint32_t size,
                           text_buffer *text)
{
    static const char *const ands[] = {"&", " & ", " && ", " and "};
    static const char *const ors[] = {"|", " | ", "||", " OR "};
    char name[] = "v0";
    truth f, g;

    if (!size && random_chance(random, 10)) {
        const bool value = random_chance(random, 50);

        add(text, value ? "true" : "0");
        return value ? ~(truth)0 : 0;
    }
    if (!size) {
        const uint32_t v = random_below(random, N);

        name[1] = (char)('0' + v);
        add(text, name);
        return variable_truth(v);
    }
    if (random_chance(random, 20)) {
        add(text, "!");
        add(text, "(");
        f = ~random_factor(random, size - 1, text);
        add(text, ")");
        return f;
    }
    const bool is_and = random_chance(random, 50);
    const uint32_t left = random_below(random, size),
                   way = random_below(random, 4);

    add(text, "(");
    f = random_factor(random, left, text);
    add(text, is_and ? ands[way] : ors[way]);
    g = random_factor(random, size - 1 - left, text);
    add(text, ")");
    return is_and ? f & g : f | g;
}

static struct net *read_text(const char *text, const char *initial,
                             struct diag *diag)
{
    const struct registry_options options = {.initial = initial};

    return registry_read_memory(text, strlen(text), "a.bnet", &options, diag);
}

static place_id value_place(const struct net *net, uint32_t v, bool value)
{
    char name[] = "v0=0";

    name[1] = (char)('0' + v);
    name[3] = (char)('0' + value);
    return net_find_place(net, name, NULL);
}

static void set_state(const struct net *net, uint32_t s, bits_word *m)
{
    bits_clear(m, marking_words(net));
    for (uint32_t v = 0; v < N; v++)
        bits_add(m, value_place(net, v, s >> v & 1));
    for (place_id p = 0; p < net_place_count(net); p++)
        if (net_place_label(net, p)[0] == 'q' &&
            strstr(net_place_label(net, p), "=1"))
            bits_add(m, p);
}

/* Is a transition enabled that changes the variable? */
static bool changes(const struct net *net, const bits_word *m, uint32_t v,
                    bool value)
{
    const place_id p = value_place(net, v, value);

    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (net_pre(net, t).at[0] == p && marking_enabled(net, m, t))
            return true;
    return false;
}

/* Does the function have the value in all states in which the transition could
 * fire without one of its reads (net_read().len: with all of them)? */
static bool implies(const struct net *net, trans_id t, uint32_t without,
                    truth f, uint32_t v, bool to)
{
    const struct net_place_span read = net_read(net, t);
    bits_word m[2];

    for (uint32_t s = 0; s < STATES; s++) {
        bool fits = (s >> v & 1) != to;

        set_state(net, s, m);
        for (uint32_t i = 0; i < read.len; i++)
            fits = fits && (i == without || bits_has(m, read.at[i]));
        if (fits && (f >> s & 1) != to)
            return false;
    }
    return true;
}

static void assert_prime(const struct net *net, trans_id t, const truth *f)
{
    const char *const label = net_place_label(net, net_pre(net, t).at[0]);
    const uint32_t v = (uint32_t)(label[1] - '0'), n = net_read(net, t).len;

    if (label[3] == '?')
        return;
    assert_true(implies(net, t, n, f[v], v, label[3] == '0'));
    for (uint32_t i = 0; i < n; i++)
        assert_false(implies(net, t, i, f[v], v, label[3] == '0'));
}

static void assert_written(const struct net *net)
{
    struct diag diag = {0};
    char path[40], why[300] = "";

    (void)snprintf(path, sizeof path, "test.%ld.bnet", (long)getpid());
    assert_true(registry_write(net, path, &diag));

    struct net *const back = registry_read(path, NULL, &diag);

    assert_string_equal(diag.text, "");
    assert_true(same_net(net, back, why, sizeof why));
    net_destroy(back);
    (void)unlink(path);
}

static void a_variable_changes_to_its_function(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 31);
    for (uint32_t i = 0; i < SWEEP(300); i++) {
        text_buffer text = {0};
        struct diag diag = {0};
        truth f[N];
        bits_word m[2];

        add(&text, i % 2 ? "Targets, Factors\n" : "# none\n");
        for (uint32_t v = 0; v < N; v++) {
            const char head[] = {'v', (char)('0' + v), ',', ' '};

            text_add(&text, head, sizeof head);
            f[v] = random_factor(&random, random_below(&random, 12), &text);
            for (uint32_t q = 0; q < 14 && i % 3 == 0; q++) {
                char more[32]; /* too many for a table; all true */

                if (i % 2)
                    (void)snprintf(more, sizeof more, " & q%u", q);
                else
                    (void)snprintf(more, sizeof more, " & (q%u | !q%u)", q, q);
                add(&text, more);
            }
            add(&text, v % 2 ? "\n" : " # a comment\r\n");
        }

        struct net *const net = read_text(text_end(&text), NULL, &diag);

        assert_string_equal(diag.text, "");
        for (uint32_t s = 0; s < STATES; s++) {
            set_state(net, s, m);
            for (uint32_t v = 0; v < N; v++)
                assert_int_equal(changes(net, m, v, s >> v & 1),
                                 (f[v] >> s & 1) != (s >> v & 1));
        }
        for (trans_id t = 0; t < net_trans_count(net) && i % 3; t++)
            assert_prime(net, t, f);
        assert_written(net);
        net_destroy(net);
        vec_free(&text);
    }
}

static void initial_values_are_given(void **state)
{
    static const char text[] = "v0, v1\nv1, v2\n";
    struct diag diag = {0};
    struct net *const net = read_text(text, " v2=1, v0=0", &diag);

    (void)state;
    assert_non_null(net);
    assert_int_equal(net_place_count(net), 7);
    assert_true(net_marked(net, value_place(net, 2, true)));
    assert_true(net_marked(net, value_place(net, 0, false)));
    assert_true(net_marked(net, net_find_place(net, "v1=?", NULL)));
    net_destroy(net);
}

static void wrong_values_are_refused(void **state)
{
    static const char *const wrong[][2] = {
        {"v0=2", "--initial: expected a variable and its value, found 'v0=2'; "
                 "it has values as in A=1,B=0"},
        {"v0", "--initial: expected a variable and its value, found 'v0'; it "
               "has values as in A=1,B=0"},
        {"w=1", "--initial: there is no variable 'w'"},
        {"v2=1", "--initial: there is no variable 'v2'; did you mean 'v0' or "
                 "'v1'?"},
        {"v0=1 v0=0", "--initial: two values for variable 'v0'; it has values "
                      "as in A=1,B=0"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct diag diag = {0};

        assert_null(read_text("v0, v1\n", wrong[i][0], &diag));
        assert_report(&diag, 0, wrong[i][1]);
    }
}

/* Of this function 2^20 products of literals are prime, and of its complement
 * 20. */
static void many_prime_implicants_are_refused(void **state)
{
    text_buffer text = {0};
    struct diag diag = {0};
    char part[64];

    (void)state;
    add(&text, "x, y\ny, ");
    for (uint32_t i = 0; i < 20; i++) {
        (void)snprintf(part, sizeof part, "%s(a%u | b%u)", i ? " & " : "", i,
                       i);
        add(&text, part);
    }
    add(&text, "\n");
    assert_null(read_text(text_end(&text), NULL, &diag));
    assert_report(&diag, 2,
                  "the function of 'y' has too many prime implicants");
    vec_free(&text);
}

/* Of x or a0 or ... or a2999 with x false: 3000 implicants, and one of the
 * complement with x true, and the 3001 variables are open. */
static void a_long_disjunction_has_an_implicant_for_each_literal(void **state)
{
    static const char *const forms[][3] = {
        {"x, x", " | a", ""},
        {"x, !(!x", " & !a", ")"},
    };

    (void)state;
    for (uint32_t form = 0; form < 2; form++) {
        text_buffer text = {0};
        struct diag diag = {0};
        struct net *net;
        char part[64];

        add(&text, forms[form][0]);
        for (uint32_t i = 0; i < 3000; i++) {
            (void)snprintf(part, sizeof part, "%s%u", forms[form][1], i);
            add(&text, part);
        }
        add(&text, forms[form][2]);
        net = read_text(text_end(&text), NULL, &diag);
        assert_string_equal(diag.text, "");
        assert_int_equal(net_trans_count(net), 3000 + 2 * 3001);
        assert_int_equal(net_read(net, net_find_trans(net, "x+(a7)", NULL)).len,
                         1);
        net_destroy(net);
        vec_free(&text);
    }
}

/* At least 7 of 14 variables are true: 3432 prime implicants, and 3003 of the
 * complement; none can be left out. */
static void many_prime_implicants_are_listed(void **state)
{
    text_buffer text = {0};
    struct diag diag = {0};
    struct net *net;

    (void)state;
    add(&text, "x, y\ny, 0");
    for (uint32_t chosen = 0; chosen < 1 << 14; chosen++) {
        const bits_word word = chosen;
        char part[64];

        if (bits_count(&word, 1) != 7)
            continue;
        add(&text, " | 1");
        for (uint32_t i = 0; i < 14; i++)
            if (chosen >> i & 1) {
                (void)snprintf(part, sizeof part, " & a%u", i);
                add(&text, part);
            }
    }
    add(&text, "\n");
    net = read_text(text_end(&text), NULL, &diag);
    assert_non_null(net);
    assert_int_equal(net_trans_count(net), 3432 + 3003 + 2 + 2 * 16);
    net_destroy(net);
    vec_free(&text);
}

/* At least so many of the variables i, i + 1, ..., 12 are true. */
static void add_at_least(text_buffer *text, uint32_t most, uint32_t i)
{
    char name[16];

    if (!most || 13 - i < most) {
        add(text, most ? "0" : "1");
        return;
    }
    (void)snprintf(name, sizeof name, "(a%u & ", i);
    add(text, name);
    add_at_least(text, most - 1, i + 1);
    add(text, " | ");
    add_at_least(text, most, i + 1);
    add(text, ")");
}

/* 1716 prime implicants, and as many of the complement, among thousands of
 * variables of which they name thirteen. */
static void a_function_among_many_variables_is_written(void **state)
{
    text_buffer text = {0};
    struct diag diag = {0};
    struct net *net;
    char line[32];

    (void)state;
    add(&text, "v0, ");
    add_at_least(&text, 7, 0);
    for (uint32_t i = 0; i < 12500; i++) {
        (void)snprintf(line, sizeof line, "\nw%u, 1", i);
        add(&text, line);
    }
    net = read_text(text_end(&text), NULL, &diag);
    assert_string_equal(diag.text, "");
    assert_written(net);
    net_destroy(net);
    vec_free(&text);
}

/* Four to eight of thirteen variables are true: 90,090 prime implicants. */
static void some_of_many_prime_implicants_are_enough(void **state)
{
    text_buffer text = {0};
    struct diag diag = {0};
    struct net *net;

    (void)state;
    add(&text, "v0, ");
    add_at_least(&text, 4, 0);
    add(&text, " & !");
    add_at_least(&text, 9, 0);
    add(&text, "\n");
    net = read_text(text_end(&text), NULL, &diag);
    assert_string_equal(diag.text, "");
    assert_true(net_trans_count(net) < 5000);
    for (uint32_t s = 0; s < 1 << 13; s += 5) {
        const bits_word word = s;
        const uint32_t n = bits_count(&word, 1);
        bits_word m[2] = {0};
        char name[16];

        for (uint32_t v = 0; v < 13; v++) {
            (void)snprintf(name, sizeof name, "a%u=%u", v, s >> v & 1);
            bits_add(m, net_find_place(net, name, NULL));
        }
        bits_add(m, value_place(net, 0, s & 1));
        assert_int_equal(changes(net, m, 0, s & 1),
                         (n >= 4 && n < 9) != (s & 1));
    }
    net_destroy(net);
    vec_free(&text);
}

/* One of a, not b and c holds for any neighbours a, b, c of 24 variables in a
 * circle. */
static bool circle_holds(bits_word s)
{
    bool holds = true;

    for (uint32_t i = 0; i < 24; i++)
        holds = holds && (bits_has(&s, i) || !bits_has(&s, (i + 1) % 24) ||
                          bits_has(&s, (i + 2) % 24));
    return holds;
}

/* All prime implicants are too many, and products of clauses, too. */
static void a_conjunction_of_clauses_is_read(void **state)
{
    text_buffer text = {0};
    struct random random;
    struct diag diag = {0};
    struct net *net;
    char part[64];

    (void)state;
    random_init(&random, 5);
    add(&text, "v0, ");
    for (uint32_t i = 0; i < 24; i++) {
        (void)snprintf(part, sizeof part, "%s(a%u | !a%u | a%u)",
                       i ? " & " : "", i, (i + 1) % 24, (i + 2) % 24);
        add(&text, part);
    }
    net = read_text(text_end(&text), NULL, &diag);
    assert_string_equal(diag.text, "");
    for (uint32_t round = 0; round < SWEEP(100); round++) {
        const bits_word s =
            random_below(&random, 1 << 24) | random_below(&random, 1 << 24);
        const bool value = random_chance(&random, 50);
        bits_word m[2] = {0};

        for (uint32_t v = 0; v < 24; v++) {
            (void)snprintf(part, sizeof part, "a%u=%u", v, bits_has(&s, v));
            bits_add(m, net_find_place(net, part, NULL));
        }
        bits_add(m, value_place(net, 0, value));
        assert_int_equal(changes(net, m, 0, value), circle_holds(s) != value);
    }
    net_destroy(net);
    vec_free(&text);
}

/* Its prime implicants are too many, and which of them stand for it does not
 * depend on how the function is written. */
static void some_prime_implicants_are_written(void **state)
{
    text_buffer text = {0};
    struct diag diag = {0};
    struct net *net;
    char part[64];

    (void)state;
    add(&text, "v0, ");
    for (uint32_t i = 0; i < 18; i++) {
        (void)snprintf(part, sizeof part, "%s(a%u | !a%u | a%u)",
                       i ? " & " : "", i, (7 * i + 1) % 18, (5 * i + 2) % 18);
        add(&text, part);
    }
    net = read_text(text_end(&text), NULL, &diag);
    assert_string_equal(diag.text, "");
    assert_written(net);
    net_destroy(net);
    vec_free(&text);
}

MODULE(bnet)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_variable_changes_to_its_function),
        cmocka_unit_test(initial_values_are_given),
        cmocka_unit_test(wrong_values_are_refused),
        cmocka_unit_test(many_prime_implicants_are_refused),
        cmocka_unit_test(a_long_disjunction_has_an_implicant_for_each_literal),
        cmocka_unit_test(many_prime_implicants_are_listed),
        cmocka_unit_test(a_function_among_many_variables_is_written),
        cmocka_unit_test(some_of_many_prime_implicants_are_enough),
        cmocka_unit_test(a_conjunction_of_clauses_is_read),
        cmocka_unit_test(some_prime_implicants_are_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
