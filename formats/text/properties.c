#include "formats/text/properties.h"

#include "base/check.h"
#include "base/text.h"
#include "formats/text/xml.h"
#include "net/marking.h"
#include "question/formula_builder.h"

#include <string.h>

/* What an element stands for, once it is closed. */
enum properties_value_kind {
    VALUE_SUM,
    VALUE_STATE,    /* a condition on one marking */
    VALUE_EF,       /* some reachable marking has it */
    VALUE_AG,       /* all reachable markings have it */
    VALUE_AG_EF,    /* from all of them one is reachable that has it */
    VALUE_FINALLY,  /* the path formula F of the condition */
    VALUE_GLOBALLY, /* and G */
    VALUE_AGAIN,    /* and G EF */
    VALUE_PATH,     /* another temporal formula about a path */
    VALUE_ALL,      /* it holds of all paths */
    VALUE_SOME,     /* it holds of one */
    VALUE_BOUND,
    VALUE_BEYOND,
    VALUE_NAME, /* of a place or a transition, or a number */
};

struct properties_value {
    enum properties_value_kind kind;
    uint32_t node; /* a condition of the builder */
    ltl_id path;   /* of the kinds from VALUE_FINALLY on; LTL_NONE: a path has a
                      quantifier in it */
    struct formula_sum sum;
};

#define LTL_NONE UINT32_MAX

struct properties_element {
    struct net_where where;
    uint32_t first; /* its values on the stack */
};

struct properties_reader {
    const struct net *net;
    struct xml *xml;
    struct formula_builder *builder;         /* of the current property */
    struct temporal *temporal;               /* the same */
    VEC(ltl_id) paths;                       /* scratch */
    VEC(struct properties_value) values;     /* of the open elements */
    VEC(struct properties_element) elements; /* open, inside the formula */
    VEC(uint32_t) nodes;                     /* scratch */
    text_buffer text;
    struct properties_item item;
    bool has_formula;
    properties_list *list;
};

/* --- values -------------------------------------------------------------- */

static void push_value(struct properties_reader *r,
                       enum properties_value_kind kind, uint32_t node)
{
    const struct properties_value value = {.kind = kind, .node = node};

    vec_push(&r->values, value);
}

static void drop_values(struct properties_reader *r, uint32_t n)
{
    while (r->values.len > n) {
        formula_sum_free(&vec_top(&r->values)->sum);
        r->values.len--;
    }
}

/* The values of the element that closes. */
struct properties_operands {
    struct properties_value *at;
    uint32_t n;
};

static bool all_are(struct properties_operands given,
                    enum properties_value_kind kind)
{
    for (uint32_t i = 0; i < given.n; i++)
        if (given.at[i].kind != kind)
            return false;
    return true;
}

/* Are these conditions, with or without temporal operators? */
static bool are_boolean(struct properties_operands given)
{
    for (uint32_t i = 0; i < given.n; i++)
        if (given.at[i].kind == VALUE_SUM || given.at[i].kind == VALUE_BOUND ||
            given.at[i].kind == VALUE_NAME)
            return false;
    return true;
}

static bool wrong(struct properties_reader *r, const char *expected)
{
    const struct properties_element *const element = vec_top(&r->elements);

    return xml_error_at(r->xml, element->where, "<%s> needs %s",
                        xml_name(r->xml), expected);
}

/* Replaces the values of the element. */
static void put_value(struct properties_reader *r,
                      enum properties_value_kind kind, uint32_t node)
{
    drop_values(r, vec_top(&r->elements)->first);
    push_value(r, kind, node);
}

/* --- paths ---------------------------------------------------------------- */

/* A condition of the builder as an atom. */
static ltl_id atom_of(struct properties_reader *r, uint32_t node)
{
    struct diag why = {0};
    ltl_id atom = LTL_NONE;

    return temporal_add(
               r->temporal, formula_builder_make(r->builder, node, false, &why),
               formula_builder_make(r->builder, node, true, &why), &atom, &why)
               ? atom
               : LTL_NONE;
}

/* EF or AG of a condition. */
static ltl_id quantify(struct properties_reader *r, bool all, ltl_id part)
{
    struct ltl *const ltl = &r->temporal->ltl;

    return part == LTL_NONE ? LTL_NONE
                            : temporal_quantify(r->temporal, all,
                                                all ? ltl_globally(ltl, part)
                                                    : ltl_finally(ltl, part));
}

/* What the value says of a path; LTL_NONE: it is none of LTL or CTL. */
static ltl_id path_of(struct properties_reader *r,
                      const struct properties_value *value)
{
    const ltl_id atom = value->kind == VALUE_STATE || value->kind == VALUE_EF ||
                                value->kind == VALUE_AG ||
                                value->kind == VALUE_AG_EF
                            ? atom_of(r, value->node)
                            : LTL_NONE;

    switch (value->kind) {
    case VALUE_STATE:
        return atom;
    case VALUE_EF:
        return quantify(r, false, atom);
    case VALUE_AG:
        return quantify(r, true, atom);
    case VALUE_AG_EF:
        return quantify(r, true, quantify(r, false, atom));
    case VALUE_ALL:
    case VALUE_SOME:
        return value->path == LTL_NONE
                   ? LTL_NONE
                   : temporal_quantify(r->temporal, value->kind == VALUE_ALL,
                                       value->path);
    case VALUE_FINALLY:
    case VALUE_GLOBALLY:
    case VALUE_AGAIN:
    case VALUE_PATH:
        return value->path;
    case VALUE_SUM:
    case VALUE_BOUND:
    case VALUE_BEYOND:
    case VALUE_NAME:
        break;
    }
    return LTL_NONE;
}

static ltl_id join_paths(struct properties_reader *r, enum ltl_op op)
{
    ltl_id path = op == LTL_AND ? LTL_YES : LTL_NO;

    for (uint32_t i = 0; i < r->paths.len; i++)
        path = ltl_binary(&r->temporal->ltl, op, path, r->paths.at[i]);
    return path;
}

/* The element as an operator on paths. */
static ltl_id operate(struct properties_reader *r)
{
    struct ltl *const ltl = &r->temporal->ltl;
    const ltl_id a = r->paths.at[0], b = *vec_top(&r->paths);

    if (xml_is(r->xml, "conjunction") || xml_is(r->xml, "and"))
        return join_paths(r, LTL_AND);
    if (xml_is(r->xml, "disjunction") || xml_is(r->xml, "or"))
        return join_paths(r, LTL_OR);
    if (xml_is(r->xml, "negation") || xml_is(r->xml, "not"))
        return ltl_negation(ltl, a);
    if (xml_is(r->xml, "finally"))
        return ltl_finally(ltl, a);
    if (xml_is(r->xml, "globally"))
        return ltl_globally(ltl, a);
    if (xml_is(r->xml, "next"))
        return temporal_next(r->temporal, a);
    if (xml_is(r->xml, "before") || xml_is(r->xml, "reach") ||
        xml_is(r->xml, "all-paths") || xml_is(r->xml, "exists-path"))
        return a;
    if (xml_is(r->xml, "until"))
        return r->paths.len == 2 ? ltl_binary(ltl, LTL_UNTIL, a, b) : LTL_NONE;
    if (xml_is(r->xml, "implication"))
        return ltl_binary(ltl, LTL_OR, ltl_negation(ltl, a), b);

    const ltl_id both = ltl_binary(ltl, LTL_AND, a, b);
    const ltl_id either = ltl_binary(ltl, LTL_OR, a, b);

    if (xml_is(r->xml, "equivalence"))
        return ltl_binary(ltl, LTL_OR, both, ltl_negation(ltl, either));
    if (xml_is(r->xml, "exclusive-disjunction"))
        return ltl_binary(ltl, LTL_AND, either, ltl_negation(ltl, both));
    return LTL_NONE;
}

/* The value of an element that is more than one condition, if its operands
 * are about paths; a path or one with a quantifier. */
static bool close_path(struct properties_reader *r,
                       struct properties_operands given)
{
    struct properties_value value = {.kind = VALUE_BEYOND, .path = LTL_NONE};

    vec_clear(&r->paths);
    for (uint32_t i = 0; i < given.n; i++) {
        const ltl_id path = path_of(r, &given.at[i]);

        if (path != LTL_NONE)
            vec_push(&r->paths, path);
    }
    if (r->paths.len == given.n && given.n)
        value.path = operate(r);
    if (value.path != LTL_NONE)
        value.kind = xml_is(r->xml, "all-paths")     ? VALUE_ALL
                     : xml_is(r->xml, "exists-path") ? VALUE_SOME
                                                     : VALUE_PATH;
    drop_values(r, vec_top(&r->elements)->first);
    vec_push(&r->values, value);
    return true;
}

/* --- conditions ----------------------------------------------------------- */

static uint32_t join_conditions(struct properties_reader *r, enum formula_op op,
                                struct properties_operands given)
{
    vec_clear(&r->nodes);
    for (uint32_t i = 0; i < given.n; i++)
        vec_push(&r->nodes, given.at[i].node);
    return formula_builder_join(r->builder, op, r->nodes.at, r->nodes.len);
}

/* EF distributes over disjunctions, AG over conjunctions. */
static bool close_join(struct properties_reader *r, enum formula_op op,
                       struct properties_operands given)
{
    const enum properties_value_kind temporal =
        op == FORMULA_AND ? VALUE_AG : VALUE_EF;
    const enum properties_value_kind kind =
        all_are(given, VALUE_STATE) ? VALUE_STATE
        : all_are(given, temporal)  ? temporal
                                    : VALUE_BEYOND;

    if (given.n == 0 || !are_boolean(given))
        return wrong(r, "conditions");
    if (kind == VALUE_BEYOND)
        return close_path(r, given);
    put_value(r, kind, join_conditions(r, op, given));
    return true;
}

static bool close_negation(struct properties_reader *r,
                           struct properties_operands given)
{
    static const enum properties_value_kind negated[] = {
        [VALUE_STATE] = VALUE_STATE,     [VALUE_EF] = VALUE_AG,
        [VALUE_AG] = VALUE_EF,           [VALUE_FINALLY] = VALUE_BEYOND,
        [VALUE_GLOBALLY] = VALUE_BEYOND, [VALUE_AG_EF] = VALUE_BEYOND,
        [VALUE_AGAIN] = VALUE_BEYOND,    [VALUE_BEYOND] = VALUE_BEYOND,
        [VALUE_PATH] = VALUE_BEYOND,     [VALUE_ALL] = VALUE_BEYOND,
        [VALUE_SOME] = VALUE_BEYOND,
    };

    if (given.n != 1 || !are_boolean(given))
        return wrong(r, "one condition");

    const enum properties_value_kind kind = negated[given.at[0].kind];

    if (kind == VALUE_BEYOND)
        return close_path(r, given);
    put_value(r, kind, formula_builder_not(r->builder, given.at[0].node));
    return true;
}

/* implication, equivalence and exclusive-disjunction of two conditions. */
static bool close_pair(struct properties_reader *r,
                       struct properties_operands given)
{
    struct formula_builder *const b = r->builder;
    uint32_t node = 0;

    if (given.n != 2 || !are_boolean(given))
        return wrong(r, "two conditions");

    const uint32_t x = given.at[0].node, y = given.at[1].node;
    const bool state = all_are(given, VALUE_STATE);

    if (!state)
        return close_path(r, given);
    if (xml_is(r->xml, "implication"))
        node = formula_builder_join(
            b, FORMULA_OR, (uint32_t[]){formula_builder_not(b, x), y}, 2);
    else if (xml_is(r->xml, "equivalence"))
        node = formula_builder_not(b, formula_builder_xor(b, x, y));
    else
        node = formula_builder_xor(b, x, y);
    put_value(r, VALUE_STATE, node);
    return true;
}

/* --- temporal operators --------------------------------------------------- */

/* From the kind of the operand to that of the result; others are beyond. */
struct properties_step {
    const char *name;
    enum properties_value_kind from, to;
};

static const struct properties_step steps[] = {
    {"finally", VALUE_STATE, VALUE_FINALLY},
    {"finally", VALUE_EF, VALUE_FINALLY},
    {"globally", VALUE_STATE, VALUE_GLOBALLY},
    {"globally", VALUE_AG, VALUE_GLOBALLY},
    {"globally", VALUE_EF, VALUE_AGAIN},
    {"globally", VALUE_AG_EF, VALUE_AGAIN},
    {"all-paths", VALUE_AGAIN, VALUE_AG_EF},
    {"exists-path", VALUE_FINALLY, VALUE_EF},
    {"all-paths", VALUE_GLOBALLY, VALUE_AG},
    {"possibility", VALUE_STATE, VALUE_EF},
    {"possibility", VALUE_EF, VALUE_EF},
    {"invariant", VALUE_STATE, VALUE_AG},
    {"invariant", VALUE_AG, VALUE_AG},
    {"invariant", VALUE_EF, VALUE_AG_EF},
    {"invariant", VALUE_AG_EF, VALUE_AG_EF},
};

static bool close_temporal(struct properties_reader *r,
                           struct properties_operands given)
{
    enum properties_value_kind kind = VALUE_BEYOND;

    if (given.n != 1 || !are_boolean(given))
        return wrong(r, "one condition");
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (xml_is(r->xml, steps[i].name) && given.at[0].kind == steps[i].from)
            kind = steps[i].to;
    if (kind == VALUE_BEYOND)
        return close_path(r, given);

    const bool is_path =
        kind == VALUE_FINALLY || kind == VALUE_GLOBALLY || kind == VALUE_AGAIN;
    const uint32_t node = given.at[0].node;
    const ltl_id path = is_path ? path_of(r, &given.at[0]) : LTL_NONE;

    put_value(r, kind, node);
    if (path == LTL_NONE || kind == VALUE_EF || kind == VALUE_AG)
        vec_top(&r->values)->path = LTL_NONE;
    else
        vec_top(&r->values)->path = kind == VALUE_FINALLY
                                        ? ltl_finally(&r->temporal->ltl, path)
                                        : ltl_globally(&r->temporal->ltl, path);
    return true;
}

/* Never (a condition) is AG not. */
static bool close_impossibility(struct properties_reader *r,
                                struct properties_operands given)
{
    if (given.n != 1 || !are_boolean(given))
        return wrong(r, "one condition");
    if (given.at[0].kind == VALUE_STATE || given.at[0].kind == VALUE_EF)
        put_value(r, VALUE_AG,
                  formula_builder_not(r->builder, given.at[0].node));
    else
        put_value(r, VALUE_BEYOND, 0);
    return true;
}

static bool close_beyond(struct properties_reader *r,
                         struct properties_operands given)
{
    if (!are_boolean(given))
        return wrong(r, "conditions");
    return close_path(r, given);
}

/* --- atoms ---------------------------------------------------------------- */

/* The text of the element that closes, without white space around it. */
static const char *content(struct properties_reader *r)
{
    const char *const text = xml_before(r->xml);

    r->text.len = 0;
    text_add(&r->text, text, strlen(text));
    text_collapse(&r->text);
    return text_end(&r->text);
}

static bool close_place(struct properties_reader *r)
{
    struct diag why = {0};
    struct properties_value value = {.kind = VALUE_SUM};
    const place_id p = net_find_place(r->net, content(r), &why);

    if (p == PLACE_NONE)
        return xml_error(r->xml, "%s", why.text);
    formula_sum_tokens(&value.sum, r->net, p);
    vec_push(&r->values, value);
    return true;
}

static bool close_transition(struct properties_reader *r)
{
    struct diag why = {0};
    const trans_id t = net_find_trans(r->net, content(r), &why);

    if (t == TRANS_NONE)
        return xml_error(r->xml, "%s", why.text);
    push_value(r, VALUE_NAME, formula_builder_fireable(r->builder, t));
    return true;
}

static bool close_constant(struct properties_reader *r)
{
    struct properties_value value = {.kind = VALUE_SUM};
    uint64_t number;
    const char *text = content(r);
    const bool negative = *text == '-';

    if (text_number(text + negative, &number) != TEXT_NUMBER ||
        number > INT64_MAX)
        return xml_error(r->xml, "'%.80s' is not a whole number", text);
    formula_sum_constant(&value.sum,
                         negative ? -(int64_t)number : (int64_t)number);
    vec_push(&r->values, value);
    return true;
}

/* One of the transitions can fire. */
static bool close_fireable(struct properties_reader *r,
                           struct properties_operands given)
{
    if (given.n == 0 || !all_are(given, VALUE_NAME))
        return wrong(r, "transitions");
    put_value(r, VALUE_STATE, join_conditions(r, FORMULA_OR, given));
    return true;
}

/* The first sum becomes the sum of all, or the first minus the others. */
static bool close_sum(struct properties_reader *r,
                      struct properties_operands given, int64_t factor,
                      enum properties_value_kind kind)
{
    if (given.n == 0 || !all_are(given, VALUE_SUM))
        return wrong(r, "numbers of tokens");
    for (uint32_t i = 1; i < given.n; i++)
        formula_sum_add(&given.at[0].sum, &given.at[i].sum, factor);
    given.at[0].kind = kind;
    drop_values(r, vec_top(&r->elements)->first + 1);
    return true;
}

struct properties_comparison {
    const char *name;
    enum formula_builder_relation relation;
};

static const struct properties_comparison comparisons[] = {
    {"integer-le", FORMULA_LE}, {"integer-lt", FORMULA_LT},
    {"integer-ge", FORMULA_GE}, {"integer-gt", FORMULA_GT},
    {"integer-eq", FORMULA_EQ}, {"integer-ne", FORMULA_NE},
};

static const struct properties_comparison *
find_comparison(const struct properties_reader *r)
{
    for (uint32_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (xml_is(r->xml, comparisons[i].name))
            return &comparisons[i];
    return NULL;
}

static bool close_comparison(struct properties_reader *r,
                             struct properties_operands given,
                             enum formula_builder_relation relation)
{
    if (given.n != 2 || !all_are(given, VALUE_SUM))
        return wrong(r, "two numbers of tokens");
    put_value(r, VALUE_STATE,
              formula_builder_compare(r->builder, &given.at[0].sum, relation,
                                      &given.at[1].sum));
    return true;
}

/* --- elements ------------------------------------------------------------- */

static bool is_one_of(const struct properties_reader *r,
                      const char *const *names, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (xml_is(r->xml, names[i]))
            return true;
    return false;
}

/* Elements with operands that are conditions. */
static bool close_condition(struct properties_reader *r,
                            struct properties_operands given)
{
    static const char *const pairs[] = {"implication", "equivalence",
                                        "exclusive-disjunction"};
    static const char *const beyond[] = {
        "next",  "until",    "before",  "reach", "if-no-successor",
        "steps", "strength", "is-live", "level"};

    if (xml_is(r->xml, "conjunction") || xml_is(r->xml, "and"))
        return close_join(r, FORMULA_AND, given);
    if (xml_is(r->xml, "disjunction") || xml_is(r->xml, "or"))
        return close_join(r, FORMULA_OR, given);
    if (xml_is(r->xml, "negation") || xml_is(r->xml, "not"))
        return close_negation(r, given);
    if (is_one_of(r, pairs, sizeof pairs / sizeof *pairs))
        return close_pair(r, given);
    if (xml_is(r->xml, "impossibility"))
        return close_impossibility(r, given);
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (xml_is(r->xml, steps[i].name))
            return close_temporal(r, given);
    if (is_one_of(r, beyond, sizeof beyond / sizeof *beyond))
        return close_beyond(r, given);
    return xml_error_at(r->xml, vec_top(&r->elements)->where,
                        "<%s> is no part of a formula", xml_name(r->xml));
}

static bool close_element(struct properties_reader *r)
{
    const uint32_t first = vec_top(&r->elements)->first;
    const struct properties_operands given = {r->values.at + first,
                                              r->values.len - first};
    const struct properties_comparison *const comparison = find_comparison(r);

    if (comparison)
        return close_comparison(r, given, comparison->relation);
    if (xml_is(r->xml, "place"))
        return close_place(r);
    if (xml_is(r->xml, "transition"))
        return close_transition(r);
    if (xml_is(r->xml, "integer-constant"))
        return close_constant(r);
    if (xml_is(r->xml, "is-fireable"))
        return close_fireable(r, given);
    if (xml_is(r->xml, "tokens-count") || xml_is(r->xml, "integer-sum"))
        return close_sum(r, given, 1, VALUE_SUM);
    if (xml_is(r->xml, "integer-difference"))
        return close_sum(r, given, -1, VALUE_SUM);
    if (xml_is(r->xml, "place-bound"))
        return close_sum(r, given, 1, VALUE_BOUND);
    if (xml_is(r->xml, "deadlock"))
        push_value(r, VALUE_STATE, formula_builder_deadlock(r->builder));
    else if (xml_is(r->xml, "true") || xml_is(r->xml, "false"))
        push_value(
            r, VALUE_STATE,
            formula_builder_constant(r->builder, xml_is(r->xml, "true")));
    else
        return close_condition(r, given);
    return true;
}

/* --- properties ----------------------------------------------------------- */

/* A condition at the initial marking is EF of the constant that it is. */
static const struct {
    enum properties_value_kind kind;
    enum question_path path;
} asked[] = {
    {VALUE_STATE, QUESTION_EF},      {VALUE_EF, QUESTION_EF},
    {VALUE_AG, QUESTION_AG},         {VALUE_AG_EF, QUESTION_AG_EF},
    {VALUE_ALL, QUESTION_ALL_PATHS}, {VALUE_SOME, QUESTION_SOME_PATH},
};

/* Is it a formula of CTL, with quantifiers under others or without one at its
 * beginning?  Then it is what the item asks.  Where parts are constant, none
 * may be left. */
static bool take_ctl(struct properties_reader *r,
                     const struct properties_value *value)
{
    const bool begins = value->kind == VALUE_ALL || value->kind == VALUE_SOME;
    ltl_id sought;

    if (begins ? !r->temporal->quantified.len : value->kind != VALUE_PATH)
        return false;
    sought = path_of(r, value);
    if (sought == LTL_NONE || !temporal_is_state(r->temporal, sought))
        return false;
    r->temporal->sought = sought;
    r->item.temporal = r->temporal;
    r->item.question = question_of_path(QUESTION_CTL);
    r->temporal = NULL;
    return true;
}

/* Replaces the formula by the constant that it is at the initial marking. */
static void settle_at_beginning(const struct net *net, struct formula **formula)
{
    struct formula_builder *const builder = formula_builder_create();
    bits_word *const m = mem_zero(marking_words(net), sizeof *m);
    struct diag ignored = {0};
    uint32_t constant;

    marking_initial(net, m);
    constant =
        formula_builder_constant(builder, formula_holds(*formula, net, m));
    mem_free(m);
    formula_destroy(*formula);
    *formula = formula_builder_finish(builder, constant, false, &ignored);
}

static bool finish_formula(struct properties_reader *r,
                           const struct properties_value *value,
                           struct net_where where)
{
    struct properties_item *const item = &r->item;
    struct diag why = {0};

    if (take_ctl(r, value))
        return true;
    /* With several operators of paths, and quantifiers among them. */
    if ((value->kind == VALUE_ALL || value->kind == VALUE_SOME) &&
        r->temporal->quantified.len)
        return true;
    for (uint32_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (asked[i].kind == value->kind)
            item->question = question_of_path(asked[i].path);
    if (!item->question)
        return true;
    if (value->kind == VALUE_ALL || value->kind == VALUE_SOME) {
        item->temporal = r->temporal;
        item->temporal->sought =
            value->kind == VALUE_SOME
                ? value->path
                : ltl_negation(&r->temporal->ltl, value->path);
        r->temporal = NULL;
        return true;
    }
    item->formula = formula_builder_finish(r->builder, value->node,
                                           value->kind == VALUE_AG, &why);
    r->builder = NULL;
    if (item->formula && value->kind == VALUE_STATE)
        settle_at_beginning(r->net, &item->formula);
    return item->formula || xml_error_at(r->xml, where, "%s", why.text);
}

/* At the closing tag of <formula>. */
static bool close_formula(struct properties_reader *r, struct net_where where)
{
    struct properties_value *const value = r->values.at;
    bool good;

    if (r->values.len != 1 || value->kind == VALUE_SUM ||
        value->kind == VALUE_NAME)
        return xml_error_at(r->xml, where,
                            "<formula> needs one condition or place-bound");
    if (value->kind == VALUE_BOUND) {
        r->item.question = question_find("bounds");
        r->item.sum = value->sum;
        formula_sum_sort(&r->item.sum);
        value->sum = (struct formula_sum){0};
        good = true;
    } else {
        good = finish_formula(r, value, where);
    }
    drop_values(r, 0);
    return good;
}

/* From the opening tag of <formula> to its closing tag. */
static bool read_formula(struct properties_reader *r)
{
    const uint32_t depth = xml_depth(r->xml);
    const struct net_where where = xml_where(r->xml);

    if (r->has_formula)
        return xml_error(r->xml, "a second <formula> in a property");
    r->has_formula = true;
    r->builder = formula_builder_create();
    r->temporal = temporal_create();
    while (xml_next(r->xml)) {
        if (xml_opens(r->xml)) {
            const struct properties_element element = {xml_where(r->xml),
                                                       r->values.len};

            vec_push(&r->elements, element);
            continue;
        }
        if (xml_depth(r->xml) == depth)
            return close_formula(r, where);
        if (!close_element(r))
            return false;
        r->elements.len--;
    }
    return false;
}

static bool read_id(struct properties_reader *r)
{
    const struct net_where where = xml_where(r->xml);

    if (!xml_next(r->xml))
        return false;
    if (xml_opens(r->xml))
        return xml_error(r->xml, "<id> holds a text only");
    mem_free(r->item.id);
    r->item.id = mem_text(content(r));
    return text_is_name(r->item.id) ||
           xml_error_at(r->xml, where, "<id> holds no name");
}

static void drop_property(struct properties_reader *r)
{
    mem_free(r->item.id);
    formula_destroy(r->item.formula);
    temporal_destroy(r->item.temporal);
    formula_sum_free(&r->item.sum);
    r->item = (struct properties_item){0};
    formula_builder_destroy(r->builder);
    temporal_destroy(r->temporal);
    r->builder = NULL;
    r->temporal = NULL;
    r->has_formula = false;
    drop_values(r, 0);
    vec_clear(&r->elements);
}

/* At the closing tag of <property>. */
static bool close_property(struct properties_reader *r, struct net_where where)
{
    if (!r->item.id || !r->has_formula)
        return xml_error_at(r->xml, where, "a property without %s",
                            r->item.id ? "<formula>" : "<id>");
    vec_push(r->list, r->item);
    r->item = (struct properties_item){0};
    drop_property(r);
    return true;
}

/* From the opening tag of <property> to its closing tag. */
static bool read_property(struct properties_reader *r)
{
    const uint32_t depth = xml_depth(r->xml);
    const struct net_where where = xml_where(r->xml);

    while (xml_next(r->xml)) {
        if (!xml_opens(r->xml))
            return xml_depth(r->xml) == depth && close_property(r, where);
        if (xml_is(r->xml, "formula") ? !read_formula(r)
            : xml_is(r->xml, "id")    ? !read_id(r)
                                      : !xml_skip(r->xml))
            return false;
    }
    return false;
}

static bool read_all(struct properties_reader *r)
{
    if (!xml_next(r->xml))
        return false;
    if (!xml_is(r->xml, "property-set"))
        return xml_error(r->xml, "expected <property-set>, found <%s>",
                         xml_name(r->xml));
    while (xml_next(r->xml)) {
        if (!xml_opens(r->xml))
            continue;
        if (!xml_is(r->xml, "property"))
            return xml_error(r->xml, "expected <property>, found <%s>",
                             xml_name(r->xml));
        if (!read_property(r))
            return false;
    }
    return !xml_failed(r->xml);
}

bool properties_read(const struct net *net, const char *path,
                     properties_list *list, struct diag *diag)
{
    struct source *const source = source_open(path, diag);
    struct properties_reader r = {.net = net, .list = list};
    bool good;

    if (!source)
        return false;
    vec_reserve(&r.values, 1); /* spans of nothing must not begin at NULL */
    r.xml = xml_open(source, diag);
    good = r.xml && read_all(&r);
    drop_property(&r);
    vec_free(&r.values);
    vec_free(&r.elements);
    vec_free(&r.nodes);
    vec_free(&r.paths);
    vec_free(&r.text);
    xml_close(r.xml);
    source_close(source);
    ASSERT(good || diag->code != DIAG_NONE);
    return good;
}

void properties_free(properties_list *list)
{
    for (uint32_t i = 0; i < list->len; i++) {
        mem_free(list->at[i].id);
        formula_destroy(list->at[i].formula);
        temporal_destroy(list->at[i].temporal);
        formula_sum_free(&list->at[i].sum);
    }
    vec_free(list);
}
