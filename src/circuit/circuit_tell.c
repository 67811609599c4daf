#include "circuit/circuit_goal.h"

#include "base/mem.h"
#include "net/marking.h"

/* A marking of the graph, and the same after a step. */
struct circuit_teller {
    const struct circuit_net *circuit;
    const struct net *graph;
    bits_word *m, *after;
    text_buffer *text;
};

static void say(struct circuit_teller *k, const char *words)
{
    text_put(k->text, words);
}

static void say_label(struct circuit_teller *k, trans_id t)
{
    say(k, net_trans_label(k->graph, t));
}

static const char *signal_name(const struct circuit_teller *k, uint32_t signal)
{
    return names_id(&k->circuit->signals->ids, signal);
}

/* Of a copy of the marking of the net. */
static void read_marking(struct circuit_teller *k, const bits_word *m,
                         uint32_t copy)
{
    for (place_id p = 0; p < net_place_count(k->graph); p++)
        if (bits_has(m, circuit_net_place(k->circuit, copy, p)))
            bits_add(k->m, p);
        else
            bits_remove(k->m, p);
}

static trans_id find_edge(const struct circuit_teller *k, const bits_word *m,
                          uint32_t signal)
{
    const struct net_trans_span edges = circuit_net_edges(k->circuit, signal);

    for (uint32_t i = 0; i < edges.len; i++)
        if (marking_enabled(k->graph, m, edges.at[i]))
            return edges.at[i];
    return TRANS_NONE;
}

/* changed: by signal, which may be meant; NULL: all. */
static trans_id tell_inconsistent(struct circuit_teller *k, const bits_word *m,
                                  const bool *changed)
{
    for (trans_id t = 0; t < net_trans_count(k->graph); t++) {
        const uint32_t signal = k->circuit->signals->of.at[t];
        const char edge = k->circuit->signals->edges.at[t];

        if ((edge != '+' && edge != '-') ||
            !circuit_net_keeps_value(k->circuit, signal) ||
            !marking_enabled(k->graph, k->m, t) ||
            !bits_has(m,
                      circuit_net_value(k->circuit, 0, signal, edge == '+')) ||
            (changed && !changed[signal]))
            continue;
        say_label(k, t);
        say(k, " fires while ");
        say(k, signal_name(k, signal));
        say(k, edge == '+' ? " is 1" : " is 0");
        return t;
    }
    return TRANS_NONE;
}

/* A local signal, or an input, that u disables, or an input that it enables. */
static bool tell_effect(struct circuit_teller *k,
                        enum question_circuit property, trans_id u,
                        uint32_t signal)
{
    const struct signals *const signals = k->circuit->signals;
    const trans_id before = find_edge(k, k->m, signal);
    const trans_id after = find_edge(k, k->after, signal);

    if (before != TRANS_NONE && after == TRANS_NONE &&
        circuit_goal_disables(k->circuit, property, before, u)) {
        say_label(k, u);
        say(k, " disables ");
        say_label(k, before);
        return true;
    }
    if (property != QUESTION_PROPER || before != TRANS_NONE ||
        after == TRANS_NONE || !signals_is(signals, after, SIGNALS_INPUT) ||
        !signals_is(signals, u, SIGNALS_INTERNAL))
        return false;
    say(k, "internal ");
    say_label(k, u);
    say(k, " enables input ");
    say_label(k, after);
    return true;
}

static trans_id tell_conflict(struct circuit_teller *k,
                              enum question_circuit property)
{
    const uint32_t words = marking_words(k->graph);

    for (trans_id u = 0; u < net_trans_count(k->graph); u++) {
        if (!marking_enabled(k->graph, k->m, u))
            continue;
        bits_copy(k->after, k->m, words);
        marking_fire(k->graph, k->after, u);
        for (uint32_t s = 0; s < signals_count(k->circuit->signals); s++)
            if (tell_effect(k, property, u, s))
                return u;
    }
    return TRANS_NONE;
}

/* The local signals that are enabled at m, and not at other: " x+ y-". */
static bool say_only(struct circuit_teller *k, const bits_word *m,
                     const bits_word *other)
{
    const uint32_t len = k->text->len;

    for (uint32_t s = 0; s < signals_count(k->circuit->signals); s++) {
        const trans_id t = find_edge(k, m, s);

        if (k->circuit->signals->kinds.at[s] == SIGNALS_INPUT ||
            t == TRANS_NONE || find_edge(k, other, s) != TRANS_NONE)
            continue;
        say(k, " ");
        say_label(k, t);
    }
    return k->text->len > len;
}

/* "two markings with a=0 b=1; the first enables x+, the second y-" */
static void tell_codes(struct circuit_teller *k, enum question_circuit property,
                       const bits_word *m)
{
    say(k, "two markings with");
    for (uint32_t s = 0; s < signals_count(k->circuit->signals); s++) {
        say(k, " ");
        say(k, signal_name(k, s));
        say(k, bits_has(m, circuit_net_value(k->circuit, 0, s, true)) ? "=1"
                                                                      : "=0");
    }
    if (property != QUESTION_CSC)
        return;
    bits_copy(k->after, k->m, marking_words(k->graph));
    read_marking(k, m, 1);
    say(k, "; the first enables");
    if (!say_only(k, k->after, k->m))
        say(k, " no more");
    say(k, ", the second");
    if (!say_only(k, k->m, k->after))
        say(k, " does not");
}

/* A reason for which a consistent graph is no circuit; *last gets the
 * transition that shows it, if one does. */
static bool tell_circuit(struct circuit_teller *k, trans_id *last)
{
    static const struct {
        enum question_circuit property;
        const char *fails;
    } parts[] = {
        {QUESTION_PROPER, "not input-proper: "},
        {QUESTION_PERSISTENT, "not output-persistent: "},
    };
    const uint32_t len = k->text->len;

    if (marking_is_dead(k->graph, k->m)) {
        say(k, "a deadlock");
        return true;
    }
    for (uint32_t i = 0; i < 2; i++) {
        say(k, parts[i].fails);
        *last = tell_conflict(k, parts[i].property);
        if (*last != TRANS_NONE)
            return true;
        k->text->len = len;
    }
    return false;
}

static trans_id tell_failed(struct circuit_teller *k, const bits_word *m)
{
    const uint32_t len = k->text->len;
    trans_id last = TRANS_NONE;

    say(k, "not consistent: ");
    if (circuit_net_has_values(k->circuit))
        last = tell_inconsistent(k, m, NULL);
    if (last == TRANS_NONE) {
        k->text->len = len;
        (void)tell_circuit(k, &last);
    }
    return last;
}

static void start(struct circuit_teller *k, const struct circuit_net *circuit,
                  const bits_word *m, text_buffer *text)
{
    const uint32_t words = marking_words(circuit->graph);

    *k = (struct circuit_teller){.circuit = circuit,
                                 .graph = circuit->graph,
                                 .m = mem_zero(words, sizeof *k->m),
                                 .after = mem_zero(words, sizeof *k->after),
                                 .text = text};
    read_marking(k, m, 0);
}

static void finish(struct circuit_teller *k)
{
    mem_free(k->m);
    mem_free(k->after);
}

void circuit_tell(const struct circuit_net *circuit,
                  enum question_circuit property, const bits_word *m,
                  net_trans_list *steps, text_buffer *text)
{
    struct circuit_teller k;
    trans_id last = TRANS_NONE;

    start(&k, circuit, m, text);
    if (property == QUESTION_CONSISTENT)
        last = tell_inconsistent(&k, m, NULL);
    else if (property == QUESTION_CIRCUIT)
        last = tell_failed(&k, m);
    else if (question_circuit_copies(property) == 1)
        last = tell_conflict(&k, property);
    else if (circuit_goal_codes(circuit, property, m))
        tell_codes(&k, property, m);
    else
        last = tell_failed(&k, m);
    if (last != TRANS_NONE)
        vec_push(steps, last);
    finish(&k);
}

/* At the marking after a run of the net, which is returned. */
static bits_word *start_after(struct circuit_teller *k,
                              const struct circuit_net *circuit,
                              const trans_id *run, uint32_t len,
                              text_buffer *text)
{
    bits_word *const m = mem_zero(marking_words(circuit->net), sizeof *m);

    marking_after(circuit->net, run, len, m);
    start(k, circuit, m, text);
    return m;
}

static bool has_direction(char edge)
{
    return edge == '+' || edge == '-';
}

/* Does the input tell the initial value that the net has? */
static bool is_given(const struct circuit_net *circuit, uint32_t signal)
{
    const char value = signals_value(circuit->signals, signal);

    return value && circuit_net_keeps_value(circuit, signal) &&
           net_marked(circuit->net,
                      circuit_net_value(circuit, 0, signal, value == '1'));
}

/* Adds the signals whose first rise or fall on the run of the graph is one with
 * the initial value, so that it is none with the other.  After it the value is
 * the same for both. */
static void note_first(const struct circuit_net *circuit,
                       struct net_trans_span run, bool *changed)
{
    const struct signals *const signals = circuit->signals;
    const uint32_t n = signals_count(signals);
    char *const value = mem_zero(n, sizeof *value); /* 0: behind that edge */

    for (uint32_t s = 0; s < n; s++)
        if (circuit_net_keeps_value(circuit, s))
            value[s] =
                net_marked(circuit->net, circuit_net_value(circuit, 0, s, true))
                    ? '1'
                    : '0';
    for (uint32_t i = 0; i < run.len; i++) {
        const uint32_t s = signals->of.at[run.at[i]];
        const char edge = signals->edges.at[run.at[i]];

        if (!edge || !value[s])
            continue;
        if (edge == '~') {
            value[s] = value[s] == '1' ? '0' : '1';
        } else {
            changed[s] |= edge == (value[s] == '1' ? '-' : '+');
            value[s] = 0;
        }
    }
    mem_free(value);
}

/* THEORY, Theorem 104 (2). */
static bool shows_inconsistent(struct circuit_teller *k, const trans_id *run,
                               uint32_t len, struct net_trans_span first,
                               const bits_word *m)
{
    const struct signals *const signals = k->circuit->signals;
    bool *const changed = mem_zero(signals_count(signals), sizeof *changed);
    net_trans_list steps = {0};
    bool shown;

    for (uint32_t s = 0; s < signals_count(signals); s++)
        changed[s] = is_given(k->circuit, s);
    circuit_net_run(k->circuit, 0, run, len, &steps);
    for (uint32_t i = 0; i < steps.len; i++)
        if (has_direction(signals->edges.at[steps.at[i]]))
            changed[signals->of.at[steps.at[i]]] = true;
    note_first(k->circuit, first, changed);
    shown = tell_inconsistent(k, m, changed) != TRANS_NONE;
    vec_free(&steps);
    mem_free(changed);
    return shown;
}

/* What the graph shows without values. */
static bool shows_without(struct circuit_teller *k,
                          enum question_circuit property, const bits_word *m)
{
    trans_id last;

    if (property == QUESTION_CIRCUIT)
        return tell_circuit(k, &last);
    return question_circuit_copies(property) > 1
               ? circuit_goal_codes(k->circuit, property, m)
               : property != QUESTION_CONSISTENT;
}

bool circuit_tell_shows(const struct circuit_net *circuit,
                        enum question_circuit property, const trans_id *run,
                        uint32_t len, struct net_trans_span first)
{
    text_buffer ignored = {0};
    struct circuit_teller k;
    bits_word *const m = start_after(&k, circuit, run, len, &ignored);
    const bool shown = shows_without(&k, property, m) ||
                       shows_inconsistent(&k, run, len, first, m);

    finish(&k);
    vec_free(&ignored);
    mem_free(m);
    return shown;
}

uint32_t circuit_tell_needed(const struct circuit_net *circuit,
                             const trans_id *run, uint32_t len)
{
    text_buffer ignored = {0};
    struct circuit_teller k;
    bits_word *const m = start_after(&k, circuit, run, len, &ignored);
    const trans_id t = tell_inconsistent(&k, m, NULL);

    finish(&k);
    vec_free(&ignored);
    mem_free(m);
    return t == TRANS_NONE ? SIGNALS_NONE : circuit->signals->of.at[t];
}
