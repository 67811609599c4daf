/* One table has a row for each element: its name and what it makes of its
 * parts.  The elements for places, numbers and transitions are its leaves;
 * sums, comparisons and operators join them.  A formula that has EF, AG or AG
 * EF at its beginning, and temporal operators nowhere else, stays a condition
 * on markings; any other one is about paths (property_paths.h). */
#include "formats/text/property_paths.h"

#include "question/formula_stack.h"

struct property_elements_row {
    const char *name;
    bool (*close)(struct property_formula *f);
    enum formula_lexer_token op;            /* of an operator */
    enum formula_builder_relation relation; /* of a comparison */
};

/* Adds the value of a leaf, which has no parts. */
static void push(struct property_formula *f, enum property_formula_kind kind,
                 uint32_t node)
{
    vec_push(&f->values,
             ((struct property_formula_value){.kind = kind, .node = node}));
}

static void put(struct property_formula *f, enum property_formula_kind kind,
                uint32_t node)
{
    property_formula_put(
        f, (struct property_formula_value){.kind = kind, .node = node});
}

/* --- leaves --------------------------------------------------------------- */

static bool close_place(struct property_formula *f)
{
    struct diag why = {0};
    struct property_formula_value value = {.kind = PROPERTY_SUM};
    const place_id p =
        net_find_place(f->net, property_formula_content(f), &why);

    if (p == PLACE_NONE)
        return xml_error(f->xml, "%s", why.text);
    formula_sum_tokens(&value.sum, f->net, p);
    vec_push(&f->values, value);
    return true;
}

static bool close_transition(struct property_formula *f)
{
    struct diag why = {0};
    const trans_id t =
        net_find_trans(f->net, property_formula_content(f), &why);

    if (t == TRANS_NONE)
        return xml_error(f->xml, "%s", why.text);
    push(f, PROPERTY_NAME, formula_builder_fireable(f->builder, t));
    return true;
}

static bool close_number(struct property_formula *f)
{
    struct property_formula_value value = {.kind = PROPERTY_SUM};
    uint64_t number;
    const char *text = property_formula_content(f);
    const bool negative = *text == '-';

    if (text_number(text + negative, &number) != TEXT_NUMBER ||
        number > INT64_MAX)
        return xml_error(f->xml, "'%.80s' is not a whole number", text);
    formula_sum_constant(&value.sum,
                         negative ? -(int64_t)number : (int64_t)number);
    vec_push(&f->values, value);
    return true;
}

static bool close_constant(struct property_formula *f)
{
    push(f, PROPERTY_STATE,
         formula_builder_constant(f->builder, xml_is(f->xml, "true")));
    return true;
}

static bool close_deadlock(struct property_formula *f)
{
    push(f, PROPERTY_STATE, formula_builder_deadlock(f->builder));
    return true;
}

/* --- sums and comparisons ------------------------------------------------- */

/* The first sum becomes the sum of all, or the first minus the others. */
static bool add_up(struct property_formula *f, int64_t factor,
                   enum property_formula_kind kind)
{
    if (f->n_parts == 0 || !property_formula_all_are(f, PROPERTY_SUM))
        return property_formula_wrong(f, "numbers of tokens");
    for (uint32_t i = 1; i < f->n_parts; i++)
        formula_sum_add(&f->parts[0].sum, &f->parts[i].sum, factor);
    f->parts[0].kind = kind;
    property_formula_drop(f, vec_top(&f->open)->first + 1);
    return true;
}

static bool close_sum(struct property_formula *f)
{
    return add_up(f, 1, PROPERTY_SUM);
}

static bool close_difference(struct property_formula *f)
{
    return add_up(f, -1, PROPERTY_SUM);
}

static bool close_bound(struct property_formula *f)
{
    return add_up(f, 1, PROPERTY_BOUND);
}

static bool close_comparison(struct property_formula *f)
{
    if (f->n_parts != 2 || !property_formula_all_are(f, PROPERTY_SUM))
        return property_formula_wrong(f, "two numbers of tokens");
    put(f, PROPERTY_STATE,
        formula_builder_compare(f->builder, &f->parts[0].sum, f->row->relation,
                                &f->parts[1].sum));
    return true;
}

/* --- operators on conditions ---------------------------------------------- */

static uint32_t join(struct property_formula *f, enum formula_op op)
{
    VEC(uint32_t) nodes = {0};
    uint32_t node;

    for (uint32_t i = 0; i < f->n_parts; i++)
        vec_push(&nodes, f->parts[i].node);
    node = formula_builder_join(f->builder, op, nodes.at, nodes.len);
    vec_free(&nodes);
    return node;
}

/* One of the transitions can fire. */
static bool close_fireable(struct property_formula *f)
{
    if (f->n_parts == 0 || !property_formula_all_are(f, PROPERTY_NAME))
        return property_formula_wrong(f, "transitions");
    put(f, PROPERTY_STATE, join(f, FORMULA_OR));
    return true;
}

/* EF distributes over disjunctions, AG over conjunctions. */
static bool close_join(struct property_formula *f)
{
    const bool all = f->row->op == TOKEN_AND;
    const enum property_formula_kind temporal = all ? PROPERTY_AG : PROPERTY_EF;
    const bool is_state = property_formula_all_are(f, PROPERTY_STATE);

    if (f->n_parts == 0 || !property_formula_are_boolean(f))
        return property_formula_wrong(f, "conditions");
    if (is_state || property_formula_all_are(f, temporal))
        put(f, is_state ? PROPERTY_STATE : temporal,
            join(f, all ? FORMULA_AND : FORMULA_OR));
    else
        property_paths_close(f, f->row->op);
    return true;
}

static bool is_one_condition(struct property_formula *f)
{
    return (f->n_parts == 1 && property_formula_are_boolean(f)) ||
           property_formula_wrong(f, "one condition");
}

static bool close_negation(struct property_formula *f)
{
    if (!is_one_condition(f))
        return false;

    const enum property_formula_kind kind = f->parts[0].kind;

    if (kind == PROPERTY_STATE || kind == PROPERTY_EF || kind == PROPERTY_AG)
        put(f,
            kind == PROPERTY_EF   ? PROPERTY_AG
            : kind == PROPERTY_AG ? PROPERTY_EF
                                  : PROPERTY_STATE,
            formula_builder_not(f->parts[0].node));
    else
        property_paths_close(f, f->row->op);
    return true;
}

/* Never (a condition) is AG not. */
static bool close_impossibility(struct property_formula *f)
{
    if (!is_one_condition(f))
        return false;
    if (f->parts[0].kind == PROPERTY_STATE || f->parts[0].kind == PROPERTY_EF)
        put(f, PROPERTY_AG, formula_builder_not(f->parts[0].node));
    else
        put(f, PROPERTY_BEYOND, 0);
    return true;
}

static bool close_pair(struct property_formula *f)
{
    if (f->n_parts != 2 || !property_formula_are_boolean(f))
        return property_formula_wrong(f, "two conditions");
    if (property_formula_all_are(f, PROPERTY_STATE))
        put(f, PROPERTY_STATE,
            formula_stack_join_nodes(f->builder, f->row->op, f->parts[0].node,
                                     f->parts[1].node));
    else
        property_paths_close(f, f->row->op);
    return true;
}

/* --- temporal operators --------------------------------------------------- */

/* From the kind of the part to that of the element; others are about paths. */
static const struct {
    const char *name;
    enum property_formula_kind from, to;
} steps[] = {
    {"finally", PROPERTY_STATE, PROPERTY_FINALLY},
    {"finally", PROPERTY_EF, PROPERTY_FINALLY},
    {"globally", PROPERTY_STATE, PROPERTY_GLOBALLY},
    {"globally", PROPERTY_AG, PROPERTY_GLOBALLY},
    {"globally", PROPERTY_EF, PROPERTY_AGAIN},
    {"globally", PROPERTY_AG_EF, PROPERTY_AGAIN},
    {"all-paths", PROPERTY_AGAIN, PROPERTY_AG_EF},
    {"exists-path", PROPERTY_FINALLY, PROPERTY_EF},
    {"all-paths", PROPERTY_GLOBALLY, PROPERTY_AG},
    {"possibility", PROPERTY_STATE, PROPERTY_EF},
    {"possibility", PROPERTY_EF, PROPERTY_EF},
    {"invariant", PROPERTY_STATE, PROPERTY_AG},
    {"invariant", PROPERTY_AG, PROPERTY_AG},
    {"invariant", PROPERTY_EF, PROPERTY_AG_EF},
    {"invariant", PROPERTY_AG_EF, PROPERTY_AG_EF},
};

static bool close_temporal(struct property_formula *f)
{
    struct ltl *const ltl = &f->temporal->ltl;
    struct property_formula_value value = {.kind = PROPERTY_BEYOND,
                                           .path = PROPERTY_FORMULA_NO_PATH};

    if (!is_one_condition(f))
        return false;
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (xml_is(f->xml, steps[i].name) && f->parts[0].kind == steps[i].from)
            value.kind = steps[i].to;
    if (value.kind == PROPERTY_BEYOND) {
        property_paths_close(f, f->row->op);
        return true;
    }
    value.node = f->parts[0].node;
    if (value.kind == PROPERTY_FINALLY || value.kind == PROPERTY_GLOBALLY ||
        value.kind == PROPERTY_AGAIN)
        value.path = property_paths_of(f, &f->parts[0]);
    if (value.path != PROPERTY_FORMULA_NO_PATH)
        value.path = value.kind == PROPERTY_FINALLY
                         ? ltl_finally(ltl, value.path)
                         : ltl_globally(ltl, value.path);
    property_formula_put(f, value);
    return true;
}

static bool close_path(struct property_formula *f)
{
    if (!property_formula_are_boolean(f))
        return property_formula_wrong(f, "conditions");
    property_paths_close(f, f->row->op);
    return true;
}

/* --- elements ------------------------------------------------------------- */

static const struct property_elements_row rows[] = {
    {"place", close_place, 0, 0},
    {"transition", close_transition, 0, 0},
    {"integer-constant", close_number, 0, 0},
    {"true", close_constant, 0, 0},
    {"false", close_constant, 0, 0},
    {"deadlock", close_deadlock, 0, 0},
    {"tokens-count", close_sum, 0, 0},
    {"integer-sum", close_sum, 0, 0},
    {"integer-difference", close_difference, 0, 0},
    {"place-bound", close_bound, 0, 0},
    {"integer-le", close_comparison, 0, FORMULA_LE},
    {"integer-lt", close_comparison, 0, FORMULA_LT},
    {"integer-ge", close_comparison, 0, FORMULA_GE},
    {"integer-gt", close_comparison, 0, FORMULA_GT},
    {"integer-eq", close_comparison, 0, FORMULA_EQ},
    {"integer-ne", close_comparison, 0, FORMULA_NE},
    {"is-fireable", close_fireable, 0, 0},
    {"conjunction", close_join, TOKEN_AND, 0},
    {"and", close_join, TOKEN_AND, 0},
    {"disjunction", close_join, TOKEN_OR, 0},
    {"or", close_join, TOKEN_OR, 0},
    {"negation", close_negation, TOKEN_NOT, 0},
    {"not", close_negation, TOKEN_NOT, 0},
    {"implication", close_pair, TOKEN_IMPLIES, 0},
    {"equivalence", close_pair, TOKEN_IFF, 0},
    {"exclusive-disjunction", close_pair, TOKEN_XOR, 0},
    {"impossibility", close_impossibility, 0, 0},
    {"finally", close_temporal, TOKEN_FINALLY, 0},
    {"globally", close_temporal, TOKEN_GLOBALLY, 0},
    {"all-paths", close_temporal, TOKEN_ALL_PATHS, 0},
    {"exists-path", close_temporal, TOKEN_SOME_PATH, 0},
    {"possibility", close_temporal, TOKEN_END, 0},
    {"invariant", close_temporal, TOKEN_END, 0},
    {"next", close_path, TOKEN_NEXT, 0},
    {"until", close_path, TOKEN_UNTIL, 0},
    {"before", close_path, TOKEN_OPEN, 0},
    {"reach", close_path, TOKEN_OPEN, 0},
    {"if-no-successor", close_path, TOKEN_END, 0},
    {"steps", close_path, TOKEN_END, 0},
    {"strength", close_path, TOKEN_END, 0},
    {"is-live", close_path, TOKEN_END, 0},
    {"level", close_path, TOKEN_END, 0},
};

static bool close_element(struct property_formula *f)
{
    const struct property_formula_element open = *vec_top(&f->open);

    f->parts = f->values.at + open.first;
    f->n_parts = f->values.len - open.first;
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (xml_is(f->xml, rows[i].name)) {
            f->row = &rows[i];
            return rows[i].close(f);
        }
    return xml_error_at(f->xml, open.where, "<%s> is no part of a formula",
                        xml_name(f->xml));
}

bool property_elements_read(struct property_formula *f)
{
    const uint32_t depth = xml_depth(f->xml);

    while (xml_next(f->xml)) {
        if (xml_opens(f->xml)) {
            vec_push(&f->open, ((struct property_formula_element){
                                   xml_where(f->xml), f->values.len}));
            continue;
        }
        if (xml_depth(f->xml) == depth)
            return true;
        if (!close_element(f))
            return false;
        f->open.len--;
    }
    return false;
}
