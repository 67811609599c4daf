/* properties.h - property files of the Model Checking Contest.
 *
 * These formulas are read: a condition on markings holds at some reachable
 * marking (EF), at all (AG), at the initial one, or can always be reached again
 * (AG EF); the bound of a sum of places; combinations that amount to one of
 * these, such as not AG, EF or EF, AG and AG; formulas of LTL, about all paths
 * or about one; and formulas of CTL. Other temporal formulas are skipped.
 * doc/FORMATS.md has the elements. */
#ifndef PROPERTIES_H
#define PROPERTIES_H

#include "base/diag.h"
#include "base/text.h"
#include "formats/text/xml.h"
#include "question/formula.h"
#include "question/question.h"
#include "question/temporal.h"

struct properties_item {
    char *id;
    const struct question *question; /* NULL: a formula beyond these */
    /* What is sought, one of these: a marking at which the condition holds, of
     * AG its negation; a run; the largest value of the sum, which is sorted.  A
     * condition at the initial marking is the constant that it is there. */
    struct formula *formula;
    struct temporal *temporal;
    struct formula_sum sum;
};

typedef VEC(struct properties_item) properties_list;

/* Places and transitions are ids, names where no id fits.  False with a report
 * of the file, line and column on errors. */
bool properties_read(const struct net *net, const char *path,
                     properties_list *list, struct diag *diag);
void properties_free(properties_list *list);

/* --- property_formula.c - the formula of a property. */

/* The text before the tag, without white space around it; in the buffer. */
const char *property_formula_text(const struct xml *xml, text_buffer *text);

/* Reads from the opening tag of <formula> to its closing tag, and sets what the
 * item asks.  False with a report where an element is unknown or needs other
 * parts, or the file is no XML. */
bool property_formula_read(struct xml *xml, const struct net *net,
                           struct properties_item *item);

#endif
