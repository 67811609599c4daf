#include "question/formula_parser.h"

#include "question/formula_stack.h"

#include <string.h>

static bool step(struct formula_stack *p)
{
    return formula_lexer_step(&p->lexer);
}

/* --- operands ------------------------------------------------------------- */

static bool read_place(struct formula_stack *p)
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
                                  "the net has no place '%s'; the temporal "
                                  "operator %s stands before a formula, as in "
                                  "A %s p1",
                                  name, name, name);
    if (place == PLACE_NONE)
        return formula_lexer_no_place(&p->lexer, p->net, why.text);
    formula_stack_push_sum(p, p->lexer.column);
    vec_top(&p->values)->is_place = true;
    if (p->is_printed)
        formula_sum_place(&vec_top(&p->values)->sum, place, 1);
    else
        formula_sum_tokens(&vec_top(&p->values)->sum, p->net, place);
    return step(p);
}

static bool read_transition(struct formula_stack *p,
                            formula_builder_nodes *list)
{
    struct diag why = {0};
    trans_id t;

    if (p->lexer.token != TOKEN_WORD && p->lexer.token != TOKEN_QUOTED &&
        p->lexer.token != TOKEN_NUMBER)
        return formula_lexer_fail(&p->lexer, "a transition is missing");
    t = net_find_trans(p->net, p->lexer.word.at, &why);
    if (t == TRANS_NONE)
        return formula_lexer_fail(&p->lexer, "%s", why.text);
    vec_push(list, formula_builder_fireable(p->builder, t));
    return step(p);
}

/* Behind the word. */
static bool read_fireable(struct formula_stack *p, uint32_t column)
{
    formula_builder_nodes list = {0};
    uint32_t node;
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
    node = formula_builder_all(p->builder, FORMULA_OR, &list);
    if (good)
        formula_stack_push_node(p, node, column);
    return good && step(p);
}

static bool read_atom(struct formula_stack *p)
{
    const struct formula_lexer *const lexer = &p->lexer;
    const uint32_t column = lexer->column;

    if (formula_lexer_is(lexer, "fireable"))
        return step(p) && read_fireable(p, column);
    if (formula_lexer_is(lexer, "deadlock")) {
        formula_stack_push_node(p, formula_builder_deadlock(p->builder),
                                column);
        return step(p);
    }
    if (formula_lexer_is(lexer, "true") || formula_lexer_is(lexer, "false")) {
        formula_stack_push_node(
            p,
            formula_builder_constant(p->builder,
                                     formula_lexer_is(lexer, "true")),
            column);
        return step(p);
    }
    if (formula_lexer_is(lexer, "EF") || formula_lexer_is(lexer, "AG"))
        return formula_lexer_fail(lexer, "a condition has no '%s'",
                                  lexer->word.at);
    return read_place(p);
}

/* A bracket is a parenthesis. */
static bool is_square(const struct formula_lexer *lexer)
{
    return *lexer->word.at == '[' || *lexer->word.at == ']';
}

/* A or E, with the operator that may be in the same word; false: there is none.
 */
static bool push_quantifier(struct formula_stack *p)
{
    struct formula_stack_operator op = {.is_unary = true,
                                        .column = p->lexer.column};
    enum formula_lexer_token path = TOKEN_END;

    op.token = formula_lexer_quantifier(&p->lexer, false, &path);
    if (op.token == TOKEN_END)
        return false;
    vec_push(&p->operators, op);
    op.token = path;
    if (path != TOKEN_END)
        vec_push(&p->operators, op);
    return true;
}

/* Reads an operand, or what may stand before one; *complete: an operand. */
static bool read_operand(struct formula_stack *p, bool *complete)
{
    const enum formula_lexer_token token =
        p->temporal ? formula_lexer_temporal(&p->lexer, true) : p->lexer.token;
    const struct formula_stack_operator op = {.token = token,
                                              .is_unary = token != TOKEN_OPEN,
                                              .is_square = is_square(&p->lexer),
                                              .column = p->lexer.column};

    *complete = false;
    if (p->is_ctl && push_quantifier(p))
        return step(p);
    if (token == TOKEN_OPEN || token == TOKEN_NOT || token == TOKEN_MINUS ||
        (p->temporal && formula_stack_is_temporal(token))) {
        vec_push(&p->operators, op);
        p->n_open += token == TOKEN_OPEN;
        return step(p);
    }
    *complete = true;
    if (token == TOKEN_NUMBER) {
        formula_stack_push_sum(p, p->lexer.column);
        formula_sum_constant(&vec_top(&p->values)->sum, p->lexer.number);
        return step(p);
    }
    if (token == TOKEN_WORD)
        return read_atom(p);
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

static bool close_parenthesis(struct formula_stack *p)
{
    const struct formula_stack_operator weakest = {.token = TOKEN_CLOSE};

    if (!formula_stack_apply_before(p, &weakest))
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
static bool read_operator(struct formula_stack *p, bool *operand, bool *ended)
{
    const struct formula_stack_operator op = {
        .token = p->temporal ? formula_lexer_temporal(&p->lexer, false)
                             : p->lexer.token,
        .column = p->lexer.column};

    *ended = op.token == TOKEN_END;
    if (*ended)
        return true;
    if (op.token == TOKEN_CLOSE)
        return close_parenthesis(p);
    if (formula_stack_strength(op.token) == 0 || op.token == TOKEN_NOT ||
        (op.token >= TOKEN_NEXT && op.token <= TOKEN_GLOBALLY))
        return formula_lexer_fail(
            &p->lexer,
            "an operator is missing before '%s'; a name with blanks or other "
            "characters is quoted, as in \"p 1\"",
            p->lexer.word.at);
    *operand = true;
    if (p->is_ctl && p->begins && !p->n_open &&
        formula_stack_strength(op.token) < formula_stack_strength(TOKEN_NOT))
        return formula_lexer_fail(
            &p->lexer,
            "is '%s' under the first quantifier or not?  Write parentheses, as "
            "in 'AG (p1 or EF p2)' or '(AG p1) or EF p2'",
            p->lexer.word.at);
    if (!formula_stack_apply_before(p, &op))
        return false;
    vec_push(&p->operators, op);
    return step(p);
}

static bool read_expression(struct formula_stack *p)
{
    const struct formula_stack_operator weakest = {.token = TOKEN_END};
    bool operand = true, ended = false;

    while (!ended) {
        bool complete = false;

        if (!operand && !read_operator(p, &operand, &ended))
            return false;
        if (operand && !read_operand(p, &complete))
            return false;
        operand = operand && !complete;
    }
    if (!formula_stack_apply_before(p, &weakest))
        return false;
    return !p->operators.len ||
           formula_lexer_fail_at(&p->lexer, vec_top(&p->operators)->column,
                                 vec_top(&p->operators)->is_square
                                     ? "'[' without ']'"
                                     : "'(' without ')'");
}

/* --- formulas ------------------------------------------------------------- */

/* What a formula begins with: A or E, and the operator behind it if that is
 * about all that follows.  TOKEN_END: none. */
struct beginning {
    enum formula_lexer_token quantifier, op;
    uint32_t column;
};

/* Counts the quantifiers from the current token on, and the operators of paths
 * outside of their words. */
static void count_operators(const struct formula_stack *p,
                            uint32_t *n_quantifiers, uint32_t *n_temporal)
{
    struct formula_lexer ahead;
    bool good = formula_lexer_init(&ahead, p->net,
                                   p->lexer.text + p->lexer.column - 1, NULL);
    bool operand = true;

    *n_quantifiers = *n_temporal = 0;
    while (good && ahead.token != TOKEN_END) {
        const enum formula_lexer_token token =
            formula_lexer_temporal(&ahead, operand);
        enum formula_lexer_token op;
        const bool quantifies = formula_lexer_quantifier(&ahead, false, &op);

        *n_quantifiers += quantifies;
        *n_temporal += formula_stack_is_temporal(token);
        operand = quantifies || token == TOKEN_OPEN || token == TOKEN_COMMA ||
                  formula_stack_strength(token);
        good = formula_lexer_step(&ahead);
    }
    formula_lexer_finish(&ahead);
}

/* Tells by the operators that follow what the formula asks.  G of "A G p or q",
 * the only operator of paths, is about all that follows; that of "A G p or F q"
 * is about p. */
static bool read_beginning(struct formula_stack *p, struct beginning *b,
                           enum question_path *path)
{
    struct formula_lexer *const lexer = &p->lexer;
    const bool is_name =
        net_find_place(p->net, lexer->word.at, NULL) != PLACE_NONE;
    enum formula_lexer_token of_markings;
    uint32_t n_quantifiers, n_temporal;
    bool all, is_op, again;
    bool is_plain; /* EF, AG or AG EF of a condition */

    *b = (struct beginning){.column = lexer->column};
    b->quantifier = formula_lexer_quantifier(lexer, !is_name, &b->op);
    p->begins = b->quantifier != TOKEN_END;
    if (p->begins && !step(p))
        return false;
    count_operators(p, &n_quantifiers, &n_temporal);
    all = b->quantifier == TOKEN_ALL_PATHS;
    of_markings = all ? TOKEN_GLOBALLY : TOKEN_FINALLY;
    is_op = b->op == TOKEN_END &&
            formula_lexer_temporal(lexer, true) == of_markings;
    is_plain = p->begins && n_temporal <= is_op;
    if (is_plain && b->op == TOKEN_END &&
        (is_op || formula_lexer_is(lexer, all ? "G" : "F"))) {
        b->op = of_markings;
        if (!step(p))
            return false;
    }
    if (b->op == TOKEN_END && !n_quantifiers && (is_plain || !p->begins))
        return formula_lexer_fail_at(
            lexer, b->column,
            "a formula begins with EF (some reachable marking), AG (all "
            "reachable markings), or A or E and a path formula (all runs, one "
            "run)");
    is_plain = is_plain && b->op == of_markings;
    again =
        is_plain && all && n_quantifiers == 1 && formula_lexer_is(lexer, "EF");
    p->is_ctl = !p->begins || n_quantifiers > again;
    *path = p->is_ctl   ? QUESTION_CTL
            : !is_plain ? (all ? QUESTION_ALL_PATHS : QUESTION_SOME_PATH)
            : again     ? QUESTION_AG_EF
            : all       ? QUESTION_AG
                        : QUESTION_EF;
    return !again || step(p);
}

static bool put_before(struct formula_stack *p, const struct beginning *b,
                       enum formula_lexer_token token)
{
    const struct formula_stack_operator op = {
        .token = token, .is_unary = true, .column = b->column};

    return token == TOKEN_END ||
           formula_stack_change(p, vec_top(&p->values), &op);
}

/* Makes the temporal formula of what was read. */
static bool make_temporal(struct formula_stack *p, const struct beginning *b,
                          enum question_path path, struct temporal **temporal)
{
    const struct formula_stack_value *const value = vec_top(&p->values);

    if (!temporal)
        return formula_lexer_fail_at(
            &p->lexer, b->column,
            "this asks for more than EF, AG or AG EF of a condition");
    if (!formula_stack_make_path(p, vec_top(&p->values)) ||
        !put_before(p, b, b->op) ||
        (p->is_ctl && !put_before(p, b, b->quantifier)))
        return false;
    if (p->is_ctl && !temporal_is_state(p->temporal, value->path))
        return formula_lexer_fail_at(
            &p->lexer, value->column,
            "A or E is missing before an operator of paths");
    *temporal = p->temporal;
    (*temporal)->sought = path == QUESTION_ALL_PATHS
                              ? ltl_negation(&p->temporal->ltl, value->path)
                              : value->path;
    p->temporal = NULL;
    return true;
}

/* is_printed: a name means the place alone. */
static struct formula *read_formula(const struct net *net, const char *text,
                                    bool is_printed, enum question_path *path,
                                    struct temporal **temporal,
                                    struct diag *diag)
{
    struct formula *formula = NULL;
    struct formula_stack p;
    struct beginning b;
    bool good;

    formula_stack_init(&p, net);
    p.is_printed = is_printed;
    good = formula_lexer_init(&p.lexer, net, text, diag) &&
           (!path || read_beginning(&p, &b, path));
    p.temporal =
        good && path && *path >= QUESTION_ALL_PATHS ? temporal_create() : NULL;
    good = good && read_expression(&p);
    if (good && p.temporal) {
        (void)make_temporal(&p, &b, *path, temporal);
    } else if (good && formula_stack_make_node(&p, vec_top(&p.values))) {
        formula = formula_builder_finish(p.builder, vec_top(&p.values)->node,
                                         path && *path == QUESTION_AG, diag);
        p.builder = NULL;
    }
    temporal_destroy(p.temporal);
    formula_stack_finish(&p);
    return formula;
}

struct formula *formula_parser_read(const struct net *net, const char *text,
                                    enum question_path *path,
                                    struct temporal **temporal,
                                    struct diag *diag)
{
    return read_formula(net, text, false, path, temporal, diag);
}

struct formula *formula_parser_printed(const struct net *net, const char *text,
                                       enum question_path *path,
                                       struct diag *diag)
{
    return read_formula(net, text, true, path, NULL, diag);
}

bool formula_parser_sum(const struct net *net, const char *text,
                        struct formula_sum *sum, struct diag *diag)
{
    struct formula_stack p;
    bool good;

    formula_stack_init(&p, net);
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
    formula_stack_finish(&p);
    return good;
}
