/* pnml_owner.h - the node, arc or net that a label or an attribute belongs to,
 * described in a message only when there is one. */
#ifndef PNML_OWNER_H
#define PNML_OWNER_H

/* Sets of them are sums. */
enum pnml_owner_kind {
    PNML_DOCUMENT = 1,
    PNML_NET = 2, /* or a page */
    PNML_PLACE = 4,
    PNML_TRANSITION = 8,
    PNML_ARC = 16,
    PNML_OTHER = 32, /* its id is the description */
};

struct pnml_owner {
    enum pnml_owner_kind kind;
    const char *id;              /* "" when it has none */
    const char *source, *target; /* of an arc */
};

/* Enough for ordinary ids; longer ones are truncated. */
enum { PNML_OWNER_TEXT = 320 };

/* "place 'p'", "arc 'a' from 'p' to 't'", "the net".  Returns text. */
const char *pnml_owner_describe(const struct pnml_owner *owner,
                                char text[PNML_OWNER_TEXT]);

#endif
