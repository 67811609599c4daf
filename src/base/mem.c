#include "base/mem.h"

#include "base/check.h"
#include "base/system.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The header before each block. */
union mem_head {
    struct mem_link link;
    max_align_t align;
};

/* The innermost scope of the thread.  It is the only writable variable of the
 * library outside a struct: allocation functions have no argument to find
 * it. */
static _Thread_local struct mem_scope *current;

static size_t bytes_of(size_t n, size_t size)
{
    if (size && n > (SIZE_MAX - sizeof(union mem_head)) / size)
        mem_failed(SIZE_MAX);
    return n * size + sizeof(union mem_head);
}

static union mem_head *head_of(void *block)
{
    return (union mem_head *)block - 1;
}

static void take_out(struct mem_link *link)
{
    link->prev->next = link->next;
    link->next->prev = link->prev;
}

static void make_ring(struct mem_link *link)
{
    link->next = link->prev = link;
}

static void put_in(struct mem_link *link, struct mem_link *ring)
{
    link->next = ring->next;
    link->prev = ring;
    ring->next->prev = link;
    ring->next = link;
}

static bool is_alone(const struct mem_link *link)
{
    return link->next == link;
}

static size_t size_of(union mem_head *head)
{
    return current ? system_block_size(head) : 0;
}

/* The current scope has gained and lost so many bytes.  A block of an outer
 * scope may be freed: more can be lost than gained. */
static void count(size_t gained, size_t lost)
{
    if (!current)
        return;
    current->held += gained;
    current->held -= lost < current->held ? lost : current->held;
}

/* The block of n * size bytes with this head, which is NULL if there is no
 * memory. */
static void *enter(union mem_head *head, size_t n, size_t size)
{
    if (!head)
        mem_failed(n * size);
    if (current)
        put_in(&head->link, &current->blocks);
    else
        make_ring(&head->link);
    count(size_of(head), 0);
    return head + 1;
}

/* --- blocks --------------------------------------------------------------- */

void *mem_alloc(size_t n, size_t size)
{
    return enter(malloc(bytes_of(n, size)), n, size);
}

void *mem_zero(size_t n, size_t size)
{
    return enter(calloc(1, bytes_of(n, size)), n, size);
}

uint32_t *mem_none(size_t n)
{
    uint32_t *const numbers = mem_alloc(n, sizeof *numbers);

    memset(numbers, 0xff, n * sizeof *numbers);
    return numbers;
}

void *mem_try_resize(void *block, size_t n, size_t size)
{
    const bool alone = block && is_alone(&head_of(block)->link);
    const size_t lost = block && !alone ? size_of(head_of(block)) : 0;
    union mem_head *moved;

    if (size && n > (SIZE_MAX - sizeof *moved) / size)
        return NULL;
    moved = realloc(block ? head_of(block) : NULL, n * size + sizeof *moved);
    if (!moved || !block)
        return moved ? enter(moved, n, size) : NULL;
    if (alone) {
        make_ring(&moved->link);
    } else {
        moved->link.prev->next = &moved->link;
        moved->link.next->prev = &moved->link;
        count(size_of(moved), lost);
    }
    return moved + 1;
}

void *mem_resize(void *block, size_t n, size_t size)
{
    void *const moved = mem_try_resize(block, n, size);

    if (!moved)
        mem_failed(size && n > SIZE_MAX / size ? SIZE_MAX : n * size);
    return moved;
}

void mem_free(void *block)
{
    if (!block)
        return;
    if (!is_alone(&head_of(block)->link))
        count(0, size_of(head_of(block)));
    take_out(&head_of(block)->link);
    free(head_of(block));
}

static uint32_t more_than(uint32_t cap)
{
    const uint64_t wanted = cap < 8 ? 8 : cap + (uint64_t)cap / 2;

    return wanted < UINT32_MAX ? (uint32_t)wanted : UINT32_MAX;
}

uint32_t mem_grown(uint32_t n)
{
    uint32_t cap = 0;

    while (cap < n)
        cap = more_than(cap);
    return cap;
}

void *mem_grow(void *block, uint32_t *cap, size_t size)
{
    const uint32_t more = more_than(*cap);

    if (*cap == UINT32_MAX)
        mem_failed(SIZE_MAX);
    block = mem_resize(block, more, size);
    *cap = more;
    return block;
}

void *mem_copy(const void *block, size_t n, size_t size)
{
    void *copy = mem_alloc(n, size);

    if (n * size > 0)
        memcpy(copy, block, n * size);
    return copy;
}

char *mem_text(const char *text)
{
    return mem_copy(text, strlen(text) + 1, 1);
}

void mem_keep(void *block)
{
    if (!block)
        return;
    take_out(&head_of(block)->link);
    make_ring(&head_of(block)->link);
}

void mem_give(void *block, struct mem_link *to)
{
    if (!block)
        return;
    take_out(&head_of(block)->link);
    put_in(&head_of(block)->link, to);
}

/* --- owners --------------------------------------------------------------- */

void mem_own_none(struct mem_link *owner)
{
    make_ring(owner);
}

void mem_free_all(struct mem_link *owner)
{
    while (owner->next != owner)
        mem_free((union mem_head *)owner->next + 1);
}

void mem_give_all(struct mem_link *owner, struct mem_link *to)
{
    if (owner->next == owner)
        return;
    owner->next->prev = to;
    owner->prev->next = to->next;
    to->next->prev = owner->prev;
    to->next = owner->next;
    make_ring(owner);
}

void mem_adopt_all(struct mem_link *owner)
{
    if (current)
        mem_give_all(owner, &current->blocks);
    else
        take_out(owner);
    make_ring(owner);
}

/* --- scopes --------------------------------------------------------------- */

void mem_enter(struct mem_scope *scope)
{
    make_ring(&scope->blocks);
    scope->owner = NULL;
    scope->guards = NULL;
    scope->outer = current;
    scope->wanted = 0;
    scope->held = 0;
    current = scope;
}

void mem_leave(struct mem_scope *scope)
{
    ASSERT(current == scope && !scope->guards);
    current = scope->outer;
    if (scope->owner)
        mem_give_all(&scope->blocks, scope->owner);
    else
        take_out(&scope->blocks);
}

size_t mem_held(void)
{
    return current ? current->held : 0;
}

void mem_note(size_t *noted, size_t bytes)
{
    count(bytes, *noted);
    *noted = bytes;
}

__attribute__((weak)) _Noreturn void mem_exhausted(size_t bytes)
{
    (void)bytes;
    abort();
}

_Noreturn void mem_failed(size_t bytes)
{
    struct mem_scope *const scope = current;

    if (!scope)
        mem_exhausted(bytes);
    scope->wanted = bytes;
    while (scope->guards) {
        struct mem_guard *const guard = scope->guards;

        mem_unguard(guard);
        guard->undo(guard->self);
    }
    current = scope->outer;
    if (scope->owner)
        mem_give_all(&scope->blocks, scope->owner);
    else
        mem_free_all(&scope->blocks);
    longjmp(scope->back, 1);
}

void mem_guard(struct mem_guard *guard, void (*undo)(void *self), void *self)
{
    *guard = (struct mem_guard){.undo = undo, .self = self};
    if (!current)
        return;
    guard->next = current->guards;
    guard->at = &current->guards;
    if (guard->next)
        guard->next->at = &guard->next;
    current->guards = guard;
}

void mem_unguard(struct mem_guard *guard)
{
    if (!guard->at)
        return;
    *guard->at = guard->next;
    if (guard->next)
        guard->next->at = guard->at;
    guard->at = NULL;
}
