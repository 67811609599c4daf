#include "cli/examination.h"

#include <stdint.h>
#include <string.h>

enum examination examination_named(const char *name)
{
    static const struct examination_name {
        const char *name;
        enum examination examination;
    } names[] = {
        {"ReachabilityDeadlock", EXAMINATION_DEADLOCK},
        {"ReachabilityFireability", EXAMINATION_FORMULAS},
        {"ReachabilityCardinality", EXAMINATION_FORMULAS},
        {"LTLCardinality", EXAMINATION_FORMULAS},
        {"LTLFireability", EXAMINATION_FORMULAS},
        {"UpperBounds", EXAMINATION_BOUNDS},
        {"OneSafe", EXAMINATION_SAFE},
        {"QuasiLiveness", EXAMINATION_QUASI_LIVE},
        {"Liveness", EXAMINATION_LIVE},
        {"StableMarking", EXAMINATION_STABLE},
        {"StateSpace", EXAMINATION_STATES},
    };

    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i].name, name))
            return names[i].examination;
    return EXAMINATION_OTHER;
}

bool examination_has_file(enum examination examination)
{
    return examination == EXAMINATION_FORMULAS ||
           examination == EXAMINATION_BOUNDS;
}
