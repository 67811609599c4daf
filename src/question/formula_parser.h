/* formula_parser.h - reads a formula from text.
 *
 *     question   = ( "EF" | "E" "F" | "E" "<>" | always [ "EF" ] ) condition
 *     always     = "AG" | "A" "G" | "A" "[" "]"
 *     condition  = condition operator condition | "not" condition
 *                | "(" condition ")" | "true" | "false" | "deadlock"
 *                | "fireable" "(" transition { "," transition } ")"
 *                | sum relation sum | place
 *     sum        = sum ( "+" | "-" | "*" ) sum | "-" sum | "(" sum ")"
 *                | number | place
 *
 *     temporal   = ( "A" | "E" ) path
 *                | ( "AX" | "AF" | "AG" | "EX" | "EF" | "EG" ) path
 *     path       = condition | ( "X" | "F" | "G" | "<>" | "[" "]" ) path
 *                | path ( "U" | "R" | "W" | "M" ) path | "not" path
 *                | path operator path | "(" path ")"
 *
 *     ctl        = condition | "not" ctl | ctl operator ctl | "(" ctl ")"
 *                | ( "AX" | "AF" | "AG" | "EX" | "EF" | "EG" ) ctl
 *                | ( "A" | "E" ) ( ( "X" | "F" | "G" ) ctl
 *                                | "(" ctl ( "U" | "R" | "W" | "M" ) ctl ")" )
 *
 * From the tightest to the loosest: "*", "+" and "-", relations, "not" with
 * "X", "F" and "G", and "A" and "E" of CTL, "U" with "R", "W" and "M" (from the
 * right), "and", "xor", "or", "implies" (from the right), "iff".  One factor of
 * a product is a constant.  A place alone stands for "place >= 1", and fireable
 * of several transitions for one of them.  formula_lexer.h has the spellings;
 * keywords are written in capital or small letters.  A name that is a keyword,
 * a number or has other characters is quoted. */
#ifndef FORMULA_PARSER_H
#define FORMULA_PARSER_H

#include "net/net.h"
#include "question/formula_builder.h"
#include "question/formula_lexer.h"
#include "question/question.h"
#include "question/temporal.h"

/* The condition that is sought: for QUESTION_AG its negation.  path NULL:
 * the text is a condition alone.  NULL with DIAG_USAGE and a column on errors.
 */
struct formula *formula_parser_read(const struct net *net, const char *text,
                                    enum question_path *path,
                                    struct diag *diag);

/* Reads what formula_print_text() has written: there a name means the place
 * alone, also if the place can have several tokens, whose number is a sum of
 * several places. */
struct formula *formula_parser_printed(const struct net *net, const char *text,
                                       enum question_path *path,
                                       struct diag *diag);

/* A formula of CTL.  NULL with a report on errors. */
struct temporal *formula_parser_ctl(const struct net *net, const char *text,
                                    struct diag *diag);

/* A temporal formula; *path: of all paths, or of some.  NULL with a report on
 * errors. */
struct temporal *formula_parser_temporal(const struct net *net,
                                         const char *text,
                                         enum question_path *path,
                                         struct diag *diag);

/* Reads a sum, which is sorted; false with a report on errors. */
bool formula_parser_sum(const struct net *net, const char *text,
                        struct formula_sum *sum, struct diag *diag);

/* --- formula_kind.c - which kind of formula a text is, before it is read. */

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
