/* read_options.h - what the user wants a reader to make of a net. */
#ifndef READ_OPTIONS_H
#define READ_OPTIONS_H

#include <stdbool.h>

/* All false is the default.  What has no effect is refused. */
struct read_options {
    bool ptnet;   /* a PNML net is a P/T net, whatever its type says */
    bool untimed; /* without the durations of a net where all transitions have
                     one that may be anything */
};

#endif
