/* certify.h - --certificate: which answers can be certified, and writing them
 * down.
 *
 * A yes is certified by its run; a no by the proof that the engine left in its
 * finding, or by the complete prefix that it built. */
#ifndef CERTIFY_H
#define CERTIFY_H

#include "cli/outcome.h"

/* Can engine certify a no to this question?  Better told before an hour of
 * exploration than after it. */
bool certify_fits(const struct options *options, const struct engine *engine,
                  const struct dep *dep, const struct goal *goal,
                  struct diag *diag);

/* The one answer, to the file of --certificate; an unknown one is not
 * written, and stderr says so. */
bool certify_write(const struct outcome *outcome, struct diag *diag);

#endif
