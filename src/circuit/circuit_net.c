#include "circuit/circuit_net.h"

#include "base/mem.h"
#include "base/text.h"

/* A name that no node of another copy has: blanks separate words in a .g. */
static const char *name_of(text_buffer *text, const char *id, const char *more,
                           uint32_t copy)
{
    static const char *const marks[CIRCUIT_COPIES] = {"", " of 2"};

    text->len = 0;
    text_put(text, id);
    text_put(text, more);
    text_put(text, marks[copy]);
    return text_end(text);
}

/* --- nodes ---------------------------------------------------------------- */

static void add_place(struct net_builder *b, const char *id, bool marked)
{
    (void)net_builder_place(b, id, NULL, marked, (struct net_where){0}, NULL);
}

static void add_places(const struct circuit_net *circuit, struct net_builder *b,
                       const bool *ones, uint32_t copy)
{
    text_buffer text = {0};

    for (place_id p = 0; p < net_place_count(circuit->graph); p++)
        add_place(b,
                  name_of(&text, net_place_label(circuit->graph, p), "", copy),
                  net_marked(circuit->graph, p));
    for (uint32_t s = 0; s < signals_count(circuit->signals); s++) {
        const char *const id = names_id(&circuit->signals->ids, s);

        if (!circuit_net_keeps_value(circuit, s))
            continue;
        add_place(b, name_of(&text, id, "=0", copy), !ones[s]);
        add_place(b, name_of(&text, id, "=1", copy), ones[s]);
    }
    vec_free(&text);
}

static void add_arc(struct net_builder *b, enum net_given_kind kind, place_id p,
                    trans_id t)
{
    net_builder_arc(b, kind, p, t, 1);
}

static void add_arcs(const struct circuit_net *circuit, struct net_builder *b,
                     uint32_t copy, trans_id t, trans_id as)
{
    static const enum net_given_kind kinds[] = {GIVEN_CONSUME, GIVEN_READ,
                                                GIVEN_PRODUCE};
    const struct net_place_span places[] = {net_pre(circuit->graph, t),
                                            net_read(circuit->graph, t),
                                            net_post(circuit->graph, t)};

    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < places[k].len; i++)
            add_arc(b, kinds[k],
                    circuit_net_place(circuit, copy, places[k].at[i]), as);
}

/* Transition t of the graph with this change of its signal; the change is 0
 * where the net has no values of it. */
static void add_transition(struct circuit_net *circuit, struct net_builder *b,
                           uint32_t copy, trans_id t, char change)
{
    const uint32_t s = circuit->signals->of.at[t];
    text_buffer text = {0};
    const char *const more = circuit->signals->edges.at[t] != '~' || !change
                                 ? ""
                             : change == '+' ? " to 1"
                                             : " to 0";
    const trans_id as = net_builder_trans(
        b, name_of(&text, net_trans_label(circuit->graph, t), more, copy), NULL,
        (struct net_where){0}, NULL);

    add_arcs(circuit, b, copy, t, as);
    if (change) {
        add_arc(b, GIVEN_CONSUME,
                circuit_net_value(circuit, copy, s, change == '-'), as);
        add_arc(b, GIVEN_PRODUCE,
                circuit_net_value(circuit, copy, s, change == '+'), as);
    }
    if (copy == 0)
        vec_push(&circuit->given, t);
    vec_free(&text);
}

/* Does the transition change a value that the net has? */
static bool changes_value(const struct circuit_net *circuit, trans_id t)
{
    return circuit->signals->of.at[t] != SIGNALS_NONE &&
           circuit_net_keeps_value(circuit, circuit->signals->of.at[t]);
}

/* Those that change to 0 by a~ stand behind all others. */
static void add_transitions(struct circuit_net *circuit, struct net_builder *b,
                            uint32_t copy)
{
    const uint32_t n = net_trans_count(circuit->graph);

    for (trans_id t = 0; t < n; t++) {
        const char edge = circuit->signals->edges.at[t];

        add_transition(circuit, b, copy, t,
                       !changes_value(circuit, t) ? 0
                       : edge == '~'              ? '+'
                                                  : edge);
    }
    for (trans_id t = 0; t < n; t++)
        if (circuit->signals->edges.at[t] == '~' && changes_value(circuit, t))
            add_transition(circuit, b, copy, t, '-');
}

/* Returns how many signals have places for their values. */
static uint32_t number_values(struct circuit_net *circuit)
{
    const uint32_t n_signals = signals_count(circuit->signals);
    uint32_t n = 0;

    circuit->number = mem_zero(n_signals, sizeof *circuit->number);
    for (uint32_t s = 0; s < n_signals; s++) {
        circuit->number[s] = n;
        n += circuit_net_keeps_value(circuit, s);
    }
    return n;
}

/* --- the net -------------------------------------------------------------- */

bool circuit_net_init(struct circuit_net *circuit, const struct net *graph,
                      const bool *ones, const bool *alternates,
                      uint32_t n_copies, struct diag *diag)
{
    struct net_builder *builder;

    *circuit = (struct circuit_net){.graph = graph,
                                    .signals = net_signals(graph),
                                    .n_copies = n_copies,
                                    .alternates = alternates};
    if (net_bundle_count(graph))
        return diag_usage(diag,
                          "questions about signals are not answered for a net "
                          "with arc weights");
    circuit->n_places =
        net_place_count(graph) + (ones ? 2 * number_values(circuit) : 0);
    builder = net_builder_create();
    net_builder_name(builder, net_name(graph));
    for (uint32_t copy = 0; copy < n_copies; copy++)
        add_places(circuit, builder, ones, copy);
    for (uint32_t copy = 0; copy < n_copies; copy++)
        add_transitions(circuit, builder, copy);
    circuit->n_transitions = circuit->given.len;
    signals_edges(circuit->signals, &circuit->of);
    circuit->net = net_builder_finish(builder);
    return true;
}

void circuit_net_finish(struct circuit_net *circuit)
{
    net_destroy(circuit->net);
    vec_free(&circuit->given);
    mem_free(circuit->number);
    relation_finish(&circuit->of);
    *circuit = (struct circuit_net){0};
}

void circuit_net_select(const struct circuit_net *circuit, uint32_t copy,
                        const trans_id *run, uint32_t len,
                        net_trans_list *steps)
{
    for (uint32_t i = 0; i < len; i++)
        if (run[i] / circuit->n_transitions == copy)
            vec_push(steps, run[i]);
}

void circuit_net_run(const struct circuit_net *circuit, uint32_t copy,
                     const trans_id *run, uint32_t len, net_trans_list *steps)
{
    const uint32_t before = steps->len;

    circuit_net_select(circuit, copy, run, len, steps);
    for (uint32_t i = before; i < steps->len; i++)
        steps->at[i] = circuit->given.at[steps->at[i] % circuit->n_transitions];
}
