/* A file is a sequence of blocks with one entry a line:
 *
 *     PEP, PTNet or PetriBox, FORMAT_N or FORMAT_N2    the three header lines
 *     DPL .. DTR .. DPT ..                             defaults of the entries
 *     PL  places       7"P7"1890@240M1m1
 *     TR  transitions  3"T3"930@150b"text"
 *     TP  arcs t<p     from transition to place
 *     PT  arcs p>t     from place to transition
 *     RA  arcs t<p     the transition reads the place
 *     RD  arcs p>t     the same
 *     RS  arcs p>t     the transition empties the place
 *
 * M is the initial marking.  m is the marking that the editor showed last; the
 * reader ignores it. */
#include "formats/net/net_formats.h"

#include "base/check.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "formats/net/llnet_attr.h"
#include "formats/text/scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Maps the numbers of one kind of node in the file to dense ids. */
struct numbers {
    VEC(uint32_t) at;
    struct hash index;
};

struct block;

struct llnet_reader {
    struct scan scan;
    struct llnet_attr_subject subject;
    struct net_builder *builder;
    struct numbers places, transitions;
    struct llnet_attr_set place_default, arc_default;
    text_buffer word, name;
    const struct block *block; /* NULL: before the first one */
    bool seen[4];              /* the blocks in needed[] */
};

/* -- Words and lines -- */

/* Moves to the next line that is not empty, past its blanks. */
static void next_entry(struct scan *scan)
{
    for (;;) {
        scan_skip_space(scan);
        if (scan_peek(scan) != '%')
            return;
        scan_skip_line(scan);
    }
}

static bool end_entry(struct scan *scan)
{
    char text[16];

    scan_skip_blanks(scan);
    if (llnet_attr_at_end(scan))
        return !scan->failed;
    return scan_error(scan, "expected the end of the line, found %s",
                      scan_describe(scan_peek(scan), text));
}

/* Keywords consist of letters, digits and '_'. */
static const char *read_keyword(struct llnet_reader *r)
{
    r->word.len = 0;
    for (int c = scan_peek(&r->scan); c != SCAN_END && (isalnum(c) || c == '_');
         c = scan_peek(&r->scan)) {
        const char byte = (char)scan_next(&r->scan);

        text_add(&r->word, &byte, 1);
    }
    return text_end(&r->word);
}

/* -- Numbered nodes -- */

static uint32_t find_number(const struct numbers *numbers, uint32_t number)
{
    const uint32_t h = hash_mix(0, number);
    uint32_t n;

    for (uint32_t p = hash_first(&numbers->index, h);
         (n = hash_id(&numbers->index, p)) != HASH_FREE;
         p = hash_next(&numbers->index, p))
        if (numbers->at.at[n] == number)
            return n;
    return UINT32_MAX;
}

static void put_number(struct numbers *numbers, uint32_t number)
{
    hash_put(&numbers->index, hash_mix(0, number), numbers->at.len);
    vec_push(&numbers->at, number);
}

static void numbers_finish(struct numbers *numbers)
{
    vec_free(&numbers->at);
    hash_finish(&numbers->index);
}

/* -- Entries -- */

static bool read_attributes(struct llnet_reader *r, struct llnet_attr_set *a)
{
    return llnet_attr_read(&r->scan, &r->subject, a, &r->word);
}

static bool read_coordinates(struct llnet_reader *r)
{
    const int c = scan_peek(&r->scan);

    return !(c == '-' || isdigit(c)) || llnet_attr_skip_value(&r->scan);
}

/* The number before the name; by default the last number plus one. */
static bool read_node_number(struct llnet_reader *r,
                             const struct numbers *known, uint32_t *number)
{
    const struct net_where where = scan_where(&r->scan);

    if (isdigit(scan_peek(&r->scan)))
        return scan_number(&r->scan, "this number", number);
    *number = known->at.len ? *vec_top(&known->at) + 1 : 1;
    return *number <= INT32_MAX ||
           scan_error_at(&r->scan, where, "the number is too large");
}

static bool add_node(struct llnet_reader *r, enum llnet_attr_kind kind,
                     uint32_t number, const struct llnet_attr_set *a,
                     struct net_where where)
{
    char id[16];
    uint32_t n;

    (void)snprintf(id, sizeof id, "%u", number);
    text_end(&r->name);
    n = kind == LLNET_PLACE ? net_builder_place(r->builder, id, r->name.at,
                                                a->tokens, where, r->scan.diag)
                            : net_builder_trans(r->builder, id, r->name.at,
                                                where, r->scan.diag);
    r->scan.failed |= n == UINT32_MAX;
    if (!r->scan.failed && kind == LLNET_PLACE && a->capacity)
        net_builder_capacity(r->builder, n, a->capacity);
    if (!r->scan.failed)
        put_number(kind == LLNET_PLACE ? &r->places : &r->transitions, number);
    return !r->scan.failed;
}

/* [number] ["name"] [x@y] attributes */
static bool read_node(struct llnet_reader *r, enum llnet_attr_kind kind)
{
    const bool place = kind == LLNET_PLACE;
    const struct net_where where = scan_where(&r->scan);
    struct llnet_attr_set a = r->place_default;
    uint32_t number;

    a.has_tokens = false;
    r->name.len = 0;
    if (!read_node_number(r, place ? &r->places : &r->transitions, &number))
        return false;
    r->subject =
        (struct llnet_attr_subject){kind, place, false, number, number};
    scan_skip_blanks(&r->scan);
    if (scan_peek(&r->scan) == '"') {
        if (!scan_quoted(&r->scan, '"', '"', 0, &r->name))
            return false;
        (void)text_make_utf8(&r->name);
        text_collapse(&r->name);
    }
    scan_skip_blanks(&r->scan);
    if (!read_coordinates(r) || !read_attributes(r, &a))
        return false;
    return add_node(r, kind, number, &a, where);
}

static bool read_end(struct llnet_reader *r, enum llnet_attr_kind kind,
                     uint32_t *node)
{
    const bool place = kind == LLNET_PLACE;
    const char *what = place ? "place" : "transition";
    struct net_where where;
    uint32_t number;

    scan_skip_blanks(&r->scan);
    where = scan_where(&r->scan);
    if (!scan_number(&r->scan,
                     place ? "the number of a place"
                           : "the number of a transition",
                     &number))
        return false;
    *(place ? &r->subject.place : &r->subject.trans) = number;
    *node = find_number(place ? &r->places : &r->transitions, number);
    return *node != UINT32_MAX ||
           scan_error_at(&r->scan, where, "there is no %s %u", what, number);
}

static bool read_sign(struct llnet_reader *r, int sign)
{
    char text[16];

    scan_skip_blanks(&r->scan);
    if (scan_peek(&r->scan) != sign)
        return scan_error(&r->scan, "expected '%c', found %s", sign,
                          scan_describe(scan_peek(&r->scan), text));
    (void)scan_next(&r->scan);
    return true;
}

/* place > transition, or transition < place */
static bool read_arc(struct llnet_reader *r, enum llnet_attr_kind kind,
                     int sign, place_id *p, trans_id *t, uint32_t *weight)
{
    const bool place_first = sign == '>';
    struct llnet_attr_set set = r->arc_default;

    r->subject = (struct llnet_attr_subject){kind, place_first, false, 0, 0};
    if (!read_end(r, place_first ? LLNET_PLACE : LLNET_TRANS,
                  place_first ? p : t) ||
        !read_sign(r, sign) ||
        !read_end(r, place_first ? LLNET_TRANS : LLNET_PLACE,
                  place_first ? t : p) ||
        !read_attributes(r, &set))
        return false;
    *weight = set.weight ? set.weight : 1;
    return true;
}

static bool read_produce(struct llnet_reader *r)
{
    place_id p;
    trans_id t;
    uint32_t weight;

    if (!read_arc(r, LLNET_ARC, '<', &p, &t, &weight))
        return false;
    net_builder_arc(r->builder, GIVEN_PRODUCE, p, t, weight);
    return true;
}

static bool read_read(struct llnet_reader *r)
{
    place_id p;
    trans_id t;
    uint32_t weight;

    if (!read_arc(r, LLNET_READ, '<', &p, &t, &weight))
        return false;
    net_builder_arc(r->builder, GIVEN_READ, p, t, weight);
    return true;
}

/* place > transition */
static bool read_from_place(struct llnet_reader *r, enum net_given_kind kind)
{
    place_id p;
    trans_id t;
    uint32_t weight;

    if (!read_arc(r, LLNET_ARC, '>', &p, &t, &weight))
        return false;
    net_builder_arc(r->builder, kind, p, t, weight);
    return true;
}

static bool read_consume(struct llnet_reader *r)
{
    return read_from_place(r, GIVEN_CONSUME);
}

static bool read_read_from(struct llnet_reader *r)
{
    return read_from_place(r, GIVEN_READ);
}

static bool read_reset(struct llnet_reader *r)
{
    return read_from_place(r, GIVEN_RESET);
}

/* Of a block that must be empty. */
static bool refuse_entry(struct llnet_reader *r)
{
    return scan_error(&r->scan, "blocks 'RT' are not supported");
}

static bool read_place(struct llnet_reader *r)
{
    return read_node(r, LLNET_PLACE);
}

static bool read_transition(struct llnet_reader *r)
{
    return read_node(r, LLNET_TRANS);
}

/* Texts and similar entries may contain line ends within quotes. */
static bool skip_entry(struct llnet_reader *r)
{
    struct net_where open = scan_where(&r->scan);
    bool quoted = false;

    for (int c = scan_peek(&r->scan);
         c != SCAN_END && (quoted || !llnet_attr_at_end(&r->scan));
         c = scan_peek(&r->scan)) {
        if (c == '"') {
            quoted = !quoted;
            open = scan_where(&r->scan);
        }
        (void)scan_next(&r->scan);
    }
    return !quoted ||
           scan_error_at(&r->scan, open, "this '\"' is never closed");
}

/* -- Blocks -- */

struct block {
    const char *name;
    bool (*read)(struct llnet_reader *r); /* one entry */
};

static const struct block blocks[] = {
    {"PL", read_place},
    {"TR", read_transition},
    {"TP", read_produce},
    {"PT", read_consume},
    {"RA", read_read},
    /* Of ecofolder. */
    {"RD", read_read_from},
    {"RS", read_reset},
    {"RT", refuse_entry},
    /* Boxes, texts, and the phantoms of PEP's simulator. */
    {"BL", skip_entry},
    {"TX", skip_entry},
    {"PTR", skip_entry},
    {"PTP", skip_entry},
    {"PPT", skip_entry},
};

/* A file without one of these was cut off. */
static const char *const needed[] = {"PL", "TR", "TP", "PT"};

static const struct block *find_block(const char *name)
{
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (!strcmp(name, blocks[i].name))
            return &blocks[i];
    return NULL;
}

static bool begin_block(struct llnet_reader *r, const char *word,
                        struct net_where where)
{
    r->block = find_block(word);
    if (!r->block)
        return scan_error_at(&r->scan, where,
                             "blocks '%.40s' are not supported", word);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        r->seen[i] |= !strcmp(word, needed[i]);
    return end_entry(&r->scan);
}

/* DPL, DTR, DPT: default attributes of the entries. */
static bool read_defaults(struct llnet_reader *r, const char *word)
{
    struct llnet_attr_set none = {0};

    r->subject = (struct llnet_attr_subject){LLNET_PLACE, false, true, 0, 0};
    if (!strcmp(word, "DPL"))
        return read_attributes(r, &r->place_default);
    if (!strcmp(word, "DPT")) {
        r->subject.kind = LLNET_ARC;
        return read_attributes(r, &r->arc_default);
    }
    r->subject.kind = LLNET_TRANS;
    return read_attributes(r, &none);
}

static bool is_heading(const char *word)
{
    const size_t n = strlen(word);

    return (n == 2 || n == 3) &&
           strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == n;
}

/* A line that begins with a capital: the name of a block, or defaults.  In a
 * skipped block it may be an entry. */
static bool read_capital(struct llnet_reader *r)
{
    const struct net_where where = scan_where(&r->scan);
    const char *word = read_keyword(r);

    if (!strcmp(word, "DPL") || !strcmp(word, "DTR") || !strcmp(word, "DPT"))
        return read_defaults(r, word);
    scan_skip_blanks(&r->scan);
    if (r->block && r->block->read == skip_entry &&
        !(is_heading(word) && llnet_attr_at_end(&r->scan)))
        return skip_entry(r);
    return begin_block(r, word, where);
}

static bool read_line(struct llnet_reader *r)
{
    const int c = scan_peek(&r->scan);
    char text[16];

    if (c >= 'A' && c <= 'Z')
        return read_capital(r);
    if (!r->block)
        return scan_error(&r->scan, "expected the name of a block, found %s",
                          scan_describe(c, text));
    return r->block->read(r) && end_entry(&r->scan);
}

static bool read_header_line(struct llnet_reader *r, const char *first,
                             const char *second)
{
    next_entry(&r->scan);

    const struct net_where where = scan_where(&r->scan);
    const char *word = read_keyword(r);

    if (!strcmp(word, first) || (second && !strcmp(word, second)))
        return end_entry(&r->scan);
    return scan_error_at(&r->scan, where, "expected %s%s%s", first,
                         second ? " or " : "", second ? second : "");
}

static bool read_all(struct llnet_reader *r)
{
    if (!read_header_line(r, "PEP", NULL) ||
        !read_header_line(r, "PTNet", "PetriBox") ||
        !read_header_line(r, "FORMAT_N", "FORMAT_N2"))
        return false;
    for (next_entry(&r->scan); scan_peek(&r->scan) != SCAN_END;
         next_entry(&r->scan))
        if (!read_line(r))
            return false;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!r->seen[i])
            return scan_error(&r->scan,
                              "the file ends without a block %s: it seems to "
                              "be cut off",
                              needed[i]);
    return scan_finish(&r->scan);
}

/* -- The module -- */

bool llnet_probe(const char *page, size_t len)
{
    const size_t i = scan_prelude(page, len, '%');

    return len - i >= 3 && !memcmp(page + i, "PEP", 3);
}

struct net *llnet_read(struct source *source,
                       const struct net_formats_options *options,
                       struct diag *diag)
{
    struct llnet_reader *r = mem_zero(1, sizeof *r);
    struct net *net = NULL;

    (void)options;
    scan_init(&r->scan, source, diag);
    r->builder = net_builder_create();
    net_builder_prefer_names(r->builder);
    if (read_all(r))
        net = net_builder_finish(r->builder, diag);
    else
        net_builder_destroy(r->builder);
    numbers_finish(&r->places);
    numbers_finish(&r->transitions);
    vec_free(&r->word);
    vec_free(&r->name);
    mem_free(r);
    return net;
}
