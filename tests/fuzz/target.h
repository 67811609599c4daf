/* target.h - one format under test: reads bytes, and aborts when the reader or
 * its result violates its contract.
 *
 * With libFuzzer it runs without end.  With driver.c it reads the corpus and a
 * few thousand changes of it, the same in each run. */
#ifndef TARGET_H
#define TARGET_H

#include <stddef.h>
#include <stdint.h>

/* The head of the target of a format: reads these bytes; returns 0. */
#ifdef LIBFUZZER
#define TARGET(format) TARGET_FUNCTION(LLVMFuzzerTestOneInput)
#else
#define TARGET(format) TARGET_FUNCTION(target_##format)
#endif
#define TARGET_FUNCTION(name)                 \
    int name(const uint8_t *bytes, size_t n); \
    int name(const uint8_t *bytes, size_t n)

/* Shared by targets.  Writes the bytes into a file and returns its path;
 * target_remove() removes the file and frees the path. */
char *target_file(const uint8_t *bytes, size_t n);
void target_remove(char *path);

/* Reads a net from bytes: it is accepted or rejected with a reason.  An
 * accepted net is valid, and what can be written of it is read back the same,
 * in every format. */
void target_net(const uint8_t *bytes, size_t n);

struct net;

/* The net for runs and independence files; its places have no arcs. */
struct net *target_alphabet(void);

struct diag;

/* A rejection must give a reason, as an error of the input. */
void target_refused(const struct diag *diag);

#endif
