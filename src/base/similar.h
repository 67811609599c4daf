/* similar.h - the words that a mistyped word may stand for.
 *
 * Candidates come one by one; the three nearest ones are kept, of equally near
 * ones the first.  A near word differs in few letters, which are replaced,
 * missing, added, or exchanged with their neighbours: at most one in four of
 * the letters of the word, and at most three.  The case of a letter does not
 * count.  Nearest are those that have the word before a bracket: A+(B) for A+.
 * If no word is near, the words that contain the mistyped one are kept.
 *
 * A word of more than SIMILAR_LONGEST bytes is near no other word, so that the
 * time for each candidate has a bound. */
#ifndef SIMILAR_H
#define SIMILAR_H

#include <stddef.h>
#include <stdint.h>

enum { SIMILAR_LONGEST = 100, SIMILAR_KEPT = 3 };

struct similar {
    const char *word;
    uint32_t len;
    uint32_t most;                  /* letters in which a near word differs */
    uint32_t distance;              /* of the words that are kept */
    const char *kept[SIMILAR_KEPT]; /* the callers' texts */
    uint32_t n;
};

void similar_init(struct similar *similar, const char *word);

/* The text is kept, not copied.  A text that comes again is kept once. */
void similar_add(struct similar *similar, const char *candidate);

/* "; did you mean 't3', 't13' or 't23'?", each between the marks, or "" when no
 * word was kept. */
void similar_write(const struct similar *similar, const char *before,
                   const char *behind, char *text, size_t cap);

#endif
