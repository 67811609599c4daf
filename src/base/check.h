/* check.h - two ways to say "this holds".
 *
 * ASSERT states a contract.  It costs nothing in a release build, yet its
 * condition is always compiled, so that it cannot rot.
 * CHECK is for the foo_check() functions, which recompute an invariant on
 * demand; it works in every build. */
#ifndef CHECK_H
#define CHECK_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef NDEBUG
#define ASSERT(cond) ((void)(0 && (cond)))
#else
#define ASSERT(cond) assert(cond)
#endif

#define CHECK(cond)                                                            \
    ((cond)                                                                    \
         ? (void)0                                                             \
         : (fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #cond), \
            abort()))

#endif
