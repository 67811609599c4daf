/* handles.h - nets of test.h behind the handles of the library. */
#ifndef HANDLES_H
#define HANDLES_H

#include "test.h"

#include "api/punfpor.h"

#define assert_fine(call) assert_int_equal(call, PUNFPOR_OK)

/* The net of a line in the syntax of test_net(). */
static inline punfpor_net *handles_net(const char *line)
{
    struct net *plain = test_net(line);
    char *text = NULL;
    size_t len = 0;
    FILE *file = open_memstream(&text, &len);

    assert_non_null(file);
    support_print_net(plain, file);
    fclose(file);

    punfpor_net *net = punfpor_net_parse(text, len, "line", NULL);

    assert_non_null(net);
    free(text);
    net_destroy(plain);
    return net;
}

/* A problem with one question for each transition: can it fire? */
static inline punfpor *handles_problem(const punfpor_net *net)
{
    punfpor *problem = punfpor_create(net, NULL);

    assert_non_null(problem);
    assert_fine(punfpor_ask_all_transitions(problem, NULL, NULL));
    return problem;
}

#endif
