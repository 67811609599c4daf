#include "mangle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- texts ---------------------------------------------------------------- */

struct piece {
    size_t at, len;
};

static bool is_space(char c)
{
    return c == ' ' || c == '\n';
}

static size_t word_length(const char *at)
{
    size_t n = 0;

    if (*at != '"') {
        while (at[n] && !is_space(at[n]))
            n++;
        return n;
    }
    for (n = 1; at[n] && at[n] != '"'; n++)
        n += at[n] == '\\';
    return n + 1;
}

/* Word number i; false when there are fewer. */
static bool find_word(const char *text, uint32_t i, struct piece *word)
{
    size_t at = 0;

    for (;;) {
        while (is_space(text[at]))
            at++;
        if (!text[at])
            return false;
        *word = (struct piece){at, word_length(text + at)};
        if (!i--)
            return true;
        at += word->len;
    }
}

uint32_t mangle_words(const char *text)
{
    struct piece word;
    uint32_t n = 0;

    while (find_word(text, n, &word))
        n++;
    return n;
}

static struct piece line_of(const char *text, struct piece word)
{
    size_t from = word.at, to = word.at + word.len;

    while (from && text[from - 1] != '\n')
        from--;
    while (text[to] && text[to - 1] != '\n')
        to++;
    return (struct piece){from, to - from};
}

/* The text with one piece replaced. */
static char *replace(const char *text, struct piece piece, const char *by,
                     size_t len)
{
    const size_t n = strlen(text);
    char *made = mem_alloc(n + len + 1, 1);

    memcpy(made, text, piece.at);
    memcpy(made + piece.at, by, len);
    memcpy(made + piece.at + len, text + piece.at + piece.len,
           n - piece.at - piece.len + 1);
    return made;
}

/* The text with piece a and the next piece b exchanged. */
static char *swap(const char *text, struct piece a, struct piece b)
{
    char *made = mem_text(text);
    const size_t gap = b.at - a.at - a.len;

    memcpy(made + a.at, text + b.at, b.len);
    memcpy(made + a.at + b.len, text + a.at + a.len, gap);
    memcpy(made + a.at + b.len + gap, text + a.at, a.len);
    return made;
}

static char *twice(const char *text, struct piece piece, const char *between)
{
    const size_t gap = strlen(between);
    char *both = mem_alloc(2 * piece.len + gap + 1, 1);

    memcpy(both, text + piece.at, piece.len);
    memcpy(both + piece.len, between, gap);
    memcpy(both + piece.len + gap, text + piece.at, piece.len);

    char *made = replace(text, piece, both, 2 * piece.len + gap);

    mem_free(both);
    return made;
}

static char *nudge(const char *text, struct piece word, int by)
{
    char number[32];
    char *end;
    const long value = strtol(text + word.at, &end, 10);

    if (end != text + word.at + word.len)
        return replace(text, word, text + word.at + (by > 0), word.len - 1);
    (void)snprintf(number, sizeof number, "%ld", value + by);
    return replace(text, word, number, strlen(number));
}

static char *change_line(const char *text, struct piece line,
                         enum mangle_word how)
{
    struct piece next;

    if (how == MANGLE_DROP_LINE)
        return replace(text, line, "", 0);
    if (how == MANGLE_TWICE_LINE)
        return twice(text, line, "");
    next = (struct piece){line.at + line.len, 1};
    return text[next.at] ? swap(text, line, line_of(text, next))
                         : mem_text(text);
}

/* The position of the word in its line: 0, 1, or 2 for all others. */
static uint32_t rank(const char *text, struct piece word)
{
    struct piece line = line_of(text, word), before;
    uint32_t n = 0;

    while (n < 2 && find_word(text + line.at, n, &before) &&
           line.at + before.at < word.at)
        n++;
    return n;
}

/* A random word, preferably from the same position of such a line. */
static struct piece alike(const char *text, struct piece word,
                          struct random *random)
{
    const size_t from = line_of(text, word).at;
    const size_t n_first = word_length(text + from);
    const uint32_t n = mangle_words(text);
    struct piece other = word;

    for (uint32_t tries = 0; tries < 30; tries++) {
        CHECK(find_word(text, random_below(random, n), &other));

        const size_t at = line_of(text, other).at;

        if (rank(text, other) == rank(text, word) &&
            word_length(text + at) == n_first &&
            !memcmp(text + at, text + from, n_first) &&
            (other.len != word.len ||
             memcmp(text + other.at, text + word.at, word.len) != 0))
            break;
    }
    return other;
}

char *mangle_text(const char *text, uint32_t i, enum mangle_word how,
                  struct random *random)
{
    struct piece word, other;

    CHECK(find_word(text, i, &word));
    switch (how) {
    case MANGLE_DROP:
        return replace(text, word, "", 0);
    case MANGLE_TWICE:
        return twice(text, word, " ");
    case MANGLE_SWAP:
        return find_word(text, i + 1, &other) ? swap(text, word, other)
                                              : mem_text(text);
    case MANGLE_OTHER:
        other = alike(text, word, random);
        return replace(text, word, text + other.at, other.len);
    case MANGLE_MORE:
    case MANGLE_LESS:
        return nudge(text, word, how == MANGLE_MORE ? 1 : -1);
    case MANGLE_DROP_LINE:
    case MANGLE_TWICE_LINE:
    case MANGLE_SWAP_LINE:
    case MANGLE_KINDS:
        return change_line(text, line_of(text, word), how);
    }
    return NULL;
}

/* --- proofs --------------------------------------------------------------- */

struct proof *mangle_copy(const struct proof *proof)
{
    struct proof *made = mem_copy(proof, 1, sizeof *proof);

    made->cubes.at =
        mem_copy(proof->cubes.at, proof->cubes.cap, sizeof *proof->cubes.at);
    made->places.at =
        mem_copy(proof->places.at, proof->places.cap, sizeof *proof->places.at);
    made->members.at = mem_copy(proof->members.at, proof->members.cap,
                                sizeof *proof->members.at);
    return made;
}

static void drop_place(struct proof *proof, struct proof_span *span, uint32_t i)
{
    place_id *at = proof->places.at + span->from;

    if (!span->len)
        return;
    i %= span->len;
    memmove(at + i, at + i + 1, (span->len - i - 1) * sizeof *at);
    span->len--;
}

static void drop_member(struct proof *proof, struct proof_span *span,
                        uint32_t i)
{
    struct proof_member *at = proof->members.at + span->from;

    if (!span->len)
        return;
    i %= span->len;
    memmove(at + i, at + i + 1, (span->len - i - 1) * sizeof *at);
    span->len--;
}

static void change_reason(struct proof_cube *cube, const struct net *net,
                          struct random *random)
{
    cube->reason = (enum proof_reason)random_below(random, 4);
    cube->node =
        random_below(random, cube->reason == PROOF_LIVE ? net_trans_count(net)
                                                        : net_place_count(net));
}

static void change_member(struct proof *proof, const struct proof_cube *cube,
                          const struct net *net, struct random *random)
{
    struct proof_member *m;

    if (!cube->members.len)
        return;
    m = &proof->members
             .at[cube->members.from + random_below(random, cube->members.len)];
    if (random_chance(random, 30))
        m->active = !m->active;
    m->by = random_below(random,
                         m->active ? proof->cubes.len : net_place_count(net));
}

/* Replaces a place by one between its neighbours, if there is one. */
static void change_place(struct proof *proof, struct proof_span span,
                         const struct net *net, struct random *random)
{
    place_id *at = proof->places.at + span.from;
    uint32_t i, low, high;

    if (!span.len)
        return;
    i = random_below(random, span.len);
    low = i ? at[i - 1] + 1 : 0;
    high = i + 1 < span.len ? at[i + 1] : net_place_count(net);
    at[i] = low + random_below(random, high - low);
}

static struct proof_span copy_places(struct proof *proof,
                                     struct proof_span span)
{
    const uint32_t from = proof->places.len;

    for (uint32_t i = 0; i < span.len; i++) {
        const place_id p = proof->places.at[span.from + i];

        vec_push(&proof->places, p);
    }
    return (struct proof_span){from, span.len};
}

/* Copies the contents of another cube into a slice of this one. */
static void copy_from_other(struct proof *proof, struct proof_cube *cube,
                            struct random *random)
{
    const struct proof_cube *from =
        &proof->cubes.at[random_below(random, proof->cubes.len)];

    switch (random_below(random, 3)) {
    case 0:
        cube->pos = copy_places(proof, from->pos);
        return;
    case 1:
        cube->neg = copy_places(proof, from->neg);
        return;
    default:
        break;
    }

    const struct proof_span span = from->members;

    cube->members = (struct proof_span){proof->members.len, span.len};
    for (uint32_t i = 0; i < span.len; i++) {
        const struct proof_member m = proof->members.at[span.from + i];

        vec_push(&proof->members, m);
    }
}

void mangle_proof(struct proof *proof, const struct net *net,
                  struct random *random)
{
    struct proof_cube *cube =
        &proof->cubes.at[random_below(random, proof->cubes.len)];
    struct proof_span *places =
        random_chance(random, 50) ? &cube->pos : &cube->neg;
    const uint32_t i = random_below(random, 1u << 20);

    switch (random_below(random, 7)) {
    case 0:
        proof->initial = random_below(random, proof->cubes.len);
        break;
    case 1:
        change_reason(cube, net, random);
        break;
    case 2:
        drop_place(proof, places, i);
        break;
    case 3:
        drop_member(proof, &cube->members, i);
        break;
    case 4:
        change_place(proof, *places, net, random);
        break;
    case 5:
        copy_from_other(proof, cube, random);
        break;
    default:
        change_member(proof, cube, net, random);
        break;
    }
}

/* --- nets ----------------------------------------------------------------- */

enum change { CHANGE_TOKEN, CHANGE_PRE, CHANGE_POST, CHANGE_READ, CHANGES };

struct draft {
    const struct net *net;
    struct net_builder *builder;
    enum change change;
    trans_id t; /* the arc between t and p was added or removed */
    place_id p;
};

static bool has(struct net_place_span span, place_id p)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (span.at[i] == p)
            return true;
    return false;
}

static bool wants(const struct draft *draft, enum change change, trans_id t,
                  place_id p, struct net_place_span span)
{
    return has(span, p) !=
           (draft->change == change && draft->t == t && draft->p == p);
}

static void add_trans(const struct draft *draft, trans_id t, struct diag *diag)
{
    const struct net *net = draft->net;
    const struct net_where where = {"", 0, 0};

    CHECK(net_builder_trans(draft->builder, net_trans_id(net, t), NULL, where,
                            diag) == t);
    for (place_id p = 0; p < net_place_count(net); p++) {
        const bool pre = wants(draft, CHANGE_PRE, t, p, net_pre(net, t));
        const bool post = wants(draft, CHANGE_POST, t, p, net_post(net, t));

        if (pre)
            net_builder_arc(draft->builder, GIVEN_CONSUME, p, t, 1);
        if (post)
            net_builder_arc(draft->builder, GIVEN_PRODUCE, p, t, 1);
        if (wants(draft, CHANGE_READ, t, p, net_read(net, t)))
            net_builder_arc(draft->builder, GIVEN_READ, p, t, 1);
    }
}

struct net *mangle_net(const struct net *net, struct random *random)
{
    struct draft draft = {
        net, net_builder_create(), (enum change)random_below(random, CHANGES),
        net_trans_count(net) ? random_below(random, net_trans_count(net)) : 0,
        net_place_count(net) ? random_below(random, net_place_count(net)) : 0};
    const struct net_where where = {"", 0, 0};
    struct diag diag = {0};
    struct net *made;

    for (place_id p = 0; p < net_place_count(net); p++) {
        const bool odd = draft.change == CHANGE_TOKEN && draft.p == p;

        CHECK(net_builder_place(draft.builder, net_place_id(net, p), NULL,
                                net_marked(net, p) != odd, where, &diag) == p);
    }
    for (trans_id t = 0; t < net_trans_count(net); t++)
        add_trans(&draft, t, &diag);
    made = net_builder_finish(draft.builder);
    CHECK(made);
    return made;
}
