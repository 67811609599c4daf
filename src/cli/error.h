/* error.h - errors of the library as diagnostics of the command line. */
#ifndef ERROR_H
#define ERROR_H

#include "api/punfpor.h"
#include "base/diag.h"

/* True when status is PUNFPOR_OK; otherwise reports the error. */
bool error_none(enum punfpor_status status, const punfpor_error *error,
                struct diag *diag);

#endif
