/* formula_print.h - formulas as text that formula_parser.h reads.
 *
 * The text has the normal form of the formula: reading it gives an equal
 * one. */
#ifndef FORMULA_PRINT_H
#define FORMULA_PRINT_H

#include "base/text.h"
#include "question/formula.h"
#include "question/temporal.h"

/* Appends the formula, with all names in quotes, in terms of the input: of a
 * place that can have several tokens all of them count (net_level()). */
void formula_print_condition(const struct formula *formula,
                             const struct net *net, text_buffer *text);

/* The same behind "EF ", the question whether it can be reached, but with each
 * place of the translation by itself. */
void formula_print_text(const struct formula *formula, const struct net *net,
                        text_buffer *text);

/* Appends quantified[part] of a formula of CTL with its quantifier. */
void formula_print_quantified(const struct temporal *temporal,
                              const struct net *net, uint32_t part,
                              text_buffer *text);

#endif
