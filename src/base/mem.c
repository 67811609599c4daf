#include "base/mem.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

__attribute__((weak)) _Noreturn void mem_failed(size_t bytes)
{
    (void)bytes;
    abort();
}

static size_t bytes_of(size_t n, size_t size)
{
    if (size && n > SIZE_MAX / size)
        mem_failed(SIZE_MAX);
    return n * size > 0 ? n * size : 1;
}

void *mem_alloc(size_t n, size_t size)
{
    return mem_resize(NULL, n, size);
}

void *mem_zero(size_t n, size_t size)
{
    void *block = calloc(1, bytes_of(n, size));

    if (!block)
        mem_failed(n * size);
    return block;
}

void *mem_resize(void *block, size_t n, size_t size)
{
    void *moved = realloc(block, bytes_of(n, size));

    if (!moved)
        mem_failed(n * size);
    return moved;
}

void *mem_grow(void *block, uint32_t *cap, size_t size)
{
    const uint64_t wanted = *cap < 8 ? 8 : *cap + (uint64_t)*cap / 2;

    if (*cap == UINT32_MAX)
        mem_failed(SIZE_MAX);
    *cap = wanted < UINT32_MAX ? (uint32_t)wanted : UINT32_MAX;
    return mem_resize(block, *cap, size);
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
