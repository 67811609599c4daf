#include "support.h"

#include "base/check.h"
#include "base/mem.h"
#include "question/formula_parser.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void mem_exhausted(size_t bytes)
{
    fprintf(stderr, "out of memory: %zu bytes\n", bytes);
    abort();
}

/* -- Drafts -- */

enum { MAX_PLACES = 128, NAME = 16 };

struct draft_net {
    struct net_builder *builder;
    struct diag diag;
    char names[MAX_PLACES][NAME];
    uint32_t n_places;
};

/* Copies the next word of *text; false at the end. */
static bool next_word(const char **text, char *word)
{
    size_t len;

    *text += strspn(*text, " ");
    len = strcspn(*text, " ");
    CHECK(len < NAME);
    memcpy(word, *text, len);
    word[len] = '\0';
    *text += len;
    return len > 0;
}

struct draft_net *draft_create(const char *places)
{
    struct draft_net *draft = mem_zero(1, sizeof *draft);
    const struct net_where where = {"draft", 0, 0};
    char word[NAME];

    draft->builder = net_builder_create();
    while (next_word(&places, word)) {
        char *star = strchr(word, '*');

        if (star)
            *star = '\0';
        CHECK(draft->n_places < MAX_PLACES);
        strcpy(draft->names[draft->n_places++], word);
        CHECK(net_builder_place(draft->builder, word, NULL, star != NULL, where,
                                &draft->diag) != PLACE_NONE);
    }
    return draft;
}

static place_id find(const struct draft_net *draft, const char *name)
{
    uint32_t p = 0;

    while (p < draft->n_places && strcmp(draft->names[p], name) != 0)
        p++;
    CHECK(p < draft->n_places);
    return p;
}

void draft_trans(struct draft_net *draft, const char *name, const char *pre,
                 const char *post, const char *read)
{
    const struct net_where where = {"draft", 0, 0};
    const trans_id t =
        net_builder_trans(draft->builder, name, NULL, where, &draft->diag);
    char word[NAME];

    CHECK(t != TRANS_NONE);
    while (next_word(&pre, word))
        net_builder_arc(draft->builder, GIVEN_CONSUME, find(draft, word), t, 1);
    while (next_word(&post, word))
        net_builder_arc(draft->builder, GIVEN_PRODUCE, find(draft, word), t, 1);
    while (next_word(&read, word))
        net_builder_arc(draft->builder, GIVEN_READ, find(draft, word), t, 1);
}

struct net *draft_finish(struct draft_net *draft)
{
    struct net *net = net_builder_finish(draft->builder);

    if (!net)
        diag_print(&draft->diag, stderr);
    CHECK(net);
    mem_free(draft);
    return net;
}

/* -- Printing -- */

typedef struct net_place_span (*arcs_of)(const struct net *net, trans_id t);

static void print_arcs(const struct net *net, FILE *out, const char *block,
                       bool place_first, arcs_of arcs)
{
    fprintf(out, "%s\n", block);
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        const struct net_place_span span = arcs(net, t);

        for (uint32_t i = 0; i < span.len; i++)
            if (place_first)
                fprintf(out, "%u>%u\n", span.at[i] + 1, t + 1);
            else
                fprintf(out, "%u<%u\n", t + 1, span.at[i] + 1);
    }
}

void support_print_net(const struct net *net, FILE *out)
{
    fprintf(out, "PEP\nPTNet\nFORMAT_N\nPL\n");
    for (place_id p = 0; p < net_place_count(net); p++)
        fprintf(out, "%u\"%s\"0@0%s\n", p + 1, net_place_id(net, p),
                net_marked(net, p) ? "M1" : "");
    fprintf(out, "TR\n");
    for (trans_id t = 0; t < net_trans_count(net); t++)
        fprintf(out, "%u\"%s\"0@0\n", t + 1, net_trans_id(net, t));
    print_arcs(net, out, "TP", false, net_post);
    print_arcs(net, out, "PT", true, net_pre);
    print_arcs(net, out, "RA", false, net_read);
}

int support_flag(void *flag)
{
    return *(const int *)flag;
}

bool goal_add_trans(goal_list *goals, const struct net *net, const char *text,
                    struct diag *diag)
{
    return goal_add(goals, question_find("reach"), net, text, diag);
}

bool goal_add_marking(goal_list *goals, const struct net *net, const char *expr,
                      bool exact, struct diag *diag)
{
    return goal_add(goals, question_find(exact ? "marking-exact" : "marking"),
                    net, expr, diag);
}

bool goal_add_formula(goal_list *goals, const struct net *net, const char *text,
                      struct diag *diag)
{
    return goal_add(goals, question_find("formula"), net, text, diag);
}

enum question_path support_path(const struct net *net, const char *formula)
{
    struct temporal *temporal = NULL;
    struct diag diag = {0};
    enum question_path path;
    struct formula *const condition =
        formula_parser_read(net, formula, &path, &temporal, &diag);
    const bool good = condition || temporal;

    formula_destroy(condition);
    temporal_destroy(temporal);
    return good ? path : QUESTION_EF;
}

bool goal_add_bound(goal_list *goals, const struct net *net, const char *text,
                    struct diag *diag)
{
    return goal_add(goals, question_find("bounds"), net, text, diag);
}

bool support_try_seeds(int argc, char **argv,
                       bool (*try_seed)(uint64_t seed, void *self), void *self)
{
    const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;

    if (argc > 3)
        fprintf(stderr, "usage: %s [FIRST [COUNT]]\n", argv[0]);
    for (uint64_t seed = first; seed < first + count && argc <= 3; seed++)
        if (!try_seed(seed, self)) {
            fprintf(stderr, "seed %" PRIu64 "\n", seed);
            return false;
        }
    return argc <= 3;
}
