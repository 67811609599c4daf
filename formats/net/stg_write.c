/* The reader numbers nodes in the order in which they appear.  So the lines of
 * the places come first, in their order; a transition that a line would name
 * too early gets the transitions before it on lines of their own. */
#include "formats/net/net_formats.h"

#include "base/text.h"
#include "formats/net/stg_name.h"
#include "net/names.h"

#include <string.h>

/* The transitions around a place, by the arcs that were given. */
struct stg_write_arcs {
    net_trans_list consumers, producers, readers;
};

struct stg_writer {
    const struct net *net;
    FILE *out;
    struct stg_write_arcs *arcs; /* by place */
    struct names signals, dummies;
    text_buffer text;
    trans_id named; /* transitions that the lines so far name */
};

static void find_arcs(struct stg_writer *w)
{
    net_bundle_list list = {0};

    w->arcs = mem_zero(net_given_places(w->net), sizeof *w->arcs);
    for (trans_id t = 0; t < net_given_transitions(w->net); t++) {
        bundles_of(w->net, t, &list);
        for (uint32_t i = 0; i < list.len; i++) {
            const struct net_bundle *const b = &list.at[i];
            struct stg_write_arcs *const arcs = &w->arcs[b->place];

            vec_push(b->consume == b->produce ? &arcs->readers
                     : b->consume             ? &arcs->consumers
                                              : &arcs->producers,
                     t);
        }
    }
    vec_free(&list);
}

static void free_arcs(struct stg_writer *w)
{
    for (place_id p = 0; p < net_given_places(w->net); p++) {
        vec_free(&w->arcs[p].consumers);
        vec_free(&w->arcs[p].producers);
        vec_free(&w->arcs[p].readers);
    }
    mem_free(w->arcs);
}

/* -- What fits -- */

static bool is_place_name(const char *label)
{
    struct stg_name name;

    return stg_name_parse(label, &name) && !name.edge && !name.numbered &&
           stg_name_is_plain(label, &name);
}

static bool is_only(const net_trans_list *list, trans_id *t)
{
    if (list->len == 1)
        *t = list->at[0];
    return list->len == 1;
}

/* Is p a place between two transitions that is called after them, so that the
 * arc from one to the other stands for it?  A self-loop is one, too. */
static bool is_hidden(struct stg_writer *w, place_id p, trans_id *from,
                      trans_id *to)
{
    const struct net *net = w->net;
    const struct stg_write_arcs *const arcs = &w->arcs[p];
    const bool loop = !arcs->producers.len && !arcs->consumers.len;

    if (!(loop ? is_only(&arcs->readers, from) && is_only(&arcs->readers, to)
               : !arcs->readers.len && is_only(&arcs->producers, from) &&
                     is_only(&arcs->consumers, to)))
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

static void name_all(struct stg_writer *w, const net_trans_list *list,
                     trans_id *next)
{
    for (uint32_t i = 0; i < list->len; i++)
        name_next(w, list->at[i], next);
}

static void write_transition_labels(const struct stg_writer *w,
                                    const net_trans_list *list)
{
    for (uint32_t i = 0; i < list->len; i++)
        fprintf(w->out, " %s", net_trans_label(w->net, list->at[i]));
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
        name_all(w, &w->arcs[p].consumers, &next);
        name_all(w, &w->arcs[p].readers, &next);
        fputs(net_place_label(w->net, p), w->out);
        write_transition_labels(w, &w->arcs[p].consumers);
        write_transition_labels(w, &w->arcs[p].readers);
        fputc('\n', w->out);
    }
    w->named = next;
}

/* The places that t marks, hidden ones aside: first those that it produces on,
 * then those that it reads.  A transition without any is still named once. */
static void write_transition_line(struct stg_writer *w, trans_id t,
                                  net_bundle_list *list)
{
    bool open = t >= w->named;
    trans_id from, to;

    bundles_of(w->net, t, list);
    if (open)
        fputs(net_trans_label(w->net, t), w->out);
    for (uint32_t k = 0; k < 2 * list->len; k++) {
        const bool reads = k >= list->len;
        const struct net_bundle *const b = &list->at[k % list->len];

        if (reads ? b->consume != b->produce : b->consume >= b->produce)
            continue;
        if (is_hidden(w, b->place, &from, &to))
            continue;
        if (!open)
            fputs(net_trans_label(w->net, t), w->out);
        open = true;
        fprintf(w->out, " %s", net_place_label(w->net, b->place));
    }
    if (open)
        fputc('\n', w->out);
}

static void write_graph(struct stg_writer *w)
{
    net_bundle_list list = {0};

    fputs(".graph\n", w->out);
    for (place_id p = 0; p < net_given_places(w->net); p++)
        write_place(w, p);
    for (trans_id t = 0; t < net_given_transitions(w->net); t++)
        write_transition_line(w, t, &list);
    vec_free(&list);
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
    bool good;

    find_arcs(&w);
    good = declare(&w, path, diag) && check_places(&w, path, diag);
    if (good) {
        fprintf(out, ".model %s\n",
                is_place_name(net_name(net)) ? net_name(net) : "net");
        write_declarations(&w, ".internal", &w.signals);
        write_declarations(&w, ".dummy", &w.dummies);
        write_graph(&w);
    }
    free_arcs(&w);
    names_finish(&w.signals);
    names_finish(&w.dummies);
    vec_free(&w.text);
    return good;
}
