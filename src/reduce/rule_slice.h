/* rule_slice.h - what has no influence on the places that matter. */
#ifndef RULE_SLICE_H
#define RULE_SLICE_H

#include "reduce/reducer.h"

/* Removes it.  Looks at the whole net. */
bool rule_slice_try(struct reducer *r);

#endif
