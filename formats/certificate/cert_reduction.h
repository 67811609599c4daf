/* cert_reduction.h - the reduction that a certificate begins with.
 *
 * A step names nodes that the steps before it have left, so each one is checked
 * and applied as soon as it is read (reduction_check.h).  cert_steps.h shows
 * the lines and knows the names. */
#ifndef CERT_REDUCTION_H
#define CERT_REDUCTION_H

#include "formats/certificate/cert_reader.h"

/* Starts behind the word "reduction", and ends behind the first word of the
 * body; from there the reader is about cert.net, which is what is left.  Fills
 * cert.reduction, cert.net and cert.map.  A step that is not allowed is no
 * error: it ends the reading and sets cert.broken.  False with a report on
 * errors; what was read belongs to the cert in either case. */
bool cert_reduction_read(struct cert_reader *r);

#endif
