#include "checker/fault.h"

#include <stdarg.h>
#include <stdio.h>

bool fault_report(struct fault *fault, uint32_t line, const char *format, ...)
{
    va_list args;

    fault->line = line;
    va_start(args, format);
    (void)vsnprintf(fault->text, sizeof fault->text, format, args);
    va_end(args);
    return false;
}
