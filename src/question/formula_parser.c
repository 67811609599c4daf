#include "question/formula_parser.h"

#include "question/formula_lexer.h"

/* Operator precedence with two stacks: operators that wait for their right
 * operand, and values.  An operator joins the values before it as soon as one
 * arrives that does not bind tighter. */
struct operator
{
    enum formula_lexer_token token;
    bool is_unary;
    bool is_square; /* a bracket */
    uint32_t column;
};

/* Joined sums are copied, the right one to the left one: parentheses that nest
 * to the right cost the square of their length. */
struct value {
    bool is_sum, is_path;
    struct formula_sum sum;
    uint32_t node; /* of a condition */
    ltl_id path;   /* of what holds of a path */
    uint32_t column;
};

struct formula_parser {
    const struct net *net;
    struct formula_builder *builder;
    struct formula_lexer lexer;
    struct temporal *temporal; /* NULL: of conditions alone */
    bool is_printed;           /* a name means the place alone */
    bool is_ctl;               /* quantifiers may be anywhere, */
    bool begins;               /* and one is first */
    uint32_t n_open;           /* parentheses */
    VEC(struct operator) operators;
    VEC(struct value) values;
};

static bool step(struct formula_parser *p)
{
    return formula_lexer_step(&p->lexer);
}

static void push_node(struct formula_parser *p, uint32_t node, uint32_t column)
{
    const struct value value = {.node = node, .column = column};

    vec_push(&p->values, value);
}

static void push_sum(struct formula_parser *p, uint32_t column)
{
    const struct value value = {.is_sum = true, .column = column};

    vec_push(&p->values, value);
}

/* --- operators ------------------------------------------------------------ */

static bool is_relation(enum formula_lexer_token token)
{
    return token >= TOKEN_EQ && token <= TOKEN_GE;
}

/* 0: no operator. */
static const int strengths[] = {
    [TOKEN_IFF] = 1,      [TOKEN_IMPLIES] = 2,   [TOKEN_OR] = 3,
    [TOKEN_XOR] = 4,      [TOKEN_AND] = 5,       [TOKEN_UNTIL] = 6,
    [TOKEN_RELEASE] = 6,  [TOKEN_WEAK] = 6,      [TOKEN_MUST] = 6,
    [TOKEN_NOT] = 7,      [TOKEN_NEXT] = 7,      [TOKEN_FINALLY] = 7,
    [TOKEN_GLOBALLY] = 7, [TOKEN_EQ] = 8,        [TOKEN_NE] = 8,
    [TOKEN_LT] = 8,       [TOKEN_LE] = 8,        [TOKEN_GT] = 8,
    [TOKEN_GE] = 8,       [TOKEN_PLUS] = 9,      [TOKEN_MINUS] = 9,
    [TOKEN_TIMES] = 10,   [TOKEN_ALL_PATHS] = 7, [TOKEN_SOME_PATH] = 7,
};

static int strength(const struct operator* op)
{
    return op->token == TOKEN_MINUS && op->is_unary ? 11 : strengths[op->token];
}

/* A place alone is the condition that it is marked. */
static bool make_node(struct formula_parser *p, struct value *value)
{
    const struct formula_sum one = {.constant = 1};

    ASSERT(!value->is_path);
    if (!value->is_sum)
        return true;
    if (value->sum.terms.len != 1 || value->sum.terms.at[0].factor != 1 ||
        value->sum.constant)
        return formula_lexer_fail_at(
            &p->lexer, value->column,
            "this is a number and not a condition; compare it, as in 'p1 + p2 "
            ">= 1'");
    value->node =
        formula_builder_compare(p->builder, &value->sum, FORMULA_GE, &one);
    formula_sum_free(&value->sum);
    value->is_sum = false;
    return true;
}

static bool want_sum(const struct formula_parser *p, const struct value *value,
                     const struct operator* op)
{
    static const char *const hint =
        "; a comparison of three numbers is written 'a <= b and b <= c'";

    return value->is_sum ||
           formula_lexer_fail_at(&p->lexer, value->column,
                                 "this is a condition and not a number%s",
                                 is_relation(op->token) ? hint : "");
}

static bool multiply(struct formula_parser *p, struct value *a, struct value *b,
                     const struct operator* op)
{
    if (a->sum.terms.len && b->sum.terms.len)
        return formula_lexer_fail_at(&p->lexer, op->column,
                                     "one of the factors must be a number");
    if (a->sum.terms.len) {
        formula_sum_scale(&a->sum, b->sum.constant);
    } else {
        formula_sum_scale(&b->sum, a->sum.constant);
        b->sum.too_large |= a->sum.too_large;
        formula_sum_free(&a->sum);
        a->sum = b->sum;
        b->sum = (struct formula_sum){0};
    }
    return true;
}

/* Joins b, the right operand, to a. */
static bool join_sums(struct formula_parser *p, struct value *a,
                      struct value *b, const struct operator* op)
{
    bool good = want_sum(p, a, op) && want_sum(p, b, op);

    if (good && op->token == TOKEN_TIMES) {
        good = multiply(p, a, b, op);
    } else if (good && is_relation(op->token)) {
        a->node = formula_builder_compare(
            p->builder, &a->sum,
            (enum formula_builder_relation)(op->token - TOKEN_EQ), &b->sum);
        formula_sum_free(&a->sum);
        a->is_sum = false;
    } else if (good) {
        formula_sum_add(&a->sum, &b->sum, op->token == TOKEN_PLUS ? 1 : -1);
    }
    formula_sum_free(&b->sum);
    return good;
}

static uint32_t join_nodes(struct formula_builder *b,
                           enum formula_lexer_token token, uint32_t left,
                           uint32_t right)
{
    const uint32_t both[] = {left, right};
    const uint32_t implied[] = {formula_builder_not(b, left), right};

    if (token == TOKEN_XOR)
        return formula_builder_xor(b, left, right);
    if (token == TOKEN_IFF)
        return formula_builder_not(b, formula_builder_xor(b, left, right));
    if (token == TOKEN_IMPLIES)
        return formula_builder_join(b, FORMULA_OR, implied, 2);
    return formula_builder_join(
        b, token == TOKEN_AND ? FORMULA_AND : FORMULA_OR, both, 2);
}

/* A condition becomes an atom. */
static bool make_path(struct formula_parser *p, struct value *value)
{
    struct diag *const diag = p->lexer.diag;

    if (value->is_path)
        return true;
    if (!make_node(p, value))
        return false;
    value->is_path = true;
    return temporal_add(
        p->temporal, formula_builder_make(p->builder, value->node, false, diag),
        formula_builder_make(p->builder, value->node, true, diag), &value->path,
        diag);
}

static ltl_id join_ltl(struct ltl *ltl, enum formula_lexer_token token,
                       ltl_id left, ltl_id right)
{
    const ltl_id not_left = ltl_negation(ltl, left);
    const ltl_id both = ltl_binary(ltl, LTL_AND, left, right);
    const ltl_id either = ltl_binary(ltl, LTL_OR, left, right);

    if (token == TOKEN_UNTIL)
        return ltl_binary(ltl, LTL_UNTIL, left, right);
    if (token == TOKEN_RELEASE)
        return ltl_binary(ltl, LTL_RELEASE, left, right);
    if (token == TOKEN_WEAK)
        return ltl_binary(ltl, LTL_RELEASE, right, either);
    if (token == TOKEN_MUST)
        return ltl_binary(ltl, LTL_UNTIL, right, both);
    if (token == TOKEN_IMPLIES)
        return ltl_binary(ltl, LTL_OR, not_left, right);
    if (token == TOKEN_XOR)
        return ltl_binary(ltl, LTL_AND, either, ltl_negation(ltl, both));
    if (token == TOKEN_IFF)
        return ltl_binary(ltl, LTL_OR, both, ltl_negation(ltl, either));
    return token == TOKEN_AND ? both : either;
}

static bool is_temporal(enum formula_lexer_token token)
{
    return token >= TOKEN_NEXT && token <= TOKEN_MUST;
}

static bool join_paths(struct formula_parser *p, struct value *a,
                       struct value *b, const struct operator* op)
{
    const bool good = make_path(p, a) && make_path(p, b);

    if (good)
        a->path = join_ltl(&p->temporal->ltl, op->token, a->path, b->path);
    formula_sum_free(&b->sum);
    return good;
}

static bool join_conditions(struct formula_parser *p, struct value *a,
                            struct value *b, const struct operator* op)
{
    if (a->is_path || b->is_path || is_temporal(op->token))
        return join_paths(p, a, b, op);

    const bool good = make_node(p, a) && make_node(p, b);

    if (good)
        a->node = join_nodes(p->builder, op->token, a->node, b->node);
    formula_sum_free(&b->sum);
    return good;
}

static bool apply_temporal(struct formula_parser *p, struct value *a,
                           enum formula_lexer_token token)
{
    if (!make_path(p, a))
        return false;

    struct ltl *const ltl = &p->temporal->ltl;

    a->path = token == TOKEN_NEXT
                  ? (p->is_ctl ? temporal_next(p->temporal, a->path)
                               : ltl_next(ltl, a->path))
              : token == TOKEN_FINALLY ? ltl_finally(ltl, a->path)
                                       : ltl_globally(ltl, a->path);
    return true;
}

static bool is_quantifying(enum formula_lexer_token token)
{
    return token == TOKEN_ALL_PATHS || token == TOKEN_SOME_PATH;
}

static bool quantify(struct formula_parser *p, struct value *a,
                     const struct operator* op)
{
    if (!make_path(p, a))
        return false;
    a->path =
        temporal_quantify(p->temporal, op->token == TOKEN_ALL_PATHS, a->path);
    return a->path != UINT32_MAX ||
           formula_lexer_fail_at(
               &p->lexer, op->column,
               "between two quantifiers there is one of X, F, G, U, R, W and "
               "M; formulas with more of them are not of CTL");
}

static bool apply_unary(struct formula_parser *p, const struct operator* op)
{
    struct value *const a = vec_top(&p->values);

    a->column = op->column;
    if (is_quantifying(op->token))
        return quantify(p, a, op);
    if (op->token == TOKEN_MINUS) {
        if (!want_sum(p, a, op))
            return false;
        formula_sum_scale(&a->sum, -1);
        return true;
    }
    if (is_temporal(op->token))
        return apply_temporal(p, a, op->token);
    if (a->is_path) {
        a->path = ltl_negation(&p->temporal->ltl, a->path);
        return true;
    }
    if (!make_node(p, a))
        return false;
    a->node = formula_builder_not(p->builder, a->node);
    return true;
}

/* Applies the topmost operator. */
static bool apply(struct formula_parser *p)
{
    const struct operator op = vec_pop(&p->operators);
    struct value b;

    if (op.is_unary)
        return apply_unary(p, &op);
    b = vec_pop(&p->values);
    return op.token >= TOKEN_EQ
               ? join_sums(p, vec_top(&p->values), &b, &op)
               : join_conditions(p, vec_top(&p->values), &b, &op);
}

/* Does the waiting operator bind before the new one? */
static bool goes_first(const struct operator* waiting,
                       const struct operator* op)
{
    const int a = strength(waiting), b = strength(op);

    return a > b ||
           (a == b && op->token != TOKEN_IMPLIES && !is_temporal(op->token));
}

static bool apply_before(struct formula_parser *p, const struct operator* op)
{
    while (p->operators.len && vec_top(&p->operators)->token != TOKEN_OPEN &&
           goes_first(vec_top(&p->operators), op))
        if (!apply(p))
            return false;
    return true;
}

/* --- operands ------------------------------------------------------------- */

static bool is_name(const struct formula_parser *p)
{
    return p->lexer.token == TOKEN_WORD || p->lexer.token == TOKEN_QUOTED;
}

static bool read_place(struct formula_parser *p)
{
    const char *const name = p->lexer.word.at;
    struct diag why = {0};
    const place_id place = net_find_place(p->net, name, &why);

    if (place == PLACE_NONE && net_find_trans(p->net, name, NULL) != TRANS_NONE)
        return formula_lexer_fail(&p->lexer,
                                  "'%s' is a transition, which has no tokens; "
                                  "'fireable(%s)' says that it is enabled",
                                  name, name);
    if (place == PLACE_NONE && strspn(name, "XFG") == 1 && !name[1])
        return formula_lexer_fail(&p->lexer,
                                  "'%s' is followed by a formula, or is the "
                                  "name of a place, which the net has not",
                                  name);
    if (place == PLACE_NONE)
        return formula_lexer_no_place(&p->lexer, p->net, why.text);
    push_sum(p, p->lexer.column);
    if (p->is_printed)
        formula_sum_place(&vec_top(&p->values)->sum, place, 1);
    else
        formula_sum_tokens(&vec_top(&p->values)->sum, p->net, place);
    return step(p);
}

static bool read_transition(struct formula_parser *p, net_trans_list *list)
{
    struct diag why = {0};
    trans_id t;

    if (!is_name(p) && p->lexer.token != TOKEN_NUMBER)
        return formula_lexer_fail(&p->lexer, "a transition is missing");
    t = net_find_trans(p->net, p->lexer.word.at, &why);
    if (t == TRANS_NONE)
        return formula_lexer_fail(&p->lexer, "%s", why.text);
    vec_push(list, formula_builder_fireable(p->builder, t));
    return step(p);
}

/* Behind the word. */
static bool read_fireable(struct formula_parser *p, uint32_t column)
{
    net_trans_list list = {0};
    bool good;

    if (p->lexer.token != TOKEN_OPEN)
        return formula_lexer_fail(
            &p->lexer, "'fireable' is followed by transitions in "
                       "parentheses; a place of that name is quoted");
    do
        good = step(p) && read_transition(p, &list);
    while (good && p->lexer.token == TOKEN_COMMA);
    if (good && p->lexer.token != TOKEN_CLOSE)
        good = formula_lexer_fail(&p->lexer, "',' or ')' is missing");
    if (good)
        push_node(
            p, formula_builder_join(p->builder, FORMULA_OR, list.at, list.len),
            column);
    vec_free(&list);
    return good && step(p);
}

static bool is_quantifier(const struct formula_lexer *lexer)
{
    static const char *const words[] = {"A",  "E",  "AF", "EG",
                                        "AX", "EX", "AG", "EF"};
    const char *const word = lexer->word.at;

    if (lexer->token != TOKEN_WORD || !formula_lexer_leads(lexer))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i]))
            return true;
    return false;
}

static bool read_word(struct formula_parser *p)
{
    const struct formula_lexer *const lexer = &p->lexer;
    const uint32_t column = lexer->column;

    if (formula_lexer_is(lexer, "fireable"))
        return step(p) && read_fireable(p, column);
    if (formula_lexer_is(lexer, "deadlock")) {
        push_node(p, formula_builder_deadlock(p->builder), column);
        return step(p);
    }
    if (formula_lexer_is(lexer, "true") || formula_lexer_is(lexer, "false")) {
        push_node(p,
                  formula_builder_constant(p->builder,
                                           formula_lexer_is(lexer, "true")),
                  column);
        return step(p);
    }
    if (formula_lexer_is(lexer, "EF") || formula_lexer_is(lexer, "AG"))
        return formula_lexer_fail(
            lexer, "'%s' is possible at the beginning only", lexer->word.at);
    return read_place(p);
}

/* A bracket is a parenthesis. */
static bool is_square(const struct formula_lexer *lexer)
{
    return *lexer->word.at == '[' || *lexer->word.at == ']';
}

/* A or E, with the operator that may be behind it: AG. */
static bool read_quantified(struct formula_parser *p)
{
    static const char letters[] = "XFG";
    const char *const word = p->lexer.word.at;
    struct operator op = {.token =
                              *word == 'A' ? TOKEN_ALL_PATHS : TOKEN_SOME_PATH,
                          .is_unary = true,
                          .column = p->lexer.column};

    vec_push(&p->operators, op);
    if (word[1]) {
        op.token = (enum formula_lexer_token)(
            TOKEN_NEXT + (strchr(letters, word[1]) - letters));
        vec_push(&p->operators, op);
    }
    return step(p);
}

/* Reads an operand, or what may stand before one; *complete: an operand. */
static bool read_operand(struct formula_parser *p, bool *complete)
{
    const enum formula_lexer_token token =
        p->temporal ? formula_lexer_temporal(&p->lexer, true) : p->lexer.token;
    const struct operator op = {.token = token,
                                .is_unary = token != TOKEN_OPEN,
                                .is_square = is_square(&p->lexer),
                                .column = p->lexer.column};

    *complete = false;
    if (p->is_ctl && is_quantifier(&p->lexer))
        return read_quantified(p);
    if (token == TOKEN_OPEN || token == TOKEN_NOT || token == TOKEN_MINUS ||
        (p->temporal && is_temporal(token))) {
        vec_push(&p->operators, op);
        p->n_open += token == TOKEN_OPEN;
        return step(p);
    }
    *complete = true;
    if (token == TOKEN_NUMBER) {
        push_sum(p, p->lexer.column);
        formula_sum_constant(&vec_top(&p->values)->sum, p->lexer.number);
        return step(p);
    }
    if (token == TOKEN_WORD)
        return read_word(p);
    if (token == TOKEN_QUOTED)
        return read_place(p);
    return formula_lexer_fail(
        &p->lexer,
        token == TOKEN_END ? "the formula ends too early"
        : p->temporal      ? "a place, a number, 'fireable(...)', 'not', "
                             "'X', 'F', 'G' or '(' is missing before "
                             "'%s'"
                           : "a place, a number, 'fireable(...)', 'not' "
                             "or '(' is missing before '%s'",
        p->lexer.word.at);
}

/* --- expressions ---------------------------------------------------------- */

static bool close_parenthesis(struct formula_parser *p)
{
    const struct operator weakest = {.token = TOKEN_CLOSE};

    if (!apply_before(p, &weakest))
        return false;
    if (!p->operators.len ||
        vec_top(&p->operators)->is_square != is_square(&p->lexer))
        return formula_lexer_fail(&p->lexer, is_square(&p->lexer)
                                                 ? "']' without '['"
                                                 : "')' without '('");
    vec_top(&p->values)->column = vec_pop(&p->operators).column;
    p->n_open--;
    return step(p);
}

/* Behind an operand; *ended: the text is over. */
static bool read_operator(struct formula_parser *p, bool *operand, bool *ended)
{
    const struct operator op = {
        .token = p->temporal ? formula_lexer_temporal(&p->lexer, false)
                             : p->lexer.token,
        .column = p->lexer.column};

    *ended = op.token == TOKEN_END;
    if (*ended)
        return true;
    if (op.token == TOKEN_CLOSE)
        return close_parenthesis(p);
    if (strength(&op) == 0 || op.token == TOKEN_NOT ||
        (op.token >= TOKEN_NEXT && op.token <= TOKEN_GLOBALLY))
        return formula_lexer_fail(
            &p->lexer,
            "an operator is missing before '%s'; a name with blanks or other "
            "characters is quoted, as in \"p 1\"",
            p->lexer.word.at);
    *operand = true;
    if (p->begins && !p->n_open && strength(&op) < strengths[TOKEN_NOT])
        return formula_lexer_fail(
            &p->lexer,
            "is '%s' under the first quantifier or not?  Write parentheses, as "
            "in 'AG (p1 or EF p2)' or '(AG p1) or EF p2'",
            p->lexer.word.at);
    if (!apply_before(p, &op))
        return false;
    vec_push(&p->operators, op);
    return step(p);
}

static bool read_expression(struct formula_parser *p)
{
    const struct operator weakest = {.token = TOKEN_END};
    bool operand = true, ended = false;

    while (!ended) {
        bool complete = false;

        if (!operand && !read_operator(p, &operand, &ended))
            return false;
        if (operand && !read_operand(p, &complete))
            return false;
        operand = operand && !complete;
    }
    if (!apply_before(p, &weakest))
        return false;
    return !p->operators.len ||
           formula_lexer_fail_at(&p->lexer, vec_top(&p->operators)->column,
                                 vec_top(&p->operators)->is_square
                                     ? "'[' without ']'"
                                     : "'(' without ')'");
}

/* The operator of paths. */
static bool read_path(struct formula_parser *p, bool *invariant)
{
    struct formula_lexer *const lexer = &p->lexer;
    const uint32_t column = lexer->column;

    *invariant = formula_lexer_is(lexer, "AG") || formula_lexer_is(lexer, "A");
    if (formula_lexer_is(lexer, "EF") || formula_lexer_is(lexer, "AG"))
        return step(p);
    if (formula_lexer_is(lexer, "E") && step(p) &&
        (formula_lexer_is(lexer, "F") || lexer->token == TOKEN_NE))
        return step(p);
    if (*invariant && step(p)) {
        if (formula_lexer_is(lexer, "G") || lexer->token == TOKEN_GLOBALLY)
            return step(p);
    }
    return formula_lexer_fail_at(lexer, column,
                                 "a formula begins with EF (some reachable "
                                 "marking) or AG (all reachable markings)");
}

static bool read_paths(struct formula_parser *p, enum question_path *path)
{
    bool always;

    if (!read_path(p, &always))
        return false;
    *path = always ? QUESTION_AG : QUESTION_EF;
    if (!always || !formula_lexer_is(&p->lexer, "EF"))
        return true;
    *path = QUESTION_AG_EF;
    return step(p);
}

/* Does a temporal formula follow, which is more than EF or AG of a condition?
 */
static bool count_temporal(struct formula_lexer *lexer, uint32_t *n)
{
    bool operand = true;

    while (lexer->token != TOKEN_END) {
        const enum formula_lexer_token token =
            formula_lexer_temporal(lexer, operand);

        if (operand &&
            (formula_lexer_is(lexer, "EF") || formula_lexer_is(lexer, "AG")))
            return true;
        *n += is_temporal(token);
        operand = token == TOKEN_OPEN || token == TOKEN_COMMA ||
                  (token < (sizeof strengths / sizeof *strengths) &&
                   strengths[token]);
        if (!formula_lexer_step(lexer))
            return false;
    }
    return true;
}

/* Steps over A, E, or one of these with an operator; *op: TOKEN_END or that. */
static bool read_quantifier(struct formula_lexer *lexer, bool *all,
                            enum formula_lexer_token *op)
{
    static const char letters[] = "XFG";
    const char *const word = lexer->word.at;
    const char *letter;

    *op = TOKEN_END;
    *all = lexer->token == TOKEN_WORD && *word == 'A';
    if (lexer->token != TOKEN_WORD || (*word != 'A' && *word != 'E') ||
        lexer->word.len > 2 || !formula_lexer_leads(lexer))
        return false;
    if (lexer->word.len == 2) {
        letter = strchr(letters, word[1]);
        if (!letter)
            return false;
        *op = (enum formula_lexer_token)(TOKEN_NEXT + (letter - letters));
    }
    return formula_lexer_step(lexer);
}

bool formula_parser_is_temporal(const char *text)
{
    struct diag ignored = {0};
    struct formula_lexer lexer;
    enum formula_lexer_token op;
    uint32_t n = 0;
    bool all, is = false;

    if (formula_lexer_init(&lexer, NULL, text, &ignored) &&
        read_quantifier(&lexer, &all, &op)) {
        const enum formula_lexer_token first =
            op == TOKEN_END ? formula_lexer_temporal(&lexer, true) : op;
        const bool is_plain = first == (all ? TOKEN_GLOBALLY : TOKEN_FINALLY);

        n += op != TOKEN_END;
        is = count_temporal(&lexer, &n) && n > is_plain;
    }
    formula_lexer_finish(&lexer);
    return is;
}

/* Steps over AG EF, which engines know as one question; false: the text begins
 * otherwise, or is at its end. */
static bool skip_again(struct formula_lexer *lexer)
{
    const bool is_whole = formula_lexer_is(lexer, "AG");

    if ((!is_whole && !formula_lexer_is(lexer, "A")) ||
        !formula_lexer_leads(lexer) || !formula_lexer_step(lexer))
        return false;
    if (!is_whole && !formula_lexer_is(lexer, "G") &&
        lexer->token != TOKEN_GLOBALLY)
        return false;
    if (!is_whole && !formula_lexer_step(lexer))
        return false;
    return formula_lexer_is(lexer, "EF") && formula_lexer_step(lexer);
}

/* How many quantifiers follow; *begins: one is first. */
static uint32_t count_quantifiers(struct formula_lexer *lexer, bool *begins)
{
    uint32_t n = 0;

    *begins = is_quantifier(lexer);
    while (lexer->token != TOKEN_END) {
        n += is_quantifier(lexer);
        if (!formula_lexer_step(lexer))
            break;
    }
    return n;
}

bool formula_parser_is_ctl(const char *text)
{
    struct diag ignored = {0};
    struct formula_lexer lexer;
    bool begins, again;
    uint32_t n = 0;

    again =
        formula_lexer_init(&lexer, NULL, text, &ignored) && skip_again(&lexer);
    if (again)
        n = count_quantifiers(&lexer, &begins) ? 2 : 0;
    formula_lexer_finish(&lexer);
    if (again)
        return n > 0;
    if (formula_lexer_init(&lexer, NULL, text, &ignored))
        n = count_quantifiers(&lexer, &begins);
    formula_lexer_finish(&lexer);
    return n > 1 || (n == 1 && !begins);
}

static void init(struct formula_parser *p, const struct net *net)
{
    *p = (struct formula_parser){.net = net};
    p->builder = formula_builder_create();
}

static void finish(struct formula_parser *p)
{
    for (uint32_t i = 0; i < p->values.len; i++)
        formula_sum_free(&p->values.at[i].sum);
    vec_free(&p->values);
    vec_free(&p->operators);
    formula_lexer_finish(&p->lexer);
    formula_builder_destroy(p->builder);
}

static struct formula *read_formula(const struct net *net, const char *text,
                                    enum question_path *path, bool is_printed,
                                    struct diag *diag)
{
    struct formula *formula = NULL;
    struct formula_parser p;

    init(&p, net);
    p.is_printed = is_printed;
    if (formula_lexer_init(&p.lexer, net, text, diag) &&
        (!path || read_paths(&p, path)) && read_expression(&p) &&
        make_node(&p, vec_top(&p.values))) {
        formula = formula_builder_finish(p.builder, vec_top(&p.values)->node,
                                         path && *path == QUESTION_AG, diag);
        p.builder = NULL;
    }
    finish(&p);
    return formula;
}

struct formula *formula_parser_read(const struct net *net, const char *text,
                                    enum question_path *path, struct diag *diag)
{
    return read_formula(net, text, path, false, diag);
}

struct formula *formula_parser_printed(const struct net *net, const char *text,
                                       enum question_path *path,
                                       struct diag *diag)
{
    return read_formula(net, text, path, true, diag);
}

struct temporal *formula_parser_temporal(const struct net *net,
                                         const char *text,
                                         enum question_path *path,
                                         struct diag *diag)
{
    struct temporal *temporal = temporal_create();
    enum formula_lexer_token op;
    struct formula_parser p;
    bool good, all;

    init(&p, net);
    p.temporal = temporal;
    good = formula_lexer_init(&p.lexer, net, text, diag) &&
           read_quantifier(&p.lexer, &all, &op) && read_expression(&p) &&
           make_path(&p, vec_top(&p.values)) &&
           (op == TOKEN_END || apply_temporal(&p, vec_top(&p.values), op));
    if (good) {
        const ltl_id sought = vec_top(&p.values)->path;

        *path = all ? QUESTION_ALL_PATHS : QUESTION_SOME_PATH;
        temporal->sought = all ? ltl_negation(&temporal->ltl, sought) : sought;
    } else {
        temporal_destroy(temporal);
        temporal = NULL;
    }
    finish(&p);
    return temporal;
}

struct temporal *formula_parser_ctl(const struct net *net, const char *text,
                                    struct diag *diag)
{
    struct temporal *temporal = temporal_create();
    struct formula_parser p;
    bool good;

    init(&p, net);
    p.temporal = temporal;
    p.is_ctl = true;
    good = formula_lexer_init(&p.lexer, net, text, diag);
    p.begins = good && is_quantifier(&p.lexer);
    good = good && read_expression(&p) && make_path(&p, vec_top(&p.values)) &&
           (temporal_is_state(temporal, vec_top(&p.values)->path) ||
            formula_lexer_fail_at(&p.lexer, vec_top(&p.values)->column,
                                  "A or E is missing before an operator of "
                                  "paths"));
    if (good) {
        temporal->sought = vec_top(&p.values)->path;
    } else {
        temporal_destroy(temporal);
        temporal = NULL;
    }
    finish(&p);
    return temporal;
}

bool formula_parser_sum(const struct net *net, const char *text,
                        struct formula_sum *sum, struct diag *diag)
{
    struct formula_parser p;
    bool good;

    init(&p, net);
    good = formula_lexer_init(&p.lexer, net, text, diag) && read_expression(&p);
    if (good && !vec_top(&p.values)->is_sum)
        good = formula_lexer_fail_at(&p.lexer, vec_top(&p.values)->column,
                                     "this is a condition and not a number");
    if (good) {
        *sum = vec_top(&p.values)->sum;
        vec_top(&p.values)->sum = (struct formula_sum){0};
        formula_sum_sort(sum);
    }
    if (good && sum->too_large) {
        formula_sum_free(sum);
        good = diag_usage(diag, "a number of the sum is beyond %lld",
                          (long long)FORMULA_LARGEST);
    }
    finish(&p);
    return good;
}
