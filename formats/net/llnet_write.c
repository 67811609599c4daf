#include "formats/net/net_formats.h"

#include "base/text.h"

#include <string.h>

/* Double quotes enclose a name, and the format has no escape for them. */
static bool is_quotable_name(const char *label)
{
    return !strchr(label, '"') && text_is_name(label);
}

static void write_node_blocks(const struct net *net, bool resets, FILE *out)
{
    fputs(resets ? "PEP\nPetriBox\nFORMAT_N2\nPL\n"
                 : "PEP\nPTNet\nFORMAT_N\nPL\n",
          out);
    for (place_id p = 0; p < net_given_places(net); p++) {
        const uint32_t n = net_tokens(net, p);

        fprintf(out, "%u\"%s\"0@0", p + 1, net_place_label(net, p));
        if (n)
            fprintf(out, "M%um%u", n, n);
        fputc('\n', out);
    }
    fputs("TR\n", out);
    for (trans_id t = 0; t < net_given_transitions(net); t++)
        fprintf(out, "%u\"%s\"0@0\n", t + 1, net_trans_label(net, t));
}

/* RD and RS are known to ecofolder alone, which does not know RA. */
enum arc_block { TP, PT, RA, RD, RS };

static void write_arc_line(const struct net_bundle *b, enum arc_block block,
                           FILE *out)
{
    const uint32_t weights[] = {[TP] = b->produce,
                                [PT] = b->consume,
                                [RA] = b->read,
                                [RD] = b->read,
                                [RS] = b->reset};
    const uint32_t p = b->place + 1, t = b->trans + 1;
    const uint32_t weight = weights[block];

    if (!weight)
        return;
    if (block == TP || block == RA)
        fprintf(out, "%u<%u", t, p);
    else
        fprintf(out, "%u>%u", p, t);
    if (weight > 1)
        fprintf(out, "w%u", weight);
    fputc('\n', out);
}

static void write_arc_block(const struct net *net, enum arc_block block,
                            FILE *out)
{
    static const char *const names[] = {"TP", "PT", "RA", "RD", "RS"};
    net_bundle_list arcs = {0};

    fprintf(out, "%s\n", names[block]);
    for (trans_id t = 0; t < net_given_transitions(net); t++) {
        bundles_of(net, t, &arcs);
        for (uint32_t i = 0; i < arcs.len; i++)
            write_arc_line(&arcs.at[i], block, out);
    }
    vec_free(&arcs);
}

static bool has_resets(const struct net *net)
{
    net_bundle_list arcs = {0};
    bool found = false;

    for (trans_id t = 0;
         net_bundle_count(net) && t < net_given_transitions(net); t++) {
        bundles_of(net, t, &arcs);
        for (uint32_t i = 0; i < arcs.len; i++)
            found |= arcs.at[i].reset > 0;
    }
    vec_free(&arcs);
    return found;
}

const struct net_formats_scope llnet_write_scope = {
    .fits = is_quotable_name,
    .rule = "a name in a .ll_net holds no double quotes, no control "
            "characters, and no white space but single blanks inside",
    .arcs = WRITABLE_WEIGHT | WRITABLE_RESET,
};

bool llnet_write_net(const struct net *net, const char *path, FILE *out,
                     struct diag *diag)
{
    const bool resets = has_resets(net);

    (void)path;
    (void)diag;
    write_node_blocks(net, resets, out);
    write_arc_block(net, TP, out);
    write_arc_block(net, PT, out);
    if (net_read_count(net))
        write_arc_block(net, resets ? RD : RA, out);
    if (resets)
        write_arc_block(net, RS, out);
    return true;
}
