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
    if (p->is_printed)
        formula_sum_place(&vec_top(&p->values)->sum, place, 1);
    else
        formula_sum_tokens(&vec_top(&p->values)->sum, p->net, place);
    return step(p);
}

static bool read_transition(struct formula_stack *p, net_trans_list *list)
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
        formula_stack_push_node(
            p, formula_builder_join(p->builder, FORMULA_OR, list.at, list.len),
            column);
    vec_free(&list);
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
static bool read_quantified(struct formula_stack *p)
{
    struct formula_stack_operator op = {.is_unary = true,
                                        .column = p->lexer.column};
    enum formula_lexer_token path;
    bool all;

    if (!formula_kind_read_quantifier(&p->lexer, &all, &path))
        return false;
    op.token = all ? TOKEN_ALL_PATHS : TOKEN_SOME_PATH;
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
    if (p->is_ctl && formula_kind_is_quantifier(&p->lexer))
        return read_quantified(p);
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
    if (p->begins && !p->n_open &&
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

/* The operator of paths. */
static bool read_path(struct formula_stack *p, bool *invariant)
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
                                 "marking), AG (all reachable markings), or A "
                                 "or E and a path formula (all runs, one run)");
}

static bool read_paths(struct formula_stack *p, enum question_path *path)
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

/* --- formulas ------------------------------------------------------------- */

static struct formula *read_formula(const struct net *net, const char *text,
                                    enum question_path *path, bool is_printed,
                                    struct diag *diag)
{
    struct formula *formula = NULL;
    struct formula_stack p;

    formula_stack_init(&p, net);
    p.is_printed = is_printed;
    if (formula_lexer_init(&p.lexer, net, text, diag) &&
        (!path || read_paths(&p, path)) && read_expression(&p) &&
        formula_stack_make_node(&p, vec_top(&p.values))) {
        formula = formula_builder_finish(p.builder, vec_top(&p.values)->node,
                                         path && *path == QUESTION_AG, diag);
        p.builder = NULL;
    }
    formula_stack_finish(&p);
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

/* The formula that was read; NULL if it is not good. */
static struct temporal *finish_temporal(struct formula_stack *p, bool good)
{
    struct temporal *const temporal = p->temporal;

    if (good)
        temporal->sought = vec_top(&p->values)->path;
    else
        temporal_destroy(temporal);
    formula_stack_finish(p);
    return good ? temporal : NULL;
}

struct temporal *formula_parser_temporal(const struct net *net,
                                         const char *text,
                                         enum question_path *path,
                                         struct diag *diag)
{
    struct formula_stack_operator op = {.is_unary = true};
    struct temporal *temporal;
    struct formula_stack p;
    bool good, all;

    formula_stack_init(&p, net);
    p.temporal = temporal_create();
    good = formula_lexer_init(&p.lexer, net, text, diag) &&
           formula_kind_read_quantifier(&p.lexer, &all, &op.token) &&
           read_expression(&p) &&
           formula_stack_make_path(&p, vec_top(&p.values)) &&
           (op.token == TOKEN_END ||
            formula_stack_change(&p, vec_top(&p.values), &op));
    temporal = finish_temporal(&p, good);
    if (temporal) {
        *path = all ? QUESTION_ALL_PATHS : QUESTION_SOME_PATH;
        if (all)
            temporal->sought = ltl_negation(&temporal->ltl, temporal->sought);
    }
    return temporal;
}

struct temporal *formula_parser_ctl(const struct net *net, const char *text,
                                    struct diag *diag)
{
    struct formula_stack p;
    bool good;

    formula_stack_init(&p, net);
    p.temporal = temporal_create();
    p.is_ctl = true;
    good = formula_lexer_init(&p.lexer, net, text, diag);
    p.begins = good && formula_kind_is_quantifier(&p.lexer);
    good = good && read_expression(&p) &&
           formula_stack_make_path(&p, vec_top(&p.values)) &&
           (temporal_is_state(p.temporal, vec_top(&p.values)->path) ||
            formula_lexer_fail_at(&p.lexer, vec_top(&p.values)->column,
                                  "A or E is missing before an operator of "
                                  "paths"));
    return finish_temporal(&p, good);
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
