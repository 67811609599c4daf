/* llnet_attr.h - the attributes of an entry in a .ll_net: letters with their
 * values, up to the end of the line. */
#ifndef LLNET_ATTR_H
#define LLNET_ATTR_H

#include "base/text.h"
#include "formats/text/scan.h"

#include <stdbool.h>
#include <stdint.h>

enum llnet_attr_kind { LLNET_PLACE, LLNET_TRANS, LLNET_ARC };

/* The entry under way, with the user's numbers, for messages. */
struct llnet_attr_subject {
    enum llnet_attr_kind kind;
    bool place_first; /* the arc goes from the place to the transition, or the
                         transition reads the place */
    bool is_default;  /* not an entry: a default for the whole kind */
    uint32_t place, trans;
};

struct llnet_attr_set {
    uint32_t tokens;
    bool has_tokens;
    uint32_t capacity; /* 0: none */
    uint32_t weight;   /* 0: none is given, so it is 1 */
};

/* "n@n", "n", lists of these, or nothing; each n may be negative. */
bool llnet_attr_skip_value(struct scan *scan);

/* Reads all attributes up to the end of the line and updates *attributes.
 * Rejects attributes that only other kinds of nets have.  word is scratch. */
bool llnet_attr_read(struct scan *scan,
                     const struct llnet_attr_subject *subject,
                     struct llnet_attr_set *attributes, text_buffer *word);

#endif
