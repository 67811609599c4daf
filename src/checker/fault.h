/* fault.h - the first error in a certificate: the reason why it is rejected. */
#ifndef FAULT_H
#define FAULT_H

#include <stdbool.h>
#include <stdint.h>

struct fault {
    uint32_t line;
    char text[512]; /* one sentence; "": no fault */
};

/* Sets the line and the text (a printf format).  Always false. */
bool fault_report(struct fault *fault, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
