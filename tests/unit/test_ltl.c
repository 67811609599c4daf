#include "temporal/last_letter.h"
#include "temporal/tableau.h"
#include "test.h"

#include "random.h"

/* Formulas as trees, and their truth by the definition: what holds of the word
 * from letter i on, where U looks ahead letter by letter. */
struct tree {
    char op; /* p q 1 0 ! & | > X F G U R W M */
    const struct tree *left, *right;
};

enum { ATOMS = 2, MOST = 6 };

static uint32_t next_of(const struct ltl_word *word, uint32_t i)
{
    return i + 1 < word->n ? i + 1 : word->loop;
}

static bool holds(const struct tree *f, const struct ltl_word *word,
                  uint32_t i);

/* Does b hold at some letter before which a holds? */
static bool holds_until(const struct tree *a, const struct tree *b,
                        const struct ltl_word *word, uint32_t i)
{
    for (uint32_t k = 0; k < 2 * word->n; k++, i = next_of(word, i)) {
        if (holds(b, word, i))
            return true;
        if (a && !holds(a, word, i))
            return false;
    }
    return false;
}

static bool holds_always(const struct tree *a, const struct ltl_word *word,
                         uint32_t i)
{
    const struct tree not_a = {'!', a, NULL};

    return !holds_until(NULL, &not_a, word, i);
}

static bool holds(const struct tree *f, const struct ltl_word *word, uint32_t i)
{
    const struct tree *const a = f->left, *const b = f->right;
    const struct tree both = {'&', a, b};

    switch (f->op) {
    case 'p':
    case 'q':
        return word->letters[i] >> (f->op - 'p') & 1;
    case '1':
    case '0':
        return f->op == '1';
    case '!':
        return !holds(a, word, i);
    case '&':
        return holds(a, word, i) && holds(b, word, i);
    case '|':
        return holds(a, word, i) || holds(b, word, i);
    case 'X':
        return holds(a, word, next_of(word, i));
    case 'F':
        return holds_until(NULL, a, word, i);
    case 'G':
        return holds_always(a, word, i);
    case 'U':
        return holds_until(a, b, word, i);
    case 'W':
        return holds_until(a, b, word, i) || holds_always(a, word, i);
    case 'M':
        return holds_until(b, &both, word, i);
    default:
        return holds_until(b, &both, word, i) || holds_always(b, word, i);
    }
}

static ltl_id make(struct ltl *ltl, const struct tree *f)
{
    const ltl_id a = f->left ? make(ltl, f->left) : LTL_YES;
    const ltl_id b = f->right ? make(ltl, f->right) : LTL_YES;

    switch (f->op) {
    case 'p':
    case 'q':
        return ltl_atom(ltl, (uint32_t)(f->op - 'p'));
    case '1':
    case '0':
        return f->op == '1' ? LTL_YES : LTL_NO;
    case '!':
        return ltl_negation(ltl, a);
    case '&':
    case '|':
        return ltl_binary(ltl, f->op == '&' ? LTL_AND : LTL_OR, a, b);
    case 'X':
        return ltl_next(ltl, a);
    case 'F':
        return ltl_finally(ltl, a);
    case 'G':
        return ltl_globally(ltl, a);
    case 'U':
        return ltl_binary(ltl, LTL_UNTIL, a, b);
    case 'W':
        return ltl_binary(ltl, LTL_RELEASE, b, ltl_binary(ltl, LTL_OR, a, b));
    case 'M':
        return ltl_binary(ltl, LTL_UNTIL, b, ltl_binary(ltl, LTL_AND, a, b));
    default:
        return ltl_binary(ltl, LTL_RELEASE, a, b);
    }
}

/* --- the automaton on a word ---------------------------------------------- */

/* Pairs of a state and a letter: which are reached from which, by a step at
 * least, as sets of 64 pairs. */
enum { PAIRS = 1024, WORDS = PAIRS / 64 };

struct product {
    const struct buchi *buchi;
    const struct ltl_word *word;
    uint32_t n;
    uint64_t reaches[PAIRS][WORDS];
};

static bool reaches(const struct product *product, uint32_t a, uint32_t b)
{
    return product->reaches[a][b / 64] >> b % 64 & 1;
}

static uint32_t pair_of(const struct product *product, uint32_t state,
                        uint32_t i)
{
    return state * product->word->n + i;
}

/* Steps, and then paths by the algorithm of Warshall. */
static void fill(struct product *product)
{
    const struct buchi *const buchi = product->buchi;

    product->n = buchi->n_states * product->word->n;
    assert_true(product->n <= PAIRS);
    memset(product->reaches, 0, product->n * sizeof *product->reaches);
    for (uint32_t pair = 0; pair < product->n; pair++) {
        const uint32_t state = pair / product->word->n,
                       i = pair % product->word->n;

        for (uint32_t k = buchi->first.at[state];
             k < buchi->first.at[state + 1]; k++) {
            const struct buchi_edge *const e = &buchi->edges.at[k];
            const uint32_t to =
                pair_of(product, e->target, next_of(product->word, i));

            if (buchi_reads(e, product->word->letters[i]))
                product->reaches[pair][to / 64] |= (uint64_t)1 << to % 64;
        }
    }
    for (uint32_t k = 0; k < product->n; k++)
        for (uint32_t a = 0; a < product->n; a++)
            for (uint32_t w = 0; reaches(product, a, k) && w < WORDS; w++)
                product->reaches[a][w] |= product->reaches[k][w];
}

/* Does it lie on a cycle with edges of every set?  Those are the edges from
 * pairs that it reaches to pairs that reach it. */
static bool is_accepting(const struct product *product, uint32_t pair)
{
    const struct buchi *const buchi = product->buchi;
    const struct ltl_word *const word = product->word;
    uint64_t sets = 0;

    for (uint32_t from = 0; from < product->n; from++)
        for (uint32_t k = buchi->first.at[from / word->n];
             (from == pair || reaches(product, pair, from)) &&
             k < buchi->first.at[from / word->n + 1];
             k++) {
            const struct buchi_edge *const e = &buchi->edges.at[k];
            const uint32_t to =
                pair_of(product, e->target, next_of(word, from % word->n));

            if (buchi_reads(e, word->letters[from % word->n]) &&
                (to == pair || reaches(product, to, pair)))
                sets |= e->sets;
        }
    return reaches(product, pair, pair) &&
           sets == ((uint64_t)1 << buchi->n_sets) - 1;
}

static bool accepts(const struct buchi *buchi, const struct ltl_word *word)
{
    static struct product product;
    bool found = false;

    product.buchi = buchi;
    product.word = word;
    if (!buchi->n_states)
        return false;
    fill(&product);
    for (uint32_t pair = 0; !found && pair < product.n; pair++)
        found = (pair == 0 || reaches(&product, 0, pair)) &&
                is_accepting(&product, pair);
    return found;
}

/* --- all small words ------------------------------------------------------ */

static void check(const struct buchi *buchi)
{
    assert_true(buchi->n_states == 0 ||
                buchi->first.len == buchi->n_states + 1);
    for (uint32_t state = 0; state < buchi->n_states; state++) {
        assert_true(buchi->first.at[state] <= buchi->first.at[state + 1]);
        assert_true(buchi->component.at[state] < buchi->strength.len);
    }
    for (uint32_t i = 0; i < buchi->edges.len; i++) {
        const struct buchi_edge *const edge = &buchi->edges.at[i];

        assert_true(edge->target < buchi->n_states);
        assert_false(edge->positive & edge->negative);
        assert_false(edge->sets & ~buchi_all_sets(buchi));
    }
}

static struct buchi *automaton(const struct ltl *ltl, ltl_id id)
{
    struct diag diag = {0};
    struct buchi *const buchi = tableau_create(ltl, id, 10000, &diag);

    assert_non_null(buchi);
    check(buchi);
    return buchi;
}

/* A word whose last letter repeats: that letter is marked by one more atom, and
 * the values of some atoms there are known. */
static void compare_with_last(struct ltl *ltl, ltl_id id,
                              const struct ltl_word *word, bool value)
{
    const uint64_t atoms = (1 << ATOMS) - 1;
    uint64_t letters[MOST];
    const struct ltl_word marked = {letters, word->n, word->loop};
    bool at[MOST], ends_at[MOST];

    memcpy(letters, word->letters, word->n * sizeof *letters);
    for (uint64_t known = 0; known <= atoms; known++) {
        ltl_id ends[ATOMS], end;
        const struct last_letter last = {ends, ltl_atom(ltl, ATOMS)};

        for (uint32_t i = 0; i < ATOMS; i++)
            ends[i] = !(known >> i & 1)                    ? ltl_atom(ltl, i)
                      : word->letters[word->loop] >> i & 1 ? LTL_YES
                                                           : LTL_NO;
        letters[word->loop] = word->letters[word->loop] | (atoms + 1);
        ltl_evaluate(ltl, last_letter_simplify(ltl, id, &last, &end), &marked,
                     at);
        assert_int_equal(at[0], value);
        ltl_evaluate(ltl, end, &marked, at);
        ltl_evaluate(ltl, id, &marked, ends_at);
        assert_int_equal(at[word->loop], ends_at[word->loop]);
    }
}

static void compare_on(struct ltl *ltl, const struct tree *tree,
                       const struct ltl_word *word, const struct buchi *is,
                       const struct buchi *is_not)
{
    const ltl_id id = make(ltl, tree), negation = ltl_negation(ltl, id);
    const ltl_id begun = ltl_begin(ltl, id, word->letters[0]);
    const struct ltl_word open = {word->letters, word->n, LTL_OPEN};
    bool at[MOST], negated[MOST], shown[MOST];

    uint64_t constant = (1 << ATOMS) - 1;

    for (uint32_t i = 1; i < word->n; i++)
        constant &= ~(word->letters[i] ^ word->letters[0]);
    ltl_evaluate(ltl, begun, word, at);
    assert_int_equal(at[0], holds(tree, word, 0));
    ltl_evaluate(ltl, ltl_settle(ltl, id, constant, word->letters[0]), word,
                 at);
    assert_int_equal(at[0], holds(tree, word, 0));
    ltl_evaluate(ltl, id, word, at);
    ltl_evaluate(ltl, negation, word, negated);
    ltl_evaluate(ltl, id, &open, shown);
    for (uint32_t i = 0; i < word->n; i++) {
        assert_int_equal(at[i], holds(tree, word, i));
        assert_int_equal(negated[i], !at[i]);
        assert_true(at[i] || !shown[i]);
    }
    if (word->loop == word->n - 1)
        compare_with_last(ltl, id, word, at[0]);
    if (is) {
        assert_int_equal(accepts(is, word), at[0]);
        assert_int_equal(accepts(is_not, word), negated[0]);
    }
    if (is && word->n == 1)
        assert_int_equal(is->n_states > 0 &&
                             buchi_accepts_repeated(is, 0, word->letters[0]),
                         at[0]);
}

/* The words of n letters are numbered. */
static void compare_on_words(const struct tree *tree, uint32_t most)
{
    struct ltl ltl;
    struct buchi *is, *is_not;
    uint64_t letters[MOST];

    ltl_init(&ltl);
    is = automaton(&ltl, make(&ltl, tree));
    is_not = automaton(&ltl, ltl_negation(&ltl, make(&ltl, tree)));
    for (uint32_t n = 1; n <= most; n++)
        for (uint32_t number = 0; number < 1u << (ATOMS * n); number++)
            for (uint32_t loop = 0; loop < n; loop++) {
                const struct ltl_word word = {letters, n, loop};

                for (uint32_t i = 0; i < n; i++)
                    letters[i] = number >> (ATOMS * i) & ((1 << ATOMS) - 1);
                compare_on(&ltl, tree, &word, is, is_not);
            }
    buchi_destroy(is);
    buchi_destroy(is_not);
    ltl_finish(&ltl);
}

static const struct tree p = {'p', NULL, NULL}, q = {'q', NULL, NULL},
                         yes = {'1', NULL, NULL}, no = {'0', NULL, NULL};
static const char unary[] = "!XFG", binary[] = "&|URWM";

static void every_small_formula_has_its_words(void **state)
{
    const struct tree *const leaves[] = {&p, &q, &yes, &no};
    struct tree ones[4 + 4 * 4 + 6 * 16];
    uint32_t n = 0;

    (void)state;
    for (int i = 0; i < 4; i++) {
        ones[n++] = *leaves[i];
        for (int u = 0; u < 4; u++)
            ones[n++] = (struct tree){unary[u], leaves[i], NULL};
        for (int j = 0; j < 4; j++)
            for (int b = 0; b < 6; b++)
                ones[n++] = (struct tree){binary[b], leaves[i], leaves[j]};
    }
    for (uint32_t i = 0; i < n; i++) {
        compare_on_words(&ones[i], 2);
        for (int u = 0; u < 4; u++)
            compare_on_words(&(struct tree){unary[u], &ones[i], NULL}, 2);
    }
}

/* --- larger formulas ------------------------------------------------------ */

static const struct tree *grow(struct random *random, struct tree *room,
                               uint32_t *used, uint32_t size)
{
    struct tree *const made = &room[(*used)++];

    if (size <= 1) {
        *made = random_below(random, 2) ? p : q;
    } else if (size == 2 || random_below(random, 3) == 0) {
        *made = (struct tree){unary[random_below(random, 4)],
                              grow(random, room, used, size - 1), NULL};
    } else {
        const uint32_t left = 1 + random_below(random, size - 2);
        const struct tree *const a = grow(random, room, used, left);

        *made = (struct tree){binary[random_below(random, 6)], a,
                              grow(random, room, used, size - 1 - left)};
    }
    return made;
}

static void random_formulas_have_their_words(void **state)
{
    struct random random = {7};

    (void)state;
    for (uint32_t i = 0; i < SWEEP(3000); i++) {
        struct tree room[16];
        uint32_t used = 0;
        const struct tree *const tree =
            grow(&random, room, &used, 3 + random_below(&random, 6));
        uint64_t letters[MOST];
        const uint32_t n = 1 + random_below(&random, MOST);
        const struct ltl_word word = {letters, n, random_below(&random, n)};
        struct ltl ltl;
        struct buchi *is, *is_not;

        ltl_init(&ltl);
        is = automaton(&ltl, make(&ltl, tree));
        is_not = automaton(&ltl, ltl_negation(&ltl, make(&ltl, tree)));
        for (uint32_t k = 0; k < n; k++)
            letters[k] = random_below(&random, 1 << ATOMS);
        compare_on(&ltl, tree, &word, is, is_not);
        buchi_destroy(is);
        buchi_destroy(is_not);
        ltl_finish(&ltl);
    }
}

/* --- sizes ---------------------------------------------------------------- */

/* In Polish notation, with letters from p on: "GFp", "Upq". */
static ltl_id polish(struct ltl *ltl, const char **text)
{
    const char op = *(*text)++;

    if (op >= 'p' && op <= 'v')
        return ltl_atom(ltl, (uint32_t)(op - 'p'));
    if (op == '!')
        return ltl_negation(ltl, polish(ltl, text));
    if (op == 'X')
        return ltl_next(ltl, polish(ltl, text));
    if (op == 'F' || op == 'G') {
        const ltl_id part = polish(ltl, text);

        return op == 'F' ? ltl_finally(ltl, part) : ltl_globally(ltl, part);
    }

    const ltl_id a = polish(ltl, text), b = polish(ltl, text);

    return ltl_binary(ltl,
                      op == 'U'   ? LTL_UNTIL
                      : op == 'R' ? LTL_RELEASE
                      : op == '&' ? LTL_AND
                                  : LTL_OR,
                      a, b);
}

static const struct {
    const char *text;
    uint32_t n_states;
    enum buchi_strength initial;
} sizes[] = {
    {"p", 2, BUCHI_REJECTING},
    {"Fp", 2, BUCHI_REJECTING},
    {"Gp", 1, BUCHI_WEAK},
    {"GFp", 1, BUCHI_STRONG},
    {"FGp", 2, BUCHI_REJECTING},
    {"Upq", 2, BUCHI_REJECTING},
    {"Rpq", 2, BUCHI_WEAK},
    {"G|!pFq", 2, BUCHI_STRONG},
    {"&GFpGFq", 1, BUCHI_STRONG},
    {"|GFpFGq", 4, BUCHI_REJECTING},
    {"XXp", 4, BUCHI_REJECTING},
    {"&p!p", 0, BUCHI_REJECTING},
    {"|p!p", 1, BUCHI_TERMINAL},
    {"FXp", 3, BUCHI_REJECTING},
    /* The smallest ones have 2^n states of n that come once, and 16 of the last
     * formula (Cichon, Czubak, Jasinski 2009). */
    {"&FpFq", 4, BUCHI_REJECTING},
    {"&&FpFqFr", 8, BUCHI_REJECTING},
    {"F&pF&qFr", 4, BUCHI_REJECTING},
    {"&F&pFqF&rFs", 9, BUCHI_REJECTING},
    {"&F&pF&qFrF&sF&tFu", 16, BUCHI_REJECTING},
};

static void automata_are_small(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct ltl ltl;
        const char *text = sizes[i].text;
        struct buchi *buchi;

        ltl_init(&ltl);
        buchi = automaton(&ltl, polish(&ltl, &text));
        if (buchi->n_states != sizes[i].n_states ||
            (buchi->n_states &&
             buchi->strength.at[buchi->component.at[0]] != sizes[i].initial))
            fail_msg("%s: %u states, strength %d", sizes[i].text,
                     (unsigned)buchi->n_states,
                     buchi->n_states
                         ? (int)buchi->strength.at[buchi->component.at[0]]
                         : -1);
        buchi_destroy(buchi);
        ltl_finish(&ltl);
    }
}

static void equal_formulas_are_one(void **state)
{
    static const char *const pairs[][2] = {
        {"FFp", "Fp"},     {"GGp", "Gp"},     {"FUpq", "Fq"},
        {"GFGp", "FGp"},   {"FGFp", "GFp"},   {"XGFp", "GFp"},
        {"UXpXq", "XUpq"}, {"|FpFq", "F|pq"}, {"&GpGq", "G&pq"},
        {"!Upq", "R!p!q"}, {"!!Rpq", "Rpq"},  {"&XpXq", "X&pq"},
        {"UpUpq", "Upq"},  {"&pp", "p"},      {"|qp", "|pq"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const char *a = pairs[i][0], *b = pairs[i][1];
        struct ltl ltl;

        ltl_init(&ltl);
        assert_int_equal(polish(&ltl, &a), polish(&ltl, &b));
        ltl_finish(&ltl);
    }
}

/* At the last letter s holds; v holds there alone. */
static void the_last_letter_decides(void **state)
{
    static const char *const pairs[][2] = {
        {"FGp", "F&vp"},     {"GFp", "F&vp"},     {"&GFpXFGq", "F&v&pq"},
        {"UqGFp", "F&vp"},   {"Fs", "|p!p"},      {"G!s", "&p!p"},
        {"Ups", "Rs|ps"},    {"Rp!s", "U!s&p!s"}, {"GF|p!s", "F&vp"},
        {"|GFpFGs", "|p!p"}, {"Upq", "Upq"},      {"Gp", "Gp"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const char *a = pairs[i][0], *b = pairs[i][1];
        ltl_id ends['v' - 'p' + 1], end;
        struct ltl ltl;

        ltl_init(&ltl);
        for (uint32_t k = 0; k <= 'v' - 'p'; k++)
            ends[k] = k == 's' - 'p' ? LTL_YES : ltl_atom(&ltl, k);

        const struct last_letter last = {ends, ends['v' - 'p']};

        assert_int_equal(
            last_letter_simplify(&ltl, polish(&ltl, &a), &last, &end),
            polish(&ltl, &b));
        ltl_finish(&ltl);
    }
}

static void limits_are_told(void **state)
{
    struct ltl ltl;
    struct diag diag = {0};
    ltl_id all = LTL_YES;

    (void)state;
    ltl_init(&ltl);
    for (uint32_t i = 0; i < 20; i++)
        all = ltl_binary(&ltl, LTL_AND, all,
                         ltl_finally(&ltl, ltl_atom(&ltl, i)));
    assert_null(tableau_create(&ltl, all, 1000, &diag));
    assert_int_equal(diag.code, DIAG_LIMIT);
    diag = (struct diag){0};
    all = ltl_binary(&ltl, LTL_AND, all, ltl_atom(&ltl, BUCHI_ATOMS));
    assert_null(tableau_create(&ltl, all, 1000, &diag));
    assert_int_equal(diag.code, DIAG_USAGE);
    ltl_finish(&ltl);
}

MODULE(ltl)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_formula_has_its_words),
        cmocka_unit_test(random_formulas_have_their_words),
        cmocka_unit_test(automata_are_small),
        cmocka_unit_test(equal_formulas_are_one),
        cmocka_unit_test(the_last_letter_decides),
        cmocka_unit_test(limits_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
