#include "api/api_circuit.h"

/* Weights for the net of a graph, each of which was found to be right. */
struct weigher {
    const struct circuit_net *net;
    struct weights_check check;
    struct weights *weights;
};

/* Adds the vector of these places of a copy, and of one more place of the net
 * unless that is PLACE_NONE; false: it is not right. */
static bool weigh(struct weigher *weigher, uint32_t copy,
                  const net_place_list *places, place_id value)
{
    for (uint32_t i = 0; i < places->len; i++)
        weights_term(weigher->weights,
                     circuit_net_place(weigher->net, copy, places->at[i]), 1);
    if (value != PLACE_NONE)
        weights_term(weigher->weights, value, 1);
    return weights_check_keep(&weigher->check, weigher->weights);
}

/* Where a machine shows the value of a signal, its places for one value and the
 * place for the other value have one token together (THEORY, Lemma 137). */
static void weigh_value(struct weigher *weigher, uint32_t copy, uint32_t signal,
                        const struct signal_machines_sides *sides)
{
    net_place_list machine = {0};

    for (uint32_t one = 0; one < 2; one++) {
        const place_id value =
            circuit_net_value(weigher->net, copy, signal, !one);

        if (weigh(weigher, copy, &sides->at[one], value) || machine.len)
            continue;
        vec_append(&machine, &sides->at[0]);
        vec_append(&machine, &sides->at[1]);
        machine.len = ids_unique(machine.at, machine.len);
        if (weigh(weigher, copy, &machine, PLACE_NONE))
            (void)weigh(weigher, copy, &sides->at[one], value);
    }
    vec_free(&machine);
}

void api_circuit_weights_add(const struct circuit_net *net,
                             const struct signal_machines_sides *sides,
                             struct weights *weights)
{
    struct weigher weigher = {.net = net, .weights = weights};

    weights_check_init(&weigher.check, net->net);
    for (uint32_t copy = 0; copy < net->n_copies; copy++)
        for (uint32_t s = 0; s < signals_count(net->signals); s++)
            if (sides[s].at[0].len)
                weigh_value(&weigher, copy, s, &sides[s]);
    weights_check_finish(&weigher.check);
}
