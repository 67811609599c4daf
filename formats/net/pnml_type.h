/* pnml_type.h - the types of nets in PNML. */
#ifndef PNML_TYPE_H
#define PNML_TYPE_H

enum pnml_type {
    PNML_TYPE_PT, /* a place/transition net, in any spelling */
    PNML_TYPE_COLOURED,
    PNML_TYPE_UNKNOWN,
};

/* The type that the text means: a URI or a name.  The types of nets with
 * inhibitor or reset arcs are PNML_TYPE_PT: the arcs tell. */
enum pnml_type pnml_type_of(const char *text);

#endif
