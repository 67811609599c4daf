/* option_words.h - the words of the command line, and what was meant by one
 * that is wrong. */
#ifndef OPTION_WORDS_H
#define OPTION_WORDS_H

#include "cli/options.h"

/* Fills the options; texts point into argv.  A name may be shortened to five
 * letters, where that names one option.  --help and --version end the reading:
 * later arguments are ignored.  Each option has a valid value; combine.h checks
 * them against each other. */
bool option_words_read(struct options *options, int argc, char **argv,
                       struct diag *diag);

#endif
