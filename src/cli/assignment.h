/* assignment.h - what a worker is told to do, and what it reports.
 *
 * A task is a net with all of its questions, or with a block of them.  Both
 * structs can be packed as words, for a process of the same program on a
 * machine of the same kind. */
#ifndef ASSIGNMENT_H
#define ASSIGNMENT_H

#include "base/child.h"
#include "base/text.h"

/* What a task is about. */
enum assignment_kind {
    ASSIGNMENT_WHOLE,  /* the net with all questions */
    ASSIGNMENT_SURVEY, /* reads the net, and counts the questions */
    ASSIGNMENT_BLOCK,  /* questions `first` to `first + n - 1` */
};

struct assignment_part {
    enum assignment_kind kind;
    uint32_t first, n; /* of a block, otherwise 0 */
};

struct assignment {
    uint32_t number; /* of the task */
    struct assignment_part part;
    const char *net;
};

enum assignment_end {
    ASSIGNMENT_ENDED, /* with the exit code of the task */
    ASSIGNMENT_INTERRUPTED,
    ASSIGNMENT_LATE,    /* killed some time after its deadline */
    ASSIGNMENT_STARVED, /* killed, as is done when memory is short */
    ASSIGNMENT_EMPTY,   /* its memory ran out */
    ASSIGNMENT_CRASHED,
    ASSIGNMENT_GONE, /* so is its worker */
};

struct assignment_report {
    uint32_t number;
    uint32_t worker; /* filled by the one who receives it */
    enum assignment_end end;
    int code;
    uint32_t milliseconds; /* processor time of its process */
    text_buffer out, err;  /* what it has printed */
    text_buffer lines;     /* of JSON, or what the survey says */
};

void assignment_report_finish(struct assignment_report *report);

typedef VEC(uint32_t) assignment_words;

/* Appends to the words. */
void assignment_pack(const struct assignment *what, assignment_words *words);
void assignment_pack_report(const struct assignment_report *report,
                            assignment_words *words);

/* Read what was packed; false if the words are something else.  The name of the
 * net is in the words. */
bool assignment_unpack(const uint32_t *words, size_t n,
                       struct assignment *what);
bool assignment_unpack_report(const uint32_t *words, size_t n,
                              struct assignment_report *report);

#endif
