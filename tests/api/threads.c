/* threads.c ROUNDS NET...
 * Four threads at once, each with problems of its own: on nets that all share,
 * on nets that each loads for itself, with each engine and with races.  Every
 * answer must be the one that a single thread found before.  Built under the
 * thread sanitizer, too. */
#include "api/punfpor.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_THREADS = 4, MAX_NETS = 8, N_VERDICTS = 512 };

static const char *const engines[] = {"por", "prefix", "state", "auto"};

enum { N_ENGINES = sizeof engines / sizeof *engines };

struct subject {
    const char *path;
    punfpor_net *net; /* shared */
    unsigned char verdicts[N_VERDICTS];
    uint32_t n_verdicts;
};

struct worker {
    pthread_t thread;
    const struct subject *subjects;
    uint32_t n_subjects, number, rounds;
    bool good;
};

static bool fail(const char *what, const punfpor_error *error)
{
    fprintf(stderr, "%s: %s\n", what, error->text);
    return false;
}

static bool ask(punfpor *problem, const char *engine, punfpor_error *error)
{
    return punfpor_set(problem, "engine", engine, error) == PUNFPOR_OK &&
           punfpor_ask_all_transitions(problem, NULL, error) == PUNFPOR_OK &&
           punfpor_ask_deadlock(problem, NULL, error) == PUNFPOR_OK &&
           punfpor_solve(problem, error) == PUNFPOR_OK;
}

/* Writes the verdicts to verdicts, or compares them if compare is set. */
static bool solve(const punfpor_net *net, const char *engine,
                  unsigned char *verdicts, uint32_t *n, bool compare)
{
    punfpor_error error = {0};
    punfpor *problem = punfpor_create(net, &error);
    bool good = problem && ask(problem, engine, &error);

    if (!good)
        fail(engine, &error);
    else
        *n = punfpor_questions(problem);
    for (uint32_t q = 0; good && q < *n && q < N_VERDICTS; q++) {
        const enum punfpor_verdict found = punfpor_verdict_of(problem, q);

        if (!compare)
            verdicts[q] = (unsigned char)found;
        else if (verdicts[q] != (unsigned char)found)
            good = fail(punfpor_question_text(problem, q), &error);
    }
    punfpor_destroy(problem);
    return good;
}

static bool expect(const punfpor_net *net, const struct subject *subject,
                   const char *engine)
{
    unsigned char verdicts[N_VERDICTS];
    uint32_t n = 0;

    for (uint32_t q = 0; q < N_VERDICTS; q++)
        verdicts[q] = subject->verdicts[q];
    return solve(net, engine, verdicts, &n, true) && n == subject->n_verdicts;
}

static bool try_subject(const struct subject *subject, const char *engine)
{
    punfpor_error error = {0};
    punfpor_net *own = punfpor_net_load(subject->path, &error);
    const bool good = own && expect(own, subject, engine) &&
                      expect(subject->net, subject, engine);

    if (!own)
        fail(subject->path, &error);
    punfpor_net_destroy(own);
    return good;
}

static void *work(void *self)
{
    struct worker *const worker = self;

    worker->good = true;
    for (uint32_t i = 0; i < worker->rounds; i++)
        for (uint32_t k = 0; k < worker->n_subjects; k++)
            worker->good &=
                try_subject(&worker->subjects[k],
                            engines[(i + k + worker->number) % N_ENGINES]);
    return NULL;
}

static bool run(const struct subject *subjects, uint32_t n_subjects,
                uint32_t rounds)
{
    struct worker workers[N_THREADS];
    bool good = true;

    for (uint32_t i = 0; i < N_THREADS; i++) {
        workers[i] = (struct worker){.subjects = subjects,
                                     .n_subjects = n_subjects,
                                     .number = i,
                                     .rounds = rounds};
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            abort();
    }
    for (uint32_t i = 0; i < N_THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        good &= workers[i].good;
    }
    return good;
}

int main(int argc, char **argv)
{
    struct subject subjects[MAX_NETS] = {0};
    uint32_t n = 0;
    bool good = argc > 2;

    for (int i = 2; i < argc && n < MAX_NETS && good; i++, n++) {
        punfpor_error error = {0};

        subjects[n].path = argv[i];
        subjects[n].net = punfpor_net_load(argv[i], &error);
        if (!subjects[n].net)
            good = fail(argv[i], &error);
        else
            good = solve(subjects[n].net, "state", subjects[n].verdicts,
                         &subjects[n].n_verdicts, false);
    }
    good = good && run(subjects, n, (uint32_t)strtoul(argv[1], NULL, 10));
    for (uint32_t i = 0; i < n; i++)
        punfpor_net_destroy(subjects[i].net);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
