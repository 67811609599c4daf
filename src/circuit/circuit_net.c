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

static void add_places(const struct circuit_net *x, struct net_builder *b,
                       const bool *ones, uint32_t copy)
{
    text_buffer text = {0};

    for (place_id p = 0; p < net_place_count(x->graph); p++)
        add_place(b, name_of(&text, net_place_label(x->graph, p), "", copy),
                  net_marked(x->graph, p));
    for (uint32_t s = 0; s < signals_count(x->signals); s++) {
        const char *const id = names_id(&x->signals->ids, s);

        if (!circuit_net_keeps_value(x, s))
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

static void add_arcs(const struct circuit_net *x, struct net_builder *b,
                     uint32_t copy, trans_id t, trans_id as)
{
    static const enum net_given_kind kinds[] = {GIVEN_CONSUME, GIVEN_READ,
                                                GIVEN_PRODUCE};
    const struct net_place_span places[] = {
        net_pre(x->graph, t), net_read(x->graph, t), net_post(x->graph, t)};

    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < places[k].len; i++)
            add_arc(b, kinds[k], circuit_net_place(x, copy, places[k].at[i]),
                    as);
}

/* Transition t of the graph with this change of its signal; the change is 0
 * where the net has no values of it. */
static void add_transition(struct circuit_net *x, struct net_builder *b,
                           uint32_t copy, trans_id t, char change)
{
    const uint32_t s = x->signals->of.at[t];
    text_buffer text = {0};
    const char *const more = x->signals->edges.at[t] != '~' || !change ? ""
                             : change == '+'                           ? " to 1"
                                             : " to 0";
    const trans_id as = net_builder_trans(
        b, name_of(&text, net_trans_label(x->graph, t), more, copy), NULL,
        (struct net_where){0}, NULL);

    add_arcs(x, b, copy, t, as);
    if (change) {
        add_arc(b, GIVEN_CONSUME, circuit_net_value(x, copy, s, change == '-'),
                as);
        add_arc(b, GIVEN_PRODUCE, circuit_net_value(x, copy, s, change == '+'),
                as);
    }
    if (copy == 0)
        vec_push(&x->given, t);
    vec_free(&text);
}

/* Does the transition change a value that the net has? */
static bool changes_value(const struct circuit_net *x, trans_id t)
{
    return x->signals->of.at[t] != SIGNALS_NONE &&
           circuit_net_keeps_value(x, x->signals->of.at[t]);
}

/* Those that change to 0 by a~ stand behind all others. */
static void add_transitions(struct circuit_net *x, struct net_builder *b,
                            uint32_t copy)
{
    const uint32_t n = net_trans_count(x->graph);

    for (trans_id t = 0; t < n; t++) {
        const char edge = x->signals->edges.at[t];

        add_transition(x, b, copy, t,
                       !changes_value(x, t) ? 0
                       : edge == '~'        ? '+'
                                            : edge);
    }
    for (trans_id t = 0; t < n; t++)
        if (x->signals->edges.at[t] == '~' && changes_value(x, t))
            add_transition(x, b, copy, t, '-');
}

/* Returns how many signals have places for their values. */
static uint32_t number_values(struct circuit_net *x)
{
    const uint32_t n_signals = signals_count(x->signals);
    uint32_t n = 0;

    x->number = mem_zero(n_signals, sizeof *x->number);
    for (uint32_t s = 0; s < n_signals; s++) {
        x->number[s] = n;
        n += circuit_net_keeps_value(x, s);
    }
    return n;
}

/* --- the net -------------------------------------------------------------- */

bool circuit_net_init(struct circuit_net *x, const struct net *graph,
                      const bool *ones, const bool *alternates,
                      uint32_t n_copies, struct diag *diag)
{
    struct net_builder *builder;

    *x = (struct circuit_net){.graph = graph,
                              .signals = net_signals(graph),
                              .n_copies = n_copies,
                              .alternates = alternates};
    if (net_bundle_count(graph))
        return diag_usage(diag,
                          "questions about signals are not answered for a net "
                          "with arc weights");
    x->n_places = net_place_count(graph) + (ones ? 2 * number_values(x) : 0);
    builder = net_builder_create();
    net_builder_name(builder, net_name(graph));
    for (uint32_t copy = 0; copy < n_copies; copy++)
        add_places(x, builder, ones, copy);
    for (uint32_t copy = 0; copy < n_copies; copy++)
        add_transitions(x, builder, copy);
    x->n_transitions = x->given.len;
    signals_edges(x->signals, &x->of);
    x->net = net_builder_finish(builder);
    return true;
}

void circuit_net_finish(struct circuit_net *x)
{
    net_destroy(x->net);
    vec_free(&x->given);
    mem_free(x->number);
    relation_finish(&x->of);
    *x = (struct circuit_net){0};
}

void circuit_net_select(const struct circuit_net *x, uint32_t copy,
                        const trans_id *run, uint32_t len,
                        net_trans_list *steps)
{
    for (uint32_t i = 0; i < len; i++)
        if (run[i] / x->n_transitions == copy)
            vec_push(steps, run[i]);
}

void circuit_net_run(const struct circuit_net *x, uint32_t copy,
                     const trans_id *run, uint32_t len, net_trans_list *steps)
{
    const uint32_t before = steps->len;

    circuit_net_select(x, copy, run, len, steps);
    for (uint32_t i = before; i < steps->len; i++)
        steps->at[i] = x->given.at[steps->at[i] % x->n_transitions];
}
