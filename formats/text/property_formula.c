/* The elements of a formula drive the values of formulas as text
 * (formula_stack.h): when an element closes, one value takes the place of those
 * of its parts.
 *
 *     <exists-path> <finally> <integer-le>      open
 *         <integer-constant>1</...>             a sum: 1
 *         <tokens-count>...</...>               a sum: the tokens of p
 *
 * A formula that has EF, AG or AG EF at its beginning, and temporal operators
 * nowhere else, stays a condition on markings, with these operators waiting
 * before it; any other one is about paths. */
#include "formats/text/properties.h"

#include "formats/text/xml.h"
#include "net/marking.h"
#include "question/formula_stack.h"

#include <string.h>

enum element_part {
    PART_NONE,
    PART_SUM = 1,
    PART_TRANSITION = 2,
    PART_CONDITION = 4, /* with or without temporal operators */
    PART_BOUND = 8,
};

/* What is within an element. */
struct element_content {
    int parts; /* the kinds of them */
    uint32_t least, most;
    const char *needs;
    uint32_t known; /* with another number of parts the formula is beyond those
                       that are read; 0: it is not */
};

struct open_element {
    const struct element_row *row;
    struct net_where where;
    uint32_t n; /* parts */
};

struct formula_reader {
    struct xml *xml;
    struct formula_stack stack;
    VEC(struct open_element) open;
    net_trans_list transitions; /* conditions that they can fire */
    text_buffer text;
    bool is_nested; /* a quantifier is under an operator, which may be constant
                       and hence not in the temporal formula */
    bool is_beyond; /* neither LTL nor CTL: the values mean nothing */
    struct diag why;
};

/* An element: its name, what it is, and the operator that it stands for. */
struct element_row {
    const char *name;
    enum element_part is;
    const struct element_content *content;
    enum formula_lexer_token joins;         /* its parts */
    const char *before;                     /* them: operators of waits() */
    bool (*read)(struct formula_reader *r); /* a value without parts */
};

const char *property_formula_text(const struct xml *xml, text_buffer *text)
{
    text->len = 0;
    text_put(text, xml_before(xml));
    text_collapse(text);
    return text_end(text);
}

/* --- places, transitions, numbers ----------------------------------------- */

static bool read_place(struct formula_reader *r)
{
    struct formula_stack *const p = &r->stack;
    struct diag why = {0};
    const place_id place =
        net_find_place(p->net, property_formula_text(r->xml, &r->text), &why);

    if (place == PLACE_NONE)
        return xml_error(r->xml, "%s", why.text);
    formula_stack_push_sum(p, 0);
    formula_sum_tokens(&vec_top(&p->values)->sum, p->net, place);
    return true;
}

static bool read_transition(struct formula_reader *r)
{
    struct diag why = {0};
    const trans_id t = net_find_trans(
        r->stack.net, property_formula_text(r->xml, &r->text), &why);

    if (t == TRANS_NONE)
        return xml_error(r->xml, "%s", why.text);
    vec_push(&r->transitions, formula_builder_fireable(r->stack.builder, t));
    return true;
}

/* One of the transitions can fire. */
static bool read_fireable(struct formula_reader *r)
{
    formula_stack_push_node(&r->stack,
                            formula_builder_join(r->stack.builder, FORMULA_OR,
                                                 r->transitions.at,
                                                 r->transitions.len),
                            0);
    vec_clear(&r->transitions);
    return true;
}

static bool read_integer(struct formula_reader *r)
{
    const char *const text = property_formula_text(r->xml, &r->text);
    const bool negative = *text == '-';
    uint64_t number;

    if (text_number(text + negative, &number) != TEXT_NUMBER ||
        number > INT64_MAX)
        return xml_error(r->xml, "'%.80s' is not a whole number", text);
    formula_stack_push_sum(&r->stack, 0);
    formula_sum_constant(&vec_top(&r->stack.values)->sum,
                         negative ? -(int64_t)number : (int64_t)number);
    return true;
}

static bool read_constant(struct formula_reader *r)
{
    formula_stack_push_node(
        &r->stack,
        formula_builder_constant(r->stack.builder, xml_is(r->xml, "true")), 0);
    return true;
}

static bool read_deadlock(struct formula_reader *r)
{
    formula_stack_push_node(&r->stack,
                            formula_builder_deadlock(r->stack.builder), 0);
    return true;
}

/* --- operators ------------------------------------------------------------ */

static enum formula_lexer_token token_of(char op)
{
    return op == 'A'   ? TOKEN_ALL_PATHS
           : op == 'E' ? TOKEN_SOME_PATH
           : op == 'F' ? TOKEN_FINALLY
           : op == 'G' ? TOKEN_GLOBALLY
           : op == 'X' ? TOKEN_NEXT
                       : TOKEN_NOT;
}

static void change(struct formula_reader *r, struct formula_stack_value *value,
                   char op)
{
    r->is_nested |= op == 'A' || op == 'E';
    r->is_beyond = r->is_beyond ||
                   !formula_stack_change(&r->stack, value,
                                         &(struct formula_stack_operator){
                                             token_of(op), .is_unary = true});
}

/* The value becomes a path formula before which nothing waits. */
static void apply_waiting(struct formula_reader *r,
                          struct formula_stack_value *value)
{
    char waiting[sizeof value->waiting];

    memcpy(waiting, value->waiting, sizeof waiting);
    memset(value->waiting, 0, sizeof waiting);
    r->is_beyond |= !formula_stack_make_path(&r->stack, value);
    for (size_t i = strlen(waiting); i-- > 0;)
        change(r, value, waiting[i]);
}

/* The operator before a condition waits, if it gives one of these questions
 * about markings or a part of one. */
static bool waits(struct formula_stack_value *value, char op)
{
    static const struct {
        char op;
        const char *before, *after;
    } steps[] = {
        {'F', "", "F"},     {'F', "EF", "FEF"},   {'G', "", "G"},
        {'G', "AG", "GAG"}, {'G', "EF", "GEF"},   {'G', "AGEF", "GAGEF"},
        {'E', "F", "EF"},   {'E', "FEF", "EF"},   {'A', "G", "AG"},
        {'A', "GAG", "AG"}, {'A', "GEF", "AGEF"}, {'A', "GAGEF", "AGEF"},
        {'!', "", ""},      {'!', "EF", "AG"},    {'!', "AG", "EF"},
    };

    if (value->is_path)
        return false;
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i].op == op && !strcmp(steps[i].before, value->waiting)) {
            if (op == '!')
                value->node = formula_builder_not(value->node);
            strcpy(value->waiting, steps[i].after);
            return true;
        }
    return false;
}

/* Puts the operator before a value.  A quantifier of a path formula waits, as
 * it may be that of a formula of LTL. */
static void put_before(struct formula_reader *r,
                       struct formula_stack_value *value, char op)
{
    if (waits(value, op))
        return;
    apply_waiting(r, value);
    if (op == 'A' || op == 'E')
        *value->waiting = op;
    else
        change(r, value, op);
}

/* Is the operator one of conditions, before which the same waits?  EF
 * distributes over disjunctions, AG over conjunctions. */
static bool joins_nodes(const struct formula_stack_value *a,
                        const struct formula_stack_value *b,
                        enum formula_lexer_token op)
{
    return !a->is_path && !b->is_path && !strcmp(a->waiting, b->waiting) &&
           (!*a->waiting || (op == TOKEN_OR && !strcmp(a->waiting, "EF")) ||
            (op == TOKEN_AND && !strcmp(a->waiting, "AG")));
}

/* Joins the n last values. */
static void join_last(struct formula_reader *r, uint32_t n,
                      enum formula_lexer_token token)
{
    const struct formula_stack_operator op = {.token = token};
    struct formula_stack *const p = &r->stack;
    struct formula_stack_value *const parts =
        p->values.at + (p->values.len - n);
    bool are_nodes = true;

    for (uint32_t i = 1; i < n; i++)
        are_nodes &= parts[i].is_sum || joins_nodes(parts, &parts[i], token);
    for (uint32_t i = 0; i < n && !are_nodes && !r->is_beyond; i++)
        apply_waiting(r, &parts[i]);
    for (uint32_t i = 1; i < n && !r->is_beyond; i++)
        r->is_beyond = !formula_stack_join(p, parts, &parts[i], &op);
    vec_cut(&p->values, p->values.len - n + 1);
}

/* --- elements ------------------------------------------------------------- */

enum { MANY = -1 };

static const struct element_content
    no_parts = {0, 0, 0, "no parts", 0},
    some_transitions = {PART_TRANSITION, 1, MANY, "transitions", 0},
    some_sums = {PART_SUM, 1, MANY, "numbers of tokens", 0},
    two_sums = {PART_SUM, 2, 2, "two numbers of tokens", 0},
    some_conditions = {PART_CONDITION, 1, MANY, "conditions", 0},
    one_condition = {PART_CONDITION, 1, 1, "one condition", 0},
    two_conditions = {PART_CONDITION, 2, 2, "two conditions", 0},
    one_path = {PART_CONDITION, 0, MANY, "conditions", 1},
    two_paths = {PART_CONDITION, 0, MANY, "conditions", 2},
    never_known = {PART_CONDITION, 0, MANY, "conditions", MANY},
    one_question = {PART_CONDITION | PART_BOUND, 1, 1,
                    "one condition or place-bound", 0};

static const struct element_row whole_formula = {"formula",
                                                 .content = &one_question};

static const struct element_row elements[] = {
    {"place", PART_SUM, &no_parts, .read = read_place},
    {"transition", PART_TRANSITION, &no_parts, .read = read_transition},
    {"integer-constant", PART_SUM, &no_parts, .read = read_integer},
    {"true", PART_CONDITION, &no_parts, .read = read_constant},
    {"false", PART_CONDITION, &no_parts, .read = read_constant},
    {"deadlock", PART_CONDITION, &no_parts, .read = read_deadlock},
    {"is-fireable", PART_CONDITION, &some_transitions, .read = read_fireable},
    {"tokens-count", PART_SUM, &some_sums, .joins = TOKEN_PLUS},
    {"integer-sum", PART_SUM, &some_sums, .joins = TOKEN_PLUS},
    {"integer-difference", PART_SUM, &some_sums, .joins = TOKEN_MINUS},
    {"place-bound", PART_BOUND, &some_sums, .joins = TOKEN_PLUS},
    {"integer-le", PART_CONDITION, &two_sums, .joins = TOKEN_LE},
    {"integer-lt", PART_CONDITION, &two_sums, .joins = TOKEN_LT},
    {"integer-ge", PART_CONDITION, &two_sums, .joins = TOKEN_GE},
    {"integer-gt", PART_CONDITION, &two_sums, .joins = TOKEN_GT},
    {"integer-eq", PART_CONDITION, &two_sums, .joins = TOKEN_EQ},
    {"integer-ne", PART_CONDITION, &two_sums, .joins = TOKEN_NE},
    {"conjunction", PART_CONDITION, &some_conditions, .joins = TOKEN_AND},
    {"and", PART_CONDITION, &some_conditions, .joins = TOKEN_AND},
    {"disjunction", PART_CONDITION, &some_conditions, .joins = TOKEN_OR},
    {"or", PART_CONDITION, &some_conditions, .joins = TOKEN_OR},
    {"implication", PART_CONDITION, &two_conditions, .joins = TOKEN_IMPLIES},
    {"equivalence", PART_CONDITION, &two_conditions, .joins = TOKEN_IFF},
    {"exclusive-disjunction", PART_CONDITION, &two_conditions,
     .joins = TOKEN_XOR},
    {"negation", PART_CONDITION, &one_condition, .before = "!"},
    {"not", PART_CONDITION, &one_condition, .before = "!"},
    {"finally", PART_CONDITION, &one_condition, .before = "F"},
    {"globally", PART_CONDITION, &one_condition, .before = "G"},
    {"all-paths", PART_CONDITION, &one_condition, .before = "A"},
    {"exists-path", PART_CONDITION, &one_condition, .before = "E"},
    {"possibility", PART_CONDITION, &one_condition, .before = "EF"},
    {"invariant", PART_CONDITION, &one_condition, .before = "AG"},
    {"impossibility", PART_CONDITION, &one_condition, .before = "AG!"},
    {"next", PART_CONDITION, &one_path, .before = "X"},
    {"before", PART_CONDITION, .content = &one_path},
    {"reach", PART_CONDITION, .content = &one_path},
    {"until", PART_CONDITION, &two_paths, .joins = TOKEN_UNTIL},
    {"if-no-successor", PART_CONDITION, .content = &never_known},
    {"steps", PART_CONDITION, .content = &never_known},
    {"strength", PART_CONDITION, .content = &never_known},
    {"is-live", PART_CONDITION, .content = &never_known},
    {"level", PART_CONDITION, .content = &never_known},
};

static bool need_parts(struct formula_reader *r)
{
    const struct open_element *const top = vec_top(&r->open);

    return xml_error_at(r->xml, top->where, "<%s> needs %s", top->row->name,
                        top->row->content->needs);
}

static bool open_element(struct formula_reader *r)
{
    for (uint32_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (xml_is(r->xml, elements[i].name)) {
            vec_push(&r->open, ((struct open_element){.row = &elements[i],
                                                      xml_where(r->xml)}));
            return true;
        }
    return xml_error(r->xml, "<%s> is no part of a formula", xml_name(r->xml));
}

/* The element that has closed is a part of the one around it. */
static bool add_part(struct formula_reader *r, enum element_part part)
{
    struct open_element *const top = vec_top(&r->open);
    const struct element_content *const content = top->row->content;

    if (!(content->parts & part) || top->n == content->most)
        return need_parts(r);
    top->n++;
    return true;
}

/* What is beyond has no value. */
static void make_value(struct formula_reader *r, const struct element_row *row,
                       uint32_t n)
{
    r->is_beyond |= row->content->known && n != row->content->known;
    if (r->is_beyond)
        return;
    if (n > 1 && row->joins != TOKEN_END)
        join_last(r, n, row->joins);
    for (size_t i = row->before ? strlen(row->before) : 0;
         i-- > 0 && !r->is_beyond;)
        put_before(r, vec_top(&r->stack.values), row->before[i]);
}

static bool close_element(struct formula_reader *r)
{
    const struct open_element element = *vec_top(&r->open);
    const struct element_row *const row = element.row;

    if (element.n < row->content->least)
        return need_parts(r);
    if (row->read && !row->read(r))
        return false;
    make_value(r, row, element.n);
    (void)vec_pop(&r->open);
    return !r->open.len || add_part(r, row->is);
}

static bool read_elements(struct formula_reader *r)
{
    vec_push(&r->open,
             ((struct open_element){&whole_formula, xml_where(r->xml), 0}));
    while (r->open.len)
        if (!xml_next(r->xml) ||
            !(xml_opens(r->xml) ? open_element(r) : close_element(r)))
            return false;
    return true;
}

/* --- what the formula asks ------------------------------------------------ */

/* Replaces the formula by the constant that it is at the initial marking. */
static void settle_at_beginning(const struct net *net, struct formula **formula)
{
    struct formula_builder *const builder = formula_builder_create();
    bits_word *const m = marking_create(net);
    const uint32_t constant =
        formula_builder_constant(builder, formula_holds(*formula, net, m));

    mem_free(m);
    formula_destroy(*formula);
    *formula = formula_builder_finish(builder, constant, false, NULL);
}

/* A condition at the initial marking is EF of the constant that it is. */
static bool ask_condition(struct formula_reader *r,
                          struct properties_item *item, struct net_where where)
{
    static const struct {
        const char *waiting;
        enum question_path path;
    } asked[] = {{"", QUESTION_EF},
                 {"EF", QUESTION_EF},
                 {"AG", QUESTION_AG},
                 {"AGEF", QUESTION_AG_EF}};
    const struct formula_stack_value *const value = vec_top(&r->stack.values);

    for (uint32_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (!strcmp(asked[i].waiting, value->waiting))
            item->question = question_of_path(asked[i].path);
    if (!item->question)
        return true;
    item->formula = formula_builder_make(
        r->stack.builder, value->node, !strcmp(value->waiting, "AG"), &r->why);
    if (item->formula && !*value->waiting)
        settle_at_beginning(r->stack.net, &item->formula);
    return item->formula || xml_error_at(r->xml, where, "%s", r->why.text);
}

/* A formula of LTL has one quantifier, and that is first. */
static void ask_temporal(struct formula_reader *r, struct properties_item *item)
{
    struct temporal *const temporal = r->stack.temporal;
    struct formula_stack_value *const value = vec_top(&r->stack.values);
    enum question_path asked = QUESTION_CTL;

    if (*value->waiting && !r->is_nested)
        asked =
            *value->waiting == 'A' ? QUESTION_ALL_PATHS : QUESTION_SOME_PATH;
    else
        apply_waiting(r, value);
    if (r->is_beyond ||
        (asked == QUESTION_CTL && !temporal_is_state(temporal, value->path)))
        return;
    temporal->sought = asked == QUESTION_ALL_PATHS
                           ? ltl_negation(&temporal->ltl, value->path)
                           : value->path;
    item->temporal = temporal;
    item->question = question_of_path(asked);
    r->stack.temporal = NULL;
}

static bool ask(struct formula_reader *r, struct properties_item *item,
                struct net_where where)
{
    struct formula_stack_value *value;

    if (r->is_beyond)
        return true;
    value = vec_top(&r->stack.values);
    if (value->is_sum) {
        item->question = question_find("bounds");
        item->sum = value->sum;
        value->sum = (struct formula_sum){0};
        formula_sum_sort(&item->sum);
    } else if (value->is_path) {
        ask_temporal(r, item);
    } else {
        return ask_condition(r, item, where);
    }
    return true;
}

bool property_formula_read(struct xml *xml, const struct net *net,
                           struct properties_item *item)
{
    const struct net_where where = xml_where(xml);
    struct formula_reader r = {.xml = xml};
    bool good;

    formula_stack_init(&r.stack, net);
    r.stack.temporal = temporal_create();
    r.stack.is_ctl = true;
    r.stack.lexer.diag = &r.why;
    good = read_elements(&r) && ask(&r, item, where);
    temporal_destroy(r.stack.temporal);
    formula_stack_finish(&r.stack);
    vec_free(&r.open);
    vec_free(&r.transitions);
    vec_free(&r.text);
    return good;
}
