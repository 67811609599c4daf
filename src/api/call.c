#include "api/call.h"

#include <string.h>

void call_begin(struct call *call)
{
    call->diag = (struct diag){0};
    mem_enter(&call->scope);
}

static enum punfpor_status status_of(enum diag_code code)
{
    switch (code) {
    case DIAG_NONE:
        return PUNFPOR_OK;
    case DIAG_USAGE:
        return PUNFPOR_USAGE;
    case DIAG_INPUT:
        return PUNFPOR_INPUT;
    case DIAG_LIMIT:
        return PUNFPOR_LIMIT;
    case DIAG_INTERNAL:
        return PUNFPOR_INTERNAL;
    }
    return PUNFPOR_INTERNAL;
}

static enum punfpor_status fill_error(const struct diag *diag,
                                      enum punfpor_status status,
                                      punfpor_error *error)
{
    if (status == PUNFPOR_OK || !error)
        return status;
    error->status = status;
    memcpy(error->file, diag->file, sizeof error->file);
    error->line = diag->line;
    error->column = diag->column;
    memcpy(error->text, diag->text, sizeof error->text);
    return status;
}

enum punfpor_status call_failed(struct call *call, punfpor_error *error)
{
    call->diag = (struct diag){0};
    (void)diag_internal(&call->diag, "out of memory (%zu bytes wanted)",
                        call->scope.wanted);
    return fill_error(&call->diag, PUNFPOR_OUT_OF_MEMORY, error);
}

enum punfpor_status call_end(struct call *call, punfpor_error *error)
{
    mem_leave(&call->scope);
    return fill_error(&call->diag, status_of(call->diag.code), error);
}

enum punfpor_status call_end_writing(struct call *call, punfpor_error *error)
{
    const enum punfpor_status status = status_of(call->diag.code);

    mem_leave(&call->scope);
    return fill_error(&call->diag,
                      status == PUNFPOR_INTERNAL ? PUNFPOR_OUTPUT : status,
                      error);
}
