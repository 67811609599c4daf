/* The reader numbers nodes in the order in which they appear.  So the lines of
 * the places come first, in their order; a transition that a line would name
 * too early gets the transitions before it on lines of their own. */
#include "formats/net/net_formats.h"

#include "base/text.h"
#include "formats/net/stg_name.h"
#include "net/names.h"

#include <string.h>

struct stg_writer {
    const struct net *net;
    FILE *out;
    struct names signals, dummies;
    text_buffer text;
    trans_id named; /* transitions that the lines so far name */
};

/* -- What fits -- */

static bool is_place_name(const char *label)
{
    struct stg_name name;

    return stg_name_parse(label, &name) && !name.edge && !name.numbered &&
           stg_name_is_plain(label, &name);
}

static bool is_only(struct net_trans_span span, trans_id *t)
{
    if (span.len == 1)
        *t = span.at[0];
    return span.len == 1;
}

/* Is p a place between two transitions that is called after them, so that the
 * arc from one to the other stands for it?  A self-loop is one, too. */
static bool is_hidden(struct stg_writer *w, place_id p, trans_id *from,
                      trans_id *to)
{
    const struct net *net = w->net;
    const struct net_trans_span readers = net_readers(net, p);
    const struct net_trans_span producers = net_producers(net, p);
    const struct net_trans_span consumers = net_consumers(net, p);
    const bool loop = !producers.len && !consumers.len;

    if (!(loop ? is_only(readers, from) && is_only(readers, to)
               : !readers.len && is_only(producers, from) &&
                     is_only(consumers, to)))
        return false;
    return !strcmp(stg_name_between(net_trans_label(net, *from),
                                    net_trans_label(net, *to), &w->text),
                   net_place_label(net, p));
}

/* Declares what the transitions need, and checks their names. */
static bool declare(struct stg_writer *w, const char *path, struct diag *diag)
{
    for (trans_id t = 0; t < net_given_transitions(w->net); t++) {
        const char *label = net_trans_label(w->net, t);
        struct stg_name name;

        if (!stg_name_parse(label, &name) || !stg_name_is_plain(label, &name))
            return writable_refuse(
                "transition", label,
                "a transition in a .g is a name of letters, digits, "
                "'_' and '.', maybe with +, - or ~, maybe with / "
                "and a number",
                path, diag);
        w->text.len = 0;
        text_add(&w->text, label, name.len);
        (void)names_add(name.edge ? &w->signals : &w->dummies,
                        text_end(&w->text), NULL);
        if (names_has(&w->signals, w->text.at) &&
            names_has(&w->dummies, w->text.at))
            return writable_refuse(
                "transition", label,
                "its name is that of a signal and of a dummy", path, diag);
    }
    return true;
}

static bool check_places(struct stg_writer *w, const char *path,
                         struct diag *diag)
{
    trans_id from, to;

    for (place_id p = 0; p < net_given_places(w->net); p++) {
        const char *label = net_place_label(w->net, p);

        if (is_hidden(w, p, &from, &to))
            continue;
        if (!is_place_name(label))
            return writable_refuse(
                "place", label,
                "a place in a .g is a name of letters, digits, '_' "
                "and '.'",
                path, diag);
        if (names_has(&w->signals, label) || names_has(&w->dummies, label))
            return writable_refuse("place", label,
                                   "a signal or a dummy has this name", path,
                                   diag);
    }
    return true;
}

/* -- Lines -- */

static void write_declarations(const struct stg_writer *w, const char *keyword,
                               const struct names *names)
{
    enum { A_LINE = 12 };

    for (uint32_t n = 0; n < names_count(names); n++)
        fprintf(w->out, "%s%s %s",
                n % A_LINE ? ""
                : n        ? "\n"
                           : "",
                n % A_LINE ? "" : keyword, names_id(names, n));
    if (names_count(names))
        fputc('\n', w->out);
}

/* Before a line that is about to name t: the nodes before t that are neither in
 * an earlier line nor in this one get lines of their own.  *next is the first
 * transition that this line does not name. */
static void name_next(struct stg_writer *w, trans_id t, trans_id *next)
{
    if (t > *next) {
        for (; w->named < t; w->named++)
            fprintf(w->out, "%s\n", net_trans_label(w->net, w->named));
        *next = t;
    }
    *next += t == *next;
}

static void name_all(struct stg_writer *w, struct net_trans_span span,
                     trans_id *next)
{
    for (uint32_t i = 0; i < span.len; i++)
        name_next(w, span.at[i], next);
}

static void write_transition_labels(const struct stg_writer *w,
                                    struct net_trans_span span)
{
    for (uint32_t i = 0; i < span.len; i++)
        fprintf(w->out, " %s", net_trans_label(w->net, span.at[i]));
}

static void write_place(struct stg_writer *w, place_id p)
{
    trans_id next = w->named, from, to;

    if (is_hidden(w, p, &from, &to)) {
        name_next(w, from, &next);
        name_next(w, to, &next);
        fprintf(w->out, "%s %s\n", net_trans_label(w->net, from),
                net_trans_label(w->net, to));
    } else {
        name_all(w, net_consumers(w->net, p), &next);
        name_all(w, net_readers(w->net, p), &next);
        fputs(net_place_label(w->net, p), w->out);
        write_transition_labels(w, net_consumers(w->net, p));
        write_transition_labels(w, net_readers(w->net, p));
        fputc('\n', w->out);
    }
    w->named = next;
}

/* The places that t marks, hidden ones aside.  A transition without any is
 * still named once. */
static void write_transition_line(struct stg_writer *w, trans_id t)
{
    const struct net_place_span spans[] = {net_post(w->net, t),
                                           net_read(w->net, t)};
    bool open = t >= w->named;
    trans_id from, to;

    if (open)
        fputs(net_trans_label(w->net, t), w->out);
    for (size_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < spans[k].len; i++) {
            const place_id p = spans[k].at[i];

            if (is_hidden(w, p, &from, &to))
                continue;
            if (!open)
                fputs(net_trans_label(w->net, t), w->out);
            open = true;
            fprintf(w->out, " %s", net_place_label(w->net, p));
        }
    if (open)
        fputc('\n', w->out);
}

static void write_graph(struct stg_writer *w)
{
    fputs(".graph\n", w->out);
    for (place_id p = 0; p < net_given_places(w->net); p++)
        write_place(w, p);
    for (trans_id t = 0; t < net_given_transitions(w->net); t++)
        write_transition_line(w, t);
    fputs(".marking {", w->out);
    for (place_id p = 0; p < net_given_places(w->net); p++)
        if (net_marked(w->net, p)) {
            fprintf(w->out, " %s", net_place_label(w->net, p));
            if (net_tokens(w->net, p) > 1)
                fprintf(w->out, "=%u", net_tokens(w->net, p));
        }
    fputs(" }\n.end\n", w->out);
}

const struct net_formats_scope stg_write_scope = {.arcs = 0};

bool stg_write_net(const struct net *net, const char *path, FILE *out,
                   struct diag *diag)
{
    struct stg_writer w = {.net = net, .out = out};
    const bool good = declare(&w, path, diag) && check_places(&w, path, diag);

    if (good) {
        fprintf(out, ".model %s\n",
                is_place_name(net_name(net)) ? net_name(net) : "net");
        write_declarations(&w, ".internal", &w.signals);
        write_declarations(&w, ".dummy", &w.dummies);
        write_graph(&w);
    }
    names_finish(&w.signals);
    names_finish(&w.dummies);
    vec_free(&w.text);
    return good;
}
