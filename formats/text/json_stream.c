#include "formats/text/json_stream.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

static void begin_value(struct json_stream *json, const char *key)
{
    if (json->is_behind)
        fputc(',', json->file);
    if (key)
        fprintf(json->file, "%s\"%s\":", json->is_flat ? "" : "\n", key);
    json->is_behind = true;
}

void json_stream_open(struct json_stream *json, const char *key, char bracket)
{
    begin_value(json, key);
    fputc(bracket, json->file);
    json->is_behind = false;
}

void json_stream_close(struct json_stream *json, char bracket)
{
    fputc(bracket, json->file);
    json->is_behind = true;
}

static void put_unit(FILE *file, uint32_t unit)
{
    fprintf(file, "\\u%04" PRIx32, unit);
}

static void put_character(FILE *file, uint32_t code)
{
    if (code >= 0x10000) {
        put_unit(file, 0xd800 + ((code - 0x10000) >> 10));
        put_unit(file, 0xdc00 + ((code - 0x10000) & 0x3ff));
    } else if (code < 32 || code > 126 || strchr("\"\\<>&", (int)code)) {
        put_unit(file, code);
    } else {
        fputc((int)code, file);
    }
}

void json_stream_text(struct json_stream *json, const char *key,
                      const char *text)
{
    text_buffer utf8 = {0};
    uint32_t code;
    const char *at;

    if (!text) {
        json_stream_word(json, key, "null");
        return;
    }
    text_put(&utf8, text);
    at = text_make_utf8(&utf8);
    begin_value(json, key);
    fputc('"', json->file);
    while (*at) {
        at += text_character(at, &code);
        put_character(json->file, code);
    }
    fputc('"', json->file);
    vec_free(&utf8);
}

void json_stream_number(struct json_stream *json, const char *key,
                        uint64_t number)
{
    begin_value(json, key);
    fprintf(json->file, "%" PRIu64, number);
}

void json_stream_id(struct json_stream *json, uint32_t id)
{
    if (id == UINT32_MAX)
        json_stream_word(json, NULL, "null");
    else
        json_stream_number(json, NULL, id);
}

void json_stream_flag(struct json_stream *json, const char *key, bool flag)
{
    json_stream_word(json, key, flag ? "true" : "false");
}

void json_stream_word(struct json_stream *json, const char *key,
                      const char *words)
{
    begin_value(json, key);
    fputs(words, json->file);
}

void json_stream_numbers(struct json_stream *json, const char *key,
                         const uint32_t *at, uint32_t n)
{
    json_stream_open(json, key, '[');
    for (uint32_t i = 0; i < n; i++)
        json_stream_id(json, at[i]);
    json_stream_close(json, ']');
}
