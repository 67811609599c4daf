#include "api/handle.h"

#include <string.h>

void call_begin(struct punfpor_call *call)
{
    call->diag = (struct diag){0};
    mem_enter(&call->scope);
}

static const enum punfpor_status statuses[] = {
    [DIAG_NONE] = PUNFPOR_OK,           [DIAG_USAGE] = PUNFPOR_USAGE,
    [DIAG_INPUT] = PUNFPOR_INPUT,       [DIAG_LIMIT] = PUNFPOR_LIMIT,
    [DIAG_INTERNAL] = PUNFPOR_INTERNAL,
};

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

enum punfpor_status call_failed(struct punfpor_call *call, punfpor_error *error)
{
    call->diag = (struct diag){0};
    (void)diag_internal(&call->diag, "out of memory (%zu bytes wanted)",
                        call->scope.wanted);
    return fill_error(&call->diag, PUNFPOR_OUT_OF_MEMORY, error);
}

enum punfpor_status call_end(struct punfpor_call *call, punfpor_error *error)
{
    mem_leave(&call->scope);
    return fill_error(&call->diag, statuses[call->diag.code], error);
}

enum punfpor_status call_end_writing(struct punfpor_call *call,
                                     punfpor_error *error)
{
    if (call->diag.code != DIAG_INTERNAL)
        return call_end(call, error);
    mem_leave(&call->scope);
    return fill_error(&call->diag, PUNFPOR_OUTPUT, error);
}
