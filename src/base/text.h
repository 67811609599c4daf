/* text.h - words and numbers in texts, shared by the formats. */
#ifndef TEXT_H
#define TEXT_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A growing text.  text_end() adds a null, which does not count, and returns a
 * C string; more text can follow. */
typedef VEC(char) text_buffer;

void text_add(text_buffer *text, const char *bytes, size_t n);
void text_put(text_buffer *text, const char *words);
const char *text_end(text_buffer *text);

/* Adds a name in double quotes, with \" and \\ inside. */
void text_put_name(text_buffer *text, const char *name);

/* Does a character of UTF-8 begin with this byte?  How many characters are in
 * n bytes; the bytes and the value of the character here, whose bytes are 0 if
 * it is none. */
static inline bool text_begins(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

uint32_t text_letters(const char *text, size_t n);
uint32_t text_character(const char *text, uint32_t *value);

/* The next line of the file, without its newline, in place of the text; of a
 * line with more than `most` bytes, most + 1.  False at the end of the file, or
 * when reading fails. */
bool text_read_line(text_buffer *text, uint32_t most, FILE *file);

/* Is this valid UTF-8 without characters that XML cannot contain, control
 * characters aside? */
bool text_is_utf8(const char *text);

/* Is there a character below 32, or 127? */
bool text_has_control(const char *text);

/* Prints the text with \xNN for each such character, so that a name can neither
 * break a line nor control a terminal. */
void text_print(const char *text, FILE *out);

/* Converts the text from ISO 8859-1 to UTF-8. */
void text_from_latin1(text_buffer *text);

/* The text as UTF-8.  A text that is not valid UTF-8 is read as ISO 8859-1,
 * which old files use. */
const char *text_make_utf8(text_buffer *text);

/* Removes leading and trailing white space; replaces each other run of it by
 * one blank. */
void text_collapse(text_buffer *text);

/* Does the text survive being written and read as a name?  It must not be
 * empty, nor contain white space that text_collapse() changes, nor characters
 * that XML cannot contain. */
bool text_is_name(const char *text);

/* The text as one word in Tina's syntax: braces enclose a text with characters
 * other than letters, digits, _ and '.  The caller frees it. */
char *text_quoted(const char *text);

enum text_number {
    TEXT_NUMBER,
    TEXT_NEGATIVE,
    TEXT_TOO_LARGE,
    TEXT_NO_NUMBER, /* also for the empty text */
};

/* Parses a whole decimal number, with optional blanks around it. */
enum text_number text_number(const char *text, uint64_t *value);

/* Reads a decimal number without a sign, such as 2.5, at *at, and moves *at
 * behind it; false when there is none, or when it is too large.  strtod() would
 * depend on the locale. */
bool text_decimal(const char **at, double *value);

/* A duration in seconds: a decimal number that may end in ms, s, m, h or d. */
bool text_seconds(const char *text, double *seconds);

/* The number of a text of this length among words, which '|' separates;
 * UINT32_MAX: it is none of them. */
uint32_t text_find_word(const char *words, const char *text, size_t len);
bool text_is_word(const char *words, const char *text);

/* "a, b or c" of "a|b|c", with the word before the last one; returns text. */
const char *text_words(const char *words, const char *last, char *text,
                       size_t size);

#endif
