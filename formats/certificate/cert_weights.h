/* cert_weights.h - the weights that show in a certificate that the net is
 * safe. */
#ifndef CERT_WEIGHTS_H
#define CERT_WEIGHTS_H

#include "formats/certificate/cert_reader.h"

/* Starts behind the word "weights"; ends behind the first word of the line
 * behind all vectors, for which `what` describes what may stand there. */
bool cert_weights_read(struct cert_reader *r, const char *what);

#endif
