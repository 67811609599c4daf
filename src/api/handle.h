/* handle.h - what the public functions share: the contents of the handles of
 * punfpor.h, and the beginning and the end of a call. */
#ifndef HANDLE_H
#define HANDLE_H

#include "api/run/api_run.h"

struct punfpor_net {
    struct net *net;
    struct mem_link blocks; /* the other blocks of its builder */
};

/* It owns its blocks, including blocks that a failed call has left. */
struct punfpor_builder {
    struct net_builder *builder;
    uint32_t tokens; /* as in punfpor_load_options */
    struct mem_link blocks;
};

struct punfpor {
    struct api_problem asked;
    struct api_run run; /* the last one; all zero before the first */
};

/* --- calls (call.c) ------------------------------------------------------- */

struct punfpor_call {
    struct diag diag; /* the error, if any */
    struct mem_scope scope;
};

/* Declare and begin a call, and set the point to which it returns when memory
 * is exhausted: with PUNFPOR_OUT_OF_MEMORY, or with another value.  All blocks
 * allocated since are then freed.  An older handle must not point to them, so a
 * function allocates first and then changes its handle. */
#define CALL(name, error)          \
    struct punfpor_call name;      \
    call_begin(&(name));           \
    if (setjmp((name).scope.back)) \
    return call_failed(&(name), error)
#define CALL_OR(name, error, otherwise) \
    struct punfpor_call name;           \
    call_begin(&(name));                \
    if (setjmp((name).scope.back))      \
    return ((void)call_failed(&(name), error), otherwise)

void call_begin(struct punfpor_call *call);
enum punfpor_status call_failed(struct punfpor_call *call,
                                punfpor_error *error);

/* Returns the status.  On an error fills *error, unless error is NULL. */
enum punfpor_status call_end(struct punfpor_call *call, punfpor_error *error);

/* The same for calls that write files: a DIAG_INTERNAL is PUNFPOR_OUTPUT. */
enum punfpor_status call_end_writing(struct punfpor_call *call,
                                     punfpor_error *error);

/* --- what modules offer each other ---------------------------------------- */

/* Takes a net that was read with numbers of tokens (net_builder_count()), or
 * NULL, and returns one in which each place can have as many as place weights
 * show, but at most `most`; 0: only if a place has several initially, and
 * PUNFPOR_TOKENS_AUTO: in any case; then each place needs such a bound.  NULL
 * with a report if there is none, the initial tokens are more, or the net
 * becomes too large; file is that of the report. */
struct net *api_tokens_bound(struct net *net, uint32_t most, const char *file,
                             struct diag *diag);

/* The net of the prefix that the last run has kept. */
const struct net *api_files_net(const punfpor *problem);

/* Has the last run kept its prefix?  Reports if not. */
bool api_files_has_prefix(const punfpor *problem, struct diag *diag);

/* The same of a merged process: that of the engine, or of the prefix, which is
 * in *made for merged_finish(). */
bool api_files_has_merged(const punfpor *problem, struct diag *diag);
const struct merged *api_files_merged(const punfpor *problem,
                                      struct merged *made);

/* Fills what every drawing has; title NULL: the name of the net.  Reports if
 * there is no such format of drawings. */
struct drawing_options;
bool api_drawings_begin(const punfpor *problem, const char *format,
                        const char *title, struct drawing_options *drawing,
                        struct diag *diag);

struct circuit_goal;

/* The certificate of the last run, which the caller frees; NULL with a report.
 * circuit: of a run about a net that stands for one; or NULL. */
char *api_files_certificate(const punfpor *problem,
                            const struct circuit_goal *circuit, size_t *size,
                            struct diag *diag);

#endif
