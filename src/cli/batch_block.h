/* batch_block.h - what one child of a batch prints, until it is printed.
 *
 * The streams are files without a name, which outlive a child that is killed.
 * Its lines are then printed behind the name of the net; a line that begins
 * with the name already, as errors do, stays as it is. */
#ifndef BATCH_BLOCK_H
#define BATCH_BLOCK_H

#include <stdbool.h>
#include <stdio.h>

struct batch_block {
    FILE *out, *err;
    FILE *lines; /* of JSON; NULL: not wanted */
};

/* False when the files cannot be made. */
bool batch_block_init(struct batch_block *block, bool has_lines);
void batch_block_finish(struct batch_block *block);

/* In the child: standard output and standard error are the block's from now
 * on.  False when that fails. */
bool batch_block_enter(const struct batch_block *block);

/* Prints what the child has written to its two streams. */
void batch_block_print(const struct batch_block *block, const char *net);

/* Copies the line of JSON; false when it is missing or not whole. */
bool batch_block_copy_line(const struct batch_block *block, FILE *to);

/* Prints "net: text" to out, a control character as \xNN. */
void batch_block_print_line(FILE *out, const char *net, const char *text);

#endif
