/* partial.h - a part of a reverse search as plain data: figures, answers, and
 * the roots of the subtrees that are left.
 *
 * A part is the work that a worker has done on its subtrees, or all work of a
 * search so far.  A root has a path, the numbers of children from the root of
 * the tree, and a name, a firing sequence (subtree.h).  Parts can be added up,
 * in any order: no configuration is counted in two of them. */
#ifndef PARTIAL_H
#define PARTIAL_H

#include "answer/answer.h"

/* The path and the name of a root. */
struct partial_name {
    const uint32_t *path;
    const trans_id *trans;
    uint32_t n_path, n_trans;
};

/* The same in the words, from `at` on: the path, then the firing sequence. */
struct partial_root {
    uint32_t at, n_path, n_trans;
};

/* In the words, from `at` on: the path to where it was found, then the run. */
struct partial_answer {
    uint32_t goal; /* the number of questions: the search is at its end */
    uint32_t at, n_path, n_run;
    uint32_t n_events; /* of the configuration at which it was found */
    double seconds;
    /* of the end; the diagnostic follows the run, in
     * PARTIAL_DIAG_WORDS */
    enum answer_stop stop;
    trans_id unsafe_trans;
    place_id unsafe_place;
};

enum { PARTIAL_DIAG_WORDS = (sizeof(struct diag) + 3) / 4 };

typedef VEC(uint32_t) partial_words;

/* The figures, in the order of a checkpoint. */
#define PARTIAL_SUMS(X)       \
    X(maximal_configurations) \
    X(min_configuration)      \
    X(max_configuration)      \
    X(total_length)           \
    X(pushes)                 \
    X(extensions)             \
    X(tested)                 \
    X(tree_depth)             \
    X(work)

struct partial_sums {
#define X(name) uint64_t name;
    PARTIAL_SUMS(X)
#undef X
};

struct partial_search {
    struct partial_sums sums;
    bool is_beyond;          /* an event was left out */
    enum answer_stop reason; /* why it ended early; STOP_DONE: it did not */
    VEC(struct partial_root) roots;
    VEC(struct partial_answer) answers;
    partial_words words;
};

void partial_finish(struct partial_search *partial);

/* Empties it and keeps its blocks. */
void partial_clear(struct partial_search *partial);

void partial_add_root(struct partial_search *partial,
                      const struct partial_name *name);

/* The name of the i-th root; valid until something is added. */
struct partial_name partial_name_of(const struct partial_search *partial,
                                    uint32_t i);

/* Adds the figures of a reverse search. */
void partial_add_sums(struct partial_sums *sum, const struct partial_sums *own);

/* The words from `at` on; NULL when there are none at all. */
static inline const uint32_t *partial_at(const struct partial_search *partial,
                                         uint32_t at)
{
    return partial->words.at ? partial->words.at + at : NULL;
}

/* Appends the part to the words of a message.  The receiver must be the same
 * program on a machine with the same byte order and word size. */
void partial_pack(const struct partial_search *partial, partial_words *words);

/* Reads what partial_pack() wrote; false if the words are something else. */
bool partial_unpack(const uint32_t *words, size_t n,
                    struct partial_search *partial);

#endif
