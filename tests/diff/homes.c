/* homes.c - what stays possible, AG EF, on random nets against brute force.
 *
 *     homes FIRST COUNT
 *
 * For each seed a net, and the questions whether it is live, reversible, and
 * whether random conditions can always be reached again.  Brute force lists the
 * markings and goes backwards from those that answer.  The engines that
 * take the questions, state_engine, symbolic_engine and recovery_engine, must
 * answer alike, with and without reductions, and each run must lead to a
 * marking that is lost, or unknown is said. */
#include "api/punfpor.h"
#include "condition.h"
#include "net/marking.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKINGS = 1500, N_CONDITIONS = 3, N_QUESTIONS = N_CONDITIONS + 2 };

struct counts {
    unsigned long nets, questions, lost, unknown;
};

static const struct setting {
    const char *engine, *reduce;
    bool must;  /* it answers all that it is asked */
    bool check; /* in many rounds */
} settings[] = {
    {"state", "off", true, false},    {"auto", "off", true, false},
    {"auto", NULL, true, false},      {"recovery", "off", true, false},
    {"symbolic", "off", true, false}, {"symbolic", "on", true, false},
    {"state", "on", true, false},     {"recovery", "on", true, false},
    {"recovery", "off", true, true},
};

struct asked {
    struct oracle oracle;
    struct condition *conditions[N_CONDITIONS];
    bool *home[N_QUESTIONS]; /* by marking: not lost */
};

static void find_homes(struct asked *asked)
{
    const struct oracle *const oracle = &asked->oracle;
    bool *const live = mem_zero(oracle->n_markings, sizeof *live);

    for (uint32_t q = 0; q + 1 < N_QUESTIONS; q++) {
        bool *const can = mem_zero(oracle->n_markings, sizeof *can);

        can[0] = q == N_CONDITIONS; /* reversible */
        for (uint32_t i = 0; q < N_CONDITIONS && i < oracle->n_markings; i++)
            can[i] = condition_holds(asked->conditions[q],
                                     oracle_marking(oracle, i));
        oracle_go_back(oracle, can);
        asked->home[q] = can;
    }
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        live[i] = true;
    for (trans_id t = 0; t < net_trans_count(oracle->net); t++) {
        bool *const can = oracle_can_fire(oracle, t);

        for (uint32_t i = 0; i < oracle->n_markings; i++)
            live[i] = live[i] && can[i];
        mem_free(can);
    }
    asked->home[N_QUESTIONS - 1] = live;
}

static bool ask(punfpor *problem, const struct asked *asked, uint32_t q)
{
    char text[8192];

    if (q == N_QUESTIONS - 1)
        return punfpor_ask_live(problem, NULL, NULL) == PUNFPOR_OK;
    if (q == N_CONDITIONS)
        return punfpor_ask(problem, "reversible", NULL, NULL, NULL) ==
               PUNFPOR_OK;
    (void)snprintf(text, sizeof text, "%s%s", q ? "AG EF " : "",
                   condition_text(asked->conditions[q]));
    return punfpor_ask(problem, q ? "formula" : "home", text, NULL, NULL) ==
           PUNFPOR_OK;
}

/* The number of the marking behind the run. */
static uint32_t end_of(const struct asked *asked, const uint32_t *run,
                       uint32_t len)
{
    const struct oracle *const oracle = &asked->oracle;
    bits_word *const m = mem_zero(oracle->words, sizeof *m);
    uint32_t end = 0;

    marking_initial(oracle->net, m);
    for (uint32_t i = 0; i < len; i++)
        marking_fire(oracle->net, m, run[i]);
    while (!bits_equal(oracle_marking(oracle, end), m, oracle->words))
        end++;
    mem_free(m);
    return end;
}

static bool is_right(const struct asked *asked, punfpor *problem, uint32_t q,
                     uint32_t at, bool must, struct counts *counts)
{
    const enum punfpor_verdict verdict = punfpor_verdict_of(problem, at);
    bool holds = true;
    uint32_t len;
    const uint32_t *run;

    for (uint32_t i = 0; i < asked->oracle.n_markings; i++)
        holds = holds && asked->home[q][i];
    counts->questions++;
    counts->lost += verdict == PUNFPOR_NO;
    counts->unknown += verdict == PUNFPOR_UNKNOWN;
    if (verdict == PUNFPOR_UNKNOWN)
        return !must;
    if (verdict == PUNFPOR_YES)
        return holds;
    run = punfpor_run(problem, at, &len);
    return !holds && !asked->home[q][end_of(asked, run, len)];
}

/* One question, or all of them: q is N_QUESTIONS. */
static bool try_setting(const struct asked *asked, const punfpor_net *net,
                        const struct setting *setting, uint32_t q,
                        struct counts *counts)
{
    const bool all = q == N_QUESTIONS;
    punfpor *const problem = punfpor_create(net, NULL);
    punfpor_error error = {0};
    bool good =
        punfpor_set(problem, "engine", setting->engine, NULL) == PUNFPOR_OK &&
        (!setting->reduce ||
         punfpor_set(problem, "reduce", setting->reduce, NULL) == PUNFPOR_OK) &&
        (!setting->check ||
         punfpor_set(problem, "check", "1", NULL) == PUNFPOR_OK);

    for (uint32_t i = all ? 0 : q; good && i <= q && i < N_QUESTIONS; i++)
        good = ask(problem, asked, i);
    good = good && punfpor_solve(problem, &error) == PUNFPOR_OK;
    if (error.text[0])
        fprintf(stderr, "%s\n", error.text);
    for (uint32_t i = all ? 0 : q; good && i <= q && i < N_QUESTIONS; i++)
        good = is_right(asked, problem, i, all ? i : 0, setting->must, counts);
    punfpor_destroy(problem);
    return good;
}

static bool try_questions(struct asked *asked, struct counts *counts)
{
    char *text = NULL;
    size_t len = 0;
    FILE *const file = open_memstream(&text, &len);
    punfpor_net *net;
    bool good = true;

    support_print_net(asked->oracle.net, file);
    fclose(file);
    net = punfpor_net_parse(text, len, "net", NULL);
    for (uint32_t k = 0; k < sizeof settings / sizeof *settings; k++)
        for (uint32_t q = 0; q <= N_QUESTIONS && good; q++) {
            good = try_setting(asked, net, &settings[k], q, counts);
            if (!good)
                fprintf(stderr, "engine %s, reduce %s, question %u\n",
                        settings[k].engine,
                        settings[k].reduce ? settings[k].reduce : "as usual",
                        q);
        }
    punfpor_net_destroy(net);
    free(text);
    return good;
}

static bool try_net(uint64_t seed, void *self)
{
    struct counts *const counts = self;
    struct asked asked = {0};
    struct random random;
    struct net *net;
    bool good = true;

    random_init(&random, seed);
    net = random_net(&random, (enum random_kind)(seed % 3),
                     1 + random_below(&random, 4));
    oracle_init(&asked.oracle, net, MAX_MARKINGS);
    if (asked.oracle.complete && net_trans_count(net)) {
        counts->nets++;
        for (uint32_t i = 0; i < N_CONDITIONS; i++)
            asked.conditions[i] =
                condition_create(&random, net, 1 + random_below(&random, 3));
        find_homes(&asked);
        good = try_questions(&asked, counts);
        for (uint32_t i = 0; i < N_CONDITIONS; i++)
            condition_destroy(asked.conditions[i]);
        for (uint32_t q = 0; q < N_QUESTIONS; q++)
            mem_free(asked.home[q]);
    }
    if (!good)
        support_print_net(net, stderr);
    oracle_finish(&asked.oracle);
    net_destroy(net);
    return good;
}

PROGRAM(homes)
{
    struct counts counts = {0};
    bool good = support_try_seeds(argc, argv, try_net, &counts);

    printf("%lu nets, %lu questions, %lu lost markings, %lu unknown\n",
           counts.nets, counts.questions, counts.lost, counts.unknown);
    good = good && counts.lost > 0 && counts.lost < counts.questions;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
