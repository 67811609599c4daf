/* Random diagrams of random nets, safe or not: the check accepts what holds by
 * the definitions, and nothing else.  And each condition by hand. */
#include "../diff/condition.h"
#include "net/marking.h"
#include "proof/verify.h"
#include "random.h"
#include "test.h"

enum { MOST_LEVELS = 12, MOST_WORDS = 5000, N_FORMULAS = 3, NETS = 3000 };

/* Some of all words over the levels; a word is a number, whose digits are the
 * values, that of level 1 the smallest. */
struct words {
    const struct net *net;
    uint32_t n_levels, size[MOST_LEVELS], n;
    place_id *places; /* level by level */
    uint32_t *level_of, *value_of;
    bool *has;
};

/* Random levels of up to three places, most of one. */
static bool words_init(struct words *w, const struct net *net,
                       struct random *random)
{
    const uint32_t n_places = net_place_count(net);

    *w = (struct words){.net = net, .n = 1};
    if (n_places > MOST_LEVELS)
        return false;
    w->places = mem_alloc(n_places, sizeof *w->places);
    w->level_of = mem_alloc(n_places, sizeof *w->level_of);
    w->value_of = mem_alloc(n_places, sizeof *w->value_of);
    for (place_id p = 0; p < n_places; p++) {
        const uint32_t k = random_below(random, p + 1);

        w->places[p] = w->places[k];
        w->places[k] = p;
    }
    for (uint32_t i = 0; i < n_places;) {
        const uint32_t left = n_places - i;
        const uint32_t len =
            random_chance(random, 70)
                ? 1
                : 1 + random_below(random, left < 3 ? left : 3);

        for (uint32_t v = 1; v <= len; v++, i++) {
            w->level_of[w->places[i]] = w->n_levels;
            w->value_of[w->places[i]] = v;
        }
        w->size[w->n_levels++] = len + 1;
        w->n *= len + 1;
    }
    w->has = mem_zero(w->n, sizeof *w->has);
    return w->n <= MOST_WORDS;
}

static void words_finish(struct words *w)
{
    mem_free(w->places);
    mem_free(w->level_of);
    mem_free(w->value_of);
    mem_free(w->has);
}

static void fill_marking(const struct words *w, uint32_t word, bits_word *m)
{
    const place_id *places = w->places;

    memset(m, 0, marking_words(w->net) * sizeof *m);
    for (uint32_t level = 0; level < w->n_levels; level++) {
        const uint32_t value = word % w->size[level];

        if (value)
            bits_add(m, places[value - 1]);
        places += w->size[level] - 1;
        word /= w->size[level];
    }
}

/* False: two places of a level are marked. */
static bool find_word(const struct words *w, const bits_word *m, uint32_t *word)
{
    uint32_t values[MOST_LEVELS] = {0};

    for (place_id p = 0; p < net_place_count(w->net); p++)
        if (bits_has(m, p)) {
            if (values[w->level_of[p]])
                return false;
            values[w->level_of[p]] = w->value_of[p];
        }
    *word = 0;
    for (uint32_t level = w->n_levels; level-- > 0;)
        *word = *word * w->size[level] + values[level];
    return true;
}

/* By the definition.  *to: where the step leads. */
static bool stays_in(const struct words *w, const bits_word *m, trans_id t,
                     bool *leads, uint32_t *to)
{
    bits_word *const after = mem_copy(m, marking_words(w->net), sizeof *after);
    bool good;

    *leads = false;
    if (net_overflow(w->net, t) != PLACE_NONE ||
        marking_unsafe(w->net, m, t) != PLACE_NONE) {
        mem_free(after);
        return false;
    }
    marking_fire(w->net, after, t);
    *leads = find_word(w, after, to);
    good = *leads && w->has[*to];
    mem_free(after);
    return good;
}

/* Adds what can be reached, as far as there are words for it, and a few words
 * more, or less. */
static void choose_words(struct words *w, struct random *random)
{
    bits_word *const m = mem_zero(marking_words(w->net), sizeof *m);
    uint32_t word;
    bool grows = find_word(w, net_initial(w->net), &word);

    if (grows)
        w->has[word] = true;
    for (uint32_t i = random_below(random, 3); i-- > 0;)
        w->has[random_below(random, w->n)] = true;
    while (grows) {
        grows = false;
        for (word = 0; word < w->n; word++) {
            fill_marking(w, word, m);
            for (trans_id t = 0; t < net_trans_count(w->net) && w->has[word];
                 t++) {
                uint32_t to;
                bool leads;

                if (marking_enabled(w->net, m, t) &&
                    !stays_in(w, m, t, &leads, &to) && leads)
                    grows = w->has[to] = true;
            }
        }
    }
    if (random_chance(random, 20))
        w->has[random_below(random, w->n)] ^= true;
    mem_free(m);
}

/* A node for each beginning of a word; equal ones are not shared. */
static struct diagram *diagram_of(const struct words *w)
{
    struct diagram *const diagram = mem_zero(1, sizeof(struct diagram));
    uint32_t *below = mem_alloc(w->n, sizeof *below), n = w->n, from = 0;

    for (uint32_t word = 0; word < w->n; word++)
        below[word] = w->has[word];
    for (uint32_t level = 0; level < w->n_levels; level++) {
        const uint32_t size = w->size[level];
        uint32_t *const nodes = mem_zero(n / size, sizeof *nodes);

        for (uint32_t v = 1; v < size; v++)
            vec_push(&diagram->levels.all, w->places[from++]);
        vecs_close(&diagram->levels);
        n /= size;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t start = diagram->nodes.all.len;

            for (uint32_t v = 0; v < size; v++)
                if (below[i * size + v]) {
                    vec_push(&diagram->nodes.all, v);
                    vec_push(&diagram->nodes.all, below[i * size + v]);
                }
            if (diagram->nodes.all.len > start) {
                vecs_close(&diagram->nodes);
                nodes[i] = vecs_count(&diagram->nodes) + 1;
            }
        }
        mem_free(below);
        below = nodes;
    }
    mem_free(below);
    return diagram;
}

static bool holds(const struct words *w, const struct goal *goal,
                  const struct condition *condition)
{
    bits_word *const m = mem_zero(marking_words(w->net), sizeof *m);
    uint32_t word;
    bool good = find_word(w, net_initial(w->net), &word) && w->has[word];

    for (word = 0; word < w->n && good; word++) {
        fill_marking(w, word, m);
        if (!w->has[word])
            continue;
        good = condition
                   ? !condition_holds(condition, m)
                   : goal->kind == GOAL_SAFE || !goal_holds(goal, w->net, m);
        for (trans_id t = 0; t < net_trans_count(w->net) && good; t++) {
            uint32_t to;
            bool leads;

            good = !marking_enabled(w->net, m, t) ||
                   stays_in(w, m, t, &leads, &to);
        }
    }
    mem_free(m);
    return good;
}

static void ask(struct words *w, const struct goal *goal,
                const struct condition *condition, uint32_t *counts)
{
    struct diagram *const diagram = diagram_of(w);
    struct fault fault;
    const bool wanted = holds(w, goal, condition);

    assert_int_equal(verify_diagram(w->net, goal, diagram, &fault), wanted);
    counts[wanted]++;
    diagram_destroy(diagram);
}

static void random_diagrams_are_judged(void **state)
{
    uint32_t counts[2] = {0, 0};

    (void)state;
    for (uint64_t seed = 0; seed < SWEEP(NETS); seed++) {
        struct condition *formulas[N_FORMULAS];
        struct random random;
        struct net *net;
        struct words w;
        goal_list goals = {0};
        uint32_t first;

        random_init(&random, seed);
        net = random_net(&random, (enum random_kind)(seed % 4),
                         1 + random_below(&random, 2));
        if (words_init(&w, net, &random)) {
            goal_add_all_trans(&goals, net);
            goal_add_plain(&goals, "deadlock");
            goal_add_plain(&goals, "safe");
            condition_ask_marking(&goals, net, &random);
            first = goals.len;
            condition_create_list(formulas, N_FORMULAS, &random, net);
            condition_ask(formulas, N_FORMULAS, "EF", &goals, net);
            choose_words(&w, &random);
            for (uint32_t g = 0; g < goals.len; g++)
                ask(&w, &goals.at[g], g < first ? NULL : formulas[g - first],
                    counts);
            condition_destroy_list(formulas, N_FORMULAS);
        }
        goal_list_free(&goals);
        words_finish(&w);
        net_destroy(net);
    }
    assert_true(counts[0] > SWEEP(1000) && counts[1] > SWEEP(1000));
}

/* --- by hand -------------------------------------------------------------- */

#define NET "p* q r | t: p > q | u: q > p"

/* Levels and nodes in the words of a certificate, with places p, q and r. */
static struct diagram *written(const char *text)
{
    struct diagram *const diagram = mem_zero(1, sizeof(struct diagram));

    for (bool in_node = false; *text; text++) {
        if (*text == ';') {
            if (in_node)
                vecs_close(&diagram->nodes);
            else
                vecs_close(&diagram->levels);
        } else if (*text >= 'p' && *text <= 'r') {
            vec_push(&diagram->levels.all, (place_id)(*text - 'p'));
        } else if (*text >= '0' && *text <= '9') {
            vec_push(&diagram->nodes.all, (uint32_t)(*text - '0'));
            in_node = true;
        } else if (*text == '|') {
            in_node = true;
        }
    }
    return diagram;
}

/* "": it is accepted. */
static void expect(const char *net_text, const char *text, const char *wanted)
{
    const struct goal goal = {.kind = GOAL_SAFE, .trans = TRANS_NONE};
    struct net *const net = test_net(net_text);
    struct diagram *const diagram = written(text);
    struct fault fault = {.text = ""};

    assert_int_equal(verify_diagram(net, &goal, diagram, &fault), !*wanted);
    assert_string_equal(fault.text, wanted);
    diagram_destroy(diagram);
    net_destroy(net);
}

static void nodes_are_well_formed(void **state)
{
    (void)state;
    expect(NET, "pq; r; | 1121; 02;", "");
    expect(NET, "pq; p; r; | 1121; 02;", "place 'p' has a level already");
    expect(NET, "pq; | 1121;", "place 'r' has no level");
    expect(NET, "pq; r; | 1121; ;", "a node has no arcs");
    expect(NET, "pq; r; | 1121; 03;", "there is no node 3 before this one");
    expect(NET, "pq; r; | 1121; 00;", "there is no node 0 before this one");
    expect(NET, "pq; r; | 2111; 02;", "the values do not increase");
    expect(NET, "pq; r; | 1111; 02;", "the values do not increase");
    expect(NET, "pq; r; | 1121; 0211;", "the arcs lead to different levels");
    expect(NET, "pq; r; | 1121; 02; 03;", "node 3 has the highest level");
    expect(NET, "pq; r; | 1131; 02;", "the level has 2 places, and no value 3");
    expect(NET, "pq; r; | 1121;", "the last node is not of the highest level");
}

static void steps_stay_in(void **state)
{
    (void)state;
    expect(NET, "pq; r; | 21; 02;",
           "the initial marking is not in the diagram");
    expect(NET, "pq; r; | 11; 02;", "transition 't' leads out of the diagram");
    expect(NET, "p; q; r; | 01; 11; 0312; 04;", "");
    /* two places of a level, and a second token */
    expect("p* q r | t: p > q r", "p; qr; | 01; 11; 031222;",
           "transition 't' leads out of the diagram");
    expect("p* q* r | t: p > q", "p; q; r; | 0111; 12; 03;",
           "transition 't' leads out of the diagram");
    expect("p* q r | t: p ? p > q", "pq; r; | 1121; 02;", "");
}

MODULE(verify_diagram)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_well_formed),
        cmocka_unit_test(steps_stay_in),
        cmocka_unit_test(random_diagrams_are_judged),
    };

    return cmocka_run_group_tests_name("verify_diagram", tests, NULL, NULL);
}
