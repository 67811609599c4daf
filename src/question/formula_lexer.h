/* formula_lexer.h - the words of formulas and of markings.
 *
 *     word      letters, digits, _ . : @ $ ' and bytes of other scripts
 *     number    a word of digits
 *     name      anything between double quotes, with \" and \\ inside
 *     symbol    ( ) [ ] , + - * and the operators below, in all spellings
 *
 * A quoted text is always a name; a word may be one, or a keyword.  X, F and G
 * are operators of temporal formulas where an operand follows them. */
#ifndef FORMULA_LEXER_H
#define FORMULA_LEXER_H

#include "base/diag.h"
#include "base/text.h"
#include "net/net.h"

enum formula_lexer_token {
    TOKEN_END,
    TOKEN_WORD,
    TOKEN_QUOTED,
    TOKEN_NUMBER,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_COMMA,
    TOKEN_NOT,     /* ! ~ not */
    TOKEN_AND,     /* & && /\ and */
    TOKEN_OR,      /* | || \/ or */
    TOKEN_XOR,     /* ^ xor */
    TOKEN_IMPLIES, /* -> => implies */
    TOKEN_IFF,     /* <-> <=> iff */
    TOKEN_NEXT,    /* of temporal formulas, as all up to TOKEN_MUST */
    TOKEN_FINALLY,
    TOKEN_GLOBALLY,
    TOKEN_UNTIL, /* U */
    TOKEN_RELEASE,
    TOKEN_WEAK, /* W */
    TOKEN_MUST, /* M */
    TOKEN_EQ,   /* = == */
    TOKEN_NE,   /* != <> */
    TOKEN_LT,
    TOKEN_LE,
    TOKEN_GT,
    TOKEN_GE,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_TIMES,
    TOKEN_ALL_PATHS, /* A and E, that of AG too */
    TOKEN_SOME_PATH,
};

struct formula_lexer {
    const char *text, *next;
    enum formula_lexer_token token;
    uint32_t column;       /* of the token, in bytes from 1 */
    text_buffer word;      /* its text; of TOKEN_QUOTED: without quotes */
    int64_t number;        /* of TOKEN_NUMBER */
    const struct net *net; /* NULL: names are words */
    struct diag *diag;
};

/* Reads the first token.  The text must remain valid.  "A=1" is one word where
 * the net has a place of this name and none that is called A. */
bool formula_lexer_init(struct formula_lexer *lexer, const struct net *net,
                        const char *text, struct diag *diag);
void formula_lexer_finish(struct formula_lexer *lexer);

/* Reads the next token; false with a report on errors. */
bool formula_lexer_step(struct formula_lexer *lexer);

/* The current token as a token of temporal formulas: X, F, G or their symbols
 * before an operand, or U, R, W, M. Another token is returned as it is. */
enum formula_lexer_token
formula_lexer_temporal(const struct formula_lexer *lexer, bool operand);

/* The current token as a quantifier, TOKEN_ALL_PATHS or TOKEN_SOME_PATH, alone
 * or with an operator, as AX: *op, or TOKEN_END.  EF and AG are keywords in any
 * case; the others are quantifiers before an operand, if any_case or in capital
 * letters.  TOKEN_END: it is none. */
enum formula_lexer_token
formula_lexer_quantifier(const struct formula_lexer *lexer, bool any_case,
                         enum formula_lexer_token *op);

/* Is the token this word, in capital or small letters?  A quoted text is not.
 */
bool formula_lexer_is(const struct formula_lexer *lexer, const char *word);

/* Reports an error at the current token, or at a column. */
#define formula_lexer_fail(lexer, ...) \
    formula_lexer_fail_at(lexer, (lexer)->column, __VA_ARGS__)
#define formula_lexer_fail_at(lexer, column, ...) \
    diag_report((lexer)->diag, DIAG_USAGE, NULL, 0, column, __VA_ARGS__)

/* Reports that the current token names no place of the net, for a reason; and
 * how to write the name if there is one that must be quoted. */
bool formula_lexer_no_place(const struct formula_lexer *lexer,
                            const struct net *net, const char *why);

#endif
