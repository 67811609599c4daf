/* stg_name.h - the names of transitions in a .g: an edge of a signal or a
 * dummy, with the number of its instance.
 *
 *     a+   a-/1   a~   d   d/2
 *
 * An instance of 0 is none: a+/0 is a+. */
#ifndef STG_NAME_H
#define STG_NAME_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stg_name {
    size_t len; /* of the signal or dummy, a prefix of the text */
    char edge;  /* '+', '-' or '~'; 0: none */
    bool numbered;
    uint32_t instance;
};

/* Splits a word.  False when it is nothing of the kind: a name that is empty
 * or has characters that no name has, or an instance that is no number. */
bool stg_name_parse(const char *word, struct stg_name *name);

/* Can Workcraft and petrify read the word, and is it read as itself?  The name
 * begins with a letter or '_' and has letters, digits, '_' and '.'; the
 * instance has no leading zeros and is not 0. */
bool stg_name_is_plain(const char *word, const struct stg_name *name);

/* "<a+,b->", the label of the place between two transitions. */
const char *stg_name_between(const char *from, const char *to,
                             text_buffer *text);

#endif
