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
#include "formats/text/scan.h"

#include <ctype.h>
#include <string.h>

struct label {
    struct names *nodes;
    uint32_t n, text; /* the node, and the offset of its label in texts */
};

struct tina_reader {
    struct scan scan;
    const struct net_formats_input *in;
    VEC(struct label) labels;
    text_buffer texts;
    text_buffer word;       /* the last name or keyword */
    struct net_where where; /* its position */
    uint32_t line;          /* in which the last token ended */
    bool due;               /* word begins the next description */
};

static const char *const first_words[] = {"net", "tr", "pl", "lb",
                                          "nt",  "pr", NULL};

/* -- Words -- */

static bool is_plain(int c)
{
    return c != SCAN_END && (isalnum(c) || c == '_' || c == '\'' || c > 0x7f);
}

static bool begins_name(int c)
{
    return is_plain(c) || c == '{';
}

/* A name at the cursor, plain or in braces. */
static bool read_name_at_cursor(struct tina_reader *r, const char *what)
{
    struct scan *scan = &r->scan;
    const int c = scan_peek(scan);

    r->where = scan_where(scan);
    r->word.len = 0;
    if (!begins_name(c))
        return scan_expected(scan, what);
    if (c == '{' && !scan_quoted(scan, '}', '\\', &r->word))
        return false;
    if (c != '{')
        scan_take(scan, is_plain, &r->word);
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

/* The mark behind a name: *2, ?1, ?-1; nothing is *1.  It completes an arc that
 * consumes or produces. */
static bool read_mark(struct tina_reader *r, enum net_given_kind kind,
                      place_id p, trans_id t, struct net_where arc)
{
    struct scan *scan = &r->scan;
    const char *const place = names_id(r->in->places, p);
    uint64_t weight = 1;

    scan_skip_blanks(scan);

    const int mark = scan_peek(scan);
    const struct net_where where = scan_where(scan);

    if (mark != '*' && mark != '?' && mark != '!')
        return net_builder_given_arc(r->in->builder, kind, p, t, weight, arc,
                                     r->in->diag);
    (void)scan_next(scan);
    if (mark == '!')
        return scan_error_at(
            scan, where,
            "the arc from place '%.200s' to transition "
            "'%.200s' is a stopwatch arc: the net is timed, and "
            "only P/T nets are supported",
            place, names_id(r->in->transitions, t));
    if (mark == '?' && kind == GIVEN_PRODUCE)
        return scan_error_at(scan, where,
                             "place '%.200s' is tested behind '->', where "
                             "arcs produce",
                             place);
    if (mark == '?')
        kind = scan_accept(scan, '-') ? GIVEN_INHIBIT : GIVEN_READ;
    return read_amount(r, "the weight of an arc", &weight) &&
           net_builder_given_arc(r->in->builder, kind, p, t, weight, arc,
                                 r->in->diag);
}

enum tina_item { ITEM_NAME, ITEM_ARROW, ITEM_END, ITEM_ERROR };

/* The next part of a list of nodes.  A word at the beginning of a line ends the
 * list; behind blanks, only a keyword does. */
static enum tina_item next_item(struct tina_reader *r, const char *what)
{
    struct scan *scan = &r->scan;
    char text[16];

    scan_skip_gap(&r->scan, '#');

    const bool fresh = scan->line != r->line;
    const bool first = fresh && scan->column == 1;
    const int c = scan_peek(scan);

    if (scan->failed)
        return ITEM_ERROR;
    if (c == SCAN_END)
        return ITEM_END;
    if (scan_accept(scan, '-'))
        return scan_accept(scan, '>') ||
                       scan_error(scan, "expected '->', found '-'")
                   ? ITEM_ARROW
                   : ITEM_ERROR;
    if (!begins_name(c)) {
        (void)scan_error(scan, "expected %s or '->', found %s%s", what,
                         scan_describe(c, text),
                         c == '.' || c == '/' || c == ':'
                             ? ": a name with such characters is written in "
                               "braces"
                             : "");
        return ITEM_ERROR;
    }
    if (!read_name_at_cursor(r, what))
        return ITEM_ERROR;
    r->due =
        c != '{' && (first || (fresh && scan_is_any(r->word.at, first_words)));
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

        const uint32_t other = names_intern(
            is_place ? r->in->transitions : r->in->places, r->word.at);

        if (!read_mark(r, is_place == after ? GIVEN_CONSUME : GIVEN_PRODUCE,
                       is_place ? known : other, is_place ? other : known,
                       r->where))
            return false;
    }
}

/* -- Labels -- */

/* The current word is a label of the node. */
static void keep_label(struct tina_reader *r, struct names *nodes, uint32_t n)
{
    vec_push(&r->labels, ((struct label){nodes, n, r->texts.len}));
    text_add(&r->texts, r->word.at, r->word.len + 1);
}

/* The last label of a node counts. */
static void name_nodes(struct tina_reader *r)
{
    for (uint32_t i = r->labels.len; i-- > 0;) {
        const struct label *const label = &r->labels.at[i];

        if (!names_name(label->nodes, label->n))
            names_name_node(label->nodes, label->n, r->texts.at + label->text);
    }
}

/* -- Descriptions -- */

static bool read_next_name(struct tina_reader *r, const char *what)
{
    scan_skip_gap(&r->scan, '#');
    return read_name_at_cursor(r, what);
}

/* Is the next character one of these?  Then the cursor is at it. */
static bool is_next(struct tina_reader *r, const char *characters)
{
    scan_skip_gap(&r->scan, '#');

    const int c = scan_peek(&r->scan);

    return c > 0 && strchr(characters, c);
}

/* A name, and maybe a label. */
static bool read_labelled_node(struct tina_reader *r, const char *what,
                               struct names *nodes, uint32_t *n)
{
    if (!read_next_name(r, what))
        return false;
    *n = names_intern(nodes, r->word.at);
    if (!is_next(r, ":"))
        return true;
    (void)scan_next(&r->scan);
    if (!read_next_name(r, "a label"))
        return false;
    keep_label(r, nodes, *n);
    return true;
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
                         names_id(r->in->transitions, t), text);
}

static bool read_transition_description(struct tina_reader *r)
{
    trans_id t;

    return read_labelled_node(r, "the name of a transition", r->in->transitions,
                              &t) &&
           (!is_next(r, "[]") || read_interval(r, t)) && read_arcs(r, false, t);
}

static bool read_token_count(struct tina_reader *r, place_id p)
{
    const struct net_where where = scan_where(&r->scan);
    uint64_t tokens;

    (void)scan_next(&r->scan);
    scan_skip_blanks(&r->scan);
    if (!read_amount(r, "the marking of a place", &tokens))
        return false;
    scan_skip_blanks(&r->scan);
    if (!scan_accept(&r->scan, ')'))
        return scan_error_at(&r->scan, where, "this '(' is not closed");
    return net_builder_mark(r->in->builder, p, tokens, where, r->in->diag);
}

static bool read_place_description(struct tina_reader *r)
{
    place_id p;

    return read_labelled_node(r, "the name of a place", r->in->places, &p) &&
           (!is_next(r, "(") || read_token_count(r, p)) &&
           read_arcs(r, true, p);
}

static bool read_label(struct tina_reader *r)
{
    if (!read_next_name(r, "the name of a node"))
        return false;

    const place_id p = names_find(r->in->places, r->word.at, NULL);
    const trans_id t = names_find(r->in->transitions, r->word.at, NULL);

    if (p == PLACE_NONE && t == TRANS_NONE)
        return scan_error_at(&r->scan, r->where, "there is no node '%s'",
                             r->word.at);
    if (!read_next_name(r, "a label"))
        return false;
    if (t == TRANS_NONE)
        keep_label(r, r->in->places, p);
    else if (p == PLACE_NONE)
        keep_label(r, r->in->transitions, t);
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

static bool read_note_description(struct tina_reader *r)
{
    uint32_t number;

    if (!read_next_name(r, "the name of a note"))
        return false;
    scan_skip_gap(&r->scan, '#');
    if (!scan_number(&r->scan, "0 or 1", &number))
        return false;
    scan_skip_gap(&r->scan, '#');
    return scan_peek(&r->scan) == '{'
               ? skip_text(&r->scan)
               : read_name_at_cursor(r, "the text of a note");
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

static bool read_net_description(struct tina_reader *r)
{
    if (!read_next_name(r, "the name of the net"))
        return false;
    net_builder_name(r->in->builder, r->word.at);
    return true;
}

static bool read_description(struct tina_reader *r)
{
    static bool (*const read[])(struct tina_reader *) = {
        read_net_description,   read_transition_description,
        read_place_description, read_label,
        read_note_description,  refuse_priority};
    uint32_t i = 0;

    while (first_words[i] && strcmp(r->word.at, first_words[i]) != 0)
        i++;
    return first_words[i]
               ? read[i](r)
               : scan_error_at(&r->scan, r->where,
                               "expected net, tr, pl, lb or nt, found "
                               "'%.40s'",
                               r->word.at);
}

static bool read_tina(struct tina_reader *r)
{
    for (;;) {
        if (!r->due) {
            if (!scan_more(&r->scan, '#'))
                return scan_finish(&r->scan);
            if (!read_name_at_cursor(r, "net, tr, pl, lb or nt"))
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

    return scan_begins(page + i, len - i, first_words, " \t");
}

bool tina_read(const struct net_formats_input *in)
{
    struct tina_reader r = {.in = in};
    bool good;

    scan_init(&r.scan, in->source, in->diag);
    good = read_tina(&r);
    name_nodes(&r);
    vec_free(&r.labels);
    vec_free(&r.texts);
    vec_free(&r.word);
    return good;
}

/* -- Writing -- */

/* A keyword would begin a new description. */
static void write_name(const char *name, FILE *out)
{
    char *const word = text_quoted(name);

    fprintf(out, scan_is_any(name, first_words) ? "{%s}" : "%s", word);
    mem_free(word);
}

/* Tina's label: a name that the node has beside its label. */
static void write_label(const char *label, const char *name, FILE *out)
{
    write_name(label, out);
    if (!name || !strcmp(name, label) || !text_is_name(name))
        return;
    fputs(" : ", out);
    write_name(name, out);
}

static void write_places(const struct net *net, FILE *out)
{
    for (place_id p = 0; p < net_given_places(net); p++) {
        fputs("pl ", out);
        write_label(net_place_label(net, p), net_place_name(net, p), out);
        if (net_marked(net, p))
            fprintf(out, " (%u)", net_tokens(net, p));
        fputc('\n', out);
    }
}

static void put_arc(const struct net *net, place_id p, const char *mark,
                    uint32_t weight, FILE *out)
{
    if (!weight)
        return;
    fputc(' ', out);
    write_name(net_place_label(net, p), out);
    if (weight > 1 || *mark != '*')
        fprintf(out, "%s%u", mark, weight);
}

static void put_transition(const struct net *net, trans_id t,
                           net_bundle_list *arcs, FILE *out)
{
    bundles_of(net, t, arcs);
    fputs("tr ", out);
    write_label(net_trans_label(net, t), net_trans_name(net, t), out);
    for (uint32_t i = 0; i < arcs->len; i++)
        put_arc(net, arcs->at[i].place, "*", arcs->at[i].consume, out);
    for (uint32_t i = 0; i < arcs->len; i++)
        put_arc(net, arcs->at[i].place, "?", arcs->at[i].read, out);
    for (uint32_t i = 0; i < arcs->len; i++)
        put_arc(net, arcs->at[i].place, "?-", arcs->at[i].inhibit, out);
    fputs(" ->", out);
    for (uint32_t i = 0; i < arcs->len; i++)
        put_arc(net, arcs->at[i].place, "*", arcs->at[i].produce, out);
    fputc('\n', out);
}

/* A net without nodes has a name, so that the file is a net. */
static void write_title(const struct net *net, FILE *out)
{
    const bool named = text_is_name(net_name(net));

    if (!named && net_given_places(net) + net_given_transitions(net))
        return;
    fputs("net ", out);
    write_name(named ? net_name(net) : "net", out);
    fputc('\n', out);
}

const struct net_formats_scope tina_write_scope = {
    .fits = text_is_name,
    .rule = "a name holds no control characters, and no white space but single "
            "blanks inside",
    .arcs = WRITABLE_WEIGHT | WRITABLE_INHIBITOR,
};

bool tina_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag)
{
    net_bundle_list arcs = {0};

    (void)path;
    (void)diag;
    write_title(net, out);
    write_places(net, out);
    for (trans_id t = 0; t < net_given_transitions(net); t++)
        put_transition(net, t, &arcs, out);
    vec_free(&arcs);
    return true;
}
