/* batch_block.h - what one task prints, until it is printed.
 *
 * In its child the streams are files without a name, which outlive a child that
 * is killed.  With several nets the lines are then printed behind the name of
 * the net; a line that begins with the name already, as errors do, stays as it
 * is. */
#ifndef BATCH_BLOCK_H
#define BATCH_BLOCK_H

#include "base/text.h"

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

/* Appends what the child has written. */
void batch_block_take(const struct batch_block *block, text_buffer *out,
                      text_buffer *err, text_buffer *lines);

/* --- printing ------------------------------------------------------------- */

/* Where texts of a net go, and how. */
struct batch_block_page {
    FILE *out;
    const char *net; /* each line begins with it; NULL: it does not */
    bool is_named;   /* lines may begin with it already */
    bool is_cut;     /* a last line without its end is left out */
};

/* Prints the lines of the text; returns their number. */
uint32_t batch_block_print(const struct batch_block_page *page,
                           const text_buffer *text);

/* Prints "net: text", or the text alone; a control character as \xNN. */
void batch_block_print_line(FILE *out, const char *net, const char *text);

/* Does the text end in a whole line? */
bool batch_block_is_whole(const text_buffer *text);

#endif
