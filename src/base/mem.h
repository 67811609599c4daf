/* mem.h - allocation that cannot fail.
 *
 * Every block can be given to free().  When the machine has no memory left,
 * or a size overflows, mem_failed() is called and must not return.  A program
 * may define it (the tool ends with its exit code for "out of memory"); else it
 * aborts.  A hook that is linked in needs no global variable. */
#ifndef MEM_H
#define MEM_H

#include <stddef.h>
#include <stdint.h>

_Noreturn void mem_failed(size_t bytes);

/* n * size bytes, not initialised.  Never NULL, even for 0 bytes. */
void *mem_alloc(size_t n, size_t size);

/* The same, all zero. */
void *mem_zero(size_t n, size_t size);

/* As realloc(): the old content stays, what is new is not initialised. */
void *mem_resize(void *block, size_t n, size_t size);

/* A larger block for a growing array of *cap elements; sets *cap. */
void *mem_grow(void *block, uint32_t *cap, size_t size);

/* A copy of n * size bytes, or of a string. */
void *mem_copy(const void *block, size_t n, size_t size);
char *mem_text(const char *text);

#endif
