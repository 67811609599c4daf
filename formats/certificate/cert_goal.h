/* cert_goal.h - the question of a certificate.
 *
 *     goal transition t3       deadlock, safe and formula are one line too
 *
 *     goal marking             goal bound 3
 *     marked p1 p2             sum 1 p1 -2 p2
 *     empty p3 */
#ifndef CERT_GOAL_H
#define CERT_GOAL_H

#include "formats/certificate/cert_reader.h"

/* Reads the lines of the question into cert.goal and cert.asked.  False with a
 * report on errors; what was read belongs to the cert in either case. */
bool cert_goal_read(struct cert_reader *r);

#endif
