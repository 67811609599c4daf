/* text.h - words and numbers in a text, as the formats share them. */
#ifndef TEXT_H
#define TEXT_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing text.  text_end() makes it a C string, without counting the
 * null, so that more can be added. */
typedef VEC(char) text_buffer;

void text_add(text_buffer *text, const char *bytes, size_t n);
const char *text_end(text_buffer *text);

/* Is this UTF-8, and free of what XML cannot hold but for control
 * characters? */
bool text_is_utf8(const char *text);

/* Is there a character below 32, or 127? */
bool text_has_control(const char *text);

/* Takes every byte for a character of ISO 8859-1. */
void text_from_latin1(text_buffer *text);

/* The text as UTF-8.  Old files hold ISO 8859-1: what is no UTF-8 is taken
 * for that. */
const char *text_make_utf8(text_buffer *text);

/* Leading and trailing white space goes, a run of it becomes one blank. */
void text_collapse(text_buffer *text);

/* Would this come back as it is when it is written as a name?  It must not be
 * empty, nor hold white space that text_collapse() changes, nor what XML
 * cannot hold. */
bool text_is_name(const char *text);

/* The text as one word, as Tina writes names: text other than letters, digits,
 * _ and ' stands between braces.  To be freed. */
char *text_quoted(const char *text);

enum text_number {
    TEXT_NUMBER,
    TEXT_NEGATIVE,
    TEXT_TOO_LARGE,
    TEXT_NO_NUMBER, /* the empty text as well */
};

/* A whole decimal number between maybe blanks. */
enum text_number text_number(const char *text, uint64_t *value);

#endif
