/* cert_prefix.h - the prefix of an unfolding in a certificate.
 *
 *     prefix read              read places are copied; or classic
 *     event 1 t1 0             the producers of its tokens; 0: the initial ones
 *     cutoff 2 t2 0 1 as 1     an event, and its companion
 *
 * Whether there is such an event is for the checker to judge. */
#ifndef CERT_PREFIX_H
#define CERT_PREFIX_H

#include "formats/certificate/cert_reader.h"

/* Starts behind the word "prefix"; ends behind the word "end".  Fills
 * cert.copies, cert.events and cert.producers.  False with a report on errors;
 * what was read belongs to the cert in either case. */
bool cert_prefix_read(struct cert_reader *r);

#endif
