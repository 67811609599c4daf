/* A line gives a variable its function:
 *
 *     targets, factors
 *     A, B & !C | A
 *     B, 1
 *
 * doc/FORMATS.md says which net that is. */
#include "formats/boolean/bnet_function.h"

#include "base/similar.h"
#include "formats/net/net_formats.h"
#include "formats/net/registry.h"
#include "formats/text/scan.h"

#include <string.h>
#include <strings.h>

/* An open parenthesis, on the stack of operators only. */
enum { OPEN = 0 };

struct variable {
    uint32_t from, len; /* of its function in code; len 0: none */
    struct net_where where;
    char value;       /* '0', '1' or '?' */
    place_id is[2];   /* the places of the values 0 and 1, */
    place_id is_open; /* and of none yet; PLACE_NONE: it has one */
};

struct bnet_reader {
    struct scan scan;
    const struct net_formats_input *in;
    text_buffer word;
    struct names names; /* of the variables */
    VEC(struct variable) variables;
    VEC(uint32_t) order; /* of the variables: as their lines, then the others */
    VEC(int32_t) code;
    VEC(int32_t) operators; /* that wait for an operand */
    bool has_header;
};

bool bnet_is_name_byte(int c)
{
    return c > ' ' && c != 0x7f && !strchr(",;&|!()#=~\"", c);
}

static bool read_name(struct bnet_reader *r, const char *what)
{
    vec_clear(&r->word);
    scan_take(&r->scan, bnet_is_name_byte, &r->word);
    (void)text_make_utf8(&r->word);
    return r->word.len || scan_expected(&r->scan, what);
}

static uint32_t variable(struct bnet_reader *r, const char *name,
                         struct net_where where)
{
    const uint32_t v = names_intern(&r->names, name);

    if (v == r->variables.len)
        vec_push(&r->variables,
                 ((struct variable){.where = where, .value = '?'}));
    return v;
}

/* Lines may end with a semicolon. */
static bool at_line_end(struct bnet_reader *r)
{
    scan_skip_blanks(&r->scan);
    if (scan_accept(&r->scan, ';'))
        scan_skip_blanks(&r->scan);
    return scan_at_end(&r->scan, '#');
}

/* -- Functions -- */

/* Moves the operators to the code that bind as tightly or more. */
static void emit(struct bnet_reader *r, int32_t op)
{
    while (r->operators.len && *vec_top(&r->operators) != OPEN &&
           *vec_top(&r->operators) >= op) {
        const int32_t first = vec_pop(&r->operators);

        vec_push(&r->code, first);
    }
}

static int32_t word_code(const char *word)
{
    static const struct {
        const char *text;
        int32_t code;
    } words[] = {
        {"0", BNET_FALSE},   {"false", BNET_FALSE}, {"1", BNET_TRUE},
        {"true", BNET_TRUE}, {"not", BNET_NOT},     {"and", BNET_AND},
        {"or", BNET_OR},
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(word, words[i].text))
            return words[i].code;
    return 0;
}

/* The operator at the cursor, which moves past it; 0: there is none.  A symbol
 * may be doubled. */
static int32_t read_operator(struct bnet_reader *r)
{
    const int c = scan_peek(&r->scan);

    if (c != '&' && c != '|') {
        vec_clear(&r->word);
        scan_take(&r->scan, bnet_is_name_byte, &r->word);
        return word_code(text_end(&r->word));
    }
    (void)scan_next(&r->scan);
    (void)scan_accept(&r->scan, c);
    return c == '&' ? BNET_AND : BNET_OR;
}

/* What stands before an operand, or one; *done says which. */
static bool read_operand(struct bnet_reader *r, bool *done)
{
    const int c = scan_peek(&r->scan);
    int32_t code = c == '(' ? OPEN : BNET_NOT;

    *done = false;
    if (c == '(' || c == '!' || c == '~') {
        (void)scan_next(&r->scan);
        vec_push(&r->operators, code);
        return true;
    }
    const struct net_where where = scan_where(&r->scan);

    if (!read_name(r, "a name, 0, 1, '!' or '('"))
        return false;
    code = word_code(text_end(&r->word));
    if (code == BNET_AND || code == BNET_OR)
        return scan_error_at(&r->scan, where,
                             "expected a name, 0, 1, '!' or '(', found '%s'",
                             r->word.at);
    *done = code != BNET_NOT;
    if (code == BNET_NOT)
        vec_push(&r->operators, code);
    else
        vec_push(&r->code,
                 code ? code : (int32_t)variable(r, r->word.at, where));
    return true;
}

static bool close_parenthesis(struct bnet_reader *r)
{
    emit(r, INT32_MIN);
    if (!r->operators.len)
        return scan_error(&r->scan, "this ')' has no '('");
    (void)vec_pop(&r->operators);
    (void)scan_next(&r->scan);
    return true;
}

static bool read_joint(struct bnet_reader *r, bool *done)
{
    *done = scan_peek(&r->scan) == ')';
    if (*done)
        return close_parenthesis(r);

    const struct net_where where = scan_where(&r->scan);
    const int32_t op = read_operator(r);

    if (op == BNET_AND || op == BNET_OR) {
        emit(r, op);
        vec_push(&r->operators, op);
        return true;
    }
    if (!r->word.len)
        return scan_expected(&r->scan, "'&', '|' or the end of the line");
    return scan_error_at(&r->scan, where,
                         "expected '&', '|' or the end of the line, found "
                         "'%.80s'",
                         r->word.at);
}

static bool read_function(struct bnet_reader *r, uint32_t v)
{
    const uint32_t from = r->code.len;
    bool operand = true, done;

    vec_clear(&r->operators);
    for (;;) {
        scan_skip_blanks(&r->scan);
        if (!operand && at_line_end(r))
            break;
        if (!(operand ? read_operand(r, &done) : read_joint(r, &done)))
            return false;
        operand = !done;
    }
    emit(r, INT32_MIN);
    if (r->operators.len)
        return scan_error(&r->scan, "expected ')' before the end of the line");
    r->variables.at[v].from = from;
    r->variables.at[v].len = r->code.len - from;
    return !r->scan.failed;
}

/* -- Lines -- */

/* The words of the header. */
static const char *const first_column[] = {"targets", "target", NULL};
static const char *const second_column[] = {"factors", "functions", "factor",
                                            "function", NULL};

static bool read_header(struct bnet_reader *r)
{
    const struct net_where where = scan_where(&r->scan);

    r->has_header = true;
    if (!read_name(r, "'factors' or 'functions'"))
        return false;
    return scan_is_like_any(text_end(&r->word), second_column) ||
           scan_error_at(&r->scan, where,
                         "expected 'factors' or 'functions', found '%.80s'",
                         r->word.at);
}

/* Is the line of the variable, the last one, another header? */
static bool is_second_header(const struct bnet_reader *r, uint32_t v)
{
    const struct variable *const at = &r->variables.at[v];
    const int32_t code = r->code.at[at->from];

    return at->len == 1 && code >= 0 &&
           scan_is_like_any(names_id(&r->names, v), first_column) &&
           scan_is_like_any(names_id(&r->names, (uint32_t)code), second_column);
}

/* Between the columns: a comma, or a tab alone. */
static bool read_separator(struct bnet_reader *r)
{
    bool tab = false;

    for (int c = scan_peek(&r->scan); c == ' ' || c == '\t';
         c = scan_peek(&r->scan))
        tab |= scan_next(&r->scan) == '\t';
    if (!tab || scan_peek(&r->scan) == ',' || at_line_end(r)) {
        if (!scan_expect(&r->scan, ','))
            return false;
        scan_skip_blanks(&r->scan);
    }
    return true;
}

static bool read_variable_line(struct bnet_reader *r)
{
    const struct net_where where = scan_where(&r->scan);

    if (!read_name(r, "the name of a variable"))
        return false;
    if (word_code(text_end(&r->word)))
        return scan_error_at(&r->scan, where,
                             "expected the name of a variable, found '%s'",
                             r->word.at);

    const bool header = !r->variables.len && !r->has_header &&
                        scan_is_like_any(r->word.at, first_column);
    const uint32_t v = header ? 0 : variable(r, r->word.at, where);

    if (!read_separator(r))
        return false;
    if (header)
        return read_header(r) &&
               (at_line_end(r) || scan_end_line(&r->scan, '#'));
    if (r->variables.at[v].len)
        return scan_error_at(&r->scan, where,
                             "variable '%s' has two functions, the first one "
                             "in line %u",
                             names_id(&r->names, v),
                             r->variables.at[v].where.line);
    r->variables.at[v].where = where;
    vec_push(&r->order, v);
    return read_function(r, v) &&
           (!is_second_header(r, v) ||
            scan_error_at(&r->scan, where,
                          "'%s, factors' is not the first line: the file seems "
                          "to hold two networks",
                          names_id(&r->names, v)));
}

static bool read_lines(struct bnet_reader *r)
{
    while (scan_more(&r->scan, '#'))
        if (!read_variable_line(r))
            return false;
    if (!r->variables.len)
        return scan_expected(&r->scan, "a variable and its function");
    return scan_finish(&r->scan);
}

/* -- Initial values -- */

static bool refuse_initial(const struct bnet_reader *r, const char *what,
                           const char *word)
{
    return diag_usage(r->in->diag,
                      "--initial: %s '%.80s'; it has values as in A=1,B=0",
                      what, word);
}

static bool refuse_unknown(struct bnet_reader *r, const char *name)
{
    struct similar similar;
    char meant[SIMILAR_KEPT * (SIMILAR_LONGEST + 20)];

    similar_init(&similar, name);
    for (uint32_t v = 0; v < r->variables.len; v++)
        similar_add(&similar, names_id(&r->names, v));
    similar_write(&similar, "'", "'", meant, sizeof meant);
    return diag_usage(r->in->diag, "--initial: there is no variable '%.80s'%s",
                      name, meant);
}

/* A=1 or A=0, which has no blanks. */
static bool set_value(struct bnet_reader *r, const char *text, size_t len)
{
    vec_clear(&r->word);
    text_add(&r->word, text, len);
    (void)text_end(&r->word);
    if (len < 3 || r->word.at[len - 2] != '=' ||
        (text[len - 1] != '0' && text[len - 1] != '1'))
        return refuse_initial(r, "expected a variable and its value, found",
                              r->word.at);
    r->word.at[len - 2] = '\0';

    const uint32_t v = names_find(&r->names, r->word.at, NULL);

    if (v == NAMES_NONE)
        return refuse_unknown(r, r->word.at);
    if (r->variables.at[v].value != '?')
        return refuse_initial(r, "two values for variable", r->word.at);
    r->variables.at[v].value = text[len - 1];
    return true;
}

static bool read_initial_option(struct bnet_reader *r)
{
    static const char between[] = ", \t\r\n";
    const char *at = r->in->options->initial;

    if (!at)
        return true;
    for (at += strspn(at, between); *at; at += strspn(at, between)) {
        const size_t len = strcspn(at, between);

        if (!set_value(r, at, len))
            return false;
        at += len;
    }
    return true;
}

/* -- The net -- */

/* What means something else elsewhere: an operator, a time as in A[-1], a sign
 * or a no-break space. */
static bool is_odd(const char *name)
{
    return strpbrk(name, "*+^<>[") || *name == '-' || strstr(name, "\xc2\xa0");
}

/* An odd name without a function may be meant in another way. */
static void warn_odd(struct bnet_reader *r)
{
    for (uint32_t v = 0; v < r->variables.len; v++)
        if (!r->variables.at[v].len && is_odd(names_id(&r->names, v)))
            net_builder_warn(r->in->builder, r->variables.at[v].where,
                             "'%.80s' is read as the name of a variable, which "
                             "has no function",
                             names_id(&r->names, v));
}

/* From here on a variable has the number of its place in the order. */
static void renumber(struct bnet_reader *r)
{
    VEC(struct variable) variables = {0};
    VEC(int32_t) place = {0};

    for (uint32_t v = 0; v < r->variables.len; v++)
        if (!r->variables.at[v].len)
            vec_push(&r->order, v);
    vec_fit(&place, r->order.len);
    for (uint32_t i = 0; i < r->order.len; i++) {
        vec_push(&variables, r->variables.at[r->order.at[i]]);
        place.at[r->order.at[i]] = (int32_t)i;
    }
    for (uint32_t i = 0; i < r->code.len; i++)
        if (r->code.at[i] >= 0)
            r->code.at[i] = place.at[r->code.at[i]];
    vec_clear(&r->variables);
    vec_append(&r->variables, &variables);
    vec_free(&variables);
    vec_free(&place);
}

/* The name of the variable, and what follows it; in word. */
static const char *name_with(struct bnet_reader *r, uint32_t v, const char *end)
{
    const char *const name = names_id(&r->names, r->order.at[v]);

    vec_clear(&r->word);
    text_put(&r->word, name);
    text_put(&r->word, end);
    return text_end(&r->word);
}

static bool add_places(struct bnet_reader *r, uint32_t v)
{
    struct variable *const at = &r->variables.at[v];

    at->is[0] = names_intern(r->in->places, name_with(r, v, "=0"));
    at->is[1] = names_intern(r->in->places, name_with(r, v, "=1"));
    at->is_open = at->value == '?'
                      ? names_intern(r->in->places, name_with(r, v, "=?"))
                      : PLACE_NONE;
    return net_builder_mark(
        r->in->builder,
        at->is_open != PLACE_NONE ? at->is_open : at->is[at->value == '1'], 1,
        at->where, r->in->diag);
}

static void move(struct bnet_reader *r, trans_id t, place_id from, place_id to)
{
    net_builder_arc(r->in->builder, GIVEN_CONSUME, from, t, 1);
    net_builder_arc(r->in->builder, GIVEN_PRODUCE, to, t, 1);
}

/* A:=0 or A:=1. */
static void add_choice(struct bnet_reader *r, uint32_t v, bool value)
{
    const struct variable *const at = &r->variables.at[v];
    const char *const name = name_with(r, v, value ? ":=1" : ":=0");

    if (at->is_open != PLACE_NONE)
        move(r, names_intern(r->in->transitions, name), at->is_open,
             at->is[value]);
}

/* "A+(B,!C)", or "A-" of an empty cube; which variable has which number in the
 * cube says support. */
static trans_id add_trans(struct bnet_reader *r, uint32_t v, bool value,
                          const struct bnet_function *f, const bits_word *cube)
{
    const uint32_t n = 2 * f->support.len;
    const char *before = "(";

    (void)name_with(r, v, value ? "+" : "-");
    for (uint32_t l = bits_next(cube, 0, n); l < n;
         l = bits_next(cube, l + 1, n)) {
        const char *const name =
            names_id(&r->names, r->order.at[f->support.at[l / 2]]);

        text_put(&r->word, before);
        text_put(&r->word, l % 2 ? "" : "!");
        text_put(&r->word, name);
        before = ",";
    }
    text_put(&r->word, *before == ',' ? ")" : "");
    return names_intern(r->in->transitions, text_end(&r->word));
}

static void add_cube(struct bnet_reader *r, uint32_t v, bool value,
                     const struct bnet_function *f, const bits_word *cube)
{
    const struct variable *const at = &r->variables.at[v];
    const uint32_t n = 2 * f->support.len;
    const trans_id t = add_trans(r, v, value, f, cube);

    move(r, t, at->is[!value], at->is[value]);
    for (uint32_t l = bits_next(cube, 0, n); l < n;
         l = bits_next(cube, l + 1, n))
        net_builder_arc(r->in->builder, GIVEN_READ,
                        r->variables.at[f->support.at[l / 2]].is[l % 2], t, 1);
}

/* Where the variable has the other value and the function this one. */
static bool add_changes(struct bnet_reader *r, uint32_t v, bool value,
                        struct bnet_function *f)
{
    struct primes cubes;
    const bool good = bnet_function_changes(f, value, &cubes);

    if (!good)
        (void)diag_report(r->in->diag, DIAG_INPUT,
                          r->variables.at[v].where.file,
                          r->variables.at[v].where.line, 0,
                          "the function of '%.80s' has too many prime "
                          "implicants",
                          names_id(&r->names, r->order.at[v]));
    for (uint32_t i = 0; good && i < primes_count(&cubes); i++)
        add_cube(r, v, value, f, primes_row(&cubes, i));
    primes_free(&cubes);
    return good;
}

static bool add_function(struct bnet_reader *r, uint32_t v)
{
    const struct variable *const at = &r->variables.at[v];
    struct bnet_function f;
    bool good;

    if (!at->len)
        return true;
    bnet_function_init(&f, r->code.at + at->from, at->len, v);
    good = add_changes(r, v, true, &f) && add_changes(r, v, false, &f);
    bnet_function_finish(&f);
    return good;
}

static bool make_net(struct bnet_reader *r)
{
    bool good = true;

    warn_odd(r);
    renumber(r);
    for (uint32_t v = 0; v < r->variables.len && good; v++)
        good = add_places(r, v);
    for (uint32_t v = 0; v < r->variables.len && good; v++) {
        add_choice(r, v, false);
        add_choice(r, v, true);
    }
    for (uint32_t v = 0; v < r->variables.len && good; v++)
        good = add_function(r, v);
    return good;
}

/* -- The module -- */

/* The header; a file without it is known by its name. */
bool bnet_probe(const char *page, size_t len)
{
    static const char head[] = "targets";
    size_t at = scan_prelude(page, len, '#');

    if (len - at < sizeof head || strncasecmp(page + at, head, sizeof head - 1))
        return false;
    at += sizeof head - 1;
    return page[at] == ',' || page[at] == ' ' || page[at] == '\t';
}

bool bnet_read(const struct net_formats_input *in)
{
    struct bnet_reader r = {.in = in};
    bool good;

    scan_init(&r.scan, in->source, in->diag);
    good = read_lines(&r) && read_initial_option(&r) && make_net(&r);
    vec_free(&r.word);
    names_finish(&r.names);
    vec_free(&r.variables);
    vec_free(&r.order);
    vec_free(&r.code);
    vec_free(&r.operators);
    return good;
}
