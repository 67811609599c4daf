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

/* Declare and begin a call, and set the point to which it returns when memory
 * is exhausted: with PUNFPOR_OUT_OF_MEMORY, or with another value.  All blocks
 * allocated since are then freed.  An older handle must not point to them, so a
 * function allocates first and then changes its handle. */
#define CALL(name, error)          \
    struct call name;              \
    call_begin(&(name));           \
    if (setjmp((name).scope.back)) \
    return call_failed(&(name), error)
#define CALL_OR(name, error, otherwise) \
    struct call name;                   \
    call_begin(&(name));                \
    if (setjmp((name).scope.back))      \
    return ((void)call_failed(&(name), error), otherwise)

void call_begin(struct call *call);
enum punfpor_status call_failed(struct call *call, punfpor_error *error);

/* Returns the status.  On an error fills *error, unless error is NULL. */
enum punfpor_status call_end(struct call *call, punfpor_error *error);

/* The same for calls that write files: a DIAG_INTERNAL is PUNFPOR_OUTPUT. */
enum punfpor_status call_end_writing(struct call *call, punfpor_error *error);

#endif
