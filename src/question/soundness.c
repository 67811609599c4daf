#include "question/goal.h"

#include "question/formula_builder.h"

#include <string.h>

#define PART                                                            \
    .holds = "yes", .uncertified =                                      \
                        "it is one of several questions, which can be " \
                        "asked for themselves"

/* What fails, in the words of those who model processes. */
static const struct question safe = {
    .word = "safe",
    .goal = GOAL_SAFE,
    PART,
    .fails = "lack of synchronisation",
    .is_refuted = true,
    .keeps = QUESTION_KEEPS_SAFETY,
};

#define OPTION                                                                 \
    .word = "option to complete", .goal = GOAL_HOME, PART, .is_refuted = true, \
    .keeps = QUESTION_KEEPS_ALL

static const struct question option = {OPTION, .fails = "the end can be lost"};
static const struct question endless = {OPTION, .fails = "no marking is final"};

static const struct question proper = {
    .word = "proper completion",
    .goal = GOAL_FORMULA,
    PART,
    .fails = "work is left at the end",
    .is_refuted = true,
};

static const struct question quasi_live = {
    .word = "quasi-live",
    .goal = GOAL_EACH,
    PART,
    .fails = "never executed",
    .names = true,
};

/* The final markings: those of the file, or the one of a net with one end
 * (THEORY, Definition 151). */
struct finals {
    const struct net *net;
    net_place_list ends; /* the places without consumers */
    uint32_t n;
    uint32_t tokens; /* at the only end; 0: the file has final markings */
};

static struct net_place_span marked_at(const struct finals *finals, uint32_t i)
{
    return finals->tokens ? net_span_of(&finals->ends)
                          : net_final(finals->net, i);
}

/* The tokens of the k-th of the places that are marked there. */
static uint32_t tokens_at(const struct finals *finals, uint32_t i, uint32_t k)
{
    return finals->tokens ? finals->tokens
                          : net_final_tokens(finals->net, i)[k];
}

/* The place has n tokens or more, or, unless `has`, less. */
static uint32_t add_tokens(struct formula_builder *b, place_id p, uint32_t n,
                           bool has)
{
    const uint32_t node = formula_builder_level(b, p, n);

    return has ? node : formula_builder_not(node);
}

/* The i-th final marking; or, if `more`, a larger one. */
static uint32_t add_final(struct formula_builder *b,
                          const struct finals *finals, uint32_t i, bool more)
{
    const struct net *const net = finals->net;
    const struct net_place_span marked = marked_at(finals, i);
    formula_builder_nodes nodes = {0}, others = {0};
    uint32_t k = 0;

    for (place_id p = 0; p < net_given_places(net); p++) {
        uint32_t n = 0;

        if (k < marked.len && marked.at[k] == p)
            n = tokens_at(finals, i, k++);
        if (n)
            vec_push(&nodes, add_tokens(b, p, n, true));
        if (n < net_bound(net, p))
            vec_push(more ? &others : &nodes, add_tokens(b, p, n + 1, more));
    }
    if (more)
        vec_push(&nodes, formula_builder_all(b, FORMULA_OR, &others));
    return formula_builder_all(b, FORMULA_AND, &nodes);
}

/* Tokens at ends alone. */
static uint32_t add_ends(struct formula_builder *b, const struct net *net,
                         struct net_place_span ends)
{
    formula_builder_nodes some = {0}, nodes = {0};

    for (place_id p = 0; p < net_given_places(net); p++)
        if (net_span_finds(ends, p))
            vec_push(&some, formula_part_place(b, p, true));
        else
            vec_push(&nodes, formula_part_place(b, p, false));
    vec_push(&nodes, formula_builder_all(b, FORMULA_OR, &some));
    return formula_builder_all(b, FORMULA_AND, &nodes);
}

/* The places without consumers, or without producers. */
static void find_ends(const struct net *net, bool producers,
                      net_place_list *ends)
{
    bits_word *const taken =
        mem_zero(bits_words(net_place_count(net)), sizeof *taken);
    net_bundle_list arcs = {0};

    for (trans_id t = 0; t < net_given_transitions(net); t++) {
        bundles_of(net, t, &arcs);
        for (uint32_t i = 0; i < arcs.len; i++)
            if (arcs.at[i].read ||
                (producers ? arcs.at[i].produce : arcs.at[i].consume))
                bits_add(taken, arcs.at[i].place);
    }
    for (place_id p = 0; p < net_given_places(net); p++)
        if (!bits_has(taken, p))
            vec_push(ends, p);
    vec_free(&arcs);
    mem_free(taken);
}

static bool has_token(const struct net *net)
{
    bool has = false;

    for (place_id p = 0; p < net_given_places(net); p++)
        has |= net_marked(net, p);
    return has;
}

/* As many tokens as begin on one place end on one. */
static uint32_t tokens_to_end(const struct net *net)
{
    uint32_t n_marked = 0, tokens = 1;

    for (place_id p = 0; p < net_given_places(net); p++)
        if (net_marked(net, p)) {
            n_marked++;
            tokens = net_tokens(net, p);
        }
    return n_marked == 1 ? tokens : 1;
}

/* Places that are added for other arcs have tokens which would not fit. */
place_id soundness_source(const struct net *net)
{
    net_place_list sources = {0};
    place_id source = PLACE_NONE;

    if (has_token(net) || net_bundle_count(net))
        return PLACE_NONE;
    find_ends(net, true, &sources);
    if (sources.len == 1)
        source = sources.at[0];
    vec_free(&sources);
    return source;
}

/* Appends a part about the formula with this root. */
static bool add_formula_part(goal_list *parts, const struct question *part,
                             const struct net *net, struct formula_builder *b,
                             uint32_t root, struct diag *diag)
{
    struct formula *const formula = settled_formula(
        net, formula_builder_finish(b, root, false, diag), diag);

    if (formula)
        goal_add_built(parts, part, formula, part->word);
    return formula != NULL;
}

static bool add_option(goal_list *parts, const struct finals *finals,
                       struct diag *diag)
{
    const struct net *const net = finals->net;
    struct formula_builder *const b = formula_builder_create();
    const bool has_end = finals->n || finals->ends.len;
    formula_builder_nodes nodes = {0};

    formula_builder_levels(b, net);
    for (uint32_t i = 0; i < finals->n; i++)
        vec_push(&nodes, add_final(b, finals, i, false));
    if (!nodes.len)
        vec_push(&nodes, add_ends(b, net, net_span_of(&finals->ends)));
    return add_formula_part(parts, has_end ? &option : &endless, net, b,
                            formula_builder_all(b, FORMULA_OR, &nodes), diag);
}

/* Where one marking is final. */
static bool add_proper(goal_list *parts, const struct finals *finals,
                       struct diag *diag)
{
    struct formula_builder *b;

    if (finals->n != 1)
        return true;
    b = formula_builder_create();
    formula_builder_levels(b, finals->net);
    return add_formula_part(parts, &proper, finals->net, b,
                            add_final(b, finals, 0, true), diag);
}

static bool add_parts(goal_list *parts, const struct finals *finals, bool weak,
                      struct diag *diag)
{
    const struct net *const net = finals->net;

    if (!has_token(net) && soundness_source(net) == PLACE_NONE)
        return diag_usage(diag, "no place is marked, and %s",
                          net_bundle_count(net)
                              ? "the net has weights, inhibitor arcs or "
                                "resets: mark the places to begin with"
                              : "there is no single place without producers to "
                                "begin with");
    goal_add_built(parts, &safe, NULL, safe.word);
    if (!add_option(parts, finals, diag))
        return false;
    if (weak)
        return true;
    goal_add_built(parts, &quasi_live, NULL, quasi_live.word);
    return add_proper(parts, finals, diag);
}

bool soundness_add(goal_list *goals, const struct question *question,
                   const struct net *net, const char *text, struct diag *diag)
{
    struct finals finals = {.net = net, .n = net_final_count(net)};
    goal_list parts = {0};
    bool good;

    if (text && strcmp(text, "weak") != 0)
        return diag_usage(
            diag, "'%.80s' is no kind of soundness; there is 'weak'", text);
    find_ends(net, false, &finals.ends);
    if (!finals.n && finals.ends.len == 1) {
        finals.n = 1;
        finals.tokens = tokens_to_end(net);
    }
    good = add_parts(&parts, &finals, text != NULL, diag);
    if (good)
        goal_add_parts(goals, question, &parts, text ? "sound weak" : "sound");
    goal_list_free(&parts);
    vec_free(&finals.ends);
    return good;
}
