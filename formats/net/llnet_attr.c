#include "formats/net/llnet_attr.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The arguments common to all functions here. */
struct attr {
    struct scan *scan;
    const struct llnet_attr_subject *subject;
    struct llnet_attr_set *set;
    text_buffer *word;
    struct net_where where; /* of the attribute */
};

enum { ABOUT = 96 };

/* -- Messages -- */

/* "place 7", "transition 3" or "the arc from place 7 to transition 3". */
static const char *describe(const struct llnet_attr_subject *s,
                            char text[ABOUT])
{
    static const char *const kinds[] = {"place", "transition", "arc"};

    if (s->is_default)
        (void)snprintf(text, ABOUT, "every %s", kinds[s->kind]);
    else if (s->kind == LLNET_PLACE)
        (void)snprintf(text, ABOUT, "place %u", s->place);
    else if (s->kind == LLNET_TRANS)
        (void)snprintf(text, ABOUT, "transition %u", s->trans);
    else if (s->place_first)
        (void)snprintf(text, ABOUT, "the arc from place %u to transition %u",
                       s->place, s->trans);
    else
        (void)snprintf(text, ABOUT, "the arc from transition %u to place %u",
                       s->trans, s->place);
    return text;
}

static bool read_value(struct attr *a, const char *what, uint32_t *value)
{
    char about[ABOUT], text[ABOUT + 32];

    (void)snprintf(text, sizeof text, "the %s of %s", what,
                   describe(a->subject, about));
    return scan_number(a->scan, text, value);
}

/* -- Values -- */

bool llnet_attr_skip_value(struct scan *scan)
{
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

static bool skip_attribute(struct attr *a)
{
    scan_skip_blanks(a->scan);
    if (scan_peek(a->scan) == '"')
        return scan_quoted(a->scan, '"', 0, a->word);
    return llnet_attr_skip_value(a->scan);
}

static bool read_tokens(struct attr *a)
{
    char about[ABOUT];
    uint32_t tokens;

    if (!read_value(a, "marking", &tokens))
        return false;
    if (a->set->has_tokens && tokens != a->set->tokens)
        return scan_error_at(a->scan, a->where, "%s has two different markings",
                             describe(a->subject, about));
    a->set->has_tokens = true;
    a->set->tokens = tokens;
    return true;
}

static bool read_weight(struct attr *a)
{
    char about[ABOUT];
    uint32_t weight;

    if (!read_value(a, "weight", &weight))
        return false;
    if (!weight || weight > NET_MAX_WEIGHT)
        return scan_error_at(
            a->scan, a->where, "%s has weight %u, which is too %s",
            describe(a->subject, about), weight, weight ? "large" : "small");
    a->set->weight = weight;
    return true;
}

/* k-1 means: no capacity. */
static bool read_capacity(struct attr *a)
{
    const bool negative = scan_accept(a->scan, '-');
    char about[ABOUT];
    uint32_t value;

    if (!read_value(a, "capacity", &value))
        return false;
    if (!negative && !value)
        return scan_error_at(a->scan, a->where,
                             "%s has a capacity of 0, which is not supported",
                             describe(a->subject, about));
    a->set->capacity = negative ? 0 : value;
    return true;
}

/* Letters known to be irrelevant to behaviour: sizes, offsets, flags for entry
 * and exit, meanings, references, unfolding labels, joints of arcs. */
static bool is_decoration(int letter)
{
    return strchr("abeijmnpstuvxyzPRSJ", letter) != NULL;
}

static bool read_attribute(struct attr *a)
{
    const enum llnet_attr_kind kind = a->subject->kind;
    const int letter = scan_peek(a->scan);
    char text[16], about[ABOUT];

    a->where = scan_where(a->scan);
    if (letter == SCAN_END || !isalpha(letter))
        return scan_expected(a->scan, "an attribute");
    (void)scan_next(a->scan);
    if (letter == 'M' && kind == LLNET_PLACE)
        return read_tokens(a);
    if (letter == 'k' && kind == LLNET_PLACE)
        return read_capacity(a);
    if (letter == 'w' && kind == LLNET_ARC)
        return read_weight(a);
    if (is_decoration(letter))
        return skip_attribute(a);
    return scan_error_at(a->scan, a->where, "%s has an unknown attribute %s",
                         describe(a->subject, about),
                         scan_describe(letter, text));
}

bool llnet_attr_read(struct scan *scan,
                     const struct llnet_attr_subject *subject,
                     struct llnet_attr_set *attributes, text_buffer *word)
{
    struct attr a = {scan, subject, attributes, word, scan_where(scan)};

    scan_skip_blanks(scan);
    while (!scan_at_end(scan, '%')) {
        if (!read_attribute(&a))
            return false;
        scan_skip_blanks(scan);
    }
    return !scan->failed;
}
