#ifndef FORMATS_ARCHIVE_CALLS_H
#define FORMATS_ARCHIVE_CALLS_H

/* The functions of libarchive, which is opened when a packed file is met.
 *
 * Few nets are packed, and to load libarchive and the libraries behind it
 * takes longer than to answer a question about a small net. */

#include <archive.h>
#include <archive_entry.h>

/* Their names without "archive_".  archive_errno() is apart: errno is a
 * macro. */
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

/* Opens libarchive at the first call, for good.  Returns NULL when it is not
 * installed, or when a function is missing.  Threads may call it. */
const struct archive_calls *archive_calls(void);

#endif
