#include "cli/json.h"

#include "base/child.h"

#include <string.h>

/* Allocation never returns NULL, so building a value never fails. */
static void *allocate(size_t bytes)
{
    return mem_alloc(bytes, 1);
}

void json_prepare(void)
{
    json_set_alloc_funcs(allocate, mem_free);
}

json_t *json_word(const char *text)
{
    json_t *const string = json_string(text);

    return string ? string : json_bytes(text, strlen(text));
}

char *json_text(const json_t *object)
{
    return json_dumps(object, JSON_COMPACT | JSON_PRECISION);
}

bool json_send(json_t *object, int fd)
{
    char *const text = json_text(object);
    const bool good =
        text && child_send(fd, text, strlen(text)) && child_send(fd, "\n", 1);

    mem_free(text);
    json_decref(object);
    return good;
}

json_t *json_receive(const char *text, size_t n)
{
    json_t *const object = json_loadb(text, n, JSON_ALLOW_NUL, NULL);

    if (json_is_object(object))
        return object;
    json_decref(object);
    return NULL;
}

json_t *json_bytes(const char *bytes, size_t n)
{
    text_buffer text = {0};
    json_t *string;

    text_add(&text, bytes, n);
    text_from_latin1(&text);
    string = json_stringn(text_end(&text), text.len);
    vec_free(&text);
    return string;
}

void json_take_bytes(const json_t *string, text_buffer *text)
{
    const unsigned char *const at =
        (const unsigned char *)json_string_value(string);
    const size_t n = json_string_length(string);

    vec_clear(text);
    for (size_t i = 0; i < n; i++) {
        const bool is_pair = at[i] >= 0xc0 && i + 1 < n;

        vec_push(text,
                 (char)(is_pair ? at[i] << 6 | (at[i + 1] & 0x3f) : at[i]));
        i += is_pair;
    }
}

const char *json_text_at(const json_t *object, const char *key)
{
    const char *const text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}
