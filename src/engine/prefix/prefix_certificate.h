/* prefix_certificate.h - can a complete prefix certify an answer? */
#ifndef PREFIX_CERTIFICATE_H
#define PREFIX_CERTIFICATE_H

#include "engine/engine.h"

/* engine.certifies: a prefix shows which places are never marked together, but
 * not that a place is never empty, nor that there is no deadlock. */
bool prefix_certificate_fits(const struct engine_problem *problem,
                             struct diag *diag);

#endif
