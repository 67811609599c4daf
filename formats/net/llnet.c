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

#include "base/keys.h"
#include "formats/text/scan.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct llnet_reader;

/* A block: how one of its entries is read; of arcs, their form and their
 * kind. */
struct block {
    const char *name;
    bool (*read)(struct llnet_reader *r);
    char sign; /* place '>' transition, or transition '<' place */
    enum net_given_kind kind;
};

enum llnet_entry { ENTRY_PLACE, ENTRY_TRANS, ENTRY_ARC };

/* The entry under way, with the user's numbers, for messages. */
struct subject {
    enum llnet_entry entry;
    bool place_first; /* the arc goes from the place to the transition, or the
                         transition reads the place */
    bool is_default;  /* not an entry: a default for the whole kind */
    uint32_t place, trans;
};

struct attributes {
    uint32_t tokens;
    bool has_tokens;
    uint32_t capacity; /* 0: none */
    uint32_t weight;   /* 0: none is given, so it is 1 */
};

struct llnet_reader {
    struct scan scan;
    struct subject subject;
    struct net_builder *builder;
    struct keys places, transitions; /* their numbers in the file, by id */
    struct attributes place_default, arc_default;
    text_buffer word, name;
    const struct block *block; /* NULL: before the first one */
    bool seen[4];              /* the blocks in needed[] */
};

/* -- Words and lines -- */

/* Keywords consist of letters, digits and '_'. */
static bool is_keyword_byte(int c)
{
    return c != SCAN_END && (isalnum(c) || c == '_');
}

static const char *read_keyword(struct llnet_reader *r)
{
    r->word.len = 0;
    scan_take(&r->scan, is_keyword_byte, &r->word);
    return text_end(&r->word);
}

/* -- Attributes: letters with their values, up to the end of the line -- */

enum { ABOUT = 96 };

/* "place 7", "transition 3" or "the arc from place 7 to transition 3". */
static const char *describe(const struct subject *s, char text[ABOUT])
{
    static const char *const entries[] = {"place", "transition", "arc"};

    if (s->is_default)
        (void)snprintf(text, ABOUT, "every %s", entries[s->entry]);
    else if (s->entry == ENTRY_PLACE)
        (void)snprintf(text, ABOUT, "place %u", s->place);
    else if (s->entry == ENTRY_TRANS)
        (void)snprintf(text, ABOUT, "transition %u", s->trans);
    else if (s->place_first)
        (void)snprintf(text, ABOUT, "the arc from place %u to transition %u",
                       s->place, s->trans);
    else
        (void)snprintf(text, ABOUT, "the arc from transition %u to place %u",
                       s->trans, s->place);
    return text;
}

/* "n@n", "n", lists of these, or nothing; each n may be negative. */
static bool skip_value(struct llnet_reader *r)
{
    struct scan *const scan = &r->scan;
    uint32_t value;

    for (;;) {
        (void)scan_accept(scan, '-');
        if (!isdigit(scan_peek(scan)))
            return !scan->failed;
        if (!scan_number(scan, "this number", &value))
            return false;
        if (!scan_accept(scan, '@') && !scan_accept(scan, ','))
            return true;
    }
}

static bool skip_attribute(struct llnet_reader *r)
{
    scan_skip_blanks(&r->scan);
    if (scan_peek(&r->scan) == '"')
        return scan_quoted(&r->scan, '"', 0, &r->word);
    return skip_value(r);
}

/* M: the initial marking.  k: a capacity, of which -1 means none.  w: the
 * weight. */
static bool read_value(struct llnet_reader *r, int letter, struct attributes *a,
                       struct net_where where)
{
    const char *const what = letter == 'M'   ? "marking"
                             : letter == 'k' ? "capacity"
                                             : "weight";
    const bool negative = letter == 'k' && scan_accept(&r->scan, '-');
    char about[ABOUT], text[ABOUT + 32];
    uint32_t value;

    describe(&r->subject, about);
    (void)snprintf(text, sizeof text, "the %s of %s", what, about);
    if (!scan_number(&r->scan, text, &value))
        return false;
    if (letter == 'M' && a->has_tokens && value != a->tokens)
        return scan_error_at(&r->scan, where, "%s has two different markings",
                             about);
    if (letter == 'k' && !negative && !value)
        return scan_error_at(&r->scan, where,
                             "%s has a capacity of 0, which is not supported",
                             about);
    if (letter == 'w' && (!value || value > NET_MAX_WEIGHT))
        return scan_error_at(&r->scan, where,
                             "%s has weight %u, which is too %s", about, value,
                             value ? "large" : "small");
    a->has_tokens |= letter == 'M';
    *(letter == 'M'   ? &a->tokens
      : letter == 'k' ? &a->capacity
                      : &a->weight) = negative ? 0 : value;
    return true;
}

/* Letters known to be irrelevant to behaviour: sizes, offsets, flags for entry
 * and exit, meanings, references, unfolding labels, joints of arcs. */
static bool is_decoration(int letter)
{
    return strchr("abeijmnpstuvxyzPRSJ", letter) != NULL;
}

static bool read_attribute(struct llnet_reader *r, struct attributes *a)
{
    const enum llnet_entry entry = r->subject.entry;
    const int letter = scan_peek(&r->scan);
    const struct net_where where = scan_where(&r->scan);
    char text[16], about[ABOUT];

    if (letter == SCAN_END || !isalpha(letter))
        return scan_expected(&r->scan, "an attribute");
    (void)scan_next(&r->scan);
    if (entry == ENTRY_PLACE ? letter == 'M' || letter == 'k'
                             : entry == ENTRY_ARC && letter == 'w')
        return read_value(r, letter, a, where);
    if (is_decoration(letter))
        return skip_attribute(r);
    return scan_error_at(&r->scan, where, "%s has an unknown attribute %s",
                         describe(&r->subject, about),
                         scan_describe(letter, text));
}

static bool read_attributes(struct llnet_reader *r, struct attributes *a)
{
    scan_skip_blanks(&r->scan);
    while (!scan_at_end(&r->scan, '%')) {
        if (!read_attribute(r, a))
            return false;
        scan_skip_blanks(&r->scan);
    }
    return !r->scan.failed;
}

/* -- Entries -- */

static bool read_coordinates(struct llnet_reader *r)
{
    const int c = scan_peek(&r->scan);

    return !(c == '-' || isdigit(c)) || skip_value(r);
}

/* The number before the name; by default the last number plus one. */
static bool read_node_number(struct llnet_reader *r, const struct keys *known,
                             uint32_t *number)
{
    const struct net_where where = scan_where(&r->scan);

    if (isdigit(scan_peek(&r->scan)))
        return scan_number(&r->scan, "this number", number);
    *number = known->len ? (uint32_t)known->at[known->len - 1] + 1 : 1;
    return *number <= INT32_MAX ||
           scan_error_at(&r->scan, where, "the number is too large");
}

static bool add_node(struct llnet_reader *r, enum llnet_entry entry,
                     uint32_t number, const struct attributes *a,
                     struct net_where where)
{
    char id[16];
    uint32_t n;

    (void)snprintf(id, sizeof id, "%u", number);
    text_end(&r->name);
    n = entry == ENTRY_PLACE ? net_builder_place(r->builder, id, r->name.at,
                                                 a->tokens, where, r->scan.diag)
                             : net_builder_trans(r->builder, id, r->name.at,
                                                 where, r->scan.diag);
    r->scan.failed |= n == UINT32_MAX;
    if (!r->scan.failed && entry == ENTRY_PLACE && a->capacity)
        net_builder_capacity(r->builder, n, a->capacity);
    if (!r->scan.failed)
        (void)keys_intern(entry == ENTRY_PLACE ? &r->places : &r->transitions,
                          number);
    return !r->scan.failed;
}

/* [number] ["name"] [x@y] attributes */
static bool read_node_line(struct llnet_reader *r)
{
    const bool place = *r->block->name == 'P';
    const enum llnet_entry entry = place ? ENTRY_PLACE : ENTRY_TRANS;
    const struct net_where where = scan_where(&r->scan);
    struct attributes a = r->place_default;
    uint32_t number;

    a.has_tokens = false;
    r->name.len = 0;
    if (!read_node_number(r, place ? &r->places : &r->transitions, &number))
        return false;
    r->subject = (struct subject){entry, place, false, number, number};
    scan_skip_blanks(&r->scan);
    if (scan_peek(&r->scan) == '"') {
        if (!scan_quoted(&r->scan, '"', 0, &r->name))
            return false;
        (void)text_make_utf8(&r->name);
        text_collapse(&r->name);
    }
    scan_skip_blanks(&r->scan);
    if (!read_coordinates(r) || !read_attributes(r, &a))
        return false;
    return add_node(r, entry, number, &a, where);
}

static bool read_end(struct llnet_reader *r, enum llnet_entry entry,
                     uint32_t *node)
{
    const bool place = entry == ENTRY_PLACE;
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
    *node = keys_find(place ? &r->places : &r->transitions, number);
    return *node != KEYS_NONE ||
           scan_error_at(&r->scan, where, "there is no %s %u",
                         place ? "place" : "transition", number);
}

static bool read_arc_line(struct llnet_reader *r)
{
    const struct block *const block = r->block;
    const bool place_first = block->sign == '>';
    struct attributes set = r->arc_default;
    uint32_t from, to;

    r->subject = (struct subject){
        ENTRY_ARC, place_first || block->kind == GIVEN_READ, false, 0, 0};
    if (!read_end(r, place_first ? ENTRY_PLACE : ENTRY_TRANS, &from))
        return false;
    scan_skip_blanks(&r->scan);
    if (!scan_expect(&r->scan, block->sign) ||
        !read_end(r, place_first ? ENTRY_TRANS : ENTRY_PLACE, &to) ||
        !read_attributes(r, &set))
        return false;
    net_builder_arc(r->builder, block->kind, place_first ? from : to,
                    place_first ? to : from, set.weight ? set.weight : 1);
    return true;
}

/* Of a block that must be empty. */
static bool refuse_entry(struct llnet_reader *r)
{
    return scan_error(&r->scan, "blocks 'RT' are not supported");
}

/* Texts and similar entries may contain line ends within quotes. */
static bool skip_entry(struct llnet_reader *r)
{
    struct net_where open = scan_where(&r->scan);
    bool quoted = false;

    for (int c = scan_peek(&r->scan);
         c != SCAN_END && (quoted || !scan_at_end(&r->scan, '%'));
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

static const struct block blocks[] = {
    {"PL", read_node_line, 0, 0},
    {"TR", read_node_line, 0, 0},
    {"TP", read_arc_line, '<', GIVEN_PRODUCE},
    {"PT", read_arc_line, '>', GIVEN_CONSUME},
    {"RA", read_arc_line, '<', GIVEN_READ},
    /* Of ecofolder. */
    {"RD", read_arc_line, '>', GIVEN_READ},
    {"RS", read_arc_line, '>', GIVEN_RESET},
    {"RT", refuse_entry, 0, 0},
    /* Boxes, texts, and the phantoms of PEP's simulator. */
    {"BL", skip_entry, 0, 0},
    {"TX", skip_entry, 0, 0},
    {"PTR", skip_entry, 0, 0},
    {"PTP", skip_entry, 0, 0},
    {"PPT", skip_entry, 0, 0},
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
    return scan_end_line(&r->scan, '%');
}

/* DPL, DTR, DPT: default attributes of the entries. */
static bool read_defaults(struct llnet_reader *r, const char *word)
{
    struct attributes none = {0};

    r->subject = (struct subject){ENTRY_PLACE, false, true, 0, 0};
    if (!strcmp(word, "DPL"))
        return read_attributes(r, &r->place_default);
    if (!strcmp(word, "DPT")) {
        r->subject.entry = ENTRY_ARC;
        return read_attributes(r, &r->arc_default);
    }
    r->subject.entry = ENTRY_TRANS;
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
        !(is_heading(word) && scan_at_end(&r->scan, '%')))
        return skip_entry(r);
    return begin_block(r, word, where);
}

static bool read_body_line(struct llnet_reader *r)
{
    const int c = scan_peek(&r->scan);

    if (c >= 'A' && c <= 'Z')
        return read_capital(r);
    if (!r->block)
        return scan_expected(&r->scan, "the name of a block");
    return r->block->read(r) && scan_end_line(&r->scan, '%');
}

static bool read_header_line(struct llnet_reader *r, const char *first,
                             const char *second)
{
    scan_skip_gap(&r->scan, '%');

    const struct net_where where = scan_where(&r->scan);
    const char *word = read_keyword(r);

    if (!strcmp(word, first) || (second && !strcmp(word, second)))
        return scan_end_line(&r->scan, '%');
    return scan_error_at(&r->scan, where, "expected %s%s%s", first,
                         second ? " or " : "", second ? second : "");
}

static bool read_llnet(struct llnet_reader *r)
{
    if (!read_header_line(r, "PEP", NULL) ||
        !read_header_line(r, "PTNet", "PetriBox") ||
        !read_header_line(r, "FORMAT_N", "FORMAT_N2"))
        return false;
    while (scan_more(&r->scan, '%'))
        if (!read_body_line(r))
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

bool llnet_read(const struct net_formats_input *in)
{
    struct llnet_reader r = {.builder = in->builder};
    bool good;

    scan_init(&r.scan, in->source, in->diag);
    net_builder_prefer_names(r.builder);
    good = read_llnet(&r);
    keys_finish(&r.places);
    keys_finish(&r.transitions);
    vec_free(&r.word);
    vec_free(&r.name);
    return good;
}
