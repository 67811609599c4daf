/* One table has a row for each element: its name and what it makes of its
 * parts.  The elements for places, numbers and transitions are its leaves;
 * sums, comparisons and operators join them.  A formula that has EF, AG or AG
 * EF at its beginning, and temporal operators nowhere else, stays a condition
 * on markings; any other one is about paths (property_paths.h). */
#include "formats/text/property_paths.h"

/* An element that closes. */
struct closing {
    struct property_formula *f;
    const struct property_elements_row *row;
    struct property_formula_parts parts;
};

struct property_elements_row {
    const char *name;
    bool (*close)(const struct closing *c);
    enum property_paths_op op;              /* of an operator */
    enum formula_builder_relation relation; /* of a comparison */
};

static void put(struct property_formula *f, enum property_formula_kind kind,
                uint32_t node)
{
    property_formula_put(
        f, (struct property_formula_value){.kind = kind, .node = node});
}

/* --- leaves --------------------------------------------------------------- */

static bool close_place(const struct closing *c)
{
    struct diag why = {0};
    struct property_formula_value value = {.kind = PROPERTY_SUM};
    const place_id p =
        net_find_place(c->f->net, property_formula_content(c->f), &why);

    if (p == PLACE_NONE)
        return xml_error(c->f->xml, "%s", why.text);
    formula_sum_tokens(&value.sum, c->f->net, p);
    vec_push(&c->f->values, value);
    return true;
}

static bool close_transition(const struct closing *c)
{
    struct diag why = {0};
    const trans_id t =
        net_find_trans(c->f->net, property_formula_content(c->f), &why);

    if (t == TRANS_NONE)
        return xml_error(c->f->xml, "%s", why.text);
    property_formula_push(c->f, PROPERTY_NAME,
                          formula_builder_fireable(c->f->builder, t));
    return true;
}

static bool close_number(const struct closing *c)
{
    struct property_formula_value value = {.kind = PROPERTY_SUM};
    uint64_t number;
    const char *text = property_formula_content(c->f);
    const bool negative = *text == '-';

    if (text_number(text + negative, &number) != TEXT_NUMBER ||
        number > INT64_MAX)
        return xml_error(c->f->xml, "'%.80s' is not a whole number", text);
    formula_sum_constant(&value.sum,
                         negative ? -(int64_t)number : (int64_t)number);
    vec_push(&c->f->values, value);
    return true;
}

static bool close_constant(const struct closing *c)
{
    property_formula_push(
        c->f, PROPERTY_STATE,
        formula_builder_constant(c->f->builder, xml_is(c->f->xml, "true")));
    return true;
}

static bool close_deadlock(const struct closing *c)
{
    property_formula_push(c->f, PROPERTY_STATE,
                          formula_builder_deadlock(c->f->builder));
    return true;
}

/* --- sums and comparisons ------------------------------------------------- */

/* The first sum becomes the sum of all, or the first minus the others. */
static bool add_up(const struct closing *c, int64_t factor,
                   enum property_formula_kind kind)
{
    if (c->parts.n == 0 || !property_formula_all_are(c->parts, PROPERTY_SUM))
        return property_formula_wrong(c->f, "numbers of tokens");
    for (uint32_t i = 1; i < c->parts.n; i++)
        formula_sum_add(&c->parts.at[0].sum, &c->parts.at[i].sum, factor);
    c->parts.at[0].kind = kind;
    property_formula_drop(c->f, vec_top(&c->f->open)->first + 1);
    return true;
}

static bool close_sum(const struct closing *c)
{
    return add_up(c, 1, PROPERTY_SUM);
}

static bool close_difference(const struct closing *c)
{
    return add_up(c, -1, PROPERTY_SUM);
}

static bool close_bound(const struct closing *c)
{
    return add_up(c, 1, PROPERTY_BOUND);
}

static bool close_comparison(const struct closing *c)
{
    if (c->parts.n != 2 || !property_formula_all_are(c->parts, PROPERTY_SUM))
        return property_formula_wrong(c->f, "two numbers of tokens");
    put(c->f, PROPERTY_STATE,
        formula_builder_compare(c->f->builder, &c->parts.at[0].sum,
                                c->row->relation, &c->parts.at[1].sum));
    return true;
}

/* --- operators on conditions ---------------------------------------------- */

static uint32_t join(struct property_formula *f, enum formula_op op,
                     struct property_formula_parts parts)
{
    VEC(uint32_t) nodes = {0};
    uint32_t node;

    for (uint32_t i = 0; i < parts.n; i++)
        vec_push(&nodes, parts.at[i].node);
    node = formula_builder_join(f->builder, op, nodes.at, nodes.len);
    vec_free(&nodes);
    return node;
}

/* One of the transitions can fire. */
static bool close_fireable(const struct closing *c)
{
    if (c->parts.n == 0 || !property_formula_all_are(c->parts, PROPERTY_NAME))
        return property_formula_wrong(c->f, "transitions");
    put(c->f, PROPERTY_STATE, join(c->f, FORMULA_OR, c->parts));
    return true;
}

/* EF distributes over disjunctions, AG over conjunctions. */
static bool close_join(const struct closing *c)
{
    const bool all = c->row->op == PROPERTY_PATHS_AND;
    const enum property_formula_kind temporal = all ? PROPERTY_AG : PROPERTY_EF;
    const bool is_state = property_formula_all_are(c->parts, PROPERTY_STATE);

    if (c->parts.n == 0 || !property_formula_are_boolean(c->parts))
        return property_formula_wrong(c->f, "conditions");
    if (is_state || property_formula_all_are(c->parts, temporal))
        put(c->f, is_state ? PROPERTY_STATE : temporal,
            join(c->f, all ? FORMULA_AND : FORMULA_OR, c->parts));
    else
        property_paths_close(c->f, c->row->op, c->parts);
    return true;
}

static bool is_one_condition(const struct closing *c)
{
    return (c->parts.n == 1 && property_formula_are_boolean(c->parts)) ||
           property_formula_wrong(c->f, "one condition");
}

static bool close_negation(const struct closing *c)
{
    if (!is_one_condition(c))
        return false;

    const enum property_formula_kind kind = c->parts.at[0].kind;

    if (kind == PROPERTY_STATE || kind == PROPERTY_EF || kind == PROPERTY_AG)
        put(c->f,
            kind == PROPERTY_EF   ? PROPERTY_AG
            : kind == PROPERTY_AG ? PROPERTY_EF
                                  : PROPERTY_STATE,
            formula_builder_not(c->parts.at[0].node));
    else
        property_paths_close(c->f, c->row->op, c->parts);
    return true;
}

/* Never (a condition) is AG not. */
static bool close_impossibility(const struct closing *c)
{
    if (!is_one_condition(c))
        return false;
    if (c->parts.at[0].kind == PROPERTY_STATE ||
        c->parts.at[0].kind == PROPERTY_EF)
        put(c->f, PROPERTY_AG, formula_builder_not(c->parts.at[0].node));
    else
        put(c->f, PROPERTY_BEYOND, 0);
    return true;
}

static bool close_pair(const struct closing *c)
{
    struct formula_builder *const b = c->f->builder;
    uint32_t node;

    if (c->parts.n != 2 || !property_formula_are_boolean(c->parts))
        return property_formula_wrong(c->f, "two conditions");
    if (!property_formula_all_are(c->parts, PROPERTY_STATE)) {
        property_paths_close(c->f, c->row->op, c->parts);
        return true;
    }

    const uint32_t x = c->parts.at[0].node, y = c->parts.at[1].node;

    if (c->row->op == PROPERTY_PATHS_IMPLICATION)
        node = formula_builder_join(b, FORMULA_OR,
                                    (uint32_t[]){formula_builder_not(x), y}, 2);
    else
        node = formula_builder_xor(b, x, y);
    put(c->f, PROPERTY_STATE,
        c->row->op == PROPERTY_PATHS_EQUIVALENCE ? formula_builder_not(node)
                                                 : node);
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

static bool close_temporal(const struct closing *c)
{
    struct ltl *const ltl = &c->f->temporal->ltl;
    struct property_formula_value value = {.kind = PROPERTY_BEYOND,
                                           .path = PROPERTY_FORMULA_NO_PATH};

    if (!is_one_condition(c))
        return false;
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (xml_is(c->f->xml, steps[i].name) &&
            c->parts.at[0].kind == steps[i].from)
            value.kind = steps[i].to;
    if (value.kind == PROPERTY_BEYOND) {
        property_paths_close(c->f, c->row->op, c->parts);
        return true;
    }
    value.node = c->parts.at[0].node;
    if (value.kind == PROPERTY_FINALLY || value.kind == PROPERTY_GLOBALLY ||
        value.kind == PROPERTY_AGAIN)
        value.path = property_paths_of(c->f, &c->parts.at[0]);
    if (value.path != PROPERTY_FORMULA_NO_PATH)
        value.path = value.kind == PROPERTY_FINALLY
                         ? ltl_finally(ltl, value.path)
                         : ltl_globally(ltl, value.path);
    property_formula_put(c->f, value);
    return true;
}

static bool close_path(const struct closing *c)
{
    if (!property_formula_are_boolean(c->parts))
        return property_formula_wrong(c->f, "conditions");
    property_paths_close(c->f, c->row->op, c->parts);
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
    {"conjunction", close_join, PROPERTY_PATHS_AND, 0},
    {"and", close_join, PROPERTY_PATHS_AND, 0},
    {"disjunction", close_join, PROPERTY_PATHS_OR, 0},
    {"or", close_join, PROPERTY_PATHS_OR, 0},
    {"negation", close_negation, PROPERTY_PATHS_NOT, 0},
    {"not", close_negation, PROPERTY_PATHS_NOT, 0},
    {"implication", close_pair, PROPERTY_PATHS_IMPLICATION, 0},
    {"equivalence", close_pair, PROPERTY_PATHS_EQUIVALENCE, 0},
    {"exclusive-disjunction", close_pair, PROPERTY_PATHS_EXCLUSIVE, 0},
    {"impossibility", close_impossibility, 0, 0},
    {"finally", close_temporal, PROPERTY_PATHS_FINALLY, 0},
    {"globally", close_temporal, PROPERTY_PATHS_GLOBALLY, 0},
    {"all-paths", close_temporal, PROPERTY_PATHS_ALL, 0},
    {"exists-path", close_temporal, PROPERTY_PATHS_SOME, 0},
    {"possibility", close_temporal, PROPERTY_PATHS_BEYOND, 0},
    {"invariant", close_temporal, PROPERTY_PATHS_BEYOND, 0},
    {"next", close_path, PROPERTY_PATHS_NEXT, 0},
    {"until", close_path, PROPERTY_PATHS_UNTIL, 0},
    {"before", close_path, PROPERTY_PATHS_PART, 0},
    {"reach", close_path, PROPERTY_PATHS_PART, 0},
    {"if-no-successor", close_path, PROPERTY_PATHS_BEYOND, 0},
    {"steps", close_path, PROPERTY_PATHS_BEYOND, 0},
    {"strength", close_path, PROPERTY_PATHS_BEYOND, 0},
    {"is-live", close_path, PROPERTY_PATHS_BEYOND, 0},
    {"level", close_path, PROPERTY_PATHS_BEYOND, 0},
};

static bool close_element(struct property_formula *f)
{
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (xml_is(f->xml, rows[i].name))
            return rows[i].close(
                &(struct closing){f, &rows[i], property_formula_parts(f)});
    return xml_error_at(f->xml, vec_top(&f->open)->where,
                        "<%s> is no part of a formula", xml_name(f->xml));
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
