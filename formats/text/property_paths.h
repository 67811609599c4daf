/* property_paths.h - what a formula of a property file says of paths.
 *
 * Formulas of LTL and CTL become a temporal formula (question/temporal.h): the
 * conditions on markings are its atoms, EF and AG quantified parts of it. */
#ifndef PROPERTY_PATHS_H
#define PROPERTY_PATHS_H

#include "formats/text/property_formula.h"
#include "question/formula_lexer.h"

/* Operators are the tokens of formulas as text.  Of others: TOKEN_OPEN for a
 * part of an until, TOKEN_END for what is not about one path. */

/* The value as a path formula, a part of f->temporal; PROPERTY_FORMULA_NO_PATH:
 * it belongs neither to LTL nor to CTL. */
ltl_id property_paths_of(struct property_formula *f,
                         const struct property_formula_value *value);

/* Puts the value of an element that is no single condition on markings: a path
 * formula, a path formula with a quantifier, or PROPERTY_BEYOND if a part is no
 * path formula.  The parts are those of the element that closes, conditions
 * all. */
void property_paths_close(struct property_formula *f,
                          enum formula_lexer_token op);

#endif
