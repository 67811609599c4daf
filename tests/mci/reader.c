#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cursor {
    const unsigned char *bytes;
    size_t len, at;
    const char *why; /* the first error */
};

static void complain(struct cursor *c, const char *why)
{
    if (!c->why)
        c->why = why;
}

/* 0, which ends every list, after an error. */
static uint32_t number(struct cursor *c)
{
    uint32_t value = 0;

    if (c->len - c->at < 4)
        complain(c, "the file ends within a number");
    if (c->why)
        return 0;
    for (uint32_t i = 0; i < 4; i++)
        value |= (uint32_t)c->bytes[c->at++] << (8 * i);
    return value;
}

static uint32_t number_up_to(struct cursor *c, uint32_t high, const char *why)
{
    const uint32_t value = number(c);

    if (value <= high)
        return value;
    complain(c, why);
    return 0;
}

/* The number of things with at least `size` bytes each. */
static uint32_t count(struct cursor *c, size_t size)
{
    const uint32_t n = number(c);

    if (n <= c->len / size)
        return n;
    complain(c, "more is announced than there is");
    return 0;
}

/* A failed allocation fails the test. */
static void *array(size_t n, size_t size)
{
    void *at = calloc(n + 1, size);

    if (!at)
        abort();
    return at;
}

static void read_conditions(struct reader *r, struct cursor *c)
{
    uint32_t n = 0;

    for (uint32_t b = 1; b <= r->n_conditions; b++) {
        uint32_t e;

        r->consumer_at[b] = n;
        r->place[b] = number(c);
        r->producer[b] = number_up_to(c, r->n_events, "no such producer");
        while ((e = number_up_to(c, r->n_events, "no such consumer")))
            r->consumers[n++] = e;
    }
    r->consumer_at[r->n_conditions + 1] = n;
}

static void read_cutoffs(struct reader *r, struct cursor *c)
{
    uint32_t e;

    while ((e = number_up_to(c, r->n_events, "no such cutoff"))) {
        const uint32_t companion = number(c);

        if (companion > r->n_events && companion != READER_NOT_KNOWN)
            complain(c, "no such companion");
        if (r->n_cutoffs == r->n_events)
            complain(c, "more cutoffs than events");
        else
            r->cutoffs[r->n_cutoffs++] = (struct reader_cutoff){e, companion};
    }
    if (number(c))
        complain(c, "a configuration is listed");
}

static char *text(struct cursor *c, struct reader *r)
{
    char *const start = (char *)r->bytes + c->at;
    const unsigned char *end;

    if (c->why)
        return start;
    end = memchr(c->bytes + c->at, 0, c->len - c->at);
    if (end)
        c->at = (size_t)(end - c->bytes) + 1;
    else
        complain(c, "a name does not end");
    return start;
}

static void read_names(struct reader *r, struct cursor *c, char **names,
                       uint32_t n)
{
    for (uint32_t i = 1; i <= n; i++)
        names[i] = text(c, r);
    if (!c->why && *text(c, r))
        complain(c, "a name too many");
}

static void check_ranges(const struct reader *r, struct cursor *c)
{
    for (uint32_t b = 1; b <= r->n_conditions && !c->why; b++)
        if (r->place[b] == 0 || r->place[b] > r->n_places)
            complain(c, "no such place");
    for (uint32_t e = 1; e <= r->n_events && !c->why; e++)
        if (r->transition[e] == 0 || r->transition[e] > r->n_transitions)
            complain(c, "no such transition");
    if (c->at != c->len)
        complain(c, "there is more behind the names");
}

static void read_all(struct reader *r, struct cursor *c)
{
    r->n_conditions = count(c, 12);
    r->n_events = count(c, 4);
    r->transition = array(r->n_events + 1, 4);
    r->cutoffs = array(r->n_events + 1, sizeof *r->cutoffs);
    r->place = array(r->n_conditions + 1, 4);
    r->producer = array(r->n_conditions + 1, 4);
    r->consumer_at = array(r->n_conditions + 2, 4);
    r->consumers = array(c->len / 4, 4);
    for (uint32_t e = 1; e <= r->n_events; e++)
        r->transition[e] = number(c);
    read_conditions(r, c);
    read_cutoffs(r, c);
    r->n_places = count(c, 1);
    r->n_transitions = count(c, 1);
    r->longest = number(c);
    r->place_names = array(r->n_places + 1, sizeof *r->place_names);
    r->transition_names =
        array(r->n_transitions + 1, sizeof *r->transition_names);
    read_names(r, c, r->place_names, r->n_places);
    read_names(r, c, r->transition_names, r->n_transitions);
    check_ranges(r, c);
}

const char *reader_open(struct reader *reader, const char *path)
{
    FILE *const file = fopen(path, "rb");
    struct cursor c = {0};
    long size;

    *reader = (struct reader){0};
    if (!file)
        return "there is no file";
    if (fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0)
        abort();
    rewind(file);
    reader->bytes = array((size_t)size, 1);
    c.bytes = reader->bytes;
    c.len = fread(reader->bytes, 1, (size_t)size, file);
    fclose(file);
    read_all(reader, &c);
    return c.why;
}

void reader_close(struct reader *reader)
{
    free(reader->transition);
    free(reader->place);
    free(reader->producer);
    free(reader->consumer_at);
    free(reader->consumers);
    free(reader->cutoffs);
    free(reader->place_names);
    free(reader->transition_names);
    free(reader->bytes);
    *reader = (struct reader){0};
}
