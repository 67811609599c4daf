#include "structure/rounding.h"

#include <math.h>

static const double CLOSE = 1e-6;

/* The denominators of the convergents of x follow each other by q = a * q1 +
 * q0. */
bool rounding_add(double x, int64_t *common)
{
    int64_t before = 0, q = 1;
    double rest;

    x *= (double)*common;
    if (!(fabs(x) < 1e12))
        return false;
    rest = x - floor(x);
    while (fabs(x * (double)q - floor(x * (double)q + 0.5)) > CLOSE) {
        double whole;
        int64_t next;

        if (rest < CLOSE)
            return false;
        rest = 1 / rest;
        whole = floor(rest);
        rest -= whole;
        if (whole > ROUNDING_LARGEST)
            return false;
        next = (int64_t)whole * q + before;
        before = q;
        q = next;
        if (q > ROUNDING_LARGEST)
            return false;
    }
    *common *= q;
    return *common <= ROUNDING_LARGEST_COMMON;
}

int64_t rounding_scale(double x, int64_t common)
{
    return (int64_t)floor(x * (double)common + 0.5);
}
