/* json_stream.h - JSON that is written piece by piece, so that no tree of it
 * is in memory.
 *
 *     struct json_stream json = {.file = file};
 *
 *     json_stream_open(&json, NULL, '{');
 *     json_stream_open(&json, "places", '[');
 *     json_stream_text(&json, NULL, "p1");
 *     json_stream_number(&json, NULL, 7);
 *     json_stream_close(&json, ']');
 *     json_stream_close(&json, '}');
 *
 * Every character that is not printable ASCII is escaped, and so are '<', '>'
 * and '&': the text can stand inside an HTML page, and no name reorders or ends
 * what is around it. */
#ifndef JSON_STREAM_H
#define JSON_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json_stream {
    FILE *file;
    bool is_behind; /* a value precedes: the next one needs a comma */
    bool is_flat;   /* a member begins no line */
};

/* Each value has the key of its member, or NULL: it is part of an array, or the
 * whole.  bracket: '{' or '[', and what closes it. */
void json_stream_open(struct json_stream *json, const char *key, char bracket);
void json_stream_close(struct json_stream *json, char bracket);

/* A text that is not valid UTF-8 is read as ISO 8859-1; of NULL: null. */
void json_stream_text(struct json_stream *json, const char *key,
                      const char *text);
void json_stream_number(struct json_stream *json, const char *key,
                        uint64_t number);

/* A number in an array; of UINT32_MAX: null. */
void json_stream_id(struct json_stream *json, uint32_t id);
void json_stream_flag(struct json_stream *json, const char *key, bool flag);

/* The words as they are: null, or JSON. */
void json_stream_word(struct json_stream *json, const char *key,
                      const char *words);

/* An array of ids. */
void json_stream_numbers(struct json_stream *json, const char *key,
                         const uint32_t *at, uint32_t n);

#endif
