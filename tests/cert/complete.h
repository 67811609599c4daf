/* complete.h - is this a complete prefix, checked step by step by the
 * definitions?
 *
 * Firing gives everything: local configurations, markings, the events enabled
 * at each cut.  For small prefixes only. */
#ifndef COMPLETE_H
#define COMPLETE_H

#include "formats/certificate/cert.h"
#include "oracle.h"

/* process_build() must accept cert; *why is the error. */
bool complete_holds(const struct oracle *oracle, const struct goal *goal,
                    const struct cert *cert, const char **why);

#endif
