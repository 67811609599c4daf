/* complete.h - is this a complete prefix, by the definitions, step by step?
 *
 * Everything is found by firing: local configurations, markings, what can
 * happen at each cut.  Only for small prefixes. */
#ifndef COMPLETE_H
#define COMPLETE_H

#include "formats/cert.h"
#include "oracle.h"

/* cert must be one that process_build() takes; *why says what is wrong. */
bool complete_holds(const struct oracle *oracle, const struct goal *goal,
                    const struct cert *cert, const char **why);

#endif
