/* One entry a line, blocks after one another:
 *
 *     PEP, PTNet or PetriBox, FORMAT_N or FORMAT_N2    the three header lines
 *     DPL .. DTR .. DPT ..                             what entries leave out
 *     PL  places       7"P7"1890@240M1m1
 *     TR  transitions  3"T3"930@150b"text"
 *     TP  arcs t<p     from transition to place
 *     PT  arcs p>t     from place to transition
 *     RA  arcs t<p     the transition reads the place
 *
 * M is the initial marking.  m is the one that the editor showed last: it
 * takes part in nothing. */
#include "llnet.h"

#include "check.h"
#include "hash.h"
#include "mem.h"
#include "scan.h"
#include "text.h"
#include "vec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum entry_kind { ENTRY_PLACE, ENTRY_TRANS, ENTRY_ARC, ENTRY_READ };

/* Numbers of one kind of node in the file, to dense ids. */
struct numbers {
    VEC(uint32_t) at;
    struct hash index;
};

/* What DPL sets, or what the entry of a place says. */
struct attributes {
    uint32_t tokens;
    bool has_tokens;
};

/* The entry that is being read, as the user numbered it, for messages. */
struct subject {
    enum entry_kind kind;
    bool place_first;
    uint32_t place, trans;
};

struct block;

struct reader {
    struct scan scan;
    struct subject subject;
    struct net_builder *builder;
    struct numbers places, transitions;
    struct attributes place_default;
    text_buffer word, name;
    const struct block *block; /* NULL: before the first one */
    bool seen_places, seen_transitions;
};

/* -- Words and lines -- */

static bool at_line_end(struct scan *scan)
{
    const int c = scan_peek(scan);

    return c == '\n' || c == '%' || c == SCAN_END;
}

/* To the first character of the next line that holds anything. */
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
    if (at_line_end(scan))
        return !scan->failed;
    return scan_error(scan, "expected the end of the line, found %s",
                      scan_describe(scan_peek(scan), text));
}

/* Words of the format: letters, digits and '_'. */
static const char *read_keyword(struct reader *r)
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

/* -- Messages -- */

/* "place 7", "transition 3" or "the arc from place 7 to transition 3". */
static const char *describe(const struct subject *s, char text[96])
{
    if (s->kind == ENTRY_PLACE)
        (void)snprintf(text, 96, "place %u", s->place);
    else if (s->kind == ENTRY_TRANS)
        (void)snprintf(text, 96, "transition %u", s->trans);
    else if (s->kind == ENTRY_READ || s->place_first)
        (void)snprintf(text, 96, "the arc from place %u to transition %u",
                       s->place, s->trans);
    else
        (void)snprintf(text, 96, "the arc from transition %u to place %u",
                       s->trans, s->place);
    return text;
}

/* -- Attributes: a letter and its value -- */

/* "n@n", "n" or nothing; either may be negative. */
static bool skip_value(struct scan *scan)
{
    uint32_t value;

    for (;;) {
        if (scan_peek(scan) == '-')
            (void)scan_next(scan);
        if (!isdigit(scan_peek(scan)))
            return !scan->failed;
        if (!scan_number(scan, "number", &value))
            return false;
        if (scan_peek(scan) != '@' && scan_peek(scan) != ',')
            return true;
        (void)scan_next(scan);
    }
}

static bool skip_attribute(struct reader *r)
{
    scan_skip_blanks(&r->scan);
    if (scan_peek(&r->scan) == '"')
        return scan_quoted(&r->scan, '"', '"', 0, &r->word);
    return skip_value(&r->scan);
}

static bool read_tokens(struct reader *r, struct attributes *a,
                        struct net_where where)
{
    char text[96];
    uint32_t tokens;

    if (!scan_number(&r->scan, "a marking", &tokens))
        return false;
    if (a->has_tokens && tokens != a->tokens)
        return scan_error_at(&r->scan, where, "%s has two different markings",
                             describe(&r->subject, text));
    a->has_tokens = true;
    a->tokens = tokens;
    return true;
}

static bool read_weight(struct reader *r, struct net_where where)
{
    char text[96];
    uint32_t weight;

    if (!scan_number(&r->scan, "a weight", &weight))
        return false;
    return weight == 1 ||
           scan_error_at(&r->scan, where,
                         "%s has weight %u: only weight 1 is supported",
                         describe(&r->subject, text), weight);
}

/* k-1 says that there is none. */
static bool read_capacity(struct reader *r, struct net_where where)
{
    const bool negative = scan_peek(&r->scan) == '-';
    char text[96];
    uint32_t value;

    if (negative)
        (void)scan_next(&r->scan);
    if (!scan_number(&r->scan, "a capacity", &value))
        return false;
    return negative || scan_error_at(&r->scan, where,
                                     "%s has a capacity of %u: capacities are "
                                     "not supported",
                                     describe(&r->subject, text), value);
}

/* All that is known to say nothing about behaviour: sizes, offsets, flags for
 * entry and exit, meanings, references, unfolding labels, joints of arcs. */
static bool is_decoration(int letter)
{
    return letter != SCAN_END && strchr("abeijmnpstuvxyzPRSJ", letter);
}

static bool read_attribute(struct reader *r, struct attributes *a)
{
    const struct net_where where = scan_where(&r->scan);
    const int letter = scan_peek(&r->scan);
    char text[16], about[96];

    if (letter == SCAN_END || !isalpha(letter))
        return scan_error(&r->scan, "expected an attribute, found %s",
                          scan_describe(letter, text));
    (void)scan_next(&r->scan);
    if (letter == 'M' && r->subject.kind == ENTRY_PLACE)
        return read_tokens(r, a, where);
    if (letter == 'k' && r->subject.kind == ENTRY_PLACE)
        return read_capacity(r, where);
    if (letter == 'w' && r->subject.kind == ENTRY_ARC)
        return read_weight(r, where);
    if (is_decoration(letter))
        return skip_attribute(r);
    return scan_error_at(&r->scan, where, "%s has an unknown attribute %s",
                         describe(&r->subject, about),
                         scan_describe(letter, text));
}

static bool read_attributes(struct reader *r, struct attributes *a)
{
    scan_skip_blanks(&r->scan);
    while (!at_line_end(&r->scan)) {
        if (!read_attribute(r, a))
            return false;
        scan_skip_blanks(&r->scan);
    }
    return !r->scan.failed;
}

/* -- Entries -- */

static bool read_coordinates(struct reader *r)
{
    const int c = scan_peek(&r->scan);

    return !(c == '-' || isdigit(c)) || skip_value(&r->scan);
}

/* The number before the name; what follows the last one when left out. */
static bool read_node_number(struct reader *r, const struct numbers *known,
                             uint32_t *number)
{
    const struct net_where where = scan_where(&r->scan);

    if (isdigit(scan_peek(&r->scan)))
        return scan_number(&r->scan, "a number", number);
    *number = known->at.len ? *vec_top(&known->at) + 1 : 1;
    return *number <= INT32_MAX ||
           scan_error_at(&r->scan, where, "the number is too large");
}

static bool add_node(struct reader *r, enum entry_kind kind, uint32_t number,
                     const struct attributes *a, struct net_where where)
{
    char id[16];
    uint32_t n;

    (void)snprintf(id, sizeof id, "%u", number);
    text_end(&r->name);
    n = kind == ENTRY_PLACE ? net_builder_place(r->builder, id, r->name.at,
                                                a->tokens, where, r->scan.diag)
                            : net_builder_trans(r->builder, id, r->name.at,
                                                where, r->scan.diag);
    r->scan.failed |= n == UINT32_MAX;
    if (!r->scan.failed)
        put_number(kind == ENTRY_PLACE ? &r->places : &r->transitions, number);
    return !r->scan.failed;
}

/* [number] ["name"] [x@y] attributes */
static bool read_node(struct reader *r, enum entry_kind kind)
{
    const bool place = kind == ENTRY_PLACE;
    const struct net_where where = scan_where(&r->scan);
    struct attributes a = r->place_default;
    uint32_t number;

    a.has_tokens = false;
    r->name.len = 0;
    if (!read_node_number(r, place ? &r->places : &r->transitions, &number))
        return false;
    r->subject = (struct subject){kind, place, number, number};
    scan_skip_blanks(&r->scan);
    if (scan_peek(&r->scan) == '"') {
        if (!scan_quoted(&r->scan, '"', '"', 0, &r->name))
            return false;
        (void)text_make_utf8(&r->name);
    }
    scan_skip_blanks(&r->scan);
    if (!read_coordinates(r) || !read_attributes(r, &a))
        return false;
    return add_node(r, kind, number, &a, where);
}

static bool read_end(struct reader *r, enum entry_kind kind, uint32_t *node)
{
    const bool place = kind == ENTRY_PLACE;
    const char *what = place ? "place" : "transition";
    struct net_where where;
    uint32_t number;

    scan_skip_blanks(&r->scan);
    where = scan_where(&r->scan);
    if (!scan_number(&r->scan, place ? "a place" : "a transition", &number))
        return false;
    *(place ? &r->subject.place : &r->subject.trans) = number;
    *node = find_number(place ? &r->places : &r->transitions, number);
    return *node != UINT32_MAX ||
           scan_error_at(&r->scan, where, "there is no %s %u", what, number);
}

static bool read_sign(struct reader *r, int sign)
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
static bool read_arc(struct reader *r, enum entry_kind kind, int sign,
                     place_id *p, trans_id *t)
{
    const bool place_first = sign == '>';
    struct attributes none = {0};

    r->subject = (struct subject){kind, place_first, 0, 0};
    return read_end(r, place_first ? ENTRY_PLACE : ENTRY_TRANS,
                    place_first ? p : t) &&
           read_sign(r, sign) &&
           read_end(r, place_first ? ENTRY_TRANS : ENTRY_PLACE,
                    place_first ? t : p) &&
           read_attributes(r, &none);
}

static bool read_input(struct reader *r)
{
    const struct net_where where = scan_where(&r->scan);
    place_id p;
    trans_id t;

    if (!read_arc(r, ENTRY_ARC, '>', &p, &t))
        return false;
    net_builder_input(r->builder, p, t, where);
    return true;
}

static bool read_output(struct reader *r)
{
    const struct net_where where = scan_where(&r->scan);
    place_id p;
    trans_id t;

    if (!read_arc(r, ENTRY_ARC, '<', &p, &t))
        return false;
    net_builder_output(r->builder, t, p, where);
    return true;
}

static bool read_read(struct reader *r)
{
    const struct net_where where = scan_where(&r->scan);
    place_id p;
    trans_id t;

    if (!read_arc(r, ENTRY_READ, '<', &p, &t))
        return false;
    net_builder_read(r->builder, p, t, where);
    return true;
}

static bool read_place(struct reader *r)
{
    return read_node(r, ENTRY_PLACE);
}

static bool read_transition(struct reader *r)
{
    return read_node(r, ENTRY_TRANS);
}

/* Texts and the like may hold line ends within quotes. */
static bool skip_entry(struct reader *r)
{
    struct net_where open = scan_where(&r->scan);
    bool quoted = false;

    for (int c = scan_peek(&r->scan);
         c != SCAN_END && (quoted || !at_line_end(&r->scan));
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
    bool (*read)(struct reader *r); /* one entry */
};

static const struct block blocks[] = {
    {"PL", read_place},
    {"TR", read_transition},
    {"TP", read_output},
    {"PT", read_input},
    {"RA", read_read},
    /* Boxes, texts, and the phantoms of PEP's simulator. */
    {"BL", skip_entry},
    {"TX", skip_entry},
    {"PTR", skip_entry},
    {"PTP", skip_entry},
    {"PPT", skip_entry},
};

static const struct block *find_block(const char *name)
{
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (!strcmp(name, blocks[i].name))
            return &blocks[i];
    return NULL;
}

static bool begin_block(struct reader *r, const char *word,
                        struct net_where where)
{
    r->block = find_block(word);
    if (!r->block)
        return scan_error_at(&r->scan, where,
                             "blocks '%.40s' are not supported%s", word,
                             strcmp(word, "RS") ? "" : ": reset arcs");
    r->seen_places |= !strcmp(word, "PL");
    r->seen_transitions |= !strcmp(word, "TR");
    return end_entry(&r->scan);
}

/* DPL, DTR, DPT: attributes of the entries that do not say otherwise. */
static bool read_defaults(struct reader *r, const char *word)
{
    struct attributes none = {0};

    r->subject = (struct subject){ENTRY_PLACE, false, 0, 0};
    if (!strcmp(word, "DPL"))
        return read_attributes(r, &r->place_default);
    r->subject.kind = strcmp(word, "DTR") ? ENTRY_ARC : ENTRY_TRANS;
    return read_attributes(r, &none);
}

static bool is_heading(const char *word)
{
    const size_t n = strlen(word);

    return (n == 2 || n == 3) &&
           strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == n;
}

/* A line that begins with a capital: the name of a block or defaults; in a
 * block that is skipped, maybe something else. */
static bool read_capital(struct reader *r)
{
    const struct net_where where = scan_where(&r->scan);
    const char *word = read_keyword(r);

    if (!strcmp(word, "DPL") || !strcmp(word, "DTR") || !strcmp(word, "DPT"))
        return read_defaults(r, word);
    scan_skip_blanks(&r->scan);
    if (r->block && r->block->read == skip_entry &&
        !(is_heading(word) && at_line_end(&r->scan)))
        return skip_entry(r);
    return begin_block(r, word, where);
}

static bool read_line(struct reader *r)
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

static bool read_header_line(struct reader *r, const char *first,
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

static bool read_all(struct reader *r)
{
    if (!read_header_line(r, "PEP", NULL) ||
        !read_header_line(r, "PTNet", "PetriBox") ||
        !read_header_line(r, "FORMAT_N", "FORMAT_N2"))
        return false;
    for (next_entry(&r->scan); scan_peek(&r->scan) != SCAN_END;
         next_entry(&r->scan))
        if (!read_line(r))
            return false;
    if (!r->seen_places || !r->seen_transitions)
        return scan_error(&r->scan, "the file ends without a block %s",
                          r->seen_places ? "TR" : "PL");
    return scan_finish(&r->scan);
}

/* -- The module -- */

bool llnet_probe(const char *page, size_t len)
{
    size_t i = 0;

    if (len >= 3 && !memcmp(page, "\xef\xbb\xbf", 3))
        i = 3;
    while (i < len) {
        if (page[i] == '%')
            while (i < len && page[i] != '\n' && page[i] != '\r')
                i++;
        else if (strchr(" \t\r\n", page[i]) && page[i])
            i++;
        else
            break;
    }
    return len - i >= 3 && !memcmp(page + i, "PEP", 3);
}

struct net *llnet_read(struct source *source, struct diag *diag)
{
    struct reader *r = mem_zero(1, sizeof *r);
    struct net *net = NULL;

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
    free(r);
    return net;
}
