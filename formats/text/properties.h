/* properties.h - property files of the Model Checking Contest.
 *
 *     <property-set xmlns="http://mcc.lip6.fr/">
 *       <property>
 *         <id>Net-ReachabilityFireability-00</id>
 *         <formula>
 *           <exists-path><finally>
 *             <is-fireable><transition>t1</transition></is-fireable>
 *
 * A formula is understood when it says that a condition on markings holds at
 * some reachable marking (EF), at all of them (AG) or at the initial one, that
 * it can always come to hold (AG EF), or asks for the bound of a sum of places.
 * So are combinations that are one of these: not AG, EF or EF, AG and AG.  So
 * is what holds of all paths, or of one, without a further quantifier.  Other
 * temporal formulas are read over.
 * doc/FORMATS.md has the elements. */
#ifndef PROPERTIES_H
#define PROPERTIES_H

#include "base/diag.h"
#include "question/formula_sum.h"
#include "question/temporal.h"

enum properties_kind {
    PROPERTIES_REACHABLE, /* EF formula */
    PROPERTIES_INVARIANT, /* AG; the formula is the negation */
    PROPERTIES_HOME,      /* AG EF formula */
    PROPERTIES_INITIAL,   /* the formula, at the initial marking */
    PROPERTIES_BOUND,     /* the largest value of the sum */
    PROPERTIES_ALL_PATHS, /* a temporal formula holds of all runs */
    PROPERTIES_SOME_PATH, /* or of one */
    PROPERTIES_BEYOND,    /* a temporal formula beyond these */
};

struct properties_item {
    char *id;
    enum properties_kind kind;
    struct formula *formula;   /* NULL for the last four kinds */
    struct temporal *temporal; /* about paths: what a run is sought for */
    struct formula_sum sum;    /* for PROPERTIES_BOUND: sorted */
};

typedef VEC(struct properties_item) properties_list;

/* Places and transitions are ids, names where no id fits.  False with a report
 * of the file, line and column on errors. */
bool properties_read(const struct net *net, const char *path,
                     properties_list *list, struct diag *diag);
void properties_free(properties_list *list);

#endif
