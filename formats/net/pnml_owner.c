#include "formats/net/pnml_owner.h"

#include <stdio.h>

const char *pnml_owner_describe(const struct pnml_owner *owner,
                                char text[PNML_OWNER_TEXT])
{
    const size_t cap = PNML_OWNER_TEXT;

    switch (owner->kind) {
    case PNML_DOCUMENT:
        (void)snprintf(text, cap, "the document");
        break;
    case PNML_NET:
        (void)snprintf(text, cap, "the net");
        break;
    case PNML_PLACE:
        (void)snprintf(text, cap, "place '%.200s'", owner->id);
        break;
    case PNML_TRANSITION:
        (void)snprintf(text, cap, "transition '%.200s'", owner->id);
        break;
    case PNML_OTHER:
        (void)snprintf(text, cap, "%s", owner->id);
        break;
    case PNML_ARC:
        (void)snprintf(text, cap, "arc%s%.90s%s from '%.90s' to '%.90s'",
                       *owner->id ? " '" : "", owner->id, *owner->id ? "'" : "",
                       owner->source, owner->target);
        break;
    }
    return text;
}
