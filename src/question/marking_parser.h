/* marking_parser.h - reads the expression of a marking.
 *
 *     marking = { "," | term }
 *     term    = [ "!" ] name [ "=" number ]      not both of these
 *     name    = word | number | quoted
 *
 * Words and quotes are those of formulas (formula_lexer.h).  "p=2" says that p
 * has two tokens, "p=0" the same as "!p", and "p" that it has at least one. */
#ifndef MARKING_PARSER_H
#define MARKING_PARSER_H

#include "net/net.h"

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
