#include "formats/certificate/cert_parts.h"

#include "base/ids.h"

#include <stdlib.h>

/* What the reading of cubes needs beside the reader. */
struct cubes {
    struct cert_reader *r;
    uint32_t *line_of; /* by transition: the last line that made it a member */
};

/* The words of reasons, and the nodes that follow them. */
static const struct {
    const char *word;
    bool (*read)(struct cert_reader *r, uint32_t *node);
    const char *(*label)(const struct net *net, uint32_t node);
} reasons[] = {
    [PROOF_LACKS] = {"lacks", cert_reader_place, net_place_label},
    [PROOF_HOLDS] = {"holds", cert_reader_place, net_place_label},
    [PROOF_LIVE] = {"live", cert_reader_trans, net_trans_label},
    [PROOF_REFUTED] = {"refuted", NULL, NULL},
};

static bool read_reason(struct cert_reader *r)
{
    static const char what[] = "'lacks', 'holds', 'live' or 'refuted'";
    uint32_t i = 0, node = 0;

    if (!cert_reader_next_line(r, what))
        return false;
    cert_reader_note(r, FAULT_REASON);
    while (i <= PROOF_REFUTED && !cert_reader_is(r, reasons[i].word))
        i++;
    if (i > PROOF_REFUTED)
        return cert_reader_unexpected(r, what);
    if (reasons[i].read && !reasons[i].read(r, &node))
        return false;
    proof_add(r->cert->proof, (enum proof_reason)i, node);
    return cert_reader_end_line(r);
}

static bool read_places(struct cert_reader *r, bool pos)
{
    while (cert_reader_more(r)) {
        place_id p;

        if (!cert_reader_new_place(r, &p))
            return false;
        if (pos)
            proof_pos(r->cert->proof, p);
        else
            proof_neg(r->cert->proof, p);
    }
    return cert_reader_end_line(r);
}

/* The last transition read becomes a member, unless a line of this cube has
 * made it one. */
static bool add_member(struct cubes *c, trans_id t, bool active, uint32_t by)
{
    struct cert_reader *const r = c->r;

    if (c->line_of[t] > *vec_top(&r->cert->lines[FAULT_CUBE]))
        return scan_error_at(&r->scan, r->where,
                             "transition '%s' is a member a second time",
                             net_trans_label(r->net, t));
    c->line_of[t] = r->where.line;
    if (active)
        proof_active(r->cert->proof, t, by);
    else
        proof_blocked(r->cert->proof, t, by);
    return true;
}

static bool read_active(struct cubes *c)
{
    struct cert_reader *const r = c->r;
    trans_id t;
    uint32_t to;
    struct net_where where;

    if (!cert_reader_trans(r, &t))
        return false;
    where = r->where;
    if (!cert_reader_number(r, "the number of a cube", &to))
        return false;
    r->where = where; /* for a message about t */
    return add_member(c, t, true, to) && cert_reader_end_line(r);
}

/* One scapegoat and at least one member. */
static bool read_blocked(struct cubes *c)
{
    struct cert_reader *const r = c->r;
    place_id by;

    if (!cert_reader_place(r, &by))
        return false;
    do {
        trans_id t;

        if (!cert_reader_trans(r, &t) || !add_member(c, t, false, by))
            return false;
    } while (cert_reader_more(r));
    return cert_reader_end_line(r);
}

/* Sorts the cube; the lines of its members come in their order. */
static void sort_cube(struct cubes *c)
{
    struct cert *const cert = c->r->cert;
    const struct proof_cube *const cube = vec_top(&cert->proof->cubes);

    proof_sort(cert->proof);
    for (uint32_t i = 0; i < cube->members.len; i++)
        vec_push(&cert->lines[FAULT_MEMBER],
                 c->line_of[proof_members(cert->proof, cube)[i].trans]);
}

static bool read_members(struct cubes *c)
{
    struct cert_reader *const r = c->r;
    static const char what[] = "'active', 'blocked', 'cube' or 'end'";

    while (cert_reader_next_line(r, what)) {
        const bool active = cert_reader_is(r, "active");

        if (!active && !cert_reader_is(r, "blocked"))
            return cert_reader_is(r, "cube") || cert_reader_is(r, "end") ||
                   cert_reader_unexpected(r, what);
        if (!(active ? read_active(c) : read_blocked(c)))
            return false;
    }
    return false;
}

/* Starts behind the word "cube"; ends behind the next "cube" or behind
 * "end". */
static bool read_cube(struct cubes *c)
{
    struct cert_reader *const r = c->r;
    const uint32_t wanted = r->cert->proof->cubes.len;
    uint32_t number;

    cert_reader_note(r, FAULT_CUBE);
    if (!cert_reader_number(r, "the number of this cube", &number))
        return false;
    if (number != wanted)
        return scan_error_at(&r->scan, r->where,
                             "this is cube %u: cubes are numbered in order "
                             "from 0",
                             wanted);
    cert_reader_start_places(r);
    if (!cert_reader_end_line(r) || !read_reason(r) ||
        !cert_reader_expect_line(r, "marked") || !read_places(r, true) ||
        !cert_reader_expect_line(r, "empty"))
        return false;
    if (!read_places(r, false) || !read_members(c))
        return false;
    sort_cube(c);
    return true;
}

/* A cube may be used before its definition, so this runs last.  where: of the
 * number of the initial one. */
static bool check_links(struct cert_reader *r, struct net_where where)
{
    const struct cert *cert = r->cert;
    const struct proof *proof = cert->proof;

    if (proof->initial >= proof->cubes.len)
        return scan_error_at(&r->scan, where, "there is no cube %u",
                             proof->initial);
    where.column = 0;
    for (uint32_t i = 0; i < proof->members.len; i++) {
        const struct proof_member *member = &proof->members.at[i];

        where.line = cert->lines[FAULT_MEMBER].at[i];
        if (member->active && member->by >= proof->cubes.len)
            return scan_error_at(&r->scan, where, "there is no cube %u",
                                 member->by);
    }
    return true;
}

bool cert_proof_read(struct cert_reader *r)
{
    struct cert *cert = r->cert;
    struct cubes c = {.r = r};
    struct net_where initial;
    bool good = true;

    cert->proof = mem_zero(1, sizeof(struct proof));
    if (!cert_reader_end_line(r) || !cert_reader_expect_line(r, "initial") ||
        !cert_reader_number(r, "the number of a cube", &cert->proof->initial))
        return false;
    initial = r->where;
    if (!cert_reader_end_line(r) || !cert_reader_expect_line(r, "cube"))
        return false;
    c.line_of = mem_zero(net_trans_count(r->net), sizeof *c.line_of);
    while (good && cert_reader_is(r, "cube"))
        good = read_cube(&c);
    mem_free(c.line_of);
    return good && check_links(r, initial);
}

/* --- writing -------------------------------------------------------------- */

struct blocked_member {
    place_id by;
    trans_id trans;
};

/* One line for each scapegoat.  scratch has room for all members. */
static void put_blocked(FILE *file, const struct net *net,
                        const struct proof_member *members, uint32_t n,
                        struct blocked_member *scratch)
{
    uint32_t n_blocked = 0;

    for (uint32_t i = 0; i < n; i++)
        if (!members[i].active)
            scratch[n_blocked++] =
                (struct blocked_member){members[i].by, members[i].trans};
    if (n_blocked)
        qsort(scratch, n_blocked, sizeof *scratch, ids_compare_pairs);
    for (uint32_t i = 0; i < n_blocked; i++) {
        if (!i || scratch[i].by != scratch[i - 1].by)
            cert_write_name(file, i ? "\nblocked " : "blocked ",
                            net_place_label(net, scratch[i].by));
        cert_write_name(file, " ", net_trans_label(net, scratch[i].trans));
    }
    if (n_blocked)
        fputc('\n', file);
}

static void put_reason(FILE *file, const struct net *net,
                       const struct proof_cube *cube)
{
    fputs(reasons[cube->reason].word, file);
    if (reasons[cube->reason].label)
        cert_write_name(file, " ",
                        reasons[cube->reason].label(net, cube->node));
    fputc('\n', file);
}

static void put_cube(FILE *file, const struct net *net,
                     const struct proof *proof, const struct proof_cube *cube,
                     struct blocked_member *scratch)
{
    const struct proof_member *members = proof_members(proof, cube);

    put_reason(file, net, cube);
    cert_write_cube(file, net, proof_places(proof, cube->pos),
                    proof_places(proof, cube->neg));
    for (uint32_t i = 0; i < cube->members.len; i++) {
        if (!members[i].active)
            continue;
        cert_write_trans(file, net, "active", members[i].trans);
        fprintf(file, " %u\n", members[i].by);
    }
    put_blocked(file, net, members, cube->members.len, scratch);
}

void cert_proof_write(const struct net *net, const struct proof *proof,
                      FILE *file)
{
    struct blocked_member *const scratch =
        mem_alloc(net_trans_count(net), sizeof *scratch);

    fprintf(file, "proof\ninitial %u\n", proof->initial);
    for (uint32_t c = 0; c < proof->cubes.len; c++) {
        fprintf(file, "cube %u\n", c);
        put_cube(file, net, proof, &proof->cubes.at[c], scratch);
    }
    mem_free(scratch);
}
