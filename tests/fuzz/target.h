/* target.h - one format under test: reads bytes, and aborts when the reader
 * or what it made breaks a promise.
 *
 * Linked with libFuzzer it is searched without end; linked with driver.c it
 * sees the corpus and a few thousand changes of it, the same in each run. */
#ifndef TARGET_H
#define TARGET_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* What targets share.  The bytes as a file to be opened by the path, which
 * target_remove() removes and frees. */
char *target_file(const uint8_t *bytes, size_t n);
void target_remove(char *path);

/* A net of bytes: read, or refused for a reason; what is read is sound, and
 * can be written and read back in both formats. */
void target_net(const uint8_t *bytes, size_t n);

struct net;

/* The net whose transitions runs and independence files speak of; its places
 * have no arcs. */
struct net *target_alphabet(void);

struct diag;

/* A refusal says why, as a fault of the input. */
void target_refused(const struct diag *diag);

#endif
