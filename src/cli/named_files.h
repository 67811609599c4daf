/* named_files.h - the files that a command line names: does an output replace
 * an input, or another output?
 *
 * Files are compared by what they are, not by their names.  Files that do not
 * exist yet are compared by folder and name.  Any number of outputs may share a
 * pipe, a device, or "-", a standard stream: these are equal to nothing. */
#ifndef NAMED_FILES_H
#define NAMED_FILES_H

#include "base/diag.h"
#include "base/vec.h"

#include <sys/types.h>

struct named_files_entry {
    const char *option; /* "--json", "the net" */
    const char *net;    /* for which it is; NULL: for all */
    char *file;
    bool is_output;
    uint32_t number; /* in the order in which they were added */
    dev_t device;    /* of the file, or of its folder */
    ino_t inode;
    const char *name; /* in the folder; "" when the file exists */
};

struct named_files {
    VEC(struct named_files_entry) all;
    uint32_t n;
};

/* Copies the name of the file and borrows the other texts. */
void named_files_add(struct named_files *files, const char *option,
                     const char *net, const char *file, bool is_output);
void named_files_finish(struct named_files *files);

/* Reports the first two that are one file, of which one is an output.  Changes
 * the order of the entries. */
bool named_files_check(struct named_files *files, struct diag *diag);

#endif
