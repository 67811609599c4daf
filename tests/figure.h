/* figure.h - figures of a run by their names, whichever engine has them. */
#ifndef FIGURE_H
#define FIGURE_H

#include "answer/answer.h"

#include <string.h>

/* 0: the engine does not have it. */
static inline uint64_t figure(const struct answer_stats *stats,
                              const char *name)
{
    for (uint32_t i = 0; stats->figures && stats->figures[i].name; i++)
        if (!strcmp(stats->figures[i].name, name))
            return stats->at[i];
    return 0;
}

#endif
