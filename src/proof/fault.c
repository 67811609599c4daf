#include "proof/fault.h"

#include <stdarg.h>
#include <stdio.h>

bool fault_report(struct fault *fault, enum fault_part part, uint32_t number,
                  const char *format, ...)
{
    va_list args;

    *fault = (struct fault){.part = part, .number = number};
    va_start(args, format);
    (void)vsnprintf(fault->text, sizeof fault->text, format, args);
    va_end(args);
    return false;
}
