/* cert_cases.h - the proof by cases (case_proof.h) in a certificate.
 *
 *     trap p1 p2               some place is always marked
 *     combination              never so:
 *     marked q1
 *     empty q2
 *     comparisons 1 5          factors, and nodes of the formula
 *     traps 1 0                factors, and numbers of traps
 *     weights 1 q1 -1 p2
 *     case                     never so, by unit propagation:
 *     empty p1
 *     true 3                   nodes of the formula
 *     enabled t1
 *
 * Lines without anything behind their word are left out.  The proof need not
 * prove anything: that is for the checker to judge. */
#ifndef CERT_CASES_H
#define CERT_CASES_H

#include "formats/certificate/cert_reader.h"

/* Starts behind the line "cases"; ends behind the word "end".  Fills cert.cases
 * and the lines of its parts.  False with a report on errors; what was read
 * belongs to the cert in either case. */
bool cert_cases_read(struct cert_reader *r);

#endif
