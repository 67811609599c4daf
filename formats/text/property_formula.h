/* property_formula.h - a formula of a property file while it is read.
 *
 * The open elements of the formula are on one stack; the values of the closed
 * elements within them are on another one:
 *
 *     <exists-path> <finally> <integer-le>      open
 *         <integer-constant>1</...>             a sum: 1
 *         <tokens-count>...</...>               a sum: the tokens of p
 *
 * When an element closes, one value takes the place of those of its parts. */
#ifndef PROPERTY_FORMULA_H
#define PROPERTY_FORMULA_H

#include "base/text.h"
#include "formats/text/xml.h"
#include "question/formula_builder.h"
#include "question/formula.h"
#include "question/temporal.h"

#define PROPERTY_FORMULA_NO_PATH UINT32_MAX

enum property_formula_kind {
    PROPERTY_SUM,
    PROPERTY_STATE,    /* a condition on one marking */
    PROPERTY_EF,       /* some reachable marking has it */
    PROPERTY_AG,       /* all reachable markings have it */
    PROPERTY_AG_EF,    /* from all of them one is reachable that has it */
    PROPERTY_FINALLY,  /* the path formula F of the condition */
    PROPERTY_GLOBALLY, /* and G */
    PROPERTY_AGAIN,    /* and G EF */
    PROPERTY_PATH,     /* another temporal formula about a path */
    PROPERTY_ALL,      /* it holds of all paths */
    PROPERTY_SOME,     /* it holds of one */
    PROPERTY_BOUND,
    PROPERTY_BEYOND,
    PROPERTY_NAME, /* of a transition: a condition that it can fire */
};

struct property_formula_value {
    enum property_formula_kind kind;
    uint32_t node; /* a condition of the builder */
    /* Of PROPERTY_FINALLY to PROPERTY_SOME; PROPERTY_FORMULA_NO_PATH: a path
     * has a quantifier in it. */
    ltl_id path;
    struct formula_sum sum;
};

struct property_formula_element {
    struct net_where where;
    uint32_t first; /* its values on the stack */
};

struct property_formula {
    const struct net *net;
    struct xml *xml;
    struct formula_builder *builder;
    struct temporal *temporal;
    bool is_nested; /* a quantifier is under an operator, which may be constant
                       and hence not in `temporal` */
    VEC(struct property_formula_element) open;
    VEC(struct property_formula_value) values;
    text_buffer text; /* see property_formula_content() */
    /* Of the element that closes: its row in property_elements.c, and its
     * values, which are valid until the next push. */
    const struct property_elements_row *row;
    struct property_formula_value *parts;
    uint32_t n_parts;
};

void property_formula_init(struct property_formula *f, const struct net *net,
                           struct xml *xml);
void property_formula_finish(struct property_formula *f);

/* Begins a formula, with a new builder and a new temporal formula; clear drops
 * what is left of it. */
void property_formula_begin(struct property_formula *f);
void property_formula_clear(struct property_formula *f);

/* Leaves the first n values. */
void property_formula_drop(struct property_formula *f, uint32_t n);

/* Replaces the parts of the element that closes by one value. */
void property_formula_put(struct property_formula *f,
                          struct property_formula_value value);

/* Are all parts of this kind; are they conditions, with or without temporal
 * operators? */
bool property_formula_all_are(const struct property_formula *f,
                              enum property_formula_kind kind);
bool property_formula_are_boolean(const struct property_formula *f);

/* Reports that the element that closes needs other parts.  Always false. */
bool property_formula_wrong(struct property_formula *f, const char *expected);

/* The text before the tag, without white space around it; valid until the next
 * call. */
const char *property_formula_content(struct property_formula *f);

/* Reads from the opening tag of <formula> to its closing tag and leaves the
 * values of its parts in f->values.  False with a report where an element is
 * unknown or needs other parts, or the file is no XML. */
bool property_elements_read(struct property_formula *f);

#endif
