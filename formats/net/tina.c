/* A file is a sequence of descriptions, each of which begins a line:
 *
 *     net {mutual exclusion}
 *     tr t1 : enter [0,w[ idle lock?1 -> crit*1
 *     pl idle : {at home} (1) t2 -> t3
 *     lb t2 leave
 *     nt note 0 {a comment}
 *
 * The net is the union of what they say.  A description may go on in the next
 * lines if these are indented or begin with a sign: a name in the first column
 * would be the keyword of another description, maybe one that is not known
 * here. */
#include "formats/net/net_formats.h"

#include "base/mem.h"
#include "base/text.h"
#include "formats/net/sketch.h"
#include "formats/text/scan.h"

#include <stdlib.h>
#include <ctype.h>
#include <string.h>

struct tina_reader {
    struct scan scan;
    struct diag *diag;
    struct sketch *sketch;
    text_buffer word;       /* the last name or keyword */
    struct net_where where; /* its position */
    uint32_t line;          /* in which the last token ended */
    bool due;               /* word begins the next description */
};

static const char *const keywords[] = {"net", "tr", "pl", "lb",
                                       "nt",  "pr", NULL};

static bool is_keyword(const char *word)
{
    for (size_t i = 0; keywords[i]; i++)
        if (!strcmp(word, keywords[i]))
            return true;
    return false;
}

/* -- Words -- */

/* White space and comments. */
static void skip_gap(struct tina_reader *r)
{
    struct scan *scan = &r->scan;

    for (scan_skip_space(scan); scan_peek(scan) == '#'; scan_skip_space(scan))
        scan_skip_line(scan);
}

static bool is_plain(int c)
{
    return c != SCAN_END && (isalnum(c) || c == '_' || c == '\'' || c > 0x7f);
}

static bool is_name(int c)
{
    return is_plain(c) || c == '{';
}

/* A name at the cursor, plain or in braces. */
static bool read_name(struct tina_reader *r, const char *what)
{
    struct scan *scan = &r->scan;
    const int c = scan_peek(scan);
    char text[16];

    r->where = scan_where(scan);
    r->word.len = 0;
    if (!is_name(c))
        return scan_error(scan, "expected %s, found %s", what,
                          scan_describe(c, text));
    if (c == '{' && !scan_quoted(scan, '{', '}', '\\', &r->word))
        return false;
    while (c != '{' && is_plain(scan_peek(scan))) {
        const char byte = (char)scan_next(scan);

        text_add(&r->word, &byte, 1);
    }
    (void)text_make_utf8(&r->word);
    text_collapse(&r->word);
    text_end(&r->word);
    r->line = scan->line;
    return !scan->failed &&
           (r->word.len ||
            scan_error_at(scan, r->where, "expected %s, found an empty name",
                          what));
}

/* A number, maybe followed by a power of 1000: 2K is 2000. */
static bool read_amount(struct tina_reader *r, const char *what,
                        uint64_t *amount)
{
    static const char powers[] = "KMGTPE";
    uint32_t number;

    if (!scan_number(&r->scan, what, &number))
        return false;
    *amount = number;

    const int c = scan_peek(&r->scan);
    const char *power = c > 0 ? strchr(powers, c) : NULL;

    if (!power)
        return true;
    (void)scan_next(&r->scan);
    for (const char *at = powers; at <= power; at++)
        *amount = *amount > UINT64_MAX / 1000 ? UINT64_MAX : *amount * 1000;
    return true;
}

/* -- Arcs -- */

/* The mark behind a name: *2, ?1, ?-1; nothing is *1.  name is its node, for
 * messages. */
static bool read_mark(struct tina_reader *r, struct sketch_arc *arc)
{
    struct scan *scan = &r->scan;

    arc->weight = 1;
    scan_skip_blanks(scan);

    const int mark = scan_peek(scan);

    if (mark != '*' && mark != '?' && mark != '!')
        return true;

    const struct net_where where = scan_where(scan);

    (void)scan_next(scan);
    if (mark == '!')
        return scan_error_at(
            scan, where,
            "the arc from place '%.200s' to transition "
            "'%.200s' is a stopwatch arc: the net is timed, and "
            "only P/T nets are supported",
            sketch_place_id(r->sketch, arc->place),
            sketch_trans_id(r->sketch, arc->trans));
    if (mark == '?') {
        if (arc->kind == SKETCH_PRODUCE)
            return scan_error_at(scan, where,
                                 "place '%.200s' is tested behind '->', where "
                                 "arcs produce",
                                 sketch_place_id(r->sketch, arc->place));
        arc->kind = SKETCH_READ;
        if (scan_peek(scan) == '-') {
            arc->kind = SKETCH_INHIBIT;
            (void)scan_next(scan);
        }
    }
    return read_amount(r, "the weight of an arc", &arc->weight);
}

enum tina_item { ITEM_NAME, ITEM_ARROW, ITEM_END, ITEM_ERROR };

/* The next part of a list of nodes.  A word at the beginning of a line ends the
 * list; behind blanks, only a keyword does. */
static enum tina_item next_item(struct tina_reader *r, const char *what)
{
    struct scan *scan = &r->scan;
    char text[16];

    skip_gap(r);

    const bool fresh = scan->line != r->line;
    const bool first = fresh && scan->column == 1;
    const int c = scan_peek(scan);

    if (scan->failed)
        return ITEM_ERROR;
    if (c == SCAN_END)
        return ITEM_END;
    if (c == '-') {
        (void)scan_next(scan);
        if (scan_peek(scan) != '>') {
            (void)scan_error(scan, "expected '->', found '-'");
            return ITEM_ERROR;
        }
        (void)scan_next(scan);
        return ITEM_ARROW;
    }
    if (!is_name(c)) {
        (void)scan_error(scan, "expected %s or '->', found %s%s", what,
                         scan_describe(c, text),
                         c == '.' || c == '/' || c == ':'
                             ? ": a name with such characters is written in "
                               "braces"
                             : "");
        return ITEM_ERROR;
    }
    if (!read_name(r, what))
        return ITEM_ERROR;
    r->due = c != '{' && (first || (fresh && is_keyword(r->word.at)));
    return r->due ? ITEM_END : ITEM_NAME;
}

/* The arcs of a place or of a transition.  known is the node described, the
 * other nodes follow. */
static bool read_arcs(struct tina_reader *r, bool is_place, uint32_t known)
{
    const char *what = is_place ? "a transition" : "a place";
    bool after = false, any = false;

    for (;;) {
        const enum tina_item item = next_item(r, what);

        if (item == ITEM_ERROR)
            return false;
        if (item == ITEM_END)
            return after || !any ||
                   scan_error_at(&r->scan, r->where,
                                 "there is no '->' before the end of this "
                                 "description");
        if (item == ITEM_ARROW && after)
            return scan_error(&r->scan, "a second '->' in a description");
        if (item == ITEM_ARROW) {
            after = true;
            continue;
        }
        any = true;

        struct sketch_arc arc = {.where = r->where};

        arc.place = is_place ? known : sketch_place(r->sketch, r->word.at);
        arc.trans = is_place ? sketch_trans(r->sketch, r->word.at) : known;
        arc.kind = is_place == after ? SKETCH_CONSUME : SKETCH_PRODUCE;
        if (!read_mark(r, &arc) || !sketch_add(r->sketch, &arc, r->diag))
            return false;
    }
}

/* -- Descriptions -- */

static bool read_next_name(struct tina_reader *r, const char *what)
{
    skip_gap(r);
    return read_name(r, what);
}

/* Is the next character one of these?  Then the cursor is at it. */
static bool is_next(struct tina_reader *r, const char *characters)
{
    skip_gap(r);

    const int c = scan_peek(&r->scan);

    return c > 0 && strchr(characters, c);
}

static bool read_interval(struct tina_reader *r, trans_id t)
{
    const struct net_where where = scan_where(&r->scan);
    char text[60] = "";
    size_t n = 0;

    do {
        const int c = scan_next(&r->scan);

        if (c == SCAN_END || c == '\n')
            return scan_error_at(&r->scan, where,
                                 "this interval is not closed on its line");
        if (c > ' ' && c < 0x7f && n + 2 < sizeof text)
            text[n++] = (char)c;
    } while (n < 2 || (text[n - 1] != '[' && text[n - 1] != ']'));
    text[n] = '\0';
    return !strcmp(text, "[0,w[") ||
           scan_error_at(&r->scan, where,
                         "transition '%.200s' has the time interval %s: the "
                         "net is timed, and only P/T nets are supported",
                         sketch_trans_id(r->sketch, t), text);
}

static bool read_transition(struct tina_reader *r)
{
    if (!read_next_name(r, "the name of a transition"))
        return false;

    const trans_id t = sketch_trans(r->sketch, r->word.at);

    if (is_next(r, ":")) {
        (void)scan_next(&r->scan);
        if (!read_next_name(r, "a label"))
            return false;
        sketch_name_trans(r->sketch, t, r->word.at);
    }
    if (is_next(r, "[]") && !read_interval(r, t))
        return false;
    return read_arcs(r, false, t);
}

static bool read_marking(struct tina_reader *r, place_id p)
{
    const struct net_where where = scan_where(&r->scan);
    uint64_t tokens;

    (void)scan_next(&r->scan);
    scan_skip_blanks(&r->scan);
    if (!read_amount(r, "the marking of a place", &tokens))
        return false;
    scan_skip_blanks(&r->scan);
    if (scan_peek(&r->scan) != ')')
        return scan_error_at(&r->scan, where, "this '(' is not closed");
    (void)scan_next(&r->scan);
    return sketch_mark(r->sketch, p, tokens, where, r->diag);
}

static bool read_place(struct tina_reader *r)
{
    if (!read_next_name(r, "the name of a place"))
        return false;

    const place_id p = sketch_place(r->sketch, r->word.at);

    if (is_next(r, ":")) {
        (void)scan_next(&r->scan);
        if (!read_next_name(r, "a label"))
            return false;
        sketch_name_place(r->sketch, p, r->word.at);
    }
    if (is_next(r, "(") && !read_marking(r, p))
        return false;
    return read_arcs(r, true, p);
}

static bool read_label(struct tina_reader *r)
{
    if (!read_next_name(r, "the name of a node"))
        return false;

    const place_id p = sketch_find_place(r->sketch, r->word.at);
    const trans_id t = sketch_find_trans(r->sketch, r->word.at);

    if (p == PLACE_NONE && t == TRANS_NONE)
        return scan_error_at(&r->scan, r->where, "there is no node '%s'",
                             r->word.at);
    if (!read_next_name(r, "a label"))
        return false;
    if (t == TRANS_NONE)
        sketch_name_place(r->sketch, p, r->word.at);
    else if (p == PLACE_NONE)
        sketch_name_trans(r->sketch, t, r->word.at);
    return true;
}

/* A text in braces, over several lines. */
static bool skip_text(struct scan *scan)
{
    const struct net_where where = scan_where(scan);

    while (scan_peek(scan) != '}' && scan_peek(scan) != SCAN_END)
        if (scan_next(scan) == '\\')
            (void)scan_next(scan);
    return scan_next(scan) == '}' ||
           scan_error_at(scan, where, "this '{' is never closed");
}

static bool read_note(struct tina_reader *r)
{
    uint32_t number;

    if (!read_next_name(r, "the name of a note"))
        return false;
    skip_gap(r);
    if (!scan_number(&r->scan, "0 or 1", &number))
        return false;
    skip_gap(r);
    return scan_peek(&r->scan) == '{' ? skip_text(&r->scan)
                                      : read_name(r, "the text of a note");
}

static bool refuse_priority(struct tina_reader *r)
{
    const struct net_where where = r->where;

    if (!read_next_name(r, "the name of a transition"))
        return false;
    return scan_error_at(&r->scan, where,
                         "transition '%s' has a priority: priorities are not "
                         "supported",
                         r->word.at);
}

static bool read_net_name(struct tina_reader *r)
{
    if (!read_next_name(r, "the name of the net"))
        return false;
    sketch_name(r->sketch, r->word.at);
    return true;
}

static bool read_description(struct tina_reader *r)
{
    const char *const word = r->word.at;

    if (!strcmp(word, "tr"))
        return read_transition(r);
    if (!strcmp(word, "pl"))
        return read_place(r);
    if (!strcmp(word, "net"))
        return read_net_name(r);
    if (!strcmp(word, "lb"))
        return read_label(r);
    if (!strcmp(word, "nt"))
        return read_note(r);
    if (!strcmp(word, "pr"))
        return refuse_priority(r);
    return scan_error_at(&r->scan, r->where,
                         "expected net, tr, pl, lb or nt, found '%.40s'", word);
}

static bool read_all(struct tina_reader *r)
{
    for (;;) {
        if (!r->due) {
            skip_gap(r);
            if (scan_peek(&r->scan) == SCAN_END)
                return scan_finish(&r->scan);
            if (!read_name(r, "net, tr, pl, lb or nt"))
                return false;
        }
        r->due = false;
        if (!read_description(r))
            return false;
    }
}

/* -- The module -- */

bool tina_probe(const char *page, size_t len)
{
    const size_t i = scan_prelude(page, len, '#');

    return scan_begins(page + i, len - i, keywords, " \t");
}

struct net *tina_read(struct source *source,
                      const struct net_formats_options *options,
                      struct diag *diag)
{
    struct tina_reader *r = mem_zero(1, sizeof *r);
    struct net *net;

    (void)options;
    scan_init(&r->scan, source, diag);
    r->diag = diag;
    r->sketch = sketch_create();

    const bool good = read_all(r);

    vec_free(&r->word);
    net = sketch_finish(r->sketch, good, diag);
    mem_free(r);
    return net;
}
