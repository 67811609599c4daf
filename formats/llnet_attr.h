/* llnet_attr.h - the attributes of an entry in a .ll_net: letters, each with
 * its value, up to the end of the line. */
#ifndef LLNET_ATTR_H
#define LLNET_ATTR_H

#include "formats/scan.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum llnet_attr_kind { LLNET_PLACE, LLNET_TRANS, LLNET_ARC, LLNET_READ };

/* The entry that is being read, as the user numbered it, for messages. */
struct llnet_attr_subject {
    enum llnet_attr_kind kind;
    bool place_first; /* the arc goes from the place to the transition */
    bool is_default;  /* no entry, but what holds for all of the kind */
    uint32_t place, trans;
};

struct llnet_attr_set {
    uint32_t tokens;
    bool has_tokens;
};

/* Does the line end here, be it by a comment? */
bool llnet_attr_at_end(struct scan *scan);

/* "n@n", "n", lists of these, or nothing; each n may be negative. */
bool llnet_attr_skip_value(struct scan *scan);

/* All attributes up to the end of the line.  Changes what they set, refuses
 * what would be another kind of net.  word is scratch. */
bool llnet_attr_read(struct scan *scan,
                     const struct llnet_attr_subject *subject,
                     struct llnet_attr_set *attributes, text_buffer *word);

#endif
