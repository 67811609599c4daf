#include "formats/picture/dot.h"

#include "base/ids.h"
#include "base/mem.h"

#include <stdlib.h>

/* A condition fits below the events of depth `from` and above those of depth
 * `to`.  Rooms are sorted by the first two. */
struct room {
    uint32_t same; /* of struct histories */
    uint32_t from, to;
    uint32_t condition;
};

static void end_above(const struct prefix *prefix, struct prefix_span used,
                      uint32_t depth, struct room *rooms)
{
    for (uint32_t i = 0; i < used.len; i++) {
        struct room *const room = &rooms[prefix->pool.at[used.from + i]];

        if (room->to > depth)
            room->to = depth;
    }
}

static struct room *find_rooms(const struct prefix *prefix,
                               const struct histories *histories)
{
    struct room *const rooms = mem_alloc(prefix->conditions.len, sizeof *rooms);
    uint32_t *const depth = prefix_depths(prefix);

    for (uint32_t c = 0; c < prefix->conditions.len; c++)
        rooms[c] = (struct room){
            .same = histories->condition[c],
            .from = depth[prefix->conditions.at[c].producer],
            .to = UINT32_MAX,
            .condition = c,
        };
    for (uint32_t e = 1; e < prefix->events.len; e++) {
        end_above(prefix, prefix->events.at[e].consumes, depth[e], rooms);
        end_above(prefix, prefix->events.at[e].reads, depth[e], rooms);
    }
    mem_free(depth);
    return rooms;
}

/* The number of rooms, from the first one on, that have a level in common:
 * they are of the same condition, and sorted by where they begin. */
static uint32_t count_overlapping(const struct room *rooms, uint32_t n)
{
    uint32_t i = 1, to = rooms[0].to;

    while (i < n && rooms[i].same == rooms[0].same && rooms[i].from < to) {
        if (to > rooms[i].to)
            to = rooms[i].to;
        i++;
    }
    return i;
}

uint32_t *dot_circles_find(const struct prefix *prefix,
                           const struct histories *histories)
{
    const uint32_t n = prefix->conditions.len;
    struct room *const rooms = find_rooms(prefix, histories);
    uint32_t *const circle = mem_alloc(n, sizeof *circle);

    if (n)
        qsort(rooms, n, sizeof *rooms, ids_compare_pairs);
    for (uint32_t at = 0, len; at < n; at += len) {
        uint32_t first = UINT32_MAX;

        len = count_overlapping(rooms + at, n - at);
        for (uint32_t i = at; i < at + len; i++)
            if (first > rooms[i].condition)
                first = rooms[i].condition;
        for (uint32_t i = at; i < at + len; i++)
            circle[rooms[i].condition] = first;
    }
    mem_free(rooms);
    return circle;
}
