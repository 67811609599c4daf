/* call.h - the beginning and the end of every public function. */
#ifndef CALL_H
#define CALL_H

#include "api/punfpor.h"
#include "base/diag.h"
#include "base/mem.h"

struct call {
    struct diag diag; /* the error, if any */
    struct mem_scope scope;
};

/* Between the two every function says where it goes on without memory:
 *
 *     call_begin(&call);
 *     if (setjmp(call.scope.back))
 *         return call_failed(&call, error);
 *
 * What is allocated after that is then gone.  A handle that is older must not
 * point to it: whoever changes a handle allocates first. */
void call_begin(struct call *call);
enum punfpor_status call_failed(struct call *call, punfpor_error *error);

/* Returns the status.  On an error fills *error, unless error is NULL. */
enum punfpor_status call_end(struct call *call, punfpor_error *error);

/* The same for calls that write files: a DIAG_INTERNAL is PUNFPOR_OUTPUT. */
enum punfpor_status call_end_writing(struct call *call, punfpor_error *error);

#endif
