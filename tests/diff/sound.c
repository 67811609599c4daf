/* sound.c - soundness of random nets against brute force.
 *
 *     sound FIRST COUNT
 *
 * For each seed a net, maybe with final markings.  Brute force lists the
 * markings and says which of the four parts fail; the answer must name one of
 * them, with a run that shows it. */
#include "api/punfpor.h"
#include "net/marking.h"
#include "random.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 1500 };

static const char *const words[] = {
    "lack of synchronisation",
    "the end can be lost",
    "never executed",
    "work is left at the end",
};

enum { SAFE, OPTION, LIVE, PROPER, N_PARTS };

struct counts {
    unsigned long nets, yes, fails[N_PARTS];
};

struct asked {
    const struct net *net;
    struct oracle oracle;
    uint32_t n_finals, finals[2]; /* markings */
    bits_word *ends;              /* places without consumers */
    uint32_t n_ends;
    bool *can_end; /* by marking */
};

/* --- brute force ---------------------------------------------------------- */

static void find_ends(struct asked *asked)
{
    const struct net *const net = asked->net;

    asked->ends = mem_zero(marking_words(net), sizeof *asked->ends);
    for (place_id p = 0; p < net_place_count(net); p++) {
        bool taken = false;

        for (trans_id t = 0; t < net_trans_count(net); t++) {
            const struct net_place_span spans[] = {net_pre(net, t),
                                                   net_read(net, t)};

            for (uint32_t k = 0; k < 2; k++)
                for (uint32_t i = 0; i < spans[k].len; i++)
                    taken |= spans[k].at[i] == p;
        }
        if (!taken) {
            bits_add(asked->ends, p);
            asked->n_ends++;
        }
    }
}

static bool is_part(const bits_word *a, const bits_word *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] & ~b[i])
            return false;
    return true;
}

static bool is_final(const struct asked *asked, const bits_word *m)
{
    const uint32_t n = asked->oracle.words;

    for (uint32_t i = 0; i < asked->n_finals; i++)
        if (bits_equal(m, oracle_marking(&asked->oracle, asked->finals[i]), n))
            return true;
    return !asked->n_finals && bits_count(m, n) && is_part(m, asked->ends, n);
}

/* Are all tokens of the one final marking there, and more? */
static bool is_more(const struct asked *asked, const bits_word *m)
{
    const uint32_t n = asked->oracle.words;
    const bits_word *const final =
        asked->n_finals ? oracle_marking(&asked->oracle, asked->finals[0])
                        : asked->ends;

    return (asked->n_finals ? asked->n_finals == 1 : asked->n_ends == 1) &&
           is_part(final, m, n) && !bits_equal(final, m, n);
}

static void find_can_end(struct asked *asked)
{
    const struct oracle *const oracle = &asked->oracle;
    bool changed = true;

    asked->can_end = mem_zero(oracle->n_markings, sizeof *asked->can_end);
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        asked->can_end[i] = is_final(asked, oracle_marking(oracle, i));
    while (changed) {
        changed = false;
        for (uint32_t i = oracle->graph.len; i-- > 0;) {
            const struct oracle_edge edge = oracle->graph.at[i];

            if (!asked->can_end[edge.from] && asked->can_end[edge.to])
                asked->can_end[edge.from] = changed = true;
        }
    }
}

static bool part_fails(const struct asked *asked, uint32_t part)
{
    const struct oracle *const oracle = &asked->oracle;

    if (part == SAFE || oracle->unsafe)
        return part == SAFE && oracle->unsafe;
    if (part == LIVE)
        return bits_count(oracle->fireable,
                          bits_words(net_trans_count(asked->net))) <
               net_trans_count(asked->net);
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        if (part == OPTION ? !asked->can_end[i]
                           : is_more(asked, oracle_marking(oracle, i)))
            return true;
    return false;
}

/* --- the library ---------------------------------------------------------- */

static void print_arcs(FILE *file, struct net_place_span places, trans_id t,
                       bool consumes, bool produces)
{
    for (uint32_t i = 0; i < places.len; i++) {
        if (consumes)
            fprintf(file, "<arc id=\"c%u_%u\" source=\"p%u\" target=\"t%u\"/>",
                    t, places.at[i], places.at[i], t);
        if (produces)
            fprintf(file, "<arc id=\"d%u_%u\" source=\"t%u\" target=\"p%u\"/>",
                    t, places.at[i], t, places.at[i]);
    }
}

static void print_finals(FILE *file, const struct asked *asked)
{
    fputs("<finalmarkings>", file);
    for (uint32_t i = 0; i < asked->n_finals; i++) {
        const bits_word *const m =
            oracle_marking(&asked->oracle, asked->finals[i]);

        fputs("<marking>", file);
        for (place_id p = 0; p < net_place_count(asked->net); p++)
            fprintf(file, "<place idref=\"p%u\"><text>%d</text></place>", p,
                    bits_has(m, p));
        fputs("</marking>", file);
    }
    fputs("</finalmarkings>", file);
}

static void print_net(FILE *file, const struct asked *asked)
{
    const struct net *const net = asked->net;

    fputs("<pnml><net id=\"n\"><page id=\"g\">", file);
    for (place_id p = 0; p < net_place_count(net); p++)
        fprintf(file,
                "<place id=\"p%u\"><initialMarking><text>%d</text>"
                "</initialMarking></place>",
                p, net_marked(net, p));
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        fprintf(file, "<transition id=\"t%u\"/>", t);
        print_arcs(file, net_pre(net, t), t, true, false);
        print_arcs(file, net_post(net, t), t, false, true);
        print_arcs(file, net_read(net, t), t, true, true);
        if (net_overflow(net, t) != PLACE_NONE)
            fprintf(file, "<arc id=\"e%u\" source=\"t%u\" target=\"p%u\"/>", t,
                    t, net_overflow(net, t));
    }
    fputs("</page>", file);
    print_finals(file, asked);
    fputs("</net></pnml>\n", file);
}

/* Fires the run; false when it cannot be.  Of an unsafe net the last step puts
 * the second token. */
static bool replay(const struct asked *asked, const uint32_t *run, uint32_t len,
                   bool unsafe, bits_word *m)
{
    marking_initial(asked->net, m);
    for (uint32_t i = 0; i < len; i++) {
        const bool last = i + 1 == len;

        if (!marking_enabled(asked->net, m, run[i]) ||
            (marking_unsafe(asked->net, m, run[i]) != PLACE_NONE) !=
                (unsafe && last))
            return false;
        if (!unsafe || !last)
            marking_fire(asked->net, m, run[i]);
    }
    return true;
}

static uint32_t number_of(const struct oracle *oracle, const bits_word *m)
{
    uint32_t i = 0;

    while (!bits_equal(oracle_marking(oracle, i), m, oracle->words))
        i++;
    return i;
}

static bool is_shown(const struct asked *asked, const punfpor *problem,
                     uint32_t part)
{
    bits_word *const m = mem_zero(marking_words(asked->net), sizeof *m);
    uint32_t len = 0;
    const uint32_t *const run = punfpor_run(problem, 0, &len);
    bool good;

    if (part == LIVE) {
        const char *const name =
            punfpor_failure(problem, 0) + strlen(words[LIVE]) + 3;
        const uint32_t t = (uint32_t)strtoul(name, NULL, 10);

        good = t < net_trans_count(asked->net) &&
               !punfpor_has_run(problem, 0, PUNFPOR_NO) &&
               !bits_has(asked->oracle.fireable, t);
    } else {
        good = run && replay(asked, run, len, part == SAFE, m) &&
               punfpor_has_run(problem, 0, PUNFPOR_NO);
        if (good && part == OPTION)
            good = !asked->can_end[number_of(&asked->oracle, m)];
        if (good && part == PROPER)
            good = is_more(asked, m);
    }
    mem_free(m);
    return good;
}

static bool is_right(const struct asked *asked, const punfpor *problem,
                     bool weak, struct counts *counts)
{
    const char *const fails = punfpor_failure(problem, 0);
    const enum punfpor_verdict verdict = punfpor_verdict_of(problem, 0);
    bool sound = true;

    for (uint32_t part = 0; part < (weak ? LIVE : N_PARTS); part++)
        sound = sound && !part_fails(asked, part);
    if (verdict != (sound ? PUNFPOR_YES : PUNFPOR_NO) || sound != !fails)
        return false;
    counts->yes += sound;
    if (fails && !strcmp(fails, "no marking is final"))
        return !asked->n_finals && !asked->n_ends && !asked->oracle.unsafe;
    for (uint32_t part = 0; fails && part < N_PARTS; part++)
        if (!strncmp(fails, words[part], strlen(words[part]))) {
            counts->fails[part]++;
            return part_fails(asked, part) && is_shown(asked, problem, part);
        }
    return sound;
}

static bool has_token(const struct net *net)
{
    for (place_id p = 0; p < net_place_count(net); p++)
        if (net_marked(net, p))
            return true;
    return false;
}

/* Only a net without tokens may be refused. */
static bool try_question(const struct asked *asked, const punfpor_net *net,
                         bool weak, const char *reduce, struct counts *counts)
{
    punfpor *const problem = punfpor_create(net, NULL);
    punfpor_error error = {0};
    const enum punfpor_status status =
        punfpor_ask(problem, "sound", weak ? "weak" : NULL, NULL, &error);
    bool good;

    (void)punfpor_set(problem, "reduce", reduce, NULL);
    if (status == PUNFPOR_USAGE)
        good = !has_token(asked->net);
    else
        good = status == PUNFPOR_OK &&
               punfpor_solve(problem, &error) == PUNFPOR_OK &&
               is_right(asked, problem, weak, counts);
    if (!good)
        fprintf(
            stderr, "weak %d, reduce %s: %s; %s, %s\n", weak, reduce,
            error.text, punfpor_verdict_text(punfpor_verdict_of(problem, 0)),
            punfpor_failure(problem, 0) ? punfpor_failure(problem, 0) : "-");
    punfpor_destroy(problem);
    return good;
}

static bool try_asked(const struct asked *asked, struct counts *counts)
{
    char *text = NULL;
    size_t len = 0;
    FILE *const file = open_memstream(&text, &len);
    punfpor_net *net;
    bool good = true;

    print_net(file, asked);
    fclose(file);
    net = punfpor_net_parse(text, len, "net", NULL);
    for (uint32_t k = 0; k < 4 && good; k++)
        good = net &&
               try_question(asked, net, k % 2, k < 2 ? "off" : "on", counts);
    if (!good)
        fputs(text, stderr);
    punfpor_net_destroy(net);
    free(text);
    return good;
}

static bool try_net(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    static const enum random_kind kinds[] = {RANDOM_TERMINATING, RANDOM_CYCLIC,
                                             RANDOM_UNSAFE};
    struct asked asked = {0};
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random, kinds[seed % 3], 1 + random_below(&random, 3));
    asked.net = net;
    oracle_init(&asked.oracle, net, MAX_MARKINGS);
    if (asked.oracle.complete || asked.oracle.unsafe) {
        counts->nets++;
        for (uint32_t i = random_below(&random, 3); i > 0; i--) {
            const uint32_t m = random_below(&random, asked.oracle.n_markings);

            if (bits_count(oracle_marking(&asked.oracle, m),
                           asked.oracle.words))
                asked.finals[asked.n_finals++] = m;
        }
        find_ends(&asked);
        find_can_end(&asked);
        good = try_asked(&asked, counts);
    }
    if (!good)
        support_print_net(net, stderr);
    mem_free(asked.ends);
    mem_free(asked.can_end);
    oracle_finish(&asked.oracle);
    net_destroy(net);
    return good;
}

PROGRAM(sound)
{
    struct counts counts = {0};
    bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets, %lu sound", counts.nets, counts.yes);
    for (uint32_t part = 0; part < N_PARTS; part++) {
        printf(", %lu %s", counts.fails[part], words[part]);
        good = good && (counts.nets < 50 || counts.fails[part]);
    }
    printf("\n");
    return good && counts.yes ? EXIT_SUCCESS : EXIT_FAILURE;
}
