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
 * From the tightest to the loosest: "*", "+" and "-", relations, "not", "and",
 * "xor", "or", "implies" (from the right), "iff".  One factor of a product is a
 * constant.  A place alone stands for "place >= 1", and fireable of several
 * transitions for one of them.  formula_lexer.h has the spellings; keywords are
 * written in capital or small letters.  A name that is a keyword, a number or
 * has other characters is quoted. */
#ifndef FORMULA_PARSER_H
#define FORMULA_PARSER_H

#include "question/formula_builder.h"

/* What a question begins with. */
enum formula_parser_path {
    FORMULA_PARSER_EF,
    FORMULA_PARSER_AG,
    FORMULA_PARSER_AG_EF
};

/* The condition that is sought: for FORMULA_PARSER_AG its negation.  path NULL:
 * the text is a condition alone.  NULL with DIAG_USAGE and a column on errors.
 */
struct formula *formula_parser_read(const struct net *net, const char *text,
                                    enum formula_parser_path *path,
                                    struct diag *diag);

/* Reads a sum, which is sorted; false with a report on errors. */
bool formula_parser_sum(const struct net *net, const char *text,
                        struct formula_sum *sum, struct diag *diag);

#endif
