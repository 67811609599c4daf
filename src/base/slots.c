#include "base/slots.h"

#include "base/mem.h"

enum { LEAST_LOG = 4 };

void slots_finish(struct slots *slots)
{
    mem_free(slots->at);
    *slots = (struct slots){0};
}

/* The old index goes first: the owner builds the new one from keys alone. */
void slots_grow(struct slots *slots)
{
    const uint32_t log = slots->log ? slots->log + 1 : LEAST_LOG;

    if (log > 32)
        mem_failed(SIZE_MAX);
    slots_finish(slots);
    slots->at = mem_zero((size_t)1 << log, sizeof *slots->at);
    slots->log = log;
    slots->room = (uint32_t)((UINT64_C(1) << log) / 5 * 4);
}

size_t slots_bytes(const struct slots *slots)
{
    return slots->log ? ((size_t)1 << slots->log) * sizeof *slots->at : 0;
}
