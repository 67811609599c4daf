#include "formats/picture/dot_names.h"

#include "base/mem.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Letters of a name that is shown whole, and of the beginning of another. */
enum { MOST = 24, HEAD = 6 };

/* What of a name is shown first differs from its neighbours here, behind so
 * many letters that they share. */
enum { SHARED = 7 };

static const char ELLIPSIS[] = "\xe2\x80\xa6";

struct named {
    uint32_t id;
    const char *label;
    char *shown; /* NULL: the label */
};

static int by_label(const void *a, const void *b)
{
    return strcmp(((const struct named *)a)->label,
                  ((const struct named *)b)->label);
}

static const char *shown(const struct named *named)
{
    return named->shown ? named->shown : named->label;
}

static int by_shown(const void *a, const void *b)
{
    const struct named *const named = a, *const y = b;
    const int order = strcmp(shown(named), shown(y));

    return order ? order : strcmp(named->label, y->label);
}

/* How many letters two names have in common at their beginnings; 0 for equal
 * ones, which nothing tells apart. */
static uint32_t count_common(const char *a, const char *b)
{
    size_t i = 0;

    while (a[i] && a[i] == b[i])
        i++;
    if (!a[i] && !b[i])
        return 0;
    while (i > 0 && !text_begins(a[i]))
        i--;
    return text_letters(a, i);
}

static void add_letters(text_buffer *text, const char *label, uint32_t from,
                        uint32_t n)
{
    while (from > 0)
        from -= text_begins(*++label) ? 1 : 0;
    for (; n > 0; n -= text_begins(*label) ? 1 : 0)
        vec_push(text, *label++);
}

/* A name of so many letters, of which that one must be seen. */
static char *shorten(const char *label, uint32_t letters, uint32_t seen)
{
    const uint32_t room = MOST - HEAD - 2;
    text_buffer text = {0};
    uint32_t from = seen > SHARED ? seen - SHARED : 0;

    if (seen < MOST - 1) {
        add_letters(&text, label, 0, MOST - 1);
        text_add(&text, ELLIPSIS, sizeof ELLIPSIS - 1);
    } else {
        add_letters(&text, label, 0, HEAD);
        text_add(&text, ELLIPSIS, sizeof ELLIPSIS - 1);
        if (letters - from <= room + 1) {
            add_letters(&text, label, letters - room - 1, room + 1);
        } else {
            add_letters(&text, label, from, room);
            text_add(&text, ELLIPSIS, sizeof ELLIPSIS - 1);
        }
    }
    (void)text_end(&text);
    return text.at;
}

static void shorten_all(struct named *at, uint32_t n)
{
    qsort(at, n, sizeof *at, by_label);
    for (uint32_t i = 0; i < n; i++) {
        const char *const label = at[i].label;
        const uint32_t letters = text_letters(label, strlen(label));
        const uint32_t before = i ? count_common(label, at[i - 1].label) : 0;
        const uint32_t after =
            i + 1 < n ? count_common(label, at[i + 1].label) : 0;

        if (letters > MOST)
            at[i].shown =
                shorten(label, letters, before > after ? before : after);
    }
}

/* Names that look alike are shown whole. */
static void restore_alike(struct named *at, uint32_t n)
{
    qsort(at, n, sizeof *at, by_shown);
    for (uint32_t i = 0, end; i < n; i = end) {
        bool alike = false;

        for (end = i + 1; end < n && !strcmp(shown(&at[i]), shown(&at[end]));
             end++)
            alike |= strcmp(at[i].label, at[end].label) != 0;
        for (uint32_t k = end; alike && k-- > i;) {
            mem_free(at[k].shown);
            at[k].shown = NULL;
        }
    }
}

static char **shorten_nodes(const struct net *net, uint32_t n,
                            const char *(*label)(const struct net *net,
                                                 uint32_t id))
{
    struct named *const at = mem_alloc(n, sizeof *at);
    char **const names = mem_zero(n, sizeof *names);

    for (uint32_t i = 0; i < n; i++)
        at[i] = (struct named){.id = i, .label = label(net, i)};
    shorten_all(at, n);
    restore_alike(at, n);
    for (uint32_t i = 0; i < n; i++)
        names[at[i].id] = at[i].shown;
    mem_free(at);
    return names;
}

/* By place that is marked while another has n tokens or more: that place, and
 * n; PLACE_NONE and 0 for others. */
struct levels {
    place_id *of;
    uint32_t *n;
};

static void find_levels(const struct net *net, struct levels *levels)
{
    levels->of = mem_none(net_place_count(net));
    levels->n = mem_zero(net_place_count(net), sizeof *levels->n);
    for (place_id p = 0; p < net_given_places(net); p++)
        for (uint32_t n = 1; net_bound(net, p) > 1 && n <= net_bound(net, p);
             n++) {
            levels->of[net_level(net, p, n)] = p;
            levels->n[net_level(net, p, n)] = n;
        }
}

/* A step takes a place from some number of tokens to another.  NULL: it changes
 * no such place. */
static char *name_step(const struct net *net, const struct levels *levels,
                       trans_id t)
{
    const struct net_place_span pre = net_pre(net, t), post = net_post(net, t);
    place_id p = PLACE_NONE;
    uint32_t left = UINT32_MAX, most = 0;
    text_buffer text = {0};
    char number[16];

    for (uint32_t i = 0; i < pre.len; i++)
        if (levels->of[pre.at[i]] != PLACE_NONE) {
            p = levels->of[pre.at[i]];
            left =
                levels->n[pre.at[i]] <= left ? levels->n[pre.at[i]] - 1 : left;
        }
    for (uint32_t i = 0; i < post.len; i++)
        if (levels->of[post.at[i]] != PLACE_NONE) {
            p = levels->of[post.at[i]];
            most = levels->n[post.at[i]] > most ? levels->n[post.at[i]] : most;
        }
    if (p == PLACE_NONE)
        return NULL;
    (void)snprintf(number, sizeof number, "=%" PRIu32, most ? most : left);
    text_put(&text, net_place_label(net, p));
    text_put(&text, number);
    (void)text_end(&text);
    return text.at;
}

static void name_steps(struct dot_names *names)
{
    const struct net *const net = names->net;
    struct levels levels;

    if (!names->transitions)
        names->transitions =
            mem_zero(net_trans_count(net), sizeof *names->transitions);
    find_levels(net, &levels);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (net_is_step(net, t)) {
            char *const name = name_step(net, &levels, t);

            if (name) {
                mem_free(names->transitions[t]);
                names->transitions[t] = name;
            }
        }
    mem_free(levels.of);
    mem_free(levels.n);
}

void dot_names_init(struct dot_names *names, const struct net *net,
                    bool shortens)
{
    *names = (struct dot_names){.net = net};
    if (shortens) {
        names->places =
            shorten_nodes(net, net_place_count(net), net_place_label);
        names->transitions =
            shorten_nodes(net, net_trans_count(net), net_trans_label);
    }
    if (net_counted(net) != PLACE_NONE)
        name_steps(names);
}

static void free_all(char **at, uint32_t n)
{
    for (uint32_t i = 0; at && i < n; i++)
        mem_free(at[i]);
    mem_free(at);
}

void dot_names_finish(struct dot_names *names)
{
    free_all(names->places, net_place_count(names->net));
    free_all(names->transitions, net_trans_count(names->net));
    *names = (struct dot_names){0};
}

const char *dot_names_place(const struct dot_names *names, place_id p)
{
    return names->places && names->places[p] ? names->places[p]
                                             : net_place_label(names->net, p);
}

const char *dot_names_trans(const struct dot_names *names, trans_id t)
{
    return names->transitions && names->transitions[t]
               ? names->transitions[t]
               : net_trans_label(names->net, t);
}
