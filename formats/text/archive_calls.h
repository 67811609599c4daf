#ifndef FORMATS_ARCHIVE_CALLS_H
#define FORMATS_ARCHIVE_CALLS_H

/* The functions of libarchive, which is opened when a packed file is met. */

#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>

/* Their names without "archive_".  The one that tells the error is apart,
 * since errno is a macro. */
#define ARCHIVE_CALLS(CALL)         \
    CALL(entry_filetype)            \
    CALL(entry_is_encrypted)        \
    CALL(entry_pathname)            \
    CALL(filter_code)               \
    CALL(read_data)                 \
    CALL(read_free)                 \
    CALL(read_new)                  \
    CALL(read_next_header)          \
    CALL(read_open)                 \
    CALL(read_open_memory)          \
    CALL(read_support_filter_bzip2) \
    CALL(read_support_filter_xz)    \
    CALL(read_support_format_empty) \
    CALL(read_support_format_raw)   \
    CALL(read_support_format_zip)

struct archive_calls {
    __typeof__(archive_errno) *error_number;
#define CALL(name) __typeof__(archive_##name) *name;
    ARCHIVE_CALLS(CALL)
#undef CALL
};

/* Opens libarchive, which then stays in the process, and finds its functions.
 * False when it is not installed, or when it lacks one.  Threads may call
 * it. */
bool archive_calls_open(struct archive_calls *calls);

#endif
