#include "marking/signal_values.h"

#include "base/mem.h"
#include "marking/dice.h"
#include "marking/enabled_set.h"
#include "net/marking.h"

#include <string.h>

/* Walks begin again, each longer than the one before. */
enum { FIRST_WALK = 64, ALL_STEPS = 200000 };

static void note(struct signal_values *values, const struct net *net,
                 trans_id t)
{
    const struct signals *const signals = net_signals(net);
    const uint32_t s = signals->of.at[t];

    if (s == SIGNALS_NONE || values->at[s] != SIGNAL_OPEN)
        return;
    if (signals->edges.at[t] == '~') {
        values->odd[s] = !values->odd[s];
        return;
    }
    values->at[s] = (signals->edges.at[t] == '-') != values->odd[s]
                        ? SIGNAL_ONE
                        : SIGNAL_ZERO;
    values->n_open--;
}

static void begin(struct signal_values *values, const struct net *net)
{
    memset(values->odd, 0,
           signals_count(net_signals(net)) * sizeof *values->odd);
}

void signal_values_note(struct signal_values *values, const struct net *net,
                        const trans_id *run, uint32_t len)
{
    begin(values, net);
    for (uint32_t i = 0; i < len; i++)
        note(values, net, run[i]);
}

/* Signals without a+ and a-, and those whose value the input tells. */
static void note_given(struct signal_values *values, const struct net *net)
{
    const struct signals *const signals = net_signals(net);

    for (uint32_t s = 0; s < signals_count(signals); s++)
        values->at[s] = SIGNAL_ZERO;
    for (trans_id t = 0; t < net_trans_count(net); t++)
        if (signals->edges.at[t] == '+' || signals->edges.at[t] == '-')
            values->at[signals->of.at[t]] = SIGNAL_OPEN;
    for (uint32_t s = 0; s < signals_count(signals); s++) {
        if (signals_value(signals, s))
            values->at[s] =
                signals_value(signals, s) == '1' ? SIGNAL_ONE : SIGNAL_ZERO;
        values->n_open += values->at[s] == SIGNAL_OPEN;
    }
}

/* The n-th enabled transition. */
static trans_id pick(const struct enabled_set *at, uint32_t n)
{
    trans_id t = enabled_set_next(at, 0);

    while (n-- > 0)
        t = enabled_set_next(at, t + 1);
    return t;
}

/* Returns the steps, at least 1. */
static uint32_t walk(struct signal_values *values, const struct net *net,
                     struct enabled_set *at, uint32_t number, uint32_t most)
{
    struct dice dice = dice_for(1, number);
    uint32_t n = 0;

    begin(values, net);
    enabled_set_move(at, net_initial(net));
    while (n < most && values->n_open && at->n_enabled) {
        const trans_id t = pick(at, dice_roll(&dice, at->n_enabled));

        if (marking_unsafe(net, at->marking, t) != PLACE_NONE)
            break;
        note(values, net, t);
        enabled_set_fire(at, t);
        n++;
    }
    return n + 1;
}

void signal_values_init(struct signal_values *values, const struct net *net)
{
    const uint32_t n = signals_count(net_signals(net));
    struct enabled_set at;

    *values = (struct signal_values){mem_zero(n, sizeof *values->at),
                                     mem_zero(n, sizeof *values->odd), 0};
    note_given(values, net);
    enabled_set_init(&at, net);
    for (uint32_t steps = 0, i = 0, most = FIRST_WALK;
         values->n_open && steps < ALL_STEPS; i++, most += most / 2)
        steps += walk(values, net, &at, i, most);
    enabled_set_finish(&at);
}

void signal_values_finish(struct signal_values *values)
{
    mem_free(values->at);
    mem_free(values->odd);
    *values = (struct signal_values){0};
}
