#include "base/slots.h"

#include "base/mem.h"

#define LEAST_SLOTS 16

void slots_finish(struct slots *slots)
{
    mem_free(slots->at);
    *slots = (struct slots){0};
}

/* The old index goes first: the owner builds the new one from keys alone. */
void slots_grow(struct slots *slots)
{
    const uint64_t n =
        slots->mask ? 2 * ((uint64_t)slots->mask + 1) : LEAST_SLOTS;

    if (n > (uint64_t)UINT32_MAX + 1)
        mem_failed(SIZE_MAX);
    slots_finish(slots);
    slots->at = mem_zero((size_t)n, sizeof *slots->at);
    slots->mask = (uint32_t)(n - 1);
    slots->room = (uint32_t)(n / 5 * 4);
}

size_t slots_bytes(const struct slots *slots)
{
    return slots->mask ? ((size_t)slots->mask + 1) * sizeof *slots->at : 0;
}
