/* companion.h - does every cutoff have a valid companion?
 *
 * The local configurations of a cutoff and of its companion must lead to the
 * same marking, and the companion's must be smaller in the order of [ERV02]
 * (THEORY, Definition 44): by size; then by Parikh vectors, where the first
 * transition in which they differ occurs more often; then by Foata levels,
 * where the first level in which they differ has fewer events or is smaller in
 * its sorted labels. */
#ifndef COMPANION_H
#define COMPANION_H

#include "checker/process.h"

bool companion_check(const struct process *process);

#endif
