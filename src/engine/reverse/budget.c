#include "engine/reverse/budget.h"

enum {
    MOST_ROOTS = 64,     /* in one budget */
    PLENTY = 4,          /* open roots for each worker */
    MOST_DOUBLINGS = 9,  /* of the work, as roots abound */
    MOST_THAT_WORK = 64, /* processes among which the first one explores */
};

/* Units of the watch, while no root is left over; and for each worker more, as
 * the messages of all take the time of one. */
static const uint64_t SMALL = 2000000, EACH = 4000;

/* The budget of a worker that is alone. */
static const uint64_t LARGE = 500000000;

struct budget budget_for(uint64_t n_open, uint32_t n_workers)
{
    const uint64_t each = n_open / n_workers, most = each / PLENTY;
    struct budget budget = {.n_roots = 1, .work = SMALL + EACH * n_workers};

    for (uint32_t i = 0; i < MOST_DOUBLINGS && each >> i; i++)
        budget.work *= 2;
    if (n_workers == 1)
        budget.work = LARGE;
    if (most) {
        budget.deepest = true;
        budget.n_roots = most < MOST_ROOTS ? (uint32_t)most : MOST_ROOTS;
    }
    return budget;
}

bool budget_works(uint32_t n_ranks)
{
    return n_ranks <= MOST_THAT_WORK;
}
