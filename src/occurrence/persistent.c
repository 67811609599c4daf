#include "occurrence/persistent.h"

#include <string.h>

enum { BITS = 4, ENTRIES = 1 << BITS };

static uint32_t add_node(struct persistent *arrays, uint32_t like)
{
    const uint32_t node = arrays->nodes.len / ENTRIES;

    vec_reserve(&arrays->nodes, ENTRIES);
    memcpy(arrays->nodes.at + arrays->nodes.len,
           arrays->nodes.at + (size_t)like * ENTRIES,
           ENTRIES * sizeof *arrays->nodes.at);
    arrays->nodes.len += ENTRIES;
    return node;
}

/* The node of all zeros is its own child. */
void persistent_init(struct persistent *arrays, uint32_t n)
{
    *arrays = (struct persistent){0};
    vec_fit(&arrays->nodes, ENTRIES);
    while ((uint64_t)1 << (arrays->shift + BITS) < n)
        arrays->shift += BITS;
    arrays->fresh = 1;
}

uint32_t persistent_copy(struct persistent *arrays, uint32_t version)
{
    arrays->fresh = arrays->nodes.len / ENTRIES;
    return version;
}

static uint32_t entry(uint32_t i, uint32_t shift)
{
    return i >> shift & (ENTRIES - 1);
}

uint32_t persistent_set(struct persistent *arrays, uint32_t version, uint32_t i,
                        uint32_t value)
{
    uint32_t node =
        version < arrays->fresh ? add_node(arrays, version) : version;
    const uint32_t root = node;

    for (uint32_t shift = arrays->shift; shift; shift -= BITS) {
        const size_t at = (size_t)node * ENTRIES + entry(i, shift);
        uint32_t child = arrays->nodes.at[at];

        if (child < arrays->fresh)
            child = add_node(arrays, child);
        arrays->nodes.at[at] = child;
        node = child;
    }
    arrays->nodes.at[(size_t)node * ENTRIES + entry(i, 0)] = value;
    return root;
}

uint32_t persistent_get(const struct persistent *arrays, uint32_t version,
                        uint32_t i)
{
    uint32_t node = version;

    for (uint32_t shift = arrays->shift; shift; shift -= BITS)
        node = arrays->nodes.at[(size_t)node * ENTRIES + entry(i, shift)];
    return arrays->nodes.at[(size_t)node * ENTRIES + entry(i, 0)];
}
