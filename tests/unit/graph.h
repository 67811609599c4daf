/* graph.h - signal transition graphs in the text of a .g file, and runs by
 * labels, for the tests of what asks about signals. */
#ifndef GRAPH_H
#define GRAPH_H

#include "test.h"

#include "formats/net/registry.h"

static inline struct net *graph_of(const char *text)
{
    struct diag diag = {0};
    struct net *const net =
        registry_read_memory(text, strlen(text), "a.g", NULL, &diag);

    assert_non_null(net);
    return net;
}

/* Appends the transitions with these labels, which ',' separates. */
static inline void graph_run(const struct net *net, const char *labels,
                             net_trans_list *run)
{
    char *const copy = mem_text(labels);

    for (char *rest = copy; *rest;) {
        char *const label = rest;
        trans_id t;

        rest = test_cut(label, ",");
        t = net_find_trans(net, label, NULL);
        assert_int_not_equal(t, TRANS_NONE);
        vec_push(run, t);
    }
    mem_free(copy);
}

#endif
