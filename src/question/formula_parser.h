/* formula_parser.h - formulas as text: doc/FORMATS.md has the grammar, and
 * formula_lexer.h the spellings. */
#ifndef FORMULA_PARSER_H
#define FORMULA_PARSER_H

#include "net/net.h"
#include "question/formula_lexer.h"
#include "question/question.h"
#include "question/temporal.h"

/* The condition that is sought: for QUESTION_AG its negation.  path NULL: the
 * text is a condition alone.  A temporal formula becomes *temporal, for
 * QUESTION_ALL_PATHS its negation, and the result is NULL; it is an error if
 * temporal is NULL.  NULL with DIAG_USAGE and a column on errors. */
struct formula *formula_parser_read(const struct net *net, const char *text,
                                    enum question_path *path,
                                    struct temporal **temporal,
                                    struct diag *diag);

/* Reads what formula_print_text() has written: there a name means the place
 * alone, also if the place can have several tokens, whose number is a sum of
 * several places. */
struct formula *formula_parser_printed(const struct net *net, const char *text,
                                       enum question_path *path,
                                       struct diag *diag);

/* Reads a sum, which is sorted; false with a report on errors. */
bool formula_parser_sum(const struct net *net, const char *text,
                        struct formula_sum *sum, struct diag *diag);

/* --- formula_print.c - formulas as text that is read as above.
 *
 * The text has the normal form of the formula: reading it gives an equal
 * one. */

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

/* --- marking_parser.c - reads the expression of a marking.
 *
 *     marking = { "," | term }
 *     term    = [ "!" ] name [ "=" number ]      not both of these
 *     name    = word | number | quoted
 *
 * Words and quotes are those of formulas (formula_lexer.h).  "p=2" says that p
 * has two tokens, "p=0" the same as "!p", and "p" that it has at least one. */

/* Appends to the list of places that are to be marked and to the list of places
 * that are to be empty, in the order of the text.  False with DIAG_USAGE and a
 * column on errors; when `exact` is set, a term that wants a place empty is an
 * error. */
bool marking_parser_read(const struct net *net, const char *text, bool exact,
                         net_place_list *marked, net_place_list *empty,
                         struct diag *diag);

/* Appends the places that must be marked and empty for p to have n tokens, at
 * most its bound. */
void marking_parser_count(const struct net *net, place_id p, uint32_t n,
                          net_place_list *marked, net_place_list *empty);

#endif
