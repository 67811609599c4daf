#include "occurrence/prefix.h"

void prefix_finish(struct prefix *prefix)
{
    vec_free(&prefix->events);
    vec_free(&prefix->conditions);
    vec_free(&prefix->conflicts);
    vec_free(&prefix->pool);
    vec_free(&prefix->steps);
}
