/* check.h - two kinds of assertions.
 *
 * ASSERT states a contract.  It costs nothing in a release build, but the
 * compiler always checks its condition.  CHECK serves the foo_check()
 * functions, which recompute an invariant on demand, and works in any build. */
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
