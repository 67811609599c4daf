/* cadical.h - a solver of CaDiCaL: its beginning, its end, what it answers. */
#ifndef CADICAL_H
#define CADICAL_H

#include "base/mem.h"

#include <ccadical.h>

/* Is there a solution?  The numbers are those of ccadical_solve(). */
enum cadical_verdict { CADICAL_UNKNOWN, CADICAL_YES = 10, CADICAL_NO = 20 };

/* For ccadical_set_learn(): conflicts that teach a longer clause are not seen.
 * CaDiCaL has a buffer for one of this length. */
enum { CADICAL_LONGEST = 100000 };

/* A solver that prints nothing; the guard releases it if memory runs out. */
CCaDiCaL *cadical_create(struct mem_guard *guard);
void cadical_destroy(CCaDiCaL *solver, struct mem_guard *guard);

/* Switches off these options, which NULL ends. */
void cadical_without(CCaDiCaL *solver, const char *const *options);

enum cadical_verdict cadical_solve(CCaDiCaL *solver);

#endif
