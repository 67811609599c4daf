#include "process.h"

#include "oracle.h"

#include "base/bits.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct process {
    const struct reader *r;
    const struct net *net;
    uint32_t event_words, marking_words;
    bits_word *pasts;     /* by event: [e], with e */
    bits_word *markings;  /* by event: the marking of [e]; 0: bottom */
    uint32_t *consume_at; /* by event: a slice of consumes (conditions) */
    uint32_t *consumes;
    bits_word *cutoff; /* events */
};

static uint32_t n_consumers(const struct reader *r, uint32_t b)
{
    return r->consumer_at[b + 1] - r->consumer_at[b];
}

static bits_word *past(const struct process *x, uint32_t e)
{
    return x->pasts + (size_t)e * x->event_words;
}

static bits_word *marking(const struct process *x, uint32_t e)
{
    return x->markings + (size_t)e * x->marking_words;
}

/* Inverts the consumers of conditions into the presets of events. */
static void invert_arcs(struct process *x)
{
    const struct reader *const r = x->r;
    uint32_t n = 0;

    for (uint32_t e = 1; e <= r->n_events; e++) {
        x->consume_at[e] = n;
        for (uint32_t b = 1; b <= r->n_conditions; b++)
            for (uint32_t i = 0; i < n_consumers(r, b); i++)
                if (r->consumers[r->consumer_at[b] + i] == e)
                    x->consumes[n++] = b;
    }
    x->consume_at[r->n_events + 1] = n;
}

/* Does the set of events consume b? */
static bool is_consumed(const struct process *x, const bits_word *events,
                        uint32_t b)
{
    for (uint32_t i = x->r->consumer_at[b]; i < x->r->consumer_at[b + 1]; i++)
        if (bits_has(events, x->r->consumers[i]))
            return true;
    return false;
}

static const char *fill_past(struct process *x, uint32_t e)
{
    const struct reader *const r = x->r;

    for (uint32_t i = x->consume_at[e]; i < x->consume_at[e + 1]; i++) {
        const uint32_t cause = r->producer[x->consumes[i]];

        if (cause >= e)
            return "a cause is not smaller than its effect";
        if (cause)
            for (uint32_t w = 0; w < x->event_words; w++)
                past(x, e)[w] |= past(x, cause)[w];
    }
    for (uint32_t i = x->consume_at[e]; i < x->consume_at[e + 1]; i++)
        if (is_consumed(x, past(x, e), x->consumes[i]))
            return "an event takes what its past took";
    bits_add(past(x, e), e);
    for (uint32_t b = 1; b <= r->n_conditions; b++) {
        uint32_t n = 0;

        for (uint32_t i = r->consumer_at[b]; i < r->consumer_at[b + 1]; i++)
            n += bits_has(past(x, e), r->consumers[i]);
        if (n > 1)
            return "two events of a past take one condition";
    }
    return NULL;
}

/* Computes the marking of the events; e is 0 for the empty set. */
static const char *fill_marking(struct process *x, uint32_t e)
{
    const struct reader *const r = x->r;

    for (uint32_t b = 1; b <= r->n_conditions; b++) {
        const uint32_t producer = r->producer[b];

        if ((producer && !bits_has(past(x, e), producer)) ||
            is_consumed(x, past(x, e), b))
            continue;
        if (bits_has(marking(x, e), r->place[b] - 1))
            return "two tokens on a place";
        bits_add(marking(x, e), r->place[b] - 1);
    }
    return NULL;
}

static bool has_place(struct net_place_span span, place_id p)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (span.at[i] == p)
            return true;
    return false;
}

/* Checks the preset and postset of e; reading is consuming and producing. */
static const char *check_arcs(const struct process *x, uint32_t e)
{
    const struct reader *const r = x->r;
    const trans_id t = r->transition[e] - 1;
    const struct net_place_span pre = net_pre(x->net, t),
                                post = net_post(x->net, t);
    const struct net_place_span read = net_read(x->net, t);
    uint32_t n_made = 0;

    if (x->consume_at[e + 1] - x->consume_at[e] != pre.len + read.len)
        return "an event takes too much or too little";
    for (uint32_t i = x->consume_at[e]; i < x->consume_at[e + 1]; i++) {
        const place_id p = r->place[x->consumes[i]] - 1;

        if (!has_place(pre, p) && !has_place(read, p))
            return "an event takes from a wrong place";
        for (uint32_t k = x->consume_at[e]; k < i; k++)
            if (r->place[x->consumes[k]] - 1 == p)
                return "an event takes twice from a place";
    }
    for (uint32_t b = 1; b <= r->n_conditions; b++) {
        const place_id p = r->place[b] - 1;

        if (r->producer[b] != e)
            continue;
        if (!has_place(post, p) && !has_place(read, p))
            return "an event makes a token on a wrong place";
        n_made++;
    }
    return n_made == post.len + read.len ? NULL
                                         : "an event makes too much or too "
                                           "little";
}

static bool same_takes(const struct process *x, uint32_t e, uint32_t f)
{
    const uint32_t n = x->consume_at[e + 1] - x->consume_at[e];

    return n == x->consume_at[f + 1] - x->consume_at[f] &&
           !memcmp(x->consumes + x->consume_at[e],
                   x->consumes + x->consume_at[f], n * sizeof *x->consumes);
}

static const char *check_events(struct process *x)
{
    const char *why = fill_marking(x, 0);

    for (uint32_t e = 1; e <= x->r->n_events && !why; e++) {
        why = fill_past(x, e);
        if (!why)
            why = fill_marking(x, e);
        if (!why)
            why = check_arcs(x, e);
        for (uint32_t f = 1; f < e && !why; f++)
            if (x->r->transition[e] == x->r->transition[f] &&
                same_takes(x, e, f))
                why = "an event is there twice";
    }
    for (place_id p = 0; p < net_place_count(x->net) && !why; p++)
        if (net_marked(x->net, p) != bits_has(marking(x, 0), p))
            why = "the initial marking is another one";
    return why;
}

static uint32_t past_size(const struct process *x, uint32_t e)
{
    return e ? bits_count(past(x, e), x->event_words) : 0;
}

static const char *check_cutoff(const struct process *x,
                                const struct reader_cutoff *cutoff)
{
    const uint32_t e = cutoff->event, companion = cutoff->companion;

    if (companion == READER_NOT_KNOWN)
        return "a companion is not known";
    if (companion == e || bits_has(x->cutoff, companion))
        return "the companion is a cutoff";
    if (past_size(x, companion) > past_size(x, e))
        return "the companion is larger";
    if (!bits_equal(marking(x, e), marking(x, companion), x->marking_words))
        return "the companion has another marking";
    return NULL;
}

static const char *check_cutoffs(struct process *x)
{
    const struct reader *const r = x->r;
    const char *why = NULL;

    for (uint32_t i = 0; i < r->n_cutoffs; i++) {
        if (bits_has(x->cutoff, r->cutoffs[i].event))
            return "a cutoff is listed twice";
        bits_add(x->cutoff, r->cutoffs[i].event);
    }
    for (uint32_t b = 1; b <= r->n_conditions; b++)
        if (bits_has(x->cutoff, r->producer[b]) && n_consumers(r, b))
            return "an event follows a cutoff";
    for (uint32_t i = 0; i < r->n_cutoffs && !why; i++)
        why = check_cutoff(x, &r->cutoffs[i]);
    return why;
}

static const char *check_names(const struct reader *r, const struct net *net)
{
    size_t longest = 0;

    if (r->n_places != net_place_count(net) ||
        r->n_transitions != net_trans_count(net))
        return "not the nodes of the net";
    for (place_id p = 0; p < r->n_places; p++) {
        if (strcmp(r->place_names[p + 1], net_place_label(net, p)) != 0)
            return "a place has another name";
        if (strlen(r->place_names[p + 1]) > longest)
            longest = strlen(r->place_names[p + 1]);
    }
    for (trans_id t = 0; t < r->n_transitions; t++) {
        if (strcmp(r->transition_names[t + 1], net_trans_label(net, t)) != 0)
            return "a transition has another name";
        if (strlen(r->transition_names[t + 1]) > longest)
            longest = strlen(r->transition_names[t + 1]);
    }
    return longest == r->longest ? NULL : "not the length of the longest name";
}

const char *process_check(const struct reader *reader, const struct net *net)
{
    const uint32_t n = reader->n_events;
    struct process x = {.r = reader, .net = net};
    const char *why = check_names(reader, net);

    if (why)
        return why;
    x.event_words = bits_words(n + 1);
    x.marking_words = bits_words(net_place_count(net));
    x.pasts = mem_zero((size_t)(n + 1) * x.event_words, sizeof *x.pasts);
    x.markings =
        mem_zero((size_t)(n + 1) * x.marking_words + 1, sizeof *x.markings);
    x.cutoff = mem_zero(x.event_words, sizeof *x.cutoff);
    x.consume_at = mem_zero(n + 2, sizeof *x.consume_at);
    x.consumes = mem_zero(reader->consumer_at[reader->n_conditions + 1] + 1,
                          sizeof *x.consumes);
    invert_arcs(&x);
    why = check_events(&x);
    if (!why)
        why = check_cutoffs(&x);
    mem_free(x.pasts);
    mem_free(x.markings);
    mem_free(x.cutoff);
    mem_free(x.consume_at);
    mem_free(x.consumes);
    return why;
}

/* -- Completeness: the process is a net itself -- */

static bool is_cutoff(const struct reader *r, uint32_t e)
{
    for (uint32_t i = 0; i < r->n_cutoffs; i++)
        if (r->cutoffs[i].event == e)
            return true;
    return false;
}

/* Conditions become places, events other than cutoffs become transitions, with
 * the same numbers from 0.  A cutoff also consumes from an unmarked place. */
static struct net *process_net(const struct reader *r)
{
    struct net_builder *const builder = net_builder_create();
    const struct net_where where = {"", 1, 1};
    struct diag diag = {0};
    struct net *net;
    char id[32];

    for (uint32_t b = 1; b <= r->n_conditions; b++) {
        (void)snprintf(id, sizeof id, "c%u", b);
        net_builder_place(builder, id, NULL, r->producer[b] == 0, where, &diag);
    }
    net_builder_place(builder, "never", NULL, 0, where, &diag);
    for (uint32_t e = 1; e <= r->n_events; e++) {
        (void)snprintf(id, sizeof id, "e%u", e);
        net_builder_trans(builder, id, NULL, where, &diag);
        if (is_cutoff(r, e))
            net_builder_arc(builder, GIVEN_CONSUME, r->n_conditions, e - 1, 1);
    }
    for (uint32_t b = 1; b <= r->n_conditions; b++) {
        for (uint32_t i = r->consumer_at[b]; i < r->consumer_at[b + 1]; i++)
            net_builder_arc(builder, GIVEN_CONSUME, b - 1, r->consumers[i] - 1,
                            1);
        if (r->producer[b])
            net_builder_arc(builder, GIVEN_PRODUCE, b - 1, r->producer[b] - 1,
                            1);
    }
    net = net_builder_finish(builder);
    if (!net)
        abort();
    return net;
}

/* The marking of the net for a marking of the process. */
static void fold(const struct reader *r, const bits_word *cut, bits_word *m,
                 uint32_t words)
{
    memset(m, 0, words * sizeof *m);
    for (uint32_t b = 1; b <= r->n_conditions; b++)
        if (bits_has(cut, b - 1))
            bits_add(m, r->place[b] - 1);
}

/* Adds the markings that the process reaches to `seen`; false when the net does
 * not reach them. */
static bool fold_all(const struct reader *r, const struct oracle *process,
                     const struct oracle *net, bits_word *seen)
{
    bits_word *const m = mem_zero(net->words + 1, sizeof *m);
    bool good = true;

    for (uint32_t i = 0; i < process->n_markings && good; i++) {
        uint32_t k = 0;

        fold(r, oracle_marking(process, i), m, net->words);
        while (k < net->n_markings &&
               !bits_equal(oracle_marking(net, k), m, net->words))
            k++;
        good = k < net->n_markings;
        if (good)
            bits_add(seen, k);
    }
    mem_free(m);
    return good;
}

static bool same_transitions(const struct reader *r, const struct oracle *net)
{
    const uint32_t words = bits_words(r->n_transitions);
    bits_word *const has = mem_zero(words + 1, sizeof *has);
    bool same;

    for (uint32_t e = 1; e <= r->n_events; e++)
        bits_add(has, r->transition[e] - 1);
    same = bits_equal(has, net->fireable, words);
    mem_free(has);
    return same;
}

bool process_complete(const struct reader *reader, const struct net *net,
                      uint32_t limit, uint32_t *n_compared)
{
    struct net *const as_net = process_net(reader);
    struct oracle process, oracle;
    bool good = true;

    oracle_init(&process, as_net, limit);
    oracle_init(&oracle, net, limit);
    if (process.complete && oracle.complete) {
        const uint32_t words = bits_words(oracle.n_markings);
        bits_word *const seen = mem_zero(words, sizeof *seen);

        good = fold_all(reader, &process, &oracle, seen) &&
               bits_count(seen, words) == oracle.n_markings &&
               same_transitions(reader, &oracle);
        ++*n_compared;
        mem_free(seen);
    }
    good = good && !process.unsafe;
    oracle_finish(&process);
    oracle_finish(&oracle);
    net_destroy(as_net);
    return good;
}
