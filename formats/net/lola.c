/* A file has three parts:
 *
 *     PLACE SAFE 1: p, q; r;
 *     MARKING p: 1, q;
 *     TRANSITION t STRONG FAIR CONSUME p, q: 1; PRODUCE r;
 *     ... */
#include "formats/net/net_formats.h"

#include "base/text.h"
#include "formats/text/scan.h"

#include <string.h>

/* A token is a word, or one of the characters in marks, or SCAN_END. */
enum { WORD = 'a' };

static const char marks[] = ",;:(){}";

struct lola_reader {
    struct scan scan;
    const struct net_formats_input *in;
    int token;
    text_buffer word;            /* of a WORD */
    struct net_where where;      /* of the token */
    uint32_t n_weightless;       /* arcs of weight 0 */
    struct net_where weightless; /* the first of them */
    trans_id trans;              /* of the current arcs, which have this kind */
    enum net_given_kind kind;
};

static const char *const keywords[] = {
    "PLACE", "MARKING", "TRANSITION", "CONSUME", "PRODUCE",
    "SAFE",  "STRONG",  "WEAK",       "FAIR",    NULL};

/* What begins a part of a high-level net. */
static const char *const high_level[] = {"SORT",  "FUNCTION", "CONST",
                                         "GUARD", "VAR",      NULL};

/* Is the text a name in LoLA: no keyword, no white space and none of ",;:(){}",
 * and no beginning of a comment? */
static bool is_name(const char *text)
{
    if (!*text || scan_is_any(text, keywords) ||
        scan_is_any(text, high_level) || !strncmp(text, "//", 2) ||
        !strncmp(text, "/*", 2))
        return false;
    return strcspn(text, marks) == strlen(text) && !strpbrk(text, " \t\r\n") &&
           text_is_name(text);
}

/* -- Tokens -- */

/* From behind the opening "{" or slash and star to the end of the comment. */
static bool skip_comment(struct lola_reader *r, bool braces)
{
    struct scan *scan = &r->scan;
    int before = 0;

    for (int c = scan_next(scan); c != SCAN_END; c = scan_next(scan)) {
        if (braces ? c == '}' : before == '*' && c == '/')
            return true;
        before = c;
    }
    return scan_error_at(scan, r->where, "this comment is never closed");
}

static bool is_word(int c)
{
    return c > ' ' && c != 0x7f && !strchr(marks, c);
}

static bool finish_word(struct lola_reader *r)
{
    scan_take(&r->scan, is_word, &r->word);
    r->token = WORD;
    (void)text_make_utf8(&r->word);
    return !r->scan.failed;
}

static bool advance(struct lola_reader *r)
{
    struct scan *scan = &r->scan;

    for (;;) {
        scan_skip_space(scan);
        r->where = scan_where(scan);
        r->word.len = 0;
        r->token = scan_peek(scan);

        const int c = r->token;

        if (c == SCAN_END)
            return !scan->failed;
        if (c < ' ' || c == 0x7f)
            return scan_error(scan, "a control character");
        (void)scan_next(scan);
        if (c == '{') {
            if (!skip_comment(r, true))
                return false;
        } else if (!is_word(c)) {
            return true;
        } else if (c == '/' && scan_accept(scan, '*')) {
            if (!skip_comment(r, false))
                return false;
        } else if (c == '/' && scan_peek(scan) == '/') {
            scan_skip_line(scan);
        } else {
            vec_push(&r->word, (char)c);
            return finish_word(r);
        }
    }
}

static bool is_keyword(const struct lola_reader *r, const char *keyword)
{
    return r->token == WORD && !strcmp(r->word.at, keyword);
}

static bool refuse_token(struct lola_reader *r, const char *what)
{
    char text[16];

    if (r->token == WORD && scan_is_any(r->word.at, high_level))
        return scan_error_at(&r->scan, r->where,
                             "%s: the net is a high-level net, and only P/T "
                             "nets are supported",
                             r->word.at);
    if (r->token == WORD)
        return scan_error_at(&r->scan, r->where, "expected %s, found '%.80s'",
                             what, r->word.at);
    return scan_error_at(&r->scan, r->where, "expected %s, found %s", what,
                         scan_describe(r->token, text));
}

static bool expect(struct lola_reader *r, const char *keyword)
{
    return is_keyword(r, keyword) ? advance(r) : refuse_token(r, keyword);
}

static bool expect_mark(struct lola_reader *r, int mark)
{
    const char what[] = {'\'', (char)mark, '\'', '\0'};

    return r->token == mark ? advance(r) : refuse_token(r, what);
}

static bool is_at_name(const struct lola_reader *r)
{
    return r->token == WORD && is_name(r->word.at);
}

/* The number in the current word. */
static bool read_number(struct lola_reader *r, const char *what,
                        uint64_t *number)
{
    if (r->token != WORD)
        return refuse_token(r, what);
    switch (text_number(r->word.at, number)) {
    case TEXT_NUMBER:
        return advance(r);
    case TEXT_TOO_LARGE:
        return scan_error_at(&r->scan, r->where, "%s is too large", what);
    case TEXT_NEGATIVE:
        return scan_error_at(&r->scan, r->where, "%s is negative", what);
    case TEXT_NO_NUMBER:
        break;
    }
    return refuse_token(r, what);
}

/* -- Places and their marking -- */

static bool add_place(struct lola_reader *r)
{
    if (names_add(r->in->places, r->word.at, NULL) == PLACE_NONE)
        return scan_error_at(&r->scan, r->where, "place '%s' is defined twice",
                             r->word.at);
    return advance(r);
}

/* SAFE 3: is a promise for the places that follow. */
static bool read_promise(struct lola_reader *r)
{
    uint64_t tokens;

    if (!advance(r))
        return false;
    if (r->token != ':' && !read_number(r, "a number or ':'", &tokens))
        return false;
    return expect_mark(r, ':');
}

/* p, q, r; with nothing, or one or more of them. */
static bool read_list(struct lola_reader *r,
                      bool (*read)(struct lola_reader *r))
{
    if (r->token == ';')
        return advance(r);
    for (;;) {
        if (!is_at_name(r))
            return refuse_token(r, "the name of a place");
        if (!read(r))
            return false;
        if (r->token == ';')
            return advance(r);
        if (!expect_mark(r, ','))
            return false;
    }
}

static bool read_declared_place(struct lola_reader *r)
{
    if (!add_place(r))
        return false;
    return r->token != ':' ||
           scan_error_at(&r->scan, r->where,
                         "a place has a sort: the net is a high-level net, "
                         "and only P/T nets are supported");
}

static bool read_places(struct lola_reader *r)
{
    if (!expect(r, "PLACE"))
        return false;
    do {
        if (is_keyword(r, "SAFE") && !read_promise(r))
            return false;
        if (!read_list(r, read_declared_place))
            return false;
    } while (!is_keyword(r, "MARKING"));
    return true;
}

static bool find_place(struct lola_reader *r, place_id *p)
{
    *p = names_find(r->in->places, r->word.at, NULL);
    return *p != PLACE_NONE ||
           scan_error_at(&r->scan, r->where, "there is no place '%s'",
                         r->word.at);
}

/* p, or p: 3 */
static bool read_counted_place(struct lola_reader *r, const char *what,
                               place_id *p, uint64_t *amount)
{
    *amount = 1;
    if (!find_place(r, p) || !advance(r))
        return false;
    return r->token != ':' || (advance(r) && read_number(r, what, amount));
}

static bool read_marked_place(struct lola_reader *r)
{
    const struct net_where where = r->where;
    uint64_t tokens;
    place_id p;

    return read_counted_place(r, "the marking of a place", &p, &tokens) &&
           net_builder_mark(r->in->builder, p, tokens, where, r->in->diag);
}

/* -- Transitions -- */

static bool read_arc_place(struct lola_reader *r)
{
    const struct net_where where = r->where;
    uint64_t weight;
    place_id p;

    if (!read_counted_place(r, "the weight of an arc", &p, &weight))
        return false;
    if (weight)
        return net_builder_given_arc(r->in->builder, r->kind, p, r->trans,
                                     weight, where, r->in->diag);
    if (!r->n_weightless++)
        r->weightless = where;
    return true;
}

static void warn_of_weightless(struct lola_reader *r)
{
    const bool several = r->n_weightless > 1;

    if (r->n_weightless)
        net_builder_warn(r->in->builder, r->weightless,
                         "%u arc%s the weight 0, this one first: %s",
                         r->n_weightless, several ? "s have" : " has",
                         several ? "they are ignored" : "it is ignored");
}

static bool skip_fairness(struct lola_reader *r)
{
    if (!is_keyword(r, "STRONG") && !is_keyword(r, "WEAK"))
        return true;
    return advance(r) && expect(r, "FAIR");
}

static bool read_transition_with_arcs(struct lola_reader *r)
{
    if (!expect(r, "TRANSITION"))
        return false;
    if (!is_at_name(r))
        return refuse_token(r, "the name of a transition");
    r->trans = names_add(r->in->transitions, r->word.at, NULL);
    if (r->trans == TRANS_NONE)
        return scan_error_at(&r->scan, r->where,
                             "transition '%s' is defined twice", r->word.at);
    r->kind = GIVEN_CONSUME;
    if (!advance(r) || !skip_fairness(r) || !expect(r, "CONSUME") ||
        !read_list(r, read_arc_place) || !expect(r, "PRODUCE"))
        return false;
    r->kind = GIVEN_PRODUCE;
    return read_list(r, read_arc_place);
}

/* Old files end with a question, which is not part of the net. */
static bool at_end(const struct lola_reader *r)
{
    return r->token == SCAN_END || is_keyword(r, "FORMULA") ||
           is_keyword(r, "ANALYSE");
}

static bool read_lola(struct lola_reader *r)
{
    if (!advance(r) || !read_places(r) || !expect(r, "MARKING") ||
        !read_list(r, read_marked_place))
        return false;
    while (!at_end(r))
        if (!read_transition_with_arcs(r))
            return false;
    warn_of_weightless(r);
    return scan_finish(&r->scan);
}

/* -- The module -- */

/* How a comment ends that begins here; NULL: none begins. */
static const char *closing(const char *page, size_t len)
{
    if (len && page[0] == '{')
        return "}";
    if (len < 2 || page[0] != '/')
        return NULL;
    return page[1] == '*' ? "*/" : page[1] == '/' ? "\n" : NULL;
}

/* The first byte behind white space and comments. */
static size_t skip_prelude(const char *page, size_t len)
{
    size_t i = scan_prelude(page, len, 0);
    const char *close;

    while ((close = closing(page + i, len - i))) {
        const size_t n = strlen(close);

        while (i + n <= len && memcmp(page + i, close, n))
            i++;
        i = i + n <= len ? i + n : len;
        i += scan_prelude(page + i, len - i, 0);
    }
    return i;
}

bool lola_probe(const char *page, size_t len)
{
    static const char *const first[] = {"PLACE", "SORT", "FUNCTION", "CONST",
                                        NULL};
    const size_t i = skip_prelude(page, len);

    return scan_begins(page + i, len - i, first, " \t\r\n\v\f{;");
}

bool lola_read(const struct net_formats_input *in)
{
    struct lola_reader r = {.in = in};
    bool good;

    scan_init(&r.scan, in->source, in->diag);
    good = read_lola(&r);
    vec_free(&r.word);
    return good;
}

/* -- Writing -- */

/* PLACE p, q; or MARKING p, q; with one name a line. */
static void write_place_list(const struct net *net, bool marked, FILE *out)
{
    const char *comma = "";

    fputs(marked ? "MARKING" : "PLACE", out);
    for (place_id p = 0; p < net_given_places(net); p++) {
        if (marked && !net_marked(net, p))
            continue;
        fprintf(out, "%s\n  %s", comma, net_place_label(net, p));
        if (marked && net_tokens(net, p) > 1)
            fprintf(out, " : %u", net_tokens(net, p));
        comma = ",";
    }
    fputs(";\n", out);
}

/* Read arcs are self-loops. */
static void write_arc_list(const struct net *net, const char *keyword,
                           const net_bundle_list *arcs, bool consumes,
                           FILE *out)
{
    const char *comma = "";

    fprintf(out, "  %s", keyword);
    for (uint32_t i = 0; i < arcs->len; i++) {
        const struct net_bundle *const b = &arcs->at[i];
        const uint32_t n = b->read + (consumes ? b->consume : b->produce);

        if (!n)
            continue;
        fprintf(out, "%s %s", comma, net_place_label(net, b->place));
        if (n > 1)
            fprintf(out, " : %u", n);
        comma = ",";
    }
    fputs(";\n", out);
}

static void write_transition(const struct net *net, trans_id t,
                             net_bundle_list *arcs, FILE *out)
{
    bundles_of(net, t, arcs);
    fprintf(out, "TRANSITION %s\n", net_trans_label(net, t));
    write_arc_list(net, "CONSUME", arcs, true, out);
    write_arc_list(net, "PRODUCE", arcs, false, out);
}

const struct net_formats_scope lola_write_scope = {
    .fits = is_name,
    .rule = "a name in LoLA holds no white space and none of ,;:(){}, and is "
            "no keyword",
    .arcs = WRITABLE_WEIGHT,
    .needs = "LoLA needs a place and a transition",
};

bool lola_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag)
{
    net_bundle_list arcs = {0};

    (void)path;
    (void)diag;
    write_place_list(net, false, out);
    write_place_list(net, true, out);
    for (trans_id t = 0; t < net_given_transitions(net); t++)
        write_transition(net, t, &arcs, out);
    vec_free(&arcs);
    return true;
}
