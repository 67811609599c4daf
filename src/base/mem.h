/* mem.h - allocation that never returns NULL, and recovery when memory runs
 * out.
 *
 * When the machine has no memory left, or a size overflows, the functions here
 * do not return: mem_failed() jumps to the point where the innermost scope of
 * the thread was entered, as longjmp() does.
 *
 *     struct mem_scope scope;
 *
 *     mem_enter(&scope);
 *     if (setjmp(scope.back))
 *         return false;           all blocks allocated in the scope are freed
 *     ...
 *     mem_leave(&scope);          the blocks remain allocated
 *
 * Each block has a header that links it into the ring of its scope.  So blocks
 * are freed by mem_free(), never by free(), and only one thread at a time may
 * free blocks of a scope.  A resized block stays in the ring of its scope.
 *
 * Other resources (files, handles of other libraries) have a guard, whose
 * undo() runs before the jump.
 *
 * Outside all scopes mem_failed() calls mem_exhausted(), which a program may
 * define. */
#ifndef MEM_H
#define MEM_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

struct mem_link {
    struct mem_link *next, *prev;
};

struct mem_guard {
    struct mem_guard *next, **at; /* at: the pointer to this one, or NULL */
    void (*undo)(void *self);
    void *self;
};

struct mem_scope {
    jmp_buf back;
    struct mem_link blocks;
    struct mem_link *owner; /* gets the blocks on a failure; NULL: frees them */
    struct mem_guard *guards;
    struct mem_scope *outer;
    size_t wanted; /* the size of the failed request */
    size_t held;   /* see mem_held() */
};

/* Between these two calls the scope must not move, and the function must not
 * return. */
void mem_enter(struct mem_scope *scope);
void mem_leave(struct mem_scope *scope);

/* About how many bytes are allocated in the innermost scope of this thread: the
 * bytes allocated less the bytes freed since it was entered, as malloc() counts
 * them; 0 where that is unknown (system.h). */
size_t mem_held(void);

/* Says that another library holds `bytes` for this thread, which then count in
 * mem_held().  *noted is 0 at first and keeps the number for the next call.
 * All calls are made in one scope, the last one with 0 bytes. */
void mem_note(size_t *noted, size_t bytes);

/* Reports that `bytes` cannot be allocated.  The caller must hold no lock. */
_Noreturn void mem_failed(size_t bytes);

/* The reaction of a program without memory; aborts unless the program defines
 * it. */
_Noreturn void mem_exhausted(size_t bytes);

/* Calls undo(self) if the scope fails before the guard is dropped.  undo()
 * must not allocate. */
void mem_guard(struct mem_guard *guard, void (*undo)(void *self), void *self);
void mem_unguard(struct mem_guard *guard);

/* n * size bytes, not initialised.  Never NULL, even for 0 bytes. */
void *mem_alloc(size_t n, size_t size);

/* The same, all zero. */
void *mem_zero(size_t n, size_t size);

/* n numbers UINT32_MAX, which the constants ..._NONE are. */
uint32_t *mem_none(size_t n);

/* As realloc(): keeps the contents; additional bytes are not initialised. */
void *mem_resize(void *block, size_t n, size_t size);

/* The same, but returns NULL and leaves the block alone when memory is short.
 * For functions that another library calls: no jump may leave its frames. */
void *mem_try_resize(void *block, size_t n, size_t size);

/* As free(): block may be NULL. */
void mem_free(void *block);

/* A larger block for a growing array of *cap elements; sets *cap. */
void *mem_grow(void *block, uint32_t *cap, size_t size);

/* The capacity of an array that has grown from nothing to n elements. */
uint32_t mem_grown(uint32_t n);

/* A copy of n * size bytes, or of a string. */
void *mem_copy(const void *block, size_t n, size_t size);
char *mem_text(const char *text);

/* Removes the block from its scope, so that it survives a failure of the scope.
 * block may be NULL. */
void mem_keep(void *block);

/* Moves the block from its scope to an owner. */
void mem_give(void *block, struct mem_link *to);

/* An owner is a ring of blocks outside of scopes.  These functions initialise
 * it as empty, free all its blocks, and move all of them to another owner or to
 * the current scope. */
void mem_own_none(struct mem_link *owner);
void mem_free_all(struct mem_link *owner);
void mem_give_all(struct mem_link *owner, struct mem_link *to);
void mem_adopt_all(struct mem_link *owner);

#endif
