/* fits.h - do the options of a problem go together, with its engine and with
 * what is asked?  Better told before an hour of exploration than after it. */
#ifndef FITS_H
#define FITS_H

#include "api/handle.h"

/* dep is the relation that the options name. */
bool fits_problem(const punfpor *problem, const struct engine *engine,
                  const struct dep *dep, struct diag *diag);

#endif
