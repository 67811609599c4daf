/* The library through its public header, against the oracle and against the
 * engines that it runs. */
#include "api/punfpor.h"
#include "engine/race/engines.h"
#include "handles.h"
#include "oracle.h"
#include "random.h"

#include <unistd.h>
#include <zlib.h>

#define FILE_NAME "test_library.net"
#define OTHER_NAME "test_library.out"

static const char *checker; /* the program punf-por-check */

static const char *const engines[] = {"por", "prefix", "state", "auto"};

enum { N_ENGINES = sizeof engines / sizeof *engines };

/* --- nets ----------------------------------------------------------------- */

static void expect_places(const uint32_t *a, uint32_t n_a, const uint32_t *b,
                          uint32_t n_b)
{
    assert_int_equal(n_a, n_b);
    for (uint32_t i = 0; i < n_a; i++)
        assert_int_equal(a[i], b[i]);
}

typedef const uint32_t *arcs(const punfpor_net *net, uint32_t t, uint32_t *n);

static void expect_arcs(arcs *of, const punfpor_net *a, const punfpor_net *b,
                        uint32_t t)
{
    uint32_t n_a, n_b;
    const uint32_t *const at_a = of(a, t, &n_a);
    const uint32_t *const at_b = of(b, t, &n_b);

    expect_places(at_a, n_a, at_b, n_b);
}

static void expect_equal(const punfpor_net *a, const punfpor_net *b)
{
    assert_int_equal(punfpor_net_places(a), punfpor_net_places(b));
    assert_int_equal(punfpor_net_transitions(a), punfpor_net_transitions(b));
    assert_int_equal(punfpor_net_arcs(a), punfpor_net_arcs(b));
    assert_int_equal(punfpor_net_read_arcs(a), punfpor_net_read_arcs(b));
    for (uint32_t p = 0; p < punfpor_net_places(a); p++) {
        assert_string_equal(punfpor_place_id(a, p), punfpor_place_id(b, p));
        assert_int_equal(punfpor_place_marked(a, p),
                         punfpor_place_marked(b, p));
        assert_int_equal(punfpor_find_place(b, punfpor_place_label(a, p), NULL),
                         p);
    }
    for (uint32_t t = 0; t < punfpor_net_transitions(a); t++) {
        assert_string_equal(punfpor_transition_id(a, t),
                            punfpor_transition_id(b, t));
        expect_arcs(punfpor_consumes, a, b, t);
        expect_arcs(punfpor_reads, a, b, t);
        expect_arcs(punfpor_produces, a, b, t);
    }
}

/* Builds the net through the library, arc by arc. */
static punfpor_net *build(const struct net *net)
{
    punfpor_builder *b = punfpor_builder_create(net_name(net), NULL);
    punfpor_net *built;

    for (place_id p = 0; p < net_place_count(net); p++) {
        uint32_t number = PUNFPOR_NONE;

        assert_fine(punfpor_builder_place(b, net_place_id(net, p),
                                          net_place_name(net, p),
                                          net_marked(net, p), &number, NULL));
        assert_int_equal(number, p);
    }
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct net_place_span pre = net_pre(net, t);
        const struct net_place_span post = net_post(net, t);
        const struct net_place_span read = net_read(net, t);
        uint32_t number = PUNFPOR_NONE;

        assert_fine(punfpor_builder_transition(
            b, net_trans_id(net, t), net_trans_name(net, t), &number, NULL));
        assert_int_equal(number, t);
        for (uint32_t i = 0; i < pre.len; i++)
            assert_fine(punfpor_builder_consume(b, pre.at[i], t, NULL));
        for (uint32_t i = 0; i < post.len; i++)
            assert_fine(punfpor_builder_produce(b, t, post.at[i], NULL));
        for (uint32_t i = 0; i < read.len; i++)
            assert_fine(punfpor_builder_read(b, read.at[i], t, NULL));
    }
    built = punfpor_builder_finish(b, NULL);
    assert_non_null(built);
    return built;
}

static char *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = mem_alloc(1 << 20, 1);

    assert_non_null(file);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void loading_parsing_and_building_agree(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 7);
    for (uint32_t i = 0; i < 60; i++) {
        struct net *plain =
            random_net(&random, RANDOM_CYCLIC, 1 + random_below(&random, 3));
        punfpor_net *built = build(plain), *loaded, *parsed;
        size_t size;
        char *bytes;

        (void)unlink(FILE_NAME ".pnml");
        assert_fine(punfpor_net_write(built, FILE_NAME ".pnml", NULL));
        loaded = punfpor_net_load(FILE_NAME ".pnml", NULL);
        assert_non_null(loaded);
        expect_equal(built, loaded);
        bytes = read_all(FILE_NAME ".pnml", &size);
        parsed = punfpor_net_parse(bytes, size, "memory", NULL);
        assert_non_null(parsed);
        mem_free(bytes);
        expect_equal(built, parsed);
        punfpor_net_destroy(built);
        punfpor_net_destroy(loaded);
        punfpor_net_destroy(parsed);
        net_destroy(plain);
    }
    (void)unlink(FILE_NAME ".pnml");
}

/* Packs the text of a file into gzip members of this many bytes. */
static char *pack(const char *path, size_t piece, size_t *size)
{
    size_t n;
    char *bytes = read_all(path, &n);

    (void)unlink(OTHER_NAME);
    for (size_t at = 0; at < n; at += piece) {
        gzFile file = gzopen(OTHER_NAME, "ab");
        const size_t len = n - at < piece ? n - at : piece;

        assert_int_equal(gzwrite(file, bytes + at, (unsigned)len), len);
        assert_int_equal(gzclose(file), Z_OK);
    }
    mem_free(bytes);
    bytes = read_all(OTHER_NAME, size);
    (void)unlink(OTHER_NAME);
    return bytes;
}

static void packed_memory_is_unpacked(void **state)
{
    static const size_t pieces[] = {1 << 20, 1000};
    punfpor_net *plain = punfpor_net_load("nets/dining_3.pnml", NULL);

    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        size_t size;
        char *bytes = pack("nets/dining_3.pnml", pieces[i], &size);
        punfpor_net *net = punfpor_net_parse(bytes, size, "packed", NULL);
        punfpor_error error;

        assert_non_null(net);
        expect_equal(plain, net);
        punfpor_net_destroy(net);
        assert_null(punfpor_net_parse(bytes, size - 9, "packed", &error));
        assert_int_equal(error.status, PUNFPOR_INPUT);
        assert_string_equal(error.file, "packed");
        assert_string_equal(error.text,
                            "cannot read: the compressed data end too early");
        bytes[size / 2] ^= 0x55;
        bytes[size / 2 + 1] ^= 0x55;
        assert_null(punfpor_net_parse(bytes, size, "packed", &error));
        mem_free(bytes);
    }
    punfpor_net_destroy(plain);
}

static void bad_input_is_told_with_its_place(void **state)
{
    static const char text[] = "PEP\nPetriBox\nFORMAT_N2\nPL\n\"p\"9@9M-\n";
    punfpor_error error;

    (void)state;
    assert_null(punfpor_net_load("nets/there is none", &error));
    assert_int_equal(error.status, PUNFPOR_INPUT);
    assert_string_equal(error.file, "nets/there is none");
    assert_int_equal(error.line, 0);
    assert_null(punfpor_net_parse(text, sizeof text - 1, "text", &error));
    assert_int_equal(error.status, PUNFPOR_INPUT);
    assert_string_equal(error.file, "text");
    assert_int_equal(error.line, 5);
    assert_true(error.column > 0);
    assert_true(error.text[0]);
    assert_null(punfpor_net_parse("", 0, "empty", NULL));
}

/* The call, with failure as its last argument, fails with this message. */
#define expect_usage(call, wanted)                        \
    do {                                                  \
        punfpor_error failure_, *failure = &failure_;     \
        assert_int_equal(call, PUNFPOR_USAGE);            \
        assert_int_equal(failure->status, PUNFPOR_USAGE); \
        assert_string_equal(failure->text, wanted);       \
    } while (0)

static void the_builder_refuses_what_is_no_net(void **state)
{
    punfpor_builder *b = punfpor_builder_create(NULL, NULL);

    (void)state;
    assert_fine(punfpor_builder_place(b, "p", NULL, 1, NULL, NULL));
    assert_fine(punfpor_builder_transition(b, "p", NULL, NULL, NULL));
    expect_usage(punfpor_builder_place(b, "p", NULL, 0, NULL, failure),
                 "place 'p' is defined twice");
    expect_usage(punfpor_builder_transition(b, "p", NULL, NULL, failure),
                 "transition 'p' is defined twice");
    expect_usage(punfpor_builder_place(b, "", NULL, 0, NULL, failure),
                 "an id must not be empty");
    expect_usage(punfpor_builder_arc(b, PUNFPOR_CONSUMES, 0, 0, 0, failure),
                 "the arc from place 'p' to transition 'p' has the weight 0, "
                 "which is too small");
    expect_usage(punfpor_builder_arc(b, (enum punfpor_arc)5, 0, 0, 1, failure),
                 "there is no kind of arcs 5");
    expect_usage(punfpor_builder_read(b, 1, 0, failure), "there is no place 1");
    expect_usage(punfpor_builder_produce(b, 1, 0, failure),
                 "there is no transition 1");
    assert_fine(punfpor_builder_consume(b, 0, 0, NULL));
    assert_fine(punfpor_builder_consume(b, 0, 0, NULL));
    punfpor_builder_destroy(b);
    punfpor_builder_destroy(NULL);
    punfpor_net_destroy(NULL);
    punfpor_destroy(NULL);
}

/* A net whose places may have several tokens: t takes two of three. */
static void the_builder_counts_tokens(void **state)
{
    punfpor_net *net;
    punfpor_error error;
    uint32_t n = 0;

    (void)state;
    for (uint32_t tokens = 0; tokens < 4; tokens++) {
        punfpor_builder *const b = punfpor_builder_create("several", NULL);
        const uint32_t final[] = {0, 1, 1};

        punfpor_builder_tokens(b, tokens);
        assert_fine(punfpor_builder_place(b, "p", NULL, 3, NULL, NULL));
        assert_fine(punfpor_builder_place(b, "q", NULL, 0, NULL, NULL));
        assert_fine(punfpor_builder_transition(b, "t", NULL, NULL, NULL));
        assert_fine(punfpor_builder_arc(b, PUNFPOR_CONSUMES, 0, 0, 2, NULL));
        assert_fine(punfpor_builder_arc(b, PUNFPOR_PRODUCES, 1, 0, 2, NULL));
        assert_fine(punfpor_builder_final(b, final, 3, NULL));
        net = punfpor_builder_finish(b, &error);
        if (tokens == 1 || tokens == 2) {
            assert_null(net);
            assert_int_equal(error.status, PUNFPOR_USAGE);
            continue;
        }
        assert_non_null(net);
        assert_int_equal(punfpor_place_bound(net, 0), 3);
        assert_int_equal(punfpor_net_finals(net), 1);
        assert_int_equal(punfpor_net_final(net, 0, &n)[1], 1);
        assert_int_equal(n, 2);
        assert_int_equal(punfpor_net_final_tokens(net, 0)[0], 1);
        assert_int_equal(punfpor_net_final_tokens(net, 0)[1], 2);
        punfpor_net_destroy(net);
    }
}

/* --- options -------------------------------------------------------------- */

static punfpor *problem_of(const punfpor_net *net, const char *engine)
{
    punfpor *problem = punfpor_create(net, NULL);

    assert_non_null(problem);
    assert_fine(punfpor_set(problem, "engine", engine, NULL));
    return problem;
}

static void questions_take_a_text_or_none(void **state)
{
    punfpor_net *net = handles_net("p* | t: p >");
    punfpor *problem = punfpor_create(net, NULL);

    (void)state;
    expect_usage(punfpor_ask(problem, "live", "t", NULL, failure),
                 "question 'live' takes no text");
    expect_usage(punfpor_ask(problem, "reach", NULL, NULL, failure),
                 "question 'reach' takes a text");
    expect_usage(punfpor_ask(problem, "alive", NULL, NULL, failure),
                 "there is no question 'alive'");
    assert_int_equal(punfpor_questions(problem), 0);
    assert_fine(punfpor_ask(problem, "live", NULL, NULL, NULL));
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void every_option_is_read_as_it_is_written(void **state)
{
    punfpor_net *net = handles_net("p* | t: p >");
    punfpor *problem = punfpor_create(net, NULL);

    (void)state;
    assert_true(punfpor_option_count() > 10);
    for (uint32_t i = 0; i < punfpor_option_count(); i++) {
        const char *const name = punfpor_option_name(i);
        const char *const value = punfpor_option_default(i);

        assert_string_equal(punfpor_get(problem, name), value);
        assert_fine(punfpor_set(problem, name, value, NULL));
        assert_string_equal(punfpor_get(problem, name), value);
        assert_fine(punfpor_set(problem, name, NULL, NULL));
        assert_string_equal(punfpor_get(problem, name), value);
        assert_int_equal(punfpor_set(problem, name, "", NULL), PUNFPOR_USAGE);
        assert_string_equal(punfpor_get(problem, name), value);
        assert_true(*punfpor_option_help(i) && *punfpor_option_argument(i));
    }
    assert_null(punfpor_get(problem, "none"));
    expect_usage(punfpor_set(problem, "none", "1", failure),
                 "there is no option 'none'");
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

struct value {
    const char *name, *given, *read; /* NULL: rejected */
};

static void values_are_checked_and_sizes_are_bytes(void **state)
{
    static const struct value values[] = {
        {"max-memory", "2K", "2048"},
        {"max-memory", "3G", "3221225472"},
        {"max-memory", "3g", NULL},
        {"max-memory", "-1", NULL},
        {"max-memory", "99999999999999999999", NULL},
        {"cache", "0", "none"},
        {"cache", "1K", "1024"},
        {"table", "0", NULL},
        {"table", "4K", "4096"},
        {"table", "off", "off"},
        {"timeout", "2.5", "2.5"},
        {"timeout", "1.5m", "90"},
        {"timeout", "20ms", "0.02"},
        {"timeout", "1 m", NULL},
        {"checkpoint-every", "2h", "7200"},
        {"timeout", "1e3", NULL},
        {"timeout", ".", NULL},
        {"timeout", "inf", NULL},
        {"deepening", "off", "off"},
        {"deepening", "1", NULL},
        {"threads", "3", "3"},
        {"threads", "0", NULL},
        {"threads", "257", NULL},
        {"check", "3", NULL},
        {"engine", "best", NULL},
        {"order", "foat", NULL},
        {"order", "foata|", NULL},
        {"cutoffs", "off", "off"},
        {"stubborn", "persistent", "persistent"},
        {"alternatives", "4294967296", NULL},
    };
    punfpor_net *net = handles_net("p* | t: p >");
    punfpor *problem = punfpor_create(net, NULL);

    (void)state;
    for (uint32_t i = 0; i < sizeof values / sizeof *values; i++) {
        const struct value *const v = &values[i];

        assert_int_equal(punfpor_set(problem, v->name, v->given, NULL),
                         v->read ? PUNFPOR_OK : PUNFPOR_USAGE);
        if (v->read)
            assert_string_equal(punfpor_get(problem, v->name), v->read);
    }
    assert_int_equal(punfpor_set(problem, "dependency", "no such file", NULL),
                     PUNFPOR_INPUT);
    assert_string_equal(punfpor_get(problem, "dependency"), "read");
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static bool is_used(uint32_t option, const char *engine)
{
    uint32_t e = 0;

    while (strcmp(punfpor_engine_name(e), engine) != 0)
        e++;
    return punfpor_option_used(option, e);
}

/* An engine accepts an option exactly when it uses it. */
static void options_without_effect_are_refused(void **state)
{
    punfpor_net *net = handles_net("p* | t: p >");

    (void)state;
    for (uint32_t i = 0; i < 3 * punfpor_option_count(); i++) {
        const char *const engine = engines[i / punfpor_option_count()];
        const uint32_t o = i % punfpor_option_count();
        punfpor *problem = problem_of(net, engine);
        const bool used = is_used(o, engine);

        assert_fine(punfpor_ask_transition(problem, "t", NULL, NULL));
        if (strcmp(punfpor_option_name(o), "engine") != 0)
            assert_fine(punfpor_set(problem, punfpor_option_name(o),
                                    punfpor_option_default(o), NULL));
        assert_int_equal(punfpor_solve(problem, NULL),
                         used ? PUNFPOR_OK : PUNFPOR_USAGE);
        assert_int_equal(punfpor_check(problem, NULL),
                         used ? PUNFPOR_OK : PUNFPOR_USAGE);
        punfpor_destroy(problem);
    }
    punfpor_net_destroy(net);
}

/* --- answers -------------------------------------------------------------- */

/* The expression for exactly this marking. */
static void write_marking(const punfpor_net *net, const bits_word *m,
                          char text[512])
{
    size_t n = 0;

    text[0] = '\0';
    for (uint32_t p = 0; p < punfpor_net_places(net); p++)
        if (bits_has(m, p))
            n += (size_t)snprintf(text + n, 512 - n, "%s ",
                                  punfpor_place_id(net, p));
}

/* A run answers its question in another problem. */
static void expect_replay(const punfpor_net *net, const punfpor *solved,
                          uint32_t q, const char *exact)
{
    punfpor *problem = punfpor_create(net, NULL);
    const char *const text = punfpor_question_text(solved, q);
    uint32_t length;
    const uint32_t *run = punfpor_run(solved, q, &length);

    assert_non_null(run);
    if (exact)
        assert_fine(punfpor_ask_exact_marking(problem, exact, NULL, NULL));
    else if (!strcmp(text, "deadlock"))
        assert_fine(punfpor_ask_deadlock(problem, NULL, NULL));
    else
        assert_fine(punfpor_ask_transition(
            problem, punfpor_question_label(solved, q), NULL, NULL));
    assert_fine(punfpor_replay(problem, run, length, NULL));
    assert_int_equal(punfpor_verdict_of(problem, 0), PUNFPOR_YES);
    assert_int_equal(punfpor_stop_of(problem), PUNFPOR_REPLAYED);
    assert_fine(punfpor_write_run(solved, q, OTHER_NAME, NULL));
    assert_fine(punfpor_replay_file(problem, OTHER_NAME, &length, NULL));
    assert_int_equal(punfpor_verdict_of(problem, 0), PUNFPOR_YES);
    punfpor_destroy(problem);
}

static void expect_verdict(const punfpor_net *net, const punfpor *problem,
                           uint32_t q, bool yes, const char *exact)
{
    uint32_t length;

    assert_int_equal(punfpor_verdict_of(problem, q),
                     yes ? PUNFPOR_YES : PUNFPOR_NO);
    assert_non_null(punfpor_answered_by(problem, q));
    assert_true(punfpor_seconds(problem, q) >= 0);
    if (yes) {
        expect_replay(net, problem, q, exact);
        return;
    }
    assert_null(punfpor_run(problem, q, &length));
    assert_int_equal(length, 0);
}

static void try_engine(const punfpor_net *net, const struct oracle *oracle,
                       const char *engine, struct random *random)
{
    const uint32_t n = punfpor_net_transitions(net);
    punfpor *problem = problem_of(net, engine);
    bits_word odd[4] = {1}, none[4] = {0};
    char reached[512], other[512];
    uint32_t all, deadlock, exact, marking;

    write_marking(net, oracle_marking(oracle, oracle->n_markings / 2), reached);
    if (!*reached)
        write_marking(net, oracle_marking(oracle, 0), reached);
    for (uint32_t p = 0; p < punfpor_net_places(net); p++)
        if (random_chance(random, 40))
            bits_add(odd, p);
    write_marking(net, odd, other);
    assert_fine(punfpor_ask_all_transitions(problem, &all, NULL));
    assert_fine(punfpor_ask_deadlock(problem, &deadlock, NULL));
    assert_fine(punfpor_ask_exact_marking(problem, reached, &exact, NULL));
    assert_fine(punfpor_ask_marking(problem, other, &marking, NULL));
    assert_int_equal(punfpor_questions(problem), n + 3);
    assert_fine(punfpor_solve(problem, NULL));
    assert_int_equal(punfpor_stop_of(problem), PUNFPOR_DONE);
    for (uint32_t t = 0; t < n; t++)
        expect_verdict(net, problem, all + t, bits_has(oracle->fireable, t),
                       NULL);
    expect_verdict(net, problem, deadlock, oracle->deadlocks > 0, NULL);
    expect_verdict(net, problem, exact, true, reached);
    assert_int_equal(punfpor_verdict_of(problem, marking),
                     oracle_covers(oracle, odd, none) ? PUNFPOR_YES
                                                      : PUNFPOR_NO);
    punfpor_destroy(problem);
}

static void verdicts_are_those_of_the_oracle(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 11);
    for (uint32_t i = 0; i < SWEEP(60); i++) {
        struct net *plain = random_net(
            &random, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING, 1 + i % 2);
        punfpor_net *net = build(plain);
        struct oracle oracle;

        oracle_init(&oracle, plain, 500);
        if (oracle.complete && punfpor_net_places(net) < 60)
            for (uint32_t e = 0; e < N_ENGINES; e++)
                try_engine(net, &oracle, engines[e], &random);
        oracle_finish(&oracle);
        punfpor_net_destroy(net);
        net_destroy(plain);
    }
    (void)unlink(OTHER_NAME);
}

static void unsafe_nets_are_told(void **state)
{
    punfpor_net *net = handles_net("p* q r* | a: p > q | b: r > q");

    (void)state;
    for (uint32_t e = 0; e < N_ENGINES; e++) {
        punfpor *problem = problem_of(net, engines[e]);
        uint32_t length, t, p;
        punfpor_error error;

        assert_null(punfpor_unsafe(problem, &length, &t, &p));
        assert_fine(punfpor_ask_deadlock(problem, NULL, NULL));
        assert_int_equal(punfpor_solve(problem, &error), PUNFPOR_INPUT);
        assert_int_equal(punfpor_stop_of(problem), PUNFPOR_UNSAFE);
        assert_non_null(punfpor_unsafe(problem, &length, &t, &p));
        assert_int_equal(length, 1);
        assert_int_equal(p, punfpor_find_place(net, "q", NULL));
        assert_true(t < 2);
        assert_non_null(strstr(error.text, "not safe"));
        punfpor_destroy(problem);
    }
    punfpor_net_destroy(net);
}

static void a_run_that_cannot_be_fired_is_bad_input(void **state)
{
    static const uint32_t run[] = {0, 0}, wild[] = {7};
    punfpor_net *net = handles_net("p* q | a: p > q");
    punfpor *problem = punfpor_create(net, NULL);

    (void)state;
    assert_int_equal(punfpor_replay(problem, run, 2, NULL), PUNFPOR_INPUT);
    assert_int_equal(punfpor_replay(problem, wild, 1, NULL), PUNFPOR_USAGE);
    assert_fine(punfpor_replay(problem, run, 1, NULL));
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void questions_asked_later_are_unknown(void **state)
{
    punfpor_net *net = handles_net("p* q | a: p > q");
    punfpor *problem = punfpor_create(net, NULL);
    uint32_t q, length;

    (void)state;
    expect_usage(punfpor_ask_transition(problem, "b", &q, failure),
                 "the net has no transition 'b'");
    assert_fine(punfpor_ask_transition(problem, "a", NULL, NULL));
    assert_fine(punfpor_solve(problem, NULL));
    assert_fine(punfpor_ask_deadlock(problem, &q, NULL));
    assert_int_equal(q, 1);
    assert_int_equal(punfpor_verdict_of(problem, q), PUNFPOR_UNKNOWN);
    assert_null(punfpor_run(problem, q, &length));
    assert_null(punfpor_answered_by(problem, q));
    assert_fine(punfpor_solve(problem, NULL));
    assert_int_equal(punfpor_verdict_of(problem, q), PUNFPOR_YES);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

/* --- certificates --------------------------------------------------------- */

static void certify(const punfpor_net *net, const char *engine, uint32_t t)
{
    const char *const name = punfpor_transition_label(net, t);
    punfpor *problem = problem_of(net, engine);
    const char *text;
    char command[512], *file;
    size_t size, n;

    assert_fine(punfpor_set(problem, "certificate", "on", NULL));
    assert_fine(punfpor_ask_transition(problem, name, NULL, NULL));
    assert_fine(punfpor_solve(problem, NULL));
    text = punfpor_certificate(problem, &size, NULL);
    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    assert_fine(punfpor_write_certificate(problem, OTHER_NAME, NULL));
    file = read_all(OTHER_NAME, &n);
    assert_int_equal(n, size);
    assert_memory_equal(file, text, size);
    mem_free(file);
    (void)snprintf(command, sizeof command,
                   "'%s' %s --reach '%s' %s >/dev/null", checker,
                   FILE_NAME ".pnml", name, OTHER_NAME);
    assert_int_equal(system(command), 0);
    punfpor_destroy(problem);
}

static void certificates_are_accepted(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 3);
    for (uint32_t i = 0; i < SWEEP(10); i++) {
        struct net *plain = random_net(&random, RANDOM_CYCLIC, 1);
        punfpor_net *net = build(plain);

        (void)unlink(FILE_NAME ".pnml");
        assert_fine(punfpor_net_write(net, FILE_NAME ".pnml", NULL));
        for (uint32_t t = 0; t < punfpor_net_transitions(net); t++) {
            certify(net, "state", t);
            certify(net, "prefix", t);
        }
        punfpor_net_destroy(net);
        net_destroy(plain);
    }
    (void)unlink(FILE_NAME ".pnml");
    (void)unlink(OTHER_NAME);
}

/* --- the prefix ----------------------------------------------------------- */

static void expect_span(const struct prefix *prefix, struct prefix_span span,
                        const uint32_t *at, uint32_t n)
{
    expect_places(prefix->pool.at + span.from, span.len, at, n);
}

/* The core lists conflicts as pairs, the library by event. */
static void expect_conflicts(const punfpor *problem,
                             const struct prefix *prefix)
{
    uint32_t n_pairs = 0;

    for (uint32_t e = 0; e < prefix->events.len; e++) {
        uint32_t n;
        const uint32_t *const others = punfpor_event_conflicts(problem, e, &n);

        n_pairs += n;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t u = others[i];
            uint32_t k = 0;

            assert_true(i == 0 || others[i - 1] < u);
            while (k < prefix->conflicts.len &&
                   (prefix->conflicts.at[k].a != (e < u ? e : u) ||
                    prefix->conflicts.at[k].b != (e < u ? u : e)))
                k++;
            assert_true(k < prefix->conflicts.len);
        }
    }
    assert_int_equal(n_pairs, 2 * prefix->conflicts.len);
}

static void expect_prefix(const punfpor *problem, const struct prefix *prefix)
{
    assert_int_equal(punfpor_event_count(problem), prefix->events.len);
    assert_int_equal(punfpor_condition_count(problem), prefix->conditions.len);
    for (uint32_t e = 0; e < prefix->events.len; e++) {
        const struct prefix_event *const event = &prefix->events.at[e];
        uint32_t n;
        const uint32_t *at = punfpor_event_causes(problem, e, &n);

        expect_span(prefix, event->causes, at, n);
        at = punfpor_event_consumes(problem, e, &n);
        expect_span(prefix, event->consumes, at, n);
        at = punfpor_event_reads(problem, e, &n);
        expect_span(prefix, event->reads, at, n);
        at = punfpor_event_produces(problem, e, &n);
        expect_span(prefix, event->produces, at, n);
        assert_int_equal(punfpor_event_transition(problem, e), event->trans);
        assert_int_equal(punfpor_event_size(problem, e), event->size);
        assert_int_equal(punfpor_event_is_cutoff(problem, e), event->cutoff);
        assert_int_equal(punfpor_event_in_witness(problem, e), event->witness);
        assert_int_equal(punfpor_event_companion(problem, e),
                         event->has_companion ? event->companion
                                              : PUNFPOR_NONE);
    }
    for (uint32_t b = 0; b < prefix->conditions.len; b++) {
        assert_int_equal(punfpor_condition_place(problem, b),
                         prefix->conditions.at[b].place);
        assert_int_equal(punfpor_condition_producer(problem, b),
                         prefix->conditions.at[b].producer);
    }
    expect_conflicts(problem, prefix);
}

static void the_prefix_is_that_of_the_engine(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 5);
    for (uint32_t i = 0; i < 40; i++) {
        struct net *plain = random_net(&random, RANDOM_CYCLIC, 1 + i % 2);
        punfpor_net *net = build(plain);
        punfpor *problem = problem_of(net, "prefix");
        struct dep *dep = dep_create(plain, DEP_READ);
        const struct engine_problem given = {
            .net = plain,
            .dep = dep,
            .unfolding = {.order = ORDER_FOATA, .cutoffs = true},
            .output = {.prefix = true, .complete = true}};
        struct answer answer;

        answer_init(&answer, 0);
        prefix_engine.run(&given, &(struct engine_limits){0}, &answer);
        assert_fine(punfpor_set(problem, "prefix", "complete", NULL));
        assert_fine(punfpor_solve(problem, NULL));
        expect_prefix(problem, &answer.prefix);
        assert_int_equal(punfpor_figure_count(problem) > 0, true);
        assert_string_equal(punfpor_figures_engine(problem), "prefix");
        answer_finish(&answer);
        dep_destroy(dep);
        punfpor_destroy(problem);
        punfpor_net_destroy(net);
        net_destroy(plain);
    }
}

static void a_prefix_that_was_not_asked_for_is_empty(void **state)
{
    punfpor_net *net = handles_net("p* q | a: p > q");
    punfpor *problem = problem_of(net, "por");

    (void)state;
    assert_fine(punfpor_solve(problem, NULL));
    assert_int_equal(punfpor_event_count(problem), 0);
    assert_int_equal(punfpor_condition_count(problem), 0);
    assert_int_equal(
        punfpor_draw(problem, 0, NULL, "dot", NULL, OTHER_NAME, NULL),
        PUNFPOR_USAGE);
    assert_int_equal(
        punfpor_draw(problem, 0, NULL, "bmp", NULL, OTHER_NAME, NULL),
        PUNFPOR_USAGE);
    assert_int_equal(punfpor_write_prefix_json(problem, NULL, OTHER_NAME, NULL),
                     PUNFPOR_USAGE);
    assert_int_equal(punfpor_write_page(problem, NULL, OTHER_NAME, NULL),
                     PUNFPOR_USAGE);
    assert_int_equal(
        punfpor_write_profile(problem, "csv", NULL, OTHER_NAME, NULL),
        PUNFPOR_USAGE);
    assert_int_equal(punfpor_write_mci(problem, OTHER_NAME, NULL),
                     PUNFPOR_USAGE);
    assert_int_equal(punfpor_write_prefix_pnml(problem, OTHER_NAME, NULL),
                     PUNFPOR_USAGE);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

/* --- callbacks and figures ------------------------------------------------ */

static int count_down(void *data)
{
    return --*(int *)data <= 0;
}

static void count_progress(void *data, const punfpor_progress *now)
{
    assert_true(now->seconds > 0 && now->steps > 0 && now->histories > 0);
    ++*(int *)data;
}

/* A net whose exploration does not end. */
static punfpor *endless(punfpor_net **net)
{
    punfpor *problem;

    *net = handles_net("p* q r* s | a: p > q | b: q > p | c: r > s | d: s > r");
    problem = problem_of(*net, "por");
    assert_fine(punfpor_set(problem, "cutoffs", "off", NULL));
    assert_fine(punfpor_ask_marking(problem, "p q", NULL, NULL));
    return problem;
}

static void callbacks_are_called(void **state)
{
    punfpor_net *net;
    punfpor *problem = endless(&net);
    int left = 5, n_shown = 0;

    (void)state;
    punfpor_set_terminate(problem, count_down, &left);
    assert_fine(punfpor_solve(problem, NULL));
    assert_int_equal(left, 0);
    assert_int_equal(punfpor_stop_of(problem), PUNFPOR_STOPPED);
    assert_int_equal(punfpor_verdict_of(problem, 0), PUNFPOR_UNKNOWN);
    punfpor_set_terminate(problem, NULL, NULL);
    punfpor_set_progress(problem, count_progress, &n_shown);
    assert_fine(punfpor_set(problem, "timeout", "0.5", NULL));
    assert_fine(punfpor_solve(problem, NULL));
    assert_int_equal(punfpor_stop_of(problem), PUNFPOR_TIME_LIMIT);
    assert_true(n_shown > 0 && n_shown < 20);
    assert_true(punfpor_total_seconds(problem) >= 0.5);
    assert_true(punfpor_work(problem) > 0);
    assert_true(punfpor_peak_bytes(problem) > 1 << 20);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void limits_are_met(void **state)
{
    punfpor_net *net;
    punfpor *problem = endless(&net);

    (void)state;
    assert_fine(punfpor_set(problem, "max-events", "50", NULL));
    assert_fine(punfpor_solve(problem, NULL));
    assert_int_equal(punfpor_stop_of(problem), PUNFPOR_EVENT_LIMIT);
    assert_fine(punfpor_set(problem, "max-events", NULL, NULL));
    assert_fine(punfpor_set(problem, "max-depth", "4", NULL));
    assert_fine(punfpor_solve(problem, NULL));
    assert_int_equal(punfpor_stop_of(problem), PUNFPOR_DEPTH_LIMIT);
    assert_fine(punfpor_set(problem, "max-depth", NULL, NULL));
    assert_fine(punfpor_set(problem, "max-memory", "1", NULL));
    assert_fine(punfpor_solve(problem, NULL));
    assert_int_equal(punfpor_stop_of(problem), PUNFPOR_MEMORY_LIMIT);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void texts_and_figures_have_names(void **state)
{
    static const char *const stops[] = {
        "done",        "interrupted",  "timeout",    "event limit",
        "depth limit", "memory limit", "unsafe net", "not shown by this run"};
    punfpor_net *net = handles_net("p* q | a: p > q");
    char version[32];

    (void)state;
    for (uint32_t i = 0; i < 8; i++)
        assert_string_equal(punfpor_stop_text((enum punfpor_stop)i), stops[i]);
    assert_string_equal(punfpor_verdict_text(PUNFPOR_UNKNOWN), "unknown");
    assert_string_equal(punfpor_verdict_text(PUNFPOR_YES), "reachable");
    assert_string_equal(punfpor_verdict_text(PUNFPOR_NO), "unreachable");
    (void)snprintf(version, sizeof version, "%d.%d.", PUNFPOR_MAJOR,
                   PUNFPOR_MINOR);
    assert_memory_equal(punfpor_version(), version, strlen(version));
    for (uint32_t e = 0; e < 3; e++) {
        punfpor *problem = problem_of(net, engines[e]);

        assert_int_equal(punfpor_figure_count(problem), 0);
        assert_fine(punfpor_solve(problem, NULL));
        assert_string_equal(punfpor_engine(problem), engines[e]);
        assert_string_equal(punfpor_figures_engine(problem), engines[e]);
        assert_string_equal(punfpor_figure_name(problem, 0),
                            e == 2 ? "states" : "histories");
        assert_int_equal(punfpor_figure(problem, 0), e == 2 ? 2 : 1);
        assert_true(*punfpor_figure_about(problem, 0));
        punfpor_destroy(problem);
    }
    punfpor_net_destroy(net);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loading_parsing_and_building_agree),
        cmocka_unit_test(packed_memory_is_unpacked),
        cmocka_unit_test(bad_input_is_told_with_its_place),
        cmocka_unit_test(the_builder_refuses_what_is_no_net),
        cmocka_unit_test(the_builder_counts_tokens),
        cmocka_unit_test(questions_take_a_text_or_none),
        cmocka_unit_test(every_option_is_read_as_it_is_written),
        cmocka_unit_test(values_are_checked_and_sizes_are_bytes),
        cmocka_unit_test(options_without_effect_are_refused),
        cmocka_unit_test(verdicts_are_those_of_the_oracle),
        cmocka_unit_test(unsafe_nets_are_told),
        cmocka_unit_test(a_run_that_cannot_be_fired_is_bad_input),
        cmocka_unit_test(questions_asked_later_are_unknown),
        cmocka_unit_test(certificates_are_accepted),
        cmocka_unit_test(the_prefix_is_that_of_the_engine),
        cmocka_unit_test(a_prefix_that_was_not_asked_for_is_empty),
        cmocka_unit_test(callbacks_are_called),
        cmocka_unit_test(limits_are_met),
        cmocka_unit_test(texts_and_figures_have_names),
    };

    if (argc < 2)
        return EXIT_FAILURE;
    checker = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
