/* example.c - asks two questions of a net and prints the runs that answer
 * them.
 *
 *     cc example.c $(pkg-config --cflags --libs punfpor) -o example
 *     ./example dining_3.pnml
 */
#include <punfpor.h>

#include <stdio.h>
#include <stdlib.h>

/* Prints what went wrong as compilers do. */
static int fail(const punfpor_error *error)
{
    if (error->line)
        fprintf(stderr, "%s:%u:%u: %s\n", error->file, (unsigned)error->line,
                (unsigned)error->column, error->text);
    else if (error->file[0])
        fprintf(stderr, "%s: %s\n", error->file, error->text);
    else
        fprintf(stderr, "example: %s\n", error->text);
    return EXIT_FAILURE;
}

static void print_answer(const punfpor_net *net, const punfpor *problem,
                         uint32_t q)
{
    const enum punfpor_verdict verdict = punfpor_verdict_of(problem, q);
    uint32_t length;
    const uint32_t *run = punfpor_run(problem, q, &length);

    printf("%s: %s", punfpor_question_label(problem, q),
           punfpor_verdict_text(verdict));
    if (verdict == PUNFPOR_UNKNOWN)
        printf(" (%s)", punfpor_stop_text(punfpor_stop_of(problem)));
    if (run)
        printf(", run:");
    for (uint32_t i = 0; run && i < length; i++)
        printf(" %s", punfpor_transition_label(net, run[i]));
    printf("\n");
}

static int answer(const punfpor_net *net, punfpor *problem)
{
    punfpor_error error;
    uint32_t deadlock, first;

    if (punfpor_set(problem, "timeout", "10", &error) != PUNFPOR_OK ||
        punfpor_ask_deadlock(problem, &deadlock, &error) != PUNFPOR_OK)
        return fail(&error);
    first = deadlock;
    if (punfpor_net_transitions(net) > 0 &&
        punfpor_ask_transition(problem, punfpor_transition_label(net, 0),
                               &first, &error) != PUNFPOR_OK)
        return fail(&error);
    if (punfpor_solve(problem, &error) != PUNFPOR_OK)
        return fail(&error);
    print_answer(net, problem, deadlock);
    if (first != deadlock)
        print_answer(net, problem, first);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    punfpor_error error;
    punfpor_net *net;
    punfpor *problem;
    int code;

    if (argc != 2) {
        fprintf(stderr, "usage: example NET\n");
        return EXIT_FAILURE;
    }
    net = punfpor_net_load(argv[1], &error);
    if (!net)
        return fail(&error);
    problem = punfpor_create(net, &error);
    code = problem ? answer(net, problem) : fail(&error);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
    return code;
}
