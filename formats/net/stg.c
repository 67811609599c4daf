/* Signal transition graphs: nets whose transitions are edges of signals, and
 * dummies.  The net keeps which signals are inputs, outputs and internal ones
 * (signals.h); the values that a line ".initial state" does not tell follow
 * from what the net can do.
 *
 * A file is a sequence of lines:
 *
 *     .model latch
 *     .inputs a             declarations of signals and dummies
 *     .outputs b
 *     .dummy d
 *     .graph
 *     a+ b+/1 p             arcs from the first node to each of the others
 *     p d
 *     .marking {<a+,b+/1> p=1}
 *     .end */
#include "formats/net/net_formats.h"

#include "base/mem.h"
#include "base/text.h"
#include "formats/net/stg_name.h"
#include "formats/text/scan.h"
#include "net/names.h"
#include "net/signals.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum section {
    SECTION_NONE,
    SECTION_GRAPH,
    SECTION_COORDINATES,
};

struct stg_reader {
    struct scan scan;
    const struct net_formats_input *in;
    struct signals *signals;
    struct names dummies;
    text_buffer word, other;
    struct net_where where; /* of word */
    enum section section;   /* of lines without a keyword */
    bool has_graph, ended;
};

/* An end of an arc. */
struct stg_node {
    bool is_place;
    uint32_t id; /* place_id or trans_id */
};

/* -- Words -- */

/* Up to white space or a character with a meaning of its own. */
static bool is_ordinary_byte(int c)
{
    return c > ' ' && c != 0x7f && !strchr("#{}<>,=()\\", c);
}

/* A line that ends with a backslash goes on in the next one. */
static void skip_blanks(struct stg_reader *r)
{
    struct scan *const scan = &r->scan;

    for (scan_skip_blanks(scan); scan_accept(scan, '\\');
         scan_skip_blanks(scan)) {
        if (scan_end_line(scan, SCAN_END))
            (void)scan_next(scan);
    }
}

/* Is there more on this line? */
static bool has_more(struct stg_reader *r)
{
    skip_blanks(r);
    return !scan_at_end(&r->scan, '#');
}

static bool read_word(struct stg_reader *r, const char *what)
{
    struct scan *scan = &r->scan;

    skip_blanks(r);
    r->where = scan_where(scan);
    r->word.len = 0;
    scan_take(scan, is_ordinary_byte, &r->word);
    if (!r->word.len)
        return scan_expected(scan, what);
    (void)text_make_utf8(&r->word);
    return !scan->failed;
}

/* -- Nodes -- */

static bool refuse_node(struct stg_reader *r)
{
    return scan_error_at(&r->scan, r->where,
                         "'%.80s' is no node: a place is a name, a transition "
                         "a dummy or a signal with +, - or ~, maybe with "
                         "/ and a number",
                         r->word.at);
}

/* The transition called name, under its shortest label. */
static trans_id add_transition(struct stg_reader *r,
                               const struct stg_name *name, char edge)
{
    char rest[16];

    r->other.len = 0;
    text_add(&r->other, r->word.at, name->len);
    if (edge)
        text_add(&r->other, &edge, 1);
    if (name->instance) {
        (void)snprintf(rest, sizeof rest, "/%u", name->instance);
        text_put(&r->other, rest);
    }
    return names_intern(r->in->transitions, text_end(&r->other));
}

/* The node that the current word names.  Declarations come first, so that a
 * word that is no transition is a place. */
static bool find_node(struct stg_reader *r, struct stg_node *node)
{
    struct stg_name name;

    if (!stg_name_parse(r->word.at, &name))
        return refuse_node(r);
    r->other.len = 0;
    text_add(&r->other, r->word.at, name.len);

    const char *text = text_end(&r->other);
    const bool is_signal = names_has(&r->signals->ids, text);
    const bool is_dummy = names_has(&r->dummies, text);

    if (name.edge && !is_signal)
        return scan_error_at(&r->scan, r->where,
                             "signal '%.200s' is not declared", text);
    if (name.numbered && !is_signal && !is_dummy)
        return scan_error_at(&r->scan, r->where,
                             "dummy '%.200s' is not declared", text);
    node->is_place = !is_signal && !is_dummy;
    if (node->is_place)
        node->id = names_intern(r->in->places, r->word.at);
    else /* a signal without an edge toggles */
        node->id =
            add_transition(r, &name, is_signal && !name.edge ? '~' : name.edge);
    return true;
}

static bool read_node(struct stg_reader *r, struct stg_node *node)
{
    return read_word(r, "a node") && find_node(r, node);
}

/* "<a+,b->", the label of the place between two transitions, in other. */
static const char *between(struct stg_reader *r, trans_id a, trans_id b)
{
    return stg_name_between(names_id(r->in->transitions, a),
                            names_id(r->in->transitions, b), &r->other);
}

/* -- The graph -- */

static bool add_place_arc(struct stg_reader *r, place_id p, trans_id t,
                          enum net_given_kind kind, uint32_t weight)
{
    return net_builder_given_arc(r->in->builder, kind, p, t, weight, r->where,
                                 r->in->diag);
}

/* Two such places between the same transitions would do the same. */
static bool add_hidden_place(struct stg_reader *r, trans_id from, trans_id to)
{
    const char *label = between(r, from, to);

    if (names_find(r->in->places, label, NULL) != PLACE_NONE) {
        net_builder_warn(r->in->builder, r->where,
                         "there is already an arc from transition '%s' to "
                         "transition '%s': it counts once",
                         names_id(r->in->transitions, from),
                         names_id(r->in->transitions, to));
        return true;
    }

    const place_id p = names_intern(r->in->places, label);

    return add_place_arc(r, p, from, GIVEN_PRODUCE, 1) &&
           add_place_arc(r, p, to, GIVEN_CONSUME, 1);
}

static bool connect(struct stg_reader *r, struct stg_node from,
                    struct stg_node to, uint32_t weight)
{
    if (from.is_place && to.is_place)
        return scan_error_at(&r->scan, r->where,
                             "an arc connects two places, '%s' and '%s': is "
                             "one of them a transition that is not declared?",
                             names_id(r->in->places, from.id),
                             names_id(r->in->places, to.id));
    if (from.is_place)
        return add_place_arc(r, from.id, to.id, GIVEN_CONSUME, weight);
    if (to.is_place)
        return add_place_arc(r, to.id, from.id, GIVEN_PRODUCE, weight);
    if (weight != 1)
        return scan_error_at(&r->scan, r->where,
                             "the arc from transition '%s' to transition '%s' "
                             "has the weight %" PRIu32 ": only arcs of places "
                             "have weights",
                             names_id(r->in->transitions, from.id),
                             names_id(r->in->transitions, to.id), weight);
    return add_hidden_place(r, from.id, to.id);
}

/* The number behind a sign, 1 if there is none. */
static bool read_number_behind(struct stg_reader *r, int sign, const char *what,
                               uint32_t *value)
{
    *value = 1;
    skip_blanks(r);
    if (!scan_accept(&r->scan, sign))
        return true;
    skip_blanks(r);
    if (!scan_number(&r->scan, what, value))
        return false;
    if (sign != '(')
        return true;
    skip_blanks(r);
    return scan_expect(&r->scan, ')');
}

static bool read_graph_line(struct stg_reader *r)
{
    struct stg_node from = {0}, to = {0};
    uint32_t weight;

    if (!read_node(r, &from))
        return false;
    while (has_more(r))
        if (!read_node(r, &to) ||
            !read_number_behind(r, '(', "the weight of an arc", &weight) ||
            !connect(r, from, to, weight))
            return false;
    return true;
}

/* -- The marking, the capacities -- */

static bool read_transition_beside(struct stg_reader *r, trans_id *t)
{
    struct stg_node node = {0};

    if (!read_node(r, &node))
        return false;
    *t = node.id;
    skip_blanks(r);
    return !node.is_place || scan_error_at(&r->scan, r->where,
                                           "'%s' is no transition", r->word.at);
}

/* A place by its name, or by the two transitions beside it. */
static bool read_existing_place(struct stg_reader *r, place_id *p)
{
    const uint32_t n = names_count(r->in->transitions);
    const struct net_where where = scan_where(&r->scan);
    trans_id from, to;
    const char *label;

    if (scan_accept(&r->scan, '<')) {
        if (!read_transition_beside(r, &from) || !scan_expect(&r->scan, ',') ||
            !read_transition_beside(r, &to) || !scan_expect(&r->scan, '>'))
            return false;
        label = between(r, from, to);
    } else {
        if (!read_word(r, "a place"))
            return false;
        label = r->word.at;
    }
    *p = names_find(r->in->places, label, NULL);
    return (*p != PLACE_NONE && names_count(r->in->transitions) == n) ||
           scan_error_at(&r->scan, where, "there is no place '%s'", label);
}

static bool read_marking(struct stg_reader *r)
{
    struct net_where open;

    scan_skip_gap(&r->scan, '#');
    open = scan_where(&r->scan);
    if (!scan_expect(&r->scan, '{'))
        return false;
    for (scan_skip_gap(&r->scan, '#'); scan_peek(&r->scan) != '}';
         scan_skip_gap(&r->scan, '#')) {
        const struct net_where where = scan_where(&r->scan);
        uint32_t tokens;
        place_id p;

        if (scan_peek(&r->scan) == '.' || scan_peek(&r->scan) == SCAN_END)
            return scan_error_at(&r->scan, open, "this '{' is never closed");
        if (!read_existing_place(r, &p) ||
            !read_number_behind(r, '=', "the marking of a place", &tokens) ||
            !net_builder_mark(r->in->builder, p, tokens, where, r->in->diag))
            return false;
    }
    return scan_expect(&r->scan, '}');
}

/* A capacity of 1 or more excludes nothing in a safe net. */
static bool read_capacities(struct stg_reader *r)
{
    while (has_more(r)) {
        const struct net_where where = scan_where(&r->scan);
        uint32_t capacity;
        place_id p;

        if (!read_existing_place(r, &p) ||
            !read_number_behind(r, '=', "the capacity of a place", &capacity))
            return false;
        if (!capacity)
            return scan_error_at(&r->scan, where,
                                 "place '%s' has a capacity of 0: capacities "
                                 "are not supported",
                                 names_id(r->in->places, p));
    }
    return true;
}

/* -- Lines that begin with a dot -- */

/* The current word, a signal; false: it is one of another kind. */
static bool add_signal(struct signals *signals, const char *word,
                       enum signals_kind kind)
{
    const uint32_t s = names_find(&signals->ids, word, NULL);

    if (s != NAMES_NONE)
        return signals->kinds.at[s] == kind;
    (void)names_add(&signals->ids, word, NULL);
    vec_push(&signals->kinds, kind);
    return true;
}

static bool read_declared_name(struct stg_reader *r)
{
    struct stg_name name;

    if (!read_word(r, "a name"))
        return false;
    if (!stg_name_parse(r->word.at, &name) || name.edge || name.numbered)
        return scan_error_at(&r->scan, r->where,
                             "'%.80s' is no name of a signal or a dummy",
                             r->word.at);
    return true;
}

static bool refuse_declaration(struct stg_reader *r, const char *as)
{
    return scan_error_at(&r->scan, r->where, "'%.80s' is declared as %s",
                         r->word.at, as);
}

/* Signals of a kind, or dummies if kind is SIGNALS_NONE. */
static bool read_declarations(struct stg_reader *r, uint32_t kind)
{
    const bool dummies = kind == SIGNALS_NONE;

    while (has_more(r)) {
        if (!read_declared_name(r))
            return false;
        if (names_has(dummies ? &r->signals->ids : &r->dummies, r->word.at))
            return refuse_declaration(r, "a signal and as a dummy");
        if (dummies)
            (void)names_add(&r->dummies, r->word.at, NULL);
        else if (!add_signal(r->signals, r->word.at, (enum signals_kind)kind))
            return refuse_declaration(r, "a signal of two kinds");
    }
    return true;
}

static bool read_model(struct stg_reader *r)
{
    if (!has_more(r))
        return true;
    if (!read_word(r, "a name"))
        return false;
    net_builder_name(r->in->builder, r->word.at);
    scan_skip_line(&r->scan);
    return true;
}

/* Signals that are 1 initially, and behind "!" signals that are 0. */
static bool read_values(struct stg_reader *r)
{
    struct signals *const signals = r->signals;

    while (has_more(r)) {
        const char value = scan_accept(&r->scan, '!') ? '0' : '1';
        uint32_t s;

        if (!read_word(r, "a signal"))
            return false;
        s = names_find(&signals->ids, r->word.at, NULL);
        if (s == NAMES_NONE)
            return scan_error_at(&r->scan, r->where, "there is no signal '%s'",
                                 r->word.at);
        if (signals_value(signals, s) && signals_value(signals, s) != value)
            return scan_error_at(&r->scan, r->where,
                                 "signal '%s' has two initial values",
                                 r->word.at);
        vec_fit(&signals->values, s + 1);
        signals->values.at[s] = value;
    }
    return true;
}

/* ".initial state", or a line that is skipped. */
static bool read_initial(struct stg_reader *r)
{
    if (has_more(r) && !read_word(r, "'state'"))
        return false;
    if (!strcmp(r->word.at, "state"))
        return read_values(r);
    scan_skip_line(&r->scan);
    return true;
}

/* Inputs that are slow, timing modes of a synthesis tool: nothing of the net.
 */
static bool is_ignored(const char *word)
{
    return !strcmp(word, ".mode") || !strcmp(word, ".slowenv") ||
           !strncmp(word, ".init", 5);
}

/* As Workcraft does.  But what has braces may be a marking, and arcs that
 * follow may mean something else. */
static bool skip_unknown(struct stg_reader *r)
{
    const struct net_where where = r->where;

    net_builder_warn(r->in->builder, where,
                     "'%.80s' is not known: its line is ignored", r->word.at);
    r->section = SECTION_NONE;
    while (!scan_at_end(&r->scan, '#'))
        if (scan_next(&r->scan) == '{')
            return scan_error_at(&r->scan, where, "'%.80s' is not supported",
                                 r->word.at);
    return true;
}

static bool begin(struct stg_reader *r, enum section section)
{
    r->section = section;
    r->has_graph = r->has_graph || section == SECTION_GRAPH;
    if (section == SECTION_COORDINATES)
        scan_skip_line(&r->scan);
    return true;
}

static bool read_directive(struct stg_reader *r)
{
    static const char *const signals[][3] = {
        [SIGNALS_INPUT] = {".inputs", ".input"},
        [SIGNALS_OUTPUT] = {".outputs", ".output"},
        [SIGNALS_INTERNAL] = {".internal", ".internals"},
    };
    static const char *const dummies[] = {".dummy", ".dummies", ".silent",
                                          NULL};
    static const char *const drawing[] = {".coords", ".coordinates", NULL};

    if (!read_word(r, "a keyword"))
        return false;

    const char *const word = r->word.at;

    if (!strcmp(word, ".model") || !strcmp(word, ".name"))
        return read_model(r);
    for (uint32_t kind = 0; kind < sizeof signals / sizeof *signals; kind++)
        if (scan_is_any(word, signals[kind]))
            return read_declarations(r, kind);
    if (scan_is_any(word, dummies))
        return read_declarations(r, SIGNALS_NONE);
    if (!strcmp(word, ".marking"))
        return read_marking(r);
    if (!strcmp(word, ".capacity"))
        return read_capacities(r);
    if (!strcmp(word, ".initial"))
        return read_initial(r);
    if (!strcmp(word, ".initial.state"))
        return read_values(r);
    if (is_ignored(word)) {
        scan_skip_line(&r->scan);
        return true;
    }
    if (scan_is_any(word, drawing))
        return begin(r, SECTION_COORDINATES);
    if (!strcmp(word, ".graph"))
        return begin(r, SECTION_GRAPH);
    if (!strcmp(word, ".end"))
        return r->ended = true;
    if (!strncmp(word, ".state", 6) || !strcmp(word, ".sg"))
        return scan_error_at(&r->scan, r->where,
                             "this is a state graph: only signal transition "
                             "graphs are supported");
    return skip_unknown(r);
}

static bool read_line(struct stg_reader *r)
{
    if (scan_peek(&r->scan) == '.')
        return read_directive(r) && scan_end_line(&r->scan, '#');
    switch (r->section) {
    case SECTION_NONE:
        break;
    case SECTION_GRAPH:
        return read_graph_line(r);
    case SECTION_COORDINATES:
        scan_skip_line(&r->scan);
        return true;
    }
    return scan_expected(&r->scan, "a keyword with a dot");
}

static bool read_stg(struct stg_reader *r)
{
    while (scan_more(&r->scan, '#') && !r->ended)
        if (!read_line(r))
            return false;
    if (!scan_finish(&r->scan))
        return false;
    if (!r->ended || !r->has_graph)
        return scan_error(&r->scan, "the file ends without .%s",
                          r->has_graph ? "end" : "graph");
    return true;
}

/* Of which signal each transition is an edge. */
static void note_edges(struct stg_reader *r)
{
    for (trans_id t = 0; t < names_count(r->in->transitions); t++) {
        const char *const id = names_id(r->in->transitions, t);
        struct stg_name name = {0};

        (void)stg_name_parse(id, &name);
        r->other.len = 0;
        text_add(&r->other, id, name.len);
        vec_push(&r->signals->edges, name.edge);
        vec_push(&r->signals->of,
                 name.edge
                     ? names_find(&r->signals->ids, text_end(&r->other), NULL)
                     : SIGNALS_NONE);
    }
}

/* -- The module -- */

bool stg_probe(const char *page, size_t len)
{
    const size_t i = scan_prelude(page, len, '#');

    return len - i >= 2 && page[i] == '.' &&
           islower((unsigned char)page[i + 1]);
}

bool stg_read(const struct net_formats_input *in)
{
    struct stg_reader r = {.in = in, .signals = mem_zero(1, sizeof *r.signals)};
    bool good;

    scan_init(&r.scan, in->source, in->diag);
    good = read_stg(&r);
    if (good)
        note_edges(&r);
    net_builder_signals(in->builder, r.signals);
    names_finish(&r.dummies);
    vec_free(&r.word);
    vec_free(&r.other);
    return good;
}
