/* mem.h - allocation that cannot fail, and what happens when it does.
 *
 * Functions here never return NULL.  When the machine has no memory left, or a
 * size overflows, they do not return at all: mem_failed() goes back to where
 * the innermost scope of the thread was entered, as longjmp() does.
 *
 *     struct mem_scope scope;
 *
 *     mem_enter(&scope);
 *     if (setjmp(scope.back))
 *         return false;           all that was allocated here is freed
 *     ...
 *     mem_leave(&scope);          the blocks live on
 *
 * A scope knows the blocks that were allocated in it, for each lies in a ring
 * with a header before it.  So blocks are freed by mem_free(), not by
 * free(), and by one thread at a time for all blocks of one scope.  A block
 * that was resized stays in the ring of its scope.
 *
 * What else must be given back (files, handles of other libraries) has a
 * guard, whose undo() is called before the stack is left.
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
    struct mem_link *owner; /* who gets the blocks if it fails, or NULL */
    struct mem_guard *guards;
    struct mem_scope *outer;
    size_t wanted; /* the bytes that were not to be had */
};

/* Between these two the scope must not move, nor may the function return. */
void mem_enter(struct mem_scope *scope);
void mem_leave(struct mem_scope *scope);

/* There are not so many bytes.  Must not be called while a lock is held. */
_Noreturn void mem_failed(size_t bytes);

/* What a program does without memory; aborts unless the program defines it. */
_Noreturn void mem_exhausted(size_t bytes);

/* Calls undo(self) if the scope fails before the guard is dropped.  undo()
 * must not allocate. */
void mem_guard(struct mem_guard *guard, void (*undo)(void *self), void *self);
void mem_unguard(struct mem_guard *guard);

/* n * size bytes, not initialised.  Never NULL, even for 0 bytes. */
void *mem_alloc(size_t n, size_t size);

/* The same, all zero. */
void *mem_zero(size_t n, size_t size);

/* As realloc(): the old content stays, what is new is not initialised. */
void *mem_resize(void *block, size_t n, size_t size);

/* As free(): block may be NULL. */
void mem_free(void *block);

/* A larger block for a growing array of *cap elements; sets *cap. */
void *mem_grow(void *block, uint32_t *cap, size_t size);

/* A copy of n * size bytes, or of a string. */
void *mem_copy(const void *block, size_t n, size_t size);
char *mem_text(const char *text);

/* Takes the block out of its scope: it stays if the scope fails.  block may be
 * NULL. */
void mem_keep(void *block);

/* The same, and an owner of blocks gets it. */
void mem_give(void *block, struct mem_link *to);

/* An owner of blocks: empty; frees all; gives all to another one, or to the
 * scope at hand. */
void mem_own_none(struct mem_link *owner);
void mem_free_all(struct mem_link *owner);
void mem_give_all(struct mem_link *owner, struct mem_link *to);
void mem_adopt_all(struct mem_link *owner);

#endif
