#include "cli/contest_transitions.h"

#include "base/mem.h"

/* --- places --------------------------------------------------------------- */

/* Calls `change` for each place of the file that t changes. */
static void for_each_change(struct contest_transitions *transitions, uint32_t t,
                            void (*change)(struct contest_transitions *self,
                                           uint32_t p))
{
    const uint32_t n_given = punfpor_net_given_places(transitions->net);
    uint32_t n;
    const uint32_t *places = punfpor_consumes(transitions->net, t, &n);

    for (uint32_t i = 0; i < n && places[i] < n_given; i++)
        change(transitions, places[i]);
    places = punfpor_produces(transitions->net, t, &n);
    for (uint32_t i = 0; i < n && places[i] < n_given; i++)
        change(transitions, places[i]);
}

static void add_changer(struct contest_transitions *transitions, uint32_t p)
{
    transitions->places[p].n_changers++;
}

static void mark_changed(struct contest_transitions *transitions, uint32_t p)
{
    transitions->n_stable -= !transitions->places[p].changes;
    transitions->places[p].changes = true;
}

static void remove_changer(struct contest_transitions *transitions, uint32_t p)
{
    transitions->places[p].n_changers--;
}

static void presume_safety(struct contest_transitions *transitions, uint32_t p)
{
    transitions->places[p].if_safe = true;
}

/* Answers with place p if all transitions that change it are dead. */
static void conclude_with(const struct contest_transitions *transitions,
                          uint32_t p, const char *engine,
                          struct contest_answers *answers)
{
    const struct contest_transitions_place *const place =
        &transitions->places[p];

    if (place->n_changers == 0)
        contest_answers_note(answers, 0, "TRUE", place->if_safe, engine);
}

/* --- the beginning and the end -------------------------------------------- */

/* How the structure of the net is named among the engines. */
static const char STRUCTURE[] = "structure";

static void init_places(struct contest_transitions *transitions,
                        struct contest_answers *answers)
{
    const uint32_t n = punfpor_net_given_places(transitions->net);

    transitions->places = mem_zero(n, sizeof *transitions->places);
    transitions->n_stable = n;
    for (uint32_t t = 0; t < transitions->n_open; t++)
        for_each_change(transitions, t, add_changer);
    for (uint32_t p = 0; p < n; p++)
        conclude_with(transitions, p, STRUCTURE, answers);
    if (n == 0)
        contest_answers_note(answers, 0, "FALSE", false, STRUCTURE);
}

void contest_transitions_init(struct contest_transitions *transitions,
                              const punfpor_net *net, bool is_stability,
                              struct contest_answers *answers)
{
    const uint32_t n = punfpor_net_given_transitions(net);

    *transitions = (struct contest_transitions){
        .net = net,
        .is_stability = is_stability,
        .n_open = n,
        .known = mem_zero(n, sizeof(bool)),
    };
    if (is_stability)
        init_places(transitions, answers);
    else if (n == 0)
        contest_answers_note(answers, 0, "TRUE", false, STRUCTURE);
}

void contest_transitions_finish(struct contest_transitions *transitions)
{
    mem_free(transitions->known);
    mem_free(transitions->places);
    transitions->known = NULL;
    transitions->places = NULL;
}

/* --- verdicts ------------------------------------------------------------- */

static void note_liveness(struct contest_transitions *transitions, bool fires,
                          bool if_safe, const char *engine,
                          struct contest_answers *answers)
{
    transitions->dead |= !fires;
    if (!fires)
        contest_answers_note(answers, 0, "FALSE", if_safe, engine);
    else if (transitions->n_open == 0 && !transitions->dead)
        contest_answers_note(answers, 0, "TRUE", false, engine);
}

static void note_dead(struct contest_transitions *transitions, uint32_t t,
                      bool if_safe, const char *engine,
                      struct contest_answers *answers)
{
    const uint32_t n_given = punfpor_net_given_places(transitions->net);
    uint32_t n;
    const uint32_t *places;

    for_each_change(transitions, t, remove_changer);
    if (if_safe)
        for_each_change(transitions, t, presume_safety);
    places = punfpor_consumes(transitions->net, t, &n);
    for (uint32_t i = 0; i < n && places[i] < n_given; i++)
        conclude_with(transitions, places[i], engine, answers);
    places = punfpor_produces(transitions->net, t, &n);
    for (uint32_t i = 0; i < n && places[i] < n_given; i++)
        conclude_with(transitions, places[i], engine, answers);
}

static void note_firing(struct contest_transitions *transitions, uint32_t t,
                        const char *engine, struct contest_answers *answers)
{
    for_each_change(transitions, t, mark_changed);
    if (transitions->n_stable == 0)
        contest_answers_note(answers, 0, "FALSE", false, engine);
}

void contest_transitions_note(struct contest_transitions *transitions,
                              uint32_t t, bool fires, bool if_safe,
                              const char *engine,
                              struct contest_answers *answers)
{
    if (transitions->known[t])
        return;
    transitions->known[t] = true;
    transitions->n_open--;
    if (!transitions->is_stability)
        note_liveness(transitions, fires, if_safe, engine, answers);
    else if (fires)
        note_firing(transitions, t, engine, answers);
    else
        note_dead(transitions, t, if_safe, engine, answers);
}
