#include "question/formula_parser.h"

#include "question/formula_stack.h"

#include <string.h>

/* *op: TOKEN_END, or the operator of the quantifier. */
static bool is_quantifier(const struct formula_lexer *lexer,
                          enum formula_lexer_token *op)
{
    static const char letters[] = "XFG";
    const char *const word = lexer->word.at;
    const char *letter;

    *op = TOKEN_END;
    if (lexer->token != TOKEN_WORD || (*word != 'A' && *word != 'E') ||
        lexer->word.len > 2 || !formula_lexer_leads(lexer))
        return false;
    if (lexer->word.len == 1)
        return true;
    letter = strchr(letters, word[1]);
    if (letter)
        *op = (enum formula_lexer_token)(TOKEN_NEXT + (letter - letters));
    return letter;
}

bool formula_kind_is_quantifier(const struct formula_lexer *lexer)
{
    enum formula_lexer_token op;

    return is_quantifier(lexer, &op);
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
        *n += formula_stack_is_temporal(token);
        operand = token == TOKEN_OPEN || token == TOKEN_COMMA ||
                  formula_stack_strength(token);
        if (!formula_lexer_step(lexer))
            return false;
    }
    return true;
}

bool formula_kind_read_quantifier(struct formula_lexer *lexer, bool *all,
                                  enum formula_lexer_token *op)
{
    *all = lexer->token == TOKEN_WORD && *lexer->word.at == 'A';
    return is_quantifier(lexer, op) && formula_lexer_step(lexer);
}

bool formula_kind_is_temporal(const char *text)
{
    struct formula_lexer lexer;
    enum formula_lexer_token op;
    uint32_t n = 0;
    bool all, is = false;

    if (formula_lexer_init(&lexer, NULL, text, NULL) &&
        formula_kind_read_quantifier(&lexer, &all, &op)) {
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

    *begins = formula_kind_is_quantifier(lexer);
    while (lexer->token != TOKEN_END) {
        n += formula_kind_is_quantifier(lexer);
        if (!formula_lexer_step(lexer))
            break;
    }
    return n;
}

bool formula_kind_is_ctl(const char *text)
{
    struct formula_lexer lexer;
    bool begins, again;
    uint32_t n = 0;

    again = formula_lexer_init(&lexer, NULL, text, NULL) && skip_again(&lexer);
    if (again)
        n = count_quantifiers(&lexer, &begins) ? 2 : 0;
    formula_lexer_finish(&lexer);
    if (again)
        return n > 0;
    if (formula_lexer_init(&lexer, NULL, text, NULL))
        n = count_quantifiers(&lexer, &begins);
    formula_lexer_finish(&lexer);
    return n > 1 || (n == 1 && !begins);
}
