/* library.h - libraries that are opened when they are needed.
 *
 * Few runs need libxml2, libarchive, GLPK or libgvc.  Linked at the start, they
 * and the libraries behind them add 6.3 million instructions, 6.8 ms and 4 MB
 * to each run: more than a question about a small net takes. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include <stdbool.h>

/* Opens the library of this soname, which then stays in the process; NULL when
 * it is not installed.  Threads may call it. */
void *library_open(const char *soname);

/* Stores the function of this name at function, a pointer to a pointer to a
 * function; false when the library has none. */
bool library_find(void *library, const char *name, void *function);

#endif
