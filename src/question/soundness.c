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

/* Exactly these places are marked. */
static uint32_t add_exact(struct formula_builder *b, const struct net *net,
                          struct net_place_span marked)
{
    formula_builder_nodes nodes = {0};

    for (place_id p = 0; p < net_given_places(net); p++)
        vec_push(&nodes, formula_part_place(b, p, net_span_finds(marked, p)));
    return formula_builder_all(b, FORMULA_AND, &nodes);
}

/* Any of these places, and no others; or, if `more`, all of these places, and
 * another one. */
static uint32_t add_some(struct formula_builder *b, const struct net *net,
                         struct net_place_span marked, bool more)
{
    formula_builder_nodes some = {0}, nodes = {0};

    for (place_id p = 0; p < net_given_places(net); p++)
        if (net_span_finds(marked, p) != more)
            vec_push(&some, formula_part_place(b, p, true));
        else
            vec_push(&nodes, formula_part_place(b, p, more));
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

static bool add_option(goal_list *parts, const struct net *net,
                       struct net_place_span ends, struct diag *diag)
{
    struct formula_builder *const b = formula_builder_create();
    const bool has_end = ends.len || net_final_count(net);
    formula_builder_nodes nodes = {0};

    for (uint32_t i = 0; i < net_final_count(net); i++)
        vec_push(&nodes, add_exact(b, net, net_final(net, i)));
    if (!nodes.len)
        vec_push(&nodes, add_some(b, net, ends, false));
    return add_formula_part(parts, has_end ? &option : &endless, net, b,
                            formula_builder_all(b, FORMULA_OR, &nodes), diag);
}

/* Where one marking is final. */
static bool add_proper(goal_list *parts, const struct net *net,
                       struct net_place_span ends, struct diag *diag)
{
    struct formula_builder *b;

    if (net_final_count(net) ? net_final_count(net) > 1 : ends.len != 1)
        return true;
    b = formula_builder_create();
    return add_formula_part(
        parts, &proper, net, b,
        add_some(b, net, net_final_count(net) ? net_final(net, 0) : ends, true),
        diag);
}

static bool add_parts(goal_list *parts, const struct net *net, bool weak,
                      struct net_place_span ends, struct diag *diag)
{
    if (!has_token(net) && soundness_source(net) == PLACE_NONE)
        return diag_usage(diag,
                          "no place is marked, and there is no single place "
                          "without producers to begin with");
    goal_add_built(parts, &safe, NULL, safe.word);
    if (!add_option(parts, net, ends, diag))
        return false;
    if (weak)
        return true;
    goal_add_built(parts, &quasi_live, NULL, quasi_live.word);
    return add_proper(parts, net, ends, diag);
}

bool soundness_add(goal_list *goals, const struct question *question,
                   const struct net *net, const char *text, struct diag *diag)
{
    goal_list parts = {0};
    net_place_list ends = {0};
    bool good;

    if (text && strcmp(text, "weak") != 0)
        return diag_usage(
            diag, "'%.80s' is no kind of soundness; there is 'weak'", text);
    find_ends(net, false, &ends);
    good = add_parts(&parts, net, text != NULL, net_span_of(&ends), diag);
    if (good)
        goal_add_parts(goals, question, &parts, text ? "sound weak" : "sound");
    goal_list_free(&parts);
    vec_free(&ends);
    return good;
}
