#include "cli/contest_environment.h"

#include <stdlib.h>

/* Seconds of the budget that are kept for the start and the last lines. */
static const double RESERVE_SECONDS = 5;

static bool number_from(const char *name, double *value, struct diag *diag)
{
    const char *const text = getenv(name);
    char *end;

    if (!text || !*text)
        return true;
    *value = strtod(text, &end);
    return (*end == '\0' && *value > 0) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "%s is '%.80s', which is no positive number", name,
                       text);
}

bool contest_environment_read(struct contest_environment *environment,
                              struct diag *diag)
{
    double seconds = 0, megabytes = 0;

    if (!environment->examination)
        environment->examination = getenv("BK_EXAMINATION");
    if (!environment->examination)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--mcc needs --examination, or BK_EXAMINATION in "
                           "the environment");
    if (!number_from("BK_TIME_CONFINEMENT", &seconds, diag) ||
        !number_from("BK_MEMORY_CONFINEMENT", &megabytes, diag))
        return false;
    if (environment->seconds <= 0 && seconds > 0)
        environment->seconds = seconds > 2 * RESERVE_SECONDS
                                   ? seconds - RESERVE_SECONDS
                                   : seconds / 2;
    if (!environment->bytes)
        environment->bytes = (uint64_t)(megabytes * 1048576);
    return true;
}
