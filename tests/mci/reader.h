/* reader.h - reads .mci files for the tests: a second implementation of the
 * layout, which shares no code with the writer.
 *
 * Everything is numbered from 1, as in the file; entry 0 of each array is
 * unused. */
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stdint.h>

struct reader_cutoff {
    uint32_t event, companion;
};

struct reader {
    uint32_t n_conditions, n_events, n_cutoffs, n_places, n_transitions;
    uint32_t longest;      /* as the file says */
    uint32_t *transition;  /* by event */
    uint32_t *place;       /* by condition */
    uint32_t *producer;    /* by condition, 0: initial */
    uint32_t *consumer_at; /* by condition: a slice of consumers */
    uint32_t *consumers;   /* n_conditions + 1 slices, the first one empty */
    struct reader_cutoff *cutoffs; /* n_cutoffs, from 0 */
    char **place_names, **transition_names;
    unsigned char *bytes; /* the file; names point into it */
};

#define READER_NOT_KNOWN 0xffffffffu

/* NULL, or the error in the file.  The file must contain no bytes behind its
 * contents and no references to missing nodes. */
const char *reader_open(struct reader *reader, const char *path);
void reader_close(struct reader *reader);

#endif
