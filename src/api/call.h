/* call.h - what every public function does at its beginning and its end. */
#ifndef CALL_H
#define CALL_H

#include "api/punfpor.h"
#include "base/diag.h"

struct call {
    struct diag diag; /* what failed */
};

void call_begin(struct call *call);

/* The status of what was reported; fills *error, which may be NULL, unless
 * nothing was. */
enum punfpor_status call_end(struct call *call, punfpor_error *error);

/* The same for calls that write files: where writing fails it is nobody's
 * fault. */
enum punfpor_status call_end_writing(struct call *call, punfpor_error *error);

#endif
