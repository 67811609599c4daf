/* formula_kind.h - which kind of formula a text is, before it is read. */
#ifndef FORMULA_KIND_H
#define FORMULA_KIND_H

#include "question/formula_lexer.h"

/* Does the text begin as a temporal formula, other than EF and AG of a
 * condition? */
bool formula_kind_is_temporal(const char *text);

/* Is it a formula of CTL with quantifiers under others, or that begins
 * otherwise, but not AG EF of a condition? */
bool formula_kind_is_ctl(const char *text);

/* Is the token A, E, or A or E with an operator (as AX), in front of an
 * operand? */
bool formula_kind_is_quantifier(const struct formula_lexer *lexer);

/* Steps over such a token; *op: its operator, or TOKEN_END. False: there is
 * none, or the lexer made a report. */
bool formula_kind_read_quantifier(struct formula_lexer *lexer, bool *all,
                                  enum formula_lexer_token *op);

#endif
