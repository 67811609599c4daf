/* usage.h - the text of --help, from the table of options.h. */
#ifndef USAGE_H
#define USAGE_H

#include <stdio.h>

void usage_print(FILE *out);

#endif
