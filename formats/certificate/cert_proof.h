/* cert_proof.h - the proof (proof.h) in a certificate.
 *
 *     initial 0                the cube that contains the initial marking
 *     cube 0
 *     lacks p3                 the reason
 *     marked p1
 *     empty p2 p3
 *     active t1 1              a member, and the cube that firing it leads to
 *     blocked p2 t2 t3         members without a token there
 *
 * The cubes need not prove anything: that is for the checker to judge. */
#ifndef CERT_PROOF_H
#define CERT_PROOF_H

#include "formats/certificate/cert_reader.h"

/* Starts behind the line "proof"; ends behind the word "end".  Fills
 * cert.proof, which then passes proof_check(), and the lines of its parts.
 * False with a report on errors; what was read belongs to the cert in either
 * case. */
bool cert_proof_read(struct cert_reader *r);

#endif
