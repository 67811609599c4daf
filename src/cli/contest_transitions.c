#include "cli/contest_transitions.h"

#include "base/mem.h"

void contest_transitions_init(struct contest_transitions *transitions,
                              const punfpor_net *net, bool is_stability)
{
    *transitions = (struct contest_transitions){
        .net = net,
        .is_stability = is_stability,
        .fires = mem_zero(punfpor_net_transitions(net), sizeof(bool)),
    };
}

void contest_transitions_finish(struct contest_transitions *transitions)
{
    mem_free(transitions->fires);
    transitions->fires = NULL;
}

/* Which places does a transition change that fires? */
static void mark_changed(const struct contest_transitions *transitions,
                         bool *changed)
{
    const punfpor_net *const net = transitions->net;

    for (uint32_t t = 0; t < punfpor_net_transitions(net); t++) {
        uint32_t n;
        const uint32_t *places = punfpor_consumes(net, t, &n);

        if (!transitions->fires[t])
            continue;
        for (uint32_t i = 0; i < n; i++)
            changed[places[i]] = true;
        places = punfpor_produces(net, t, &n);
        for (uint32_t i = 0; i < n; i++)
            changed[places[i]] = true;
    }
}

static bool all_change(const struct contest_transitions *transitions)
{
    const uint32_t n = punfpor_net_places(transitions->net);
    bool *changed = mem_zero(n, sizeof *changed);
    bool all = true;

    mark_changed(transitions, changed);
    for (uint32_t p = 0; p < n; p++)
        all = all && changed[p];
    mem_free(changed);
    return all;
}

static void conclude_liveness(const struct contest_transitions *transitions,
                              const char *engine,
                              struct contest_answers *answers)
{
    if (transitions->dead)
        contest_answers_note(answers, 0, "FALSE", transitions->if_safe, engine);
    else if (transitions->n_known == punfpor_net_transitions(transitions->net))
        contest_answers_note(answers, 0, "TRUE", false, engine);
}

/* Looked at often enough for large nets, and at the end. */
static void conclude_stability(const struct contest_transitions *transitions,
                               const char *engine,
                               struct contest_answers *answers)
{
    const uint32_t n = punfpor_net_transitions(transitions->net);
    const bool all = transitions->n_known == n;

    if (!all && transitions->n_firing % (1 + n / 64) != 0)
        return;
    if (all_change(transitions))
        contest_answers_note(answers, 0, "FALSE", false, engine);
    else if (all)
        contest_answers_note(answers, 0, "TRUE", transitions->if_safe, engine);
}

/* One dead transition decides about liveness: the one that presumes least.  For
 * stability each of them counts. */
static void note_dead(struct contest_transitions *transitions, bool if_safe)
{
    if (!transitions->dead)
        transitions->if_safe = if_safe;
    else if (transitions->is_stability)
        transitions->if_safe |= if_safe;
    else
        transitions->if_safe &= if_safe;
    transitions->dead = true;
}

void contest_transitions_note(struct contest_transitions *transitions,
                              uint32_t t, bool fires, bool if_safe,
                              const char *engine,
                              struct contest_answers *answers)
{
    transitions->n_known++;
    transitions->n_firing += fires;
    transitions->fires[t] = fires;
    if (!fires)
        note_dead(transitions, if_safe);
    if (transitions->is_stability)
        conclude_stability(transitions, engine, answers);
    else
        conclude_liveness(transitions, engine, answers);
}
