#include "formats/net/mci.h"

#include "base/output.h"

#include <string.h>

/* The companion is unknown; 0 would be bottom. */
#define NOT_KNOWN UINT32_MAX

struct mci {
    const struct net *net;
    const struct prefix *prefix;
    FILE *file;
    struct relation consumers; /* by condition */
};

bool mci_fits(const struct net *net, const struct dep *dep, struct diag *diag)
{
    const enum dep_kind kind = dep_kind(dep);

    if (kind != DEP_CLASSIC && kind != DEP_READ)
        return diag_usage(diag, "a .mci file needs dependency classic: it "
                                "orders events by their conditions alone");
    for (place_id p = 0; kind == DEP_READ && p < net_place_count(net); p++)
        if (net_readers(net, p).len > 1)
            return diag_usage(diag,
                              "a .mci file needs dependency classic: it has no "
                              "read arcs, and several transitions read '%s'",
                              net_place_label(net, p));
    return true;
}

static uint32_t consumed(const struct prefix *prefix, uint32_t e)
{
    const struct prefix_span consumes = prefix->events.at[e].consumes;
    uint32_t n = 0;

    for (uint32_t i = 0; i < consumes.len; i++)
        n += prefix_is_drawn(prefix, prefix->pool.at[consumes.from + i]);
    return n;
}

static bool check_reads(const struct mci *mci, struct diag *diag)
{
    for (uint32_t e = 1; e < mci->prefix->events.len; e++) {
        const trans_id t = mci->prefix->events.at[e].trans;

        if (consumed(mci->prefix, e) != net_needs(mci->net, t).len)
            return diag_usage(
                diag,
                ".mci files have no read arcs, and an event of '%s' reads",
                net_trans_label(mci->net, t));
    }
    return true;
}

/* Inverts the arcs from conditions to events. */
static void find_consumers(struct mci *mci)
{
    const struct prefix *const prefix = mci->prefix;
    VEC(struct relation_pair) pairs = {0};

    for (uint32_t e = 1; e < prefix->events.len; e++) {
        const struct prefix_span consumes = prefix->events.at[e].consumes;

        for (uint32_t i = 0; i < consumes.len; i++) {
            const uint32_t b = prefix->pool.at[consumes.from + i];

            vec_push(&pairs, ((struct relation_pair){e, b}));
        }
    }
    relation_init_inverse(&mci->consumers, prefix->conditions.len, pairs.at,
                          pairs.len);
    vec_free(&pairs);
}

/* The lowest byte first, on every machine. */
static void put_number(const struct mci *mci, uint32_t number)
{
    const unsigned char bytes[] = {
        (unsigned char)number, (unsigned char)(number >> 8),
        (unsigned char)(number >> 16), (unsigned char)(number >> 24)};

    (void)fwrite(bytes, sizeof bytes, 1, mci->file);
}

static void put_counts(const struct mci *mci)
{
    uint32_t n = 0;

    for (uint32_t b = 0; b < mci->prefix->conditions.len; b++)
        n += prefix_is_drawn(mci->prefix, b);
    put_number(mci, n);
    put_number(mci, mci->prefix->events.len - 1);
}

/* Nodes of the net are numbered from 1. */
static void put_events(const struct mci *mci)
{
    for (uint32_t e = 1; e < mci->prefix->events.len; e++)
        put_number(mci, mci->prefix->events.at[e].trans + 1);
}

static void put_conditions(const struct mci *mci)
{
    for (uint32_t b = 0; b < mci->prefix->conditions.len; b++) {
        if (!prefix_is_drawn(mci->prefix, b))
            continue;
        put_number(mci, mci->prefix->conditions.at[b].place + 1);
        put_number(mci, mci->prefix->conditions.at[b].producer);
        for (uint32_t i = mci->consumers.start[b];
             i < mci->consumers.start[b + 1]; i++)
            put_number(mci, mci->consumers.at[i]);
        put_number(mci, 0);
    }
}

static void put_cutoffs(const struct mci *mci)
{
    for (uint32_t e = 1; e < mci->prefix->events.len; e++) {
        const struct prefix_event *const event = &mci->prefix->events.at[e];

        if (!event->cutoff)
            continue;
        put_number(mci, e);
        put_number(mci, event->has_companion ? event->companion : NOT_KNOWN);
    }
    put_number(mci, 0);
    put_number(mci, 0); /* an empty list of configurations */
}

static uint32_t longest_name(const struct net *net)
{
    size_t longest = 0;

    for (place_id p = 0; p < net_place_count(net); p++)
        if (strlen(net_place_label(net, p)) > longest)
            longest = strlen(net_place_label(net, p));
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (strlen(net_trans_label(net, t)) > longest)
            longest = strlen(net_trans_label(net, t));
    return (uint32_t)longest;
}

static void put_name(const struct mci *mci, const char *name)
{
    (void)fwrite(name, strlen(name) + 1, 1, mci->file);
}

static void put_names(const struct mci *mci)
{
    const struct net *const net = mci->net;

    put_number(mci, net_place_count(net));
    put_number(mci, net_trans_count(net));
    put_number(mci, longest_name(net));
    for (place_id p = 0; p < net_place_count(net); p++)
        put_name(mci, net_place_label(net, p));
    put_name(mci, "");
    for (trans_id t = 0; t < net_trans_count(net); t++)
        put_name(mci, net_trans_label(net, t));
    put_name(mci, "");
}

bool mci_write(const struct net *net, const struct prefix *prefix,
               const char *path, struct diag *diag)
{
    struct mci mci = {.net = net, .prefix = prefix};
    struct output out;

    if (!check_reads(&mci, diag) || !output_open(&out, path, diag))
        return false;
    mci.file = out.file;
    find_consumers(&mci);
    put_counts(&mci);
    put_events(&mci);
    put_conditions(&mci);
    put_cutoffs(&mci);
    put_names(&mci);
    relation_finish(&mci.consumers);
    return output_close(&out, diag);
}
