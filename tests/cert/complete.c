#include "complete.h"

#include "checker/process.h"
#include "net/marking.h"

#include <stdlib.h>
#include <string.h>

enum { CUTS = 4000 };

struct complete {
    const struct oracle *oracle;
    const struct net *net;
    const struct goal *goal;
    const struct cert *cert;
    struct fault fault;
    struct process process;
    uint32_t words;  /* of a cut, which is a set of conditions */
    bits_word *cuts; /* cuts found */
    uint32_t n_cuts;
    bits_word *marking;
    const char *why;
};

static bool wrong(struct complete *c, const char *why)
{
    c->why = why;
    return false;
}

static bool is_enabled(const struct complete *c, uint32_t e,
                       const bits_word *cut)
{
    const struct cert_event *ev = process_event(&c->process, e);

    for (uint32_t i = 0; i < ev->n_producers; i++)
        if (!bits_has(cut, c->process.uses[ev->from + i]))
            return false;
    return true;
}

/* The conditions that a cutoff produces have no numbers, and no event consumes
 * them. */
static void fire(const struct complete *c, uint32_t e, bits_word *cut)
{
    const struct cert_event *ev = process_event(&c->process, e);
    const uint32_t n = copies_produced(&c->process.copies, ev->trans).len;

    for (uint32_t i = 0; i < ev->n_producers; i++)
        bits_remove(cut, c->process.uses[ev->from + i]);
    for (uint32_t i = 0; !ev->cutoff && i < n; i++)
        bits_add(cut, c->process.produced[e] + i);
}

static void initial_cut(const struct complete *c, bits_word *cut)
{
    bits_clear(cut, c->words);
    for (uint32_t i = 0; i < copies_count(&c->process.copies); i++)
        if (c->process.initial[i] != UINT32_MAX)
            bits_add(cut, c->process.initial[i]);
}

/* --- local configurations ------------------------------------------------- */

/* Fires [e] in the order of the numbers, from the initial cut and marking, and
 * counts by transition and level.  Can it fire? */
static bool replay(struct complete *c, uint32_t e, bits_word *m, uint32_t *size,
                   uint32_t *count)
{
    const uint32_t n = c->cert->events.len, n_trans = net_trans_count(c->net);
    bits_word *cut = mem_zero(c->words, sizeof *cut);
    bool *below = mem_zero(n, sizeof *below);
    bool good = true;

    below[e] = e > 0;
    for (uint32_t f = e; f > 0; f--) {
        const struct cert_event *ev = process_event(&c->process, f);

        for (uint32_t i = 0; below[f] && i < ev->n_producers; i++)
            below[c->cert->producers.at[ev->from + i]] = true;
    }
    initial_cut(c, cut);
    marking_initial(c->net, m);
    memset(count, 0, (size_t)n_trans * (n + 1) * sizeof *count);
    *size = 0;
    for (uint32_t f = 1; good && f <= e; f++) {
        const trans_id t = process_event(&c->process, f)->trans;

        if (!below[f])
            continue;
        good = is_enabled(c, f, cut) && marking_enabled(c->net, m, t) &&
               marking_unsafe(c->net, m, t) == PLACE_NONE &&
               (f == e || !process_event(&c->process, f)->cutoff);
        if (!good)
            break;
        fire(c, f, cut);
        marking_fire(c->net, m, t);
        ++*size;
        count[t]++; /* row 0: all levels */
        count[c->process.level[f] * n_trans +
              t]++; /* other rows: a level each */
    }
    mem_free(cut);
    mem_free(below);
    return good;
}

/* Compares rows of counts: more occurrences of the first differing transition
 * come first; sums: fewer events come first. */
static int compare_row(const uint32_t *a, const uint32_t *b, uint32_t n,
                       bool sums)
{
    uint32_t n_a = 0, n_b = 0;

    for (uint32_t t = 0; t < n; t++) {
        n_a += a[t];
        n_b += b[t];
    }
    if (sums && n_a != n_b)
        return n_a < n_b ? -1 : 1;
    for (uint32_t t = 0; t < n; t++)
        if (a[t] != b[t])
            return a[t] > b[t] ? -1 : 1;
    return 0;
}

static bool is_cutoff(struct complete *c, uint32_t e)
{
    const uint32_t n = c->cert->events.len, n_trans = net_trans_count(c->net);
    const uint32_t words = c->oracle->words;
    bits_word *m = mem_zero((size_t)2 * words, sizeof *m);
    uint32_t *a = mem_zero((size_t)n_trans * (n + 1), sizeof *a);
    uint32_t *b = mem_zero((size_t)n_trans * (n + 1), sizeof *b);
    const uint32_t other = process_event(&c->process, e)->companion;
    uint32_t size_e, size_other;
    int sign = 0;
    bool good = replay(c, e, m, &size_e, a) &&
                replay(c, other, m + words, &size_other, b);

    if (!good) {
        (void)wrong(c, "a local configuration can not be fired");
    } else if (!bits_equal(m, m + words, words)) {
        good = wrong(c, "cutoff and companion lead to different markings");
    } else if (size_e == size_other) {
        for (uint32_t row = 0; !sign && row <= n; row++)
            sign = compare_row(b + (size_t)row * n_trans,
                               a + (size_t)row * n_trans, n_trans, row > 0);
        good = sign < 0 || wrong(c, "the companion is not smaller");
    } else {
        good = size_other < size_e || wrong(c, "the companion is larger");
    }
    mem_free(m);
    mem_free(a);
    mem_free(b);
    return good;
}

/* --- cuts ----------------------------------------------------------------- */

static void add_cut(struct complete *c, const bits_word *cut)
{
    for (uint32_t i = 0; i < c->n_cuts; i++)
        if (bits_equal(c->cuts + (size_t)i * c->words, cut, c->words))
            return;
    c->cuts = mem_resize(c->cuts, (size_t)(c->n_cuts + 1) * c->words,
                         sizeof *c->cuts);
    bits_copy(c->cuts + (size_t)c->n_cuts * c->words, cut, c->words);
    c->n_cuts++;
}

static void read_marking(const struct complete *c, const bits_word *cut)
{
    bits_clear(c->marking, c->oracle->words);
    for (uint32_t x = 0; x < c->process.conditions.len; x++)
        if (bits_has(cut, x))
            bits_add(c->marking,
                     copies_place(&c->process.copies,
                                  c->process.conditions.at[x].copy));
}

/* Has each enabled transition its event? */
static bool is_closed(const struct complete *c, const bits_word *cut)
{
    for (trans_id t = 0; t < net_trans_count(c->net); t++) {
        bool found = !marking_enabled(c->net, c->marking, t);

        for (uint32_t e = 1; !found && e < c->cert->events.len; e++)
            found = process_event(&c->process, e)->trans == t &&
                    is_enabled(c, e, cut);
        if (!found)
            return false;
    }
    return true;
}

static bool check_cuts(struct complete *c)
{
    const uint32_t n = c->oracle->n_markings;
    bits_word *cut = mem_zero(c->words, sizeof *cut);
    bool *met = mem_zero(n, sizeof *met);
    bool good = true;

    initial_cut(c, cut);
    add_cut(c, cut);
    for (uint32_t i = 0; good && i < c->n_cuts && i < CUTS; i++) {
        bits_copy(cut, c->cuts + (size_t)i * c->words, c->words);
        read_marking(c, cut);
        good = is_closed(c, cut) || wrong(c, "an event is missing");
        if (goal_holds(c->goal, c->net, c->marking))
            good = wrong(c, "here is the answer");
        for (uint32_t k = 0; k < n; k++)
            met[k] = met[k] || bits_equal(oracle_marking(c->oracle, k),
                                          c->marking, c->oracle->words);
        for (uint32_t e = 1; e < c->cert->events.len; e++) {
            bits_copy(cut, c->cuts + (size_t)i * c->words, c->words);
            if (process_event(&c->process, e)->cutoff || !is_enabled(c, e, cut))
                continue;
            fire(c, e, cut);
            add_cut(c, cut);
        }
    }
    for (uint32_t k = 0; good && c->n_cuts < CUTS && k < n; k++)
        good = met[k] || wrong(c, "a marking is missing");
    mem_free(cut);
    mem_free(met);
    return good;
}

bool complete_holds(const struct oracle *oracle, const struct goal *goal,
                    const struct cert *cert, const char **why)
{
    struct complete c = {
        .oracle = oracle, .net = oracle->net, .goal = goal, .cert = cert};
    bool good = true;

    process_init(&c.process, c.net, cert, &c.fault);
    CHECK(process_build(&c.process));
    c.words = bits_words(c.process.conditions.len) + 1;
    c.marking = mem_zero(oracle->words, sizeof *c.marking);
    for (uint32_t e = 1; good && e < cert->events.len; e++) {
        uint32_t *count =
            mem_zero((size_t)net_trans_count(c.net) * (cert->events.len + 1),
                     sizeof *count);
        uint32_t size;

        good = process_event(&c.process, e)->cutoff
                   ? is_cutoff(&c, e)
                   : replay(&c, e, c.marking, &size, count) ||
                         wrong(&c, "an event can not be fired");
        mem_free(count);
    }
    good = good && check_cuts(&c);
    *why = c.why;
    process_finish(&c.process);
    mem_free(c.cuts);
    mem_free(c.marking);
    return good;
}
