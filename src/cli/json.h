/* json.h - values of JSON, and the lines by which processes of this program
 * tell each other what they have found.  A child process sends one line to its
 * parent. */
#ifndef JSON_H
#define JSON_H

#include "base/text.h"

#include <jansson.h>
#include <stdbool.h>

/* Of numbers. */
#define JSON_PRECISION JSON_REAL_PRECISION(12)

/* Must be called once, before all other functions that make or read JSON:
 * Jansson then allocates by mem.h, and making a value never fails. */
void json_prepare(void);

/* The object as one line, without its end. */
char *json_text(const json_t *object);

/* Takes the object and writes its line.  False when that fails. */
bool json_send(json_t *object, int fd);

/* The object of which this is the text; NULL: the text is no object. */
json_t *json_receive(const char *text, size_t n);

/* The text as a string; one that is not UTF-8 is read as ISO 8859-1. */
json_t *json_word(const char *text);

/* json_bytes(): a text that need not be UTF-8 as a string, each byte as the
 * character of its number. json_take_bytes(): the text of such a string; empty
 * for another value. */
json_t *json_bytes(const char *bytes, size_t n);
void json_take_bytes(const json_t *string, text_buffer *text);

/* The text under a key; "": there is none. */
const char *json_text_at(const json_t *object, const char *key);

#endif
