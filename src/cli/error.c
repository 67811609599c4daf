#include "cli/error.h"

static enum diag_code code_of(enum punfpor_status status)
{
    switch (status) {
    case PUNFPOR_OK:
        return DIAG_NONE;
    case PUNFPOR_USAGE:
        return DIAG_USAGE;
    case PUNFPOR_INPUT:
        return DIAG_INPUT;
    case PUNFPOR_LIMIT:
        return DIAG_LIMIT;
    case PUNFPOR_OUTPUT:
    case PUNFPOR_OUT_OF_MEMORY:
    case PUNFPOR_INTERNAL:
        return DIAG_INTERNAL;
    }
    return DIAG_INTERNAL;
}

bool error_none(enum punfpor_status status, const punfpor_error *error,
                struct diag *diag)
{
    return status == PUNFPOR_OK ||
           diag_report(diag, code_of(status), error->file, error->line,
                       error->column, "%s", error->text);
}
