#include "formats/net/net_formats.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* A keyword would begin a new description. */
static void write_name(const char *name, FILE *out)
{
    static const char *const keywords[] = {"net", "tr", "pl", "lb", "nt", "pr"};
    char *word;

    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (!strcmp(name, keywords[i])) {
            (void)fprintf(out, "{%s}", name);
            return;
        }
    word = text_quoted(name);
    fputs(word, out);
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
        fputs(net_marked(net, p) ? " (1)\n" : "\n", out);
    }
}

static void write_arc(const struct net *net, place_id p, const char *mark,
                      uint32_t weight, FILE *out)
{
    if (!weight)
        return;
    fputc(' ', out);
    write_name(net_place_label(net, p), out);
    if (weight > 1 || *mark != '*')
        fprintf(out, "%s%u", mark, weight);
}

static void write_transition(const struct net *net, trans_id t,
                             net_bundle_list *arcs, FILE *out)
{
    given_arcs_of(net, t, arcs);
    fputs("tr ", out);
    write_label(net_trans_label(net, t), net_trans_name(net, t), out);
    for (uint32_t i = 0; i < arcs->len; i++)
        write_arc(net, arcs->at[i].place, "*", arcs->at[i].consume, out);
    for (uint32_t i = 0; i < arcs->len; i++)
        write_arc(net, arcs->at[i].place, "?", arcs->at[i].read, out);
    for (uint32_t i = 0; i < arcs->len; i++)
        write_arc(net, arcs->at[i].place, "?-", arcs->at[i].inhibit, out);
    fputs(" ->", out);
    for (uint32_t i = 0; i < arcs->len; i++)
        write_arc(net, arcs->at[i].place, "*", arcs->at[i].produce, out);
    fputc('\n', out);
}

static void write_transitions(const struct net *net, FILE *out)
{
    net_bundle_list arcs = {0};

    for (trans_id t = 0; t < net_given_transitions(net); t++)
        write_transition(net, t, &arcs, out);
    vec_free(&arcs);
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

bool tina_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag)
{
    if (!writable_labels(net, text_is_name,
                         "a name holds no control characters, and no white "
                         "space but single blanks inside",
                         path, diag) ||
        !writable_arcs(net, WRITABLE_WEIGHT | WRITABLE_INHIBITOR, path, diag))
        return false;
    write_title(net, out);
    write_places(net, out);
    write_transitions(net, out);
    return true;
}
